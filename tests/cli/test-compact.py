#!/usr/bin/env python3
# test-compact.py - thresh events --compact: short texts, derived again from trace-cmd's long ones
#
# SPDX-License-Identifier: GPL-2.0-or-later

import os
import re
import subprocess
import tempfile
from collections import Counter

from cli import DATA, NO_TRACES, TRACES, Tap, thresh

CALLS = '/usr/include/x86_64-linux-gnu/asm/unistd_64.h'
SAMPLE = os.path.join(DATA, '..', '..', 'data', 'samples', 'e1000-tcp.dat')

LINE = re.compile(r'^(.*?\]\s+\S+: )(\w+):(\s+)(.*)$')
TASK = r'{0}comm=(.*) {0}pid=(\d+) {0}prio=(-?\d+)'
SWITCH = re.compile(TASK.format('prev_') + r' prev_state=(\S+) ==> ' + TASK.format('next_') + '$')
WAKEUP = re.compile(TASK.format('') + r' target_cpu=(\d+)$')
PROBE = re.compile(r'family=\S+ src=(\S+) dest=(\S+) .*?\bdata_len=(\d+) .*\bsnd_cwnd=(\d+) .*\bsrtt=(\d+)')
SOCKET = re.compile(r'family=(\S+) protocol=\S+ sport=(\d+) dport=(\d+) saddr=(\S+) daddr=(\S+) saddrv6=(\S+) daddrv6=(\S+) '
                    r'oldstate=(\w+) newstate=(\w+)')


def switch(text):
    m = SWITCH.match(text)
    return f'{m[1]}:{m[2]} [{m[3]}] {m[4]} ==> {m[5]}:{m[6]} [{m[7]}]'


def wakeup(text):
    m = WAKEUP.match(text)
    return f'{m[1]}:{m[2]} [{m[3]}] CPU {int(m[4])}'


def probe(text):
    m = PROBE.match(text)
    return f'{m[1]} -> {m[2]} len {m[3]} cwnd {m[4]} srtt {m[5]}'


def socket(text):
    m = SOCKET.match(text)
    source, target = (f'[{m[6]}]', f'[{m[7]}]') if m[1] == 'AF_INET6' else (m[4], m[5])
    return f'{source}:{m[2]} -> {target}:{m[3]} {m[8]} -> {m[9]}'


def call_names():
    """System call names by number on x86, from the kernel's user header."""
    with open(CALLS, encoding='ascii') as file:
        return {int(number): name for name, number in re.findall(r'#define __NR_(\w+) (\d+)', file.read())}


def raw_enter(text):
    m = re.match(r'NR (-?\d+) \((.*)\)$', text)
    numbers = [int(part, 16) for part in m[2].split(', ')]
    return f"{call_names()[int(m[1])]}({', '.join(hex(n) if n > 0xff else str(n) for n in numbers)})"


def raw_exit(text):
    m = re.match(r'NR (-?\d+) = (-?\d+)$', text)
    return f'{call_names()[int(m[1])]}: {m[2]}'


def duration(ns):
    """Three digits after the point, truncated."""
    for unit, size in (('s', 10 ** 9), ('ms', 10 ** 6), ('µs', 10 ** 3)):
        if ns >= size:
            return f'{ns // size}.{ns % size * 1000 // size:03} {unit}'
    return f'{ns} ns'


def graph_entry(text):
    m = re.match(r'--> (.+) \((\d+)\)$', text)
    return '    ' * int(m[2]) + f'{m[1]}() {{'


def graph_exit(text):
    m = re.match(r'<-- (.+) \((\d+)\) \(start: (\w+)  end: (\w+)\) over: \d+$', text)
    return '    ' * int(m[2]) + f'}} {m[1]}  {duration(int(m[4], 16) - int(m[3], 16))}'


WORDS = {'funcgraph_entry': graph_entry, 'funcgraph_exit': graph_exit, 'sys_enter': raw_enter, 'sys_exit': raw_exit,
         'sched_switch': switch, 'sched_waking': wakeup, 'sched_wakeup': wakeup, 'sched_wakeup_new': wakeup,
         'tcp_probe': probe, 'inet_sock_set_state': socket}


def same_number(ours, theirs):
    """-100 is 0xffffffffffffff9c, and as an int 0xffffff9c."""
    ours, theirs = int(ours, 0), int(theirs, 0)
    return ours == theirs or ours & 0xffffffffffffffff == theirs or ours & 0xffffffff == theirs & 0xffffffff


def same_call(name, ours, theirs):
    if name.startswith('sys_exit_'):
        return same_number(ours.split(' ')[0], theirs)
    call = re.match(r'^(\w+)\((.*)\)$', ours)
    wanted = [part.split(': ')[1] for part in theirs.split(', ')] if theirs else []
    found = call[2].split(', ') if call and call[2] else []
    return bool(call) and call[1] == name[len('sys_enter_'):] and len(found) == len(wanted) and \
        all(map(same_number, found, wanted))


def check(path):
    report = subprocess.run(['trace-cmd', 'report', '-t', '-N', '-i', path], capture_output=True, timeout=120, check=True)
    theirs = report.stdout.decode('utf-8', 'replace').splitlines()
    status, out, err = thresh('events', '--compact', path)
    ours = out.splitlines()
    if status not in (0, 3) or len(ours) != len(theirs):
        return f'{status}: {len(ours)} lines instead of {len(theirs)}\n{err}'

    wrong, kinds = [], set()
    for our, their in zip(ours, theirs):
        found, wanted = LINE.match(our), LINE.match(their)
        name = wanted[2] if wanted else ''
        if re.match(r'sys_(enter|exit)_', name):
            good = bool(found) and found[1] == wanted[1] and same_call(name, found[4], wanted[4])
        elif name in WORDS:
            good = our == wanted[1] + name + ':' + wanted[3] + WORDS[name](wanted[4])
        else:
            good = our.rstrip() == their.rstrip()
        kinds.add(name if name in WORDS else name.split('_')[0] + '_' + name.split('_')[1] if name.startswith('sys_') else '')
        if not good:
            wrong.append(f'{our}\n  instead of {their}')
    if not kinds >= ({'funcgraph_entry', 'funcgraph_exit'} if 'fgraph' in path else {'sched_switch', 'sched_waking'}):
        wrong.append(f'only {kinds}')
    return '\n'.join(wrong[:10])


