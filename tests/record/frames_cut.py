#!/usr/bin/env python3
"""Records TCP packets that become several frames on the wire, or are made of several.

    tests/record/frames_cut.py FOLDER cut      the sender's device cuts them (TSO)
    tests/record/frames_cut.py FOLDER merged   the receiver's device merges frames (GRO)

Three namespaces: a - router - b.  Writes NAME.dat (thresh record, clock mono) of the one device
that sends or receives packets as a whole; NAME-wire.pcap (tcpdump) of the other link or end, where
each segment is a frame of its own; and NAME.truth.json: the event of the packet that each frame
is a part of.  A second capture, on the traced device, sees each packet as its event does, just
before or after it, with the sequence numbers; it is not kept.

Needs root, thresh, trace-cmd (to read the recording), tcpdump and ip.
"""
import argparse
import bisect
import collections
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
import threading
import time

import frames

A, ROUTER, B = "th-cut-a", "th-cut-router", "th-cut-b"
TO_B = "10.81.2.2"
PORT = 7777
CONNECTIONS = 4
EVENTS = {"cut": "net:net_dev_start_xmit", "merged": "net:netif_receive_skb"}
DEVICES = {"cut": (A, "cut-a"), "merged": (B, "cut-b")}
WIRES = {"cut": (B, "cut-b"), "merged": (ROUTER, "cut-rb")}


def run(*command):
    subprocess.run(command, check=True)


def set_up(mode):
    for name in (A, ROUTER, B):
        run("ip", "netns", "add", name)
        run("ip", "-n", name, "link", "set", "lo", "up")
    run("ip", "link", "add", "cut-a", "netns", A, "type", "veth", "peer", "cut-ra", "netns", ROUTER)
    run("ip", "link", "add", "cut-b", "netns", B, "type", "veth", "peer", "cut-rb", "netns", ROUTER)
    for name, device, address in ((A, "cut-a", "10.81.1.1"), (ROUTER, "cut-ra", "10.81.1.2"),
                                  (ROUTER, "cut-rb", "10.81.2.1"), (B, "cut-b", TO_B)):
        run("ip", "-n", name, "addr", "add", address + "/24", "dev", device)
        run("ip", "-n", name, "link", "set", device, "up")
    run("ip", "-n", A, "route", "add", "default", "via", "10.81.1.2")
    run("ip", "-n", B, "route", "add", "default", "via", "10.81.2.1")
    run("ip", "netns", "exec", ROUTER, "sysctl", "-qw", "net.ipv4.ip_forward=1")
    for name, device, value in ((A, "cut-a", mode == "cut"), (ROUTER, "cut-ra", False),
                                (ROUTER, "cut-rb", False), (B, "cut-b", mode == "merged")):
        run("ip", "netns", "exec", name, sys.executable, __file__, "-", "offloads-" + device,
            "--count", str(int(value)))


def tear_down():
    for name in (A, ROUTER, B):
        subprocess.run(["ip", "netns", "del", name], check=False, stderr=subprocess.DEVNULL)


# --- the load -----------------------------------------------------------------------

def answer(connection):
    n = 0
    with connection:
        while data := connection.recv(65536):
            n += 1
            if n % 5 == 0:
                connection.sendall(data[:300])


def serve():
    """Until it is interrupted."""
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((TO_B, PORT))
        listening.listen()
        while True:
            threading.Thread(target=answer, args=listening.accept()[:1], daemon=True).start()


def send(seed, count):
    rng = random.Random(seed)
    with socket.create_connection((TO_B, PORT)) as s:
        reader = threading.Thread(target=lambda: collections.deque(iter(lambda: s.recv(65536), b""),
                                                                   0), daemon=True)
        reader.start()
        for _ in range(count):
            s.sendall(bytes(rng.choice([90, 700, 1448, 5000, 16000, 40000])))
            time.sleep(rng.expovariate(1 / 0.003))
        s.shutdown(socket.SHUT_WR)
        reader.join(3)


