# trace_records.py - the records of events in an uncompressed trace.dat, and the bytes of their fields
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Layout: trace-cmd.dat.v7(5), and include/linux/ring_buffer.h of Linux.

import re
import struct

OPTION_DONE, OPTION_BUFFER = 0, 3
PADDING, TIME_EXTEND, TIME_STAMP = 29, 30, 31
FIELD = re.compile(r'^\tfield:(.*);\toffset:(\d+);\tsize:(\d+);', re.M)


def options(data):
    """All options of a little-endian version 7, as (number, data)."""
    at = data.index(b'\0', data.index(b'\0', 18) + 1) + 1
    section = struct.unpack_from('<Q', data, at)[0]
    while section != 0:
        at, end = section + 16, section + 16 + struct.unpack_from('<Q', data, section + 8)[0]
        section = 0
        while at < end:
            number, size = struct.unpack_from('<HI', data, at)
            if number == OPTION_DONE:
                section = struct.unpack_from('<Q', data, at + 6)[0]
                break
            yield number, data[at + 6:at + 6 + size]
            at += 6 + size


def pages(data):
    """The pages of all CPUs of all buffers."""
    for number, option in options(data):
        if number != OPTION_BUFFER:
            continue
        at = option.index(b'\0', option.index(b'\0', 8) + 1) + 1
        page_size, n_cpus = struct.unpack_from('<II', option, at)
        for i in range(n_cpus):
            _, begin, size = struct.unpack_from('<IQQ', option, at + 8 + 20 * i)
            for page in range(begin, begin + size, page_size):
                yield data[page:page + page_size]


def records_of_page(page):
    at, end = 16, min(len(page), 16 + (struct.unpack_from('<Q', page, 8)[0] & 0xfffff))
    while at + 4 <= end:
        word, = struct.unpack_from('<I', page, at)
        kind, delta = word & 31, word >> 5
        if kind == PADDING and delta == 0:
            return
        if kind in (TIME_EXTEND, TIME_STAMP):
            at += 8
            continue
        begin, size = at + 4, kind * 4
        if kind in (0, PADDING):
            begin, size = at + 8, struct.unpack_from('<I', page, at + 4)[0] - 4
        if kind != PADDING:
            yield page[begin:begin + size]
        at = begin + size


def records(data):
    """The payloads of all events, in no particular order."""
    for page in pages(data):
        yield from records_of_page(page)


def fields(texts):
    """The fields of each event by its number, as (declaration, offset, size), from format files."""
    found = {}
    for text in re.split(r'^name: ', texts, flags=re.M)[1:]:
        number = re.search(r'^ID: (\d+)', text, re.M)
        found[int(number[1])] = [(match[1], int(match[2]), int(match[3]))
                                 for match in FIELD.finditer(text)]
    return found


def holds_numbers(declaration):
    """Whether the field is a number or an array of them; not bytes, a text, or a structure."""
    return '_loc ' in declaration or '*' in declaration or \
        not re.search(r'\b(char|s8|u8|__u8|uint8_t)\b.*\[|\bstruct\b', declaration)


def split(record, described):
    """Returns the numbers of four bytes, and the record with zeros in place of all numbers."""
    numbers, rest = [], bytearray(record)
    last = max((offset for _, offset, _ in described), default=0)
    for declaration, offset, size in described:
        if not holds_numbers(declaration):
            continue
        if size == 4 and '_loc ' not in declaration:
            numbers.append(record[offset:offset + 4])
        # The array at the end of a record, a stack for example, may be longer than described.
        is_open = offset == last and '[' in declaration and '_loc ' not in declaration
        end = len(record) if is_open else offset + size
        rest[offset:end] = bytes(len(rest[offset:end]))
    return numbers, bytes(rest)
