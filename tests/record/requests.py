#!/usr/bin/env python3
# requests.py - records requests and answers whose times the programs themselves write down
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Usage, as root: requests.py loopback|veth FOLDER thresh record
#
# A client and a server, each a process that waits in poll() before it reads, exchange requests over
# TCP: on the loopback device, or over a pair of veth devices between two network namespaces.  Both
# write CLOCK_MONOTONIC before and after each call; thresh records with the same clock.  Writes
# FOLDER/requests-KIND.dat and FOLDER/requests-KIND.truth.json.

import ctypes
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time

SPACES = ('thresh-req-c', 'thresh-req-s')
SENDING = ('sendto', 'sendmsg', 'write')
READING = ('recvfrom', 'read', 'poll')
CLONE_NEWNET = 0x40000000

# name: (port, how often, what happens).  ask, answer: bytes; times in ms.
SCENARIOS = {
    'plain': (17301, 6, {'ask': 64, 'answer': 1024}),
    'sleep': (17302, 5, {'ask': 100, 'answer': 200, 'serve': 5}),
    'hog': (17303, 5, {'ask': 64, 'answer': 1024, 'hog': True}),
    'slow-server-reader': (17304, 4, {'ask': 64, 'answer': 64, 'before_read': 4}),
    'slow-client-reader': (17305, 4, {'ask': 64, 'answer': 64, 'before_answer_read': 4}),
    'big-answer': (17306, 3, {'ask': 64, 'answer': 200000}),
    'two-sends': (17307, 4, {'ask': 64, 'answer': 64, 'sends': 2}),
    'pipelined': (17308, 3, {'ask': 64, 'answer': 128, 'ahead': 3}),
    'interleaved': (17309, 1, {'ask': 64, 'answer': 128, 'serve': 2, 'interleaved': True}),
    'unanswered': (17310, 1, {'ask': 64, 'answer': 0}),
}


def now():
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


def pause(ms):
    if ms:
        time.sleep(ms / 1000)


def set_name(name):
    with open('/proc/self/comm', 'w', encoding='ascii') as file:
        file.write(name)


def enter(space):
    if space:
        with open(f'/run/netns/{space}', 'rb') as file:
            if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), CLONE_NEWNET) != 0:
                raise OSError(ctypes.get_errno(), 'setns')


def send(connection, size, log):
    before = now()
    connection.sendall(b'x' * size)
    log.append({'what': 'send', 'before': before, 'after': now(), 'bytes': size})


def receive(connection, size, log, wait_ms=0):
    """Reads @size bytes; waits in poll() before each read, and then @wait_ms."""
    left = size
    while left > 0:
        select.select([connection], [], [])
        ready = now()
        pause(wait_ms)
        before = now()
        data = connection.recv(left)
        log.append({'what': 'receive', 'ready': ready, 'before': before, 'after': now(), 'bytes': len(data)})
        if not data:
            return False
        left -= len(data)
    return True


def serve(port, times, how, address):
    log = []
    with socket.create_server((address, port)) as listener:
        print('ready', flush=True)
        connection = listener.accept()[0]
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with connection:
            n = 3 if how.get('interleaved') else times * how.get('ahead', 1)
            for _ in range(n):
                if not receive(connection, how['ask'] * how.get('sends', 1), log, how.get('before_read', 0)):
                    break
                pause(how.get('serve', 0))
                if how['answer']:
                    send(connection, how['answer'], log)
            connection.recv(1)
    return log


