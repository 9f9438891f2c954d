#!/usr/bin/env python3
# test-report.py - compares thresh's tables and measures with trace-cmd's text
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Each number is computed again, in a simple way, from the lines of
# `trace-cmd report -t -N`, and from what the load itself measured (truth.json).

import collections
import csv
import io
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from cli import DATA, HAVE_TRACES, NO_TRACES, TRACES, Tap, thresh, to_ns  # noqa: E402

LINE = re.compile(r'^(?:\S+:)?\s*(.*)-(\d+)\s+\[(\d+)\]\s+(\d+\.\d{9}|\d+): (\w+):\s*(.*)$')
DROPPED = re.compile(r'^(?:\S+:)?\s*CPU:(\d+) \[.*EVENTS DROPPED\]')


def find(name):
    for folder in (DATA, TRACES):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return path
    return None


def report(path):
    """Events as (time, cpu, pid, type, text), losses as (None, cpu)."""
    done = subprocess.run(['trace-cmd', 'report', '-t', '-N', '-i', path], capture_output=True, timeout=120, check=True)
    events = []
    for line in done.stdout.decode('utf-8', 'replace').splitlines():
        match = LINE.match(line)
        if match:
            events.append((to_ns(match[4]), int(match[3]), int(match[2]), match[5], match[6]))
            continue
        match = DROPPED.match(line)
        if match:
            events.append((None, int(match[1]), 0, '', ''))
    assert events, 'trace-cmd printed nothing'
    return events


def table(name, path, *options):
    status, out, err = thresh('table', name, '--csv', *options, path)
    assert status in (0, 3), err
    return list(csv.DictReader(io.StringIO(out)))


def measures(path, *options):
    status, out, err = thresh('measures', '--json', *options, path)
    assert status in (0, 3), err
    return {measure['id']: measure for measure in map(json.loads, out.splitlines())}


