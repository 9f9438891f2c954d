#!/usr/bin/env python3
# test-info.py - compares thresh info --json with independently counted facts of each recording
#
# SPDX-License-Identifier: GPL-2.0-or-later

import collections
import json
import os
import re
import shutil
import subprocess
import tempfile

from cli import DATA, HAVE_TRACES, NO_TRACES, Tap, recordings, thresh, to_ns


def add_up(streams, key):
    total = collections.Counter()
    for stream in streams:
        total.update(stream[key])
    return dict(total)


def by_name(types):
    """The counts of trace-cmd's text have no system."""
    total = collections.Counter()
    for name, n in types.items():
        total[name.split(':', 1)[1]] += n
    return dict(total)


def lost(facts):
    """The number of lines about losses, and the sum of their counts."""
    lines = facts['missed_event_lines']
    numbers = [re.search(r'\[(\d+) EVENTS', line) for line in lines]
    return facts['missed_event_line_count'], sum(int(n[1]) for n in numbers if n), len(lines)


def differences(info, facts):
    streams = [s for s in info['streams'] if s['events']]
    gaps, known, _ = lost(facts)
    found = {
        'events': (sum(s['events'] for s in streams), facts['events']),
        'first': (min(s['first_ns'] for s in streams), to_ns(facts['first_ts'])),
        'last': (max(s['last_ns'] for s in streams), to_ns(facts['last_ts'])),
        'per CPU': ({k: n for k, n in add_up(streams, 'events_per_cpu').items() if n}, facts['per_cpu']),
        'per type': (by_name(add_up(streams, 'events_by_type')), facts['per_event']),
        'per task': (add_up(streams, 'events_by_task'), facts['per_task']),
        'version': (info['version'], int(facts['file_version'])),
        'format': (info['format'], facts['kind']),
        'gaps': (sum(s['lost']['gaps'] for s in streams), gaps),
        'known lost': (sum(s['lost']['known'] for s in streams), known),
        'problems': (info['problems'], []),
    }
    # trace-cmd's own name for a buffer; the top one has none there either.
    if 'per_buffer' in facts:
        ours = {s['name']: s['events'] for s in streams}
        theirs = {re.sub(r'^\(?(top|main)\)?$', '', name): n for name, n in buffers(facts).items()}
        found['per buffer'] = (ours, theirs)
    return [f'{what}: {ours} instead of {theirs}' for what, (ours, theirs) in found.items() if ours != theirs]


def buffers(facts):
    return {name: n if isinstance(n, int) else n['events'] for name, n in facts['per_buffer'].items()}


def check(path, facts):
    status, out, err = thresh('info', '--json', path)
    if status != 0:
        return f'exit status {status}: {err}'
    info = json.loads(out)
    if info['file'] != path:
        return f'it calls itself {info["file"]}'
    return '\n'.join(differences(info, facts))


def check_several(paths):
    status, out, err = thresh('info', '--json', *paths)
    files = [json.loads(line)['file'] for line in out.splitlines()]
    if (status, files, err) != (0, paths, ''):
        return f'{status} {files} {err}'
    return None


def check_text(path, facts):
    """The human-readable output has the same numbers, and no trailing blanks."""
    status, out, err = thresh('info', path, env={**os.environ, 'LC_ALL': 'C.UTF-8'})
    if status != 0 or err:
        return f'exit status {status}: {err}'
    wrong = [line for line in out.splitlines() if line != line.rstrip()]
    top = max(facts['per_event'].items(), key=lambda item: item[1])
    if not re.search(rf'^  \S*:{top[0]} +{top[1]} +\d+\.\d %$', out, re.MULTILINE):
        wrong.append(f'no line for {top}')
    for cpu, n in facts['per_cpu'].items():
        if not re.search(rf'^ +{cpu} +{n} ', out, re.MULTILINE):
            wrong.append(f'no line for CPU {cpu} with {n}')
    return '\n'.join(wrong)


def check_cpus(path, expected):
    """Both formats have the number of CPUs of the machine, not of those with events."""
    info = json.loads(thresh('info', '--json', path)[1])
    text = thresh('info', path, env={**os.environ, 'LC_ALL': 'C.UTF-8'})[1]
    found = re.findall(r'^  cpus +(\d+)$', text, re.MULTILINE)
    if info['cpus'] != expected or found != ([str(expected)] if expected else []) or any('cpus' in s for s in info['streams']):
        return f'{info["cpus"]} and {found} instead of {expected}'
    return None


def check_reported_cpus(path):
    done = subprocess.run(['trace-cmd', 'report', '-i', path], capture_output=True, check=False)
    return check_cpus(path, int(re.match(rb'(?:.*\n)?cpus=(\d+)\n', done.stdout)[1]))


def check_written(lines, cpus):
    """A text has the CPUs that occur.  It does not name its clock, so neither do we."""
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, 'some.txt')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(''.join(f'{line}\n' for line in lines))
        wrong = check_cpus(path, cpus)
        text = thresh('info', path, env={**os.environ, 'LC_ALL': 'C.UTF-8'})[1]
    return wrong or (text if re.search(r'^  clock\b', text, re.MULTILINE) else None)


def check_text_clock(path):
    text = thresh('info', path, env={**os.environ, 'LC_ALL': 'C.UTF-8'})[1]
    return None if re.search(r'^  clock +local$', text, re.MULTILINE) else text[:300]


def check_unused(path):
    """Of very many CPUs, those without events are one line; of few, each has its own."""
    status, out, _ = thresh('info', path)
    info = json.loads(thresh('info', '--json', path)[1])
    for stream, text in zip(info['streams'], out.split(' buffer\n')[1:]):
        used = sum(n > 0 for n in stream['events_per_cpu'].values())
        lines = re.findall(r'^ +\d+ +\d+ +[\d.]+ %', text, re.M)
        unused = re.findall(r'^  and (\d+) without events$', text, re.M)
        if len(stream['events_per_cpu']) != len(lines) + sum(map(int, unused)) or not used <= len(lines) <= used + 64:
            return f'{len(lines)} lines, {unused} unused, {used} used of {len(stream["events_per_cpu"])}'
    return None if status == 3 and unused else f'status {status}, {unused}'


def main():
    tap = Tap()
    found = recordings()
    for path, facts in found:
        tap.case(f'json {os.path.basename(path)}', check, path, facts)
    single = [(p, f) for p, f in found if 'per_buffer' not in f]
    tap.case('several files', check_several, [p for p, _ in found[:3]])
    tap.case('for people', check_text, *single[0])
    if shutil.which('trace-cmd'):
        tap.case('CPUs of a file', check_reported_cpus, os.path.join(DATA, 'e1000-buffers.dat'))
    else:
        tap.skip('CPUs of a file', 'there is no trace-cmd here')
    event = 'sh-620   [006] .....   683.073558: console: [1.0] x'
    tap.case('CPUs of a header', check_written, ['# tracer: nop', '#', '# entries-in-buffer/entries-written: 1/1   #P:8', '#', event], 8)
    tap.case('CPUs of lines', check_written, [event, event.replace('006', '002')], 7)
    tap.case('CPUs without events', check_unused, os.path.join(DATA, 'hostile', 'v6-65535cpus.dat.xz'))
    tap.case('no CPUs', check_written, ['sh 620 357.472231: skb:consume_skb: skbaddr=0xff222d4c0be446e8'], None)
    tap.case('a clock', check_text_clock, os.path.join(DATA, 'e1000-buffers.dat'))
    if not HAVE_TRACES:
        tap.skip('all recordings', NO_TRACES)
    tap.end()


main()
