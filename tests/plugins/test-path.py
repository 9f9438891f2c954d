#!/usr/bin/env python3
# test-path.py - critical paths of loads that know them, and of real recordings against trace-cmd's text
#
# SPDX-License-Identifier: GPL-2.0-or-later

import json
import lzma
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from cli import DATA, Tap, recordings, thresh, to_ns  # noqa: E402

LOAD = os.path.join(DATA, 'path', 'path.dat.xz')
LINE = re.compile(r'^\s*(.*)-(\d+)\s+\[(\d+)\]\s+(\d+\.\d+): (\w+):\s*(.*)$')
LOST = re.compile(r'CPU:(\d+) \[.*EVENTS DROPPED')
# Real recordings: those in the sources, and some others.
SAMPLES = r'/data/|-rr-|-v7-none|/k612-rep|-tcp6|/(bridge|ksoftirqd|lost|loopback|rps|threaded|tap-sock)-deep'
# What recording may add to a part, in ns: some events, and the way into the kernel and back.
COST = 150000
# What the load calls a cause, and what we do.
CAUSES = {'running': 'running', 'other': 'other task ran', 'timer': 'timer', 'preempted': 'preempted', 'runnable': 'waited for a CPU'}


def path(file, *arguments):
    status, out, err = thresh('path', '--json', *arguments, file)
    assert status in (0, 1), err
    return [json.loads(line) for line in out.splitlines()]


def seconds(time):
    return f'{time // 10**9}.{time % 10**9:09}'


def span(begin, end):
    return ('--span', f'{seconds(begin)}..{seconds(end)}')


def pid_of(task):
    return int(task.rsplit('-', 1)[1])


def check_rows(rows, begin, end):
    """The rows follow each other and add up to the span, to the nanosecond."""
    time = begin
    for row in rows:
        assert row['time'] == time and row['lasted'] > 0, f'{row} does not begin at {time}'
        time += row['lasted']
    assert time == end, f'the last row ends at {time} instead of {end}'
    for row in rows:
        assert (row['cause'] == 'unknown') == (row['sureness'] == 'unknown'), row


def sum_up(rows):
    sums = {}
    for row in rows:
        key = row['cause'], pid_of(row['task'])
        sums[key] = sums.get(key, 0) + row['lasted']
    return sums


def scenarios():
    with open(os.path.join(DATA, 'path', 'path.truth.json'), encoding='utf-8') as file:
        return [json.loads(line) for line in file]


# --- the load that knows --------------------------------------------------------

def check_truth(truth):
    """Each part has the time that the load measured; what it did not measure is the tolerance."""
    rows = path(LOAD, '--task', str(truth['pid']), *span(truth['from'], truth['to']))
    check_rows(rows, truth['from'], truth['to'])
    ours, theirs = sum_up(rows), {}
    for part in truth['parts']:
        key = CAUSES[part['cause']], part['pid']
        theirs[key] = theirs.get(key, 0) + part['time'] - max(0, truth['from'] - part['from'])
    if truth['name'] == 'disk':
        return check_disk(truth, ours, theirs)
    slack = truth['to'] - truth['from'] - sum(theirs.values())
    assert slack * 20 < truth['to'] - truth['from'], f'the load knows too little: {slack} ns are open'
    # For the load, a sleep ends when it runs again.
    for key in theirs:
        if key[0] == 'timer' and ('waited for a CPU', key[1]) not in theirs:
            ours[key] = ours.get(key, 0) + ours.get(('waited for a CPU', key[1]), 0)
    wrong = {key: (ours.get(key, 0), time) for key, time in theirs.items()
             if abs(ours.get(key, 0) - time) > slack + COST}
    return f'{wrong} in {ours}' if wrong else ''


def check_disk(truth, ours, theirs):
    """What is not CPU time was spent on the block device, or on the way there and back."""
    length = truth['to'] - truth['from']
    running = ours[('running', truth['pid'])]
    assert abs(running - theirs[('running', truth['pid'])]) * 20 < length, (ours, theirs)
    waited = sum(time for (cause, _), time in ours.items() if cause in ('block device', 'interrupt', 'other task ran'))
    queued = sum(time for (cause, _), time in ours.items() if cause in ('waited for a CPU', 'preempted'))
    assert any(cause == 'block device' for cause, _ in ours), ours
    return '' if (length - running - waited - queued) * 50 < length else f'{ours}'


def check_depth():
    """Each link of the chain is one waker deeper."""
    for truth in scenarios():
        if truth['name'].startswith('pipes'):
            rows = path(LOAD, '--task', str(truth['pid']), *span(truth['from'], truth['to']))
            depth = {pid_of(row['task']): row['depth'] for row in rows}
            links = [part['pid'] for part in truth['parts'] if part['cause'] == 'other'][::-1]
            assert [depth[pid] for pid in links] == list(range(1, len(links) + 1)), (depth, links)
    return ''


