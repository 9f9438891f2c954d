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
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from cli import DATA, HAVE_TRACES, NO_TRACES, TRACES, Tap, recordings, thresh, to_ns  # noqa: E402

IPV6 = os.path.join(DATA, 'sockets', 'v6.dat')
MPTCP = os.path.join(DATA, 'sockets', 'mptcp.dat')
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
        if fields[wide] in ('::', '::ffff:0.0.0.0'):
            host = '*'
        else:
            host = fields[address] if fields[wide].startswith('::ffff:') else f'[{fields[wide]}]'
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
                     min(one['rtt'], default=''), max(one['rtt'], default=''),
                     sum(one['rtt']) // len(one['rtt']) // 1000 * 1000 if one['rtt'] else '')
              for pair, one in expected_connections(path).items()}
    rows = [row for row in table('connections', path) if '*' not in row['local'] + row['remote']]
    ours = {(row['local'], row['remote']): tuple(int(row[key]) if row[key] else '' for key in (
        'packets', 'received', 'acknowledged', 'retransmits', 'resets', 'rtt_min', 'rtt_max', 'rtt_mean')) for row in rows}
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
    fast = sum(row['reason'] == 'fast retransmission' for row in rows)
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


def check_big_packets():
    """tcp_probe counts packets modulo 64 KiB; what the client's log says arrived is more."""
    path = os.path.join(DATA, 'requests', 'requests-loopback.dat.gz')
    with open(path.replace('.dat.gz', '.truth.json'), encoding='utf-8') as file:
        scenario = json.load(file)['scenarios']['big-answer']
    told = sum(one['bytes'] for one in scenario['client'] if one['what'] == 'receive')
    row, = [row for row in table('connections', path) if row['remote'].endswith(f":{scenario['port']}")]
    _, _, err = thresh('table', 'connections', path)
    if 'in 16 bits. 1 connection received more' not in err:
        return err
    return None if (int(row['received']), int(row['read'])) == (told, told) else f'{row}, told {told}'


def check_ipv6():
    """Both ends of connections over IPv6: accepted sockets have 127.0.0.6 in the fields for IPv4."""
    with open(IPV6.replace('.dat', '.iperf.json'), encoding='utf-8') as file:
        end = json.load(file)['end']
    rows = table('connections', IPV6)
    told = str(end['sum_received']['bytes'])
    ours = [(row['received'], row['read']) for row in rows if row['received'] == told]
    if any(not row[end].startswith('[fd00:1::') for row in rows for end in ('local', 'remote')):
        return f'{rows}'
    return None if ours == [(told, told)] and len(rows) == 8 else f'{ours} of {len(rows)}, iperf3 says {told}'


def check_mptcp(path):
    """A socket of MPTCP and its first one of TCP have the same ends; only the latter receives.
    The server's program said that it read 208000 bytes, from a second address as well, then
    112000 from a client without MPTCP, and 20000 at another port."""
    received = {}
    for _, _, name, fields in report(MPTCP):
        if name == 'tcp_probe':
            count = received.setdefault(ends(fields), [0, 0])
            count[0] += 1
            count[1] += int(fields['data_len'])
    rows = table('connections', path)
    tcp = {(row['local'], row['remote']): [int(row['packets']), int(row['received'])] for row in rows if row['protocol'] == 'TCP'}
    mptcp = [(row['local'], row['remote'], row['role']) for row in rows if row['protocol'] == 'MPTCP']
    if any(row['packets'] for row in rows if row['protocol'] == 'MPTCP') or tcp != received:
        return f'{rows}'
    if any(row['task'].startswith('kworker') for row in rows if row['role'] == 'accepted'):
        return f'closed by a worker, which is not its task: {rows}'
    if mptcp != [('10.92.0.1:60636', '10.92.0.2:7000', 'connected'), ('10.92.0.2:7000', '10.92.0.1:60636', 'accepted')]:
        return f'{mptcp}'
    # The end of the data takes one byte.
    read = [tcp['10.92.0.2:7000', '10.92.0.1:60636'][1] + tcp['10.92.0.2:7000', '10.92.1.1:59491'][1] - 1,
            tcp['10.92.0.2:7000', '10.92.0.1:60640'][1], tcp['10.92.0.2:7001', '10.92.0.1:40992'][1]]
    return None if read == [208000, 112000, 20000] else f'{read}'


