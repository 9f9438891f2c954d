#!/usr/bin/env python3
# test-sockets-kernel.py - sockets against what the kernel counted of them at the same time
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/record/sockets.py made the recording, asked ss and nstat meanwhile, and wrote down what its tasks
# did.

import csv
import io
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from cli import DATA, Tap, thresh  # noqa: E402

PATH = os.path.join(DATA, 'sockets', 'sockets.dat.gz')
STATES = {'ESTAB': 'TCP_ESTABLISHED', 'SYN-SENT': 'TCP_SYN_SENT'}

with open(os.path.join(DATA, 'sockets', 'sockets.truth.json'), encoding='ascii') as truth_file:
    TRUTH = json.load(truth_file)
PORTS = TRUTH['ports']
ASKED = TRUTH['asked']


def table(name, path=PATH):
    status, out, err = thresh('table', name, '--csv', path)
    assert status == 0, err
    return list(csv.DictReader(io.StringIO(out)))


def sockets(kind):
    """What ss says: (local, remote) → its words, and its NAME:VALUE words by name."""
    found = {}
    for role in TRUTH['ss']:
        for line in TRUTH['ss'][role][kind]:
            words = line.split()
            found[words[3], words[4]] = words, dict(word.split(':', 1) for word in words[5:] if ':' in word)
    return found


def counted(role, name):
    return TRUTH['nstat'][role].get(name, 0)


def total(word):
    """'1/4': one is on its way now, of four."""
    return int(word.split('/')[1])


def retransmits():
    """The rows before ss was asked; none lies between that and nstat."""
    rows = table('retransmits')
    assert not any(ASKED[0] <= int(row['time']) <= ASKED[1] for row in rows)
    return [row for row in rows if int(row['time']) < ASKED[0]]


def check_states():
    """Each socket that ss shows is one row, with its state."""
    ours = {}
    for row in table('connections'):
        ours.setdefault((row['local'], row['remote']), []).append(row['state'])
    theirs = {pair: STATES[words[0]] for pair, (words, _) in sockets('tcp').items() if words[0] in STATES}
    wrong = {pair: ours.get(pair) for pair, state in theirs.items() if ours.get(pair) != [state]}
    return f'{wrong}' if wrong or len(theirs) < 15 else None


def check_bytes():
    """What arrived, and what the peer acknowledged until the last packet came, which says it too early."""
    n = 0
    rows = {(row['local'], row['remote']): row for row in table('connections')}
    for pair, (words, named) in sockets('tcp').items():
        if words[0] not in STATES or not rows[pair]['packets']:
            continue
        row = rows[pair]
        acknowledged = int(named.get('bytes_acked', 0))
        if int(row['received']) != int(named.get('bytes_received', 0)) or int(row['acknowledged']) > acknowledged:
            return f'{row} {words}'
        n += int(row['received']) > 0
    transfer, = [row for row in rows.values() if row['remote'] == f'10.80.0.2:{PORTS["transfer"]}']
    sent = TRUTH['scenarios']['transfer']['sent']
    if int(transfer['sent']) != sent or not sent * 0.9 < int(transfer['acknowledged']) <= sent:
        return f'{transfer}'
    return None if n == 3 else f'{n}'


def check_retransmits():
    """Of each socket, and of each machine; those of the server are answers to SYNs."""
    ours = {}
    for row in retransmits():
        ours[row['local'], row['remote']] = ours.get((row['local'], row['remote']), 0) + 1
    theirs = {pair: total(named['retrans']) for pair, (_, named) in sockets('tcp').items() if 'retrans' in named}
    client = {pair: n for pair, n in ours.items() if pair[0].startswith('10.80.0.1:')}
    if client != theirs or sum(theirs.values()) < 20:
        return f'{client} instead of {theirs}'
    sums = sum(client.values()), sum(ours.values()) - sum(client.values())
    told = counted('client', 'TcpRetransSegs'), counted('server', 'TcpRetransSegs')
    return None if sums == told and told[1] > 0 else f'{sums} instead of {told}'


def check_resets():
    rows = table('resets')
    sent = sum(row['direction'] == 'sent' and row['local'].startswith('10.80.0.2:') for row in rows)
    received = sum(row['direction'] == 'received' and row['local'].startswith('10.80.0.1:') for row in rows)
    told = counted('server', 'TcpOutRsts')
    return None if sent == received == told == 2 else f'{sent} {received} {told}'


