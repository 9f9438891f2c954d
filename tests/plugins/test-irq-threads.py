#!/usr/bin/env python3
# test-irq-threads.py - interrupts whose handlers run in threads, against trace-cmd's text
#
# SPDX-License-Identifier: GPL-2.0-or-later

import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from cli import DATA, Tap, thresh, to_ns  # noqa: E402

PATH = os.path.join(DATA, 'k612-rt.dat.gz')
LINE = re.compile(r'^\s*(.*)-(\d+)\s+\[(\d+)\]\s+(\d+\.\d+): (\w+):\s*(.*)$')


def report(*options):
    """The text of trace-cmd, which reads no packed files."""
    with tempfile.NamedTemporaryFile(suffix='.dat') as file, gzip.open(PATH) as packed:
        file.write(packed.read())
        file.flush()
        return subprocess.run(['trace-cmd', 'report', '-t', *options, file.name], capture_output=True, timeout=120, check=True).stdout


def expected():
    """Of each raise of NET_RX in the thread of an interrupt: what led to it, as {time: [(event, time)]}."""
    handlers, wakings, switches, raised, found = defaultdict(list), {}, defaultdict(list), defaultdict(int), {}
    in_softirq = set()
    for line in report('-N').decode('latin-1').split('\n'):
        match = LINE.match(line)
        if not match:
            continue
        comm, pid, cpu, event, rest = match[1], int(match[2]), int(match[3]), match[5], match[6]
        time = to_ns(match[4])
        if event == 'irq_handler_entry':
            handlers[int(re.search(r'irq=(\d+)', rest)[1])].append((time, cpu))
        elif event == 'sched_waking':
            wakings[int(re.search(r'pid=(\d+)', rest)[1])] = time
        elif event == 'sched_switch':
            switches[int(re.search(r'next_pid=(\d+)', rest)[1])].append(time)
        elif event == 'softirq_entry':
            in_softirq.add(cpu)
        elif event == 'softirq_exit':
            in_softirq.discard(cpu)
        elif event == 'softirq_raise' and 'NET_RX' in rest and comm.startswith('irq/') and cpu not in in_softirq:
            number = int(re.match(r'irq/(\d+)-', comm)[1])
            woken = wakings.get(pid, 0) > raised[pid]
            before = wakings[pid] if woken else time
            handler = [at for at, on in handlers[number] if raised[pid] < at < before and on == cpu][-1]
            since = before if woken else handler
            run = [at for at in switches[pid] if since <= at < time][:1]
            found[time] = [('irq_handler_entry', handler)] + [('sched_waking', before)] * woken + \
                [('sched_switch', at) for at in run] + [('softirq_raise', time)]
            raised[pid] = time
    return found


def journeys(path=PATH):
    status, out, err = thresh('packets', '--json', path)
    assert status == 0, err
    return [json.loads(line) for line in out.splitlines()]


def check_steps():
    theirs, wrong, seen = expected(), [], set()
    for life in journeys():
        steps = life['steps']
        at = next((i for i, step in enumerate(steps) if step['event'] == 'softirq_raise'), None)
        if life['direction'] != 'rx' or at is None or steps[at]['ns'] not in theirs:
            continue
        ours = [(step['event'], step['ns']) for step in steps[:at + 1]]
        seen.add(steps[at]['ns'])
        if ours != theirs[steps[at]['ns']] or any(step['rule'] != 'irq-thread' for step in steps[:at]):
            wrong.append(f"{life['id']}: {ours} instead of {theirs[steps[at]['ns']]}")
    if len(seen) < 10 or len({len(theirs[time]) for time in seen}) < 2:
        return f'only {len(seen)} raises of {len(theirs)} have packets'
    return '\n'.join(wrong) or None


def check_stages():
    """Until the thread is woken, and from its start until the raise: irq.  While it waits for the CPU: softirq."""
    stages = {'sched_waking': 'irq', 'sched_switch': 'softirq', 'softirq_raise': 'irq', 'softirq_entry': 'softirq'}
    lives = [life for life in journeys() if life['steps'][0]['rule'] == 'irq-thread']
    wrong = [f"{life['id']}: {step}" for life in lives for step in life['steps'][1:5]
             if step['event'] in stages and step['stage'] != stages[step['event']]]
    return '\n'.join(wrong) or (None if len(lives) > 15 else f'only {len(lives)} packets')


def check_text():
    """Without -l, a text does not say that the handler's wakeup is in an interrupt."""
    with tempfile.NamedTemporaryFile(suffix='.txt') as file:
        file.write(report())
        file.flush()
        both = [[(life['id'], [(step['event'], step['ns'], step['stage']) for step in life['steps']]) for life in journeys(path)]
                for path in (PATH, file.name)]
    return '\n'.join(f'{ours} {theirs}' for ours, theirs in zip(*both) if ours != theirs) or None


def main():
    tap = Tap()
    tap.case('steps', check_steps)
    tap.case('stages', check_stages)
    tap.case('text', check_text)
    tap.end()
    return 0


if __name__ == '__main__':
    sys.exit(main())
