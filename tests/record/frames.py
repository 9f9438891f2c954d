#!/usr/bin/env python3
"""Records traffic between two network namespaces in a trace and, at both ends, in captures.

    tests/record/frames.py FOLDER order     datagrams of one length, in bursts
    tests/record/frames.py FOLDER lengths   datagrams of many lengths
    tests/record/frames.py FOLDER stream    TCP with TSO and GRO, and losses
    tests/record/frames.py FOLDER single    TCP without them

Writes NAME.dat (thresh record, clock mono), NAME-a.pcap and NAME-b.pcap (tcpdump, nanoseconds since
1970), and NAME.truth.json: which event of the trace each frame belongs to, by the header that a
BPF program printed beside the event (skb_headers.py), and the difference of the clocks.  The
datagrams have sequence numbers in their payload, so no two headers are equal.

Needs root, thresh, trace-cmd (to read the recording), tcpdump, ip, nft and the kernel's BTF.
"""
import argparse
import collections
import ctypes
import fcntl
import json
import os
import random
import re
import shlex
import signal
import socket
import struct
import subprocess
import sys
import time

import skb_headers

SPACES = {"a": ("th-frames-a", "va", "10.77.0.1"), "b": ("th-frames-b", "vb", "10.77.0.2")}
EVENTS = ["net:net_dev_queue", "net:net_dev_start_xmit", "net:net_dev_xmit",
          "net:netif_receive_skb", "net:netif_rx", "net:napi_gro_receive_entry",
          "skb:consume_skb", "skb:kfree_skb", "sock:inet_sock_set_state", "tcp:tcp_probe",
          "tcp:tcp_retransmit_skb", "bpf_trace:bpf_trace_printk"]
POINTS = {letter: point for point, (letter, _) in skb_headers.POINTS.items()}
SIOCETHTOOL, SET_TSO, SET_GSO, SET_GRO = 0x8946, 0x1f, 0x24, 0x2c
PORT = 7777


def run(*command):
    subprocess.run(command, check=True)


def in_space(space, *command):
    return ("ip", "netns", "exec", SPACES[space][0]) + command


def set_up(offloads):
    run("ip", "link", "add", "va", "type", "veth", "peer", "name", "vb")
    for name, device, address in SPACES.values():
        run("ip", "netns", "add", name)
        run("ip", "link", "set", device, "netns", name)
        run("ip", "-n", name, "addr", "add", address + "/24", "dev", device)
        run("ip", "-n", name, "link", "set", "lo", "up")
        run("ip", "-n", name, "link", "set", device, "up")
    for space in SPACES:
        run(*in_space(space, sys.executable, __file__, "-", "offloads-" + space,
                      "--offloads" if offloads else "--no-offloads"))


def set_offloads(device, value):
    """As ethtool -K does, which is not on every machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        for command in (SET_TSO, SET_GSO, SET_GRO):
            buffer = ctypes.create_string_buffer(struct.pack("<II", command, value))
            fcntl.ioctl(s, SIOCETHTOOL,
                        struct.pack("16sQ16x", device.encode(), ctypes.addressof(buffer)))


def tear_down():
    for name, _, _ in SPACES.values():
        subprocess.run(["ip", "netns", "del", name], check=False, stderr=subprocess.DEVNULL)


# --- the load, in its own process in namespace a or b ---------------------------

def pause(rng, mean):
    time.sleep(min(rng.expovariate(1 / mean), 5 * mean))


def send_datagrams(many_lengths, count):
    rng = random.Random(7)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.connect((SPACES["b"][2], PORT))
        number = 0
        while number < count:
            for _ in range(rng.randint(1, 12)):
                size = rng.randint(40, 1400) if many_lengths else 180
                s.send(struct.pack(">I", number) + bytes(size))
                number += 1
            pause(rng, 0.002)


def answer_datagrams(many_lengths):
    """Answers every third one with one of the same length."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.bind((SPACES["b"][2], PORT))
        while True:
            data, sender = s.recvfrom(2048)
            if struct.unpack_from(">I", data)[0] % 3 == 0:
                s.sendto(bytes([128]) + data[1:], sender)


def send_stream(count):
    rng = random.Random(7)
    with socket.create_connection((SPACES["b"][2], PORT)) as s:
        for _ in range(count):
            s.sendall(bytes(rng.choice([90, 700, 1448, 5000, 16000])))
            pause(rng, 0.002)
        s.shutdown(socket.SHUT_WR)
        while s.recv(65536):
            pass


def answer_stream():
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((SPACES["b"][2], PORT))
        listening.listen()
        s, _ = listening.accept()
        n = 0
        with s:
            while data := s.recv(65536):
                n += 1
                if n % 5 == 0:
                    s.sendall(data[:300])


# --- the truth --------------------------------------------------------------------

def read_frames(path):
    """Yields (time in ns, the first bytes of the network header, bytes from 24 on, length)."""
    data = open(path, "rb").read()
    magic, = struct.unpack_from("<I", data)
    unit = {0xa1b23c4d: 1, 0xa1b2c3d4: 1000}[magic]
    at = 24
    while at < len(data):
        seconds, fraction, captured, length = struct.unpack_from("<IIII", data, at)
        packet = data[at + 16:at + 16 + captured]
        head = packet[14:22].ljust(8, b"\0")
        rest = packet[38:46].ljust(8, b"\0")
        yield (seconds * 10**9 + fraction * unit, struct.unpack("<Q", head)[0],
               struct.unpack("<Q", rest)[0], length, packet[12:14])
        at += 16 + captured