def check_mptcp_text():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'mptcp.txt')
        with open(path, 'wb') as file:
            file.write(subprocess.run(['trace-cmd', 'report', MPTCP], capture_output=True, timeout=60, check=True).stdout)
        return check_mptcp(path)


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


def follow(path, number):
    status, out, err = thresh('sockets', '--follow', str(number), '--json', path)
    assert status == 0, err
    return [json.loads(line) for line in out.splitlines()]


def check_follow(path):
    """Each tcp_probe is a packet that its socket received: of one socket, what the other one sent.  Rows leave no hole."""
    connections = {row['connection']: row for row in table('connections', path)}
    probes = {}
    for line in report(path):
        if line[2] == 'tcp_probe':
            probes.setdefault(line[3]['skaddr'], set()).add((line[3]['skbaddr'], line[1]))
    for number, other in (('4', '5'), ('5', '4'), ('1', '2')):
        rows = follow(path, number)
        counts = {what: sum(row['what'] == what for row in rows) for what in ('sent', 'received')}
        drops = {socket: int(connections[socket]['drops']) for socket in (number, other)}
        theirs = {'sent': len(probes[connections[other]['socket']]) + drops[other],
                  'received': len(probes[connections[number]['socket']]) + drops[number]}
        if counts != theirs:
            return f'{number}: {counts} instead of {theirs}'
        end = rows[0]['time']
        for row in rows:
            if row['time'] > end:
                return f'nothing from {end} to {row}'
            end = max(end, row['time'] + row['lasted'])
        gaps = [row for row in rows if row['what'] == 'gap']
        if any(a['time'] + a['lasted'] > b['time'] for a, b in zip(gaps, gaps[1:])):
            return f'{number}: gaps overlap'
    return None


def check_waits(name):
    """The reader waits for the CPU from the time when it is woken until it runs, or until the next packet comes."""
    path = os.path.join(TRACES, name)
    with open(path.replace('.dat', '.truth.json'), encoding='utf-8') as file:
        pid = json.load(file)['server_pid']
    done = subprocess.run(['trace-cmd', 'report', '-t', '-N', path], capture_output=True, timeout=120, check=False)
    woken, waits = None, {}
    for line in done.stdout.decode('latin-1').split('\n'):
        match = LINE.match(line)
        if match and match[4] == 'sched_waking' and re.search(rf'\bpid={pid}\b', match[5]):
            woken = to_ns(match[3]) if woken is None else woken
        elif match and match[4] == 'sched_switch' and re.search(rf'\bnext_pid={pid}\b', match[5]) and woken is not None:
            waits[woken] = to_ns(match[3])
            woken = None
    rows = follow(path, 2)
    starts = {row['time'] for row in rows if row['what'] == 'received'}
    gaps = [row for row in rows if row['cause'] == 'waiting for a CPU']
    wrong = [row for row in gaps if row['time'] + row['lasted'] not in starts | set(waits.values())]
    begun = sum(row['time'] in waits for row in gaps)
    received = sum(row['what'] == 'received' for row in rows)
    probes = sum(line[2] == 'tcp_probe' and ends(line[3])[0].endswith(':7100') for line in report(path))
    if wrong or begun < 100 or received != probes:
        return f'{wrong[:3]} {begun} {received} {probes}'
    # Nothing tells what the server sent, so nothing tells that it waited for its peer.
    return None if not any(row['cause'] == 'waiting for the peer' for row in rows) else 'peer'


TCP = ('sport=4000 dport=80 saddr=10.0.0.1 daddr=10.0.0.2 saddrv6=::ffff:10.0.0.1 daddrv6=::ffff:10.0.0.2')
SKB = 'dev=eth0 skbaddr=00000000a00000e8 len=100'
START = ('dev=eth0 queue_mapping=0 skbaddr=00000000a00000e8 vlan_tagged=0 vlan_proto=0x0000 vlan_tci=0x0000 protocol=0x0800 '
         'ip_summed=3 len=100 data_len=0 network_offset=14 transport_offset_valid=1 transport_offset=34 tx_flags=0 gso_size=0 '
         'gso_segs=0 gso_type=0x0')
