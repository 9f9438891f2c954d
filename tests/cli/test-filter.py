#!/usr/bin/env python3
# test-filter.py - compares thresh events -f and info -f with trace-cmd and awk; errors
#
# SPDX-License-Identifier: GPL-2.0-or-later

import json
import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from cli import DATA, NO_TRACES, TRACES, Tap, thresh
from filter_oracle import Oracle, read_table
from filter_random import Maker

PART = 3


def find(name):
    for folder in (DATA, TRACES):
        if os.path.exists(os.path.join(folder, name)):
            return os.path.join(folder, name)
    return None


def count(path, *options):
    status, out, err = thresh('events', *options, path)
    if status not in (0, PART):
        raise ValueError(f'exit status {status}: {err}')
    return sum(1 for line in out.splitlines() if not line.startswith('cpus=') and 'EVENTS DROPPED]' not in line)


def check_count(path, expected, expression):
    found = count(path, '-f', expression)
    return None if found == expected else f'{found} events instead of {expected}'


def check_source(oracle, path, expected, source, question, expression):
    found = oracle.ask(path, source, question, expression)
    return None if found == expected else f'{source} counts {found}, the table says {expected}'


def check_table(tap, table, oracle):
    for expected, recording, source, question, expression in table:
        path = find(recording)
        name = f'{recording}: {expression}'.replace('#', '\\#')
        if path is None:
            tap.skip(name, NO_TRACES)
            continue
        tap.case(name, check_count, path, int(expected), expression)
        if oracle is not None:
            tap.case(f'{source} on {name}', check_source, oracle, path, int(expected), source, question, expression)


def check_random(oracle, path, seed, n):
    maker = Maker(seed)
    for _ in range(n):
        expression = maker.expression()
        expected, found = oracle.ask(path, 'trace-cmd', '=', expression), count(path, '-f', expression)
        if found != expected:
            return f'{expression}: {found} events instead of {expected}'
    return None


def check_order(path):
    """Filtered lines are a subset of all lines, in the same order."""
    whole = thresh('events', path)[1].splitlines()
    some = thresh('events', '-f', 'irq:* or pid == 0', path)[1].splitlines()
    rest = iter(whole)
    missing = [line for line in some if line not in rest]
    return f'not in order: {missing[0]}' if missing else None if 1 < len(some) < len(whole) else 'no proper part'


def check_parts(path):
    """A filter and its negation together match everything, also with other options."""
    for options in ((), ('--cpu', '1'), ('--from', '+100ms', '--to', '+500ms')):
        parts = [count(path, '-f', expression, *options) for expression in ('cpu == 1 or task ~ "i*"', 'not (cpu == 1 or task ~ "i*")')]
        if sum(parts) != count(path, *options):
            return f'{options}: {parts} are not {count(path, *options)}'
    return None


def check_info(path):
    status, out, err = thresh('info', '--json', '-f', 'sched:* and cpu != 2', path)
    if status != 0:
        return err
    stream = json.loads(out)['streams'][0]
    expected = count(path, '-f', 'sched:* and cpu != 2')
    sums = [stream['events'], sum(stream['events_by_type'].values()), sum(stream['events_by_task'].values()),
            sum(stream['events_per_cpu'].values())]
    if sums != [expected] * 4:
        return f'{sums} instead of {expected}'
    return None if all(name.startswith('sched:') for name in stream['events_by_type']) else 'other types'


def check_mistake(path, command, expression, lines):
    status, out, err = thresh(command, '-f', expression, path)
    if status != 64 or out:
        return f'exit status {status}, output {out!r}'
    return None if err.splitlines() == [f'thresh {command}: {lines[0]}', *lines[1:]] else err


def main():
    tap = Tap()
    path = find('e1000-veth-loss.dat')
    oracle = Oracle() if shutil.which('trace-cmd') and shutil.which('awk') else None
    check_table(tap, read_table(os.path.join(DATA, 'filters.tsv')), oracle)
    for seed, name in enumerate(('e1000-veth-loss.dat', 'k612-rep.dat', 'k612-tcp.dat', 'virtio-tcp.dat')):
        if oracle is None or find(name) is None:
            tap.skip(f'made up, {name}', 'there is no trace-cmd here' if oracle is None else NO_TRACES)
        else:
            tap.case(f'made up, {name}', check_random, oracle, find(name), seed, 60 if seed < 2 else 25)
    tap.case('order', check_order, path)
    tap.case('parts', check_parts, path)
    tap.case('info', check_info, path)
    tap.case('a caret under the place', check_mistake, path, 'events', 'cpu == 1 and nxt_pid == 3',
             ['No event has a field “nxt_pid”; did you mean “next_pid”?', '  cpu == 1 and nxt_pid == 3', '               ^^^^^^^'])
    tap.case('wide letters before the caret', check_mistake, path, 'info', 'info contains "日本" and bogus == 1',
             ['No event has a field “bogus”', '  info contains "日本" and bogus == 1', '                           ^^^^^'])
    tap.case('at the end', check_mistake, path, 'events', 'cpu ==',
             ['A value is missing at the end', '  cpu ==', '        ^'])
    tap.end()


main()
