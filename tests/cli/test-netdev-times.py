#!/usr/bin/env python3
# test-netdev-times.py - compares thresh packets --netdev-times with perf's script
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Everything that perf's script says is said by ours, with the same times, but
# for its errors, which are counted by kind and must be one of
#   fate     the skb is given a later packet's copy or free at the same address
#   early    an interrupt that came while NET_RX ran is given to that run, and
#            not to the next one, which it raised
#   late     net_dev_xmit came after the free: the free of the next packet
#            there is taken, or the packet is not shown
# Our additional lines are events that perf's script cannot see.

import gzip
import os
import re
import subprocess

import netdev_times
from cli import DATA, HAVE_TRACES, NO_TRACES, TRACES, Tap, thresh

SAMPLE = os.path.join(DATA, '..', '..', 'data', 'samples', 'e1000-tcp.dat')
PERF = ('e1000-tp', 'e1000-tp-g', 'virtio-tp', 'virtio-tp-g', 'k612-tp', 'k612-tp-g')
HUNK = re.compile(r'^(\d+)\.(\d{6})sec cpu=(\d+)$')
PARTS = (('irq', re.compile(r'^  irq_entry\(\+([\d.]+)msec irq=(\d+):(.*)\)$')),
         ('entry', re.compile(r'^  softirq_entry\(\+([\d.]+)msec\)$')),
         ('task', re.compile(r'^  task\(\+([\d.]+)msec (\d+):(.*)\)$')),
         ('napi_poll_exit', re.compile(r'^  napi_poll_exit\(\+([\d.]+)msec (.*)\)$')),
         ('netif_receive_skb', re.compile(r'^         \|---netif_receive_skb\(\+([\d.]+)msec skb=([0-9a-f]+) len=(\d+)\)$')),
         ('fate', re.compile(r'^         \|      (\w+)\(\+([\d.]+)msec(?: (.*))?\)$')))
SENT = re.compile(r'^ *(\S+) +(-?\d+) +(\d+)\.(\d{6})sec +([\d.]+)msec +(?:([\d.]+)msec|dropped \((.*)\)|freed ([\d.]+)msec before net_dev_xmit)$')


def text_of(path):
    if path.endswith('.perf.data'):
        with gzip.open(path.replace('.perf.data', '.perf.script.txt.gz'), 'rt', errors='replace') as file:
            return file.read()
    return subprocess.run(['trace-cmd', 'report', '-t', '-N', '-i', path], capture_output=True, check=True, text=True, errors='replace').stdout


def micros(match, index):
    return int(match[index]) * 10**6 + int(match[index + 1])


def ours(path, *words):
    """(hunks, sent) of the report; a line of an unknown kind is an error."""
    status, out, err = thresh('packets', '--netdev-times', path, *words)
    assert status == 0, err
    hunks, sent = [], []
    for line in out.splitlines():
        if line.strip(' |') == '' or line.startswith('   dev '):
            continue
        if HUNK.match(line):
            match = HUNK.match(line)
            hunks.append({'base': micros(match, 1), 'cpu': int(match[3]), 'lines': []})
        elif SENT.match(line):
            match = SENT.match(line)
            sent.append({'dev': match[1], 'len': int(match[2]), 'queue': micros(match, 3), 'xmit': match[5], 'free': match[6], 'dropped': match[7],
                         'before': match[8]})
        else:
            kind, match = next(((kind, pattern.match(line)) for kind, pattern in PARTS if pattern.match(line)), (None, None))
            assert kind, f'{line!r} is no line of such a report'
            hunks[-1]['lines'].append((kind, *match.groups()))
    return hunks, sent


def offset(ns, base):
    return f'{(ns - base) / 1e6:.3f}'


def expected_lines(hunk):
    lines = [('irq', offset(irq['ns'], hunk['base']), irq['irq'], irq['name']) for irq in hunk['irqs']]
    lines.append(('entry', offset(hunk['entry'], hunk['base'])))
    for event in hunk['events']:
        more = (event['dev'],) if event['kind'] == 'napi_poll_exit' else (f"{event['address']:x}", str(event['len']))
        lines.append((event['kind'], offset(event['ns'], hunk['base']), *more))
    return lines


def is_reused(text, address, begin, end):
    """Returns whether another packet began at that address in between."""
    births = ('napi_gro_receive_entry', 'netif_receive_skb:', 'net_dev_queue', 'netif_rx')
    for line in text.splitlines():
        if f'{address:x}' in line and any(birth in line for birth in births):
            match = re.search(r'\s(\d+)\.(\d{9}):', line)
            if begin < int(match[1]) * 10**9 + int(match[2]) <= end:
                return True
    return False


