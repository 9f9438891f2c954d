#!/usr/bin/env python3
# test-bench.py - the bench runs, and every row of it has a figure
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   test-bench.py BUILD CACHE [OPTION...]
#
# Nothing is asserted about time.

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import bench_real
import bench_record

ALWAYS = ['load.wall', 'load.cpu', 'load.inside.wall', 'load.inside.cpu', 'load.copy.wall', 'load.copy.cpu', 'read.file', 'load.first', 'memory.peak', 'memory.per_event',
          'memory.columns', 'lanes.full', 'zoom.p50', 'zoom.p99', 'zoom.max', 'jump.p50', 'jump.p99', 'cache.load.cpu',
          'cache.process.peak', 'cache.lanes.full', 'cache.zoom.p99', 'cache.jump.p99', 'cache.filter.event', 'text.in_order', 'text.mix',
          'text.sched_switch', 'report.wall', 'report.cpu', 'find.all', 'find.first', 'filter.event', 'filter.task', 'filter.cpu', 'filter.field',
          'live.first', 'live.p50', 'live.p99', 'live.max', 'packets.wall', 'packets.per_event', 'packets.lives', 'memory.packets', 'path.first',
          'path.wall', 'path.parts', 'sockets.per_event', 'requests.per_event', 'compare.wall', 'compare.measures', 'matching.wall', 'matching.share',
          'perfdata.wall', 'perfdata.cpu', 'perfdata.per_sample']
WITH_TWO_CPUS = ['scaling.wall', 'scaling.cpu', 'workers.lanes.full', 'workers.zoom.p99']
WITH_TRACECMD = ['lines.wall', 'lines.per_line']
WITH_DISPLAY = ['frame.cold.snapshot', 'frame.cold.whole', 'frame.until_sharp', 'frame.snapshot.p50', 'frame.snapshot.p99', 'frame.snapshot.max',
                'frame.allocate.p50', 'frame.allocate.p99', 'frame.whole.p50', 'frame.whole.p99', 'start.empty', 'start.window', 'start.picture', 'start.loaded',
                'start.screenshot', 'window.answer', 'window.turn', 'window.analysed']
WITH_VALGRIND = ['load.instructions']
WITH_TRACEFS = ['record.cpu', 'record.all']
# Rows whose peer is part of every build, or of the same run.
WITH_PEER = ['perfdata.per_sample', 'cache.load.cpu', 'cache.zoom.p99', 'compare.wall', 'compare.measures', 'load.wall.iterate', 'load.copy.wall', 'load.copy.cpu',
             'scaling.wall', 'scaling.cpu', 'workers.lanes.full', 'workers.zoom.p99', 'read.file', 'text.in_order', 'text.mix', 'filter.field',
             'frame.whole.p50', 'frame.whole.p99']
KEYS = ['bench', 'file', 'events', 'ours', 'peer_name', 'peer', 'unit', 'ratio']

number = 0


def case(name, is_right, why=''):
    global number
    number += 1
    print(f'{"" if is_right else "not "}ok {number} {name}')
    if not is_right and why:
        print('\n'.join('# ' + line for line in str(why).splitlines()))


def is_sound(row):
    if list(row) != KEYS or not row['ours'] > 0 or not row['events'] > 0:
        return False
    if row['peer'] is None:
        return row['peer_name'] is None and row['ratio'] is None
    return row['peer'] > 0 and abs(row['ratio'] - row['ours'] / row['peer']) <= 1e-4 * row['ratio']


def expected(build, options):
    names = list(ALWAYS)
    if shutil.which('Xvfb') and (build / 'tests/bench/bench-frame').exists():
        names += WITH_DISPLAY
    if shutil.which('valgrind') and '--no-instructions' not in options:
        names += WITH_VALGRIND
    if shutil.which('trace-cmd'):
        names += WITH_TRACECMD
    if len(os.sched_getaffinity(0)) > 1:
        names += WITH_TWO_CPUS
    if bench_record.why_not() is None:
        names += WITH_TRACEFS
    return names


def main():
    build, cache, *options = sys.argv[1:]
    bench = Path(__file__).with_name('bench.py')
    environment = {name: value for name, value in os.environ.items() if not name.startswith('XDG_')}
    with tempfile.TemporaryDirectory(prefix='bench-') as home:
        done = subprocess.run([sys.executable, '-B', bench, '--reduced', '--build', build, '--cache', cache, *options],
                              check=False, capture_output=True, text=True, env=dict(environment, HOME=home))
        left = [str(path) for path in Path(home).rglob('*') if path.is_file()]
    case('the bench runs', done.returncode == 0, done.stderr)
    case('nothing is left in the home of the user', not left, left)

    lines = done.stdout.splitlines()
    rows, files = {}, set()
    for line in lines:
        if line.startswith('{'):
            row = json.loads(line)
            rows[row['bench']] = row
            files.add(row['file'])
            case(f'{row["bench"]} has figures', is_sound(row), line)

    names = expected(Path(build), options)
    missing = [name for name in names if name not in rows]
    case('no row is missing', not missing, missing)
    if bench_real.why_not() is None:
        case('this machine was recorded', 'real-20k' in files, sorted(files))
    alone = [name for name in WITH_PEER if name in rows and rows[name]['peer'] is None]
    case('peers that are always there were run', not alone, alone)

    table = '\n'.join(lines[lines.index(''):]) if '' in lines else ''
    unshown = [name for name in rows if f'\n{name} ' not in table]
    case('the table shows every row', table and not unshown, unshown)
    case('it says how many goals were met', ' goals met; ' in table)
    print(f'1..{number}')


if __name__ == '__main__':
    main()