GRAPH = re.compile(r'^(?!#)[^|]*?(?:([\d.]+) us)? *\|  ( *)(?:(\}|/\*)|([^(;]+)\(\)( \{|;))')


RESULTS = """# tracer: function_graph
#
# CPU  DURATION                  FUNCTION CALLS
# |     |   |                     |   |   |   |
 0)               |  vfs_read(file=0xffff8881, count=8) { /* <-ksys_read+0x5e/0xd0 */
 0)   0.200 us    |    down(sem=0x1); /* <-vfs_read+0x5e/0xd0 ret=-4 */
 0)   0.300 us    |    e1000_check [e1000](f=(u32)0x1); /* ret=0x1 */
 0)   2.900 us    |  } /* vfs_read ret=0x8 */
 0)               |  vfs_write() {
 0)   0.500 us    |    rw_verify_area(); /* = 0x0 */
 0) ! 102.900 us  |  } /* vfs_write = 0xfffffffffffffff2 */
"""
RESULTS_SHORT = ['vfs_read(file=0xffff8881, count=8) {', '    down(sem=0x1) = -4 EINTR  200 ns', '    e1000_check [e1000](f=(u32)0x1) = 1  300 ns',
                 '} vfs_read = 8  2.900 µs', 'vfs_write() {', '    rw_verify_area() = 0  500 ns', '} vfs_write = -14 EFAULT  102.900 µs']


def info_of(lines):
    """The texts behind the names of events."""
    return [line[line.index('funcgraph_') + len('funcgraph_entry:      '):] for line in lines]


def graph_texts(path):
    """What the lines of a text of function_graph say, in another order."""
    texts = []
    with open(path, encoding='ascii') as file:
        for line in file:
            m = GRAPH.match(line)
            if not m or m[3] == '/*':
                continue
            took = '  ' + duration(round(float(m[1]) * 1000)) if m[1] else ''
            call = '}' if m[3] else m[4] + '()' + (' {' if m[5] == ' {' else '')
            texts.append('    ' * (len(m[2]) // 2) + call + took)
    return texts


def check_graph_text(path):
    status, out, err = thresh('events', '--compact', path)
    ours = Counter(info_of(out.splitlines()[1:]))
    theirs = Counter(graph_texts(path))
    return '' if status == 0 and ours == theirs and len(theirs) > 100 else f'{status} {ours - theirs} {theirs - ours}\n{err}'


def check_results():
    """Texts with the options funcgraph-retval, -retaddr and -args; of Linux 6.5 and of 6.16."""
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, 'results.txt')
        with open(path, 'w', encoding='ascii') as file:
            file.write(RESULTS)
        ours = info_of(thresh('events', '--compact', path)[1].splitlines()[1:])
        failed = thresh('events', '-f', 'retval < 0 and func == "down"', path)[1].splitlines()[1:]
    return '' if ours == RESULTS_SHORT and len(failed) == 1 else f'{ours} {failed}'


def check_raw():
    """Nothing changes without the option, and filters see the long text."""
    long = thresh('events', '-f', 'info contains "prev_pid="', SAMPLE)[1].splitlines()
    short = thresh('events', '--compact', '-f', 'info contains "prev_pid="', SAMPLE)[1].splitlines()
    good = len(long) == len(short) > 10 and all('prev_pid=' in line for line in long[1:]) and \
        not any('prev_pid=' in line for line in short)
    return '' if good else f'{len(long)} {len(short)} {long[:3]} {short[:3]}'


def check_usage():
    return '' if thresh('events', '--compact', '--raw-fields', SAMPLE)[0] == 64 else 'taken'


def main():
    tap = Tap()
    for name in ('k612-rep.dat', 'tcp-retrans-deep.dat', 'veth-gro-mix-deep.dat', 'e1000-gt-udp.dat'):
        tap.case(name, check, os.path.join(DATA, name))
    for name in ('e1000-rr-hog.dat', 'e1000-tcp6.dat', 'deep/gro-deep.dat', 'k612-rr-hog.dat', 'virtio-rr-late-read.dat',
                 'e1000-marker.dat', 'e1000-fgraph.dat', 'k612-fgraph.dat', 'e1000-fgraph-ev.dat'):
        if name == 'e1000-marker.dat' and not os.path.exists(CALLS):
            tap.skip(name, 'linux-libc-dev of x86 is not installed')
        elif os.path.exists(os.path.join(TRACES, name)):
            tap.case(name, check, os.path.join(TRACES, name))
        else:
            tap.skip(name, NO_TRACES)
    for name in ('e1000-fgraph-plain.txt', 'k612-fgraph-plain.txt'):
        if os.path.exists(os.path.join(TRACES, name)):
            tap.case(name, check_graph_text, os.path.join(TRACES, name))
        else:
            tap.skip(name, NO_TRACES)
    tap.case('results and arguments of function_graph', check_results)
    tap.case('long texts stay', check_raw)
    tap.case('not with --raw-fields', check_usage)
    tap.end()


main()
