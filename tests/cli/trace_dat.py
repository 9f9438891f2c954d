# trace_dat.py - writes small trace.dat files, and reads the sections of uncompressed ones
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Layout: trace-cmd.dat.v6(5) and trace-cmd.dat.v7(5).

import struct
import zlib

MAGIC = b'\x17\x08\x44tracing'
PAGE = 4096
HEADER_PAGE = ('\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n'
               '\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n'
               '\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n'
               '\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;\n')
HEADER_EVENT = ('# compressed entry header\n\ttype_len    :    5 bits\n\ttime_delta  :   27 bits\n'
                '\tarray       :   32 bits\n')
COMMON = [('unsigned short common_type', 0, 2), ('unsigned char common_flags', 2, 1),
          ('unsigned char common_preempt_count', 3, 1), ('int common_pid', 4, 4)]
SECTIONS = {16: 'header', 17: 'ftrace', 18: 'events', 19: 'kallsyms', 20: 'printk', 21: 'cmdlines'}


def format_text(name, number, fields, text):
    """The text of a format file; fields are (declaration, offset, size)."""
    lines = [f'name: {name}', f'ID: {number}', 'format:']
    for part in (COMMON, fields):
        lines += [f'\tfield:{declaration};\toffset:{offset};\tsize:{size};\tsigned:0;'
                  for declaration, offset, size in part] + ['']
    return '\n'.join([*lines, f'print fmt: {text}', '']).encode()


class Writer:
    """One buffer, one CPU, one page."""

    def __init__(self, order='<'):
        self.order = order
        self.ftrace, self.systems, self.options, self.records = [], {}, [], []
        self.cmdlines = b''
        self.counters = None
        self.buffer = b''

    def pack(self, code, *numbers):
        return struct.pack(self.order + code, *numbers)

    def common(self, number, pid):
        return self.pack('HBBi', number, 0, 0, pid)

    def page(self):
        data = b''
        for record in self.records:
            record += bytes(-len(record) % 4)
            words = len(record) // 4
            assert words <= 28
            word = words << 27 | 1000 if self.order == '>' else 1000 << 5 | words
            data += self.pack('I', word) + record
        assert len(data) <= PAGE - 16
        return (self.pack('QQ', 10**9, len(data)) + data).ljust(PAGE, b'\0')

    def header_info(self):
        return (b'header_page\0' + self.pack('Q', len(HEADER_PAGE)) + HEADER_PAGE.encode() +
                b'header_event\0' + self.pack('Q', len(HEADER_EVENT)) + HEADER_EVENT.encode())

    def formats(self, texts):
        return self.pack('I', len(texts)) + b''.join(self.pack('Q', len(text)) + text for text in texts)

    def event_formats(self):
        return self.pack('I', len(self.systems)) + b''.join(
            name.encode() + b'\0' + self.formats(texts) for name, texts in self.systems.items())

    def sections(self):
        return [(16, self.header_info()), (17, self.formats(self.ftrace)), (18, self.event_formats()),
                (19, self.pack('I', 0)), (20, self.pack('I', 0)),
                (21, self.pack('Q', len(self.cmdlines)) + self.cmdlines)]

    def shape(self, version):
        return (MAGIC + version + b'\0' + bytes([self.order == '>', 8]) + self.pack('I', PAGE))

    def option(self, number, data):
        return self.pack('HI', number, len(data)) + data

    def v6(self):
        head = self.shape(b'6') + b''.join(data for _, data in self.sections()) + self.pack('I', 1)
        head += b'options  \0' + b''.join(self.option(*option) for option in self.options)
        head += self.pack('H', 0) + b'flyrecord\0'
        start = -(-(len(head) + 16) // PAGE) * PAGE
        return (head + self.pack('QQ', start, PAGE)).ljust(start, b'\0') + self.page()

    def v7(self, compress=False):
        out = bytearray(self.shape(b'7') + (b'zlib\0001.3\0' if compress else b'none\0\0'))
        pointer = len(out)
        out += bytes(8)
        options = b''.join(self.option(*option) for option in self.options)

        def packed(data):
            small = zlib.compress(data)
            return self.pack('II', len(small), len(data)) + small

        for number, data in self.sections():
            options += self.option(number, self.pack('Q', len(out)))
            body = packed(data) if compress else data
            out += self.pack('HHIQ', number, int(compress), 0, len(body)) + body
        if self.counters is not None:
            out += self.pack('HHIQ', 0x5448, 0, 0, len(self.counters) + 8)
            out += self.pack('Q', len(self.counters)) + self.counters

        section = len(out)
        out += self.pack('HHIQ', 3, int(compress), 0, 0)
        if compress:
            start = len(out)
            out += self.pack('I', 1) + packed(self.page())
        else:
            out += bytes(-len(out) % PAGE)
            start = len(out)
            out += self.page()
        size = len(out) - start
        out[section + 8:section + 16] = self.pack('Q', len(out) - section - 16)
        options += self.option(3, self.pack('Q', section) + self.buffer + b'\0local\0' +
                               self.pack('IIIQQ', PAGE, 1, 0, start, size))
        options += self.option(0, bytes(8))
        out[pointer:pointer + 8] = self.pack('Q', len(out))
        out += self.pack('HHIQ', 0, 0, 0, len(options)) + options
        return bytes(out)


def sections_of(path):
    """The parts of an uncompressed version 7, by name: those of the kernel, and 'rest'."""
    with open(path, 'rb') as file:
        data = bytearray(file.read())
    assert data[10:12] == b'7\0', data[:16]
    order = '>' if data[12] else '<'
    at = data.index(b'\0', 18) + 1
    assert data[18:at] == b'none\0', data[18:at]
    at = data.index(b'\0', at) + 1
    found = {}
    pointer = struct.unpack_from(order + 'Q', data, at)[0]
    at += 8
    while at + 16 <= len(data):
        number, _, _, size = struct.unpack_from(order + 'HHIQ', data, at)
        name = SECTIONS.get(number)
        if name is not None:
            found[name] = bytes(data[at + 16:at + 16 + size])
        if at == pointer:
            break
        at += 16 + size
    for name in ('header', 'ftrace', 'events', 'kallsyms', 'printk'):
        if found.get(name):
            begin = data.index(found[name])
            data[begin:begin + len(found[name])] = bytes(len(found[name]))
    found['rest'] = bytes(data)
    return found
