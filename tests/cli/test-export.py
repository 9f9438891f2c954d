#!/usr/bin/env python3
# test-export.py - thresh export: Chrome trace JSON, against its description and trace-cmd report
#
# SPDX-License-Identifier: GPL-2.0-or-later

import collections
import csv
import io
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from cli import DATA, HAVE_TRACES, NO_TRACES, THRESH, TRACES, Tap, thresh

SAMPLE = os.path.join(DATA, '..', '..', 'data', 'samples', 'e1000-tcp.dat')
PART, REFUSED, USAGE = 3, 2, 64

# What the description of the format demands of each phase, besides ph, pid, tid and name.
NEEDS = {'X': {'ts': (int, float), 'dur': (int, float), 'cat': str}, 'i': {'ts': (int, float), 's': str},
         'C': {'ts': (int, float), 'args': dict}, 'M': {'args': dict}, 'b': {'ts': (int, float), 'id': str, 'cat': str},
         'e': {'ts': (int, float), 'id': str, 'cat': str}, 's': {'ts': (int, float), 'id': int, 'cat': str},
         't': {'ts': (int, float), 'id': int, 'cat': str}, 'f': {'ts': (int, float), 'id': int, 'cat': str}}


def export(path, *options):
    status, out, err = thresh('export', *options, path)
    assert status in (0, PART), err
    # The names in a recording need not be unique, but the members of an object must be.
    def unique(pairs):
        assert len(pairs) == len(dict(pairs)), pairs
        return dict(pairs)
    return json.loads(out, object_pairs_hook=unique)['traceEvents']


def ns(microseconds):
    return round(microseconds * 1000)


def check_members(events):
    for event in events:
        needs = NEEDS[event['ph']]
        assert isinstance(event['pid'], int) and isinstance(event['tid'], int) and isinstance(event['name'], str), event
        for member, kind in needs.items():
            assert isinstance(event.get(member), kind), event
        assert set(event) <= {'ph', 'pid', 'tid', 'name', 'bp', 'cat', 'args'} | set(needs), event
        assert event.get('dur', 0) >= 0, event
        if event['ph'] == 'C':
            assert all(isinstance(value, (int, float)) for value in event['args'].values()), event


def check_nesting(events):
    """Slices of a thread lie one inside the other or apart, also for readers that add doubles, from the
    first time on."""
    start = min(event['ts'] for event in events if event['ph'] == 'X')
    threads = collections.defaultdict(list)
    for event in events:
        if event['ph'] == 'X':
            begin = event['ts'] - start
            threads[event['pid'], event['tid']].append((begin, -(begin + event['dur'])))
    for thread, slices in threads.items():
        stack = []
        for begin, end in sorted(slices):
            while stack and stack[-1] <= begin:
                stack.pop()
            assert not stack or -end <= stack[-1], (thread, begin, -end, stack)
            stack.append(-end)


def check_names(events):
    """Each thread with events has one name, and no two threads the same number."""
    named = collections.Counter((event['pid'], event['tid']) for event in events if event['name'] == 'thread_name')
    assert not named or max(named.values()) == 1, named.most_common(1)
    for event in events:
        if event['ph'] in 'XiC':
            assert (event['pid'], event['tid']) in named, event


def check_packets(events):
    stacks, arrows = collections.defaultdict(list), collections.defaultdict(list)
    for event in events:
        if event['ph'] == 'b':
            stacks[event['cat'], event['id']].append(event)
        elif event['ph'] == 'e':
            begin = stacks[event['cat'], event['id']].pop()
            assert begin['name'] == event['name'] and begin['ts'] <= event['ts'], event
        elif event['ph'] in 'stf':
            arrows[event['id']].append((event['ph'], event['ts']))
    assert not any(stacks.values())
    for arrow in arrows.values():
        phases = ''.join(phase for phase, _ in arrow)
        assert re.fullmatch('st*f', phases), phases
        assert [time for _, time in arrow] == sorted(time for _, time in arrow), arrow


