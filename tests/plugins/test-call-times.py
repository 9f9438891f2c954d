#!/usr/bin/env python3
# test-call-times.py - system calls and the spans of critical paths, as perf trace tells them
#
# SPDX-License-Identifier: GPL-2.0-or-later

import collections
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from cli import DATA, HAVE_TRACES, NO_TRACES, TRACES, Tap, thresh  # noqa: E402

# A shell that starts ls, cat and sleep, and waits for them.
SOURCE = os.path.join(DATA, 'path', 'calls.perf.data.xz')
# "26.031 ( 0.001 ms): sh/31546 wait4(upid: -1) = -1 ECHILD (No child processes)"; a call that was
# interrupted by lines of other tasks ends with "... [continued]: wait4()) = 31558 (ls)".
CALL = re.compile(r'^\s*[\d.]+ \(\s*([\d.]+) ms\): .*?/(\d+) +(?:\.\.\. \[continued\]: )?(\w+)\(.*\) += (-1 )?')
# perf trace rounds to µs.
ROUNDING = 1000


def perf_calls(file):
    """The calls that ended, as (task, name, ns, whether it failed)."""
    done = subprocess.run(['perf', 'trace', '-i', file], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True, timeout=60)
    found = [CALL.match(line) for line in (done.stdout + done.stderr).splitlines()]
    return [(int(one[2]), one[3], round(float(one[1]) * 1e6), one[4] is not None) for one in found if one]


def rows(*arguments):
    status, out, err = thresh(*arguments)
    assert status in (0, 1), err
    return [json.loads(line) for line in out.splitlines()]


def check_table(file, theirs):
    """Counts, errors and the total of each system call."""
    sums = collections.defaultdict(lambda: [0, 0, 0])
    for _, name, length, failed in theirs:
        sums[name] = [sums[name][0] + 1, sums[name][1] + failed, sums[name][2] + length]
    ours = {row['name']: row for row in rows('table', 'syscalls', '--json', file)}
    assert len(sums) > 30 and sums['wait4'][1] > 0, sums
    for name, (count, errors, total) in sums.items():
        row = ours[name]
        if (row['count'], row['errors']) != (count, errors) or abs(row['total'] - total) > count * ROUNDING:
            return f'{name}: {row}, but {count} calls, {errors} errors, {total} ns'
    return ''


def check_spans(file, theirs):
    """The span of each call of each task."""
    lengths = collections.defaultdict(list)
    for task, name, length, _ in theirs:
        lengths[task, name].append(length)
    compared = 0
    for (task, name), expected in lengths.items():
        if name not in ('wait4', 'clock_nanosleep', 'read', 'openat'):
            continue
        found = sorted(row['total'] for row in rows('path', '--task', str(task), '--each', name, '--json', file))
        if len(found) != len(expected) or any(abs(a - b) > ROUNDING for a, b in zip(found, sorted(expected))):
            return f'{name} of {task}: {found} instead of {sorted(expected)}'
        compared += len(found)
    return '' if compared > 20 else f'only {compared} calls'


def check_text():
    """The text of trace-cmd has no numbers of calls, and their results without a name."""
    path = os.path.join(TRACES, 'deep', 'gro-deep.dat')
    with tempfile.NamedTemporaryFile(suffix='.txt') as file:
        subprocess.run(['trace-cmd', 'report', '-t', path], stdout=file, stderr=subprocess.DEVNULL, check=True, timeout=60)
        both = [rows('table', 'syscalls', '--json', one) for one in (path, file.name)]
    return '' if both[0] == both[1] and both[0] else f'{both}'


def main():
    tap = Tap()
    if HAVE_TRACES:
        tap.case('text of trace-cmd', check_text)
    else:
        tap.skip('text of trace-cmd', NO_TRACES)
    if shutil.which('perf') is None:
        tap.skip('perf trace', 'perf is not installed')
        tap.end()
        return 0
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, 'calls.perf.data')
        with lzma.open(SOURCE) as source, open(file, 'wb') as copy:
            copy.write(source.read())
        theirs = perf_calls(file)
        tap.case('table of system calls', check_table, file, theirs)
        tap.case('spans of critical paths', check_spans, file, theirs)
    tap.end()
    return 0


if __name__ == '__main__':
    sys.exit(main())