def check_received(path):
    text = text_of(path)
    report = netdev_times.Report(netdev_times.parse(text))
    hunks = {(hunk['base'], hunk['cpu']): hunk['lines'] for hunk in ours(path, 'rx')[0]}
    wrong, n_fates, n_theirs, n_early = '', 0, 0, 0
    for hunk in report.hunks:
        if hunk['entry'] < hunk['base']:
            n_early += 1
            continue
        found = hunks.get((hunk['base'] // 1000, hunk['cpu']))
        if found is None:
            wrong += f"no {hunk['base']}\n"
            continue
        if [line for line in found if line[0] != 'fate'] != expected_lines(hunk):
            wrong += f"{hunk['base']}: {found} instead of {expected_lines(hunk)}\n"
        fates = {}
        for before, line in zip(found, found[1:]):
            if line[0] == 'fate':
                fates[before[2]] = line
        for event in hunk['events']:
            if 'fate' not in event:
                continue
            ns, pid, comm, name = event['fate']
            line = fates.get(f"{event['address']:x}")
            n_fates += 1
            if line and line[1] == name and line[2] == offset(ns, hunk['base']) and (name == 'kfree_skb' or line[3] == f'{pid}:{comm}'):
                continue
            if is_reused(text, event['address'], event['ns'], ns):
                n_theirs += 1
            else:
                wrong += f"{event['address']:x} at {event['ns']}: {line} instead of {event['fate']}\n"
    print(f'# {os.path.basename(path)}: {len(report.hunks)} of {len(hunks)} runs, {n_early} of them with an interrupt of the next, '
          f'{n_fates} fates, {n_theirs} of them of a later packet in perf\'s')
    return wrong if report.hunks or 'softirq_exit:' not in text else f'{wrong}ours has {len(hunks)} alone'


def check_before(text, record, said):
    """How long before net_dev_xmit it was freed, by the lines of its address."""
    frees = [event.ns for event in netdev_times.parse(text) if event.name in ('consume_skb', 'kfree_skb') and
             int(event.fields['skbaddr'], 16) == record['address'] and record['queue'] < event.ns < record['xmit']]
    true = offset(record['xmit'], frees[-1]) if frees else None
    return '' if said == true else f'{record}: freed {said} ms before, true {true}\n'


def check_sent(path):
    text = text_of(path)
    report = netdev_times.Report(netdev_times.parse(text))
    sent = {(one['dev'], one['len'], one['queue']): one for one in ours(path, 'tx')[1]}
    wrong, n_late = '', 0
    for record in report.sent:
        one = sent.get((record['dev'], record['len'], record['queue'] // 1000))
        times = (offset(record['xmit'], record['queue']), offset(record['free'], record['xmit']))
        if one and (one['xmit'], one['free']) == times:
            continue
        if one and one['xmit'] == times[0] and one['before']:
            n_late += 1
            wrong += check_before(text, record, one['before'])
        else:
            wrong += f'{one} instead of {record}\n'
    print(f'# {os.path.basename(path)}: {len(report.sent)} of {len(sent)} sent, {n_late} with the free of a later packet in perf\'s')
    return wrong if sent or not report.sent else f'{wrong}ours has none'


def check_words():
    """tx and rx alone, and both; only what has to do with a device."""
    both, rx, tx = ours(SAMPLE), ours(SAMPLE, 'rx'), ours(SAMPLE, 'tx')
    none, some = ours(SAMPLE, 'dev=nothing'), ours(SAMPLE, 'dev=eth')
    good = both == (rx[0], tx[1]) and not rx[1] and not tx[0] and none == ([], []) and some[1] == both[1] and some[0]
    return '' if good else f'{len(both[0])} {len(rx[0])} {len(tx[1])} {len(some[0])} {len(none[0])}'


def check_elsewhere(name):
    """Where nothing was received in a softirq behind an interrupt, there are runs yet."""
    path = os.path.join(TRACES, 'deep', f'{name}-deep.dat')
    report = netdev_times.Report(netdev_times.parse(text_of(path)))
    of_perf = sum(event['kind'] == 'netif_receive_skb' for hunk in report.hunks for event in hunk['events'])
    lines = [line for hunk in ours(path, 'rx')[0] for line in hunk['lines']]
    n = sum(line[0] == 'netif_receive_skb' for line in lines)
    every = len(re.findall(r' netif_receive_skb:', text_of(path)))
    return '' if n == every > of_perf else f'{n} of {every} received, perf {of_perf}'


def main():
    tap = Tap()
    tap.case('sample: received', check_received, SAMPLE)
    tap.case('sample: sent', check_sent, SAMPLE)
    tap.case('tx, rx, dev=', check_words)
    for name in PERF:
        path = os.path.join(TRACES, f'{name}.perf.data')
        for what, check in (('received', check_received), ('sent', check_sent)):
            if HAVE_TRACES:
                tap.case(f'{name}: {what}', check, path)
            else:
                tap.skip(f'{name}: {what}', NO_TRACES)
    for name in ('threaded', 'busypoll', 'rps', 'ksoftirqd'):
        if HAVE_TRACES:
            tap.case(f'{name}: no interrupt on that CPU', check_elsewhere, name)
        else:
            tap.skip(f'{name}: no interrupt on that CPU', NO_TRACES)
    tap.end()


main()