def test_format(path):
    events = export(path)
    check_members(events)
    check_nesting(events)
    check_names(events)
    check_packets(events)
    lives = thresh('packets', '--lives', '--json', path)[1].splitlines()
    packets = [event for event in events
               if event['ph'] == 'b' and event['cat'] == 'packet' and event['name'] == event['id']]
    assert len(packets) == len(lives), (len(packets), len(lives))
    return None


SWITCH = re.compile(r'\[(\d+)\] +(\d+)\.(\d{9}): sched_switch: +.* next_comm=(.*) next_pid=(\d+) next_prio=')


def test_runs():
    """Each task from one sched_switch of trace-cmd report to the next."""
    out = subprocess.run(['trace-cmd', 'report', '-t', '-N', SAMPLE], capture_output=True, text=True, check=True).stdout
    last, expected = {}, set()
    for cpu, seconds, rest, name, pid in SWITCH.findall(out):
        time = int(seconds) * 10**9 + int(rest)
        if cpu in last and last[cpu][1][1] != 0:
            begin, task = last[cpu]
            expected.add((int(cpu), begin, time - begin, *task))
        last[cpu] = (time, (name, int(pid)))
    expected = {run for run in expected if run[2] > 0}
    found = {(event['tid'] - 1, ns(event['ts']), ns(event['dur']), event['name'], event['args']['pid'])
             for event in export(SAMPLE) if event['ph'] == 'X' and event['cat'] == 'task'}
    assert len(expected) > 20 and expected <= found, sorted(expected - found)[:5]
    return None


def test_span_and_file():
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'x.json')
        whole = export(SAMPLE)
        part = export(SAMPLE, '--from', '+1ms', '--to', '+3ms')
        assert 0 < len(part) < len(whole), (len(part), len(whole))
        assert thresh('export', SAMPLE, '-o', out)[:2] == (0, '')
        with open(out, encoding='utf-8') as file:
            assert json.load(file)['traceEvents'] == whole
        assert os.listdir(folder) == ['x.json']
        status, _, err = thresh('export', SAMPLE, '-o', os.path.join(folder, 'none', 'x'))
        assert status == REFUSED and 'No such file' in err, err
        assert thresh('export', '--format', 'svg', SAMPLE)[0] == USAGE
        assert thresh('export', '--format', 'lanes-svg', SAMPLE, '-o', 'x.png')[0] == USAGE
        assert thresh('export', '--format', 'table-csv', SAMPLE)[0] == USAGE
        assert thresh('export', '--filter', 'cpu == 1', SAMPLE)[0] == USAGE
        assert thresh('export', '--from', 'never', SAMPLE)[0] == USAGE
    return None


LINE = re.compile(r' *.*-(\d+) +\[(\d+)\] +(\d+)\.(\d{9}): (\w+):')


def test_events():
    """Each event of trace-cmd report, in all three formats; a filter and a span keep their part."""
    out = subprocess.run(['trace-cmd', 'report', '-t', '-N', SAMPLE], capture_output=True, text=True, check=True).stdout
    lines = out.splitlines()
    assert thresh('export', '--format', 'events-text', SAMPLE)[1].splitlines() == lines
    expected = [(int(s) * 10**9 + int(ns), int(cpu), int(pid), name)
                for pid, cpu, s, ns, name in (LINE.match(line).groups() for line in lines[1:])]
    assert len(expected) > 1000

    table = list(csv.DictReader(io.StringIO(thresh('export', '--format', 'events-csv', SAMPLE)[1])))
    objects = [json.loads(line) for line in thresh('export', '--format', 'events-jsonl', SAMPLE)[1].splitlines()]
    for rows in (table, objects):
        found = [(int(r['ts']), int(r['cpu']), int(r['pid']), r['type'].split(':')[1]) for r in rows]
        assert found == expected, next(pair for pair in zip(found, expected) if pair[0] != pair[1])
        assert {row['task'] for row in rows if int(row['pid']) == 0} == {'<idle>'}
    some = thresh('export', '--format', 'events-csv', '-f', 'cpu == 1', '--from', '+5ms', '--to', '+50ms', SAMPLE)[1]
    first = expected[0][0]
    wanted = [e[0] for e in expected if e[1] == 1 and first + 5 * 10**6 <= e[0] < first + 50 * 10**6]
    assert wanted and [int(row['ts']) for row in csv.DictReader(io.StringIO(some))] == wanted
    return None