def check_rtt():
    """The smoothed round trip, of sockets that measured it once."""
    n = 0
    rows = {(row['local'], row['remote']): row for row in table('connections')}
    for pair, (words, named) in sockets('tcp').items():
        if words[0] != 'ESTAB':
            continue
        row, low = rows[pair], float(named['minrtt']) * 1e6
        if row['rtt_min'] and int(row['rtt_min']) < low - 500:
            return f'{row} {words}'
        if row['rtt_min'] and row['rtt_min'] == row['rtt_max']:
            n += 1
            if int(row['rtt_min']) != round(float(named['rtt'].split('/')[0]) * 1e6):
                return f'{row} {words}'
    return None if n >= 4 else f'{n}'


def check_listeners():
    """Queues: all who wait to be accepted, the backlog, and the drops that the socket counted."""
    ours = {row['local']: row for row in table('listeners')}
    closed = ours.pop(f'10.80.0.2:{PORTS["signed"]}')
    if closed['backlog'] or closed['counted']:
        return f'{closed}'
    theirs = {pair[0]: (words, named) for pair, (words, named) in sockets('tcp').items() if words[0] == 'LISTEN'}
    if ours.keys() != theirs.keys():
        return f'{ours.keys()} instead of {theirs.keys()}'
    for local, (words, named) in theirs.items():
        drops = named['skmem'].rstrip(')').rsplit(',d', 1)[1]
        if (ours[local]['backlog'], ours[local]['counted']) != (words[2], drops):
            return f'{ours[local]} {words}'
    row, waiting = ours[f'10.80.0.2:{PORTS["overflow"]}'], theirs[f'10.80.0.2:{PORTS["overflow"]}'][0][1]
    return None if row['accepted'] == waiting == '5' and row['backlog'] == '4' else f'{row} {waiting}'


def check_overflows():
    """Each time the queue was full: a handshake that is dropped has an event, a SYN has none, but is sent again."""
    row, = [row for row in table('listeners') if int(row['overflows'])]
    drops = [drop for drop in table('connection-drops') if drop['reason'] == 'TCP_LISTEN_OVERFLOW']
    late = [drop for drop in drops if int(drop['time']) < ASKED[0]]
    if not row['local'].endswith(f':{PORTS["overflow"]}') or int(row['overflows']) != len(drops):
        return f'{row} {len(drops)}'
    again = sum(one['state'] == 'TCP_SYN_SENT' for one in retransmits())
    syns = TRUTH['scenarios']['overflow']['refused'] + again
    told = counted('server', 'TcpExtListenOverflows')
    if len(late) + syns != told or not late:
        return f'{len(late)} {syns} {told}'
    answers = sum(one['local'].startswith('10.80.0.2:') for one in retransmits())
    if int(row['retransmits']) != answers or answers != TRUTH['scenarios']['overflow']['late']:
        return f'{row} {answers}'
    _, _, err = thresh('sockets', PATH)
    return None if f'full {told} times' in err and f' {len(drops)} events' in err else err


def check_datagrams():
    """A socket that is too slow, and the tasks that used each socket."""
    told = TRUTH['scenarios']['full']
    row, = [row for row in table('connections') if row['local'] == f'10.80.0.2:{PORTS["full"]}']
    drops = int(row['drops'])
    named = sockets('udp')[f'10.80.0.2:{PORTS["full"]}', '0.0.0.0:*'][1]
    if (int(row['packets']), row['protocol'], drops) != (told['read'], 'UDP', told['sent'] - told['read']):
        return f'{row} {told}'
    if drops != counted('server', 'UdpRcvbufErrors') or f',d{drops})' not in named['skmem']:
        return f'{drops} {named}'
    tasks = [one for one in table('connection-tasks') if one['protocol'] == 'UDP']
    sender, = [one for one in tasks if one['task'].endswith(f'-{told["sender"]}')]
    reader, = [one for one in tasks if one['connection'] == row['connection']]
    if (sender['sends'], sender['sent']) != (str(told['sent']), str(told['sent'] * told['size'])):
        return f'{sender}'
    if (reader['reads'], reader['read']) != (str(told['read']), str(told['read'] * told['size'])) or \
            not reader['task'].endswith(f'-{TRUTH["pid"]}'):
        return f'{reader}'
    ours = sum(int(one['sends']) for one in tasks), sum(int(one['reads']) for one in tasks)
    theirs = tuple(sum(counted(role, name) for role in TRUTH['ss']) for name in ('UdpOutDatagrams', 'UdpInDatagrams'))
    return None if ours == theirs else f'{ours} instead of {theirs}'


