#!/usr/bin/env python3
# test-frames.py - thresh frames: each frame of a capture and its packet, by what the kernel said
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The recordings are made by tests/record/frames.py.  Their truth is the header of each packet,
# which a BPF program printed beside the event: neither times nor lengths.  Those of packets that
# are cut into frames, or merged from them, are made by tests/record/frames_cut.py; their truth are
# the sequence numbers in a second capture, which sees the packets as the events do.
# Those of two machines are made by tests/record/machines.sh: "machines" on an idle host, "busy" on
# one with twice as many running tasks as CPUs, where delays vary by 20 ms.

import collections
import gzip
import itertools
import json
import os
import random
import re
import struct
import tempfile

from cli import DATA, Tap, thresh

FOLDER = os.path.join(DATA, 'frames')
# Of Ethernet, IPv4 and UDP.
HEADERS = 42
NAMES = ('order', 'lengths', 'stream', 'single')
DEVICES = {'a': 'va', 'b': 'vb'}
HOUR = 3600 * 10**9


def path(name):
    return os.path.join(FOLDER, name)


def truth(name):
    """The difference of the clocks; and the events of each frame of both captures."""
    with gzip.open(path(f'{name}.truth.json.gz'), 'rt') as file:
        read = json.load(file)
    return read['realtime_minus_mono'], read['frames']


def capture(name):
    with gzip.open(path(name)) as file:
        return file.read()


def frames(data):
    at = 24
    while at < len(data):
        seconds, ns, captured, length = struct.unpack_from('<IIII', data, at)
        yield seconds * 10**9 + ns, captured, length, data[at + 16:at + 16 + captured]
        at += 16 + captured


def changed(data, time_of, keep=lambda number: True, micro=False):
    """A capture with other times, as (bytes, {new time: [old time, …]})."""
    out = [struct.pack('<I', 0xa1b2c3d4 if micro else 0xa1b23c4d) + data[4:24]]
    old = {}
    for number, (time, captured, length, packet) in enumerate(frames(data)):
        new = time_of(time)
        new -= new % 1000 if micro else 0
        if not keep(number):
            continue
        old.setdefault(new, []).append(time)
        out.append(struct.pack('<IIII', new // 10**9, new % 10**9 // (1000 if micro else 1),
                               captured, length) + packet)
    return b''.join(out), old


def run(trace, *captures, options=()):
    appended = [word for file in captures for word in ('--append', file)]
    status, out, err = thresh('frames', trace, *appended, *options, '--json')
    assert status == 0, err
    return [json.loads(line) for line in out.splitlines()]


def judge(rows, known, old=None):
    """Compares matches with the truth; returns the number of right ones by state."""
    events = {time: points for time, _, points in known}
    counts = {'exact': 0, 'inferred': 0, 'ambiguous': 0, 'unmatched': 0, 'missed': 0}
    for row in rows:
        # Frames may have the same time in whole microseconds.
        points = [point for time in (old[row['time']] if old else [row['time']])
                  for point in events[time]]
        state = row['state']
        if state in ('exact', 'inferred'):
            # ARP and IPv6 have no truth: only IPv4 was printed.
            if row['protocol'] in ('arp', 'icmp6', 'udp', 'dns') and not points:
                continue
            way = 'net_dev_start_xmit' if row['direction'] == 'sent' else 'netif_receive_skb'
            assert [way, row['event'], row['packet']] in points, (row, points)
            counts[state] += 1
        elif points:
            counts['missed'] += 1
            if state in counts:
                counts[state] += 1
    return counts


def test_matches(name, space):
    offset, known = truth(name)
    trace, file = path(f'{name}.dat.gz'), path(f'{name}-{space}.pcap.gz')
    counts = judge(run(trace, file), known[space])
    total = sum(1 for _, _, points in known[space] if points)
    assert counts['exact'] + counts['inferred'] >= 0.98 * total, (counts, total)
    # tcp_probe names the packet and its ports, on the way to the socket.
    if name in ('stream', 'single'):
        assert counts['exact'] >= 0.5 * total, (counts, total)

    clock, = run(trace, file, options=('--clocks',))
    assert clock['device'] == DEVICES[space], clock
    assert clock['state'] == 'found', clock
    # The two calls that read the clocks for the truth were some microseconds apart.
    assert abs(clock['offset'] + offset) < 20000, (clock['offset'], offset)
    assert clock['frames'] == len(known[space])
    assert clock['frames'] == sum(clock[state] for state in ('exact', 'inferred', 'ambiguous',
                                                             'unmatched', 'outside'))


