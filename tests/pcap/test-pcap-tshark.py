#!/usr/bin/env python3
# test-pcap-tshark.py - every field of every frame of real captures, against tshark
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/data/captures was made by tests/record/record-captures.sh.

import gzip
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ['G_TEST_SRCDIR'], 'cli'))
from cli import DATA, Tap, thresh  # noqa: E402

CAPTURES = ('wire.pcap', 'any.pcap', 'cooked.pcap', 'wire.pcapng')
TSHARK = shutil.which('tshark')

# tshark is asked for what a frame says, not for what it makes of several.
OPTIONS = ('ip.defragment:FALSE', 'ipv6.defragment:FALSE', 'tcp.analyze_sequence_numbers:FALSE',
           'tcp.relative_sequence_numbers:FALSE', 'tcp.desegment_tcp_streams:FALSE')
FIELDS = '''frame.time_epoch frame.interface_name frame.len frame.cap_len frame.protocols
            eth.src eth.dst eth.type vlan.id vxlan.vni gre.key sll.pkttype sll.ifindex sll.etype
            ip.src ip.dst ip.id ip.ttl ip.len ip.proto ip.frag_offset
            ipv6.src ipv6.dst ipv6.hlim ipv6.plen ipv6.nxt ipv6.fraghdr.offset
            tcp.srcport tcp.dstport tcp.seq_raw tcp.ack_raw tcp.flags tcp.window_size_value tcp.len
            udp.srcport udp.dstport udp.length sctp.srcport sctp.dstport
            icmp.type icmp.code icmp.ident icmp.seq
            icmpv6.type icmpv6.code icmpv6.echo.identifier icmpv6.echo.sequence_number
            igmp.type arp.opcode arp.src.proto_ipv4 arp.dst.proto_ipv4
            dns.id dns.flags dns.qry.name _ws.col.Info'''.split()
COLUMNS = '''event length captured direction offset ethertype mac_src mac_dst vlan outer src dst
             ip_id ttl ip_length ip_protocol fragment sport dport payload seq ack flags window
             operation icmp_type icmp_code igmp_type id sequence name ifindex'''.split()


class Frame:
    """What tshark says of one frame: the headers up to the first that quotes another frame."""

    def __init__(self, line):
        self.values = dict(zip(FIELDS, line.split('\t')))
        layers = self.values['frame.protocols'].split(':')
        quotes = [layers.index(name) for name in ('icmp', 'icmpv6') if name in layers]
        self.layers = layers[:min(quotes) + 1] if quotes else layers

    def text(self, field):
        """The last value of a field, or '', among those of the headers."""
        values = self.values[field].split(',')
        layer = field.split('.', maxsplit=1)[0]
        n = self.layers.count(layer)
        if layer in ('ip', 'ipv6', 'udp', 'tcp', 'eth'):
            return values[min(n, len(values)) - 1] if n else ''
        return values[-1]

    def number(self, field):
        text = self.text(field)
        return int(text, 0) if text else 0

    def has(self, layer):
        return layer in self.layers

    def innermost_ip(self):
        found = [layer for layer in self.layers if layer in ('ip', 'ipv6')]
        return found[-1] if found else None


def ask_tshark(path):
    command = [TSHARK, '-n', '-r', path, '-T', 'fields', '-E', 'occurrence=a', '-E', 'aggregator=,']
    for option in OPTIONS:
        command += ['-o', option]
    for field in FIELDS:
        command += ['-e', field]
    out = subprocess.run(command, capture_output=True, check=True, timeout=120,
                         env={**os.environ, 'LC_ALL': 'C.UTF-8'}).stdout.decode()
    return [Frame(line) for line in out.splitlines()]


def plain(value):
    """A value of thresh as a number: "PSH|ACK (0x18)" is 24."""
    if isinstance(value, str):
        named = re.search(r'\((0x[0-9a-f]+|\d+)\)$', value)
        if named:
            return int(named[1], 0)
        if re.fullmatch(r'0x[0-9a-f]+|\d+', value):
            return int(value, 0)
    return value


