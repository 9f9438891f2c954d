#!/usr/bin/env python3
# test-status.py - exit status and messages for files that cannot be read completely
#
# SPDX-License-Identifier: GPL-2.0-or-later

import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile

from cli import DATA, NO_TRACES, THRESH, TRACES, Tap, thresh

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / 'bench'))
import bench_perfdata

WHOLE, REFUSED, PART, USAGE = 0, 2, 3, 64
SAMPLE = os.path.join(DATA, '..', '..', 'data', 'samples', 'e1000-tcp.dat')

# Damaged files and how reading them may end.  Where the damage hits something
# that the reader may or may not need, two results are right, but a message is required.
BROKEN = {
    'empty.dat': (REFUSED,),
    'garbage.dat': (REFUSED,),
    'magic-then-garbage.dat': (REFUSED,),
    'header-only-v7.dat': (REFUSED,),
    'cut-30-v7.dat': (REFUSED, PART),
    'cut-50-v6.dat': (REFUSED, PART),
    'cut-85-v7.dat': (REFUSED, PART),
    'cut-in-last-page-v6.dat': (PART,),
    'cut-last-byte-v7.dat': (PART, WHOLE),
    'flipped-compressed-v7.dat': (PART,),
    'flipped-data-v6.dat': (PART, WHOLE),
    'flipped-header-v6.dat': (REFUSED, PART, WHOLE),
    'huge-section-size-v7.dat': (REFUSED, PART, WHOLE),
}


# Warnings although nothing is missing.
NOTES = {'bad-format', 'unknown-type', 'time-backwards', 'bad-time', 'huge-time', 'too-many-types'}


def is_said(err, path):
    """One line or more, each of them beginning with the file and ending as a sentence."""
    lines = err.splitlines()
    return bool(lines) and all(line.startswith(f'{path}: ') and line[-1] in '.)”' for line in lines)


def find_broken(name):
    paths = [os.path.join(folder, 'broken', name) for folder in (DATA, TRACES)]
    return next((path for path in paths if os.path.exists(path)), None)


def check_broken(path, ends):
    for command in (('info',), ('info', '--json'), ('events',)):
        status, out, err = thresh(*command, path)
        if status not in ends:
            return f'{command}: exit status {status}: {err}'
        if (status != WHOLE or err) and not is_said(err, path):
            return f'{command}: exit status {status} and says “{err}”'
        if (status == REFUSED) != (out == ''):
            return f'{command}: exit status {status}, and prints {out[:80]}'
        if command[-1] == '--json' and status != REFUSED:
            problems = json.loads(out)['problems']
            if [f'{path}: {p["text"]}' for p in problems] != err.splitlines():
                return f'{problems} are not what it says: {err}'
            if (status == WHOLE) != all(p['kind'] in NOTES for p in problems):
                return f'exit status {status} with {problems}'
    return None


def check_end(arguments, expected, words):
    status, out, err = thresh(*arguments)
    if status != expected:
        return f'exit status {status}: {out}{err}'
    missing = [word for word in words if word not in out + err]
    return f'{missing} not in {out}{err}' if missing else None


def check_full(arguments):
    """Output that cannot be written is an error."""
    with open('/dev/full', 'wb') as full:
        done = subprocess.run([THRESH, *arguments], stdout=full, stderr=subprocess.PIPE, check=False)
    text = done.stderr.decode()
    return None if done.returncode == REFUSED and 'cannot write the output' in text else f'{done.returncode} {text}'


def check_newlines(path):
    """A name with a line feed is not taken for the end of an event."""
    known = thresh('events', path)[1]
    with tempfile.TemporaryDirectory() as folder:
        changed = os.path.join(folder, 'changed.dat')
        with open(path, 'rb') as file, open(changed, 'wb') as copy:
            copy.write(file.read().replace(b'eth0\0', b'e\nh0\0'))
        shown = thresh('events', changed)[1]
    assert 'eth0' in known
    return None if shown == known.replace('eth0', r'e\nh0') else shown[:2000]


