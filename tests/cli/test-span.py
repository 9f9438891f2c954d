#!/usr/bin/env python3
# test-span.py - compares thresh span with counts over the output of trace-cmd report
#
# SPDX-License-Identifier: GPL-2.0-or-later

import collections
import json
import os
import re
import shutil
import struct
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from cli import DATA, Tap, thresh, to_ns
from filter_oracle import report

SAMPLE = os.path.join(DATA, '..', '..', 'data', 'samples', 'e1000-tcp.dat')
PART = 3


def ask(path, *options):
    status, out, err = thresh('span', '--json', *options, path)
    if status not in (0, PART):
        raise ValueError(f'exit status {status}: {err}')
    return json.loads(out)


def nanoseconds(line):
    seconds, fraction = line['time'].split('.')
    return int(seconds) * 10 ** 9 + int(fraction.ljust(9, '0'))


def inside(lines, span):
    return [line for line in lines if span['from_ns'] <= nanoseconds(line) < span['to_ns']]


def as_dict(rows, value, key=lambda name: name):
    found = collections.Counter()
    for row in rows:
        found[key(row['name'])] += row[value]
    return +found


def compare(name, found, expected):
    if found == expected:
        return None
    differ = sorted({key for key in set(found) | set(expected) if found[key] != expected[key]}, key=str)[:3]
    return f'{name}: ' + ', '.join(f'{key} {found[key]} instead of {expected[key]}' for key in differ)


def check_counts(path, lines, *options):
    span = ask(path, *options)
    some = inside(lines, span)
    if not some or span['events'] != len(some):
        return f"{span['events']} events instead of {len(some)}"
    return compare('types', as_dict(span['types'], 'n', lambda name: name.split(':')[-1]),
                   collections.Counter(line['event'] for line in some)) or \
        compare('pids', as_dict(span['tasks'], 'n', lambda name: int(name.rsplit('-', 1)[1])),
                collections.Counter(int(line['pid']) for line in some)) or \
        compare('CPUs', as_dict(span['cpus'], 'n', lambda name: int(name.split()[-1])),
                collections.Counter(int(line['cpu']) for line in some))


def switches(lines):
    """For each CPU: the times of switches and the next tasks."""
    found = collections.defaultdict(list)
    for line in lines:
        match = re.search(r'next_pid=(\d+)', line['info']) or re.search(r'==> .*:(\d+) \[', line['info'])
        if line['event'] == 'sched_switch' and match:
            found[int(line['cpu'])].append((nanoseconds(line), int(match[1])))
    return found


def check_times(path, lines):
    """Between the first and the last switch of a CPU, its tasks are known."""
    by_cpu = switches(lines)
    begin, end = max(rows[0][0] for rows in by_cpu.values()), min(rows[-1][0] for rows in by_cpu.values())
    if end - begin < 1000000 or len({line['cpu'] for line in lines}) != len(by_cpu):
        return 'no such span'
    begin, end = begin + (end - begin) // 7, end - (end - begin) // 5
    span = ask(path, '--from', f'{begin}ns', '--to', f'{end}ns')
    tasks, cpus, longest = collections.Counter(), collections.Counter(), collections.Counter()
    for cpu, rows in by_cpu.items():
        for (time, pid), (until, _) in zip(rows, rows[1:]):
            part = min(until, end) - max(time, begin)
            if part > 0:
                tasks[pid] += part
                longest[pid] = max(longest[pid], part)
            if part > 0 and pid != 0:
                cpus[cpu] += part
    return compare('times of pids', as_dict(span['tasks'], 'time_ns', lambda name: int(name.rsplit('-', 1)[1])), tasks) or \
        compare('longest of pids', as_dict(span['tasks'], 'longest_ns', lambda name: int(name.rsplit('-', 1)[1])), longest) or \
        compare('times of CPUs', as_dict(span['cpus'], 'time_ns', lambda name: int(name.split()[-1])), cpus)


def check_filter(path, lines):
    span = ask(path, '-f', 'cpu == 1 and softirq_*')
    expected = [line for line in lines if int(line['cpu']) == 1 and line['event'].startswith('softirq_')]
    return None if span['events'] == len(expected) > 0 else f"{span['events']} instead of {len(expected)}"


def check_parts(path):
    """A span and the rest add up to the whole, in counts and in time."""
    whole = ask(path)
    middle = whole['from_ns'] + (whole['to_ns'] - whole['from_ns']) // 3
    parts = [ask(path, '--to', f'{middle}ns'), ask(path, '--from', f'{middle}ns')]
    for group, value in (('types', 'n'), ('cpus', 'n'), ('cpus', 'time_ns'), ('stages', 'time_ns')):
        wrong = compare(group, as_dict(parts[0][group], value) + as_dict(parts[1][group], value), as_dict(whole[group], value))
        if wrong:
            return wrong
    return None if whole['stages'] else 'no stages'


# These are tested by plugin-requests.
OF_REQUESTS = ('client', 'out', 'server queue', 'server', 'back', 'client queue', 'transfer')


