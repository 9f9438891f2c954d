# captured-load.py - the traffic of record-captures.sh: a bit of every protocol
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What the kernels of most machines cannot send without further modules (VLAN, VXLAN, GRE, SCTP) is
# put together here and sent through a packet socket.
import socket
import struct
import sys
import threading
import time

SERVER = "10.9.0.2"
SERVER6 = "fd09::2"
CLIENT_MAC = bytes.fromhex("020000000001")
SERVER_MAC = bytes.fromhex("020000000002")
GROUP = "239.1.2.3"


# --- the server --------------------------------------------------------------

def answer(query):
    """An answer to a query of DNS: an alias, and an address by reference to it."""
    number, question = query[:2], query[12:query.index(b"\0", 12) + 5]
    if question[-4:-2] == b"\0\x1c":
        return number + bytes.fromhex("81830001000000000000") + question
    alias = b"\x05alias" + b"\xc0\x10"
    records = (b"\xc0\x0c" + struct.pack(">HHIH", 5, 1, 60, len(alias)) + alias +
               b"\xc0" + bytes([12 + len(question) + 12]) +
               struct.pack(">HHIH", 1, 1, 60, 4) + socket.inet_aton(SERVER))
    return number + bytes.fromhex("81800001000200000000") + question + records


def serve_dns():
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind((SERVER, 53))
    while True:
        query, peer = server.recvfrom(2000)
        server.sendto(answer(query), peer)


def serve_tcp(family, address):
    server = socket.socket(family, socket.SOCK_STREAM)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    server.bind((address, 5001))
    server.listen()
    while True:
        peer, _ = server.accept()
        total = 0
        while True:
            data = peer.recv(65536)
            if not data:
                break
            total += len(data)
        peer.sendall(b"%d\n" % total)
        peer.close()


def serve():
    threads = [threading.Thread(target=serve_dns, daemon=True),
               threading.Thread(target=serve_tcp, args=(socket.AF_INET, SERVER), daemon=True),
               threading.Thread(target=serve_tcp, args=(socket.AF_INET6, SERVER6), daemon=True)]
    for thread in threads:
        thread.start()
    time.sleep(600)


# --- frames made by hand -----------------------------------------------------

