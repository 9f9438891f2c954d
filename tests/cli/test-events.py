#!/usr/bin/env python3
# test-events.py - thresh events prints what trace-cmd report -t -N prints
#
# SPDX-License-Identifier: GPL-2.0-or-later

import collections
import gzip
import json
import os
import re
import shutil
import subprocess
import tempfile

from cli import HAVE_TRACES, NO_TRACES, THRESH, Tap, recordings, thresh

# Types whose text differs on purpose, each with the reason.
MEANT = {
}

LINE = re.compile(r'^(?P<prefix>\S*:?\s+)?(?P<task>.+)-(?P<pid>\d+)\s+\[(?P<cpu>\d{3,})\]\s*'
                  r'(?P<time>[\d.]+): (?P<type>\S+):')


def report(path, *options):
    done = subprocess.run(['trace-cmd', 'report', '-t', '-N', *options, path], stdin=subprocess.DEVNULL,
                          capture_output=True, check=False, timeout=120)
    return done.stdout.decode('utf-8', 'replace').splitlines()


def type_of(line, last):
    match = LINE.match(line)
    return match['type'] if match else last


def compare(ours, theirs):
    """Compares line by line; differences are reported by event type."""
    count = collections.Counter()
    example = {}
    kind = 'header'
    for our, their in zip(ours, theirs):
        kind = type_of(their, kind)
        if our != their and kind not in MEANT:
            count[kind] += 1
            example.setdefault(kind, f'ours   {our}\ntheirs {their}')
    told = [f'{kind}: {n} lines\n{example[kind]}' for kind, n in count.most_common()]
    if len(ours) != len(theirs):
        told.insert(0, f'{len(ours)} lines instead of {len(theirs)}')
    return '\n'.join(told)


def check(path, ours=(), theirs=()):
    status, out, err = thresh('events', *ours, path)
    if status != 0 or err:
        return f'exit status {status}: {err}'
    expected = report(path, *theirs)
    if len(expected) < 2:
        return 'trace-cmd does not read it'
    return compare(out.splitlines(), expected)


def events_of(path, *options):
    status, out, err = thresh('events', *options, path)
    assert (status, err) == (0, ''), f'{status} {err}'
    return [line for line in out.splitlines()[1:] if LINE.match(line)]


def part(line, group):
    return LINE.match(line)[group]


def check_cpu(path):
    whole = [line for line in events_of(path) if part(line, 'cpu') in ('001', '003')]
    some = events_of(path, '--cpu', '1,3')
    # The same lines, and not none.
    return None if some == whole and some else f'{len(some)} lines instead of {len(whole)}'


def check_count(path):
    whole = events_of(path)
    return None if events_of(path, '-n', '7') == whole[:7] and len(whole) > 7 else 'not the first seven'


def check_span(path):
    """From the time of the hundredth event to that of the two hundredth, in three notations."""
    whole = events_of(path)
    begin, end = part(whole[100], 'time'), part(whole[200], 'time')
    expected = [line for line in whole if begin <= part(line, 'time') < end]
    assert 90 < len(expected) < 110
    first = part(whole[0], 'time')
    offset = int(begin.replace('.', '')) - int(first.replace('.', ''))
    wrong = []
    for spelling in (begin, f'{begin}s', f'+{offset}ns', f'+{offset / 1000:.3f}us'):
        if events_of(path, '--from', spelling, '--to', end) != expected:
            wrong.append(f'--from {spelling}')
    return '\n'.join(wrong)


def check_ticks(path):
    whole = events_of(path)
    begin = part(whole[50], 'time')
    expected = [line for line in whole if int(part(line, 'time')) >= int(begin)]
    return None if events_of(path, '--from', begin) == expected != whole else 'another part'


def check_then(path):
    """Names at the time of the event: only names before exec differ."""
    saved, then = events_of(path), events_of(path, '--names=then')
    if len(saved) != len(then):
        return f'{len(then)} lines instead of {len(saved)}'
    for a, b in zip(saved, then):
        if part(a, 'pid') != part(b, 'pid') or a[a.index('['):] != b[b.index('['):]:
            return f'{a}\n{b}'
    idle = [line for line in then if part(line, 'pid') == '0']
    return None if all('<idle>-0' in line for line in idle) and idle else 'idle is called otherwise'