def check_stages(path, *options):
    """The parts inside the span of the stages that `thresh packets` prints."""
    span = ask(path, *options)
    span['stages'] = [stage for stage in span['stages'] if stage['name'] not in OF_REQUESTS]
    status, out, _ = thresh('packets', '--json', path)
    number, time, longest = collections.Counter(), collections.Counter(), collections.Counter()
    for line in out.splitlines():
        for stage in json.loads(line)['stages']:
            part = min(stage['end_ns'], span['to_ns']) - max(stage['start_ns'], span['from_ns'])
            if part > 0:
                number[stage['stage']] += 1
                time[stage['stage']] += part
                longest[stage['stage']] = max(longest[stage['stage']], part)
    if status != 0 or not number:
        return f'{status}: {number}'
    return compare('legs', as_dict(span['stages'], 'n'), number) or compare('times', as_dict(span['stages'], 'time_ns'), time) or \
        compare('longest', as_dict(span['stages'], 'longest_ns'), longest)


def check_text(path):
    status, out, err = thresh('span', '--from', '+100ms', '--to', '+150ms', path)
    if status != 0 or err:
        return err
    heads = re.findall(r'^  (Task|Event|CPU|Stage) +n\b', out, re.MULTILINE)
    return None if re.match(r'\d+ events in 50\.000.ms\n', out) and heads == ['Task', 'Event', 'CPU', 'Stage'] else out


def check_no_events(path):
    """A recording of perf in which nothing happened has no times."""
    with open(path, 'wb') as file:
        file.write(b'PERFILE2' + struct.pack('<QQQQQQQQQ', 104, 128, 104, 128, 232, 8, 0, 0, 0) + bytes(24))
        # A software event, and at its end no ids; then the end of a round.
        file.write(struct.pack('<II', 1, 112) + bytes(120) + struct.pack('<IHH', 68, 0, 8))
    status, out, err = thresh('span', '--json', path)
    span = json.loads(out)
    if (status, span['from_ns'], span['to_ns'], span['events']) != (0, None, None, 0):
        return f'{status}: {out}{err}'
    if err != 'thresh span: the recording has no events\n':
        return err
    status, out, err = thresh('span', path)
    return None if (status, out.splitlines()[0]) == (0, '0 events in 0 ns') else f'{status}: {out}{err}'


def check_outside(path, begin, end, *options):
    """A span that is empty within the recording is reported."""
    status, out, err = thresh('span', '--json', *options, path)
    span = json.loads(out)
    if status != 0 or span['from_ns'] != span['to_ns'] or not begin <= span['from_ns'] <= end:
        return f'{status}: {out}'
    if span['events'] or any(cpu['n'] or cpu['time_ns'] for cpu in span['cpus']) or span['tasks'] or span['types'] or span['stages']:
        return out
    said = 'no part of the recording lies in this span; the recording goes from ' \
        f'{begin // 10 ** 9}.{begin % 10 ** 9:09} to {(end - 1) // 10 ** 9}.{(end - 1) % 10 ** 9:09}'
    if err != f'thresh span: {said}\n':
        return err
    # Of other commands with a span, nothing is left either.
    for command in (['events'], ['export', '--format', 'events-text']):
        status, out, err = thresh(*command, *options, path)
        if (status, out.count('\n'), err) != (0, 1, f'thresh {command[0]}: {said}\n'):
            return f'{command}: {status}: {out[:80]}{err}'
    out = thresh('span', *options, path)[1]
    return None if out.startswith('0 events in 0 ns\n') else out


def check_mistake(arguments, begin):
    status, out, err = thresh('span', *arguments)
    return None if status == 64 and not out and err.startswith(begin) else f'exit status {status}: {err}'


def main():
    tap = Tap()
    for path in (SAMPLE, *(os.path.join(DATA, name) for name in ('e1000-veth-loss.dat', 'k612-rep.dat', 'e1000-gt-udp.dat'))):
        name = os.path.basename(path)
        if shutil.which('trace-cmd') is None:
            tap.skip(name, 'there is no trace-cmd here')
            continue
        lines = report(path)[0]
        tap.case(f'{name}: all', check_counts, path, lines)
        tap.case(f'{name}: a part', check_counts, path, lines, '--from', '+30ms', '--to', '+70ms')
        tap.case(f'{name}: times', check_times, path, lines)
        tap.case(f'{name}: filtered', check_filter, path, lines)
        tap.case(f'{name}: two parts', check_parts, path)
    tap.case('stages', check_stages, SAMPLE)
    tap.case('stages of a part', check_stages, SAMPLE, '--from', '+135ms', '--to', '+155ms')
    tap.case('text', check_text, SAMPLE)
    with tempfile.TemporaryDirectory() as scratch:
        tap.case('no events', check_no_events, os.path.join(scratch, 'none.data'))
    # The first and the last event of e1000-buffers.dat as trace-cmd report prints them.
    with open(os.path.join(DATA, 'e1000-buffers.dat.expected.json'), encoding='utf-8') as file:
        facts = json.load(file)
    begin, end = to_ns(facts['first_ts']), to_ns(facts['last_ts']) + 1
    for name, options in (('behind the end', ['--from', '+100s']), ('before the beginning', ['--to', '5']),
                          ('before everything', ['--from', '1', '--to', '2'])):
        tap.case(name, check_outside, os.path.join(DATA, 'e1000-buffers.dat'), begin, end, *options)
    tap.case('no file', check_mistake, [], 'thresh span: exactly one file is needed')
    tap.case('the wrong way round', check_mistake, ['--from', '+2ms', '--to', '+1ms', SAMPLE],
             'thresh span: The span ends before it begins: +2ms is later than +1ms')
    tap.case('a wrong time', check_mistake, ['--from', 'noon', SAMPLE], 'thresh span: ')
    tap.end()


main()