def load(count):
    senders = [threading.Thread(target=send, args=(i, count)) for i in range(CONNECTIONS)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()


# --- the truth ----------------------------------------------------------------------

def read_tcp(path):
    """Yields (time, connection, seq, payload, ack, length from the network header on)."""
    data = open(path, "rb").read()
    at = 24
    while at < len(data):
        seconds, ns, captured, _ = struct.unpack_from("<IIII", data, at)
        packet = data[at + 16:at + 16 + captured]
        at += 16 + captured
        if packet[12:14] != b"\x08\x00" or packet[23] != 6:
            yield seconds * 10**9 + ns, None, 0, 0, 0, 0
            continue
        ip = (packet[14] & 15) * 4
        length, = struct.unpack_from(">H", packet, 16)
        seq, ack, offset = struct.unpack_from(">IIB", packet, 14 + ip + 4)
        yield (seconds * 10**9 + ns, packet[26:34] + packet[14 + ip:14 + ip + 4], seq,
               length - ip - (offset >> 4) * 4, ack, length)


def read_events(path, event):
    """(time, length, skb) of the events, by trace-cmd."""
    text = subprocess.run(["trace-cmd", "report", "-t", "-R", path], check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    line = re.compile(r"(\d+)\.(\d+): *" + event.partition(":")[2] +
                      r":.*skbaddr=(?:0x)?([0-9a-f]+).* len=(0x)?([0-9a-f]+)")
    return sorted((int(f[1]) * 10**9 + int(f[2]), int(f[5], 16 if f[4] else 10), f[3])
                  for f in map(line.search, text.splitlines()) if f)


def find_truth(mode, tap, wire, events, offset):
    """For each frame of the wire the events of its packet, as far as both captures have it."""
    link = 14 if mode == "cut" else 0  # len of net_dev_start_xmit counts the link header
    packets = collections.defaultdict(list)
    times = [event[0] for event in events]
    for time_, connection, seq, payload, ack, length in tap:
        at = bisect.bisect(times, time_ - offset)
        near = [event for event in events[max(at - 8, 0):at + 8]
                if event[1] == length + link and abs(event[0] - (time_ - offset)) < 100000]
        if connection is not None and near:
            best = min(near, key=lambda event: abs(event[0] - (time_ - offset)))
            packets[connection].append((seq, payload, ack, time_, best))
    out = []
    for time_, connection, seq, payload, ack, length in wire:
        of = [best for first, size, its_ack, its_time, best in packets[connection]
              if abs(its_time - time_) < 50000000 and
              (first <= seq and seq + payload <= first + size if payload > 0
               else first == seq and size == 0 and its_ack == ack)]
        out.append([time_, length, [[event[0], f"0x{event[2]}"] for event in of]])
    return out


# --- recording ------------------------------------------------------------------------

def capture(place, path):
    process = subprocess.Popen(["ip", "netns", "exec", place[0], "tcpdump", "-i", place[1], "-s",
                                "96", "-B", "8192", "-U", "--time-stamp-precision=nano", "-w",
                                path], stderr=subprocess.PIPE, text=True)
    frames.wait_for(process, "listening")
    return process


def record(thresh, folder, mode, count):
    path = os.path.join(folder, mode)
    tear_down()
    set_up(mode)
    processes = [capture(DEVICES[mode], path + "-tap.pcap"),
                 capture(WIRES[mode], path + "-wire.pcap"),
                 subprocess.Popen(["ip", "netns", "exec", B, sys.executable, __file__, "-",
                                   "serve"])]
    time.sleep(0.5)
    device = DEVICES[mode][1]
    recorder = subprocess.Popen(
        # Without the kernel's symbols, the recording is small enough to be kept.
        ["unshare", "-m", "sh", "-c", "mount --bind /dev/null /proc/kallsyms && exec \"$@\"", "sh",
         *shlex.split(thresh), "--clock=mono", "--no-counters", "--hold", "-q", "--for=4s",
         "-o", path + ".dat", "-e", f'net:net_dev_start_xmit/name == "{device}"',
         "-e", f'net:netif_receive_skb/name == "{device}"'])
    time.sleep(1)
    offset = (time.clock_gettime_ns(time.CLOCK_REALTIME) -
              time.clock_gettime_ns(time.CLOCK_MONOTONIC))
    run("ip", "netns", "exec", A, sys.executable, __file__, "-", "load", "--count", str(count))
    recorder.wait()
    for process in processes:
        process.send_signal(signal.SIGINT)
    for process in processes:
        process.wait()
    tear_down()

    events = sorted(read_events(path + ".dat", EVENTS[mode]))
    others = sorted(read_events(path + ".dat", EVENTS["merged" if mode == "cut" else "cut"]))
    tap, wire = list(read_tcp(path + "-tap.pcap")), list(read_tcp(path + "-wire.pcap"))
    whole = find_truth(mode, tap, wire, events, offset)
    back = find_truth("merged" if mode == "cut" else "cut", tap, wire, others, offset)
    truth = [[time_, length, of + other] for (time_, length, of), (_, _, other) in zip(whole, back)]
    with open(path + ".truth.json", "w", encoding="utf-8") as out:
        json.dump({"realtime_minus_mono": offset, "frames": {"wire": truth}}, out,
                  separators=(",", ":"))
    print(mode, len(truth), "frames,", sum(len(of) == 1 for _, _, of in truth), "with one event,",
          sum(len(of) > 1 for _, _, of in truth), "with several")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("mode")
    parser.add_argument("--count", type=int, default=25)
    parser.add_argument("--thresh", default="thresh record local:")
    options = parser.parse_args()
    if options.mode.startswith("offloads-"):
        frames.set_offloads(options.mode.partition("-")[2], options.count)
    elif options.mode == "serve":
        try:
            serve()
        except KeyboardInterrupt:
            pass
    elif options.mode == "load":
        load(options.count)
    else:
        record(options.thresh, options.folder, options.mode, options.count)


if __name__ == "__main__":
    main()