def test_other_clock(folder, name, space):
    """A clock that is five hours ahead and too slow by 50 ppm, and whole microseconds."""
    offset, known = truth(name)
    data = capture(f'{name}-{space}.pcap.gz')
    start = next(frames(data))[0]
    moved, old = changed(data, lambda t: t + 5 * HOUR - (t - start) * 50 // 10**6, micro=True)
    file = os.path.join(folder, f'{name}-{space}-moved.pcap')
    with open(file, 'wb') as out:
        out.write(moved)
    trace = path(f'{name}.dat.gz')
    counts = judge(run(trace, file), known[space], old)
    clock, = run(trace, file, options=('--clocks',))
    total = sum(1 for _, _, points in known[space] if points)
    assert counts['exact'] + counts['inferred'] >= 0.97 * total, (counts, total, clock)
    middle = clock['at'] - 5 * HOUR
    expected = -offset - 5 * HOUR + (middle - start) * 50 // 10**6
    assert abs(clock['offset'] - expected) < 30000, (clock, expected)


def test_losses(folder, name, space):
    """A capture that lacks every tenth frame, at random."""
    _, known = truth(name)
    rng = random.Random(3)
    lost, old = changed(capture(f'{name}-{space}.pcap.gz'), lambda t: t,
                        lambda number: rng.random() > 0.1)
    file = os.path.join(folder, f'{name}-{space}-lost.pcap')
    with open(file, 'wb') as out:
        out.write(lost)
    trace = path(f'{name}.dat.gz')
    counts = judge(run(trace, file), known[space], old)
    kept = {time for times in old.values() for time in times}
    total = sum(1 for time, _, points in known[space] if points and time in kept)
    # In bursts of segments of one length, nothing tells which one is missing.
    share = 0.6 if name == 'single' else 0.9
    assert counts['exact'] + counts['inferred'] >= share * total, (counts, total)

    # What the capture lacks is what is listed, but for what was outside of it.
    gone = {points[0][1] for time, _, points in known[space] if points and time not in kept}
    unseen = {row['time'] for row in run(trace, file, options=('--unseen',))}
    ambiguous = {points[0][1] for time, _, points in known[space] if points} - gone
    assert len(gone & unseen) >= 0.9 * len(gone), (len(gone), len(gone & unseen))
    assert len(unseen - gone) <= counts['ambiguous'] + 12, (unseen - gone, len(ambiguous))


def forged(number):
    """A UDP packet of a length that no other has, which the kernel never saw."""
    length = 900 + number
    ip = struct.pack('>BBHHHBBH4s4s', 0x45, 0, length, number, 0, 64, 17, 0, b'\xc0\0\2\1',
                     b'\xc0\0\2\2')
    udp = struct.pack('>HHHH', 7, 9, length - 20, 0)
    return b'\2\0\0\0\0\2\2\0\0\0\0\1\x08\0' + ip + udp + bytes(length - 28)


def test_missing(folder, name, space):
    """Frames that the kernel did not see are listed, and no others."""
    _, known = truth(name)
    data = capture(f'{name}-{space}.pcap.gz')
    out, times = [data[:24]], []
    for number, (time, captured, length, packet) in enumerate(frames(data)):
        records = [(time, length, packet)]
        if number % 20 == 10:
            times.append(time + 500)
            records.append((time + 500, 914 + number, forged(number)))
        for at, size, content in records:
            out.append(struct.pack('<IIII', at // 10**9, at % 10**9, len(content), size) + content)
    file = os.path.join(folder, f'{name}-{space}-forged.pcap')
    with open(file, 'wb') as written:
        written.write(b''.join(out))
    rows = run(path(f'{name}.dat.gz'), file, options=('--missing',))
    found = [row['time'] for row in rows]
    unknown = [time for time, _, points in known[space] if not points]
    assert len(times) >= 3 and set(times) <= set(found), (times, found)
    assert set(found) - set(times) <= set(unknown), (set(found) - set(times), unknown)
    assert all(row['src'] == '192.0.2.1' and row['dport'] == 9 for row in rows
               if row['time'] in times), rows


def test_parts(name, relation, least):
    """Each segment belongs to the packet that it was cut from, or was merged into; one that may be
    of several is ambiguous."""
    offset, known = truth(name)
    trace, file = path(f'{name}.dat.gz'), path(f'{name}-wire.pcap.gz')
    points = {time: points for time, _, points in known['wire']}
    found = {'whole': 0, 'segment': 0, 'merged': 0}
    for row in run(trace, file):
        if row['state'] in ('exact', 'inferred'):
            if points[row['time']]:
                assert [row['event'], row['packet']] in points[row['time']], row
            found[row['relation']] += 1
        else:
            assert row['relation'] is None, row
    total = sum(1 for _, _, points in known['wire'] if points)
    assert sum(found.values()) >= least * total, (found, total)
    assert found[relation] >= 600 and found['whole'] >= 10, found
    assert found['merged' if relation == 'segment' else 'segment'] == 0, found

    # Beside the ends of the wire, packets are on their way for a while.
    clock, = run(trace, file, options=('--clocks',))
    assert abs(clock['offset'] + offset) < 200000, (clock, offset)


def test_totals(name, file):
    """The last line counts the frames by state; every one is in one of them."""
    rows = run(path(f'{name}.dat.gz'), path(file))
    status, out, err = thresh('frames', path(f'{name}.dat.gz'), '--append', path(file))
    assert status == 0, err
    total, *counts = re.fullmatch(r'(\d+) frames: (.*)', out.splitlines()[-1]).groups()
    counts = {state: int(n) for n, state in (part.split(' ', 1) for part in counts[0].split(', '))}
    assert int(total) == len(rows) == sum(counts.values()), (total, counts)
    assert counts == collections.Counter(row['state'] for row in rows), counts


def test_align(name, space):
    """@packets shifts the capture onto the packets; wrong captures are reported and stay."""
    trace, file = path(f'{name}.dat.gz'), path(f'{name}-{space}.pcap.gz')
    offset, known = truth(name)
    status, out, err = thresh('events', trace, '--append', file + '@packets')
    assert status == 0 and not err, (status, err)
    lines = out.splitlines()
    clock, = run(trace, file + '@packets', options=('--clocks',))
    assert abs(clock['offset']) < 5000, clock
    rows = run(trace, file + '@packets')
    shift = rows[0]['time'] - known[space][0][0]
    assert abs(shift + offset) < 20000, (shift, offset)
    assert sum(f'{name}-{space}.pcap.gz/' in line for line in lines) == len(known[space])
    assert all(abs(row['difference']) < 10**6 for row in rows if row['difference'] is not None)

    other = path(f'{"order" if name != "order" else "stream"}-{space}.pcap.gz')
    status, out, err = thresh('frames', trace, '--append', other + '@packets', '--json')
    assert 'could not be matched with packets' in err, err


def test_two_captures(name):
    """Frames that both ends captured, by one clock."""
    trace = path(f'{name}.dat.gz')
    files = [path(f'{name}-{space}.pcap.gz') for space in DEVICES]
    clocks = run(trace, *files, options=('--clocks',))
    assert sorted(row['device'] for row in clocks) == ['interface 0', 'va', 'vb'], clocks
    both, = (row for row in clocks if row['device'] == 'interface 0')
    # The clock is the same: no packet arrives before it was sent, in either direction.
    assert both['earliest'] <= 0 <= both['latest'], both
    assert both['latest'] - both['earliest'] < 100000, both
    assert abs(2 * both['offset'] - both['earliest'] - both['latest']) <= 1, both
    assert both['exact'] + both['inferred'] > 0


def header(packet):
    """The IPv4 addresses, and what TCP or UDP say, of the bytes of a frame."""
    ip = 14 + 4 * (packet[14] & 15)
    known = {'src': '.'.join(map(str, packet[26:30])), 'dst': '.'.join(map(str, packet[30:34]))}
    known['sport'], known['dport'] = struct.unpack_from('>HH', packet, ip)
    if packet[23] == 6:
        known['seq'], known['ack'] = struct.unpack_from('>II', packet, ip + 4)
        known['window'], = struct.unpack_from('>H', packet, ip + 14)
    return known


def test_journeys(name, space):
    """Each frame lies below the event that was printed with its header, and has its fields."""
    trace, file = path(f'{name}.dat.gz'), path(f'{name}-{space}.pcap.gz')
    # Times of an aligned capture are shifted, so these are not.
    bytes_of = {time: packet for time, _, _, packet in frames(capture(file))}
    rows = [row for row in run(trace, file) if row['state'] in ('exact', 'inferred')]
    for row in rows[::max(len(rows) // 8, 1)]:
        status, out, err = thresh('journey', '--json', trace, row['packet'], '--at',
                                  f'{row["event"] // 10**9}.{row["event"] % 10**9:09}', '--append',
                                  file)
        assert status == 0, err
        below = [(step, frame) for step in json.loads(out)['steps']
                 for frame in step.get('frames', ())]
        (step, frame), = [pair for pair in below if pair[1]['ns'] == row['time']]
        way = 'net_dev_start_xmit' if row['direction'] == 'sent' else 'netif_receive_skb'
        assert [step['event'], step['ns'], step['address']] == [way, row['event'], row['packet']]
        assert [frame['relation'], frame['sureness']] == ['whole', row['state']], frame
        if row['protocol'] in ('tcp', 'udp'):
            expected = header(bytes_of[row['time']])
            assert {key: frame['fields'][key] for key in expected} == expected, frame


def test_packets(name, space):
    """thresh packets --json has each frame that was matched below the event of its packet, with
    the fields that its bytes say."""
    trace, file = path(f'{name}.dat.gz'), path(f'{name}-{space}.pcap.gz')
    bytes_of = {time: packet for time, _, _, packet in frames(capture(file))}
    rows = {(row['time'], row['event'], row['packet'], row['state']) for row in run(trace, file)
            if row['state'] in ('exact', 'inferred')}
    status, out, err = thresh('packets', '--lives', '--json', trace, '--append', file)
    assert status == 0, err
    found = set()
    for packet in map(json.loads, out.splitlines()):
        assert packet['recording'] == f'{name}.dat.gz', packet
        for step in packet['steps']:
            for frame in step.get('frames', ()):
                found.add((frame['ns'], step['ns'], step['address'], frame['sureness']))
                if frame['type'] in ('tcp', 'udp'):
                    expected = header(bytes_of[frame['ns']])
                    assert {key: frame['fields'][key] for key in expected} == expected, frame
    assert found == rows, (found - rows, rows - found)


def events(trace, file, test):
    """The frames that pass, by time; and the other events, by time and address."""
    columns = [word for column in ('system', 'ts * 1', 'skbaddr') for word in ('--column', column)]
    status, out, err = thresh('events', '--filter', test, '--json', *columns, trace, '--append',
                              file)
    assert status == 0, err
    lines = [tuple(json.loads(line).values()) for line in out.splitlines()]
    return ({time for system, time, _ in lines if system == 'frame'},
            {(time, address) for system, time, address in lines if system != 'frame'})


def test_filter(name, space, kind):
    """packet.tcp.sport and others select the events of the packets, and the frames."""
    trace, file = path(f'{name}.dat.gz'), path(f'{name}-{space}.pcap.gz')
    headers = {time: header(packet) for time, _, _, packet in frames(capture(file))
               if packet[12:14] == b'\x08\x00'}
    rows = [row for row in run(trace, file)
            if row['state'] in ('exact', 'inferred') and row['protocol'] == kind]
    one = headers[rows[len(rows) // 2]['time']]
    for test, passes in (
            (f'packet.{kind}.sport == {one["sport"]}', lambda h: h['sport'] == one['sport']),
            (f'{one["sport"]} == packet.frame.sport', lambda h: h['sport'] == one['sport']),
            (f'packet.{kind}.src == "{one["src"]}" and packet.{kind}.dst == "{one["dst"]}"',
             lambda h: (h['src'], h['dst']) == (one['src'], one['dst'])),
            (f'packet.{kind}.sport + 1 == {one["sport"] + 1}',
             lambda h: h['sport'] == one['sport']),
            (f'packet.{kind}.sport > packet.{kind}.dport', lambda h: h['sport'] > h['dport'])):
        wanted = [row for row in rows if passes(headers[row['time']])]
        found, steps = events(trace, file, test)
        assert found == {row['time'] for row in wanted}, (test, len(found), len(wanted))
        assert {(row['event'], row['packet']) for row in wanted} <= steps, test
        # A packet may have more events, but of the same address.
        assert {address for _, address in steps} == {row['packet'] for row in wanted}, test

    for test, message in ((f'packet.{kind}.nothing == 1', 'has no field “nothing”'),
                          (f'packet.{kind}.sport == packet.frame.dport', 'of different types')):
        status, _, err = thresh('events', '--filter', test, trace, '--append', file)
        assert status != 0 and message in err, (status, err)
    status, _, err = thresh('events', '--filter', f'request.{kind}.sport == 1', trace, '--append',
                            file)
    assert status != 0 and 'has a field' in err, err
    status, _, err = thresh('events', '--filter', f'packet.{kind}.sport == 1', trace)
    assert status != 0 and 'has a field' in err, err


def cut(folder, name, device):
    """The events of one end: what the machine at that end would have recorded."""
    file = os.path.join(folder, f'{name}-{device}.dat')
    status, _, err = thresh('cut', '--filter', f'name == "{device}"', '-o', file,
                            path(f'{name}.dat.gz'))
    assert status == 0, err
    return file


def test_two_machines(folder, name, spaces):
    """Recordings of both ends, by clocks that differ by 5 s: captures tell by how much."""
    a, b = (cut(folder, name, device) for device in ('va', 'vb'))
    captures = [path(f'{name}-{space}.pcap.gz') for space in spaces]
    clocks = run(a, b + '@+5s', *captures, options=('--clocks',))
    of = {}
    for row in clocks:
        if row['device'] in ('va', 'vb'):
            of.setdefault(row['other_part'], []).append(row)
    # Both ends know every capture.
    assert sorted(of) == [1, 2] and all(len(rows) == len(captures) for rows in of.values()), clocks
    for row in of[2]:
        one, = (other for other in of[1] if other['part'] == row['part'])
        difference = row['offset'] - one['offset'] - 5 * 10**9
        # One of them is the other end.
        low, high = ([r['earliest'], r['latest']] for r in (row, one) if r['earliest'] is not None
                     ).__next__()
        assert low <= high and abs(difference) <= high - low < 100000, (difference, low, high)


def test_align_machines(folder, name):
    """@packets shifts the recording of the other end through a capture: back by 5 s."""
    a, b = (cut(folder, name, device) for device in ('va', 'vb'))
    late = os.path.join(folder, f'{name}-late.txt')
    status, out, err = thresh('events', b)
    assert status == 0, err
    with open(late, 'w', encoding='utf-8') as file:
        for line in out.splitlines():
            words = line.split()
            time = next((word for word in words if word.endswith(':') and '.' in word), None)
            if time:
                seconds, rest = time.split('.')
                line = line.replace(time, f'{int(seconds) + 5}.{rest}', 1)
            print(line, file=file)
    status, out, err = thresh('info', '--json', a, '--append',
                              path(f'{name}-b.pcap.gz') + '@packets', '--append', late + '@packets')
    assert status == 0, err
    shift = [json.loads(line)['offset'] for line in out.splitlines()][2]
    assert abs(shift + 5 * 10**9) < 50000, (shift, err)


def test_journey_between(folder, name):
    """A journey names the packet at the other end; both have the address of the one skb."""
    a, b = (cut(folder, name, device) for device in ('va', 'vb'))
    file = path(f'{name}-b.pcap.gz') + '@packets'
    rows = [row for row in run(b, file) if row['direction'] == 'received' and
            row['state'] in ('exact', 'inferred')]
    same = 0
    for row in rows[::max(len(rows) // 6, 1)]:
        at = f'{row["event"] // 10**9}.{row["event"] % 10**9:09}'
        status, out, err = thresh('journey', '--json', b, row['packet'], '--at', at, '--append',
                                  file, '--append', a + '@packets')
        assert status == 0, err
        for step in json.loads(out)['steps']:
            for frame in step.get('frames', ()):
                for other in frame.get('same', ()):
                    assert other['address'] == step['address'], (step, other)
                    assert {step['event'], other['event']} == {'netif_receive_skb',
                                                               'net_dev_start_xmit'}
                    assert 0 <= step['ns'] - other['ns'] < 10**6 or \
                        step['event'] == 'net_dev_start_xmit', (step, other)
                    same += 1
    assert same >= 3, same


def difference(name):
    """The bounds of what the clock of machine a is ahead of b, by the logs of
    tests/record/both-ways.c: no datagram arrived before it was sent."""
    delays = {}
    for side in 'ab':
        with gzip.open(path(f'{name}-{side}.log.gz'), 'rt') as file:
            words = [line.split() for line in file]
        delays[side] = [int(word[3]) - int(word[4]) for word in words if word[0] == 'got']
    return -min(delays['b']), min(delays['a'])


def test_guests(name, captures):
    """Two kernels, each with a clock of its own, joined by captures of one or of both."""
    low, high = difference(name)
    a, b = path(f'{name}-a.txt.gz'), path(f'{name}-b.txt.gz')
    appended = [word for side in captures for word in
                ('--append', path(f'{name}-{side}.pcap.gz') + '@packets')]
    status, out, err = thresh('info', '--json', a, *appended, '--append', b + '@packets')
    assert status == 0, err
    shift = json.loads(out.splitlines()[-1])['offset']
    assert low <= shift <= high and high - low < 2 * 10**6, (low, shift, high)

    # Each has the packets of the other; lengths tell which, as those of datagrams are all unlike.
    rows = [row for row in run(a, path(f'{name}-a.pcap.gz') + '@packets')
            if row['protocol'] == 'udp' and row['packet'] is not None]
    found = 0
    for row in rows[::max(len(rows) // 8, 1)]:
        at = f'{row["event"] // 10**9}.{row["event"] % 10**9:09}'
        status, out, err = thresh('journey', '--json', a, row['packet'], '--at', at, *appended,
                                  '--append', b + '@packets')
        assert status == 0, err
        for step in json.loads(out)['steps']:
            for frame in step.get('frames', ()):
                for other in frame.get('same', ()):
                    status, out, err = thresh('events', b, '--json', '--column', 'len', '--filter',
                                              f'skbaddr == {other["address"]} and '
                                              f'ts * 1 == {other["ns"] - shift}')
                    length, = (json.loads(line)['len'] for line in out.splitlines())
                    # The event of a received packet counts no link header.
                    link = 14 if other['event'] == 'netif_receive_skb' else 0
                    assert length + link == frame['fields']['length'], (step, other)
                    found += frame['type'] == 'udp'
    assert found >= 4, found


def test_own_machine(folder):
    """A capture is its own machine's, even if that recording lacks more packets than the other."""
    rng = random.Random(5)
    with gzip.open(path('machines-a.txt.gz'), 'rt') as file:
        lines = [line for number, line in enumerate(file) if number < 2 or rng.random() > 0.2]
    a = os.path.join(folder, 'fewer-a.txt')
    with open(a, 'w', encoding='utf-8') as file:
        file.writelines(lines)
    rows = run(a, path('machines-a.pcap.gz'), path('machines-b.txt.gz'), options=('--clocks',))
    assert [row['other'] for row in rows] == ['fewer-a.txt', 'machines-b.txt.gz'], rows
    own, remote = rows
    # Events follow frames on one machine; packets between machines bound the offset on both sides.
    assert own['earliest'] is None and own['latest'] is not None, own
    assert None not in (remote['earliest'], remote['latest']), remote
    assert own['exact'] + own['inferred'] < 0.95 * (remote['exact'] + remote['inferred']), rows


def test_other_machine():
    """Without the recording of its own machine, a capture is known to be of the other end."""
    for name, space in (('machines', 'a'), ('machines', 'b'), ('busy', 'a'), ('busy', 'b')):
        other = 'b' if space == 'a' else 'a'
        for trace, is_remote in ((space, False), (other, True)):
            status, out, err = thresh('frames', path(f'{name}-{trace}.txt.gz'), '--append',
                                      path(f'{name}-{space}.pcap.gz'), '--clocks', '--json')
            row = json.loads(out)
            assert status == 0 and ('at the other end of the wire' in err) == is_remote, err
            assert (row['earliest'] is not None) == is_remote, row
            if is_remote:
                assert row['earliest'] <= row['offset'] <= row['latest'], row


def test_unrelated():
    """Lengths alone make some offset of the clocks fit anywhere, but no frames."""
    for trace, capture in itertools.product(
            ('order.dat.gz', 'lengths.dat.gz', 'stream.dat.gz', 'single.dat.gz', 'cut.dat.gz',
             'busy-b.txt.gz'),
            ('order-b.pcap.gz', 'stream-b.pcap.gz', 'single-b.pcap.gz', 'machines-b.pcap.gz')):
        if trace.split('.')[0] == capture.split('-')[0]:
            continue
        for row in run(path(trace), path(capture), options=('--clocks',)):
            assert row['state'] in ('no packets in common',
                                    'no offset fits clearly better than others'), \
                (trace, capture, row)
            assert row['offset'] is None, row
        # It stays where it was, and says so once.
        status, out, err = thresh('info', '--json', path(trace), '--append',
                                  path(capture) + '@packets')
        assert status == 0 and json.loads(out.splitlines()[-1])['offset'] == 0, (status, err)
        assert ': not shifted' in err and 'append “@packets”' not in err, err


def transits(trace, *appended, options=('--json',)):
    status, out, err = thresh('transits', *options, trace,
                              *(word for file in appended for word in ('--append', file)))
    assert status == 0, err
    return [json.loads(line) for line in out.splitlines()], err


def check_stages(row):
    """One journey: the stages follow each other, from the first step to the last timed one."""
    stages = row['stages']
    assert stages[0]['start_ns'] == row['first_ns'], row['id']
    assert all(a['end_ns'] == b['start_ns'] for a, b in zip(stages, stages[1:])), row['id']
    wire, = (stage for stage in stages if stage['stage'] == 'wire')
    step, = (step for step in row['steps'] if step['stage'] == 'wire')
    assert step['rule'] == 'same-frame' and step['ns'] == wire['end_ns'], row['id']
    # One machine before the wire, the other one behind it.
    at = row['steps'].index(step)
    streams = [{s['stream'] for s in part if s['stream'] is not None}
               for part in (row['steps'][:at], row['steps'][at:])]
    assert all(len(part) == 1 for part in streams) and streams[0] != streams[1], row['id']
    return wire


def test_transits(folder, name):
    """Packets over a pair of virtual devices are one skb at both ends, which tells that each is
    right."""
    a, b = (cut(folder, name, device) for device in ('va', 'vb'))
    rows, err = transits(a, path(f'{name}-b.pcap.gz') + '@packets', b)
    ways = {row['from'] for row in rows}
    assert ways == {os.path.basename(a), os.path.basename(b)}, ways
    assert 'agree to within' in err and 'align them' not in err, err
    for row in rows:
        assert row['address'] == row['received_as'] and row['from'] != row['to'], row['id']
        wire = check_stages(row)
        assert 0 <= wire['end_ns'] - wire['start_ns'] < 10**6, row['id']
        assert row['match'] in ('exact', 'inferred'), row['id']
    seen = run(b, path(f'{name}-b.pcap.gz') + '@packets')
    matched = sum(frame['state'] in ('exact', 'inferred') for frame in seen)
    assert len(rows) > 0.6 * matched, (len(rows), matched)

    # Without a shift that is right, the times on the wire are wrong, and it says so.
    _, err = transits(a, path(f'{name}-b.pcap.gz') + '@packets', b + '@+1ms')
    assert 'differ by' in err and 'align them by packets' in err, err

    # The ten that were on the wire for longest, by a filter: their events at both machines.
    wires = [check_stages(row) for row in rows]
    lasted = [wire['end_ns'] - wire['start_ns'] for wire in wires]
    limit = sorted(lasted)[-10]
    status, out, err = thresh('events', '--json', '--column', 'ts', '--filter',
                              f'transit.wire >= {limit}ns', a, '--append',
                              path(f'{name}-b.pcap.gz') + '@packets', '--append', b)
    assert status == 0, err
    found = {json.loads(line)['ts'] for line in out.splitlines()}
    wanted = {step['ns'] for row, time in zip(rows, lasted) if time >= limit
              for step in row['steps'] if not step.get('place')}
    assert wanted <= found and len(wanted) >= 20, wanted - found

    slowest, _ = transits(a, path(f'{name}-b.pcap.gz') + '@packets', b,
                          options=('--json', '--slowest', '1'))
    assert slowest == rows[:1], slowest
    at = f'{rows[0]["first_ns"] // 10**9}.{rows[0]["first_ns"] % 10**9:09}'
    status, out, err = thresh('journey', '--transit', a, rows[0]['address'], '--at', at, '--append',
                              path(f'{name}-b.pcap.gz') + '@packets', '--append', b)
    assert status == 0, err
    for word in ('Transit 0x', 'net_dev_start_xmit', 'netif_receive_skb', 'same-frame', '  wire '):
        assert word in out, out
    # The packet names its transit.
    status, out, err = thresh('journey', a, rows[0]['address'], '--at', at, '--append',
                              path(f'{name}-b.pcap.gz') + '@packets', '--append', b)
    assert status == 0 and f'Transit {rows[0]["id"]} · {at}' in out.splitlines(), out

    # A line has no more than 100 columns.
    status, out, err = thresh('transits', a, '--append', path(f'{name}-b.pcap.gz') + '@packets',
                              '--append', b, '--slowest', '20')
    table, names = out.split('\n\n')
    assert max(map(len, table.splitlines())) <= 100, table
    assert [line.split()[2] for line in table.splitlines()[1:]] == [row['id'] for row in rows[:20]]
    assert [line.split() for line in names.splitlines()] == [
        ['A', os.path.basename(a)], ['B', os.path.basename(b)]], names
    ways = {line.split()[1] for line in table.splitlines()[1:]}
    assert ways <= {'A→B', 'B→A'}, ways


def test_transit_address(name):
    """A transit is found by the address of the packet at either machine."""
    a, b = path(f'{name}-a.txt.gz'), path(f'{name}-b.txt.gz') + '@packets'
    file = path(f'{name}-a.pcap.gz') + '@packets'
    rows, _ = transits(a, file, b)
    row = next(row for row in rows if row['address'] != row['received_as'])
    texts = []
    for address, ns in ((row['address'], row['first_ns']), (row['received_as'], row['last_ns'])):
        status, out, err = thresh('journey', '--transit', a, address, '--at',
                                  f'{ns // 10**9}.{ns % 10**9:09}', '--append', file, '--append', b)
        assert status == 0, err
        texts.append(out)
    assert texts[0] == texts[1] and f'Transit {row["id"]} ' in texts[0], texts


def test_no_transits(folder):
    """Two machines and a capture are needed; the message says how to add them."""
    a, b = (cut(folder, 'order', device) for device in ('va', 'vb'))
    for files in ((a,), (a, '--append', b), (a, '--append', path('order-a.pcap.gz'))):
        status, out, err = thresh('transits', *files)
        assert status == 64 and out == '' and 'two machines' in err, (status, err)
    status, _, err = thresh('journey', '--transit', '--at', '0s', a)
    assert status == 64 and 'two machines' in err or 'between machines' in err, (status, err)
    status, _, err = thresh('transits')
    assert status == 64 and 'exactly one file' in err, err
    status, _, err = thresh('transits', '--slowest', '-2', a)
    assert status == 64 and 'negative' in err, err


def read_datagrams(name):
    """(sender, length) → when a program sent it, by the sender's clock, and when another one got
    it, by the receiver's clock."""
    datagrams = {}
    for side in 'ab':
        with gzip.open(path(f'{name}-{side}.log.gz'), 'rt') as file:
            for words in map(str.split, file):
                if words[0] == 'got':
                    other = 'a' if side == 'b' else 'b'
                    datagrams[other, int(words[2])] = int(words[4]), int(words[3])
    return datagrams


def test_guest_transits(name, captures):
    """Each datagram was on its way between the calls of the two programs."""
    a, b = path(f'{name}-a.txt.gz'), path(f'{name}-b.txt.gz')
    appended = [path(f'{name}-{side}.pcap.gz') + '@packets' for side in captures]
    words = [word for file in [*appended, b + '@packets'] for word in ('--append', file)]
    status, out, err = thresh('info', '--json', a, *words)
    assert status == 0, err
    shift = {'a': 0, 'b': json.loads(out.splitlines()[-1])['offset']}
    rows, err = transits(a, *appended, b + '@packets')
    error = max(float(words[words.index('µs,') - 1]) for words in map(str.split, err.splitlines())
                if 'agree' in words) * 1000
    datagrams = read_datagrams(name)
    found = 0
    for row in rows:
        wire = check_stages(row)
        side = 'a' if row['from'].startswith(f'{name}-a') else 'b'
        one = datagrams.get((side, row['length'] - HEADERS))
        frames = [frame['type'] for step in row['steps'] for frame in step.get('frames', ())]
        if one is None or 'udp' not in frames:
            continue
        sent = one[0] + shift[side]
        got = one[1] + shift['b' if side == 'a' else 'a']
        assert sent <= row['first_ns'] + error and wire['end_ns'] <= got + error, (row, one)
        found += 1
    # One capture leads to both machines by lengths and order, two by the bytes of frames.
    assert found >= (0.95 if captures == 'ab' else 0.85) * len(datagrams), (found, len(datagrams))


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        for name in NAMES:
            for space in DEVICES:
                tap.case(f'{name} {space}: every match is right', test_matches, name, space)
                tap.case(f'{name} {space}: wrong by 5 h and 50 ppm', test_other_clock, folder, name,
                         space)
                tap.case(f'{name} {space}: with losses', test_losses, folder, name, space)
                tap.case(f'{name} {space}: what the kernel did not see', test_missing, folder, name,
                         space)
        tap.case('cut: segments of the packets of a sender', test_parts, 'cut', 'segment', 0.8)
        tap.case('merged: segments in the packets of a receiver', test_parts, 'merged', 'merged',
                 0.9)
        for name, file in (('cut', 'cut-wire.pcap.gz'), ('merged', 'merged-wire.pcap.gz'),
                           ('single', 'single-a.pcap.gz')):
            tap.case(f'{name}: totals', test_totals, name, file)
        for name in ('order', 'lengths', 'stream'):
            tap.case(f'{name}: two machines, a capture', test_two_machines, folder, name, 'b')
            tap.case(f'{name}: two machines, two captures', test_two_machines, folder, name, 'ab')
            tap.case(f'{name}: two machines aligned', test_align_machines, folder, name)
            tap.case(f'{name}: a journey between machines', test_journey_between, folder, name)
            tap.case(f'{name}: packets between machines', test_transits, folder, name)
        tap.case('no packets between machines', test_no_transits, folder)
        for name, captures in itertools.product(('machines', 'busy'), ('a', 'b', 'ab')):
            tap.case(f'{name}, {captures}: two guests', test_guests, name, captures)
            tap.case(f'{name}, {captures}: packets between them', test_guest_transits, name,
                     captures)
        tap.case('the own machine of a capture', test_own_machine, folder)
        tap.case('a capture of the other machine', test_other_machine)
        tap.case('machines: a transit by either address', test_transit_address, 'machines')
        tap.case('recordings that have nothing to do with each other', test_unrelated)
        for name in NAMES:
            tap.case(f'{name}: aligned by packets', test_align, name, 'b')
            tap.case(f'{name}: two captures', test_two_captures, name)
        for name, kind in (('order', 'udp'), ('stream', 'tcp')):
            tap.case(f'{name}: frames in journeys', test_journeys, name, 'b')
            tap.case(f'{name}: frames in packets', test_packets, name, 'a')
            tap.case(f'{name}: filters of frames', test_filter, name, 'b', kind)
    tap.end()


main()
