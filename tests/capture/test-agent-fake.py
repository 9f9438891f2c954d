# test-agent-fake.py - thresher-agent on folders that look like tracefs and /proc
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   test-agent-fake.py AGENT
#
# Needs no right and no kernel.  The agent makes the folder of its instance before it says hello;
# it is filled then, and the ring buffers are files with pages that are made here.
import os
import re
import signal
import struct
import sys
import tempfile
import time
import traceback

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
sys.path.append(os.path.dirname(os.path.abspath(__file__)))
# pylint: disable=wrong-import-position
from agent_client import Agent, Recording
from cli import Tap

AGENT = sys.argv[1]
HEADER_PAGE = """\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;
\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;
\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;
\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;
"""
STATS = """entries: 10
overrun: %d
commit overrun: 2
bytes: 524288
oldest event ts:     1.0
now ts:     2.0
dropped events: 3
read events: %d
"""
TOP = {
    "README": "tracing mini-HOWTO", "available_tracers": "function_graph function nop\n",
    "current_tracer": "nop\n", "trace_clock": "[local] mono boot\n", "dynamic_events": "",
    "available_events": "sched:sched_switch\nirq:softirq_raise\n", "printk_formats": "0x1 : \"a\"\n",
    "saved_cmdlines": "77 gone\n", "set_event": "", "events/ftrace/print/format": "name: print\n",
    "available_filter_functions": "vfs_read\nnf_hook [nf_tables]\nvfs_write\n",
}
INSTANCE = {
    "tracing_on": "0", "trace_clock": "[local] mono boot\n", "buffer_size_kb": "1408\n",
    "available_tracers": "function nop\n", "buffer_percent": "50\n", "options/overwrite": "1\n",
    "set_event_pid": "", "set_event_notrace_pid": "", "set_ftrace_filter": "",
    "set_ftrace_pid": "", "current_tracer": "nop\n", "trace_marker": "",
    "options/event-fork": "0", "options/function-fork": "0",
    "events/header_page": HEADER_PAGE, "events/header_event": "header\n",
    "events/sched/sched_switch/enable": "0", "events/sched/sched_switch/filter": "none",
    "events/sched/sched_switch/format": "name: sched_switch\nID: 1\n",
}
PROC = {
    "meminfo": "MemTotal: 9 kB\nMemAvailable: 1048576 kB\n", "1/task/1/comm": "init\n",
    "1/comm": "init\n", "kallsyms": "0000000000000000 T a\n", "net/snmp": "Ip: InReceives\nIp: 5\n",
}


def write_all(folder, files):
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())


def page(time_ns, size, flags=0, lost=None):
    """A page with one event of `size` bytes, header included."""
    data = struct.pack("<II", 0, size - 4) + bytes(range(1, 250)) * 20
    head = struct.pack("<QQ", time_ns, size | flags) + data[:size]
    if lost is not None:
        head += struct.pack("<Q", lost)
    return head.ljust(4096, b"\0")


PAGES = {0: [page(1000, 4080), page(2000, 4000, 3 << 30, 5), page(3000, 100)],
         3: [page(1500, 64)]}


