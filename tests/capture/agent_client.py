# agent_client.py - a window for thresher-agent, as docs/protocol.md describes it
#
# SPDX-License-Identifier: GPL-2.0-or-later
import os
import select
import struct
import subprocess
import time

import gvariant

MAGIC = b"\x7fTHRESHER-AGENT\n"
TYPES = {"GREET": 1, "ASK": 2, "CONFIGURE": 3, "START": 4, "MARK": 5, "ALIVE": 6, "STOP": 7,
         "ACK": 8, "RESUME": 9, "CLOCK": 10, "HELLO": 64, "REFUSAL": 65, "ANSWER": 66, "CONFIGURED": 67,
         "FILE": 68, "STARTED": 69, "PAGES": 70, "STATUS": 71, "COUNTERS": 72, "END": 73,
         "RESUMED": 74, "TIME": 75}
NAMES = {number: name for name, number in TYPES.items()}
RAW = ("FILE", "PAGES")
KINDS = {1: "header_page", 2: "header_event", 3: "ftrace", 4: "format", 5: "kallsyms",
         6: "printk", 7: "cmdlines", 8: "kprobe_profile"}


class Closed(Exception):
    """The agent closed its output."""


def unpack(payload):
    """What a packed payload holds, by the tool of zstd."""
    size = struct.unpack_from("<I", payload)[0]
    plain = subprocess.run(["zstd", "-dc"], input=payload[4:], capture_output=True,
                           check=True).stdout
    assert len(plain) == size
    return plain


class Agent:
    """Starts an agent and speaks with it; `with Agent(command) as agent`."""

    names = set()              # of the instances of all agents that were started

    def __init__(self, command, **options):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        bufsize=0, **options)
        self.bytes = b""
        self.noise = None
        self.alive = 0
        self.quiet = False     # no ALIVE is sent
        self.token = None      # of a recording that can be resumed
        self.n_frames = 0      # of this recording
        self.n_line_bytes = 0

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        for pipe in (self.process.stdin, self.process.stdout):
            try:
                pipe.close()
            except OSError:
                pass
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def send_bytes(self, data):
        self.process.stdin.write(data)

    def send(self, name, message=None):
        payload = b"" if message is None else gvariant.encode("a{sv}", message)
        self.send_bytes(struct.pack("<IBBH", len(payload), TYPES[name], 0, 0) + payload)

    def keep_alive(self):
        if self.quiet or self.noise is None or time.monotonic() - self.alive <= 2:
            return
        self.alive = time.monotonic()
        try:
            self.send("ALIVE")
            if self.token is not None:
                self.acknowledge()
        except BrokenPipeError:
            pass               # it has ended; what it sent last may still have to be read

    def acknowledge(self):
        self.send("ACK", {"frames": ("t", self.n_frames)})

    def lose(self):
        """Closes the connection at whatever point it is; what has not been read is gone."""
        self.quiet = True
        self.process.stdin.close()
        self.process.stdout.close()

    def resume(self, lost, token=None, n_frames=None):
        """Goes on with the recording of an agent whose connection was lost; returns the answer."""
        self.greet()
        self.quiet = True
        self.send("RESUME", {"resume": ("s", lost.token if token is None else token),
                             "frames": ("t", lost.n_frames if n_frames is None else n_frames)})
        name, answer = self.next()
        assert name in ("RESUMED", "REFUSAL"), name
        self.quiet = False
        if name == "RESUMED":
            assert answer["frames"] == lost.n_frames
            self.token, self.n_frames = lost.token, lost.n_frames
        return answer

    def fill(self, deadline):
        """Reads some bytes; False when the time is over."""
        while True:
            self.keep_alive()
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            if not select.select([self.process.stdout], [], [], min(left, 0.5))[0]:
                continue
            got = os.read(self.process.stdout.fileno(), 1 << 20)
            if not got:
                raise Closed(self.bytes)
            self.bytes += got
            self.n_line_bytes += len(got)
            return True

    def next(self, timeout=30):
        """The next frame as (name, message); raw payloads are bytes.  None when time is over."""
        deadline = time.monotonic() + timeout
        while self.noise is None:
            at = self.bytes.find(MAGIC)
            if at >= 0:
                self.noise, self.bytes = self.bytes[:at], self.bytes[at + len(MAGIC):]
            elif not self.fill(deadline):
                return None
        while len(self.bytes) < 8 or len(self.bytes) < 8 + struct.unpack_from("<I", self.bytes)[0]:
            if not self.fill(deadline):
                return None
        size, number, flags, zero = struct.unpack_from("<IBBH", self.bytes)
        assert zero == 0 and flags in (0, 1), "flags %d" % flags
        payload, self.bytes = self.bytes[8:8 + size], self.bytes[8 + size:]
        if flags:
            payload = unpack(payload)
        name = NAMES[number]
        self.n_frames += name != "RESUMED"
        if name in RAW:
            return name, payload
        message = gvariant.plain(gvariant.decode("a{sv}", payload))
        if name == "HELLO":
            self.names.add("thresher_%d" % message["pid"])
        elif name == "CONFIGURED":
            self.token, self.n_frames = message.get("resume"), 0
        return name, message

    def expect(self, name, timeout=30):
        """The message of the next frame, which must be of this type."""
        frame = self.next(timeout)
        assert frame is not None and frame[0] == name, "%s instead of %s" % (frame, name)
        return frame[1]

    def wait_for(self, name, recording=None, timeout=60):
        """Skips to the next frame of this type; the others go into the recording."""
        deadline = time.monotonic() + timeout
        while True:
            frame = self.next(max(deadline - time.monotonic(), 0))
            assert frame is not None, "no %s came" % name
            if recording is not None:
                recording.add(*frame)
            if frame[0] == name:
                return frame[1]

    def greet(self):
        hello = self.expect("HELLO")
        self.send("GREET", {"version": ("u", 1)})
        return hello

    def record_for(self, recording, seconds):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            frame = self.next(deadline - time.monotonic())
            if frame is not None:
                recording.add(*frame)

    def record_until_end(self, recording, process):
        """Records as long as a process runs, and a little longer."""
        while process.poll() is None:
            self.record_for(recording, 0.2)
        self.record_for(recording, 0.3)

    def stop(self, recording):
        self.send("STOP", {})
        end = self.wait_for("END", recording)
        if self.token is not None:
            self.acknowledge()
        return end