def check_namespace():
    """An event of an unsigned packet tells the namespace of the listener, which the task asked for, too."""
    ours = {row['local']: row['namespace'] for row in table('listeners') if row['namespace']}
    theirs = {f'10.80.0.2:{PORTS["signed"]}': str(TRUTH['scenarios']['signed']['cookie'])}
    return None if ours == theirs else f'{ours} instead of {theirs}'


def check_layout():
    """The backlog is known from the counters."""
    status, out, err = thresh('sockets', '--layout', 'solisten', PATH)
    ours = {words[4]: words[3] for words in (line.split() for line in out.splitlines()[1:])}
    theirs = {pair[0].split(':')[1]: words[2] for pair, (words, _) in sockets('tcp').items() if words[0] == 'LISTEN'}
    # It was closed when the counters were read.
    theirs[str(PORTS['signed'])] = '-'
    return None if status == 0 and ours == theirs else f'{ours} instead of {theirs} {err}'


STATE = ('inet_sock_set_state: family=AF_INET protocol=IPPROTO_TCP sport={} dport={} saddr={} daddr={} '
         'saddrv6=::ffff:0.0.0.0 daddrv6=::ffff:0.0.0.0 oldstate={} newstate={}')
SERVICES = [
    # Its own port has a name, too, but it connected to the other one.
    STATE.format(27017, 443, '10.0.0.1', '10.0.0.2', 'TCP_CLOSE', 'TCP_SYN_SENT'),
    STATE.format(22, 0, '10.0.0.1', '0.0.0.0', 'TCP_CLOSE', 'TCP_LISTEN'),
    STATE.format(22, 0, '10.0.0.1', '0.0.0.0', 'TCP_LISTEN', 'TCP_SYN_RECV'),
    STATE.format(22, 443, '10.0.0.1', '10.0.0.3', 'TCP_SYN_RECV', 'TCP_ESTABLISHED'),
    # Who opened it is not known.
    STATE.format(40000, 80, '10.0.0.1', '10.0.0.4', 'TCP_ESTABLISHED', 'TCP_FIN_WAIT1'),
    STATE.format(443, 80, '10.0.0.1', '10.0.0.5', 'TCP_ESTABLISHED', 'TCP_FIN_WAIT1'),
    STATE.format(40001, 40002, '10.0.0.1', '10.0.0.6', 'TCP_ESTABLISHED', 'TCP_FIN_WAIT1'),
    # Two sockets listen on one port, each on an address of its own.
    STATE.format(80, 0, '10.0.0.7', '0.0.0.0', 'TCP_CLOSE', 'TCP_LISTEN'),
    STATE.format(80, 0, '10.0.0.8', '0.0.0.0', 'TCP_CLOSE', 'TCP_LISTEN'),
    STATE.format(80, 0, '10.0.0.7', '0.0.0.0', 'TCP_LISTEN', 'TCP_SYN_RECV'),
    STATE.format(80, 4000, '10.0.0.7', '10.0.0.9', 'TCP_SYN_RECV', 'TCP_ESTABLISHED'),
]


def check_services():
    """The port that listens has the name; worked out by hand."""
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as file:
        file.write('# tracer: nop\n#\n')
        file.writelines(f'          <idle>-0       [000] ..s2. {i + 1}.000000: {text}\n' for i, text in enumerate(SERVICES))
        file.flush()
        ours = {row['remote']: row['service'] for row in table('connections', file.name)}
        listeners = [(row['local'], row['service'], row['accepted']) for row in table('listeners', file.name)]
    theirs = {'10.0.0.2:443': 'https', '10.0.0.3:443': 'ssh', '10.0.0.4:80': 'http', '10.0.0.5:80': '', '10.0.0.6:40002': '',
              '10.0.0.9:4000': 'http'}
    if ours != theirs:
        return f'{ours} instead of {theirs}'
    return None if listeners == [('10.0.0.1:22', 'ssh', '1'), ('10.0.0.7:80', 'http', '1'), ('10.0.0.8:80', 'http', '0')] \
        else f'{listeners}'


def main():
    tap = Tap()
    tap.case('services', check_services)
    tap.case('states', check_states)
    tap.case('bytes', check_bytes)
    tap.case('retransmits', check_retransmits)
    tap.case('resets', check_resets)
    tap.case('round trips', check_rtt)
    tap.case('listeners', check_listeners)
    tap.case('overflows', check_overflows)
    tap.case('datagrams', check_datagrams)
    tap.case('namespace', check_namespace)
    tap.case('layout', check_layout)
    tap.end()
    return 0


sys.exit(main())
