#!/usr/bin/env python3
# test-sockets.py - connections in real recordings, against trace-cmd's text and what programs counted
#
# SPDX-License-Identifier: GPL-2.0-or-later

import csv
import io
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from cli import HAVE_TRACES, NO_TRACES, TRACES, Tap, recordings, thresh, to_ns  # noqa: E402

LINE = re.compile(r'^\s*(.*)-(\d+)\s+\[\d+\]\s+(\d+\.\d+): (\w+):\s*(.*)$')
EVENTS = ('inet_sock_set_state', 'tcp_probe', 'tcp_retransmit_skb', 'tcp_send_reset', 'tcp_receive_reset', 'kfree_skb',
          'sock_recv_length', 'sock_send_length', 'udp_fail_queue_rcv_skb')
STATES = ['', 'TCP_ESTABLISHED', 'TCP_SYN_SENT', 'TCP_SYN_RECV', 'TCP_FIN_WAIT1', 'TCP_FIN_WAIT2', 'TCP_TIME_WAIT',
          'TCP_CLOSE', 'TCP_CLOSE_WAIT', 'TCP_LAST_ACK', 'TCP_LISTEN', 'TCP_CLOSING']


def report(path, *arguments):
    """The lines of our events as (task, time, event, fields); a binary field may span lines."""
    done = subprocess.run(['trace-cmd', 'report', '-t', '-N', *arguments, path], capture_output=True, timeout=120,
                          check=False)
    found = []
    for line in done.stdout.decode('latin-1').split('\n'):
        match = LINE.match(line)
        if match and match[4] in EVENTS:
            found.append((f'{match[1]}-{match[2]}', to_ns(match[3]), match[4],
                          dict(re.findall(r'(\w+)(?:=|: )([^\s,]*)', match[5].replace(' = ', '=')))))
    return found


def table(name, path):
    status, out, err = thresh('table', name, '--csv', path)
    assert status == 0, err
    return list(csv.DictReader(io.StringIO(out)))


def ends(fields):
    """The local and the remote end as we write them, from the text of any of the events."""
    if 'src' in fields:
        return tuple(fields[end].replace('[::ffff:', '').replace(']:', ':')
                     if '::ffff:' in fields[end] else fields[end] for end in ('src', 'dest'))
    found = []
    for address, wide, port in (('saddr', 'saddrv6', 'sport'), ('daddr', 'daddrv6', 'dport')):
        host = fields[address]
        if host == '0.0.0.0':
            host = '*' if fields[wide] in ('::', '::ffff:0.0.0.0') else f'[{fields[wide]}]'
        found.append(f"{host}:{fields[port] if fields[port] != '0' else '*'}")
    return tuple(found)


def check_changes(path):
    """Each change of state once, with its states and how long the old one had lasted."""
    text = [line for line in report(path) if line[2] == EVENTS[0]]
    raw = [line for line in report(path, '-R') if line[2] == EVENTS[0]]
    since, theirs = {}, []
    for (_, time, _, fields), (_, _, _, numbers) in zip(text, raw):
        old, new = int(numbers['oldstate']), int(numbers['newstate'])
        before = since.get(numbers['skaddr'])
        known = before is not None and before[0] == old and not (old == 7 and new in (2, 10))
        theirs.append((time, numbers['skaddr'], STATES[old], STATES[new], str(time - before[1]) if known else ''))
        since[numbers['skaddr']] = (new, time)
        assert (fields['oldstate'], fields['newstate']) == (STATES[old], STATES[new])
    ours = [(int(row['time']), row['socket'], row['from'], row['to'], row['lasted'])
            for row in table('connection-states', path)]
    return None if ours == theirs and theirs else f'{ours} instead of {theirs}'


