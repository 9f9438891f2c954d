#!/usr/bin/env python3
"""Prints the header of each packet into the trace, beside the events that name only its sk_buff.

A small BPF program is attached to each tracepoint.  It reads the first bytes of the network
header and the bytes from 24 on (UDP: length, checksum and 4 bytes of payload; TCP: sequence
number and acknowledgement), and prints them with bpf_trace_printk():

    R ffff8880045a1c00 <bytes 0-7> <bytes 24-31>

so that a recording with bpf_trace:bpf_trace_printk has the truth about each sk_buff.  Both
numbers are as the machine reads them: little endian on x86.  Needs root and the kernel's BTF.
"""
import ctypes
import os
import struct

SYS_BPF = 321  # x86-64
PROG_LOAD, RAW_TRACEPOINT_OPEN = 5, 17
PROG_TYPE_RAW_TRACEPOINT = 17
PROBE_READ_KERNEL, TRACE_PRINTK = 113, 6
STRUCT, UNION = 4, 5
# What follows a type in BTF: fixed bytes, bytes for each of its vlen members.
EXTRA = {1: (4, 0), 3: (12, 0), 4: (0, 12), 5: (0, 12), 6: (0, 8), 13: (0, 8), 14: (4, 0),
         15: (0, 12), 17: (4, 0), 19: (0, 12)}

# tracepoint: its letter, and whether skb->data is its network header already
POINTS = {"net_dev_start_xmit": ("T", False), "netif_receive_skb": ("R", True),
          "netif_rx": ("X", True), "napi_gro_receive_entry": ("G", True)}


class Btf:
    def __init__(self, path="/sys/kernel/btf/vmlinux"):
        data = open(path, "rb").read()
        _, _, _, size, type_off, type_len, str_off, str_len = struct.unpack_from("<HBBIIIII", data)
        self.strings = data[size + str_off:size + str_off + str_len]
        self.data = data
        self.types = [None]
        at, end = size + type_off, size + type_off + type_len
        while at < end:
            name, info, _ = struct.unpack_from("<III", data, at)
            kind, vlen = info >> 24 & 31, info & 0xffff
            self.types.append((name, kind, vlen, info >> 31, at + 12))
            fixed, each = EXTRA.get(kind, (0, 0))
            at += 12 + fixed + each * vlen

    def name(self, offset):
        return self.strings[offset:self.strings.index(b"\0", offset)].decode()

    def struct(self, name):
        return next(t for t in self.types[1:] if t[1] == STRUCT and self.name(t[0]) == name)

    def offset(self, type_, field):
        """The offset in bytes of a field, also within structs and unions without a name."""
        _, _, vlen, bits, at = type_
        for i in range(vlen):
            name, of, offset = struct.unpack_from("<III", self.data, at + 12 * i)
            offset = (offset & 0xffffff if bits else offset) // 8
            inner = self.types[of]
            if self.name(name) == field:
                return offset
            if (self.name(name) == "" and inner[1] in (STRUCT, UNION)):
                found = self.offset(inner, field)
                if found is not None:
                    return offset + found
        return None


def instruction(code, dst=0, src=0, offset=0, number=0):
    return struct.pack("<BBhi", code, dst | src << 4, offset, number)


def read(stack, size, base, offset):
    """Reads @size bytes at register @base + @offset into the stack."""
    return (instruction(0xbf, 1, 10) + instruction(0x07, 1, number=stack) +
            instruction(0xb7, 2, number=size) +
            instruction(0xbf, 3, base) + instruction(0x07, 3, number=offset) +
            instruction(0x85, number=PROBE_READ_KERNEL))


def store(stack, number):
    low, high = struct.unpack("<ii", struct.pack("<Q", number))
    return (struct.pack("<BBhi", 0x18, 1, 0, low) + struct.pack("<BBhi", 0, 0, 0, high) +
            instruction(0x7b, 10, 1, stack))


def program(letter, at_data, btf):
    skb = btf.struct("sk_buff")
    text = (letter + " %llx %llx %llx\0").encode().ljust(24, b"\0")
    code = instruction(0x79, 6, 1, 0)
    if at_data:
        code += read(-8, 8, 6, btf.offset(skb, "data")) + instruction(0x79, 7, 10, -8)
    else:
        code += (read(-8, 8, 6, btf.offset(skb, "head")) + store(-16, 0) +
                 read(-16, 2, 6, btf.offset(skb, "network_header")) +
                 instruction(0x79, 7, 10, -8) + instruction(0x79, 8, 10, -16) +
                 instruction(0x0f, 7, 8))
    code += read(-24, 8, 7, 0) + read(-32, 8, 7, 24)
    for i in range(3):
        code += store(-56 + 8 * i, struct.unpack_from("<Q", text, 8 * i)[0])
    code += (instruction(0xbf, 1, 10) + instruction(0x07, 1, number=-56) +
             instruction(0xb7, 2, number=text.index(b"\0") + 1) + instruction(0xbf, 3, 6) +
             instruction(0x79, 4, 10, -24) + instruction(0x79, 5, 10, -32) +
             instruction(0x85, number=TRACE_PRINTK) +
             instruction(0xb7, 0) + instruction(0x95))
    return code


def bpf(command, attributes):
    libc = ctypes.CDLL(None, use_errno=True)
    buffer = ctypes.create_string_buffer(attributes, len(attributes))
    fd = libc.syscall(SYS_BPF, command, buffer, len(attributes))
    if fd < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return fd


def attach():
    """Attaches a program to each tracepoint; returns file descriptors that keep them there."""
    btf, fds = Btf(), []
    for point, (letter, at_data) in POINTS.items():
        code = ctypes.create_string_buffer(program(letter, at_data, btf))
        licence, log = ctypes.create_string_buffer(b"GPL"), ctypes.create_string_buffer(65536)
        try:
            fd = bpf(PROG_LOAD, struct.pack("<IIQQIIQII", PROG_TYPE_RAW_TRACEPOINT,
                                            (len(code) - 1) // 8, ctypes.addressof(code),
                                            ctypes.addressof(licence), 1, len(log),
                                            ctypes.addressof(log), 0, 0))
        except OSError as error:
            raise SystemExit(f"{point}: {error}\n{log.value.decode()}") from error
        name = ctypes.create_string_buffer(point.encode())
        fds += [fd, bpf(RAW_TRACEPOINT_OPEN,
                        struct.pack("<QII", ctypes.addressof(name), fd, 0))]
    return fds


if __name__ == "__main__":
    import signal
    attach()
    print("attached", flush=True)
    signal.pause()