def ask_thresh(path):
    """(interface, time in ns, text, columns) of each frame."""
    status, lines, err = thresh('events', path)
    assert status == 0, err
    arguments = [f'--column={column}' for column in COLUMNS]
    status, columns, err = thresh('events', '--json', *arguments, path)
    assert status == 0, err
    frames = []
    for line, values in zip(lines.splitlines(), columns.splitlines()):
        found = re.match(r' *(?:(\S+): )? *<\.\.\.>-\? +\[---\] (\d+)\.(\d{9}): (\w+): +(.*)', line)
        assert found, line
        frames.append((found[1], int(found[2]) * 10**9 + int(found[3]), found[5],
                       {key: plain(value) for key, value in json.loads(values).items()}))
    assert len(lines.splitlines()) == len(columns.splitlines())
    return frames


def expected_type(frame):
    if frame.has('icmp'):
        return 'icmp'
    for layer in ('icmpv6', 'igmp', 'dns', 'mdns', 'arp', 'sctp'):
        if frame.has(layer):
            return {'icmpv6': 'icmp6', 'mdns': 'dns'}.get(layer, layer)
    inner = [layer for layer in frame.layers if layer in ('tcp', 'udp')]
    if inner:
        return inner[-1]
    return {'ip': 'ipv4', 'ipv6': 'ipv6', None: 'ethernet'}[frame.innermost_ip()]


def expected_ip(frame):
    if frame.innermost_ip() == 'ip':
        length = frame.number('ip.len')
        return {'src': frame.text('ip.src'), 'dst': frame.text('ip.dst'),
                'ip_id': frame.number('ip.id'), 'ttl': frame.number('ip.ttl'),
                'ip_length': length, 'ip_protocol': frame.number('ip.proto'),
                'fragment': frame.number('ip.frag_offset') * 8}
    return {'src': frame.text('ipv6.src'), 'dst': frame.text('ipv6.dst'),
            'ttl': frame.number('ipv6.hlim'), 'ip_length': frame.number('ipv6.plen') + 40,
            'fragment': frame.number('ipv6.fraghdr.offset') * 8}


def expected(frame):
    wanted = {'event': expected_type(frame), 'length': frame.number('frame.len'),
              'captured': frame.number('frame.cap_len')}
    if frame.has('eth'):
        wanted.update(mac_src=frame.text('eth.src'), mac_dst=frame.text('eth.dst'))
    if frame.text('sll.pkttype'):
        wanted['direction'] = 2 if frame.number('sll.pkttype') == 4 else 1
        wanted['ifindex'] = frame.number('sll.ifindex')
    if frame.layers[0] == 'eth' and not frame.has('vxlan') and not frame.has('gre'):
        wanted['vlan'] = frame.number('vlan.id')
        wanted['offset'] = 14 + 4 * sum(map(frame.layers.count, ('vlan', 'ieee8021ad')))
    if frame.has('vxlan'):
        wanted['outer'] = f'VXLAN {frame.number("vxlan.vni")}'
    if frame.has('gre'):
        wanted['outer'] = f'GRE {frame.number("gre.key")}'
    if frame.has('arp'):
        wanted.update(operation=frame.number('arp.opcode'), src=frame.text('arp.src.proto_ipv4'),
                      dst=frame.text('arp.dst.proto_ipv4'))
    if frame.innermost_ip():
        wanted.update(expected_ip(frame))
    kind = wanted['event']
    if kind == 'tcp':
        wanted.update(sport=frame.number('tcp.srcport'), dport=frame.number('tcp.dstport'),
                      seq=frame.number('tcp.seq_raw'), ack=frame.number('tcp.ack_raw'),
                      flags=frame.number('tcp.flags'), payload=frame.number('tcp.len'),
                      window=frame.number('tcp.window_size_value'))
    elif kind in ('udp', 'dns'):
        wanted.update(sport=frame.number('udp.srcport'), dport=frame.number('udp.dstport'),
                      payload=frame.number('udp.length') - 8)
    elif kind == 'sctp':
        wanted.update(sport=frame.number('sctp.srcport'), dport=frame.number('sctp.dstport'))
    elif kind == 'icmp':
        wanted.update(icmp_type=frame.number('icmp.type'), icmp_code=frame.number('icmp.code'))
        if frame.number('icmp.type') in (0, 8):
            wanted.update(id=int(frame.values['icmp.ident'].split(',')[0], 0),
                          sequence=int(frame.values['icmp.seq'].split(',')[0], 0))
    elif kind == 'icmp6':
        wanted.update(icmp_type=frame.number('icmpv6.type'), icmp_code=frame.number('icmpv6.code'))
        if frame.number('icmpv6.type') in (128, 129):
            wanted.update(id=frame.number('icmpv6.echo.identifier'),
                          sequence=frame.number('icmpv6.echo.sequence_number'))
    elif kind == 'igmp':
        wanted.update(igmp_type=frame.number('igmp.type'))
    if kind == 'dns':
        wanted.update(id=frame.number('dns.id'), name=frame.values['dns.qry.name'],
                      flags=frame.number('dns.flags'))
    return wanted


