#!/usr/bin/env python3
# sockets.py - records sockets, and what ss and nstat say of them at the same time
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Usage, as root: sockets.py FOLDER thresh record
#
# Two network namespaces, connected by a pair of veth devices.  In them, one task after the other:
#   transfer   TCP in one direction; the receiver's socket drops packets at random (a BPF filter)
#   echo       TCP in both directions
#   overflow   a listener whose queue is full: it drops SYNs, and handshakes of which it knows already
#   refused    a connection to a port on which nobody listens, and a close with data that nobody read
#   full       UDP datagrams beyond the receive buffer
#   signed     a listener that wants signed packets (TCP-MD5), and a client that does not sign
#   names      UDP datagrams that are answered, and one that is not
# Writes FOLDER/sockets.dat, and FOLDER/sockets.truth.json: what the tasks sent and read, the output of
# ss while the sockets were open and when that was (CLOCK_MONOTONIC, as in the recording), and how nstat's
# counters changed until then.

import ctypes
import errno
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time

SPACES = {'client': 'thresh-sock-c', 'server': 'thresh-sock-s'}
CLIENT, SERVER = '10.80.0.1', '10.80.0.2'
PORTS = {'transfer': 17501, 'echo': 17502, 'overflow': 17503, 'refused': 17504, 'unread': 17505, 'full': 17506,
         'names': 17507, 'signed': 17508}
CLONE_NEWNET = 0x40000000
SO_ATTACH_FILTER = 26
SO_NETNS_COOKIE = 71
TCP_MD5SIG = 14
TCP_HEADER = 32  # with time stamps


def now():
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


def enter(role):
    """The sockets that this task makes from now on are in the namespace of that role."""
    with open(f'/run/netns/{SPACES[role]}', 'rb') as file:
        if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), 'setns')


def attach(connection, *program):
    """A classic BPF program (linux/filter.h): how many bytes of each packet the socket keeps; 0 drops it."""
    code = ctypes.create_string_buffer(b''.join(struct.pack('=HBBI', *one) for one in program))
    connection.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER,
                          struct.pack('@HP', len(program), ctypes.addressof(code)))


def drop_at_random(connection, share):
    """Drops that share of the packets with data."""
    attach(connection,
           (0x80, 0, 0, 0),                                # the length of the packet, from the TCP header on
           (0x25, 0, 2, TCP_HEADER),                       # no data: keep
           (0x20, 0, 0, (-0x1000 + 56) & 0xffffffff),      # a random number (SKF_AD_RANDOM)
           (0x35, 0, 1, int(share * (1 << 32))),           # below the share: drop
           (0x06, 0, 0, 0xffffffff), (0x06, 0, 0, 0))


def drop_acknowledgments(listener):
    """Handshakes do not end: drops what is not a SYN.  The flags are the 14th byte of the TCP header."""
    attach(listener, (0x30, 0, 0, 13), (0x45, 0, 1, 0x02), (0x06, 0, 0, 0xffffffff), (0x06, 0, 0, 0))


def listen(port, backlog=8):
    enter('server')
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((SERVER, port))
    listener.listen(backlog)
    return listener


def connect(port, wait=True):
    enter('client')
    connection = socket.socket()
    connection.setblocking(wait)
    result = connection.connect_ex((SERVER, port))
    assert result in (0, errno.EINPROGRESS, errno.ECONNREFUSED), os.strerror(result)
    return connection


def pump(sender, reader, size):
    """Sends @size bytes through, by one task: neither call may wait."""
    sender.setblocking(False)
    reader.setblocking(False)
    sent = received = 0
    until = time.monotonic() + 20
    while received < size:
        assert time.monotonic() < until
        try:
            sent += sender.send(b'x' * min(4096, size - sent)) if sent < size else 0
        except BlockingIOError:
            pass
        try:
            received += len(reader.recv(65536))
        except BlockingIOError:
            time.sleep(0.002)
    return size


def transfer(kept):
    listener = listen(PORTS['transfer'])
    client = connect(PORTS['transfer'])
    server = listener.accept()[0]
    drop_at_random(server, 0.15)
    kept += [listener, client, server]
    return {'sent': pump(client, server, 100000)}


