#!/usr/bin/env python3
# test-same.py - a workload has the same journeys in the recording and in texts made from it
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The differences and their reasons, which are data that a text lacks.

import collections
import gzip
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
import texts  # noqa: E402
from cli import DATA, NO_TRACES, TRACES, Tap, thresh  # noqa: E402

# Which original TCP sent again is in no text, so what was sent has no parent.
RETRANSMIT = 'only recorded: tcp_retransmit_skb'
# A text does not tell what was asked for: until a type came it may be one that was not recorded.
AT_FIRST = 'netif_rx_entry: inferred, ambiguous'
LACKS = {
    'e1000-veth-loss': {RETRANSMIT: 70, 'parent': 70, AT_FIRST: 1},
    'k612-veth-loss': {AT_FIRST: 1},
}
# Of one microsecond on two CPUs: which was first is not in the text.
TIES = {'k612-veth-loss': {'steps': 1}}
RECORDINGS = ('e1000-gt-udp', 'e1000-veth-loss', 'k612-rep', 'virtio-gt-udp', 'k612-gt-udp', 'e1000-tcp', 'e1000-tcp6', 'e1000-rr-late-read',
              'e1000-stack', 'k612-tcp', 'k612-veth-loss')
# perf.data with the text that perf made of it where it was recorded.
PERF = ('e1000-tp', 'k612-tp', 'virtio-tp')

# Linux 6.18, perf script: three datagrams to a reader that sleeps, then two at
# once to another one of 40 bytes each.  There sk_data_ready has no socket.
DATAGRAMS = ''.join(f'''\
  send    33 [001] 10.{ms:03}083:  net:net_dev_queue: dev=v0 skbaddr=0xffff88828d50c{at}00 len={size + 42}
  send    33 [001] 10.{ms:03}089:      net:netif_rx: dev=v1 skbaddr=0xffff88828d50c{at}00 len={size + 28}
  send    33 [001] 10.{ms:03}092:  net:net_dev_xmit: dev=v0 skbaddr=0xffff88828d50c{at}00 len={size + 42} rc=0
  send    33 [001] 10.{ms:03}093: irq:softirq_entry: vec=3 [action=NET_RX]
  send    33 [001] 10.{ms:03}095: net:netif_receive_skb: dev=v1 skbaddr=0xffff88828d50c{at}00 len={size + 28}
  send    33 [001] 10.{ms:03}102: sock:sk_data_ready: family=2 protocol=17 func=sock_def_readable
{waking}  send    33 [001] 10.{ms:03}107:  irq:softirq_exit: vec=3 [action=NET_RX]
{read}''' for at, ms, size, waking, read in (
    (at, ms, size,
     f'  send    33 [001] 10.{ms:03}103: sched:sched_waking: comm=read pid={task} prio=120 target_cpu=001\n' if task else '',
     ''.join(f'  send    33 [001] 10.{ms:03}115: sched:sched_switch: prev_comm=send prev_pid=33 prev_prio=120 prev_state=S ==> '
             f'next_comm=read next_pid={pid} next_prio=120\n'
             f'  read    {pid} [001] 10.{ms:03}{129 + n}: sock:sock_recv_length: sk address = 0xffff88810949ca80, family = AF_INET '
             f'protocol = 0x11, length = {length}, error = 0, flags = 0x0\n' for n, (pid, length) in enumerate(reads)))
    for at, ms, size, task, reads in (
        (1, 1, 100, 34, [(34, 100)]),
        (2, 2, 101, 34, [(34, 101)]),
        # Its bytes are not those of the packet: cut by the reader's buffer, or another's.
        (3, 3, 102, 34, [(34, 60)]),
        (4, 4, 40, 35, []),
        (5, 5, 40, None, [(35, 40), (35, 40)]))))
READ = '0xffff88828d50c100 34 datagram inferred, 0xffff88828d50c200 34 datagram inferred, 0xffff88828d50c300 open, ' \
       '0xffff88828d50c400 35 datagram ambiguous, 0xffff88828d50c500 35 datagram inferred'


def find(name):
    for folder in (DATA, TRACES):
        if os.path.exists(os.path.join(folder, name)):
            return os.path.join(folder, name)
    return None


def journeys(path, *options):
    status, out, err = thresh('packets', '--lives', '--json', *options, path)
    assert status == 0, err
    return {packet['id']: packet for packet in map(json.loads, out.splitlines())}


def tool(*command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=300).stdout.decode('latin-1')


def as_report(path, *options):
    return tool('trace-cmd', 'report', *options, '-i', path)


def as_ftrace(path):
    """Rounds to microseconds, as the kernel prints them."""
    lines = texts.load(path)
    return '# tracer: nop\n#\n' + ''.join(
        f'{line.comm:>16}-{line.event.pid:<7} [{line.event.cpu:03}] {line.flags} {line.event.ns // 10**9:>5}.'
        f'{line.event.ns // 1000 % 10**6:06}: {line.event.name}: {line.rest}\n' for line in lines)