PERF = re.compile(r'^\s*(?P<task>\S.*?)\s+(?P<pid>\d+)\s+\[(?P<cpu>\d+)\]\s+(?P<time>\d+\.\d{6})\d*:')


def whose(line):
    """Task, pid, CPU and microseconds of a line."""
    return (line['task'].strip(), line['pid'], line['cpu'], re.match(r'\d+\.\d{6}', line['time'])[0])


def perf_names(path):
    """The same as perf script printed it."""
    opener = gzip.open if path.endswith('.gz') else open
    with opener(path, 'rt', encoding='utf-8') as file:
        lines = [whose(match) for match in map(PERF.match, file) if match]
    return [(task.replace('swapper', '<idle>'), *rest) for task, *rest in lines]


def check_perf_names(path, script):
    """perf has the name at the time of each event, in its file and in its text."""
    expected = perf_names(script)
    for file in (path, script):
        status, out, err = thresh('events', file)
        if status != 0:
            return f'exit status {status}: {err}'
        ours = [whose(match) for match in map(LINE.match, out.splitlines()) if match]
        # perf puts events of one time in the order of the file.
        if sorted(ours) != sorted(expected):
            return f'{file}: {len(ours)} of {len(expected)}: {sorted(set(ours) ^ set(expected))[:4]}'
    last = {pid: task for task, pid, _, _ in sorted(expected, key=lambda event: event[3])}
    counts = collections.Counter(f'{last[pid]}-{pid}' for _, pid, _, _ in expected)
    tasks = json.loads(thresh('info', '--json', script)[1])['streams'][0]['events_by_task']
    return None if tasks == counts else f'info tells {tasks}'


FIELDS = ('cpu,time,event,trace', 'tid,time,event,trace', 'pid,tid,cpu,time,event,trace', 'time,event,trace', 'time,event',
          'comm,cpu,time,event,trace', 'comm,time,event,trace', 'tid,cpu,time,period,event,ip,sym', 'cpu,time,period,event,trace')


def perf_script(path, fields):
    done = subprocess.run(['perf', 'script', '--ns', '-G', '-F', fields, '-i', path], stdin=subprocess.DEVNULL,
                          capture_output=True, check=True, timeout=120)
    return done.stdout.decode('utf-8', 'replace')


def columns(line, fields):
    """The fields of a line of perf script."""
    known = {'pid': 'tid' in fields or 'pid' in fields, 'cpu': 'cpu' in fields}
    switch = re.search(r' prev_pid=(\d+) ', line['info'])
    pid = line['pid'] if known['pid'] else switch[1] if switch and 'trace' in fields else '-1'
    return (pid, line['cpu'] if known['cpu'] else '---', line['time'], line['type'].split(':')[-1])


def check_perf_fields(path, fields):
    """perf script -F with some fields: as many events, at the same times, of the same threads and CPUs."""
    all_of = re.compile(r'^ *(?P<pid>\d+) \[(?P<cpu>\d+)\] +(?P<time>[\d.]+): +(?P<type>\S+): *(?P<info>.*)$')
    expected = [columns(all_of.match(line), fields.split(',')) for line in perf_script(path, 'tid,cpu,time,event,trace').splitlines()]
    ours = re.compile(r'^.*?-(?P<pid>-?\d+) +\[(?P<cpu>[\d-]+)\] +(?P<time>[\d.]+): (?P<type>\S+): *(?P<info>.*)$')
    with tempfile.NamedTemporaryFile('w', suffix='.txt', encoding='utf-8') as file:
        file.write(perf_script(path, fields))
        file.flush()
        status, out, err = thresh('events', file.name)
    found = [ours.match(line) for line in out.splitlines() if not line.startswith('cpus=')]
    found = [(m['pid'], m['cpu'], m['time'], m['type']) for m in found if m]
    if status != 0 or sorted(found) != sorted(expected):
        return f'{status}: {err} {len(found)} of {len(expected)}: {sorted(set(found) ^ set(expected))[:4]}'
    return None


