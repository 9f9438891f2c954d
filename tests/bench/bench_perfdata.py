# bench_perfdata.py - makes a large perf.data from a small one
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Repeats the samples of a real recording, not compressed, with their times shifted; all other
# records are copied once.  Written after tools/perf/Documentation/perf.data-file-format.txt and
# perf_event_open(2) only, so that it shares no mistake with the loader that it is used to measure.

import os
import struct

from bench_run import Failed

HEADER = struct.Struct('<8sQQQQQQQQ4Q')    # magic, size, size of an attribute; sections of attributes, data, types; features
SECTION = struct.Struct('<QQ')
FINISHED_ROUND, SAMPLE = 68, 9
IP, TID, IDENTIFIER = 1 << 0, 1 << 1, 1 << 16
SAMPLE_TIME = 21


def time_offset(sample_type):
    """Where a sample has its time: behind its header and what precedes it."""
    return 8 + 8 * sum(bool(sample_type & part) for part in (IDENTIFIER, IP, TID))


def time_offsets(data, attr_size, attrs):
    """By id; all events of a recording with several have the identifier."""
    offsets = {}
    for at in range(attrs[0], attrs[0] + attrs[1], attr_size):
        sample_type, = struct.unpack_from('<Q', data, at + 24)
        start, size = SECTION.unpack_from(data, at + attr_size - SECTION.size)
        if not sample_type & IDENTIFIER:
            raise Failed('the samples of the recording have no identifier')
        for number in struct.unpack_from(f'<{size // 8}Q', data, start):
            offsets[number] = time_offset(sample_type)
    return offsets


def split(data, start, size, offsets):
    """The records that are written once, those that are repeated, and where these have times."""
    once, again, times = bytearray(), bytearray(), []
    at = start
    while at < start + size:
        kind, _, length = struct.unpack_from('<IHH', data, at)
        if kind == SAMPLE:
            number, = struct.unpack_from('<Q', data, at + 8)
            times.append(len(again) + offsets[number])
        (again if kind in (SAMPLE, FINISHED_ROUND) else once).extend(data[at:at + length])
        at += length
    if not times:
        raise Failed('the recording has no samples')
    return once, again, times


def make(source, path, samples):
    """Writes @path with about that many samples; returns how many."""
    data = source.read_bytes()
    magic, head, attr_size, *rest = HEADER.unpack_from(data)
    attrs, (start, size), features = rest[0:2], rest[2:4], rest[6:10]
    once, again, times = split(data, start, size, time_offsets(data, attr_size, attrs))
    stamps = [struct.unpack_from('<Q', again, at)[0] for at in times]
    step = max(stamps) - min(stamps) + 1000
    n = max(1, samples // len(times))

    body = len(once) + n * len(again)
    moved = body - size
    part = path.with_suffix('.part')
    with open(part, 'wb') as out:
        out.write(HEADER.pack(magic, head, attr_size, *attrs, start, body, *rest[4:6], *features) + data[HEADER.size:start] + once)
        for i in range(n):
            for at, stamp in zip(times, stamps):
                struct.pack_into('<Q', again, at, stamp + i * step)
            out.write(again)
        tail = bytearray(data[start + size:])
        numbers = [bit for bit in range(256) if features[bit // 64] >> bit % 64 & 1]
        for i, number in enumerate(numbers):
            at, length = SECTION.unpack_from(tail, i * SECTION.size)
            if number == SAMPLE_TIME:
                struct.pack_into('<QQ', tail, at - start - size, min(stamps), max(stamps) + (n - 1) * step)
            SECTION.pack_into(tail, i * SECTION.size, at + moved, length)
        out.write(tail)
    os.replace(part, path)
    return n * len(times)