def expected_connections(path):
    """What each pair of ends received, retransmitted and reset."""
    found = {}
    for _, time, event, fields in report(path):
        pair = ends(fields) if event not in EVENTS[5:] else ('*', '*')
        if '*' in pair[0] + pair[1]:
            continue
        one = found.setdefault(pair, {'packets': 0, 'received': 0, 'retransmits': 0, 'resets': 0, 'rtt': [], 'una': []})
        if event == 'tcp_probe':
            one['packets'] += 1
            one['received'] += int(fields['data_len'])
            one['una'].append(int(fields['snd_una'], 16))
            if int(fields['srtt']) > 0:
                one['rtt'].append(int(fields['srtt']) * 1000)
        elif event == 'tcp_retransmit_skb':
            one['retransmits'] += 1
        elif event.endswith('reset'):
            one['resets'] += 1
    return found


def acknowledged(una):
    """Sequence numbers have 32 bits; those of late packets are older."""
    total, newest = 0, una[0] if una else 0
    for number in una:
        step = (number - newest) % (1 << 32)
        if step < 1 << 31:
            total, newest = total + step, number
    return total


def check_connections(path):
    theirs = {pair: (one['packets'] or '', one['received'] if one['packets'] else '',
                     acknowledged(one['una']) if one['packets'] else '', one['retransmits'], one['resets'],
                     min(one['rtt'], default=''), max(one['rtt'], default=''))
              for pair, one in expected_connections(path).items()}
    rows = [row for row in table('connections', path) if '*' not in row['local'] + row['remote']]
    ours = {(row['local'], row['remote']): tuple(int(row[key]) if row[key] else '' for key in (
        'packets', 'received', 'acknowledged', 'retransmits', 'resets', 'rtt_min', 'rtt_max')) for row in rows}
    if len(ours) != len(rows):
        return 'two rows have the same ends'
    return None if ours == theirs and theirs else f'{ours} instead of {theirs}'


def check_openers(path):
    """Who called connect(), and the duration of the handshake."""
    lines = [line for line in report(path) if line[2] == EVENTS[0]]
    theirs = []
    for i, (task, time, _, fields) in enumerate(lines):
        if fields['newstate'] != 'TCP_SYN_SENT':
            continue
        done = [line for line in lines[i:] if line[3]['oldstate'] == 'TCP_SYN_SENT' and
                line[3]['daddr'] == fields['daddr'] and line[3]['dport'] == fields['dport']]
        if done:
            theirs.append((task, str(done[0][1] - time)))
    ours = [(row['task'], row['connect']) for row in table('connections', path) if row['role'] == 'connected']
    return None if ours == theirs else f'{ours} instead of {theirs}'


def check_retransmits(path):
    theirs = [(line[1], *ends(line[3]), line[0]) for line in report(path) if line[2] == 'tcp_retransmit_skb']
    rows = table('retransmits', path)
    ours = [(int(row['time']), row['local'], row['remote'], row['task']) for row in rows]
    if ours != theirs or len(theirs) < 60:
        return f'{ours} instead of {theirs}'
    # iperf3 over a link that loses packets: congestion control repaired nearly all of it.
    fast = sum(row['reason'] == 'fast retransmit' for row in rows)
    return None if fast > len(rows) * 0.9 else f'{fast} of {len(rows)}'


def check_resets(path):
    rows = table('resets', path)
    ours = [(row['direction'], row['reason']) for row in rows]
    theirs = [('sent' if line[2] == 'tcp_send_reset' else 'received', line[3].get('reason', ''))
              for line in report(path) if line[2].endswith('reset')]
    return None if ours == theirs and len(theirs) == 2 else f'{ours} instead of {theirs}'


def check_requests(name):
    """The server of the recording read 150 requests of 64 bytes each."""
    row, = table('connections', os.path.join(TRACES, name))
    listener, = table('listeners', os.path.join(TRACES, name))
    with open(os.path.join(TRACES, name.replace('.dat', '.truth.json')), encoding='utf-8') as file:
        truth = json.load(file)
    if int(row['received']) != truth['requests'] * 64 or row['role'] != 'accepted':
        return f'{row}'
    if not row['task'].endswith(f"-{truth['server_pid']}") or not listener['task'].endswith(f"-{truth['server_pid']}"):
        return f'{row} {listener} {truth["server_pid"]}'
    return None if listener['accepted'] == '1' and listener['local'] == '*:7100' else f'{listener}'


