# bench_record.py - what recording costs on the machine that is recorded, beside trace-cmd record
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The load is a process that does nothing but system calls.  Both recorders record the entry and
# the exit of each, in turns.  CPU time is what the scheduler counts for the processes that read the
# ring buffers, from before the load until all of it has been read: setting up, and the symbols that
# are sent meanwhile, do not count.  trace-cmd records into the top buffer, because it crashes with
# an instance on kernels without the function tracer.

import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench_run import Failed

sys.path.append(str(Path(__file__).resolve().parents[1] / 'capture'))
import machine  # noqa: E402

EVENTS = ('raw_syscalls:sys_enter', 'raw_syscalls:sys_exit')
BUFFER_KB = '16384'
SETTLE_SECONDS = 2.5
TOP = Path(machine.TRACEFS)
# Some kernels refuse to be written to these files, and trace-cmd gives up.  In a mount namespace
# of its own it writes to an empty file instead.
COVER = '''for f in /proc/sys/kernel/ftrace_enabled /sys/kernel/tracing/set_ftrace_filter \\
/sys/kernel/tracing/set_ftrace_notrace /sys/kernel/tracing/set_ftrace_pid \\
/sys/kernel/tracing/set_ftrace_notrace_pid; do
  [ -e $f ] && mount --bind "$0" $f
done
exec "$@"'''


def why_not():
    """Why recordings cannot be compared here, or None."""
    missing = [tool for tool in ('trace-cmd', 'unshare', 'dd') if shutil.which(tool) is None]
    if missing:
        return 'not installed: ' + ', '.join(missing)
    reason = machine.why_not()
    if reason is None and (read('set_event') or read('current_tracer') != 'nop'):
        reason = 'the top buffer of tracefs is in use'
    return reason


def read(name):
    return (TOP / name).read_text(encoding='ascii').strip()


def children(pid):
    return [int(child) for path in Path(f'/proc/{pid}/task').glob('*/children')
            for child in path.read_text(encoding='ascii').split()]


def descendants(pid):
    found = children(pid)
    return found + [below for child in found for below in descendants(child)]


def named(pids, name):
    return [pid for pid in pids
            if Path(f'/proc/{pid}/comm').read_text(encoding='utf-8').startswith(name)]


def cpu_ms(pids):
    """Time on a CPU of all threads."""
    return sum(int(path.read_text(encoding='ascii').split()[0]) for pid in pids
               for path in Path(f'/proc/{pid}/task').glob('*/schedstat')) / 1e6


def wait_for(what, function, seconds=30):
    end = time.monotonic() + seconds
    while not (found := function()):
        if time.monotonic() > end:
            raise Failed(f'{what}: nothing after {seconds} s')
        time.sleep(0.05)
    return found


def counted(folder):
    """Events that have been read from the buffer of this folder, and those that were lost."""
    texts = [path.read_text(encoding='ascii') for path in folder.glob('per_cpu/cpu*/stats')]

    def total(key):
        return sum(int(re.search(rf'^{key}: (\d+)', text, re.MULTILINE)[1]) for text in texts)
    return total('read events'), total('overrun') + total('dropped events')


def run_load(calls):
    subprocess.run(['dd', 'if=/dev/zero', 'of=/dev/null', 'bs=1', f'count={calls}', 'status=none'],
                   check=True)


def measure(readers, buffer, calls, others=()):
    """Costs of a load while @readers read: {cpu, all, events, lost, seconds}."""
    time.sleep(SETTLE_SECONDS)
    before = cpu_ms(readers), cpu_ms(others), counted(buffer)
    begin = time.monotonic()
    run_load(calls)
    seconds = time.monotonic() - begin
    time.sleep(0.5)
    after = cpu_ms(readers), cpu_ms(others), counted(buffer)
    return {'cpu': after[0] - before[0], 'all': after[0] + after[1] - before[0] - before[1],
            'events': after[2][0] - before[2][0], 'lost': after[2][1] - before[2][1],
            'seconds': seconds}


def stop(process):
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    return errors


def ours(thresh, agent, calls, folder):
    path = folder / 'ours.dat'
    events = [word for event in EVENTS for word in ('-e', event)]
    process = subprocess.Popen(
        [thresh, 'record', '--no-counters', '--buffer', BUFFER_KB, '--agent', agent, *events,
         '-o', path, 'local:'], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env=dict(os.environ, XDG_STATE_HOME=str(folder), LC_ALL='C.UTF-8'))
    try:
        # The guardian is a child of the agent; it sleeps.
        pid = wait_for('thresher-agent', lambda: named(children(process.pid), 'thresher-agent'))[0]
        wait_for('the recording', lambda: list(folder.glob('ours.dat.part')))
        cost = measure([pid], TOP / 'instances' / f'thresher_{pid}', calls, [process.pid])
    finally:
        errors = stop(process)
    told = re.search(r'dat: ([\d\s]+) events in [^,]*, ([\d.]+)\sMB', errors)
    if process.returncode != 0 or told is None:
        raise Failed(f'thresh record ended with {process.returncode}: {errors}')
    path.unlink()
    cost['event_bytes'] = float(told[2]) * 1e6 / int(re.sub(r'\s', '', told[1]))
    return cost


def theirs(calls, folder):
    events = [word for event in EVENTS for word in ('-e', event)]
    empty = folder / 'empty'
    empty.touch()
    size = read('buffer_size_kb').split()[0]
    process = subprocess.Popen(
        ['unshare', '-m', 'sh', '-c', COVER, empty, 'trace-cmd', 'record', '-q', '-b',
         BUFFER_KB, *events, '-o', folder / 'theirs.dat'], stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        files = lambda: list(folder.glob('theirs.dat*cpu*'))  # noqa: E731
        wait_for('trace-cmd record', lambda: process.poll() is not None or files())
        if process.poll() is not None:
            raise Failed(f'trace-cmd record ended: {process.communicate()[1].strip()}')
        return measure(descendants(process.pid), TOP, calls, [process.pid])
    finally:
        if process.poll() is None:
            stop(process)
        for path in folder.glob('theirs.dat*'):
            path.unlink()
        (TOP / 'buffer_size_kb').write_text(size, encoding='ascii')


def compare(thresh, agent, pairs, calls):
    """Medians of both, each as {cpu: ms per MB, all: the same with the other processes}."""
    costs = ([], [])
    with tempfile.TemporaryDirectory(prefix='bench-record-') as name:
        for _ in range(pairs):
            costs[0].append(ours(thresh, agent, calls, Path(name)))
            costs[1].append(theirs(calls, Path(name)))
    if not all(cost['events'] for side in costs for cost in side):
        raise Failed('a recorder has read nothing')
    # The events are the same, and so is their size.
    size = statistics.median(cost['event_bytes'] for cost in costs[0])
    medians = [{kind: statistics.median(cost[kind] / (cost['events'] * size / 1e6) for cost in side)
                for kind in ('cpu', 'all')} for side in costs]
    facts = {'events': round(statistics.median(cost['events'] for cost in costs[0])),
             'lost': [sum(cost['lost'] for cost in side) for side in costs],
             'rate': statistics.median(cost['events'] / cost['seconds'] for cost in costs[0])}
    return (*medians, facts)