def checksum(data):
    total = sum(struct.unpack(">%dH" % (len(data) // 2), data))
    while total > 0xffff:
        total = (total & 0xffff) + (total >> 16)
    return ~total & 0xffff


def ethernet(kind, payload, tags=()):
    header = SERVER_MAC + CLIENT_MAC
    for tag_kind, tag in tags:
        header += struct.pack(">HH", tag_kind, tag)
    return header + struct.pack(">H", kind) + payload


def ipv4(protocol, payload, source="10.9.0.1", target=SERVER, number=7, options=b"", fragment=0):
    size = 20 + len(options)
    header = struct.pack(">BBHHHBBH4s4s", 0x40 | size // 4, 0, size + len(payload), number,
                         fragment, 64, protocol, 0, socket.inet_aton(source),
                         socket.inet_aton(target)) + options
    return header[:10] + struct.pack(">H", checksum(header)) + header[12:] + payload


def ipv6(header, payload):
    return (struct.pack(">IHBB", 0x60012345, len(payload), header, 64) +
            socket.inet_pton(socket.AF_INET6, "fd09::1") +
            socket.inet_pton(socket.AF_INET6, SERVER6) + payload)


def udp(sport, dport, payload):
    return struct.pack(">HHHH", sport, dport, 8 + len(payload), 0) + payload


def tcp(payload, options=b"", flags=0x18):
    return struct.pack(">HHIIBBHHH", 40000, 40080, 1000, 2000, (20 + len(options)) // 4 << 4, flags,
                       512, 0, 3 if flags & 0x20 else 0) + options + payload


def made_frames():
    plain = ipv4(17, udp(11111, 22222, b"inside"))
    yield ethernet(0x0800, plain, [(0x8100, 5)])
    yield ethernet(0x0800, plain, [(0x88a8, 100), (0x8100, 7)])
    vxlan = struct.pack(">BxxxI", 8, 42 << 8)
    yield ethernet(0x0800, ipv4(17, udp(50000, 4789, vxlan + ethernet(0x0800, plain))))
    yield ethernet(0x0800, ipv4(17, udp(50000, 4789, vxlan + ethernet(
        0x86dd, ipv6(6, tcp(b"six in vxlan"))))))
    yield ethernet(0x0800, ipv4(47, struct.pack(">HHI", 0x2000, 0x0800, 77) + plain))
    yield ethernet(0x0800, ipv4(47, struct.pack(">HHII", 0xb000, 0x6558, 0, 78)[:8] +
                                struct.pack(">II", 78, 1) + ethernet(0x0800, plain)))
    yield ethernet(0x0800, ipv4(4, plain))
    yield ethernet(0x0800, ipv4(41, ipv6(17, udp(3333, 4444, b"6in4"))))
    # options of IP; fragments
    yield ethernet(0x0800, ipv4(17, udp(11001, 11002, b"x"), options=bytes.fromhex("94040000")))
    yield ethernet(0x0800, ipv4(17, udp(11005, 11006, b"y" * 24), number=99, fragment=0x2000))
    yield ethernet(0x0800, ipv4(17, b"y" * 16, number=99, fragment=0x0004))
    # IPv6: hop by hop, destination, fragment
    yield ethernet(0x86dd, ipv6(0, bytes.fromhex("3c00050200000100") +
                                bytes.fromhex("1100010400000000") + udp(17777, 18888, b"z")))
    yield ethernet(0x86dd, ipv6(44, struct.pack(">BBHI", 17, 0, 8 | 1, 77) + b"w" * 16))
    # SCTP: INIT, then DATA and SACK
    init = struct.pack(">BBHIIHHI", 1, 0, 20, 1, 65535, 1, 1, 5)
    yield ethernet(0x0800, ipv4(132, struct.pack(">HHII", 9000, 9001, 0, 0) + init))
    chunks = struct.pack(">BBHIHHI", 0, 3, 20, 5, 0, 0, 0) + b"data" + \
        struct.pack(">BBHIIHH", 3, 0, 16, 5, 65535, 0, 0)
    yield ethernet(0x0800, ipv4(132, struct.pack(">HHII", 9001, 9000, 1, 0) + chunks))
    # flags and options of TCP
    yield ethernet(0x0800, ipv4(6, tcp(b"", flags=0)))
    yield ethernet(0x0800, ipv4(6, tcp(b"urgent", flags=0x38)))
    yield ethernet(0x0800, ipv4(6, tcp(b"", flags=0x04)))
    sack = bytes.fromhex("0101050a") + struct.pack(">II", 3000, 4000)
    yield ethernet(0x0800, ipv4(6, tcp(b"", options=sack, flags=0x10)))
    # ICMP that nobody asked for
    yield ethernet(0x0800, ipv4(1, struct.pack(">BBHI", 11, 0, 0, 0) + plain))
    yield ethernet(0x0800, ipv4(1, struct.pack(">BBHI", 3, 1, 0, 0) + plain))
    yield ethernet(0x0800, ipv4(2, struct.pack(">BBH4s", 0x16, 0, 0, socket.inet_aton(GROUP))))
    yield ethernet(0x88b5, b"an experiment of our own, long enough for a frame")
    yield ethernet(0x0026, b"\x42\x42\x03" + b"\0" * 43)
    # VRRP: a payload of IP that is not read
    yield ethernet(0x0800, ipv4(112, b"\x21\x01\x64\x01" + b"\0" * 16))


def send_made():
    raw = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
    raw.bind(("veth0", 0))
    for frame in made_frames():
        raw.send(frame.ljust(60, b"\0"))
        time.sleep(0.005)


# --- the client --------------------------------------------------------------

def ask_tcp(family, address, size):
    client = socket.socket(family, socket.SOCK_STREAM)
    client.connect((address, 5001))
    client.sendall(b"thresher" * (size // 8))
    client.shutdown(socket.SHUT_WR)
    assert int(client.recv(100)) == size
    client.close()


def ask_dns():
    client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for number, kind in ((0x1234, 1), (0x1235, 28)):
        client.sendto(struct.pack(">HHHHHH", number, 0x0100, 1, 0, 0, 0) +
                      b"\x03www\x08thresher\x07example\0" + struct.pack(">HH", kind, 1),
                      (SERVER, 53))
        client.recv(2000)


def ping(family, protocol, kind, address):
    client = socket.socket(family, socket.SOCK_RAW, protocol)
    for number in (1, 2):
        echo = struct.pack(">BBHHH", kind, 0, 0, 0x4242, number) + b"ping" * 4
        if protocol == socket.IPPROTO_ICMP:
            echo = echo[:2] + struct.pack(">H", checksum(echo)) + echo[4:]
        client.sendto(echo, (address, 0))
        time.sleep(0.02)


def refused(family, address):
    client = socket.socket(family, socket.SOCK_STREAM)
    try:
        client.connect((address, 81))
        raise AssertionError("somebody listens on port 81")
    except ConnectionRefusedError:
        pass
    client = socket.socket(family, socket.SOCK_DGRAM)
    client.sendto(b"nobody is there", (address, 777))


def join_group():
    client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    client.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP,
                      socket.inet_aton(GROUP) + socket.inet_aton("10.9.0.1"))
    time.sleep(1.5)


def ask():
    ask_dns()
    ask_tcp(socket.AF_INET, SERVER, 80000)
    ask_tcp(socket.AF_INET6, SERVER6, 4000)
    ping(socket.AF_INET, socket.IPPROTO_ICMP, 8, SERVER)
    ping(socket.AF_INET6, socket.IPPROTO_ICMPV6, 128, SERVER6)
    refused(socket.AF_INET, SERVER)
    refused(socket.AF_INET6, SERVER6)
    # longer than the wire: fragments
    client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    client.sendto(b"f" * 4000, (SERVER, 777))
    send_made()
    join_group()


def local():
    client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    client.sendto(b"to myself", ("127.0.0.1", 4242))


if __name__ == "__main__":
    {"serve": serve, "ask": ask, "local": local}[sys.argv[1]]()
