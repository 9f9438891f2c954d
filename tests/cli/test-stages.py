#!/usr/bin/env python3
# test-stages.py - stage maps: the built-in ones describe the analysis, others are applied
#
# SPDX-License-Identifier: GPL-2.0-or-later

import glob
import json
import os
import re
import tempfile

from cli import DATA, HAVE_TRACES, NO_TRACES, TRACES, Tap, thresh

MAPS = os.path.join(DATA, '..', '..', 'data', 'stages')
SAMPLE = os.path.join(DATA, '..', '..', 'data', 'samples', 'e1000-tcp.dat')
KPROBE = os.path.join(TRACES, 'e1000-kprobe.dat')


def load(name):
    with open(os.path.join(MAPS, f'{name}.json'), encoding='utf-8') as file:
        return json.load(file)


def packets(path, *options):
    status, out, err = thresh('packets', '--json', '--lives', *options, path)
    assert status in (0, 3), err
    return [json.loads(line) for line in out.splitlines()]


def check_built_in():
    """Each step of an event in the maps ends a stage that they name for it."""
    ends = {}
    for name in ('rx-tracepoints', 'tx-tracepoints'):
        for point in load(name)['points']:
            for event in point['event']:
                ends.setdefault(event.split(':')[1], set()).add(point.get('stage'))
    paths = [SAMPLE] + glob.glob(os.path.join(DATA, '*.dat')) + (glob.glob(os.path.join(TRACES, 'deep', '*.dat')) if HAVE_TRACES else [])
    wrong, seen = set(), set()
    for path in paths:
        for packet in packets(path, '--ignore', 'deep:*'):
            for step in packet['steps']:
                if step['address'] is None or step['stage'] in (None, 'other') or step['event'].endswith('_exit'):
                    continue
                if step['event'] not in ends or step['stage'] not in ends[step['event']]:
                    wrong.add(f"{os.path.basename(path)}: {step['event']} ends {step['stage']}")
                seen.add((step['event'], step['stage']))
    return '\n'.join(sorted(wrong)) or ('' if len(seen) > 8 else f'{seen}')


def check_table():
    """The columns of the table are the stages of the maps, in their order, and named as there."""
    stages = load('rx-tracepoints')['stages'] + load('tx-tracepoints')['stages']
    _, out, _ = thresh('table', 'packets', '--csv', '-n', '0', SAMPLE)
    columns = out.strip().split(',')
    wanted = ['reader_time' if stage['id'] == 'reader' else stage['id'] for stage in stages]
    _, out, _ = thresh('measures', SAMPLE)
    untold = [stage['title'] for stage in stages[:9] if f"packet.{stage['id']}" not in out]
    return '' if [column for column in columns if column in wanted] == wanted and not untold else f'{columns} {untold}'


def check_layers():
    """One line per packet that has all three, with the times of the events."""
    _, out, _ = thresh('packets', '--layers', 'rhel-tcp-ip', KPROBE)
    line = re.compile(r'^(\d+)\.(\d{9}) \|I\| drv-ip: ([\d.]+) (\S+), ip-tcp: ([\d.]+) (\S+), tcp-app: ([\d.]+) (\S+) \| Proc (.+), PID (\d+)$')
    found = {}
    for text in out.splitlines():
        match = line.match(text)
        if not match:
            return text
        scale = {'ns': 1, 'µs': 1000, 'ms': 10**6}
        found[int(match[1]) * 10**9 + int(match[2])] = [round(float(match[i]) * scale[match[i + 1]]) for i in (3, 5, 7)], match[9], int(match[10])

    expected = {}
    for packet in packets(KPROBE):
        # The recipe keeps the last time of each and prints at the first copy.
        times = {}
        for step in packet['steps']:
            if step['address']:
                times.setdefault(step['event'], []).append(step['ns'])
        if not all(name in times for name in ('netif_receive_skb', 'ip_rcv_core', 'tcp_v4_rcv', 'skb_copy_datagram_iovec')):
            continue
        copy = times['skb_copy_datagram_iovec'][0]
        expected[copy] = [times['ip_rcv_core'][0] - times['netif_receive_skb'][0], times['tcp_v4_rcv'][0] - times['ip_rcv_core'][0],
                          copy - times['tcp_v4_rcv'][-1]]
    wrong = [(at, found.get(at), legs) for at, legs in expected.items()
             if at not in found or any(abs(a - b) > max(1, b / 1000) for a, b in zip(found[at][0], legs))]
    readers = {(comm, pid) for _, comm, pid in found.values()}
    return '' if not wrong and len(found) == len(expected) > 3 and len(readers) == 1 else f'{wrong} {len(found)} {len(expected)} {readers}'