def check_fields(path):
    ours, theirs = ask_thresh(path), ask_tshark(path)
    if len(ours) != len(theirs) or not ours:
        return f'{len(ours)} frames, tshark has {len(theirs)}'
    theirs.sort(key=lambda frame: frame.values['frame.time_epoch'])
    wrong = []
    for number, ((interface, time, text, columns), frame) in enumerate(zip(ours, theirs)):
        whole, part = frame.values['frame.time_epoch'].split('.')
        wanted = expected(frame)
        got = {key: columns[key] for key in wanted}
        if time != int(whole) * 10**9 + int(part):
            wrong.append(f'{number}: time {time}, not {frame.values["frame.time_epoch"]}')
        if interface is not None and interface != frame.values['frame.interface_name']:
            wrong.append(f'{number}: on {interface}')
        if got != wanted:
            differs = [f'{key} {got[key]!r} is {wanted[key]!r}' for key in wanted
                       if got[key] != wanted[key]]
            wrong.append(f'{number}: {"; ".join(differs)}: {text}')
    return '\n'.join(wrong)


def info_of(frame):
    """tshark's text without what it concludes from other frames."""
    text = re.sub(r' \((request|reply) in \d+\)| \(no response found!\)|Win=\d+|'
                  r' ?\[(TCP segment of a reassembled PDU|ILLEGAL CHECKSUM \(0\))\]', '',
                  frame.values['_ws.col.Info'])
    return text.strip()


def check_texts(path):
    """The text is that of Wireshark for the protocols that it is about."""
    wrong, seen = [], set()
    frames = sorted(ask_tshark(path), key=lambda frame: frame.values['frame.time_epoch'])
    for number, ((_, _, text, columns), frame) in enumerate(zip(ask_thresh(path), frames)):
        kind = columns['event']
        if kind in ('sctp', 'ethernet', 'ipv6', 'igmp') or columns['ip_protocol'] == 112 or \
                'Bogus' in info_of(frame):
            continue
        seen.add(kind)
        wanted = info_of(frame)
        if not re.sub(r'Win=\d+', '', text).endswith(wanted):
            wrong.append(f'{number}: {text}\n   tshark: {wanted}')
    if not {'tcp', 'udp', 'icmp', 'icmp6', 'dns', 'arp'} <= seen:
        wrong.append(f'only {seen}')
    return '\n'.join(wrong)


# --- other ways to write the same frames -------------------------------------------

