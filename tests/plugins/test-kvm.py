#!/usr/bin/env python3
# test-kvm.py - guests in real recordings, against trace-cmd's text and perf kvm stat
#
# SPDX-License-Identifier: GPL-2.0-or-later

import collections
import csv
import io
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from cli import DATA, Tap, thresh, to_ns  # noqa: E402

LINE = re.compile(r'^\s*(.*)-(\d+)\s+\[\d+\]\s+(\d+\.\d{9}): (kvm_\w+):\s*(.*)$')
HOST = os.path.join(DATA, 'kvm.dat')
GUEST = os.path.join(DATA, 'kvm-inner.dat')
PERF = os.path.join(DATA, 'kvm.perf.data')


def trace_cmd(*arguments):
    done = subprocess.run(['trace-cmd', *arguments], capture_output=True, timeout=120, check=True)
    return done.stdout.decode('utf-8', 'replace')


def table(name, path):
    status, out, err = thresh('table', name, '--csv', path)
    assert status == 0, err
    return list(csv.DictReader(io.StringIO(out)))


def rank(values, percent):
    """Nearest rank: the smallest that at least that share does not exceed."""
    return sorted(values)[(len(values) * percent + 99) // 100 - 1]


def pairs():
    """The lengths of exits by reason, and of each task's times inside and outside."""
    state, exits = {}, collections.defaultdict(list)
    inside, outside = collections.Counter(), collections.defaultdict(list)
    for line in trace_cmd('report', '-t', '-N', '-i', HOST).splitlines():
        match = LINE.match(line)
        if not match:
            continue
        pid, time, reason = match[2], to_ns(match[3]), re.search(r'reason (\S+)', match[5])
        before = state.get(pid)
        if match[4] == 'kvm_exit':
            if before and before[1] is None:
                inside[pid] += time - before[0]
            state[pid] = (time, reason[1])
        else:
            if before and before[1]:
                exits[before[1]].append(time - before[0])
                outside[pid].append(time - before[0])
            state[pid] = (time, None)
    return exits, inside, outside


def check_exits():
    exits, _, _ = pairs()
    theirs = {reason: {'count': len(ns), 'total': sum(ns), 'mean': (2 * sum(ns) // len(ns) + 1) // 2,
                       'p50': rank(ns, 50), 'p99': rank(ns, 99), 'max': max(ns)} for reason, ns in exits.items()}
    ours = {row['reason']: {key: int(row[key]) for key in ('count', 'total', 'mean', 'p50', 'p99', 'max')}
            for row in table('kvm-exits', HOST)}
    return None if ours == theirs and len(ours) == 7 else f'{ours} instead of {theirs}'


def check_vcpus():
    _, inside, outside = pairs()
    theirs = {pid: [inside[pid], sum(ns), len(ns), max(ns)] for pid, ns in outside.items()}
    ours = {row['task'].rsplit('-', 1)[1]: [int(row[key]) for key in ('inside', 'outside', 'exits', 'longest')]
            for row in table('kvm-vcpus', HOST)}
    return None if ours == theirs and len(ours) == 2 else f'{ours} instead of {theirs}'


def check_text():
    """The same table from the text of trace-cmd."""
    text = trace_cmd('report', '-t', '-N', '-i', HOST)
    with open('kvm.txt', 'w', encoding='utf-8') as file:
        file.write(text)
    ours, theirs = table('kvm-exits', 'kvm.txt'), table('kvm-exits', HOST)
    for row in ours + theirs:
        row.pop('event', None)
    key = ('reason', 'count', 'total', 'p99', 'max')
    ours, theirs = ([[row[k] for k in key] for row in rows] for rows in (ours, theirs))
    return None if sorted(ours) == sorted(theirs) else f'{ours} instead of {theirs}'


def check_perf():
    """The output of “perf kvm stat report” for the same file: in µs, truncated to two digits."""
    theirs = {}
    with open(os.path.join(DATA, 'kvm.stat.txt'), encoding='utf-8') as file:
        for line in file:
            match = re.match(r'\s+(\w+)\s+(\d+)\s+[\d.]+%\s+[\d.]+%\s+[\d.]+us\s+([\d.]+)us\s+([\d.]+)us', line)
            if match:
                theirs[match[1]] = [int(match[2]), match[3], match[4]]
    ours = {row['reason']: [int(row['count']), f"{int(row['max']) / 1000:.2f}", f"{int(row['mean']) / 1000:.2f}"]
            for row in table('kvm-exits', PERF)}
    return None if ours == theirs and len(ours) == 5 else f'{ours} instead of {theirs}'


def check_info():
    """Ids and the map of CPUs as trace-cmd dump prints them."""
    options = trace_cmd('dump', '--options', '-i', HOST)
    host, guest = (json.loads(thresh('info', '--json', path)[1]) for path in (HOST, GUEST))
    text = re.search(r'(\S+) \[Guest name\]\n(0x\w+) \[trace id\]\n(\d+) \[Guest CPUs\]\n((?:\s+\d+ \d+ .*\n)+)', options)
    cpus = [{'cpu': int(cpu), 'pid': int(pid)} for cpu, pid in re.findall(r'^\s+(\d+) (\d+) ', text[4], re.M)]
    theirs = [{'name': text[1], 'trace_id': text[2].lower(), 'vcpus': cpus}]
    own = re.search(r'TRACEID, 8 bytes\]\n(0x\w+)', options)[1].lower()
    peer = re.search(r'(0x\w+) \[peer\'s trace id', trace_cmd('dump', '--options', '-i', GUEST))[1].lower()
    found = (host['guests'], host['trace-id'], host['peer'], guest['guests'], guest['trace-id'], guest['peer'])
    expected = (theirs, own, None, [], theirs[0]['trace_id'], peer)
    return None if found == expected and own == peer else f'{found} instead of {expected}'


def check_info_text():
    out = thresh('info', HOST)[1]
    return None if re.search(r'guest +inner: CPU 0 is task 143, CPU 1 is task 144\n', out) else out[:800]


def check_append():
    """Missing data is reported; nothing is missing if the clocks were compared."""
    with open(GUEST, 'rb') as file:
        data = file.read()
    shift = b'\x0c\x00\x98\x00\x00\x00'
    assert data.count(shift) == 1
    with open('alone.dat', 'wb') as file:
        file.write(data.replace(shift, b'\x28' + shift[1:]))
    silent = thresh('events', '-n', '1', '--append', GUEST, HOST)
    told = thresh('events', '-n', '1', '--append', 'alone.dat', HOST)
    moved = thresh('events', '-n', '1', '--append', 'alone.dat@-280s', HOST)
    word = 'guest and host clocks are not synchronized'
    found = (silent[2], word in told[2], word in moved[2])
    return None if found == ('', True, False) else f'{found}: {told[2]}'


tap = Tap()
tap.case('exits by reason', check_exits)
tap.case('time in guest', check_vcpus)
tap.case('from text', check_text)
tap.case('perf.data', check_perf)
tap.case('guests in thresh info', check_info)
tap.case('guests in thresh info, as text', check_info_text)
tap.case('clocks of guests that are appended', check_append)
tap.end()