def ask(port, times, how, address):
    log = []
    with socket.create_connection((address, port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        pause(2)
        if how.get('interleaved'):
            send(connection, how['ask'], log)
            pause(1)
            send(connection, how['ask'], log)
            receive(connection, how['answer'], log)
            send(connection, how['ask'], log)
            receive(connection, how['answer'], log)
            receive(connection, how['answer'], log)
            pause(2)
            return log
        for _ in range(times):
            for _ in range(how.get('ahead', how.get('sends', 1))):
                send(connection, how['ask'], log)
            for _ in range(how.get('ahead', 1)):
                if how['answer']:
                    receive(connection, how['answer'], log, how.get('before_answer_read', 0))
            pause(2)
    return log


def work(role, space, cpu, address, commands, results):
    """A process that plays one role in each scenario, when it is told to."""
    enter(space)
    os.sched_setaffinity(0, {cpu})
    set_name(f'req-{role}')
    for line in commands:
        name = line.strip()
        port, times, how = SCENARIOS[name]
        if role == 'server':
            sys.stdout = results
            log = serve(port, times, how, address)
        else:
            log = ask(port, times, how, address)
        print(json.dumps(log), file=results, flush=True)


def start(role, space, cpu, address):
    down, up = os.pipe(), os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(down[1])
        os.close(up[0])
        with os.fdopen(down[0]) as commands, os.fdopen(up[1], 'w') as results:
            work(role, space, cpu, address, commands, results)
        os._exit(0)
    os.close(down[0])
    os.close(up[1])
    return pid, os.fdopen(down[1], 'w'), os.fdopen(up[0])


def hog(cpu):
    """Real-time bursts, so that whatever else runs on that CPU waits up to 3 ms."""
    pid = os.fork()
    if pid == 0:
        os.sched_setaffinity(0, {cpu})
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
        set_name('req-hog')
        while True:
            until = now() + 3000000
            while now() < until:
                pass
            time.sleep(0.001)
    return pid


def record_command(thresh, path, device, pids):
    whose = ' || '.join(f'common_pid == {pid}' for pid in pids)
    ports = [port for port, _, _ in SCENARIOS.values()]
    low, high = min(ports), max(ports)
    both = f'(sport >= {low} && sport <= {high}) || (dport >= {low} && dport <= {high})'
    events = {f'sock:{event}': whose for event in ('sock_send_length', 'sock_recv_length')}
    events.update((event, both) for event in ('sock:inet_sock_set_state', 'tcp:tcp_probe', 'tcp:tcp_rcv_space_adjust'))
    events.update((event, f'name ~ "{device}"') for event in ('net:net_dev_queue', 'net:netif_receive_skb'))
    events.update((f'syscalls:sys_{edge}_{call}', whose) for call in SENDING + READING for edge in ('enter', 'exit'))
    events['sched:sched_waking'] = ' || '.join(f'pid == {pid}' for pid in pids)
    events['sched:sched_switch'] = ' || '.join(f'prev_pid == {pid} || next_pid == {pid}' for pid in pids)
    # Without the kernel's symbols, the recording is small.
    command = ['unshare', '-m', 'sh', '-c', 'mount --bind /dev/null /proc/kallsyms && exec "$@"', 'sh'] + thresh
    command += ['-q', '--no-counters', '--hold', '--buffer', '1000', '-o', path]
    for event, wanted in events.items():
        command += ['-e', f'{event}/{wanted}']
    return command + ['local:']


def make_spaces():
    for space in SPACES:
        subprocess.run(['ip', 'netns', 'add', space], check=True)
    subprocess.run(['ip', 'link', 'add', 'reqv0', 'netns', SPACES[0], 'type', 'veth', 'peer', 'name', 'reqv1', 'netns',
                    SPACES[1]], check=True)
    for i, space in enumerate(SPACES):
        subprocess.run(['ip', '-n', space, 'addr', 'add', f'10.79.0.{i + 1}/24', 'dev', f'reqv{i}'], check=True)
        subprocess.run(['ip', '-n', space, 'link', 'set', f'reqv{i}', 'up'], check=True)


def main():
    kind, folder, *thresh = sys.argv[1:]
    veth = kind == 'veth'
    address = '10.79.0.2' if veth else '127.0.0.1'
    path = os.path.join(folder, f'requests-{kind}')
    truth = {}
    if veth:
        make_spaces()
    try:
        cpus = os.cpu_count()
        server = start('server', SPACES[1] if veth else None, 1 % cpus, address)
        client = start('client', SPACES[0] if veth else None, 0, address)
        command = record_command(thresh, f'{path}.dat', 'reqv*' if veth else 'lo', (client[0], server[0]))
        with subprocess.Popen(command) as recorder:
            time.sleep(2)
            for name, (port, _, how) in SCENARIOS.items():
                load = hog(1 % cpus) if how.get('hog') else None
                for process in (server, client):
                    print(name, file=process[1], flush=True)
                    if process is server:
                        assert server[2].readline() == 'ready\n'
                truth[name] = {'port': port, 'how': how, 'client': json.loads(client[2].readline()),
                               'server': json.loads(server[2].readline())}
                if load:
                    os.kill(load, signal.SIGKILL)
                    os.waitpid(load, 0)
            time.sleep(0.3)
            recorder.send_signal(signal.SIGINT)
    finally:
        if veth:
            for space in SPACES:
                subprocess.run(['ip', 'netns', 'del', space], check=False)
    truth = {'kernel': os.uname().release, 'tasks': {'client': f'req-client-{client[0]}',
                                                     'server': f'req-server-{server[0]}'}, 'scenarios': truth}
    with open(f'{path}.truth.json', 'w', encoding='ascii') as file:
        json.dump(truth, file, separators=(',', ':'))
        file.write('\n')


main()