def echo(kept):
    listener = listen(PORTS['echo'])
    client = connect(PORTS['echo'])
    server = listener.accept()[0]
    kept += [listener, client, server]
    for _ in range(5):
        client.sendall(b'q' * 100)
        server.sendall(server.recv(4096) * 30)
        left = 3000
        while left:
            left -= len(client.recv(left))
        time.sleep(0.01)
    return {'asked': 500, 'answered': 15000}


def overflow(kept):
    """A backlog of 4 holds 5 connections.  Three are on their way in, then five others fill it."""
    listener = listen(PORTS['overflow'], backlog=4)
    drop_acknowledgments(listener)
    late = [connect(PORTS['overflow']) for _ in range(3)]
    time.sleep(0.05)
    attach(listener, (0x06, 0, 0, 0xffffffff))
    full = [connect(PORTS['overflow']) for _ in range(5)]
    refused = [connect(PORTS['overflow'], wait=False) for _ in range(2)]
    for one in late:
        one.send(b'late')
    time.sleep(1.3)
    kept += [listener, *late, *full, *refused]
    return {'late': 3, 'queued': 5, 'refused': 2}


def refuse(kept):
    connect(PORTS['refused']).close()
    listener = listen(PORTS['unread'])
    client = connect(PORTS['unread'])
    server = listener.accept()[0]
    client.sendall(b'nobody reads this')
    time.sleep(0.05)
    server.close()
    time.sleep(0.05)
    kept += [listener, client]
    return {}


def signed(_):
    listener = listen(PORTS['signed'])
    key = struct.pack('=HH4s120x', socket.AF_INET, 0, socket.inet_aton(CLIENT)) + struct.pack('=BBHI80s', 0, 0, 6, 0, b'secret')
    listener.setsockopt(socket.IPPROTO_TCP, TCP_MD5SIG, key)
    cookie, = struct.unpack('=Q', listener.getsockopt(socket.SOL_SOCKET, SO_NETNS_COOKIE, 8))
    client = connect(PORTS['signed'], wait=False)
    time.sleep(0.01)
    # ss does not end the line of a socket with a key.
    client.close()
    listener.close()
    return {'cookie': cookie}


def datagrams(role, port=0):
    enter(role)
    one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    one.bind((CLIENT if role == 'client' else SERVER, port))
    return one


class Sender:
    """Another task, which sends when it is told to, and keeps its socket open."""

    def __init__(self):
        go, done = os.pipe(), os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(go[1])
            client = datagrams('client')
            while os.read(go[0], 1):
                for i in range(40):
                    client.sendto(bytes([i]) * 500, (SERVER, PORTS['full']))
                os.write(done[1], b'.')
            os._exit(0)
        os.close(go[0])
        self.go, self.done = go[1], done[0]

    def send(self):
        os.write(self.go, b'.')
        os.read(self.done, 1)

    def end(self):
        os.close(self.go)
        os.waitpid(self.pid, 0)


def full(kept, sender):
    """The socket of the receiver has room for few of them."""
    server = datagrams('server', PORTS['full'])
    server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    kept.append(server)
    sender.send()
    server.setblocking(False)
    n = 0
    while True:
        try:
            n += len(server.recv(2048)) == 500
        except BlockingIOError:
            return {'sent': 40, 'read': n, 'size': 500, 'sender': sender.pid}


def names(kept):
    """Each question is answered but the third; two are on their way at once from different ports."""
    server = datagrams('server', PORTS['names'])
    clients = [datagrams('client') for _ in range(2)]
    kept += [server, *clients]
    for i in range(4):
        client = clients[i % 2]
        client.sendto(b'?' * (30 + i), (SERVER, PORTS['names']))
        question, where = server.recvfrom(2048)
        time.sleep(0.003)
        if i != 2:
            server.sendto(b'!' * (100 + i), where)
            client.recvfrom(2048)
    return {'asked': 4, 'answered': 3, 'ports': [one.getsockname()[1] for one in clients]}


def tool(role, *command):
    done = subprocess.run(['nsenter', f'--net=/run/netns/{SPACES[role]}', *command], capture_output=True, text=True,
                          check=True)
    return done.stdout


def counters(role):
    """All counters, by their full names."""
    lines = tool(role, 'nstat', '-asz').splitlines()
    return {line.split()[0]: int(line.split()[1]) for line in lines if not line.startswith('#')}


