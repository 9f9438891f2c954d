#!/usr/bin/env python3
# test-packets.py - thresh packets: the list, its order, its JSON, and mistakes
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Whether the packets are right is compared with the truth in
# tests/packets; this test checks the format of the output.

import json
import os
import re
import tempfile

from cli import DATA, Tap, thresh

TCP = os.path.join(DATA, '..', '..', 'data', 'samples', 'e1000-tcp.dat')
VETH = os.path.join(DATA, 'e1000-veth-loss.dat')
TEXT = os.path.join(DATA, 'k612-rep.report.txt')
CONFIDENCES = {'exact', 'inferred', 'ambiguous', 'broken', 'open'}


def packets(*options, path=TCP):
    status, out, err = thresh('packets', '--json', *options, path)
    assert status == 0, err
    return [json.loads(line) for line in out.splitlines()]


def events(path):
    """Names of the events at each time, by thresh events."""
    found = {}
    for match in re.finditer(r'\[(\d+)\] +(\d+)\.(\d+): +(\w+):', thresh('events', path)[1]):
        time = int(match[2]) * 10**9 + int(match[3].ljust(9, '0'))
        found.setdefault((time, int(match[1])), set()).add(match[4])
    return found


def total(packet):
    legs = [leg for leg in packet['stages'] if leg['stage'] != 'other']
    return legs[-1]['end_ns'] - packet['first_ns'] if legs else 0


def check_shape(path):
    """Every step is an existing event with its time and CPU; legs are consecutive."""
    known, wrong, n_steps = events(path), '', 0
    for packet in packets('--lives', path=path):
        if packet['id'] != f"{packet['address']}#{packet['generation']}":
            wrong += f"{packet['id']}: {packet['address']} {packet['generation']}\n"
        for step in packet['steps']:
            n_steps += 1
            if not step.get('place') and step['event'] not in known.get((step['ns'], step['cpu']), ()):
                wrong += f"{packet['id']}: no {step['event']} at {step['ns']} on {step['cpu']}\n"
            if step['sureness'] not in CONFIDENCES or not step['rule'] or (step['address'] is None) != bool(step.get('shared') or step.get('place')):
                wrong += f"{packet['id']}: {step}\n"
        for leg in packet['stages'][1:]:
            if leg['start_ns'] < packet['first_ns']:
                wrong += f"{packet['id']}: {leg}\n"
    return wrong or ('' if n_steps > 100 else f'{n_steps} steps')


def check_parts():
    """--lives adds only those that continued in another."""
    every, whole = packets('--lives'), packets()
    ids = {packet['id'] for packet in whole}
    more = [packet for packet in every if packet['id'] not in ids]
    good = more and all(packet['part'] for packet in more) and not any('part' in packet for packet in whole)
    parents = {packet['parent']['id'] for packet in more if packet['parent']}
    return '' if good and parents <= {packet['id'] for packet in every} else f'{len(every)} {len(whole)}'


def check_time_order():
    times = [packet['first_ns'] for packet in packets()]
    return '' if times == sorted(times) and len(times) > 10 else f'{times}'


def check_sort():
    wrong = ''
    for stage in ('stack', 'wakeup'):
        times = [sum(leg['end_ns'] - leg['start_ns'] for leg in packet['stages'] if leg['stage'] == stage) for packet in packets('--sort', stage)]
        wrong += '' if times == sorted(times, reverse=True) and times[0] > 0 else f'{stage}: {times}\n'
    lengths = [packet['length'] for packet in packets('--sort', 'length') if packet['length'] is not None]
    return wrong + ('' if lengths == sorted(lengths, reverse=True) else f'{lengths}')


def check_slowest():
    every = sorted((total(packet) for packet in packets()), reverse=True)
    some = [total(packet) for packet in packets('--slowest', '5')]
    return '' if some == every[:5] and len(every) > 5 else f'{some} of {every[:8]}'


def check_dropped():
    every = packets('--lives', path=VETH)
    some = packets('--lives', '--dropped', path=VETH)
    expected = [packet['id'] for packet in every if packet['outcome'] == 'dropped']
    good = [packet['id'] for packet in some] == expected and expected and all(packet['reason'] for packet in some)
    return '' if good else f'{len(some)} of {len(expected)}'


def check_text():
    """As many lines as packets, between a header and a summary."""
    status, out, _ = thresh('packets', TCP)
    lines = out.splitlines()
    n = len(packets())
    good = status == 0 and 'Outcome' in lines[0] and f'{n} × packet: ' in out and sum(' 0x' in line for line in lines) == n
    return '' if good else out[-600:]


def check_missing():
    """Missing events are reported, with what they hide."""
    _, _, err = thresh('packets', '--ignore', 'net:netif_receive_skb', TCP)
    return '' if 'net:netif_receive_skb was not recorded. ' in err else err


def check_mistakes():
    cases = (
        ([], 64, 'exactly one file is needed'),
        ([TCP, TCP], 64, 'exactly one file is needed'),
        (['--sort', 'nothing', TCP], 64, 'no stage or column “nothing”'),
        (['--json', '--layers', 'rhel-tcp-ip', TCP], 64, 'exclude each other'),
        (['--layers', 'nowhere', TCP], 64, 'no stage map “nowhere”'),
        (['--netdev-times', TCP, 'up'], 64, '“up” is not one of tx, rx, dev=NAME'),
        (['--stages', '/nowhere.json', TCP], 2, '/nowhere.json: No such file'),
        (['/nowhere.dat'], 2, '/nowhere.dat'),
    )
    wrong = ''
    for arguments, expected, sentence in cases:
        status, _, err = thresh('packets', *arguments)
        wrong += '' if status == expected and sentence in err else f'{arguments}: {status} {err}\n'
    return wrong


def check_bad_map():
    with tempfile.NamedTemporaryFile('w', suffix='.json') as file:
        file.write('{ "id": "x",\n"title": "X",\n"points": [ { "event": "here" } ] }')
        file.flush()
        status, _, err = thresh('packets', '--stages', file.name, TCP)
        return '' if status == 2 and f'{file.name}:3: “here”: this is not an event' in err else f'{status} {err}'


def check_nothing():
    """A recording without packets has an empty list, and the reason is printed."""
    status, out, err = thresh('packets', '--json', '--ignore', 'net:*', '--ignore', 'skb:*', '--ignore', 'qdisc:*', '--ignore', 'tcp:*', TCP)
    return '' if (status, out) == (0, '') and err else f'{status} {out[:200]} {err}'


def main():
    tap = Tap()
    for path in (TCP, VETH, TEXT):
        tap.case(f'{os.path.basename(path)}: steps and legs', check_shape, path)
    tap.case('--lives', check_parts)
    tap.case('in order of time', check_time_order)
    tap.case('--sort', check_sort)
    tap.case('--slowest', check_slowest)
    tap.case('--dropped', check_dropped)
    tap.case('as text', check_text)
    tap.case('what is missing', check_missing)
    tap.case('mistakes', check_mistakes)
    tap.case('a bad stage map', check_bad_map)
    tap.case('no packets', check_nothing)
    tap.end()


main()
