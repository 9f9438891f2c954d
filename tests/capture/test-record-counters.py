# test-record-counters.py - the counters of a recording, beside nstat, netstat and ss
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   test-record-counters.py THRESH AGENT
#
# All of it runs in a network namespace of its own.  Nothing but the load sends there, so that the
# differences must be equal and not merely similar.

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, '..', 'cli')]
import cli  # noqa: E402
from machine import why_not  # noqa: E402

THRESH, AGENT = map(os.path.realpath, sys.argv[1:3])
INSIDE = 'THRESHER_NAMESPACE'
# What the load does, and therefore what the counters must say.
DATAGRAMS, UNREAD, CONNECTIONS, MESSAGES = 500, 40, 3, 20
LOAD = f'''
import socket

def receive():
    found = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    found.bind(('127.0.0.1', 0))
    return found

reader, sender = receive(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
for number in range({DATAGRAMS}):
    sender.sendto(b'x' * 100, reader.getsockname())
    assert len(reader.recv(200)) == 100
gone = receive()
address = gone.getsockname()
gone.close()
for number in range({UNREAD}):
    sender.sendto(b'x', address) # a new socket could be given that very port

server = socket.create_server(('127.0.0.1', 0))
for number in range({CONNECTIONS}):
    client = socket.create_connection(server.getsockname())
    peer, _ = server.accept()
    for message in range({MESSAGES}):
        client.sendall(b'y' * 1000)
        assert len(peer.recv(1000, socket.MSG_WAITALL)) == 1000
    client.close()
    assert peer.recv(1) == b''
    peer.close()
'''
# Drops datagrams at the socket that has no room for them, and lets the pump send.
SOCKET_LOAD = '''
import socket, sys

flooded, trigger = map(int, sys.argv[1:])
sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
for number in range(200):
    sender.sendto(b'x' * 1000, ('127.0.0.1', flooded))
sender.sendto(b'go', ('127.0.0.1', trigger))
assert sender.recv(10) == b'done'
'''
# The counters of a socket in the words of ss, and what ours are called.
OF_SS = {
    'cwnd': r' cwnd:(\d+)', 'retrans': r' retrans:\d+/(\d+)', 'bytes_sent': r' bytes_sent:(\d+)',
    'bytes_acked': r' bytes_acked:(\d+)', 'bytes_received': r' bytes_received:(\d+)',
    'segs_out': r' segs_out:(\d+)', 'segs_in': r' segs_in:(\d+)', 'rtt_us': r' rtt:([\d.]+)/',
    'rmem': r' skmem:\(r(\d+),', 'rcvbuf': r',rb(\d+),', 'sndbuf': r',tb(\d+),',
    'drops': r',d(\d+)\)',
}
# netstat's words for counters.
SENTENCES = {
    ('Udp', 'InDatagrams'): r'Udp:.*?(\d+) packets received',
    ('Udp', 'NoPorts'): r'Udp:.*?(\d+) packets to unknown port received',
    ('Udp', 'OutDatagrams'): r'Udp:.*?(\d+) packets sent',
    ('Tcp', 'ActiveOpens'): r'Tcp:.*?(\d+) active connection openings',
    ('Tcp', 'InSegs'): r'Tcp:.*?(\d+) segments received',
    ('Tcp', 'OutSegs'): r'Tcp:.*?(\d+) segments sent out',
}
tap = cli.Tap()


def nstat():
    done = subprocess.run(['nstat', '-asz', '--json'], capture_output=True, check=True, text=True,
                          env=dict(os.environ, NSTAT_HISTORY=os.path.abspath('nstat')))
    return json.loads(done.stdout)['kernel']


def netstat():
    text = subprocess.run(['netstat', '-s'], capture_output=True, check=True, text=True,
                          env=dict(os.environ, LC_ALL='C')).stdout
    found = {key: re.search(pattern, text, re.DOTALL) for key, pattern in SENTENCES.items()}
    return {key: int(match[1]) if match else 0 for key, match in found.items()}


def ss():
    """The sockets that ss lists, by our names for them, each with its state and its numbers."""
    found = {}
    for protocol, options in ('tcp', '-Htinmeao'), ('udp', '-Hunmeao'):
        text = subprocess.run(['ss', '-O', options], capture_output=True, check=True, text=True).stdout
        for line in text.splitlines():
            state, _, _, local, remote = line.split()[:5]
            cookie = re.search(r' sk:([0-9a-f]+)', line)[1]
            numbers = {name: float(match[1]) for name, pattern in OF_SS.items()
                       if (match := re.search(pattern, line))}
            found[f'{protocol} {local} → {remote.replace("*", "0")} sk:{cookie}'] = state, numbers
    return found


