#!/usr/bin/env python3
# test-functions.py - calls and times of functions, against the text of the tracer
#
# SPDX-License-Identifier: GPL-2.0-or-later

import collections
import csv
import io
import math
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from cli import HAVE_TRACES, NO_TRACES, TRACES, Tap, thresh  # noqa: E402
from fgraph_oracle import lines_of_report, lines_of_text, work_out  # noqa: E402


def check(path, lines):
    durations, selves, calls, chains = work_out(lines(path))
    status, out, err = thresh('table', 'functions', '--csv', path)
    assert status == 0, err
    rows = {row['function']: row for row in csv.DictReader(io.StringIO(out))}
    wrong = [f'{name}: {rows.get(name)}' for name in set(rows) ^ set(calls)]
    for name in calls:
        times = sorted(durations[name])
        expected = {'calls': calls[name]}
        if times:
            expected |= {'self': selves[name], 'min': times[0], 'max': times[-1], 'mean': math.floor(sum(times) / len(times) + .5),
                         'p99': times[math.ceil(len(times) * .99) - 1]}
        found = {key: int(rows[name][key]) for key in expected}
        if found != expected:
            wrong.append(f'{name}: {found} instead of {expected}')
    assert len(calls) > 40
    return '\n'.join(wrong) or check_tree(path, chains)


def check_tree(path, chains):
    wrong = []
    for index, weight in enumerate(('time', 'calls')):
        status, out, _ = thresh('stacks', '--event', 'calls', '--weight', weight, path)
        found = {chain: int(value) for chain, _, value in (line.rpartition(' ') for line in out.splitlines())}
        for chain in set(found) | set(chains):
            expected = chains[chain][index] if chain in chains else 0
            if found.get(chain, 0) != expected:
                wrong.append(f'{weight} of {chain}: {found.get(chain)} instead of {expected}')
    return '\n'.join(wrong[:20])


def check_function(path):
    """The function tracer: each line is a call; the caller is the one it names."""
    calls, pairs = collections.Counter(), collections.Counter()
    with open(path, encoding='utf-8') as file:
        for match in re.finditer(r': (\S+)(?: \[\w+\])? <-(\S+)', file.read()):
            calls[match[1]] += 1
            pairs[match[2], match[1]] += 1
    status, out, _ = thresh('table', 'functions', '--csv', path)
    found = {row['function']: int(row['calls']) for row in csv.DictReader(io.StringIO(out))}
    status, out, _ = thresh('stacks', '--event', 'functions', path)
    tree = collections.Counter()
    for line in out.splitlines():
        chain, _, value = line.rpartition(' ')
        tree[tuple(chain.split(';')[-2:])] += int(value)
    return '' if found == calls and tree == pairs and len(pairs) > 40 else f'{found}\n{calls}\n{set(tree) ^ set(pairs)}'


def check_switched_out():
    """Text without times, a call that waits, another task on its CPU meanwhile."""
    text = '''# tracer: function_graph
 0)               |  recv() {
 0)   0.500 us    |    lock();
 0)               |    schedule() {
 ------------------------------------------
 0)   curl-5      =>    sh-6
 ------------------------------------------

 0)   2.000 us    |  write();
 ------------------------------------------
 0)   sh-6        =>    curl-5
 ------------------------------------------

 0) + 20.000 us   |    } /* schedule */
 0) ! 123.000 us  |  } /* recv */
'''
    with tempfile.NamedTemporaryFile('w', suffix='.txt', encoding='utf-8') as file:
        file.write(text)
        file.flush()
        status, out, err = thresh('stacks', '--event', 'calls', file.name)
    expected = {'recv': 102500, 'recv;lock': 500, 'recv;schedule': 20000, 'write': 2000}
    found = {chain: int(value) for chain, _, value in (line.rpartition(' ') for line in out.splitlines())}
    return '' if status == 0 and found == expected else f'{found} {err}'


def main():
    tap = Tap()
    tap.case('a task that waits inside of a call', check_switched_out)
    for name in ('e1000-fgraph.dat', 'k612-fgraph.dat', 'e1000-fgraph-ev.dat'):
        if HAVE_TRACES:
            tap.case(f'calls of {name}', check, os.path.join(TRACES, name), lines_of_report)
        else:
            tap.skip(name, NO_TRACES)
    for name in ('e1000-fgraph-plain.txt', 'k612-fgraph-plain.txt', 'e1000-fgraph-proc-abstime.txt', 'k612-fgraph-proc-abstime.txt'):
        if HAVE_TRACES:
            tap.case(f'calls of {name}', check, os.path.join(TRACES, name), lines_of_text)
        else:
            tap.skip(name, NO_TRACES)
    if HAVE_TRACES:
        tap.case('calls of e1000-function.txt', check_function, os.path.join(TRACES, 'e1000-function.txt'))
    else:
        tap.skip('e1000-function.txt', NO_TRACES)
    tap.end()


main()
