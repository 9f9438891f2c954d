#!/usr/bin/env python3
# test-compact.py - thresh events --compact: short texts, derived again from trace-cmd's long ones
#
# SPDX-License-Identifier: GPL-2.0-or-later

import os
import re
import subprocess

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


WORDS = {'sys_enter': raw_enter, 'sys_exit': raw_exit,
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
    if not {'sched_switch', 'sched_waking'} <= kinds:
        wrong.append(f'only {kinds}')
    return '\n'.join(wrong[:10])


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
                 'e1000-marker.dat'):
        if name == 'e1000-marker.dat' and not os.path.exists(CALLS):
            tap.skip(name, 'linux-libc-dev of x86 is not installed')
        elif os.path.exists(os.path.join(TRACES, name)):
            tap.case(name, check, os.path.join(TRACES, name))
        else:
            tap.skip(name, NO_TRACES)
    tap.case('long texts stay', check_raw)
    tap.case('not with --raw-fields', check_usage)
    tap.end()


main()