LOSS = [
    (1.0001, f'inet_sock_set_state: family=AF_INET protocol=IPPROTO_TCP {TCP} oldstate=TCP_SYN_SENT newstate=TCP_ESTABLISHED'),
    (1.2, f'tcp_cong_state_set: family=AF_INET skaddr=00000000c0000000 {TCP} cong_state=4'),
    (1.2001, f'net_dev_queue: {SKB}'), (1.20011, f'net_dev_start_xmit: {START}'), (1.20012, f'net_dev_xmit: {SKB} rc=0'),
    (1.20013, f'tcp_retransmit_skb: skbaddr=00000000a0000000 skaddr=00000000c0000000 family=AF_INET {TCP} '
              'state=TCP_ESTABLISHED'),
    (1.6, f'net_dev_queue: {SKB}'), (1.60001, f'net_dev_start_xmit: {START}'), (1.60002, f'net_dev_xmit: {SKB} rc=0'),
    (1.60013, f'tcp_retransmit_skb: skbaddr=00000000a0000000 skaddr=00000000c0000000 family=AF_INET {TCP} '
              'state=TCP_ESTABLISHED'),
]


# Two CPUs complete the same handshake, and one of them drops its socket.
RACE = [
    (1.0, f'tcp_cong_state_set: family=AF_INET skaddr=00000000c0000000 {TCP} cong_state=0'),
    (1.1, f'tcp_cong_state_set: family=AF_INET skaddr=00000000d0000000 {TCP} cong_state=0'),
    (1.2, f'tcp_destroy_sock: family=AF_INET {TCP} sock_cookie=7'),
    (1.3, 'tcp_probe: family=AF_INET src=10.0.0.1:4000 dest=10.0.0.2:80 mark=0x0 data_len=100 snd_nxt=0x1 snd_una=0x1 '
          'snd_cwnd=10 ssthresh=64 snd_wnd=64 srtt=10 rcv_wnd=64 sock_cookie=8'),
]


def write_text(file, events):
    file.write('# tracer: nop\n#\n')
    file.writelines(f'          <idle>-0       [000] ..s2. {time:.6f}: {text}\n' for time, text in events)
    file.flush()


def check_race():
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as file:
        write_text(file, RACE)
        rows = [(row['socket'], row['packets'], row['received']) for row in table('connections', file.name)]
    theirs = [('0xc0000000', '1', '100'), ('0xd0000000', '', '')]
    return None if rows == theirs else f'{rows}'


def check_timeout():
    """A packet that is sent twice again after timeouts; worked out by hand."""
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as file:
        write_text(file, LOSS)
        rows = follow(file.name, 1)
    ours = [(row['time'], row['what'], row['lasted'], row['cause']) for row in rows]
    theirs = [(1200100000, 'sent', 20000, None), (1200120000, 'gap', 399880000, 'retransmission timeout'),
              (1600000000, 'sent', 20000, None)]
    return None if ours == theirs else f'{ours} instead of {theirs}'


def check_layouts(path):
    """The columns of tools of these names."""
    status, out, err = thresh('sockets', '--layout', 'tcpstates', path)
    head, *lines = [line.split() for line in out.splitlines()]
    if status != 0 or head != 'SKADDR C-PID C-COMM LADDR LPORT RADDR RPORT OLDSTATE -> NEWSTATE MS'.split():
        return f'{head} {err}'
    theirs = []
    for task, _, event, fields in report(path, '-R'):
        if event == 'inet_sock_set_state':
            name, pid = task.rsplit('-', 1)
            states = [STATES[int(fields[state])][4:] for state in ('oldstate', 'newstate')]
            theirs.append([fields['skaddr'][2:], pid, name, states[0], '->', states[1]])
    if [line[:3] + line[7:10] for line in lines] != theirs:
        return f'{lines} {theirs}'
    if lines[1][3:7] != ['10.78.0.1', '33328', '10.78.0.2', '5201'] or lines[2][3:7] != ['0.0.0.0', '5201', '0.0.0.0', '0']:
        return f'{lines[1:3]}'
    changes = [row['lasted'] for row in table('connection-states', path)]
    if [line[10] for line in lines] != [f'{int(lasted or 0) / 1e6:.3f}' for lasted in changes]:
        return f'{lines} {changes}'
    _, out, _ = thresh('sockets', '--layout', 'tcpdrop', path)
    drops = [line.split() for line in out.splitlines()[1:]]
    told = [line[3]['reason'] for line in report(path) if line[2] == 'kfree_skb' and line[3].get('rx_sk', '(nil)') != '(nil)']
    if [line[-1] for line in drops] != [f'({reason})' for reason in told]:
        return f'{drops} {told}'
    _, out, _ = thresh('sockets', '--layout', 'solisten', path)
    listeners = [line.split() for line in out.splitlines()[1:]]
    return None if [line[2:5] for line in listeners] == [['TCP', '-', '5201']] else f'{listeners}'