def check_packet():
    """The wait in recv leads through the packet to its sender, as net_dev_queue in trace-cmd's text tells."""
    truth = next(one for one in scenarios() if one['name'] == 'tcp')
    server = truth['parts'][0]['pid']
    rows = path(LOAD, '--task', str(truth['pid']), *span(truth['from'], truth['to']))
    packets = [row for row in rows if row['cause'] == 'packet' and pid_of(row['task']) == truth['pid']]
    sent = [time for _, pid, _, time, event, _ in report(LOAD) if event == 'net_dev_queue' and pid == server]
    assert packets and packets[-1]['time'] in sent, (packets, sent)
    before = rows[rows.index(packets[-1]) - 1]
    return '' if pid_of(before['task']) == server else f'{before} came before the packet'


def check_without(ignored):
    """Without the events that tell who woke a task, what they told is unknown."""
    for truth in scenarios():
        where = ('--task', str(truth['pid']), *span(truth['from'], truth['to']))
        full = sum_up(path(LOAD, *where))
        rows = path(LOAD, *(f'--ignore=sched:{name}' for name in ignored), *where)
        check_rows(rows, truth['from'], truth['to'])
        less = sum_up(rows)
        invented = {key: (time, full.get(key, 0)) for key, time in less.items()
                    if key[0] != 'unknown' and time > full.get(key, 0)}
        # A wakeup follows its waking: what is known begins or ends later by that.
        invented = {key: times for key, times in invented.items() if times[0] - times[1] > COST or len(ignored) > 1}
        assert not invented, f'{truth["name"]}: {invented} in {less} instead of {full}'
        if len(ignored) > 1:
            assert {cause for cause, _ in less} <= {'running', 'preempted', 'unknown'}, less
    return ''


# --- trace-cmd's text ------------------------------------------------------------

def report(file):
    """All lines as (task, pid, cpu, time, event, text)."""
    with tempfile.TemporaryDirectory() as scratch:
        if file.endswith('.xz'):
            with lzma.open(file) as packed, open(os.path.join(scratch, 'trace.dat'), 'wb') as plain:
                plain.write(packed.read())
            file = plain.name
        done = subprocess.run(['trace-cmd', 'report', '-t', '-N', file], capture_output=True, timeout=120, check=False)
    found = []
    for line in done.stdout.decode('latin-1').split('\n'):
        match = LINE.match(line)
        if match:
            found.append((match[1], int(match[2]), int(match[3]), to_ns(match[4]), match[5], match[6]))
        elif LOST.search(line):
            found.append(('', 0, int(LOST.search(line)[1]), 0, 'lost', ''))
    return found


def read_switch(text):
    """(pid before, its state, pid after)"""
    match = re.match(r'.*?:(\d+) \[\d+\] (\S+) ==> .*?:(\d+) \[\d+\]', text) or \
        re.match(r'prev_comm=.* prev_pid=(\d+) .*prev_state=(\S+) ==> .* next_pid=(\d+)', text)
    return int(match[1]), match[2], int(match[3])


def read_woken(text):
    match = re.search(r'pid=(\d+)', text) or re.match(r'.*?:(\d+) \[', text)
    return int(match[1])


def states(lines, pid):
    """When the task ran, was preempted, and waited after a wakeup: [(state, begin, end)]."""
    found, state, since, early = [], None, 0, False
    for _, _, _, time, event, text in lines:
        if event == 'sched_switch':
            before, why, after = read_switch(text)
            if pid not in (before, after):
                continue
            new = 'running' if pid == after else 'preempted' if why.startswith('R') else 'blocked'
            if state == 'blocked' and early and new == 'running':
                state = None
            found.append((state, since, time))
            state, since = new, time
            early = early and new == 'blocked'
        elif event in ('sched_waking', 'sched_wakeup', 'sched_wakeup_new') and read_woken(text) == pid:
            # The waking came while the task was about to block: it waits since it did.
            if state == 'blocked' and early and event == 'sched_wakeup':
                time = since
            if state in ('blocked', None):
                found.append((state, since, time))
                state, since, early = 'waited for a CPU', time, False
            elif state == 'running':
                early = event == 'sched_waking'
    return found


def check_states(file):
    """What the task itself did, of the three tasks that ran most often."""
    lines = [line for line in report(file) if line[4].startswith('sched_') or line[4] == 'lost']
    assert lines and not any(line[4] == 'lost' for line in lines), 'events were lost'
    runs = {}
    for line in lines:
        if line[4] == 'sched_switch':
            after = read_switch(line[5])[2]
            runs[after] = runs.get(after, 0) + 1
    for pid in sorted((pid for pid in runs if pid > 0), key=runs.get)[-3:]:
        rows = [row for row in path(file, '--task', str(pid)) if row['depth'] == 0]
        for cause in ('running', 'preempted', 'waited for a CPU'):
            theirs = merge((begin, end) for state, begin, end in states(lines, pid) if state == cause)
            ours = merge((row['time'], row['time'] + row['lasted']) for row in rows if row['cause'] == cause)
            missing = [one for one in theirs if one not in ours]
            assert not missing, f'{pid} {cause}: {missing[:5]} are not among {ours[:20]}'
    return ''