def check_iperf(name):
    """iperf3 stops counting a little before the last packets."""
    with open(os.path.join(TRACES, name.replace('.dat', '.iperf.json')), encoding='utf-8') as file:
        told = json.load(file)['end']['sum_received']['bytes']
    best = max(int(row['received'] or 0) for row in table('connections', os.path.join(TRACES, name)))
    return None if told <= best < told * 1.02 else f'{best}, iperf3 says {told}'


def packets(path, *options):
    status, out, err = thresh('packets', '--json', '--lives', *options, path)
    assert status == 0, err
    return [json.loads(line) for line in out.splitlines()]


def named(path):
    """Whose packet each event is that names both: (time, packet) → (source, destination), from trace-cmd's text."""
    known, found = {}, {}
    for _, time, event, fields in report(path):
        pair = ends(fields) if 'src' in fields or 'saddr' in fields else None
        if 'skaddr' in fields and pair and '*' not in pair[0] + pair[1]:
            known[fields['skaddr']] = pair
        if event == 'kfree_skb':
            pair = known.get(fields.get('rx_sk'))
        if pair and 'skbaddr' in fields and event != 'inet_sock_set_state':
            found[time, fields['skbaddr']] = pair if event == 'tcp_retransmit_skb' else pair[::-1]
    return found


def check_packets(path):
    """Each packet with such an event has its ends, and so has the clone that is retransmitted; no other packet has."""
    expected, n = named(path), 0
    rows = packets(path)
    clones = {row['parent']['id']: row['id'] for row in rows if row['parent'] and row['parent']['kind'] == 'clone'}
    retransmitted = set()
    for row in rows:
        told = [expected[step['ns'], step['address']] for step in row['steps'] if (step['ns'], step['address']) in expected]
        ours = tuple(f'{row[host] or "*"}:{row[port] or "*"}' for host, port in (('src', 'sport'), ('dst', 'dport')))
        if told and (told[-1] != ours or row['connection'] is None):
            return f'{row}: {told}'
        if not told and ours != ('*:*', '*:*') and not (row['parent'] and row['parent']['kind'] == 'clone' and
                                                         row['parent']['id'] in {**clones}):
            return f'{row}'
        if any(step['event'] == 'tcp_retransmit_skb' for step in row['steps']):
            retransmitted.add(row['id'])
        n += bool(told)
    lost = [row['id'] for row in rows if row['parent'] and row['parent']['id'] in retransmitted and
            row['parent']['kind'] == 'clone' and not row['src']]
    return None if n > 100 and not lost else f'{n} {lost}'


def check_filter(path):
    """Expressions select by connection and port; journeys say both ends."""
    rows = packets(path)
    wanted = {(step['ns']) for row in rows if row['dport'] == 5201 and row['connection'] == 5 for step in row['steps']
              if step['address'] and not step.get('place')}
    status, out, err = thresh('events', '--json', '--column', 'ts', '-f', 'packet.dport == 5201 and packet.connection == 5',
                              path)
    ours = {json.loads(line)['ts'] for line in out.splitlines()}
    if status != 0 or ours != wanted or not wanted:
        return f'{err} {len(ours)} instead of {len(wanted)}'
    row = next(row for row in rows if row['connection'] == 5 and row['dport'] == 5201)
    status, out, err = thresh('journey', path, row['id'])
    text = f"{row['src']}:{row['sport']} → {row['dst']}:5201"
    return None if status == 0 and text in out else f'{out} {err}'


def check_lengths(path):
    """What tasks sent and read, by socket; reads that only peek do not count."""
    theirs = {}
    for _, _, event, fields in report(path):
        if not event.startswith('sock_') or int(fields['length']) < 0:
            continue
        if event == 'sock_recv_length' and int(fields['flags'], 16) & 2:
            continue
        one = theirs.setdefault(fields['address'], {'sock_recv_length': '', 'sock_send_length': ''})
        one[event] = str(int(one[event] or 0) + int(fields['length']))
    ours = {row['socket']: {'sock_recv_length': row['read'], 'sock_send_length': row['sent']}
            for row in table('connections', path) if row['read'] or row['sent']}
    return None if ours == theirs and ours else f'{ours} instead of {theirs}'


