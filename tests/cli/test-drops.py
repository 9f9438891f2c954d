#!/usr/bin/env python3
# test-drops.py - thresh drops against the truth, and against kfree_skb as trace-cmd prints it
#
# SPDX-License-Identifier: GPL-2.0-or-later

import csv
import io
import json
import os
import re
import subprocess
from collections import Counter

from cli import DATA, NO_TRACES, TRACES, HAVE_TRACES, Tap, thresh

VETH = os.path.join(DATA, 'e1000-veth-loss.dat')
TCP = os.path.join(DATA, '..', '..', 'data', 'samples', 'e1000-tcp.dat')


def drops(path, *options):
    status, out, err = thresh('drops', '--json', *options, path)
    assert status == 0, err
    return [json.loads(line) for line in out.splitlines()]


def freed(path):
    """[(ns, address, reason)] of kfree_skb."""
    done = subprocess.run(['trace-cmd', 'report', '-t', '-N', '-i', path], capture_output=True, check=True, text=True, errors='replace')
    pattern = re.compile(r'(\d+)\.(\d{9}): +kfree_skb: +skbaddr=(\S+).* reason: (\w+)')
    return [(int(s) * 10**9 + int(ns), address, reason) for s, ns, address, reason in pattern.findall(done.stdout)]


def check_against_events():
    """Each kfree_skb with a reason is counted once; the times of the first and the last are right."""
    events, rows = freed(VETH), drops(VETH)
    rules = [event for event in events if event[2] == 'NETFILTER_DROP']
    row = next((row for row in rows if row['reason'] == 'NETFILTER_DROP'), None)
    if row is None or len(rules) < 10:
        return f'{rows}'
    expected = (len(rules), min(rules)[0], max(rules)[0], 'veth1', False)
    found = (row['count'], row['first_ns'], row['last_ns'], row['device'], row['purge'])
    wrong = '' if found == expected else f'{found} instead of {expected}\n'
    # The event has an address, which kallsyms of the recording resolve.
    wrong += '' if row['location'].startswith('nft_do_chain+0x') else f"{row['location']}\n"
    purged = [row for row in rows if row['purge']]
    return wrong + ('' if [row['count'] for row in purged] == [1] and sum(row['count'] for row in rows) == len(events) else f'{rows}')


def check_bytes():
    """The bytes are the sum of the last known lengths."""
    _, out, _ = thresh('packets', '--json', '--lives', '--dropped', VETH)
    packets = [json.loads(line) for line in out.splitlines()]
    row = next(row for row in drops(VETH) if not row['purge'])
    lengths = [[int(length) for step in packet['steps'] for length in re.findall(r'len (\d+)', step['detail'] or '')][-1] for packet in packets]
    return '' if row['bytes'] == sum(lengths) and row['count'] == len(packets) else f'{row} {sum(lengths)}'


def check_truth(name):
    """Exact counts by reason; packets freed with their queue are separate."""
    with open(os.path.join(TRACES, f'{name}.truth.json'), encoding='utf-8') as file:
        true = Counter(json.load(file)['trace_text_says']['kfree_skb_by_reason'])
    n_purged = true.pop('NOT_SPECIFIED', 0) + true.pop('QUEUE_PURGE', 0)
    found, found_purged = Counter(), 0
    for row in drops(os.path.join(TRACES, f'{name}.dat')):
        if row['purge']:
            found_purged += row['count']
        else:
            found[row['reason']] += row['count']
    return '' if found == true and found_purged == n_purged else f'{found} {found_purged}, true {true} {n_purged}'


def check_parts():
    """A frame in the frag list of another is freed with it, by kfree_skb: this is not a drop."""
    rows, events = drops(TCP), freed(TCP)
    return '' if len(events) > 20 and sum(row['count'] for row in rows) == 0 else f'{rows} of {len(events)}'


def check_table():
    """The table "drops" has the same rows."""
    _, out, _ = thresh('table', 'drops', '--csv', VETH)
    rows = [(row['reason'], int(row['count']), int(row['first'])) for row in csv.DictReader(io.StringIO(out))]
    expected = [(row['reason'], row['count'], row['first_ns']) for row in drops(VETH)]
    return '' if rows == expected and rows else f'{rows} {expected}'


def check_text():
    status, out, _ = thresh('drops', VETH)
    good = status == 0 and 'NETFILTER_DROP' in out and '64 packets were dropped.' in out and '1 packet was freed with the queue' in out
    _, none, _ = thresh('drops', TCP)
    return '' if good and none == 'No packet was dropped.\n' else out + none


def check_mistakes():
    found = [(thresh('drops', *arguments)[0], arguments) for arguments in ([], [VETH, VETH], ['--csv', VETH], ['/nowhere'])]
    return '' if [status for status, _ in found] == [64, 64, 64, 2] else f'{found}'


def main():
    tap = Tap()
    tap.case('against the events', check_against_events)
    tap.case('bytes', check_bytes)
    tap.case('frames in a list', check_parts)
    tap.case('the table', check_table)
    tap.case('as text', check_text)
    tap.case('mistakes', check_mistakes)
    for name in ('e1000-gt-udp', 'virtio-gt-udp', 'k612-gt-udp'):
        if HAVE_TRACES:
            tap.case(f'{name}: the truth', check_truth, name)
        else:
            tap.skip(f'{name}: the truth', NO_TRACES)
    tap.end()


main()
