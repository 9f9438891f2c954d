# bench_real.py - records this machine under load, for a recording of real events
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   bench_real.py load EVENTS    what trace-cmd records
#
# Two network namespaces are connected by a pair of veth devices.  Data flows over TCP from one to
# the other, a client asks a server over UDP, and pairs of processes wake each other through pipes.
# trace-cmd records scheduling, interrupts, timers, system calls and the way of packets, until the
# kernel has counted as many events as wanted.  Everything ends with the programs that run it.

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import bench_record
from bench_run import Failed

EVENTS = ('irq', 'napi', 'net', 'raw_syscalls', 'sched', 'skb', 'sock', 'tcp', 'timer', 'udp')
TOOLS = ('ip', 'trace-cmd', 'unshare')
TOP = bench_record.TOP
SIDES = {'a': '10.97.0.1', 'b': '10.97.0.2'}
DEVICE = 'bench'
TCP_PORT, UDP_PORT = 17400, 17401
PIECE = 128 << 10
# Passes of a byte before the processes rest, so that they leave time to the network.
N_PASSES, REST_SECONDS = 50, 0.002
# Of a buffer; the recorders empty it meanwhile, as far as the load lets them.
BYTES_PER_EVENT = 48
PATIENCE_SECONDS = 300


def why_not():
    """Why nothing can be recorded here, or None."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    return 'not installed: ' + ', '.join(missing) if missing else bench_record.why_not()


# --- the load ----------------------------------------------------------------

def receive():
    server = socket.create_server((SIDES['b'], TCP_PORT))
    peer, _ = server.accept()
    print('connected', flush=True)
    room = bytearray(PIECE)
    while peer.recv_into(room):
        pass


def send():
    data = bytes(PIECE)
    with connected() as peer:
        while True:
            peer.sendall(data)


def connected():
    """A connection, as soon as the other side listens."""
    while True:
        try:
            return socket.create_connection((SIDES['b'], TCP_PORT))
        except OSError:
            time.sleep(0.05)


def answer():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind((SIDES['b'], UDP_PORT))
        while True:
            question, peer = server.recvfrom(2000)
            server.sendto(question, peer)


def ask():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.settimeout(0.1)
        while True:
            client.sendto(bytes(200), (SIDES['b'], UDP_PORT))
            try:
                client.recv(2000)
            except OSError:
                time.sleep(0.05)


def run_side(side):
    """In a network namespace of its own: waits for the device, then for its end."""
    sys.stdin.readline()
    for command in ('link set lo up', f'address add {SIDES[side]}/24 dev {DEVICE}', f'link set {DEVICE} up'):
        subprocess.run(['ip', *command.split()], check=True)
    for work in (send, ask) if side == 'a' else (receive, answer):
        threading.Thread(target=work, daemon=True).start()
    sys.stdin.read()


def wake_each_other():
    """Two processes that pass a byte to and fro."""
    there, back = os.pipe(), os.pipe()
    pids = []
    for read, write in ((there[0], back[1]), (back[0], there[1])):
        pid = os.fork()
        if pid == 0:
            while True:
                for _ in range(N_PASSES):
                    os.write(write, os.read(read, 1))
                time.sleep(REST_SECONDS)
        pids.append(pid)
    os.write(there[1], b'x')
    return pids


def n_recorded():
    texts = [path.read_text(encoding='ascii') for path in TOP.glob('per_cpu/cpu*/stats')]
    return sum(int(number) for text in texts for number in re.findall(r'^(?:entries|read events): (\d+)', text, re.MULTILINE))


def run_load(wanted):
    sides = {side: subprocess.Popen(['unshare', '--net', sys.executable, '-B', __file__, 'side', side], stdin=subprocess.PIPE,
                                    stdout=subprocess.PIPE if side == 'b' else None) for side in SIDES}
    pids = []
    try:
        spaces = [text for side, process in sides.items() for text in (f'/proc/{process.pid}/ns/net', side)]
        bench_record.wait_for('network namespaces', lambda: all(os.readlink(path) != os.readlink('/proc/self/ns/net')
                                                                for path in spaces[::2]))
        a, b = (str(process.pid) for process in sides.values())
        subprocess.run(['ip', 'link', 'add', DEVICE, 'netns', a, 'type', 'veth', 'peer', 'name', DEVICE, 'netns', b], check=True)
        for process in sides.values():
            process.stdin.write(b'\n')
            process.stdin.flush()
        sides['b'].stdout.readline()
        pids = wake_each_other()
        end = time.monotonic() + PATIENCE_SECONDS
        while n_recorded() < wanted and time.monotonic() < end:
            time.sleep(0.02)
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        for process in sides.values():
            process.kill()
            process.wait()


# --- the recording -----------------------------------------------------------

def record(path, wanted):
    """Records about that many events; returns how many were lost."""
    size = (TOP / 'buffer_size_kb').read_text(encoding='ascii').split()[0]
    room = max(4096, wanted * BYTES_PER_EVENT // 1024 // os.cpu_count())
    empty = path.with_suffix('.empty')
    empty.touch()
    words = [word for event in EVENTS for word in ('-e', event)]
    try:
        done = subprocess.run(['unshare', '--mount', 'sh', '-c', bench_record.COVER, empty, 'trace-cmd', 'record', '-q', '-b', str(room),
                               '--compression', 'none', *words, '-o', path, sys.executable, '-B', __file__, 'load', str(wanted)],
                              check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              timeout=2 * PATIENCE_SECONDS)
        lost = bench_record.counted(TOP)[1]
    finally:
        (TOP / 'buffer_size_kb').write_text(size, encoding='ascii')
        empty.unlink()
    if done.returncode != 0 or not path.exists():
        raise Failed(f'trace-cmd record ended with {done.returncode}: {done.stderr.strip()[-500:]}')
    return lost


def make(path, wanted, count):
    """Records unless it was done before; @count counts the events of a file.  Returns how many
    there are, and how many were lost.  A note beside the file has the command."""
    note = path.with_suffix('.json')
    recipe = [*EVENTS, wanted]
    try:
        old = json.loads(note.read_text(encoding='utf-8'))
        if old['recipe'] == recipe and path.stat().st_size == old['bytes']:
            return old['events'], old['lost']
    except (OSError, ValueError, KeyError):
        pass

    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix('.part')
    lost = record(part, wanted)
    os.replace(part, path)
    events = count(path)
    note.write_text(json.dumps({'recipe': recipe, 'bytes': path.stat().st_size, 'events': events, 'lost': lost}) + '\n',
                    encoding='utf-8')
    return events, lost


if __name__ == '__main__':
    if sys.argv[1] == 'side':
        run_side(sys.argv[2])
    else:
        run_load(int(sys.argv[2]))
