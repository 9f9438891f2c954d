#!/usr/bin/env python3
# test-cut.py - compares what trace-cmd prints of a cut with what it prints of the original
#
# SPDX-License-Identifier: GPL-2.0-or-later

import filecmp
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from cli import DATA, HAVE_TRACES, NO_TRACES, TRACES, Tap, recordings, thresh

SAMPLE = os.path.join(DATA, '..', '..', 'data', 'samples', 'e1000-tcp.dat')
EVENT = re.compile(r'^(?:\S+:)?\s*(\S.*)-(\d+)\s+(?:\S+\s+)?\[(\d+)\]\S*\s+(?:\S+\s+)?(-?\d+(?:\.\d+)?):\s+(\S+):')
# Both indent a function by the calls that they printed before.
INDENTED = ('function', 'funcgraph_entry', 'funcgraph_exit')
LONG = bool(os.environ.get('THRESHER_LONG'))


def report(path):
    """The events of trace-cmd report: (ns, time, cpu, event, task, text with the losses before)."""
    done = subprocess.run(['trace-cmd', 'report', '-t', '-i', path],
                          stdin=subprocess.DEVNULL, capture_output=True, check=False)
    events, lost = [], []
    for line in done.stdout.decode('utf-8', 'replace').split('\n'):
        if 'EVENTS DROPPED' in line:
            lost.append(line)
            continue
        match = EVENT.match(line)
        if match is None:
            continue
        if match[5] in INDENTED:
            line = re.sub(r'\s+', ' ', line)
        events.append((int(match[4].replace('.', '')), match[4], int(match[3]), match[5],
                       match[1], '\n'.join([*lost, line])))
        lost = []
    return events, done.stderr.decode('utf-8', 'replace')


def same(one, other):
    """A name that trace-cmd learns too late in the original is known in the cut."""
    return one[5] == other[5] or \
        (one[4] == '<...>' and
         one[5].replace('<...>', '').split() == other[5].replace(other[4], '', 1).split())


def cut(path, *options):
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, 'cut.dat')
        status, _, err = thresh('cut', *options, path, '-o', target)
        if status not in (0, 3):
            raise ValueError(f'exit status {status}: {err}')
        assert os.listdir(folder) == ['cut.dat'], os.listdir(folder)
        return report(target)


def compare(expected, found):
    for one, other in zip(expected, found):
        if not same(one, other):
            return f'{other[5]!r} instead of {one[5]!r}'
    return None if len(expected) == len(found) else f'{len(found)} events instead of {len(expected)}'


def at(events, share):
    """A time near that share of the events, as an option."""
    times = sorted(event[0] for event in events)
    time = times[min(int(len(times) * share), len(times) - 1)]
    return time, f'{time // 10**9}.{time % 10**9:09}' if '.' in events[0][1] else str(time)


def check_spans(path):
    events, complaints = report(path)
    if len(events) < 20:
        return None
    spans = [(0.1, 0.3), (0.45, 0.55), (0.6, 0.95)]
    if LONG:
        spans += [sorted((random.random(), random.random())) for _ in range(20)]
    for begin, end in spans:
        (begin, begin_text), (end, end_text) = at(events, begin), at(events, end)
        found, told = cut(path, '--from', begin_text, '--to', end_text)
        wrong = compare([event for event in events if begin <= event[0] < end], found)
        if wrong is None and told not in ('', complaints):
            wrong = told
        if wrong is not None:
            return f'{begin_text} to {end_text}: {wrong}'
    return None


def check_whole():
    """All of it is the original, however it was packed."""
    events, _ = report(SAMPLE)
    return compare(events, cut(SAMPLE)[0])


def check_cpus():
    events, _ = report(SAMPLE)
    return compare([event for event in events if event[2] in (0, 3)], cut(SAMPLE, '--cpu', '0,3')[0])


def check_filter():
    """trace-cmd takes names of tasks from the events that it prints, so these are left out."""
    def nameless(events):
        return [(*event[:4], '', event[5][event[5].index('['):]) for event in events]
    events, _ = report(SAMPLE)
    found, _ = cut(SAMPLE, '-f', 'sched_switch && cpu == 1')
    return compare(nameless([event for event in events
                             if event[3] == 'sched_switch' and event[2] == 1]), nameless(found))


def check_ignored():
    """Types that were not loaded are not in the cut; the others are."""
    events, _ = report(SAMPLE)
    found, _ = cut(SAMPLE, '--ignore', 'irq:*')
    return compare([event for event in events
                    if not event[3].startswith(('irq_', 'softirq_', 'tasklet_'))], found)