def ask(truth):
    """Asks ss and nstat, until nothing happened meanwhile; returns the counters."""
    while True:
        begin, before = now(), {role: counters(role) for role in SPACES}
        truth['ss'] = {role: {kind: [' '.join(line.split()) for line in tool(
            role, 'ss', '-HnOimae', option).splitlines()] for kind, option in (('tcp', '-t'), ('udp', '-u'))}
                       for role in SPACES}
        after = {role: counters(role) for role in SPACES}
        truth['asked'] = [begin, now()]
        if before == after:
            return after


def record_command(thresh, path, pids):
    low, high = min(PORTS.values()), max(PORTS.values())
    both = f'(sport >= {low} && sport <= {high}) || (dport >= {low} && dport <= {high})'
    whose = ' || '.join(f'common_pid == {pid}' for pid in pids)
    events = {f'sock:{event}': whose for event in ('sock_send_length', 'sock_recv_length')}
    events.update((event, both) for event in (
        'sock:inet_sock_set_state', 'tcp:tcp_probe', 'tcp:tcp_rcv_space_adjust', 'tcp:tcp_retransmit_skb',
        'tcp:tcp_retransmit_synack', 'tcp:tcp_receive_reset', 'tcp:tcp_cong_state_set', 'tcp:tcp_destroy_sock'))
    events.update({'tcp:tcp_send_reset': '', 'udp:udp_fail_queue_rcv_skb': '', 'skb:kfree_skb': 'rx_sk != 0',
                   'tcp:tcp_hash_md5_required': ''})
    events.update((f'syscalls:sys_{edge}_{call}', whose) for call in ('sendto', 'recvfrom') for edge in ('enter', 'exit'))
    # Without the kernel's symbols, the recording is small.  The counters are those of the server's namespace.
    command = ['nsenter', f'--net=/run/netns/{SPACES["server"]}', 'unshare', '-m', 'sh', '-c',
               'mount --bind /dev/null /proc/kallsyms && exec "$@"', 'sh'] + thresh
    command += ['-q', '--hold', '--buffer', '1000', '-o', path]
    for event, wanted in events.items():
        command += ['-e', f'{event}/{wanted}' if wanted else event]
    return command + ['local:']


def make_spaces():
    for space in SPACES.values():
        subprocess.run(['ip', 'netns', 'add', space], check=True)
    subprocess.run(['ip', 'link', 'add', 'sockv0', 'netns', SPACES['client'], 'type', 'veth', 'peer', 'name', 'sockv1',
                    'netns', SPACES['server']], check=True)
    for i, (role, address) in enumerate((('client', CLIENT), ('server', SERVER))):
        subprocess.run(['ip', '-n', SPACES[role], 'addr', 'add', f'{address}/24', 'dev', f'sockv{i}'], check=True)
        # A packet is a segment, so that what is sent again has one event for each.
        subprocess.run(['ip', '-n', SPACES[role], 'link', 'set', f'sockv{i}', 'gso_max_segs', '1', 'up'], check=True)
        # With SYN cookies, a full listener answers nevertheless.
        tool(role, 'sysctl', '-qw', 'net.ipv4.tcp_syncookies=0')


def main():
    folder, *thresh = sys.argv[1:]
    path = os.path.join(folder, 'sockets')
    truth = {'kernel': os.uname().release, 'ports': PORTS, 'pid': os.getpid(), 'scenarios': {}}
    kept = []
    make_spaces()
    sender = Sender()
    try:
        before = {role: counters(role) for role in SPACES}
        with subprocess.Popen(record_command(thresh, f'{path}.dat', (os.getpid(), sender.pid))) as recorder:
            time.sleep(2)
            for scenario in (transfer, echo, overflow, refuse, signed, names):
                truth['scenarios'][scenario.__name__] = scenario(kept)
            truth['scenarios']['full'] = full(kept, sender)
            time.sleep(0.3)
            after = ask(truth)
            recorder.send_signal(signal.SIGINT)
            recorder.wait()
        truth['nstat'] = {role: {name: after[role][name] - value for name, value in before[role].items()
                                 if after[role][name] != value} for role in SPACES}
    finally:
        sender.end()
        for space in SPACES.values():
            subprocess.run(['ip', 'netns', 'del', space], check=False)
    with open(f'{path}.truth.json', 'w', encoding='ascii') as file:
        json.dump(truth, file, indent=1)
        file.write('\n')


main()