def rank(values, percent):
    """Nearest rank: the smallest that at least that share does not exceed."""
    return sorted(values)[(len(values) * percent + 99) // 100 - 1]


def differs(measure, values, what):
    expected = {'n': len(values)}
    if values:
        expected.update(min=min(values), p50=rank(values, 50), p90=rank(values, 90), p99=rank(values, 99), max=max(values))
    found = {key: measure.get(key) for key in expected} if measure else {'n': 0}
    return f'{what}: {found} instead of {expected}\n' if found != expected else ''


# --- sched --------------------------------------------------------------------

TIMEHIST = re.compile(r'^\s*\d+\.\d{6} \[(\d+)\]\s+(.*)\[(\d+)(?:/\d+)?\]\s+\d+\.\d{3}\s+(\d+)\.(\d{3})\s+\d+\.\d{3}$')


def check_timehist(name):
    """The delays that `perf sched timehist` prints, in whole us, of all tasks
    that it saw switched out again; at most one a CPU was not."""
    with open(os.path.join(DATA, f'{name}.timehist.txt'), encoding='utf-8') as file:
        lines = [TIMEHIST.match(line.rstrip()) for line in file]
    theirs = collections.Counter((line[3], int(line[4]) * 1000 + int(line[5])) for line in lines
                                 if line and line[2].strip() != '<idle>' and int(line[4] + line[5]) > 0)
    ours = collections.Counter((row['task'].rsplit('-', 1)[1], int(row['latency']) // 1000)
                               for row in table('wakeups', os.path.join(DATA, f'{name}.perf.data')))
    more = sum((ours - theirs).values())
    if len(theirs) < 10 or theirs - ours or more > 4:
        return f'perf alone: {theirs - ours}, ours alone: {ours - theirs}'
    return ''



def switch_of(text):
    match = re.match(r'prev_comm=.* prev_pid=(\d+) prev_prio=-?\d+ prev_state=(\S+) ==> .* next_pid=(\d+) ', text)
    return int(match[1]), match[2], int(match[3])


def plain_wakeups(events):
    """{(woken at, pid): (latency, cpu)}; of a recording without losses."""
    current, running, woken, found = {}, {}, {}, {}
    for time, cpu, pid, kind, text in events:
        if not kind.startswith('sched_'):
            continue
        if cpu not in current:
            current[cpu] = pid
            running[pid] = True
        if kind == 'sched_switch':
            before, state, after = switch_of(text)
            running[before] = False
            # A task that is switched out in R already waits, and is not woken.
            woken[before] = 'waits' if state.startswith('R') else None
            if woken.get(after) not in (None, 'waits'):
                found[woken[after], after] = (time - woken[after], cpu)
            woken[after] = None
            running[after] = True
            current[cpu] = after
        elif kind in ('sched_waking', 'sched_wakeup', 'sched_wakeup_new'):
            target = int(re.search(r'\bpid=(\d+)', text)[1])
            if not running.get(target) and woken.get(target) is None and target != 0:
                woken[target] = time
    return found


def check_wakeups(path):
    expected = plain_wakeups(report(path))
    found = {(int(row['time']), int(row['task'].rsplit('-', 1)[1])): (int(row['latency']), int(row['cpu']))
             for row in table('wakeups', path)}
    if not expected:
        return 'nothing to compare'
    wrong = [f'{key}: {found.get(key)} instead of {expected.get(key)}'
             for key in sorted(found.keys() | expected.keys()) if found.get(key) != expected.get(key)]
    return '\n'.join(wrong) + differs(measures(path).get('wakeup'), [value[0] for value in expected.values()], 'wakeup')


WAKING = re.compile(r'^\s*(.*)-(\d+)\s+(\d+)(.....)\s+(\d+\.\d{9}|\d+): sched_waking: .*\bpid=(\d+)')


def check_wakers(path):
    """Who wakes: by the flags of `trace-cmd report -l` an interrupt, a softirq or the task that runs;
    the vector of a softirq by the entry before it on that CPU."""
    done = subprocess.run(['trace-cmd', 'report', '-l', '-t', '-N', '-i', path], capture_output=True, timeout=120, check=True)
    expected, vectors = {}, {}
    for line in done.stdout.decode('utf-8', 'replace').splitlines():
        entry = re.match(r'^\s*.*-\d+\s+(\d+).....\s+\S+: softirq_(entry|exit):\s+vec=\d+ \[action=(\w+)\]', line)
        if entry:
            vectors[entry[1]] = entry[3] if entry[2] == 'entry' else None
        waking = WAKING.match(line)
        if waking:
            pid, cpu, flags, time, target = waking.groups()[1:]
            expected[to_ns(time), int(target)] = {'.': pid, 'h': 'Interrupt', 'H': 'Interrupt',
                                                  's': f'Softirq {vectors.get(cpu) or ""}'.strip()}[flags[2]]
    seen, wrong = set(), ''
    for row in table('wakeups', path):
        want = expected.get((int(row['time']), int(row['task'].rsplit('-', 1)[1])))
        found = row['waker']
        kind = 'Interrupt' if found.startswith('Interrupt') else found if found.startswith('Softirq') else found.rsplit('-', 1)[1]
        if want is not None:
            seen.add(re.sub(r'^\d+$', 'task', want))
            wrong += f'{row}: {want}\n' if kind != want else ''
    return wrong + ('' if {'Softirq NET_RX', 'task'} <= seen else f'not all kinds: {seen}')


def plain_holders(events):
    """[(begin, end, task, visitor)] of each CPU, from event to event; the visitor is the softirq or
    interrupt that the task was in."""
    task, open_, last, pieces = {}, {}, {}, collections.defaultdict(list)
    for time, cpu, pid, kind, text in events:
        if cpu in task and time > last[cpu]:
            pieces[cpu].append((last[cpu], time, task[cpu], open_[cpu][-1] if open_[cpu] else None))
        last[cpu] = time
        open_.setdefault(cpu, [])
        if kind.startswith('sched_'):
            task.setdefault(cpu, pid)
        if kind == 'sched_switch':
            task[cpu] = switch_of(text)[2]
        elif kind == 'softirq_entry':
            open_[cpu].append('Softirq ' + re.search(r'action=(\w+)', text)[1])
        elif kind == 'irq_handler_entry':
            open_[cpu].append('Interrupt {} ({})'.format(*re.match(r'irq=(\d+) name=(.*)$', text).groups()).strip())
        elif kind in ('softirq_exit', 'irq_handler_exit') and open_[cpu]:
            open_[cpu].pop()
    return pieces


def blame(pieces, begin, end):
    """Who had most: a task, or what took more than half of it where that is idle."""
    tasks, visitors = collections.Counter(), collections.Counter()
    for first, last, task, visitor in pieces:
        length = min(last, end) - max(first, begin)
        if length > 0:
            tasks[str(task)] += length
            if task == 0 and visitor:
                visitors[visitor] += length
    if not tasks:
        return set()
    if tasks['0'] == max(tasks.values()) and visitors and 2 * max(visitors.values()) > tasks['0']:
        del tasks['0']
        tasks[visitors.most_common(1)[0][0]] = max(visitors.values())
    return {pair for pair in tasks.items() if pair[1] == max(tasks.values())}


def check_meanwhile(path):
    pieces = plain_holders(report(path))
    seen, wrong = set(), ''
    for row in table('wakeups', path):
        wanted = blame(pieces[int(row['cpu'])], int(row['time']), int(row['time']) + int(row['latency']))
        who = row['meanwhile'] if re.match('Softirq|Interrupt', row['meanwhile']) else row['meanwhile'].rsplit('-', 1)[-1]
        if (who, int(row['meanwhile_time'] or 0)) not in wanted and (who or wanted):
            wrong += f'{row}: {wanted}\n'
        seen.add(re.sub(r' .*|^[1-9]\d*$', '', who))
    return wrong + ('' if {'Softirq', '0', ''} <= seen else f'not all kinds: {seen}')


def plain_runs(events):
    """[(pid, length)] from the switch to a task to the switch from it, never across a loss."""
    since, found = {}, []
    for time, cpu, _, kind, text in events:
        if time is None:
            since.pop(cpu, None)
        elif kind == 'sched_switch':
            before, _, after = switch_of(text)
            if cpu in since and since[cpu][0] == before and before != 0:
                found.append((before, time - since[cpu][1]))
            since[cpu] = (after, time)
    return found


def check_runs(path):
    return differs(measures(path).get('run'), [length for _, length in plain_runs(report(path))], 'run')


def check_task_times(path):
    """Tasks that started and ended during the recording, so that their whole time is known."""
    events = report(path)
    sums, seen, last = {}, {}, {}
    for _, cpu, pid, kind, text in events:
        if not kind.startswith('sched_'):
            continue
        if cpu not in last:
            seen.setdefault(pid, 'before')
        if kind == 'sched_switch':
            before, _, after = switch_of(text)
            seen.setdefault(before, 'before')
            seen.setdefault(after, 'whole')
            last[cpu] = after
        last.setdefault(cpu, None)
    for pid, length in plain_runs(events):
        count, total = sums.get(pid, (0, 0))
        sums[pid] = (count + 1, total + length)
    whole = {pid: value for pid, value in sums.items() if seen.get(pid) == 'whole' and pid not in last.values()}
    found = {int(row['task'].rsplit('-', 1)[1]): (int(row['runs']), int(row['run'])) for row in table('tasks', path)}
    if not whole:
        return 'nothing to compare'
    return '\n'.join(f'{pid}: {found.get(pid)} instead of {value}' for pid, value in whole.items() if found.get(pid) != value)


def check_cpus(path):
    """Busy and idle from switch to switch; before the first one from the first scheduler event."""
    current, expected = {}, {}
    for time, cpu, pid, kind, text in report(path):
        if not kind.startswith('sched_'):
            continue
        task, since = current.setdefault(cpu, (pid, time))
        busy, idle, count = expected.setdefault(cpu, (0, 0, 0))
        if kind == 'sched_switch':
            busy, idle = (busy, idle + time - since) if task == 0 else (busy + time - since, idle)
            expected[cpu] = (busy, idle, count + 1)
            current[cpu] = (switch_of(text)[2], time)
    found = {int(row['cpu']): (int(row['busy']), int(row['idle']), int(row['switches'])) for row in table('cpus', path)}
    return f'{found} instead of {expected}' if found != expected else ''


# --- interrupts -----------------------------------------------------------------


def plain_interrupts(events):
    """{name: [lengths]} of softirqs, handlers and their latencies, never across a loss."""
    opened, raised, found = {}, {}, {}
    for time, cpu, _, kind, text in events:
        if time is None:
            opened = {key: value for key, value in opened.items() if key[0] != cpu}
            raised = {key: value for key, value in raised.items() if key[0] != cpu}
        elif kind.startswith('softirq_'):
            vector, name = re.match(r'vec=(\d+) \[action=(\w+)\]', text).groups()
            key = (cpu, 'softirq', vector)
            if kind == 'softirq_raise':
                raised.setdefault(key, time)
            elif kind == 'softirq_entry':
                if key in raised:
                    found.setdefault(f'softirq_latency.{name}', []).append(time - raised.pop(key))
                opened[key] = (time, f'softirq.{name}')
            elif key in opened:
                begin, what = opened.pop(key)
                found.setdefault(what, []).append(time - begin)
        elif kind == 'irq_handler_entry':
            irq, name = re.match(r'irq=(\d+) name=(.*)$', text).groups()
            opened[cpu, 'irq', irq] = (time, f'irq.{irq}.{name.strip()}')
        elif kind == 'irq_handler_exit':
            key = (cpu, 'irq', re.match(r'irq=(\d+)', text)[1])
            if key in opened:
                begin, what = opened.pop(key)
                found.setdefault(what, []).append(time - begin)
    return found


def check_interrupts(path):
    expected = plain_interrupts(report(path))
    found = {key: value for key, value in measures(path).items() if re.match(r'(softirq|softirq_latency|irq)\.', key)}
    if not expected:
        return 'nothing to compare'
    wrong = ''.join(differs(found.get(key), values, key) for key, values in expected.items())
    wrong += ''.join(f'{key} was not expected\n' for key in found if key not in expected)
    for row in table('softirqs', path):
        values = expected.get(f"softirq.{row['name']}", [])
        if (int(row['count']), int(row['total'])) != (len(values), sum(values)):
            wrong += f"table, {row['name']}: {row['count']} {row['total']} instead of {len(values)} {sum(values)}\n"
    return wrong


def check_receive(path):
    expected = {}
    for time, cpu, _, kind, text in report(path):
        if kind == 'netif_receive_skb':
            match = re.search(r'dev=(\S+) skbaddr=\S+ len=(\d+)', text)
            packets, size = expected.get((match[1], cpu), (0, 0))
            expected[match[1], cpu] = (packets + 1, size + int(match[2]))
    found = {(row['device'], int(row['cpu'])): (int(row['packets']), int(row['bytes'])) for row in table('receive', path)}
    if not expected:
        return 'nothing to compare'
    return f'{found} instead of {expected}' if found != expected else ''


# --- system calls and marks --------------------------------------------------------


# Those of the recordings; arch/x86/entry/syscalls/syscall_64.tbl.
X86_64_CALLS = {0: 'read', 1: 'write', 44: 'sendto', 45: 'recvfrom'}


def call_name(text):
    number = int(re.match(r'NR (-?[0-9]+)', text)[1])
    return X86_64_CALLS.get(number, f'syscall {number}')


def plain_syscalls(events):
    opened, found = {}, {}
    for time, _, pid, kind, text in events:
        match = re.match(r'sys_(enter|exit)(?:_(\w+))?$', kind)
        if not match:
            continue
        name = match[2] or call_name(text)
        if match[1] == 'exit':
            if pid in opened:
                begin, what = opened.pop(pid)
                found.setdefault(what, []).append(time - begin)
        elif pid in opened:
            # Both kinds of one call are adjacent; one has the name.
            opened[pid] = (opened[pid][0], name if match[2] else opened[pid][1])
        else:
            opened[pid] = (time, name)
    return found


def check_syscalls(path):
    expected = plain_syscalls(report(path))
    found = {key[len('syscall.'):]: value for key, value in measures(path).items() if key.startswith('syscall.')}
    # read and both kinds of recvfrom are in this recording, and raw ones of sendto (44).
    if len(expected) < 3 or found.keys() != expected.keys():
        return f'{sorted(found)} instead of {sorted(expected)}'
    return ''.join(differs(found[name], values, name) for name, values in expected.items())


def check_marks(path):
    expected = [(time, cpu, re.sub(r'^\w+: ', '', text).strip()) for time, cpu, _, kind, text in report(path) if kind == 'print']
    found = [(int(row['time']), int(row['cpu']), row['text']) for row in table('marks', path)]
    if not expected:
        return 'nothing to compare'
    return f'{found} instead of {expected}' if found != expected else ''


# --- what the load itself measured ---------------------------------------------------


def truth(name):
    with open(os.path.join(TRACES, f'{name}.truth.json'), encoding='utf-8') as file:
        return json.load(file)


def server_wakeups(name):
    pid = str(truth(name)['server_pid'])
    rows = table('wakeups', os.path.join(TRACES, f'{name}.dat'))
    return [int(row['latency']) for row in rows if row['task'].rsplit('-', 1)[1] == pid]


def check_truth_wakeups(name):
    said = truth(name)['trace_text_says']['last_waking_to_running_ns']
    found = sorted(server_wakeups(name))
    wrong = ''
    if (len(found), found[0], found[-1]) != (said['n'], said['min'], said['max']):
        wrong = f"{(len(found), found[0], found[-1])} instead of {(said['n'], said['min'], said['max'])}"
    if not found[(len(found) - 1) // 2] <= said['median'] <= found[len(found) // 2]:
        wrong += f" median {found[len(found) // 2]} instead of {said['median']}"
    return wrong


def check_hog(before, after):
    """The wakeup of most requests grows where a real-time loop holds the CPU."""
    a, b = rank(server_wakeups(before), 90), server_wakeups(after)
    grown = sum(value > a for value in b)
    return '' if grown > len(b) / 2 else f'only {grown} of {len(b)} wakeups are longer than {a} ns'


def check_late_read(before, after):
    """The reader comes later by its sleep; its wakeups do not take longer."""
    options = ('--with', 'latency from=net:netif_receive_skb to=skb:skb_copy_datagram_iovec key=skbaddr')
    a, b = (measures(os.path.join(TRACES, f'{name}.dat'), *options)['latency']['p50'] for name in (before, after))
    wrong = '' if 2500000 <= b - a <= 4500000 else f'netif_receive_skb → copy grew by {b - a} ns, not by the sleep of 3 ms\n'
    c, d = (rank(server_wakeups(name), 50) for name in (before, after))
    return wrong + ('' if d <= c * 1.5 else f'the median wakeup grew from {c} to {d} ns')


def softirq_lengths(path, action):
    """In the order in which they began, without the first ones, in which caches warm up."""
    opened, found = {}, []
    for time, cpu, _, kind, text in report(path):
        if kind == 'softirq_entry':
            opened[cpu] = (time, text)
        elif kind == 'softirq_exit' and cpu in opened:
            begin, entered = opened.pop(cpu)
            if f'action={action}' in entered:
                found.append((begin, time - begin))
    return [length for _, length in sorted(found)][max(20, len(found) // 50):]


def quantile(values, p):
    """Type 7: between the order statistics."""
    values = sorted(values)
    at = (len(values) - 1) * p
    index = int(at)
    return values[index] + (at - index) * (values[min(index + 1, len(values) - 1)] - values[index])


def check_compare(before, after):
    """The quantiles of each side, by what trace-cmd prints."""
    paths = [os.path.join(TRACES, f'{name}.dat') for name in (before, after)]
    status, out, err = thresh('compare', '--json', *paths)
    if status:
        return err
    rows = {(line['measure'], line['p']): line for line in map(json.loads, out.splitlines()) if 'measure' in line}
    wrong = ''
    for action in ('NET_RX', 'TIMER'):
        for p in ('p50', 'p90', 'p99'):
            row = rows[f'softirq.{action}', p]
            for side, path in zip('ab', paths):
                values = softirq_lengths(path, action)
                expected = quantile(values, int(p[1:]) / 100)
                if row[side]['n'] != len(values) or abs(row[side]['value'] - expected) > 1e-6 * expected:
                    wrong += f'{action} {p}: {row[side]} instead of {len(values)} {expected}\n'
    return wrong


def main():
    tap = Tap()
    checks = (
        ('wakeups', check_wakeups, ('e1000-rr-before.dat', 'e1000-rr-hog.dat', 'e1000-rr-late-read.dat', 'e1000-gt-udp.dat',
                                    'k612-rr-before.dat', 'k612-rr-hog.dat', 'virtio-rr-late-read.dat', 'e1000-veth-loss.dat',
                                    'e1000-buffers.dat')),
        ('wakers', check_wakers, ('e1000-rr-before.dat', 'k612-rr-hog.dat', 'e1000-gt-udp.dat', 'e1000-buffers.dat')),
        ('meanwhile', check_meanwhile, ('e1000-rr-hog.dat', 'k612-rr-hog.dat', 'e1000-rr-busy-cpu.dat', 'e1000-gt-udp.dat',
                                        'e1000-veth-loss.dat', 'virtio-rr-late-read.dat')),
        ('runs', check_runs, ('e1000-rr-before.dat', 'k612-rr-hog.dat', 'e1000-veth-loss.dat', 'e1000-buffers.dat', 'e1000-lost.dat')),
        ('task-times', check_task_times, ('e1000-rr-before.dat', 'k612-rr-hog.dat', 'e1000-veth-loss.dat')),
        ('cpus', check_cpus, ('e1000-rr-before.dat', 'k612-rr-hog.dat', 'e1000-veth-loss.dat')),
        ('interrupts', check_interrupts, ('e1000-rr-before.dat', 'k612-rr-hog.dat', 'virtio-gt-udp.dat', 'e1000-veth-loss.dat',
                                          'e1000-buffers.dat', 'e1000-lost.dat', 'e1000-clock-counter.dat', 'deep/rps-deep.dat')),
        ('receive', check_receive, ('e1000-rr-before.dat', 'k612-gt-udp.dat', 'e1000-veth-loss.dat', 'e1000-buffers.dat',
                                    'deep/rps-deep.dat', 'deep/threaded-deep.dat', 'deep/busypoll-deep.dat')),
        ('syscalls', check_syscalls, ('e1000-marker.dat',)),
        ('marks', check_marks, ('e1000-marker.dat',)),
    )
    for what, check, names in checks:
        for name in names:
            path = find(name)
            if path:
                tap.case(f'{what} {name}', check, path)
            else:
                tap.skip(f'{what} {name}', NO_TRACES)

    truths = (
        ('truth e1000-rr-before', check_truth_wakeups, 'e1000-rr-before'),
        ('truth e1000-rr-hog', check_truth_wakeups, 'e1000-rr-hog'),
        ('truth k612-rr-before', check_truth_wakeups, 'k612-rr-before'),
        ('truth k612-rr-hog', check_truth_wakeups, 'k612-rr-hog'),
        ('hog e1000', check_hog, 'e1000-rr-before', 'e1000-rr-hog'),
        ('hog k612', check_hog, 'k612-rr-before', 'k612-rr-hog'),
        ('late-read e1000', check_late_read, 'e1000-rr-before', 'e1000-rr-late-read'),
        ('late-read virtio', check_late_read, 'virtio-rr-before', 'virtio-rr-late-read'),
        ('compare', check_compare, 'e1000-rr-before', 'e1000-rr-hog'),
    )
    tap.case('timehist virtio-tp-g', check_timehist, 'virtio-tp-g')
    for name, check, *arguments in truths:
        if HAVE_TRACES:
            tap.case(name, check, *arguments)
        else:
            tap.skip(name, NO_TRACES)
    tap.end()


main()