def check_folded(path):
    """Output that is empty is explained; - is standard output."""
    status, out, err = thresh('export', '--format', 'folded', '-o', '-', path)
    if os.path.exists('-'):
        return 'there is a file “-”'
    return None if (status, out) == (WHOLE, '') and 'has no call chains' in err else f'{status} {out[:200]} {err}'


def check_long_expression(path):
    """Of a long expression only what is around the mistake is shown."""
    status, _, err = thresh('events', '-f', 'pid == 1 || ' * 300 + 'nosuch == 1', path)
    return None if status == USAGE and 'nosuch' in err and len(err) < 1000 else f'{status} {len(err)} {err[:500]}'


def check_usage(arguments, words):
    """Two lines on standard error; the second refers to the help."""
    status, out, err = thresh(*arguments)
    lines = err.splitlines()
    if (status, out, len(lines)) != (USAGE, '', 2) or '--help' not in lines[1]:
        return f'exit status {status}: {out}{err}'
    return None if words in lines[0] else err


def check_some_cpus(path):
    """CPUs that were not recorded are told if others of the list were."""
    status, out, err = thresh('events', '--cpu', '9,1,7-8', path)
    known = thresh('events', '--cpu', '1', path)[1]
    if (status, out) != (WHOLE, known) or '7-9' not in err or '0-3' not in err:
        return f'exit status {status}: {err}'
    return None


def check_connection(path, n, first, last):
    """A number that no connection has is not an empty list."""
    known = f'the only one is {last}' if n == 1 else f'“thresh sockets” lists {n} of them, with numbers from {first} to {last}'
    for arguments in (['sockets', '--follow', '999'], ['requests', '--connection', '999'], ['sockets', '--json', '--follow', str(last + 1)]):
        status, out, err = thresh(*arguments, path)
        if (status, out) != (USAGE, '') or 'no connection' not in err or f': {known}\n' not in err:
            return f'{arguments}: exit status {status}: {out}{err}'
    status, out, err = thresh('sockets', '--follow', str(last), path)
    return None if status == WHOLE and out else f'exit status {status}: {err}'


def check_offset(path):
    for offset, said in (('zz', 'write +12.5ms'), ('walll', 'did you mean “wall”?')):
        status, out, err = thresh('events', '--append', f'{path}@{offset}', path)
        if (status, out) != (USAGE, '') or f'“{offset}” is not an offset' not in err or said not in err:
            return f'exit status {status}: {out}{err}'
    status, _, err = thresh('events', '--append', f'{path}.none@zz', path)
    return None if status == REFUSED and 'No such file' in err else f'exit status {status}: {err}'


def check_cut(path):
    """A recording cut in the middle of its last CPU: the rest is there."""
    with tempfile.TemporaryDirectory() as scratch:
        cut = os.path.join(scratch, 'a cut – file.dat')
        with open(path, 'rb') as file:
            data = file.read()
        with open(cut, 'wb') as file:
            file.write(data[:-3000])
        status, out, err = thresh('info', '--json', cut)
    if status not in (PART, REFUSED) or not is_said(err, cut):
        return f'exit status {status}: {err}'
    return None


def check_web_page(scratch):
    """What a failed download left is called that."""
    page = os.path.join(scratch, 'web.dat')
    with open(page, 'w', encoding='ascii') as file:
        file.write('<html><body>404 Not Found</body></html>\n')
    return check_end(['info', page], REFUSED, ['a web page without a trace'])


def check_archive(path, scratch):
    """An archive is called that, also if it is compressed."""
    archive = os.path.join(scratch, 'archive')
    with tarfile.open(archive, 'w:gz') as tar:
        tar.add(path, 'trace.dat')
    return check_end(['info', archive], REFUSED, ['This is a tar archive'])


def check_binary_line(scratch):
    """Binary data in a text: the other lines are there, and the line and byte of it are told."""
    with open(os.path.join(DATA, 'e1000-ftrace-default.txt'), 'rb') as file:
        lines = file.read().splitlines(keepends=True)
    path = os.path.join(scratch, 'binary.txt')
    with open(path, 'wb') as file:
        file.write(b''.join([*lines[:100], b'\x7f\0\1\2\n', *lines[100:]]))
    whole = thresh('events', os.path.join(DATA, 'e1000-ftrace-default.txt'))[1]
    place = f'line 101. At byte {sum(map(len, lines[:100]))} of the file.'
    status, out, err = thresh('events', path)
    if (status, out) != (PART, whole) or place not in err:
        return f'exit status {status}, {out.count(chr(10))} lines, {err}'
    return None