def check_again():
    """A cut of a whole cut is that cut."""
    with tempfile.TemporaryDirectory() as folder:
        first, target = os.path.join(folder, 'first.dat'), os.path.join(folder, 'cut.dat')
        thresh('cut', '--cpu', '0', SAMPLE, '-o', first)
        events, _ = report(first)
        status, out, err = thresh('cut', first, '-o', target)
        if status != 0 or err:
            return f'{status}: {err}'
        if out != f'{len(events)} events in {target}\n':
            return out
        return compare(events, report(target)[0])


def check_info():
    """What the header says is kept."""
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, 'cut.dat')
        thresh('cut', '--to', '+50ms', SAMPLE, '-o', target)
        dumps = [subprocess.run(['trace-cmd', 'dump', '--options', '-i', path], capture_output=True,
                                check=False).stdout.decode() for path in (SAMPLE, target)]
    for option in ('UNAME', 'TRACEID', 'TRACECLOCK', 'VERSION'):
        values = [re.search(rf'Option {option}, .*\n(.*)', dump) for dump in dumps]
        if values[0] is not None and (values[1] is None or values[0][1] != values[1][1]):
            return f'{option}: {values[1] and values[1][1]!r} instead of {values[0][1]!r}'
    return None


def check_refused():
    """Nothing is left behind, and a file that was there stays."""
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, 'cut.dat')
        with open(target, 'w', encoding='utf-8') as file:
            file.write('mine')
        other = os.path.join(folder, 'other.txt')
        with open(other, 'w', encoding='utf-8') as file:
            file.write('# tracer: nop\n           a-1  [000] .... 1.000000: sched_switch: x\n')
        for status, *options in [(2, other, '-o', target),
                                 (2, SAMPLE, '-o', os.path.join(folder, 'none', 'x')),
                                 (64, SAMPLE), (64, SAMPLE, SAMPLE, '-o', target),
                                 (64, '--from', 'x', SAMPLE, '-o', target),
                                 (64, '-f', 'nonsense ==', SAMPLE, '-o', target)]:
            found, _, err = thresh('cut', *options)
            if found != status or not err:
                return f'{options}: {found} instead of {status}: {err}'
        if sorted(os.listdir(folder)) != ['cut.dat', 'other.txt']:
            return str(os.listdir(folder))
        with open(target, encoding='utf-8') as file:
            if file.read() != 'mine':
                return 'the file was replaced'
        # The output of the command is a pipe here.
        found, out, err = thresh('cut', SAMPLE, '-o', '/dev/stdout')
        return None if (found, out) == (2, '') and 'give the name of a file' in err else f'{found}: {err}'


def check_damaged(name):
    """What can be read of a damaged file is a whole file."""
    path = os.path.join(TRACES, 'broken', name)
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, 'cut.dat')
        status, out, err = thresh('cut', path, '-o', target)
        if status not in (0, 3) or not err:
            return f'{status}: {err}'
        events, told = report(target)
        if told or f'{len(events)} events' not in out:
            return f'{told} {out} {len(events)}'
    return None


def check_itself():
    """No command writes over the recording that it reads, whatever leads to it."""
    with tempfile.TemporaryDirectory() as folder:
        path, link = os.path.join(folder, 'a.dat'), os.path.join(folder, 'b.csv')
        shutil.copy(SAMPLE, path)
        os.symlink(path, link)
        for arguments in (['cut', '--from', '+1ms', path, '-o', path], ['cut', path, '-o', link], ['export', '-o', link, path],
                          ['export', '--format', 'chrome', '-o', path, path], ['sanitize', path, '-o', path],
                          ['compare', '--save-baseline', path, path]):
            status, out, err = thresh(*arguments)
            if status != 2 or out or 'would replace the recording itself' not in err or not filecmp.cmp(path, SAMPLE, False):
                return f'{arguments}: {status} {out} {err}'
    return ''


tap = Tap()
tap.case('whole', check_whole)
tap.case('onto itself', check_itself)
tap.case('CPUs', check_cpus)
tap.case('filter', check_filter)
tap.case('ignored', check_ignored)
tap.case('again', check_again)
tap.case('header', check_info)
tap.case('refused', check_refused)
for found_path, _ in recordings():
    tap.case('spans of ' + os.path.basename(found_path), check_spans, found_path)
for broken in ('cut-in-last-page-v6.dat', 'cut-last-byte-v7.dat',
               'flipped-compressed-v7.dat'):
    if HAVE_TRACES:
        tap.case('damaged ' + broken, check_damaged, broken)
    else:
        tap.skip('damaged ' + broken, NO_TRACES)
tap.end()