class Fake:
    """An agent with folders of its own."""

    def __init__(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.top = os.path.join(self.scratch.name, "tracefs")
        proc = os.path.join(self.scratch.name, "proc")
        os.makedirs(self.top + "/instances")
        for cpu in PAGES:
            os.makedirs("%s/per_cpu/cpu%d" % (self.top, cpu))
        write_all(self.top, TOP)
        write_all(proc, PROC)
        self.command = [AGENT, "--tracefs", self.top, "--proc", proc]

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.scratch.cleanup()

    def fill(self, hello):
        folder = "%s/instances/thresher_%d" % (self.top, hello["pid"])
        assert os.listdir(folder) == []
        write_all(folder, INSTANCE)
        for nth, (cpu, pages) in enumerate(PAGES.items()):
            write_all(folder, {"per_cpu/cpu%d/trace_pipe_raw" % cpu: b"".join(pages),
                               "per_cpu/cpu%d/stats" % cpu: STATS % (7 * nth, 100 + nth)})
        return folder

    def read(self, path):
        with open(path, encoding="utf-8") as file:
            return file.read()


def configure(agent, events, **settings):
    agent.send("CONFIGURE", {"events": ("a(ss)", events), "buffer-kb": ("t", 1024), **settings})
    return agent.next()[1]


def check_hello():
    with Fake() as fake, Agent(fake.command) as agent:
        hello = agent.greet()
        assert hello["cpus"] == [0, 3] and hello["tracers"] == ["function_graph", "function", "nop"]
        limits = dict(hello["limits"])
        assert set(limits) >= {"no-kprobes", "hidden-symbols"}, limits
        assert hello["mem-available-kb"] == 1 << 20 and hello["default-buffer-kb"] == 8192
        agent.send("ASK", {"what": ("s", "functions"), "match": ("s", "*r*d"), "ticket": ("u", 1)})
        assert agent.expect("ANSWER")["names"] == ["vfs_read"]
        agent.send("ASK", {"what": ("s", "functions"), "limit": ("u", 2), "ticket": ("u", 2)})
        answer = agent.expect("ANSWER")
        assert answer["names"] == ["vfs_read", "nf_hook"] and answer["more"]
        agent.send("ASK", {"what": ("s", "processes"), "ticket": ("u", 3)})
        assert agent.expect("ANSWER")["names"] == ["1 init"]


def check_no_process():
    """A process that does not exist is refused: the kernel would record nothing."""
    with Fake() as fake, Agent(fake.command) as agent:
        fake.fill(agent.greet())
        refusal = configure(agent, [("sched:sched_switch", "")], pids=("ai", [1, 3999999]))
        assert refusal["code"] == "request" and "no process 3999999" in refusal["message"], refusal


def check_recording():
    recording = Recording()
    with Fake() as fake, Agent(fake.command) as agent:
        folder = fake.fill(agent.greet())
        configured = configure(agent, [("sched:sched_switch", "prev_pid == 1"), ("a:b", "")],
                               pids=("ai", [1]), counters=("b", True))
        assert configured["missing"] == ["a:b"] and configured["page-size"] == 4096, configured
        assert configured["cpus"] == [0, 3] and configured["clock"] == "mono"
        for name, text in (("trace_clock", "mono"), ("buffer_size_kb", "1024"),
                           ("events/sched/sched_switch/enable", "1"), ("set_event_pid", "1"),
                           ("events/sched/sched_switch/filter", "prev_pid == 1"),
                           ("options/event-fork", "1"), ("tracing_on", "0")):
            assert fake.read(folder + "/" + name) == text, (name, fake.read(folder + "/" + name))
        agent.send("START")
        agent.wait_for("STARTED", recording)
        assert fake.read(folder + "/tracing_on") == "1"
        agent.record_for(recording, 0.6)
        agent.send("MARK", {"text": ("s", "here")})
        end = agent.stop(recording)
        assert fake.read(folder + "/tracing_on") == "0"
        assert fake.read(folder + "/trace_marker") == "here"
        # A folder with files cannot be removed: the agent says so.
        assert end["left"] == [os.path.basename(folder)], end["left"]
        check_arrived(recording, end)


def check_arrived(recording, end):
    """Pages are trimmed behind their data, and behind the number of lost events."""
    assert recording.pages[0] == [PAGES[0][0], PAGES[0][1][:4024], PAGES[0][2][:116]]
    assert recording.pages[3] == [PAGES[3][0][:80]]
    assert (end["events"], end["overrun"], end["dropped"]) == ([100, 101], [0, 7], [5, 5]), end
    assert end["fill"] == [0.5, 0.5], end["fill"]
    assert end["bytes"][0] == sum(map(len, recording.pages[0])), end["bytes"]
    assert recording.text("cmdlines") == b"1 init\n77 gone\n"
    assert recording.text("kallsyms") == PROC["kallsyms"].encode()
    assert recording.text("printk") == TOP["printk_formats"].encode()
    assert recording.text("format", "sched/sched_switch") == b"name: sched_switch\nID: 1\n"
    assert recording.text("ftrace", "print") == b"name: print\n"
    assert recording.text("header_page") == HEADER_PAGE.encode()
    assert recording.counters["before"]["proc/net/snmp"] == PROC["net/snmp"].encode()
    assert set(recording.counters) == {"before", "after"}


def check_resumed():
    """A second agent passes its connection to the first one, whoever runs them."""
    recording = Recording()
    with Fake() as fake, Agent(fake.command) as first:
        hello = first.greet()
        fake.fill(hello)
        configured = configure(first, [("sched:sched_switch", "")], counters=("b", True),
                               resume=("u", 10))
        assert ("resume" in configured) == ("resume" in hello["can"])
        if "resume" not in configured:
            return
        first.send("START")
        first.wait_for("STARTED", recording)
        first.lose()
        with Agent(fake.command) as second:
            answer = second.resume(first)
            assert "frames" in answer, answer
            second.record_for(recording, 0.6)
            check_arrived(recording, second.stop(recording))
            assert second.process.wait(10) == 0 and first.process.wait(10) == 0


def check_graph_at_top():
    """This one's instances have no function_graph, and its top is in use."""
    with Fake() as fake, Agent(fake.command) as agent:
        fake.fill(agent.greet())
        write_all(fake.top, {"set_event": "sched:sched_switch\n"})
        refusal = configure(agent, [], tracer=("s", "function_graph"))
        assert refusal["code"] == "in-use" and "set_event" in refusal["message"], refusal
        assert fake.read(fake.top + "/current_tracer") == "nop\n"


def check_page_size():
    """A damaged description of pages is refused before anything is read by it."""
    with Fake() as fake, Agent(fake.command) as agent:
        folder = fake.fill(agent.greet())
        write_all(folder, {"events/header_page": "field: char data;\toffset:16;\tsize:9;"})
        assert configure(agent, [("sched:sched_switch", "")])["code"] == "tracefs"


def check_greedy_window():
    """A window that asks and takes no answer costs a bounded amount of memory, and ends it."""
    with Fake() as fake, Agent(fake.command) as agent:
        names = "".join("system:event_%0890d\n" % n for n in range(1000))
        write_all(fake.top, {"available_events": names})
        pid = agent.greet()["pid"]
        agent.quiet = True
        os.set_blocking(agent.process.stdin.fileno(), False)
        begun, sent = time.monotonic(), 0
        while agent.process.poll() is None and time.monotonic() - begun < 60:
            try:
                agent.send("ASK", {"what": ("s", "events"), "ticket": ("u", 1)})
                sent += 1
            except (BlockingIOError, BrokenPipeError):
                time.sleep(0.1)
            if agent.process.poll() is None and sent == 1000:
                with open("/proc/%d/status" % pid, encoding="utf-8") as file:
                    peak = int(re.search(r"VmHWM:\s+(\d+)", file.read())[1])
        assert sent > 1000 and peak < 100 << 10, (sent, peak)
        assert 9 < time.monotonic() - begun < 50, "it did not end"


def check_busy_agent():
    """What comes while the agent is busy counts as heard."""
    with Fake() as fake, Agent(fake.command) as agent:
        hello = agent.greet()
        fake.fill(hello)
        os.kill(hello["pid"], signal.SIGSTOP)
        for _ in range(6):
            time.sleep(2)
            agent.send("ALIVE")
        os.kill(hello["pid"], signal.SIGCONT)
        assert "instance" in configure(agent, [("sched:sched_switch", "")])


def guarded(check):
    try:
        return check()
    except Exception:  # pylint: disable=broad-except
        return traceback.format_exc()


def main():
    tap = Tap()
    for check in (check_hello, check_no_process, check_recording, check_resumed, check_graph_at_top, check_page_size,
                  check_greedy_window, check_busy_agent):
        tap.case(check.__name__[len("check_"):].replace("_", " "), guarded, check)
    tap.end()


main()