def check_head(path):
    """If the reader exits after a line, there is no error."""
    with subprocess.Popen([THRESH, 'events', path], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        first = process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
        status = process.wait(timeout=60)
    return None if (first[:5], err, status) == (b'cpus=', b'', 0) else f'{first} {err} {status}'


def check_full(path):
    """A full disk is reported."""
    with open('/dev/full', 'wb') as full:
        done = subprocess.run([THRESH, 'events', path], stdout=full, stderr=subprocess.PIPE,
                              check=False, timeout=60)
    return None if done.returncode == 2 and b'No space left' in done.stderr else f'{done.returncode} {done.stderr}'


def hex_of_frames(text):
    """The lines of bytes, one text for each frame, sorted: tcpdump keeps the order of the file."""
    lines = [line for line in text.splitlines() if line.startswith('\t0x')]
    return sorted(frame.rstrip('\n') for frame in '\n'.join(lines).split('\t0x0000:')[1:])


def check_hex(path):
    """The bytes of frames are those that tcpdump prints."""
    theirs = subprocess.run(['tcpdump', '-XX', '-r', path], capture_output=True, check=True, timeout=60)
    expected = hex_of_frames(theirs.stdout.decode())
    status, out, err = thresh('events', '--hex', path)
    found = hex_of_frames(out)
    if status != 0 or found != expected or not expected:
        return f'{status}: {err} {len(found)} frames, not the {len(expected)} of tcpdump'
    return None


def check_hex_columns(path):
    status, _out, err = thresh('events', '--hex', '--column', 'len', path)
    return None if status == 64 and '--column' in err else f'{status} {err}'


def main():
    tap = Tap()
    paths = {os.path.basename(path): path for path, _ in recordings()}
    buffers, counter, loss = (paths[f'e1000-{name}.dat'] for name in ('buffers', 'clock-counter', 'lost'))
    oracle = shutil.which('trace-cmd') is not None
    for name, path in paths.items():
        if oracle:
            tap.case(f'text {name}', check, path)
        else:
            tap.skip(f'text {name}', 'there is no trace-cmd to compare with')
    if oracle:
        tap.case('raw fields', check, buffers, ['--raw-fields'], ['-R'])
    tap.case('--cpu', check_cpu, loss)
    tap.case('--cpu with buffers', check_cpu, buffers)
    tap.case('-n', check_count, buffers)
    tap.case('--from --to', check_span, loss)
    tap.case('--from with ticks', check_ticks, counter)
    tap.case('--names=then', check_then, loss)
    for name in ('e1000-probe.perf.script.txt', 'virtio-tp-g.perf.script.txt.gz', 'virtio-cpu-clock-z.perf.script.txt.gz'):
        path = os.path.join(os.path.dirname(loss), name)
        data = path.split('.script')[0] + '.data'
        for fields in FIELDS:
            if shutil.which('perf'):
                tap.case(f'{name}: -F {fields}', check_perf_fields, data, fields)
            else:
                tap.skip(f'{name}: -F {fields}', 'there is no perf here')
        tap.case(f'names of {name}', check_perf_names, data, path)
    for name in ('wire.pcap', 'wire.pcapng', 'cooked.pcap'):
        path = os.path.join(os.path.dirname(__file__), '..', 'data', 'captures', name)
        if shutil.which('tcpdump'):
            tap.case(f'--hex {name}', check_hex, path)
        else:
            tap.skip(f'--hex {name}', 'there is no tcpdump to compare with')
    tap.case('--hex of columns', check_hex_columns, loss)
    tap.case('into head', check_head, loss)
    tap.case('into a full disk', check_full, loss)
    if not HAVE_TRACES:
        tap.skip('all recordings', NO_TRACES)
    tap.end()


main()