def test_others():
    """Tables, call chains and pictures are those of their commands."""
    chains = os.path.join(DATA, 'e1000-fgraph.dat') if not HAVE_TRACES else os.path.join(TRACES, 'e1000-fgraph.dat')
    for own, other in ((('folded', chains), ('stacks', chains)),
                       (('table-csv', '--table', 'wakeups', SAMPLE), ('table', '--csv', 'wakeups', SAMPLE)),
                       (('table-jsonl', '--table', 'wakeups', SAMPLE), ('table', '--json', 'wakeups', SAMPLE))):
        found = thresh('export', '--format', *own)[1]
        assert len(found) > 100 and found == thresh(*other)[1], own
    with tempfile.TemporaryDirectory() as folder:
        for suffix, magic in (('png', b'\x89PNG'), ('svg', b'<?xml'), ('pdf', b'%PDF')):
            path = os.path.join(folder, 'x.' + suffix)
            status, _, err = thresh('export', '--format', 'lanes-' + suffix, '--from', '+1ms', '--to', '+3ms', '-o', path,
                                    SAMPLE)
            assert status == 0, err
            with open(path, 'rb') as file:
                assert file.read(4) == magic[:4]
    return None


def test_suffixes():
    """The suffix of the file chooses the format if no option does; other commands write some files."""
    with tempfile.TemporaryDirectory() as folder:
        for suffix, form in (('csv', 'events-csv'), ('jsonl', 'events-jsonl'), ('txt', 'events-text'), ('json', 'chrome'),
                             ('', 'chrome')):
            path = os.path.join(folder, 'x' + ('.' + suffix if suffix else ''))
            status, _, err = thresh('export', '-o', path, SAMPLE)
            assert status == 0, err
            with open(path, encoding='utf-8') as file:
                assert file.read() == thresh('export', '--format', form, SAMPLE)[1], suffix
        path = os.path.join(folder, 'x.svg')
        status, _, err = thresh('export', '--from', '+1ms', '--to', '+3ms', '-o', path, SAMPLE)
        assert status == 0, err
        with open(path, 'rb') as file:
            assert file.read(5) == b'<?xml'
        for suffix, said in (('cvs', 'did you mean “.csv”?'), ('jsno', 'did you mean “.json”?'), ('gz', '.json, .csv, .jsonl, .txt, .folded')):
            path = os.path.join(folder, 'y.' + suffix)
            status, _, err = thresh('export', '-o', path, SAMPLE)
            assert status == USAGE and said in err and not os.path.exists(path), (status, err)
            assert thresh('export', '--format', 'events-csv', '-o', path, SAMPLE)[0] == 0
        for suffix, command in (('dat', 'thresh cut'), ('html', 'thresh report'), ('md', 'thresh report')):
            path = os.path.join(folder, 'y.' + suffix)
            status, _, err = thresh('export', '-o', path, SAMPLE)
            assert status == USAGE and command in err and not os.path.exists(path), err
    # A table is chosen by its name alone.
    status, out, err = thresh('export', '--table', 'wakeups', SAMPLE)
    assert status == 0 and out == thresh('table', '--csv', 'wakeups', SAMPLE)[1], err
    return None