def check_missing():
    """The layers that are missing because their probes were not recorded."""
    status, out, err = thresh('packets', '--layers', 'rhel-tcp-ip', SAMPLE)
    good = status == 0 and out == '' and 'drv-ip is missing: *:ip_rcv, *:ip_rcv_core' in err and 'ip-tcp is missing: *:tcp_v4_rcv' in err
    return '' if good else f'{status} {out} {err}'


def check_own():
    """A map of the user: in the settings folder, and on the command line, which takes precedence."""
    first = '{ "id": "mine", "title": "M", "stages": [ { "id": "one", "title": "one" } ],\n"points": [ { "event": "sock:*", "address": "skaddr", "stage": "one" } ] }'
    second = first.replace('"sock:*"', '"net:net_dev_queue*"')
    with tempfile.TemporaryDirectory() as home:
        folder = os.path.join(home, 'thresher', 'stages')
        os.makedirs(folder)
        for name, text in (('a.json', first), ('bad.json', '{ "id": "bad",\n"title": 1 }')):
            with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
                file.write(text)
        environment = dict(os.environ, XDG_CONFIG_HOME=home)
        status, out, err = thresh('packets', SAMPLE, env=environment)
        good = status == 0 and f"{folder}/bad.json:2: “title” must be text" in err and '× packet' in out
        with open(os.path.join(home, 'b.json'), 'w', encoding='utf-8') as file:
            file.write(second)
        status, _, err = thresh('table', 'packets', '--csv', '-n', '0', SAMPLE, env=environment)
        return '' if good and status == 0 else f'{out[-300:]} {err}'


def check_own_point():
    """Its events are steps, and end the stage that it names."""
    text = ('{ "id": "mine", "title": "M", "stages": [ { "id": "late", "title": "late" } ],\n'
            '"points": [ { "event": "*:udp_queue_rcv_one_skb", "address": ["nothing", "skb"], "stage": "late" } ] }')
    with tempfile.NamedTemporaryFile('w', suffix='.json') as file:
        file.write(text)
        file.flush()
        steps = [step for packet in packets(KPROBE, '--stages', file.name) for step in packet['steps'] if step['event'] == 'udp_queue_rcv_one_skb']
        without = [step for packet in packets(KPROBE) for step in packet['steps'] if step['event'] == 'udp_queue_rcv_one_skb']
    good = len(steps) == len(without) > 5 and {step['stage'] for step in steps} == {'late'} and {step['stage'] for step in without} == {'transport'}
    return '' if good else f'{len(steps)} {len(without)} {steps[:1]} {without[:1]}'


def check_told(name):
    """Probes of births and ends: the same packets, all ends are known, and more links are exact."""
    path = os.path.join(TRACES, 'deep', f'{name}-deep.dat')

    def summary(*options):
        lives = [packet for packet in packets(path, *options) if packet['device']]
        sure = [step['sureness'] for packet in lives for step in packet['steps']]
        kinds = [packet['outcome'] for packet in lives if packet['outcome'] in ('delivered', 'merged', 'dropped', 'transmitted')]
        return sorted(kinds), sure.count('exact'), sum(packet['outcome'] == 'open' for packet in lives)

    told, alone = summary(), summary('--ignore', 'deep:*')
    return '' if told[0] == alone[0] and told[1] > alone[1] and told[2] == 0 < alone[2] else f'{told} {alone}'


def main():
    tap = Tap()
    tap.case('the built-in maps are what is done', check_built_in)
    tap.case('the stages of the table', check_table)
    tap.case('what a layer lacks', check_missing)
    tap.case('a map in the settings folder', check_own)
    for name, check in (('layers', check_layers), ('a map of the command line', check_own_point)):
        if HAVE_TRACES:
            tap.case(name, check)
        else:
            tap.skip(name, NO_TRACES)
    for name in ('gro', 'peek', 'defer'):
        if HAVE_TRACES:
            tap.case(f'{name}: births and ends are told', check_told, name)
        else:
            tap.skip(f'{name}: births and ends are told', NO_TRACES)
    tap.end()


main()