def check_full_socket(name):
    """The datagrams that did not fit into a socket; since Linux 6.11 with the peer."""
    path = os.path.join(TRACES, name)
    theirs = [line for line in report(path) if line[2] == 'udp_fail_queue_rcv_skb']
    rows = [row for row in table('connection-drops', path) if row['reason'] == 'SOCKET_RCVBUFF']
    told = {row['local'].rsplit(':', 1)[1] for row in rows}
    row, = [row for row in table('connections', path) if int(row['drops'])]
    if len(rows) != len(theirs) or not theirs or int(row['drops']) != len(rows) or row['protocol'] != 'UDP':
        return f'{rows} {row} instead of {len(theirs)}'
    peers = [line[3]['src'] for line in theirs if 'src' in line[3]]
    if peers and [row['remote'] for row in rows] != peers:
        return f'{rows} {peers}'
    return None if told == {'7002'} else f'{told}'


def check_drops(path):
    """Drops by a socket are those whose kfree_skb names one."""
    theirs = [(line[1], line[3]['rx_sk'], line[3]['reason']) for line in report(path)
              if line[2] == 'kfree_skb' and line[3].get('rx_sk', '(nil)') != '(nil)']
    ours = [(int(row['time']), row['socket'], row['reason']) for row in table('connection-drops', path)]
    return None if ours == theirs and ours else f'{ours} instead of {theirs}'


def check_text():
    """The same connection from the text of trace-cmd, which has no addresses of sockets."""
    keys = ('local', 'remote', 'task', 'role', 'state', 'packets', 'received', 'acknowledged', 'rtt_min', 'rtt_max')
    rows = [[{key: row[key] for key in keys} for row in table('connections', os.path.join(TRACES, name))]
            for name in ('e1000-rep.dat', 'e1000-rep.report.txt')]
    return None if rows[0] == rows[1] and rows[0] else f'{rows}'


def main():
    tap = Tap()
    if not HAVE_TRACES:
        print(f'1..0 # SKIP {NO_TRACES}')
        return 0
    names = ['e1000-veth-loss.dat', 'k612-veth-loss.dat', 'e1000-rr-hog.dat', 'e1000-tcp6.dat', 'virtio-tcp.dat']
    for name in names:
        path = os.path.join(TRACES, name)
        tap.case(f'changes of state {name}', check_changes, path)
        tap.case(f'connections {name}', check_connections, path)
        tap.case(f'openers {name}', check_openers, path)
    for path, _ in recordings():
        if os.path.basename(os.path.dirname(path)) == 'deep' and 'lost' not in path and \
                any(line[2] == EVENTS[0] for line in report(path)):
            tap.case(f'connections {os.path.basename(path)}', check_connections, path)
    for name in names[:2]:
        tap.case(f'retransmits {name}', check_retransmits, os.path.join(TRACES, name))
        tap.case(f'resets {name}', check_resets, os.path.join(TRACES, name))
        tap.case(f'bytes that iperf3 counted {name}', check_iperf, name)
    tap.case('packets that events name', check_packets, os.path.join(TRACES, 'k612-veth-loss.dat'))
    tap.case('packets of requests', check_packets, os.path.join(TRACES, 'k612-rr-hog.dat'))
    tap.case('packets by port', check_filter, os.path.join(TRACES, 'k612-veth-loss.dat'))
    for name in ('k612-gt-udp.dat', 'k612-veth-loss.dat'):
        tap.case(f'bytes of tasks {name}', check_lengths, os.path.join(TRACES, name))
        tap.case(f'drops by sockets {name}', check_drops, os.path.join(TRACES, name))
    for name in ('k612-gt-udp.dat', 'virtio-gt-udp.dat', 'e1000-gt-udp.dat'):
        tap.case(f'datagrams to a full socket {name}', check_full_socket, name)
    tap.case('requests of a known server', check_requests, 'e1000-rr-before.dat')
    tap.case('requests beside a hog', check_requests, 'k612-rr-hog.dat')
    tap.case('text', check_text)
    tap.end()
    return 0


if __name__ == '__main__':
    sys.exit(main())