def check_past_end(path, scratch):
    """A part that is said to be past the end: where that is said is told, not where the part would be."""
    with open(path, 'rb') as file:
        data = bytearray(file.read())
    names = data.index(b'\0', data.index(b'\0', 18) + 1) + 1  # of the compression, and its version
    begin, = struct.unpack_from('<Q', data, names)
    at = begin + 16
    while True:
        number, size = struct.unpack_from('<HI', data, at)
        if number == 16:  # the place of the formats of headers
            break
        at += 6 + size
    data[at + 6 + 4] = 0xff
    broken = os.path.join(scratch, 'past-end.dat')
    with open(broken, 'wb') as file:
        file.write(data)
    return check_end(['info', broken], PART, [f'past the end of the file. At byte {at + 6} of the file.'])


def check_mixed(good, scratch):
    """A refused file among good ones: the good ones are printed, the status shows the failure."""
    bad = os.path.join(scratch, 'bad.dat')
    with open(bad, 'wb') as file:
        file.write(b'\x17\x08\x44tracing9\0' + struct.pack('<Q', 1))
    status, out, err = thresh('info', '--json', good, bad, good)
    files = [json.loads(line)['file'] for line in out.splitlines()]
    if (status, files) != (REFUSED, [good, good]) or not is_said(err, bad):
        return f'exit status {status}: {files} {err}'
    return None


def check_numbers(path, scratch):
    """Output for scripts does not depend on a locale with decimal commas."""
    made = subprocess.run(['localedef', '-i', 'de_DE', '-f', 'UTF-8', os.path.join(scratch, 'de_DE.UTF-8')],
                          capture_output=True, check=False)
    if made.returncode not in (0, 1) or not os.path.isdir(os.path.join(scratch, 'de_DE.UTF-8')):
        return f'no German locale: {made.stderr}'
    there = {**os.environ, 'LOCPATH': scratch, 'LC_ALL': 'de_DE.UTF-8', 'LANGUAGE': 'C'}
    for arguments in (['info'], ['span'], ['packets', '--netdev-times']):
        here = thresh(*arguments, path)
        if not re.search(r'\d\.\d', here[1]):
            return f'{arguments}: no number with a point'
        if thresh(*arguments, path, env=there) != here:
            return f'{arguments}: {thresh(*arguments, path, env=there)}'
    return None


def check_incomplete(path, scratch):
    """Commands that another program does say which one is missing; the others work without it."""
    alone = shutil.copy(THRESH, os.path.join(scratch, 'thresh'))
    drawn = subprocess.run([alone, 'render', path], capture_output=True, text=True, check=False)
    if drawn.returncode != REFUSED or drawn.stdout:
        return f'exit status {drawn.returncode}, and prints {drawn.stdout[:80]}'
    if not re.fullmatch('thresh: cannot run “/.*/thresh-full”: No such file or directory. .*\n',
                        drawn.stderr):
        return f'says “{drawn.stderr}”'
    informed = subprocess.run([alone, 'info', path], capture_output=True, check=False)
    return f'info: {informed.stderr}' if informed.returncode != WHOLE else ''


def check_memory(scratch):
    """A limit stops the load; a higher one does not."""
    path = os.path.join(scratch, 'long.txt')
    with open(path, 'w', encoding='ascii') as file:
        file.write('a-1 [0] 1: b:\n' * 400000)
    for limit, wanted in (('1', PART), ('64', WHOLE)):
        status, out, err = thresh('info', '--json', '--memory', limit, path)
        events = json.loads(out)['streams'][0]['events']
        if status != wanted or (events == 400000) != (wanted == WHOLE):
            return f'--memory {limit}: exit status {status}, {events} events'
        if ('--memory' in err) != (wanted == PART):
            return f'--memory {limit} says “{err}”'
    return ''


