#!/usr/bin/env python3
# test-ignore.py - thresh --ignore: as if the recording had no such events
#
# SPDX-License-Identifier: GPL-2.0-or-later

import json
import os
import re

from cli import DATA, Tap, thresh

FILES = ('e1000-buffers.dat', 'k612-rep.dat', 'e1000-veth-loss.dat', 'virtio-tp-g.perf.data', 'e1000-ftrace-default.txt')
COMMANDS = ('info', 'events', 'tables', 'table', 'measures', 'packets', 'journey', 'drops', 'compare', 'render')
LINE = re.compile(r'.*?\[\d+\] +\d+\.\d+: +(\w+):')


def lines(path, *options):
    status, out, err = thresh('events', *options, path)
    assert status == 0, err
    return out.splitlines()


def check_events(name):
    """The remaining lines are those of the other events, in order."""
    path = os.path.join(DATA, name)
    every = lines(path)
    left = lines(path, '--ignore', 'net:*', '--ignore', 'sched_switch', '--ignore', 'irq:softirq_e*y')
    _, out, _ = thresh('info', '--json', path)
    types = {kind for buffer in json.loads(out)['streams'] for kind in buffer['events_by_type']}
    gone = {kind.split(':')[-1] for kind in types
            if kind.startswith('net:') or kind in ('sched:sched_switch', 'irq:softirq_entry')}
    if not gone:
        return f'nothing to ignore among {types}'
    expected = [line for line in every if not (LINE.match(line) and LINE.match(line)[1] in gone)]
    return '' if left == expected and len(left) < len(every) else f'{len(left)} lines of {len(every)} instead of {len(expected)}'


def check_info():
    path = os.path.join(DATA, 'e1000-buffers.dat')
    before, after = (json.loads(thresh('info', '--json', *options, path)[1]) for options in ([], ['--ignore', 'sched:sched_w*']))
    for one, other in zip(before['streams'], after['streams']):
        expected = {kind: n for kind, n in one['events_by_type'].items() if not kind.startswith('sched:sched_w')}
        if other['events_by_type'] != expected or other['events'] != sum(expected.values()):
            return f'{other["events_by_type"]} instead of {expected}'
    return '' if before != after else 'nothing changed'


def check_runs():
    """Runs follow from the remaining switches, at their new rows."""
    path = os.path.join(DATA, 'k612-rep.dat')
    before, after = (thresh('table', 'cpus', '--csv', *options, path)[1] for options in ([], ['--ignore', 'irq:*', '--ignore', 'net:*']))
    return '' if before == after and before.count('\n') > 1 else f'{before}{after}'


def check_remark():
    path = os.path.join(DATA, 'e1000-buffers.dat')
    _, _, err = thresh('measures', '--ignore', 'sched:sched_waking', path)
    return '' if 'Neither sched_waking nor sched_wakeup was recorded.' in err else err


def check_slip():
    status, _, err = thresh('info', '--ignore', 'skb:kfre_skb', os.path.join(DATA, 'k612-rep.dat'))
    return '' if status == 0 and 'no event matches “skb:kfre_skb”' in err else f'{status} {err}'


def check_help(command):
    status, out, _ = thresh(command, '--help')
    return '' if status == 0 and '--ignore=EVENT' in out else out


def main():
    tap = Tap()
    for name in FILES:
        tap.case(f'{name}: events', check_events, name)
    tap.case('counts of info', check_info)
    tap.case('runs', check_runs)
    tap.case('what an analysis lacks is said', check_remark)
    tap.case('a slip of the pen is told', check_slip)
    for command in COMMANDS:
        tap.case(f'{command} has it', check_help, command)
    tap.end()


main()
