#!/usr/bin/env python3
# test-columns.py - thresh events --column, value by value against trace-cmd report
#
# SPDX-License-Identifier: GPL-2.0-or-later

import csv
import io
import json
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from cli import DATA, Tap, thresh
from filter_oracle import report

PATH = os.path.join(DATA, 'e1000-veth-loss.dat')


def number(line, name):
    """The number in "name=number" of a text, or None."""
    found = re.search(rf'(?:^|[ (]){name}=(-?\d+)(?![\w.])', line['info'])
    return int(found[1]) if found else None


def ns(line):
    seconds, _, part = line['time'].partition('.')
    return int(seconds) * 10**9 + int(part)


def of(value, compute):
    return None if value is None else compute(value)


def switched(line):
    return line['event'] == 'sched_switch'


def comm(line):
    found = re.search(r'next_comm=(.*) next_pid=', line['info'])
    return found[1] if switched(line) and found else None


# The value of each, from the line of trace-cmd.
COLUMNS = {
    'ts': ns,
    'ts - 1047s': lambda line: ns(line) - 1047 * 10**9,
    'cpu * 2 + 1': lambda line: int(line['cpu']) * 2 + 1,
    'pid': lambda line: int(line['pid']),
    'event': lambda line: line['event'],
    'len': lambda line: number(line, 'len'),
    'len * 8': lambda line: of(number(line, 'len'), lambda n: n * 8),
    '-len / 7': lambda line: of(number(line, 'len'), lambda n: -(n // 7)),
    'len - 1000': lambda line: of(number(line, 'len'), lambda n: n - 1000),
    '1000000 / (len - 42)': lambda line: of(number(line, 'len'), lambda n: None if n == 42 else int(1000000 / (n - 42))),
    'len > 100': lambda line: of(number(line, 'len'), lambda n: n > 100),
    'prev_pid & 0xff': lambda line: number(line, 'prev_pid') & 0xff if switched(line) else None,
    'next_pid - prev_pid': lambda line: number(line, 'next_pid') - number(line, 'prev_pid') if switched(line) else None,
    'next_comm': comm,
    'next_pid == 0': lambda line: number(line, 'next_pid') == 0 if switched(line) else None,
    'sched:sched_switch': switched,
}


def options():
    return [word for text in COLUMNS for word in ('--column', text)]


def check_json(lines):
    status, out, err = thresh('events', '--json', *options(), PATH)
    if status != 0 or err:
        return f'exit status {status}: {err}'
    rows = [json.loads(row) for row in out.splitlines()]
    if len(rows) != len(lines):
        return f'{len(rows)} rows instead of {len(lines)}'
    for row, line in zip(rows, lines):
        for text, wanted in COLUMNS.items():
            if row[text] != wanted(line) or isinstance(row[text], bool) != isinstance(wanted(line), bool):
                return f'{text}: {row[text]!r} instead of {wanted(line)!r} of {line[0]}'
    return None


def check_csv(lines):
    status, out, err = thresh('events', '--csv', *options(), PATH)
    rows = list(csv.reader(io.StringIO(out)))
    if status != 0 or err or rows[0] != list(COLUMNS) or len(rows) != len(lines) + 1:
        return f'exit status {status}, {len(rows)} rows: {err}'
    for row, line in zip(rows[1:], lines):
        for cell, (text, wanted) in zip(row, COLUMNS.items()):
            value = wanted(line)
            shown = '' if value is None else str(value).lower() if isinstance(value, bool) else str(value)
            if cell != shown:
                return f'{text}: {cell!r} instead of {shown!r} of {line[0]}'
    return None


def check_text(lines):
    """Tabs; times, durations and addresses are human-readable."""
    found = thresh('events', '-n', '3', '-f', 'len == 42', '--column', 'ts', '--column', 'ts - 1047s', '--column', 'len*2',
                   '--column', 'skbaddr & ~0xff', '--column', 'len == 42', '--column', 'next_comm', PATH)[1].splitlines()
    wanted = []
    for line in [line for line in lines if number(line, 'len') == 42][:3]:
        address = int(re.search(r'skbaddr=(0x[0-9a-f]+)', line['info'])[1], 16) & ~0xff
        wanted.append(f'{line["time"]}\t{(ns(line) - 1047 * 10**9) // 1000 / 1000:.3f} ms\t84\t0x{address:x}\tyes\t')
    return None if found == wanted else f'{found} instead of {wanted}'


def check_packets():
    """An event with an address has the values of its packet."""
    packets = {}
    for row in thresh('table', '--json', 'packets', PATH)[1].splitlines():
        packet = json.loads(row)
        packets[f'{packet["address"]}#{packet["generation"]}'] = packet
    out = thresh('events', '--json', '-f', 'net:netif_receive_skb', '--column', 'packet.id', '--column', 'packet.total',
                 '--column', 'packet.total > 1ms', '--column', 'packet.total * 2 - packet.total', '--column', 'skbaddr', PATH)[1]
    rows = [json.loads(row) for row in out.splitlines()]
    for row in rows:
        packet = packets.get(row['packet.id'])
        if packet is None or not row['packet.id'].startswith(row['skbaddr'] + '#'):
            return f'{row} is of no packet'
        if row['packet.total'] != packet['total'] or row['packet.total * 2 - packet.total'] != packet['total'] or \
           row['packet.total > 1ms'] != (packet['total'] > 10**6):
            return f'{row} instead of {packet}'
    return None if len(rows) > 100 else f'{len(rows)} rows'


def check_mistake(arguments, message):
    status, out, err = thresh('events', *arguments, PATH)
    return None if status == 64 and not out and err == message else f'exit status {status}: {err!r}'


def main():
    tap = Tap()
    tap.case('a wrong expression', check_mistake, ['--column', 'ts', '--column', 'len * bogus'],
             'thresh events: No event has a field “bogus”\n  len * bogus\n        ^^^^^\n')
    tap.case('--json without columns', check_mistake, ['--json'],
             'thresh events: --json and --csv apply to columns: use --column\nTry “thresh events --help”.\n')
    tap.case('packets', check_packets)
    if shutil.which('trace-cmd') is None:
        for name in ('json', 'csv', 'text'):
            tap.skip(name, 'there is no trace-cmd here')
    else:
        lines = report(PATH)[0]
        tap.case('json', check_json, lines)
        tap.case('csv', check_csv, lines)
        tap.case('text', check_text, lines)
    tap.end()


main()