def record_file(path, load, *arguments):
    """Records the load; returns what the others say from before and after it, and our counters."""
    with open('load.py', 'w', encoding='utf-8') as file:
        file.write(load)
    before = nstat(), netstat(), ss()
    done = subprocess.run([THRESH, 'record', '-q', '--agent', AGENT, '-e', 'sched:sched_switch',
                           '--exec', f'{sys.executable} {os.path.abspath("load.py")} {" ".join(arguments)}',
                           '-o', path, 'local:'], capture_output=True, check=False,
                          text=True, timeout=120, stdin=subprocess.DEVNULL,
                          env=dict(os.environ, XDG_STATE_HOME=os.path.abspath('state')))
    after = nstat(), netstat(), ss()
    assert done.returncode == 0, done.stderr
    status, text, errors = cli.thresh('counters', '--json', '--all', path)
    assert status == 0, errors
    return (before, after), list(map(json.loads, text.splitlines()))


def record(load, *arguments):
    """Records the load; returns our counters, those of the others, and the sockets of both."""
    (before, after), rows = record_file(f'{len(os.listdir())}.dat', load, *arguments)
    ours = {(row['from'], row['name']): row for row in rows if row['from'] != 'sockets'}
    changes = [{key: now[key] - then.get(key, 0) for key in now}
               for then, now in zip(before[:2], after)]
    sockets = {(row['item'], row['name']): row for row in rows if row['from'] == 'sockets'}
    return ours, *changes, (sockets, before[2], after[2])


def check_load(ours):
    """The numbers of the load, which need no other tool."""
    expected = {('Udp', 'InDatagrams'): DATAGRAMS, ('Udp', 'NoPorts'): UNREAD,
                ('Udp', 'OutDatagrams'): DATAGRAMS + UNREAD,
                ('Tcp', 'ActiveOpens'): CONNECTIONS, ('Tcp', 'PassiveOpens'): CONNECTIONS}
    return '\n'.join(f'{key}: {ours[key]["change"]} instead of {number}'
                     for key, number in expected.items() if ours[key]['change'] != number)


def check_nstat(ours, changes):
    named = {''.join(key): row for key, row in ours.items()}
    missing = [key for key in changes if key not in named]
    wrong = [f'{key}: {named[key]["change"]} instead of {change}'
             for key, change in changes.items()
             if key in named and named[key]['state'] != 'gone' and named[key]['change'] != change]
    moved = sum(change != 0 for change in changes.values())
    if len(changes) < 100 or moved < 15:
        wrong.append(f'{moved} of {len(changes)} counters moved')
    return '\n'.join(wrong + [f'{key} is missing' for key in missing])


def check_netstat(ours, changes):
    return '\n'.join(f'{key}: {ours[key]["change"]} instead of {change}'
                     for key, change in changes.items() if ours[key]['change'] != change)


def open_sockets():
    """Opens sockets that are there before and after; returns the arguments of SOCKET_LOAD and a
    list that keeps them open."""
    flooded = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    flooded.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    trigger = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for one in flooded, trigger:
        one.bind(('127.0.0.1', 0))
    server = socket.create_server(('127.0.0.1', 0))
    opened = [flooded, trigger, server]
    for _ in range(2):
        opened.append(socket.create_connection(server.getsockname()))
        opened.append(server.accept()[0])

    def pump():
        """Sends over one connection, ends the other one and opens a third."""
        _, address = trigger.recvfrom(10)
        for _ in range(100):
            opened[3].sendall(b'z' * 1000)
            assert len(opened[4].recv(1000, socket.MSG_WAITALL)) == 1000
        opened[6].close()
        opened[5].close()
        opened.append(socket.create_connection(server.getsockname()))
        opened.append(server.accept()[0])
        trigger.sendto(b'done', address)

    threading.Thread(target=pump, daemon=True).start()
    return [str(one.getsockname()[1]) for one in (flooded, trigger)], opened


def check_sockets(sockets, before, after):
    """Every socket of ss, in the state and with the numbers of ss."""
    wrong = []
    for listed, when in (before, 'before'), (after, 'after'):
        for item, (state, numbers) in listed.items():
            if state in ('TIME-WAIT', 'SYN-RECV', 'CLOSED'):
                continue
            if (item, 'state') not in sockets:
                wrong.append(f'{item} is missing')
                continue
            told = {name: sockets[item, name][when] for name in numbers}
            if sockets[item, 'state'][when] != state:
                wrong.append(f'{item} {when}: {sockets[item, "state"][when]} instead of {state}')
            wrong += [f'{item} {name} {when}: {told[name]} instead of {number}'
                      for name, number in numbers.items()
                      if told[name] is None or
                      abs(told[name] / (1000 if name == 'rtt_us' else 1) - number) > 1e-3]
    return '\n'.join(wrong)


def check_socket_changes(sockets, before, after):
    """What was opened, closed, sent and dropped."""
    def states(state):
        return sum(row['state'] == state and name == 'state' for (_, name), row in sockets.items())

    def most(name):
        return max(row.get('change') or 0 for (_, key), row in sockets.items() if key == name)

    facts = {'new': states('new'), 'gone': states('gone'), 'bytes_sent': most('bytes_sent'),
             'bytes_received': most('bytes_received')}
    expected = {'new': 2, 'gone': 2, 'bytes_sent': 100000, 'bytes_received': 100000}
    drops = max(numbers.get('drops', 0) for _, numbers in after.values())
    if facts != expected:
        return f'{facts} instead of {expected}'
    if most('drops') != drops or not 100 < drops < 200:
        return f'{most("drops")} dropped instead of {drops}'
    return ''