def frames_of(name):
    """The link type of a classic capture in microseconds, and its frames."""
    with open(os.path.join(DATA, 'captures', name), 'rb') as file:
        data = file.read()
    assert data[:4] == struct.pack('<I', 0xa1b2c3d4), name
    frames, at = [], 24
    while at < len(data):
        seconds, usec, captured, length = struct.unpack_from('<IIII', data, at)
        frames.append((seconds, usec, length, data[at + 16:at + 16 + captured]))
        at += 16 + captured
    return struct.unpack_from('<I', data, 20)[0], frames


def classic(order, nanoseconds, snap):
    """Big endian, in nanoseconds, or with a snap length."""
    link, frames = frames_of('wire.pcap')
    magic = 0xa1b23c4d if nanoseconds else 0xa1b2c3d4
    out = [struct.pack(order + 'IHHiIII', magic, 2, 4, 0, 0, snap, link)]
    for number, (seconds, usec, length, packet) in enumerate(frames):
        fraction = usec * 1000 + number % 1000 if nanoseconds else usec
        out.append(struct.pack(order + 'IIII', seconds, fraction, len(packet[:snap]), length)
                   + packet[:snap])
    return b''.join(out)


def block(order, kind, body):
    body += bytes(-len(body) % 4)
    size = struct.pack(order + 'I', len(body) + 12)
    return struct.pack(order + 'I', kind) + size + body + size


def next_generation(order):
    """Interfaces of unlike link types, without if_tsresol, between blocks that are no frames."""
    kinds = [frames_of(name) for name in ('wire.pcap', 'cooked.pcap')]
    out = [block(order, 0x0a0d0d0a, struct.pack(order + 'IHHq', 0x1a2b3c4d, 1, 0, -1))]
    for number, (link, _) in enumerate(kinds):
        name = f'if{number}'.encode()
        out.append(block(order, 1, struct.pack(order + 'HHIHH', link, 0, 0, 2, len(name)) + name
                         + bytes(-len(name) % 4) + bytes(4)))
    # A name of 10.0.0.1.
    record = bytes([10, 0, 0, 1]) + b'host\0'
    out.append(block(order, 4, struct.pack(order + 'HH', 1, len(record)) + record
                     + bytes(-len(record) % 4) + bytes(4)))
    frames = sorted((seconds, usec, number, length, packet)
                    for number, (_, frames) in enumerate(kinds)
                    for seconds, usec, length, packet in frames)
    for seconds, usec, number, length, packet in frames:
        time = seconds * 10**6 + usec
        out.append(block(order, 6, struct.pack(order + 'IIIII', number, time >> 32,
                                               time & 0xffffffff, len(packet), length) + packet))
    for number in range(len(kinds)):
        out.append(block(order, 5, struct.pack(order + 'IIIHHQHH', number, time >> 32,
                                               time & 0xffffffff, 4, 8, len(frames), 0, 0)))
    return b''.join(out)


def check_variant(folder, name, data):
    path = os.path.join(folder, name)
    with gzip.open(path, 'wb') if name.endswith('.gz') else open(path, 'wb') as file:
        file.write(data)
    return check_fields(path)


def check_variants(tap):
    with tempfile.TemporaryDirectory() as folder:
        for name, make in (
                ('big-endian.pcap', lambda: classic('>', False, 262144)),
                ('big-endian-ns.pcap', lambda: classic('>', True, 262144)),
                ('snap.pcap', lambda: classic('<', False, 128)),
                ('big-endian.pcapng', lambda: next_generation('>')),
                ('two-link-types.pcapng.gz', lambda: next_generation('<'))):
            if TSHARK is None:
                tap.skip(name, 'tshark is not installed')
            else:
                tap.case(name, lambda: check_variant(folder, name, make()))


def main():
    tap = Tap()
    for name in CAPTURES:
        path = os.path.join(DATA, 'captures', name)
        for title, check in (('fields', check_fields), ('texts', check_texts)):
            if TSHARK is None:
                tap.skip(f'{name}: {title}', 'tshark is not installed')
            else:
                tap.case(f'{name}: {title}', check, path)
    check_variants(tap)
    tap.end()


main()