def check_usage():
    path = os.path.join(TRACES, 'k612-rep.dat')
    bad = [(), (path, path), ('--layout', 'top', path), ('--follow', '0', path), ('--follow', '1', '--layout', 'tcpdrop', path),
           ('--json', '--layout', 'tcpdrop', path)]
    wrong = [arguments for arguments in bad if thresh('sockets', *arguments)[0] != 64]
    status, out, err = thresh('sockets', '--follow', '99', path)
    if status != 64 or out or 'there is no connection 99: the only one is 1\n' not in err:
        return f'{status} {out} {err}'
    return None if not wrong else f'{wrong}'


def check_text_ipv6():
    """Texts have ports in [::1]:80, cookies like 2a, and addresses of sockets in some events only."""
    with tempfile.NamedTemporaryFile(suffix='.txt') as file:
        subprocess.run(['trace-cmd', 'report', '-t', IPV6], stdout=file, timeout=120, check=True)
        rows = [[{key: value for key, value in row.items() if key not in ('connection', 'socket')} for row in table('connections', path)]
                for path in (IPV6, file.name)]
    return None if rows[0] == rows[1] and len(rows[0]) == 8 else f'{rows}'


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
    for path in [os.path.join(TRACES, name) for name in names] + [IPV6]:
        name = os.path.basename(path)
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
    tap.case('packets of more than 64 KiB', check_big_packets)
    tap.case('both ends over IPv6', check_ipv6)
    tap.case('MPTCP', check_mptcp, MPTCP)
    tap.case('text of MPTCP', check_mptcp_text)
    tap.case('packets that events name', check_packets, os.path.join(TRACES, 'k612-veth-loss.dat'))
    tap.case('packets of requests', check_packets, os.path.join(TRACES, 'k612-rr-hog.dat'))
    tap.case('packets by port', check_filter, os.path.join(TRACES, 'k612-veth-loss.dat'))
    tap.case('packets of a connection', check_follow, os.path.join(TRACES, 'k612-veth-loss.dat'))
    tap.case('waits of a reader beside a hog', check_waits, 'k612-rr-hog.dat')
    tap.case('retransmission timeout', check_timeout)
    tap.case('two sockets of one handshake', check_race)
    tap.case('columns of other tools', check_layouts, os.path.join(TRACES, 'k612-veth-loss.dat'))
    tap.case('usage', check_usage)
    for name in ('k612-gt-udp.dat', 'k612-veth-loss.dat'):
        tap.case(f'bytes of tasks {name}', check_lengths, os.path.join(TRACES, name))
        tap.case(f'drops by sockets {name}', check_drops, os.path.join(TRACES, name))
    for name in ('k612-gt-udp.dat', 'virtio-gt-udp.dat', 'e1000-gt-udp.dat'):
        tap.case(f'datagrams to a full socket {name}', check_full_socket, name)
    tap.case('requests of a known server', check_requests, 'e1000-rr-before.dat')
    tap.case('requests beside a hog', check_requests, 'k612-rr-hog.dat')
    tap.case('text', check_text)
    tap.case('text of connections over IPv6', check_text_ipv6)
    tap.end()
    return 0


if __name__ == '__main__':
    sys.exit(main())