def test_table_file():
    """A table goes to a file as to standard output; the suffix chooses the format."""
    csv_text = thresh('table', '--csv', 'wakeups', SAMPLE)[1]
    with tempfile.TemporaryDirectory() as folder:
        for name, expected in (('x.csv', csv_text), ('x', csv_text), ('x.jsonl', thresh('table', '--json', 'wakeups', SAMPLE)[1])):
            path = os.path.join(folder, name)
            for command in (['export', '--table', 'wakeups', '-o', path, SAMPLE],
                            ['table', '--json' if name.endswith('l') else '--csv', '-o', path, 'wakeups', SAMPLE]):
                status, out, err = thresh(*command)
                assert (status, out) == (0, ''), err
                with open(path, encoding='utf-8') as file:
                    assert file.read() == expected, name
                os.unlink(path)
        for arguments, expected, said in ((['export', '--table', 'wakeups', '-o', 'x.txt'], USAGE, '.csv or .jsonl'),
                                          (['export', '--table', 'wakups', '-o', 'x.csv'], USAGE, 'did you mean'),
                                          (['table', 'wakeups', '-o', 'x.txt'], USAGE, '--csv or --json'),
                                          (['table', 'wakeups', '--csv', '-o', 'none/x.csv'], REFUSED, 'No such file'),
                                          (['table', 'wakeups', '--csv', '-o', '/dev/full'], REFUSED, 'No space left')):
            status, out, err = thresh(*arguments, os.path.abspath(SAMPLE), cwd=folder)
            assert (status, out) == (expected, '') and said in err and not os.listdir(folder), (arguments, status, err)
        copy = os.path.join(folder, 'x.csv')
        shutil.copy(SAMPLE, copy)
        status, _, err = thresh('export', '--table', 'wakeups', '-o', copy, copy)
        assert status == REFUSED and os.path.getsize(copy) == os.path.getsize(SAMPLE), err
    return None


def test_devices():
    """What is no regular file is written, and never replaced."""
    lines = thresh('export', '--format', 'events-text', SAMPLE)[1]
    with tempfile.TemporaryDirectory() as folder:
        pipe, log = os.path.join(folder, 'pipe'), os.path.join(folder, 'log')
        os.mkfifo(pipe)
        with open(log, 'w', encoding='utf-8') as file, subprocess.Popen(['cat', pipe], stdout=file) as reader:
            status, _, err = thresh('export', '--format', 'events-text', '-o', pipe, SAMPLE)
            assert status == 0 and reader.wait(60) == 0, err
        with open(log, encoding='utf-8') as file:
            assert file.read() == lines
        assert stat.S_ISFIFO(os.stat(pipe).st_mode)
        # As with >>.
        with open(log, 'w', encoding='utf-8') as file:
            file.write('before\n')
            file.flush()
            status = subprocess.run([THRESH, 'export', '--format', 'events-text', '-o', f'/dev/fd/{file.fileno()}', SAMPLE],
                                    pass_fds=[file.fileno()], check=False).returncode
        with open(log, encoding='utf-8') as file:
            assert status == 0 and file.read() == 'before\n' + lines
        assert sorted(os.listdir(folder)) == ['log', 'pipe']
        # A full disk, also below a name that tells the format.
        full = os.path.join(folder, 'full.svg')
        os.symlink('/dev/full', full)
        for command in ('cut', 'sanitize', 'render'):
            status, out, err = thresh(command, '-o', full, SAMPLE)
            assert (status, out) == (REFUSED, '') and err == f'thresh {command}: “{full}” cannot be written: No space left on device\n', err
        assert os.path.islink(full)
        status, _, err = thresh('render', '--from', '999', '-o', os.path.join(folder, 'x.svg'), SAMPLE)
        assert status == 0 and 'no part of the recording lies in this span' in err, err
    return None


tap = Tap()
tap.case('events', test_events)
tap.case('suffixes', test_suffixes)
tap.case('a table as a file', test_table_file)
tap.case('devices and pipes', test_devices)
tap.case('tables, chains and lanes', test_others)
tap.case('runs', test_runs)
tap.case('span and file', test_span_and_file)
tap.case('the sample', test_format, SAMPLE)
for name in ('e1000-gt-udp', 'e1000-tcp-gro', 'e1000-lost', 'e1000-marker', 'e1000-fgraph', 'virtio-tcp6', 'k612-rep',
             'e1000-clock-counter'):
    if HAVE_TRACES:
        tap.case(name, test_format, os.path.join(TRACES, name + '.dat'))
    else:
        tap.skip(name, NO_TRACES)
tap.end()