# How many datagrams to a closed port each run of each side sends.
SENT = {'a1.dat': 10, 'a2.dat': 30, 'b1.dat': 200, 'b2.dat': 400}
PORT_LOAD = '''
import socket, sys, time

sender, gone = (socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for number in range(2))
for one in sender, gone:
    one.bind(('127.0.0.1', 0))
address = gone.getsockname()
gone.close()
for number in range(int(sys.argv[1])):
    sender.sendto(b'x', address)
time.sleep(.2)
'''


def compare(*arguments):
    status, text, errors = cli.thresh('compare', *arguments)
    assert status in (0, 4), errors
    return text


def check_comparison():
    """Counters of two runs a side: what was sent, and per second of each run."""
    rates = {}
    for name, number in SENT.items():
        _, rows = record_file(name, PORT_LOAD, str(number))
        rates[name] = next(row['per_second'] for row in rows
                           if (row['from'], row['name']) == ('Udp', 'NoPorts'))
    found = [row for row in map(json.loads, compare('--json', 'a1.dat', 'a2.dat', '--', 'b1.dat',
                                                    'b2.dat').splitlines())
             if (row.get('measure'), row.get('class')) == ('Udp', 'NoPorts')]
    assert len(found) == 1 and found[0]['kind'] == 'counter', found
    for side, sent in ('a', 40), ('b', 600):
        row = found[0][side]
        expected = (rates[side + '1.dat'] + rates[side + '2.dat']) / 2
        if row['n'] != sent or abs(row['value'] / expected - 1) > 1e-9:
            return f'{side}: {row} instead of {sent} and {expected}'
    if found[0]['verdict'] is not None or found[0]['unit'] != '1/s':
        return str(found[0])
    # A baseline carries them, too.
    compare('--save-baseline=a.baseline', 'a1.dat', 'a2.dat')
    text = compare('a.baseline', '--', 'b1.dat', 'b2.dat')
    markdown = compare('--markdown', 'a.baseline', '--', 'b1.dat', 'b2.dat')
    return '' if 'Udp · NoPorts' in text and 'Udp · NoPorts' in markdown else text + markdown


def check_lacking():
    """A run without counters: no rows, and a sentence that names it."""
    subprocess.run([THRESH, 'record', '-q', '--agent', AGENT, '-e', 'sched:sched_process_fork',
                    '--no-counters', '--exec', 'true', '-o', 'none.dat', 'local:'], check=True,
                   stdin=subprocess.DEVNULL, timeout=120,
                   env=dict(os.environ, XDG_STATE_HOME=os.path.abspath('state')))
    text = compare('a1.dat', '--', 'none.dat')
    head = json.loads(compare('--json', 'a1.dat', '--', 'none.dat').splitlines()[0])
    if head['without_counters'] != ['none.dat']:
        return str(head)
    return '' if 'These do not: none.dat.' in text and 'NoPorts' not in text else text


def inside():
    os.chdir(tempfile.mkdtemp())
    subprocess.run(['ip', 'link', 'set', 'lo', 'up'], check=True)
    ours, by_nstat, by_netstat, _ = record(LOAD)
    tap.case('counters of a recording: what the load did', check_load, ours)
    tap.case('counters of a recording: nstat', check_nstat, ours, by_nstat)
    tap.case('counters of a recording: netstat', check_netstat, ours, by_netstat)
    arguments, opened = open_sockets()
    *_, of_sockets = record(SOCKET_LOAD, *arguments)
    assert opened
    tap.case('counters of a recording: sockets and ss', check_sockets, *of_sockets)
    tap.case('counters of a recording: what became of sockets', check_socket_changes, *of_sockets)
    tap.case('counters of a recording: comparison', check_comparison)
    tap.case('counters of a recording: comparison with a run that has none', check_lacking)
    tap.end()


def why_skip():
    tools = [tool for tool in ('unshare', 'ip', 'nstat', 'netstat', 'ss') if shutil.which(tool) is None]
    if tools:
        return 'not installed: ' + ', '.join(tools)
    reason = why_not()
    if reason is None and subprocess.run(['unshare', '-n', 'true'], capture_output=True,
                                         check=False).returncode != 0:
        reason = 'no network namespace can be made'
    return reason


def main():
    if INSIDE in os.environ:
        inside()
        return
    reason = why_skip()
    if reason is not None:
        tap.skip('counters of a recording', reason)
        tap.end()
        return
    os.environ[INSIDE] = '1'
    os.execvp('unshare', ['unshare', '-n', sys.executable, '-B', __file__, THRESH, AGENT])


main()