def describe(step):
    return (step['event'], step['rule'], step['sureness'], step['stage'], step['cpu'])


def differences(recorded, text):
    found = collections.Counter()
    for name in recorded.keys() | text.keys():
        ours, theirs = recorded.get(name), text.get(name)
        if ours is None or theirs is None:
            found[f"only {'text' if ours is None else 'recorded'}: {(ours or theirs)['steps'][0]['event']}"] += 1
            continue
        for key in ('outcome', 'reader', 'copied_bytes', 'device', 'direction', 'length', 'reason'):
            if ours[key] != theirs[key]:
                found[f'{key}: {ours[key]}, {theirs[key]}'] += 1
        if (ours['parent'] or {}).get('id') != (theirs['parent'] or {}).get('id'):
            found['parent'] += 1
        if len(ours['steps']) != len(theirs['steps']):
            found['steps'] += 1
            continue
        for one, other in zip(ours['steps'], theirs['steps']):
            if abs(one['ns'] - other['ns']) >= 1000:
                found[f"{one['event']}: time"] += 1
            if describe(one) != describe(other):
                words = [f'{a}, {b}' for a, b in zip(describe(one), describe(other)) if a != b]
                found[f"{one['event']}: {'; '.join(words)}"] += 1
    return found


def check(recorded, text, lacks, *options):
    with tempfile.NamedTemporaryFile('w', suffix='.txt', encoding='latin-1') as file:
        file.write(text)
        file.flush()
        found = differences(recorded, journeys(file.name, *options))
    return '' if found == lacks else f'{dict(found)}, and not {lacks}'


def check_recording(name):
    """Function names are no part of the text where the kernel prints addresses: they are given, as a user would."""
    path, wrong = find(f'{name}.dat'), ''
    recorded = journeys(path)
    with tempfile.NamedTemporaryFile('w', suffix='.kallsyms') as symbols:
        symbols.write(''.join(line for line in tool('trace-cmd', 'dump', '--kallsyms', '-i', path).splitlines(True) if line[:1] in '0123456789abcdef'))
        symbols.flush()
        for kind, text in (('report -t', as_report(path, '-t')), ('report', as_report(path)), ('report -l', as_report(path, '-l')),
                           ('ftrace', as_ftrace(path))):
            lacks = LACKS.get(name, {}) | (TIES.get(name, {}) if kind != 'report -t' else {})
            said = check(recorded, text, lacks, '--kallsyms', symbols.name)
            wrong += f'{kind}: {said}\n' if said else ''
    return wrong


def check_perf(name):
    with gzip.open(find(f'{name}.perf.script.txt.gz'), 'rt') as file:
        return check(journeys(find(f'{name}.perf.data')), file.read(), {})


def check_datagrams():
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as file:
        file.write(DATAGRAMS)
        file.flush()
        read = []
        for packet in journeys(file.name).values():
            last = [step for step in packet['steps'] if step['event'] == 'sock_recv_length']
            read.append(' '.join([packet['address']] + ([str(packet['reader']['pid']), last[0]['rule'], last[0]['sureness']] if last else [packet['outcome']])))
        _, _, err = thresh('packets', file.name)
    if ', '.join(read) != READ:
        return ', '.join(read)
    return '' if 'The text of sock:sk_data_ready does not name the socket' in err and 'tcp_probe is not in this text' in err else err


def check_names():
    """Without function names what closing sockets threw away looks dropped, and that is said."""
    with tempfile.NamedTemporaryFile('w', suffix='.txt', encoding='latin-1') as file:
        file.write(as_report(find('e1000-gt-udp.dat')))
        file.flush()
        found = differences(journeys(find('e1000-gt-udp.dat')), journeys(file.name))
        _, _, err = thresh('packets', file.name)
    if set(found) != {'outcome: consumed, dropped'}:
        return str(dict(found))
    count = found['outcome: consumed, dropped']
    return '' if f'{count} packets were freed without a reason, at addresses without a symbol.' in err else err


def main():
    tap, missing = Tap(), 0
    for name in RECORDINGS:
        if find(f'{name}.dat'):
            tap.case(name, check_recording, name)
        else:
            missing += 1
    for name in PERF:
        if find(f'{name}.perf.data') and find(f'{name}.perf.script.txt.gz'):
            tap.case(f'{name}.perf.data', check_perf, name)
        else:
            missing += 1
    tap.case('datagrams of sockets that are not told', check_datagrams)
    tap.case('function names', check_names)
    if missing:
        tap.skip(f'{missing} more recordings', NO_TRACES)
    tap.end()


main()
