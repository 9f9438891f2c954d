# gvariant.py - the serialization of GVariant, little-endian, written from its specification
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# A second implementation, so that the dictionaries of docs/protocol.md are checked against
# something that is not GLib.  Values: numbers, str, bytes (ay), list, tuple; a variant is a pair
# (type, value); a{sv} is a dict of such pairs.
import struct

BASIC = {"b": (1, "<?"), "y": (1, "<B"), "n": (2, "<h"), "q": (2, "<H"), "i": (4, "<i"),
         "u": (4, "<I"), "x": (8, "<q"), "t": (8, "<Q"), "d": (8, "<d")}


def split_type(text):
    """The first complete type of a text, and the rest."""
    if text[0] == "a":
        first, rest = split_type(text[1:])
        return "a" + first, rest
    if text[0] in "({":
        depth = 0
        for at, letter in enumerate(text):
            depth += letter in "({"
            depth -= letter in ")}"
            if depth == 0:
                return text[:at + 1], text[at + 1:]
    return text[0], text[1:]


def members(kind):
    found, rest = [], kind[1:-1]
    while rest:
        first, rest = split_type(rest)
        found.append(first)
    return found


def alignment(kind):
    if kind[0] in BASIC:
        return BASIC[kind[0]][0]
    if kind[0] == "v":
        return 8
    if kind[0] == "a":
        return alignment(kind[1:])
    if kind[0] in "({":
        return max([alignment(one) for one in members(kind)], default=1)
    return 1


def fixed_size(kind):
    """The size of each value of a type, None if they differ."""
    if kind[0] in BASIC:
        return BASIC[kind[0]][0]
    if kind[0] in "({":
        at = 0
        for one in members(kind):
            size = fixed_size(one)
            if size is None:
                return None
            at += -at % alignment(one) + size
        return max(at + -at % alignment(kind), 1)
    return None


def offset_size(size):
    return 0 if size == 0 else 1 if size <= 0xff else 2 if size <= 0xffff else 4


def with_offsets(body, ends):
    """Appends the framing offsets, as narrow as the whole allows."""
    for width in (1, 2, 4):
        if len(body) + width * len(ends) <= 256 ** width - 1:
            return body + b"".join(end.to_bytes(width, "little") for end in ends)
    raise ValueError("too large")


def encode_array(kind, values):
    inner, body, ends = kind[1:], b"", []
    if inner == "{sv}" and isinstance(values, dict):
        values = list(values.items())
    for value in values:
        body += bytes(-len(body) % alignment(inner)) + encode(inner, value)
        ends.append(len(body))
    return body if fixed_size(inner) is not None or not ends else with_offsets(body, ends)


def encode_tuple(kind, values):
    body, ends, kinds = b"", [], members(kind)
    for at, (one, value) in enumerate(zip(kinds, values)):
        body += bytes(-len(body) % alignment(one)) + encode(one, value)
        if fixed_size(one) is None and at + 1 < len(kinds):
            ends.insert(0, len(body))
    size = fixed_size(kind)
    if size is not None:
        return body.ljust(size, b"\0")
    return with_offsets(body, ends) if ends else body


def encode(kind, value):
    if kind in BASIC:
        return struct.pack(BASIC[kind][1], value)
    if kind == "s":
        return value.encode() + b"\0"
    if kind == "v":
        return encode(*value) + b"\0" + value[0].encode()
    if kind == "ay":
        return bytes(value)
    return encode_array(kind, value) if kind[0] == "a" else encode_tuple(kind, value)


def decode_array(kind, data):
    inner = kind[1:]
    size = fixed_size(inner)
    if kind == "ay":
        return bytes(data)
    if size is not None:
        assert len(data) % size == 0
        return [decode(inner, data[at:at + size]) for at in range(0, len(data), size)]
    if not data:
        return {} if inner == "{sv}" else []
    width = offset_size(len(data))
    last = int.from_bytes(data[-width:], "little")
    ends = [int.from_bytes(data[at:at + width], "little")
            for at in range(last, len(data), width)]
    found, begin = [], 0
    for end in ends:
        begin += -begin % alignment(inner)
        found.append(decode(inner, data[begin:end]))
        begin = end
    return dict(found) if inner == "{sv}" else found


def decode_tuple(kind, data):
    found, at, width, kinds = [], 0, offset_size(len(data)), members(kind)
    n_offsets = 0
    for nth, one in enumerate(kinds):
        at += -at % alignment(one)
        size = fixed_size(one)
        if size is not None:
            end = at + size
        elif nth + 1 < len(kinds):
            n_offsets += 1
            place = len(data) - width * n_offsets
            end = int.from_bytes(data[place:place + width], "little")
        else:
            end = len(data) - width * n_offsets
        found.append(decode(one, data[at:end]))
        at = end
    return tuple(found)


def decode(kind, data):
    if kind in BASIC:
        return struct.unpack(BASIC[kind][1], data)[0]
    if kind == "s":
        assert data[-1:] == b"\0"
        return data[:-1].decode()
    if kind == "v":
        at = data.rindex(b"\0")
        inner = data[at + 1:].decode()
        return (inner, decode(inner, data[:at]))
    return decode_array(kind, data) if kind[0] == "a" else decode_tuple(kind, data)


def plain(message):
    """The values of an a{sv} without their types."""
    return {key: value for key, (_, value) in message.items()}