class Recording:
    """What came of a recording."""

    def __init__(self):
        self.pages = {}        # cpu: list of pages
        self.files = {}        # (kind, name): text
        self.statuses = []
        self.counters = {}
        self.order = []        # names of frames, repeated ones once

    def add(self, name, message):
        if not self.order or self.order[-1] != name:
            self.order.append(name)
        if name == "PAGES":
            self.add_pages(message)
        elif name == "FILE":
            self.add_file(message)
        elif name == "STATUS":
            self.statuses.append(message)
        elif name == "COUNTERS":
            self.counters[message["when"]] = dict(message["files"])

    def add_pages(self, payload):
        at = 0
        while at < len(payload):
            cpu, size = struct.unpack_from("<II", payload, at)
            self.pages.setdefault(cpu, []).append(payload[at + 8:at + 8 + size])
            at += 8 + size
        assert at == len(payload)

    def add_file(self, payload):
        kind, more, length = struct.unpack_from("<BBH", payload)
        key = (KINDS[kind], payload[4:4 + length].decode())
        before = self.files.get(key, (b"", False))
        text = payload[4 + length:]
        self.files[key] = (before[0] + text if before[1] else text, more)

    def text(self, kind, name=""):
        text, more = self.files[(kind, name)]
        assert not more
        return text


def timed_events(page):
    """Time and data of each event in a page of the ring buffer (include/linux/ring_buffer.h).

    The page's own time is that of the event before it.  A page may hold nothing but the padding
    behind the last event of a sub-buffer: then its time is long past.
    """
    now, commit = struct.unpack_from("<QQ", page)
    at, end = 16, 16 + (commit & 0x7ffffff)
    while at + 4 <= end:
        head = struct.unpack_from("<I", page, at)[0]
        kind, delta = head & 31, head >> 5
        if kind == 29 and delta == 0:         # a padding without a time ends the page
            return
        if kind in (29, 30, 31, 0):
            extra = struct.unpack_from("<I", page, at + 4)[0]
        if kind == 29:                        # a discarded event, or the rest of the page
            at += 4 + extra
        elif kind == 30:                      # time extend
            now += (extra << 27) + delta
            at += 8
        elif kind == 31:                      # absolute time stamp
            now = (now & 0xf8 << 56) + (extra << 27) + delta
            at += 8
        else:
            now += delta
            size = extra - 4 if kind == 0 else 4 * kind
            begin = at + 8 if kind == 0 else at + 4
            yield now, page[begin:begin + size]
            at = begin + size


def events(page):
    return (data for _, data in timed_events(page))


def count_events(page):
    return sum(1 for _ in events(page))


def first_time(page):
    """The time of the first event; None if there is none."""
    return next((now for now, _ in timed_events(page)), None)
