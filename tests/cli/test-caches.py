#!/usr/bin/env python3
# test-caches.py - every command prints the same, however few columns are in memory
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   test-caches.py THRESH-ANY-CACHE
#
# Each command runs with all columns in memory, which other tests compare with independent programs,
# and with a column cache of one unit and of 1 MiB.  Tables and tracks cover all analyses.

import gzip
import json
import lzma
import os
import shlex
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from cli import DATA, HAVE_TRACES, NO_TRACES, TRACES, Tap, thresh

ALL_IN_MEMORY = str(1 << 62)
SIZES = ('1', '1048576')

# FILE is the recording, OUT a file that is compared as well.
COMMANDS = [
    'info --json FILE',
    'events FILE',
    'events --names=then -f "sched_switch: next_pid == 0 or event ~ \\"net*\\" and not pid == 0" FILE',
    'find --regex "irq|softirq" FILE',
    'find --count -e "not pid == 0 and cpu == 1" FILE',
    'span --json FILE',
    'measures --json FILE',
    'packets --lives --json FILE',
    'packets --netdev-times FILE',
    'drops --json FILE',
    'sockets --json FILE',
    'compare --json FILE -- FILE',
    'export --format=chrome FILE',
    'export --format=events-csv FILE',
    'export --format=lanes-svg -o OUT FILE',
    'cut --from +20ms --to +80ms -o OUT FILE',
    'render -o OUT FILE',
]
# Commands for which most recordings have no data.
SPECIAL = {
    'path/path.dat.xz': ['events FILE', 'path --json --task PID FILE', 'export --format=chrome FILE'],
    'requests/requests-veth.dat.gz': ['requests --json FILE', 'sockets --json FILE'],
    'kvm.dat': ['export --format=chrome FILE', 'measures --json FILE'],
    'e1000-buffers.dat': ['events FILE', 'packets --json FILE', 'info --json FILE'],
    'e1000-v6.dat': ['events FILE', 'packets --json FILE', 'render -o OUT FILE'],
}
# Likewise, with the recordings of THRESHER_TRACES.
MORE = {
    'e1000-stack.dat': ['stacks --json FILE', 'export --format=folded FILE'],
    'e1000-fgraph-ev.dat': ['table --csv functions FILE', 'export --format=chrome FILE'],
}
MAIN = 'e1000-veth-loss.dat'


with open(os.path.join(DATA, 'path', 'path.truth.json'), encoding='utf-8') as truth:
    PID = str(json.loads(truth.readline())['pid'])


def unpack(name, folder):
    """The path of a recording that is not packed; a packed one keeps all columns."""
    path = os.path.join(DATA, name)
    opener = {'.xz': lzma.open, '.gz': gzip.open}.get(os.path.splitext(name)[1])
    if opener is None:
        return path
    out = os.path.join(folder, os.path.splitext(os.path.basename(name))[0])
    with opener(path) as packed, open(out, 'wb') as file:
        file.write(packed.read())
    return out


def run(command, path, size):
    """Status, output, messages and the written file, if any."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'out.svg' if 'svg' in command else 'out.png')
        words = [{'FILE': path, 'OUT': out, 'PID': PID}.get(word, word) for word in shlex.split(command)]
        found = list(thresh(*words, env=dict(os.environ, TEST_COLUMN_CACHE=size)))
        found[1:] = [text.replace(folder, '') for text in found[1:]]
        if os.path.exists(out):
            with open(out, 'rb') as file:
                found.append(file.read())
    return found


def check(command, path):
    expected = run(command, path, ALL_IN_MEMORY)
    if expected[0] != 0:
        return f'exit status {expected[0]}, says “{expected[2]}”'
    if len(expected) == 3 and not expected[1] or expected[-1] == b'':
        return 'it has no output'
    for size in SIZES:
        found = run(command, path, size)
        for name, a, b in zip(('exit status', 'output', 'messages', 'file'), expected, found):
            if a != b:
                return f'with {size} bytes another {name}: {first_difference(a, b)}'
    return None


def first_difference(a, b):
    if not isinstance(a, str):
        return f'{a!r:.200} is {b!r:.200}'
    lines = zip(a.splitlines() + [''], b.splitlines() + [''])
    return next((f'“{old}” is “{new}”' for old, new in lines if old != new), 'its end is missing')


def list_tables(path):
    """The tables of all analyses that have one for this recording."""
    _, out, _ = thresh('tables', '--json', path)
    return [table['id'] for line in out.splitlines() for table in json.loads(line)['tables']]


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        main_path = os.path.join(DATA, MAIN)
        cases = [(command, main_path) for command in COMMANDS]
        cases += [(f'table --csv {table} FILE', main_path) for table in list_tables(main_path)]
        for name, commands in SPECIAL.items():
            path = unpack(name, folder)
            cases += [(command, path) for command in commands]
        for name, commands in MORE.items() if HAVE_TRACES else ():
            cases += [(command, os.path.join(TRACES, name)) for command in commands]
        done = [(command, path, pool.submit(check, command, path)) for command, path in cases]
        for command, path, outcome in done:
            tap.case(f'/caches/{os.path.basename(path)}/{command.split(" FILE")[0]}', outcome.result)
        if not HAVE_TRACES:
            tap.skip('/caches/more', NO_TRACES)
    tap.end()


if __name__ == '__main__':
    sys.exit(main())
