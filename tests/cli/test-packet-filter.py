#!/usr/bin/env python3
# test-packet-filter.py - compares expressions over packets with a join of the lists of packets and events
#
# SPDX-License-Identifier: GPL-2.0-or-later

import glob
import json
import os
import re
from collections import Counter

from cli import DATA, HAVE_TRACES, NO_TRACES, TRACES, Tap, thresh

SAMPLE = os.path.join(DATA, '..', '..', 'data', 'samples', 'e1000-tcp.dat')
LINE = re.compile(r'^ *.*-\d+ +\[(\d+)\].*? (\d+)\.(\d{9}): ([^ ]+):')


def stage(packet, name):
    legs = [leg['end_ns'] - leg['start_ns'] for leg in packet['stages'] if leg['stage'] == name]
    return sum(legs) if legs else None


def total(packet):
    """To the last step that ends a stage; JSON names other steps' stage "other" or none."""
    ends = [step['ns'] for step in packet['steps'] if step['stage'] not in (None, 'other')]
    return ends[-1] - packet['first_ns'] if ends else 0


def above(value, limit):
    return value is not None and value > limit


CASES = [
    ('packet.total > 1ms', lambda p: total(p) > 1000000),
    ('packet.total <= 25us', lambda p: total(p) <= 25000),
    ('packet.total in {0..1500, 1ms..2ms}', lambda p: total(p) <= 1500 or 1000000 <= total(p) <= 2000000),
    ('packet.outcome == delivered', lambda p: p['outcome'] == 'delivered'),
    ('packet.outcome != delivered', lambda p: p['outcome'] != 'delivered'),
    ('packet.outcome in {dropped, "merged"}', lambda p: p['outcome'] in ('dropped', 'merged')),
    ('packet.reason', lambda p: p['reason'] is not None),
    ('packet.reason != NOT_SPECIFIED', lambda p: p['reason'] not in (None, 'NOT_SPECIFIED')),
    ('packet.location contains "UDP"', lambda p: 'udp' in (p['location'] or '').lower()),
    ('packet.device == eth0', lambda p: p['device'] == 'eth0'),
    ('packet.device =~ /^(lo|veth)/', lambda p: re.match('lo|veth', p['device'] or '') is not None),
    ('packet.length > 100', lambda p: above(p['length'], 100)),
    ('packet.direction == rx and packet.length < 1KB', lambda p: p['direction'] == 'rx' and p['length'] is not None and p['length'] < 1024),
    ('packet.stage.wakeup > 20us', lambda p: above(stage(p, 'wakeup'), 20000)),
    ('packet.stage.gro or packet.stage.qdisc', lambda p: (stage(p, 'gro') or 0) != 0 or (stage(p, 'qdisc') or 0) != 0),
    ('packet.copied > 1000 or packet.generation == 2', lambda p: above(p['copied_bytes'], 1000) or p['generation'] == 2),
    ('packet.reader ~ "*"', lambda p: p['reader'] is not None),
]


def events(path, *options):
    status, out, err = thresh('events', *options, path)
    assert status in (0, 3), err
    found = Counter()
    for line in out.splitlines():
        match = LINE.match(line)
        if match:
            found[int(match[1]), int(match[2]) * 10**9 + int(match[3]), match[4]] += 1
    return found


def own_events(packets):
    return Counter((step['cpu'], step['ns'], step['event'])
                   for packet in packets for step in packet['steps'] if step['address'] is not None and not step.get('shared') and not step.get('place'))


def check(path):
    status, out, err = thresh('packets', '--json', '--lives', path)
    assert status in (0, 3), err
    packets = [json.loads(line) for line in out.splitlines()]
    everything = events(path)
    wrong, n = '', 0
    for expression, passes in CASES:
        expected = own_events(packet for packet in packets if passes(packet))
        found = events(path, '-f', expression)
        n += sum(found.values())
        if found != expected:
            wrong += f'{expression}: {sum(found.values())} events, expected {sum(expected.values())}: {list((found - expected) + (expected - found))[:3]}\n'
    # Combined with other conditions, and negated, which also matches events without a packet.
    late = own_events(packet for packet in packets if total(packet) > 1000000)
    if events(path, '-f', 'not packet.total > 1ms') != everything - late:
        wrong += 'not packet.total > 1ms\n'
    if events(path, '-f', 'net:* and cpu == 0 and packet.total > 1ms') != \
            Counter({key: count for key, count in late.items() if key[0] == 0 and events_system(path, key[2]) == 'net'}):
        wrong += 'net:* and cpu == 0 and packet.total > 1ms\n'
    return wrong or ('' if n > 0 else 'nothing was found')