def merge(spans):
    """Joins those that follow each other; empty ones vanish."""
    found = []
    for begin, end in spans:
        if found and found[-1][1] == begin:
            found[-1] = (found[-1][0], end)
        elif end > begin:
            found.append((begin, end))
    return found


def check_lost(file):
    """Nobody knows what ended a wait in which events were lost."""
    last, gaps, open_gaps = {}, [], set()
    for _, _, cpu, time, event, _ in report(file):
        if event == 'lost':
            open_gaps.add(cpu)
            continue
        if cpu in open_gaps:
            gaps.append((last.get(cpu, 0), time))
            open_gaps.discard(cpu)
        last[cpu] = time
    assert gaps, 'no events were lost'
    pids = {pid_of(row['task']) for row in json_table(file, 'tasks')} - {0}
    for pid in sorted(pids)[:20]:
        for row in path(file, '--task', str(pid)):
            end = row['time'] + row['lasted']
            if row['cause'] not in ('unknown', 'running', 'other task ran'):
                broken = [gap for gap in gaps if gap[0] < end and gap[1] > row['time']]
                assert not broken, f'{row} although events were lost in {broken}'
    return ''


def json_table(file, name):
    status, out, err = thresh('table', '--json', name, file)
    assert status in (0, 1), err
    return [json.loads(line) for line in out.splitlines()]


# --- system calls ------------------------------------------------------------------

def check_each():
    """Each call with its duration, as the text tells; the slowest first; and the totals."""
    truth = next(one for one in scenarios() if one['name'] == 'disk')
    pid, theirs, begin = truth['pid'], [], None
    for _, task, _, time, event, _ in report(LOAD):
        if task == pid and event == 'sys_enter_pread64':
            begin = time
        elif task == pid and event == 'sys_exit_pread64' and begin is not None:
            theirs.append((begin, time - begin))
    where = ('--task', str(pid), '--each', 'pread64')
    ours = path(LOAD, *where)
    assert len(theirs) == 8 and sorted((row['time'], row['total']) for row in ours) == theirs, (ours, theirs)
    assert [row['total'] for row in ours] == sorted((row['total'] for row in ours), reverse=True), ours
    causes = [key for key in ours[0] if key in ('running', 'other', 'preempted', 'runnable', 'timer', 'interrupt', 'softirq', 'block',
                                                'packet', 'unknown')]
    assert all(sum(row[cause] or 0 for cause in causes) == row['total'] for row in ours), ours
    totals = path(LOAD, *where, '--totals')
    assert sum(row['time'] for row in totals) == sum(length for _, length in theirs), totals
    third = path(LOAD, *where, '--syscall', '3')
    check_rows(third, theirs[2][0], sum(theirs[2]))
    return ''


def check_usage():
    for arguments, expected in (((), 'exactly one file'), ((LOAD,), '--task is needed'),
                                (('--task', 'nobody', LOAD), 'no task “nobody”'),
                                (('--task', '1', '--syscall', '-1', LOAD), 'numbered from 1'),
                                (('--task', str(scenarios()[0]['pid']), '--span', 'x..y', LOAD), 'x')):
        status, out, err = thresh('path', *arguments)
        if status != 64 or out or expected not in err:
            return f'{arguments}: {status} {out}{err}'
    _, out, err = thresh('path', '--task', str(scenarios()[0]['pid']), '--each', 'nothing', LOAD)
    return '' if 'no such system call' in err else f'{out}{err}'


def main():
    tap = Tap()
    for truth in scenarios():
        tap.case(f'truth {truth["name"]}', check_truth, truth)
    tap.case('depth', check_depth)
    tap.case('packet', check_packet)
    tap.case('without sched_waking', check_without, ['sched_waking'])
    tap.case('without any wakeup', check_without, ['sched_waking', 'sched_wakeup'])
    tap.case('each call', check_each)
    tap.case('usage', check_usage)
    for file, facts in recordings():
        name = os.path.basename(file)
        if not {'sched_waking', 'sched_switch'} <= set(facts['per_event']) or not re.search(SAMPLES, file):
            continue
        if 'lost' not in name:
            tap.case(f'states {name}', check_states, file)
        else:
            tap.case(f'lost events {name}', check_lost, file)
    tap.end()
    return 0


if __name__ == '__main__':
    sys.exit(main())
