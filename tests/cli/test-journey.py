#!/usr/bin/env python3
# test-journey.py - thresh journey: the choice of the packet, and completeness
#
# SPDX-License-Identifier: GPL-2.0-or-later

import json
import os
import re
from collections import Counter

from cli import DATA, Tap, thresh

TCP = os.path.join(DATA, '..', '..', 'data', 'samples', 'e1000-tcp.dat')
TICKS = os.path.join(DATA, 'e1000-clock-counter.dat')
STEP = re.compile(r'^ *([+−][\d.]+) \S+ (.+)  \((exact|inferred|ambiguous|broken|open)(?:: ([\w-]+))?\)$')
LEG = re.compile(r'^  (\S.*?) +(\S+ (?:ns|µs|ms|s)) +(\d+) %$')


def packets(path=TCP):
    return [json.loads(line) for line in thresh('packets', '--json', '--lives', path)[1].splitlines()]


def journey(*arguments, path=TCP):
    status, out, err = thresh('journey', path, *arguments)
    assert status == 0, err
    return out


def stamp(ns):
    return f'{ns // 10**9}.{ns % 10**9:09d}'


def check_whole():
    """All steps with their offsets, all legs, and shares that add up to 100."""
    wrong = ''
    chosen = sorted(packets(), key=lambda packet: packet['last_ns'] - packet['first_ns'])[-12:]
    for packet in chosen:
        out = journey(packet['id'])
        lines = out.splitlines()
        steps = [STEP.match(line) for line in lines if STEP.match(line)]
        legs = [LEG.match(line) for line in lines if LEG.match(line)]
        offsets = [f"+{(step['ns'] - packet['first_ns']) // 1000}.{(step['ns'] - packet['first_ns']) % 1000:03d}" for step in packet['steps']]
        if [match[1] for match in steps] != offsets or [(match[3], match[4]) for match in steps] != [(s['sureness'], s['rule']) for s in packet['steps']]:
            wrong += f"{packet['id']}: {[match[1] for match in steps]} instead of {offsets}\n"
        if any(not match[2].strip().startswith(step['event']) for match, step in zip(steps, packet['steps'])):
            wrong += f"{packet['id']}: {out}\n"
        if len(legs) != len(packet['stages']) or sum(int(match[3]) for match in legs) != 100:
            wrong += f"{packet['id']}: {[match[0] for match in legs]}\n"
        if packet['id'] not in lines[0] or stamp(packet['first_ns']) not in lines[0] or packet['outcome'] not in lines[1]:
            wrong += f"{packet['id']}: {lines[:2]}\n"
    return wrong


def check_counts():
    """The legend has the signs of the confidences that occur, and no others."""
    found = packets()
    wrong = ''
    for packet in [max(found, key=lambda p: len(p['steps']) if p['outcome'] == 'delivered' else 0),
                   next(p for p in found if p['parent']), next(p for p in found if p['outcome'] == 'open')]:
        lines = journey(packet['id']).splitlines()
        signs = Counter(line[15] for line in lines if re.match(r' *\+[\d.]+ [●◐◇✕○] ', line))
        true = ', '.join(f'{signs[sign]} {word}' for sign, word in zip('●◐◇✕○', ('exact', 'inferred', 'ambiguous', 'broken', 'open')) if signs[sign])
        n = sum(signs.values())
        if lines[2] != f'{n} steps: {true}' or n != len(packet['steps']):
            wrong += f"{packet['id']}: {lines[2]}, true {true}\n"
    return wrong


def check_meanwhile():
    """The tasks that ran while the reader waited for a CPU."""
    packet = max(packets(), key=lambda p: sum(s['end_ns'] - s['start_ns'] for s in p['stages'] if s['stage'] == 'wakeup'))
    out = journey(packet['id'])
    return '' if re.search(r'meanwhile on CPU \d+: \S+', out) else out


def check_json():
    packet = packets()[20]
    return '' if json.loads(journey('--json', packet['id'])) == packet else journey('--json', packet['id'])


def check_at():
    """The packet of an event, by its time; with an address, the one that was there at that time."""
    wrong, own = '', {}
    for packet in packets():
        for step in packet['steps']:
            if step['address']:
                own.setdefault(step['ns'], []).append(packet)
    for ns in sorted(own)[5:400:40]:
        found = json.loads(journey('--json', '--at', stamp(ns)))['id']
        wrong += '' if found in [packet['id'] for packet in own[ns]] else f'{stamp(ns)}: {found}\n'
        packet = own[ns][0]
        found = json.loads(journey('--json', '--at', stamp(ns), packet['address']))['id']
        wrong += '' if found == packet['id'] else f"{stamp(ns)} {packet['address']}: {found}\n"
    return wrong


def check_address():
    """An address without 0x; it is enough if it had one packet, otherwise the packets are listed."""
    by_address = {}
    for packet in packets():
        by_address.setdefault(packet['address'], []).append(packet)
    alone = next(found[0] for found in by_address.values() if len(found) == 1)
    many = next(found for found in by_address.values() if 1 < len(found) < 20)
    out = journey(alone['address'][2:])
    status, text, err = thresh('journey', TCP, many[0]['address'])
    good = alone['id'] in out and status == 64 and text == '' and all(packet['id'] in err for packet in many)
    return '' if good else f'{out[:200]} {status} {err}'


def check_missing():
    """Missing events are listed at the end."""
    packet = packets()[20]
    out = journey('--ignore', 'sched:*', '--at', stamp(packet['first_ns']))
    return '' if 'sched:sched_switch was not recorded.' in out else out


def check_ticks():
    """Times of a clock of ticks are printed as ticks."""
    found = packets(TICKS)
    if not found:
        return 'no packet'
    out = journey(found[0]['id'], path=TICKS)
    return '' if f"· {found[0]['first_ns']}\n" in out else out


def check_mistakes():
    cases = (
        ([], 64, 'one file and the address'),
        ([TCP], 64, 'no packet was given'),
        ([TCP, 'eth0'], 64, '“eth0” is not an address'),
        ([TCP, '0x12#0'], 64, '“0x12#0” is not an address'),
        ([TCP, '0x12'], 64, 'there is no packet “0x12”'),
        ([TCP, '0x12', 'more'], 64, 'one file and the address'),
        ([TCP, '--at', 'now'], 64, '“now” is not a time'),
        ([TCP, '--at', '1.0'], 64, 'no packet was in flight at that time'),
        ([TCP, '--stages', '/nowhere.json', '0x12'], 2, 'No such file'),
        (['/nowhere', '0x12'], 2, '/nowhere'),
    )
    wrong = ''
    for arguments, expected, sentence in cases:
        status, _, err = thresh('journey', *arguments)
        wrong += '' if status == expected and sentence in err else f'{arguments}: {status} {err}\n'
    return wrong


def main():
    tap = Tap()
    tap.case('all of it', check_whole)
    tap.case('how sure', check_counts)
    tap.case('who ran meanwhile', check_meanwhile)
    tap.case('--json', check_json)
    tap.case('--at', check_at)
    tap.case('an address', check_address)
    tap.case('what was not recorded', check_missing)
    tap.case('ticks', check_ticks)
    tap.case('mistakes', check_mistakes)
    tap.end()


main()