def read_events(path):
    """Returns what the BPF programs printed, by point, and the events of each point by skb."""
    text = subprocess.run(["trace-cmd", "report", "-t", "-R", path], check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    printed = subprocess.run(["trace-cmd", "report", "-t", "-F", "bpf_trace_printk", path],
                             check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             text=True).stdout
    events = collections.defaultdict(list)
    line = re.compile(r"(\d+)\.(\d+): *(\w+):(?=.* skbaddr=(?:0x)?([0-9a-f]+))"
                      r"(?=.* name=(\w+))")
    for text_line in text.splitlines():
        found = line.search(text_line)
        if found:
            events[found[3], int(found[4], 16)].append(
                (int(found[1]) * 10**9 + int(found[2]), found[5]))
    headers = []
    for text_line in printed.splitlines():
        found = re.search(r"(\d+)\.(\d+): +bpf_trace_printk: +(\w) (\w+) (\w+) (\w+)", text_line)
        if found:
            headers.append((int(found[1]) * 10**9 + int(found[2]), POINTS[found[3]],
                            *(int(found[i], 16) for i in (4, 5, 6))))
    return events, headers


def closest(events, time_):
    return min(events, key=lambda event: abs(event[0] - time_))


def match(frames, events, headers, device):
    """The truth: for each frame the event of its device and with its header."""
    by_header = collections.defaultdict(list)
    for time_, point, skb, head, rest in headers:
        if point in ("netif_receive_skb", "net_dev_start_xmit") and (point, skb) in events:
            event, its_device = closest(events[point, skb], time_)
            if its_device == device:
                by_header[head, rest].append([point, event, f"0x{skb:x}"])
    return [[time_, length, by_header[head, rest] if kind == b"\x08\x00" else []]
            for time_, head, rest, length, kind in frames]


# --- recording ----------------------------------------------------------------------

def wait_for(process, text):
    for line in process.stderr:
        if text in line:
            return
    raise SystemExit(f"{process.args}: ended")


def record(thresh, folder, name, count):
    offloads = name == "stream"
    is_stream = name in ("stream", "single")
    path = os.path.join(folder, name)
    tear_down()
    set_up(offloads)
    if is_stream:
        rules = f"""table inet losses {{ chain input {{ type filter hook input priority 0
                     tcp dport {PORT} tcp flags & syn == 0 numgen random mod 25 == 0 drop
                     }}\n}}\n"""
        subprocess.run(in_space("b", "nft", "-f", "-"), input=rules, text=True, check=True)
    attached = skb_headers.attach()
    captures = []
    for space, (_, device, _) in SPACES.items():
        captures.append(subprocess.Popen(
            in_space(space, "tcpdump", "-i", device, "-s", "128", "-B", "4096", "-U",
                     "--time-stamp-precision=nano", "-w", f"{path}-{space}.pcap"),
            stderr=subprocess.PIPE, text=True))
        wait_for(captures[-1], "listening")
    server = subprocess.Popen(in_space("b", sys.executable, __file__, "-", "server-" + name))
    time.sleep(0.5)
    load = list(in_space("a", sys.executable, __file__, "-", "client-" + name, "--count",
                         str(count)))
    # Without the kernel's symbols, the recording is small enough to be kept.
    command = ["unshare", "-m", "sh", "-c",
               "mount --bind /dev/null /proc/kallsyms && exec \"$@\"", "sh",
               *shlex.split(thresh), "local:", "--clock=mono", "--no-counters", "--hold", "-q",
               "-o", path + ".dat", "--exec", shlex.join(load)]
    for event in EVENTS:
        command += ["-e", event]
    offset = (time.clock_gettime_ns(time.CLOCK_REALTIME) -
              time.clock_gettime_ns(time.CLOCK_MONOTONIC))
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    time.sleep(0.3)
    for process in captures + [server]:
        process.send_signal(signal.SIGINT)
    for process in captures + [server]:
        process.wait()
    for fd in attached:
        os.close(fd)
    tear_down()

    events, headers = read_events(path + ".dat")
    truth = {"realtime_minus_mono": offset, "frames": {}}
    for space, (_, device, _) in SPACES.items():
        frames = read_frames(f"{path}-{space}.pcap")
        truth["frames"][space] = match(frames, events, headers, device)
    with open(path + ".truth.json", "w", encoding="utf-8") as out:
        json.dump(truth, out, separators=(",", ":"))
    for space, frames in truth["frames"].items():
        print(name, space, len(frames), "frames;",
              collections.Counter(len(points) for _, _, points in frames))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("name")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--thresh", default="thresh record", help="the command that records")
    parser.add_argument("--offloads", action=argparse.BooleanOptionalAction, default=True)
    arguments = parser.parse_args()
    role, _, name = arguments.name.rpartition("-")
    if role == "offloads":
        set_offloads(SPACES[name][1], arguments.offloads)
    elif role == "client":
        if name in ("stream", "single"):
            send_stream(arguments.count)
        else:
            send_datagrams(name == "lengths", arguments.count)
    elif role == "server":
        try:
            if name in ("stream", "single"):
                answer_stream()
            else:
                answer_datagrams(name == "lengths")
        except KeyboardInterrupt:
            pass
    else:
        record(arguments.thresh, arguments.folder, arguments.name, arguments.count)


if __name__ == "__main__":
    main()
