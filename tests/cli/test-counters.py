#!/usr/bin/env python3
# test-counters.py - thresh counters against nstat, netstat -s and a load of known size
#
# SPDX-License-Identifier: GPL-2.0-or-later

import json
import os
import shutil
import socket
import subprocess
import tempfile

from cli import DATA, Tap, thresh

FOLDER = tempfile.mkdtemp(prefix='counters-')
DATAGRAMS = 100


def path(name):
    return os.path.join(FOLDER, name)


def write(name, text):
    with open(path(name), 'w', encoding='utf-8') as file:
        file.write(text)
    return path(name)


def counters(*arguments):
    status, out, err = thresh('counters', '--json', *arguments)
    assert status == 0, err
    return {(row['from'], row['name']): row for row in map(json.loads, out.splitlines())}


def overflow():
    """Sends datagrams to a socket that holds few of them; returns how many were dropped."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as reader, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        reader.bind(('127.0.0.1', 0))
        for _ in range(DATAGRAMS):
            sender.sendto(b'x' * 1000, reader.getsockname())
        reader.setblocking(False)
        n = 0
        try:
            while reader.recv(2000):
                n += 1
        except BlockingIOError:
            pass
    return DATAGRAMS - n


SOURCES = {
    'copy': (None, 'RcvbufErrors'),
    'nstat': (['nstat', '-az'], 'RcvbufErrors'),
    'netstat': (['netstat', '-s'], 'receive buffer errors'),
}


def read(kind):
    command = SOURCES[kind][0]
    if command is None:
        with open('/proc/net/snmp', encoding='utf-8') as file:
            return file.read()
    return subprocess.run(command, capture_output=True, check=True, text=True, env={**os.environ, 'LC_ALL': 'C'}).stdout


def check_load(kind):
    """What was dropped is what the sockets say; others may drop, too."""
    before = write(f'{kind}.before', read(kind))
    dropped = overflow()
    after = write(f'{kind}.after', read(kind))
    row = counters('--before', before, '--after', after).get(('Udp', SOURCES[kind][1]))
    if row is None or dropped == 0:
        return f'{row} {dropped}'
    return '' if row['change'] >= dropped and row['after'] - row['before'] == row['change'] else f'{row} instead of {dropped}'


def check_all():
    """Without --all only what moved is printed."""
    before = write('a', 'Ip: A B\nIp: 1 2\n')
    after = write('b', 'Ip: A B\nIp: 1 5\n')
    some, both = counters('--before', before, '--after', after), counters('--all', '--before', before, '--after', after)
    _, text, _ = thresh('counters', '--before', before, '--after', after)
    right = list(some) == [('Ip', 'B')] and some['Ip', 'B']['change'] == 3 and both['Ip', 'A']['state'] == 'same'
    return '' if right and '1 of 2 counters moved.' in text else f'{some} {both} {text}'


def check_events():
    """With a recording, the events that a counter stands for are counted in it, as trace-cmd prints them."""
    recording = os.path.join(DATA, 'e1000-veth-loss.dat')
    before = write('c', 'Tcp: RetransSegs OutRsts\nTcp: 1 2\n')
    after = write('d', 'Tcp: RetransSegs OutRsts\nTcp: 9 3\n')
    row = counters('--before', before, '--after', after, recording)['Tcp', 'RetransSegs']
    done = subprocess.run(['trace-cmd', 'report', '-i', recording], capture_output=True, check=True, text=True, errors='replace')
    expected = sum(' tcp_retransmit_skb: ' in line for line in done.stdout.splitlines())
    return '' if expected > 0 and row['events'] == expected and row['filter'] == 'tcp:tcp_retransmit_skb' and row['exact'] is False else f'{row} {expected}'


def check_refusals():
    """Each says what to do."""
    recording = os.path.join(DATA, 'e1000-veth-loss.dat')
    for arguments, status, words in (
            ([recording], 2, '--before'),
            (['--before', path('a')], 64, '--after'),
            ([], 64, 'no file'),
            (['--before', recording, '--after', recording], 2, 'nstat'),
            (['--before', path('missing'), '--after', path('a')], 2, 'missing')):
        found, _, err = thresh('counters', *arguments)
        if found != status or words not in err:
            return f'{arguments}: {found} {err}'
    return ''


def main():
    tap = Tap()
    for kind, (command, _) in SOURCES.items():
        name = f'the drops of a full socket, by {kind}'
        if command is not None and shutil.which(command[0]) is None:
            tap.skip(name, f'{command[0]} is not installed')
        else:
            tap.case(name, check_load, kind)
    tap.case('only what moved', check_all)
    tap.case('events in the recording', check_events)
    tap.case('refusals', check_refusals)
    tap.end()
    shutil.rmtree(FOLDER)


main()
