#!/usr/bin/env python3
# path.py - records loads whose critical paths are known, and what the loads say themselves
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# usage: path.py FOLDER [COMMAND]    (as root; needs cc, and a block device below the current folder)
# COMMAND records: 'thresh record' by default.
#
# Records with `thresh record`, since trace-cmd wants to switch on the function tracer, which
# containers do not allow.  Writes FOLDER/path.dat.xz and FOLDER/path.truth.json, one scenario of
# path-load.c a line.  Names are replaced, and of the kernel's symbols only those
# of timers stay.
import lzma
import os
import re
import shlex
import subprocess
import sys
import tempfile

EVENTS = ('sched:sched_switch', 'sched:sched_waking', 'sched:sched_wakeup', 'sched:sched_wakeup_new', 'irq', 'timer:hrtimer_expire_entry',
          'timer:hrtimer_expire_exit', 'timer:timer_expire_entry', 'timer:timer_expire_exit', 'block:block_rq_issue',
          'block:block_rq_complete', 'net:netif_receive_skb', 'net:net_dev_queue', 'net:net_dev_start_xmit', 'net:netif_rx',
          'skb:consume_skb', 'skb:kfree_skb', 'napi:napi_poll')
CALLS = ('read', 'recvfrom', 'pread64', 'futex', 'clock_nanosleep')


def drop_symbols(data):
    """Overwrites the lines of kallsyms, which are most of the file, except for functions of timers."""
    lines = list(re.finditer(rb'(?m)^[0-9a-f]{16} [A-Za-z] \S+(?:\t\[\w+\])?\n', data))
    for match in lines:
        if not re.search(rb' (hrtimer_wakeup|process_timeout|tick_nohz_handler|delayed_work_timer_fn)\n', match[0]):
            data[match.start():match.end()] = b'0' * 16 + b' a ' + b'x' * (len(match[0]) - 20) + b'\n'
    return bytes(data)


def main():
    folder = os.path.abspath(sys.argv[1])
    command = shlex.split(sys.argv[2] if len(sys.argv) > 2 else 'thresh record')
    here = os.path.dirname(os.path.abspath(__file__))
    events = [*EVENTS, *(f'syscalls:sys_{side}_{call}' for call in CALLS for side in ('enter', 'exit'))]
    with tempfile.TemporaryDirectory(dir='.') as scratch:
        scratch = os.path.abspath(scratch)
        load, truth = os.path.join(scratch, 'path-load'), os.path.join(scratch, 'truth')
        subprocess.run(['cc', '-O1', '-D_GNU_SOURCE', '-Wall', '-o', load, os.path.join(here, 'path-load.c'), '-lpthread'], check=True)
        subprocess.run([*command, 'local:', '--quiet', '--hold', '--no-counters', '--clock', 'mono', '--buffer', '4096',
                        *(word for event in events for word in ('-e', event)),
                        '--exec', f'{load} > {truth}', '-o', os.path.join(scratch, 'path.dat')], check=True, cwd=scratch)
        with open(truth, encoding='utf-8') as file:
            lines = [line for line in file if line.startswith('{')]
        subprocess.run([command[0], 'sanitize', os.path.join(scratch, 'path.dat'), '-o', os.path.join(scratch, 'clean.dat')], check=True)
        with open(os.path.join(scratch, 'clean.dat'), 'rb') as file, lzma.open(os.path.join(folder, 'path.dat.xz'), 'wb', preset=9) as small:
            small.write(drop_symbols(bytearray(file.read())))
    with open(os.path.join(folder, 'path.truth.json'), 'w', encoding='utf-8') as file:
        file.writelines(lines)


main()