SYSTEMS = {}


def events_system(path, name):
    if not SYSTEMS:
        for kind in ('net', 'skb', 'napi', 'qdisc', 'tcp', 'sock', 'irq'):
            _, out, _ = thresh('events', '-f', f'{kind}:*', path)
            for line in out.splitlines():
                match = LINE.match(line)
                if match:
                    SYSTEMS[match[4]] = kind
    return SYSTEMS.get(name)


def check_id():
    _, out, _ = thresh('packets', '--json', '--lives', SAMPLE)
    packets = [json.loads(line) for line in out.splitlines()]
    for packet in packets[5:400:79]:
        if events(SAMPLE, '-f', f'packet.id == "{packet["id"]}"') != own_events([packet]):
            return packet['id']
    return ''


def check_find():
    """find counts the same events as a filter."""
    status, out, err = thresh('find', '--count', '-e', 'packet.outcome == delivered', SAMPLE)
    expected = sum(events(SAMPLE, '-f', 'packet.outcome == delivered').values())
    _, entry, _ = thresh('find', '--count', '=packet.outcome == delivered', SAMPLE)
    _, field, _ = thresh('find', '--count', '--field', 'packet.outcome', 'delivered', SAMPLE)
    _, within, _ = thresh('find', '--count', '-f', 'packet.outcome == delivered', '-e', 'packet.outcome', SAMPLE)
    return '' if status == 0 and int(out) == int(entry) == int(field) == int(within) == expected > 0 else f'{out} {entry} {field} {within} {expected} {err}'


def check_mistakes():
    wrong = ''
    for expression, complaint, carets in (
            ('packet.totl > 1', 'did you mean “packet.total”?', 11),
            ('packet.outcome == droped', 'no value named “droped”; did you mean “dropped”?', 6),
            ('packet.outcome in {open, "lost"}', 'use one of delivered, dropped, ', 6),
            ('packet.direction != recv', 'no value named “recv”: use one of rx, tx, forward, local', 4),
            ('packet.stage.wakup > 1ms', 'did you mean “packet.stage.wakeup”?', 18),
            ('packet.stage.nic > 1', 'packet.stage.nic', 16),
            ('packet.outcome > 3', 'is text', 18),
            ('packet.outcome == 3', 'is text', 1),
            ('packet.total == slow', 'number', 4),
            ('packet.total > 1KB', 'time', 3),
            ('packet.total > packet.stage.gro', 'cannot be compared', 31),
            ('cpu == packet.length', 'cannot be compared', 20)):
        status, out, err = thresh('events', '-f', expression, SAMPLE)
        lines = err.splitlines()
        if status != 64 or out or complaint not in lines[0] or lines[-1].count('^') != carets:
            wrong += f'{expression}: {status} {err}\n'
    return wrong


def main():
    tap = Tap()
    for path in [SAMPLE] + sorted(glob.glob(os.path.join(DATA, '*gt-udp.dat')) + glob.glob(os.path.join(DATA, '*veth-loss.dat'))):
        SYSTEMS.clear()
        tap.case(os.path.basename(path), check, path)
    for name in ('k612-tcp.dat', 'deep/forward-deep.dat', 'e1000-clock-local.dat'):
        SYSTEMS.clear()
        if HAVE_TRACES:
            tap.case(name, check, os.path.join(TRACES, name))
        else:
            tap.skip(name, NO_TRACES)
    tap.case('one by its id', check_id)
    tap.case('finding', check_find)
    tap.case('mistakes', check_mistakes)
    tap.end()


main()