def check_memory_of_perf(scratch):
    """The columns of a perf.data are decoded again: the limit is the size of their cache, and everything is there."""
    path = pathlib.Path(scratch) / 'long.perf.data'
    samples = bench_perfdata.make(pathlib.Path(DATA) / 'virtio-tp-g.perf.data', path, 60000)
    for command in (['events'], ['span', '--json'], ['find', 'wget']):
        limited = thresh(*command, '--memory', '1', str(path))
        if limited != thresh(*command, str(path)):
            return f'{command}: differs with --memory 1'
        if limited[0] != WHOLE:
            return f'{command}: exit status {limited[0]}, {limited[2]}'
    return '' if thresh('events', str(path))[1].count('\n') >= samples else 'lines are missing'


def main():
    tap = Tap()
    good = os.path.join(DATA, 'e1000-buffers.dat')
    ticks = os.path.join(DATA, 'e1000-clock-counter.dat')

    for name, ends in BROKEN.items():
        path = find_broken(name)
        if path is not None:
            tap.case(name, check_broken, path, ends)
        else:
            tap.skip(name, NO_TRACES)
    tap.case('cut', check_cut, good)
    tap.case('some CPUs that were not recorded', check_some_cpus, good)
    tap.case('a connection that is not there', check_connection, SAMPLE, 1, 1, 1)
    # Others of its sockets are no connections, but have numbers.
    tap.case('a connection of several', check_connection, os.path.join(DATA, 'requests', 'requests-veth.dat.gz'), 20, 2, 30)
    tap.case('an offset that is none', check_offset, good)
    with tempfile.TemporaryDirectory() as scratch:
        tap.case('bad among good', check_mixed, good, scratch)
        missing = os.path.join(scratch, 'missing.dat')
        tap.case('missing', check_end, ['info', missing], REFUSED, [missing, 'No such file'])
        tap.case('a part past the end', check_past_end, os.path.join(DATA, 'e1000-buffers.dat'), scratch)
        tap.case('an archive', check_archive, good, scratch)
        tap.case('a web page', check_web_page, scratch)
        tap.case('binary data in a text', check_binary_line, scratch)
        tap.case('memory limit', check_memory, scratch)
        tap.case('memory limit of a perf.data', check_memory_of_perf, scratch)
        tap.case('an incomplete installation', check_incomplete, good, scratch)
        tap.case('directory', check_end, ['events', scratch], REFUSED, [scratch])

    # Sources of locales are in the package "locales".
    if shutil.which('localedef') and os.path.exists('/usr/share/i18n/locales/de_DE'):
        with tempfile.TemporaryDirectory() as scratch:
            tap.case('numbers in German', check_numbers, good, scratch)
    else:
        tap.skip('numbers in German', 'there is no source of a German locale')

    for options in (['events', '--kallsyms', '/dev/zero', good], ['counters', '--before', '/dev/zero', '--after', good]):
        tap.case(f'a text without end: {options[0]}', check_end, options, REFUSED if options[0] == 'counters' else PART, ['/dev/zero: not a regular file of at most'])
    v6 = os.path.join(DATA, 'e1000-v6.dat')
    tap.case('a name with a line feed', check_newlines, v6)
    tap.case('call chains that are not there', check_folded, v6)
    tap.case('a long expression', check_long_expression, v6)
    tap.case('a regular expression that takes too long', check_end, ['find', '--regex', r'^(\w+\s?)*$x', v6], PART, ['took too long'])
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in (('sanitize', ['sanitize', '--list', v6]), ('record', ['record', '--list-presets']),
                                ('cut', ['cut', v6, '-o', os.path.join(folder, 'cut.dat')])):
            tap.case(f'a full disk: {name}', check_full, arguments)
    tap.case('symbols that are missing', check_end, ['events', '--kallsyms', '/nonexistent/symbols', good], PART, ['No such file', 'sched_switch'])
    tap.case('a vmlinux that is none', check_end, ['info', '--vmlinux', good, good], PART, ['thresh info: ', 'trace.dat'])
    tap.case('--help', check_end, ['--help'], WHOLE, ['info', 'events', 'Exit status'])
    tap.case('--version', check_end, ['--version'], WHOLE, ['thresh '])
    tap.case('info --help', check_end, ['info', '--help'], WHOLE, ['thresh info', '--json'])
    tap.case('help info', check_end, ['help', 'info'], WHOLE, ['thresh info', '--json'])
    tap.case('help of nothing', check_end, ['help', 'inof'], USAGE, ['did you mean “info”?'])
    tap.case('--versoin', check_end, ['--versoin'], USAGE, ['did you mean “--version”?'])
    tap.case('events --help', check_end, ['events', '--help'], WHOLE,
             ['--cpu', '--from', '--to', '-n', '--raw-fields', '--names'])

    for name, arguments, words in (
            ('no command', [], 'no command was given'),
            ('unknown command', ['frobnicate'], 'frobnicate'),
            ('unknown option', ['info', '--frobnicate', good], 'frobnicate'),
            ('a command that is misspelled', ['inof'], 'did you mean “info”?'),
            ('the beginning of a command', ['exp'], 'did you mean “experiment”?'),
            ('an option that is misspelled', ['info', '--jsno', good], 'did you mean “--json”?'),
            ('a common option that is misspelled', ['events', '--kallsym=x', good], 'did you mean “--kallsyms”?'),
            ('an option like no other', ['info', '--xyzzy', good], 'Unknown option --xyzzy'),
            ('a table that is misspelled', ['table', 'wakups', good], 'did you mean “wakeups”?'),
            ('a column that is misspelled', ['table', 'sched/tasks', '--sort', 'bussy', good], 'it has task, '),
            ('a negative number of packets', ['packets', '--slowest', '-1', good], 'cannot be negative'),
            ('a connection before the first', ['sockets', '--follow', '-1', good], 'numbered from 1'),
            ('a system call before the first', ['path', '--task', 'a', '--syscall', '0', good], 'numbered from 1'),
            ('a cut to standard output', ['cut', good, '-o', '-'], 'to standard output'),
            ('a stage that is misspelled', ['packets', '--sort', 'totl', good], 'did you mean “total”?'),
            ('a stage like no other', ['packets', '--sort', 'xyzzy', good], 'wakeup, reader, copy'),
            ('a list option for another report', ['packets', '--netdev-times', '--slowest', '3', good], 'not for --layers'),
            ('symbols that are not given', ['events', '--prefer-symbols', good], 'needs --kallsyms or --vmlinux'),
            ('an analysis that is misspelled', ['measures', '--with', 'latncy', good], 'did you mean “latency”?'),
            ('info without a file', ['info'], 'no file was given'),
            ('events without a file', ['events'], 'one file'),
            ('events of two files', ['events', good, good], 'one file'),
            ('bad time', ['events', '--from', '12parsecs', good], '12parsecs'),
            ('bad time for ticks', ['events', '--to', '3ms', ticks], '3ms'),
            ('huge time', ['events', '--from', '99999999999999999999', good], '99999999999999999999'),
            ('bad CPUs', ['events', '--cpu', '0,x', good], '0,x'),
            ('CPUs the wrong way', ['events', '--cpu', '3-1', good], '3-1'),
            ('too many CPUs', ['events', '--cpu', '0-99999999', good], '0-99999999'),
            ('no CPUs', ['events', '--cpu', '', good], 'CPUs'),
            ('CPUs that were not recorded', ['events', '--cpu', '99,4-5', good], 'no CPU 99,4-5: the recording has 0-3'),
            ('a cut of CPUs that were not recorded', ['cut', '--cpu', '4', '-o', '/nonexistent/x.dat', good], 'the recording has 0-3'),
            ('a recording instead of a review', ['review', 'pack', good], 'is not the folder of a review'),
            ('a note in a recording', ['notes', 'add', 'text', good], 'is not the folder of a review'),
            ('negative memory', ['info', '--memory', '-1', good], '--memory'),
            ('negative count', ['events', '-n', '-1', good], 'negative'),
            ('negative count of packets', ['packets', '--slowest', '-2', good], 'negative'),
            ('times the wrong way', ['events', '--from', '+2ms', '--to', '+1ms', good], 'ends before it begins'),
            ('bad names', ['events', '--names=now', good], 'now')):
        tap.case(name, check_usage, arguments, words)
    tap.end()


main()
