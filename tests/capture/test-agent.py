# test-agent.py - thresher-agent records this machine, and leaves it as it was
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   test-agent.py AGENT [PREFIX...]
#
# With a prefix (`ssh HOST`) the agent is AGENT on the machine that the prefix leads to.  What is
# expected comes from the kernel's own counts, from /proc, and from a decoder of pages and
# dictionaries that knows nothing of ours.
import json
import os
import re
import signal
import struct
import subprocess
import sys
import time
import traceback

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
sys.path.append(os.path.dirname(os.path.abspath(__file__)))
# pylint: disable=wrong-import-position
import gvariant
from agent_client import Agent, Closed, Recording, count_events, events, first_time
from cli import Tap
from machine import Machine, TRACEFS, why_not

SWITCH = [("sched:sched_switch", "")]
SCHED = [("sched:sched_switch", ""), ("sched:sched_waking", "")]
# Switches and wakeups, thousands of them. A pipe can move its bytes in a few switches, but each
# child costs at least a wakeup and a switch.
FORKS = "i=0; while [ $i -lt %d ]; do (:); i=$((i + 1)); done"
LOAD = "yes | head -c 10000000 | cat >/dev/null; " + FORKS % 600
MACHINE = Machine(sys.argv[1], sys.argv[2:], Agent.names)


def configure(agent, events=None, **settings):
    """Configures a recording; returns CONFIGURED, or REFUSAL with its code."""
    message = {"events": ("a(ss)", SCHED if events is None else events)}
    message.update({key.replace("_", "-"): value for key, value in settings.items()})
    agent.send("CONFIGURE", message)
    while True:
        frame = agent.next()
        if frame[0] != "FILE":      # formats of the configuration before
            return frame[1]


def begin(agent, recording, events=None, **settings):
    agent.greet()
    configured = configure(agent, events, **settings)
    assert "instance" in configured, configured
    agent.send("START")
    agent.wait_for("STARTED", recording)
    return configured


def n_events(recording):
    return sum(count_events(page) for pages in recording.pages.values() for page in pages)


def check_complete(end, recording):
    """Every event that the kernel says was read has arrived."""
    cpus = sorted(recording.pages)
    arrived = [sum(map(count_events, recording.pages[cpu])) for cpu in cpus]
    told = [n for n in end["events"] if n]
    assert arrived == told, "arrived %s, read %s" % (arrived, told)
    assert end["left"] == [], end["left"]


def pid_of(agent):
    return int(agent["pid"])


def guardian_of(pid):
    for line in MACHINE.run("cat /proc/[0-9]*/stat 2>/dev/null || true").splitlines():
        found = re.match(r"(\d+) \((.*)\) \S (\d+)", line)
        if found and found[2] == "thresher-guard" and int(found[3]) == pid:
            return int(found[1])
    raise AssertionError("agent %d has no guardian" % pid)


# --- what it tells ----------------------------------------------------------------------------

def check_hello():
    with Agent(MACHINE.agent) as agent:
        hello = agent.greet()
        assert hello["uname"].split() == MACHINE.run("uname -snrvm").split(), hello["uname"]
        assert hello["uid"] == 0
        cpus = MACHINE.run("ls -d %s/per_cpu/cpu*" % TRACEFS).split()
        assert hello["cpus"] == sorted(int(one.rsplit("cpu", 1)[1]) for one in cpus)
        clocks = MACHINE.read(TRACEFS + "/trace_clock").replace("[", "").replace("]", "").split()
        assert hello["clocks"] == clocks
        assert hello["tracers"] == MACHINE.read(TRACEFS + "/available_tracers").split()
        kprobes = "kprobe_events" in MACHINE.run("ls " + TRACEFS).split()
        assert ("kprobes" in hello["can"]) == kprobes
        assert ("no-kprobes" in dict(hello["limits"])) == (not kprobes)
        folder = "%s/instances/thresher_%d" % (TRACEFS, hello["pid"])
        tracers = MACHINE.read(folder + "/available_tracers").split()
        assert hello["instance-tracers"] == tracers
        assert ("instance-graph" in hello["can"]) == ("function_graph" in tracers)


def ask(agent, what, **settings):
    message = {"ticket": ("u", 7), "what": ("s", what)}
    message.update(settings)
    agent.send("ASK", message)
    frame = agent.next()
    return frame[1]


def check_answers():
    with Agent(MACHINE.agent) as agent:
        agent.greet()
        events = sorted(MACHINE.read(TRACEFS + "/available_events").split())
        answer = ask(agent, "events")
        assert answer["names"] == events and not answer["more"] and answer["ticket"] == 7
        answer = ask(agent, "events", match=("s", "sched:sched_w*"))
        assert answer["names"] == [name for name in events if name.startswith("sched:sched_w")]
        answer = ask(agent, "events", limit=("u", 3))
        assert answer["names"] == events[:3] and answer["more"]
        text = MACHINE.read(TRACEFS + "/events/sched/sched_switch/format")
        assert ask(agent, "format", match=("s", "sched:sched_switch"))["names"] == [text.rstrip()]
        assert ask(agent, "format", match=("s", "sched:../../../etc/passwd"))["code"] == "request"
        assert ask(agent, "files")["code"] == "request"
        assert ask(agent, "events", match=("s", "*" * 9))["code"] == "request"
        assert "1 " + MACHINE.read("/proc/1/comm").strip() in ask(agent, "processes")["names"]


def check_order():
    with Agent(MACHINE.agent) as agent:
        agent.expect("HELLO")
        agent.send("CONFIGURE", {"events": ("a(ss)", SCHED)})
        assert agent.expect("REFUSAL")["code"] == "order"
        agent.send("GREET", {"version": ("u", 99)})
        assert agent.expect("REFUSAL")["code"] == "version"
        agent.send("GREET", {"version": ("u", 1)})
        agent.send("START")
        refusal = agent.expect("REFUSAL")
        assert (refusal["what"], refusal["code"]) == (4, "order")
        assert "instance" in configure(agent)


# --- recordings that end in order ---------------------------------------------------------------

def record(seconds=1, load=LOAD, events=None, before_stop=None, **settings):
    """A recording under load, from hello to end; returns CONFIGURED, the
    recording, and END."""
    state = MACHINE.state()
    recording = Recording()
    with Agent(MACHINE.agent) as agent:
        configured = begin(agent, recording, events, **settings)
        running = MACHINE.start(load)
        agent.record_for(recording, seconds)
        agent.record_until_end(recording, running)
        if before_stop is not None:
            before_stop(agent, recording)
        end = agent.stop(recording)
        recording.n_line_bytes = agent.n_line_bytes
    assert end["reason"] == "stopped", end
    check_complete(end, recording)
    assert agent.process.returncode == 0, agent.process.returncode
    changes = MACHINE.changes(state)
    assert not changes, "\n".join(changes)
    return configured, recording, end


def check_stop():
    configured, recording, end = record()
    assert sum(end["events"]) > 1000, end
    assert recording.order[:4] == ["FILE", "STARTED", "FILE", "PAGES"] or \
        recording.order[:3] == ["FILE", "STARTED", "FILE"], recording.order[:5]
    for name in ("sched/sched_switch", "sched/sched_waking"):
        text = recording.text("format", name).decode()
        assert text == MACHINE.read("%s/events/%s/format" % (TRACEFS, name))
    assert recording.text("header_event").decode() == MACHINE.read(TRACEFS + "/events/header_event")
    assert configured["clock"] == "mono" and configured["missing"] == []
    symbols = recording.text("kallsyms").decode()
    assert symbols.split("\n")[:1000] == MACHINE.read("/proc/kallsyms").split("\n")[:1000]


def check_names():
    """Names of the living come from /proc, names of the dead from saved_cmdlines."""
    state = {}

    def look(unused_agent, unused_recording):
        state["living"] = MACHINE.run(
            "for p in /proc/[0-9]*; do echo \"${p#/proc/} $(cat $p/comm 2>/dev/null)\"; done")
    _, recording, _ = record(before_stop=look)
    names = recording.text("cmdlines").decode().splitlines()
    assert names == sorted(names, key=lambda line: int(line.split(" ")[0]))
    living = [line for line in state["living"].splitlines() if line.split(" ", 1)[1:] != [""]]
    missing = [line for line in living if line not in names
               and not re.search(r" (kworker|sh|cat|ssh|dropbear|thresher)", line)]
    assert len(missing) <= len(living) / 20, missing
    dead = [line for line in names if line.endswith(" yes")]
    assert dead, "the name of a task that ended is missing"


def check_packed():
    _, recording, _ = record(pack=("i", 1), remote=("b", True))
    unpacked = sum(len(page) for pages in recording.pages.values() for page in pages)
    unpacked += sum(len(text) for text, _ in recording.files.values())
    assert recording.n_line_bytes < unpacked / 2, (recording.n_line_bytes, unpacked)


def stolen_ns():
    """What the host of a virtual machine took from its CPUs, in ticks of 10 ms."""
    return int(MACHINE.read("/proc/stat").split("\n")[0].split()[8]) * 10_000_000


def check_status_time():
    """STATUS says what the recording's clock was when it was written; `until` is older."""
    times = []
    with Agent(MACHINE.agent) as agent:
        agent.greet()
        assert "instance" in configure(agent)
        before = time.monotonic_ns()
        agent.send("START")
        end = time.monotonic() + 20
        while len(times) < 4 and time.monotonic() < end:
            frame = agent.next(0.2)
            if frame is not None and frame[0] == "STATUS":
                times.append(frame[1]["time"])
                assert before <= times[-1] <= time.monotonic_ns(), (before, times)
                assert frame[1].get("until", 0) <= times[-1], frame[1]
                before = times[-1]
        agent.stop(Recording())
    assert len(times) == 4, times


def check_until():
    """Nothing comes later that is older than what was promised to be complete.  Where the kernel
    has no grace periods for user space, a virtual machine may be late by what its host took."""
    promised, late, recording, stolen = [], 0, Recording(), stolen_ns()
    with Agent(MACHINE.agent) as agent:
        has_grace = "grace-periods" in agent.greet()["can"]
        assert "instance" in configure(agent)
        agent.send("START")
        running = MACHINE.start(LOAD)
        end = time.monotonic() + 2
        # An emulated machine tells it less often.
        while time.monotonic() < end or (len(promised) < 6 and time.monotonic() < end + 20):
            frame = agent.next(0.2)
            if frame is None:
                continue
            if frame[0] == "STATUS" and "until" in frame[1]:
                promised.append(frame[1]["until"])
            elif frame[0] == "PAGES" and promised:
                payload, at = frame[1], 0
                while at < len(payload):
                    size, = struct.unpack_from("<I", payload, at + 4)
                    first = first_time(payload[at + 8:at + 8 + size])
                    late = max(late, promised[-1] - first if first is not None else 0)
                    at += 8 + size
        agent.record_until_end(recording, running)
        agent.stop(recording)
    assert len(promised) >= 4 and promised == sorted(promised), promised
    stolen = 0 if has_grace else stolen_ns() - stolen
    assert late == 0 or late < stolen + 10_000_000 * (stolen > 0), (late, stolen)


def check_counters():
    before = MACHINE.read("/proc/net/snmp")
    _, recording, _ = record(counters=("b", True), seconds=0.5)
    after = MACHINE.read("/proc/net/snmp")

    def in_receives(text):
        names, values = [line.split() for line in text.splitlines() if line.startswith("Ip:")]
        return int(values[names.index("InReceives")])
    told = [recording.counters[when]["proc/net/snmp"].decode() for when in ("before", "after")]
    numbers = [in_receives(text) for text in (before, *told, after)]
    assert numbers == sorted(numbers), numbers
    for name in ("proc/net/netstat", "proc/net/softnet_stat", "proc/net/dev", "proc/interrupts",
                 "proc/softirqs", "proc/stat"):
        theirs = MACHINE.read("/" + name)
        ours = recording.counters["after"][name].decode()
        assert re.sub(r"[0-9a-f]+| +", "", ours) == re.sub(r"[0-9a-f]+| +", "", theirs), name


def check_qdisc():
    """Against tc, before and after."""
    def ask():
        return {(one["dev"], one["kind"], one["handle"]): one for one in
                json.loads(MACHINE.run("tc -s -j qdisc show"))}
    before = ask()
    _, recording, _ = record(counters=("b", True), seconds=0.3)
    after = ask()
    names = {"bytes": "bytes", "packets": "packets", "drops": "drops", "overlimits": "overlimits",
             "requeues": "requeues"}
    found = {}
    for line in recording.counters["after"]["qdisc"].decode().splitlines():
        device, kind, handle, name, value = line.split()
        found[(device, kind, handle, name)] = int(value)
    for key in set(before) & set(after):
        for ours, theirs in names.items():
            assert before[key][theirs] <= found[(*key, ours)] <= after[key][theirs], (key, ours)
    assert {key[:3] for key in found} >= set(before) & set(after), (before.keys(), found.keys())
    assert before


def check_ethtool():
    """Against ethtool -S and -k, which have the same names."""
    device = MACHINE.run("ls /sys/class/net | grep -v '^lo$' | head -1").strip()
    features = dict(re.findall(r"^\s*([a-z0-9-]+): (on|off)", MACHINE.run("ethtool -k " + device),
                               re.M))
    stats = re.findall(r"^ +(.*): (\d+)$", MACHINE.run("ethtool -S %s || true" % device), re.M)
    _, recording, _ = record(counters=("b", True), seconds=0.3)
    found = {}
    for line in recording.counters["after"]["ethtool/" + device].decode().splitlines():
        kind, rest = line.split(" ", 1)
        name, value = rest.rsplit(" ", 1)
        found.setdefault(kind, {})[name] = value
    for name, value in stats:
        assert int(found["stat"][name.strip()]) >= int(value), name
    # ethtool shortens some names; those that are the same must agree.
    same = [name for name in features if name in found["feature"]]
    assert len(same) >= 10, (features, found)
    for name in same:
        assert found["feature"][name] == features[name], name
    assert int(found["ring"]["rx"]) >= 0 if "ring" in found else True


def check_mark():
    def mark(agent, recording):
        agent.send("MARK", {"text": ("s", "half\nway")})
        agent.record_for(recording, 0.3)
    _, recording, _ = record(before_stop=mark)
    found = b"".join(page for pages in recording.pages.values() for page in pages)
    assert b"half way" in found


def check_pids():
    """A task, and what it forks, are recorded; others are not."""
    recording, state = Recording(), MACHINE.state()
    with Agent(MACHINE.agent) as agent:
        agent.greet()
        running = MACHINE.start("echo $$; sleep 1; " + LOAD)
        pid = int(running.stdout.readline())
        assert "instance" in configure(agent, SWITCH, pids=("ai", [pid]))
        agent.send("START")
        agent.record_until_end(recording, running)
        end = agent.stop(recording)
    check_complete(end, recording)
    # prev_comm and next_comm of sched_switch: one of them is a task of ours.
    strangers = others = 0
    for pages in recording.pages.values():
        for page in pages:
            strangers += page.count(b"rcu_preempt")
            others += len(re.findall(rb"yes\0|head\0|cat\0|sh\0|sleep\0", page))
    # Our tasks are switched from and to it; without the filter it would not be alone with them.
    assert others > 100 and strangers < others / 8, (others, strangers)
    assert not MACHINE.changes(state)


def common_pids(recording):
    """How many events of each task there are: struct trace_entry has its pid at offset 4."""
    found = {}
    for pages in recording.pages.values():
        for page in pages:
            for data in events(page):
                pid = struct.unpack_from("<i", data, 4)[0]
                found[pid] = found.get(pid, 0) + 1
    return found


def check_not_itself():
    """The agent does not record the system calls of its own threads."""
    recording = Recording()
    with Agent(MACHINE.agent) as agent:
        hello = agent.greet()
        configure(agent, [("raw_syscalls:sys_enter", "")])
        agent.send("START")
        running = MACHINE.start(LOAD)
        own = {int(pid) for pid in MACHINE.run("ls /proc/%d/task" % hello["pid"]).split()}
        agent.record_until_end(recording, running)
        agent.record_for(recording, 0.6)
        agent.stop(recording)
    pids = common_pids(recording)
    assert len(own) == 1 + ("grace-periods" in hello["can"]), own
    assert sum(pids.values()) > 100 and not own & set(pids), (own, pids)


def check_itself_elsewhere():
    """Only its calls are left out: it wakes its reader, and interrupts come while it runs."""
    recording = Recording()
    with Agent(MACHINE.agent) as agent:
        hello = agent.greet()
        configure(agent, [("sched:sched_waking", "")])
        agent.send("START")
        running = MACHINE.start(LOAD)
        agent.record_until_end(recording, running)
        agent.stop(recording)
    assert hello["pid"] in common_pids(recording), common_pids(recording)


def check_missing():
    with Agent(MACHINE.agent) as agent:
        agent.greet()
        configured = configure(agent, [*SWITCH, ("sched:no_such", ""), ("nosystem:none", ""),
                                       ("irq:softirq_raise", "vec == 2 || vec = 3")])
        assert configured["missing"] == ["sched:no_such", "nosystem:none"]
        (what, why), = configured["refused"]
        assert what.startswith("irq:softirq_raise: ") and "^" in why, (what, why)
        assert configure(agent, [("sched:no_such", "")])["code"] == "nothing"
        assert configure(agent, clock=("s", "sundial"))["code"] == "clock"
        assert configure(agent, buffer_kb=("t", 1 << 40))["code"] == "memory"
        assert "instance" in configure(agent)


def check_measure():
    """A measurement sends no page, and can be followed by a recording."""
    recording, after = Recording(), Recording()
    with Agent(MACHINE.agent) as agent:
        begin(agent, recording, measure=("b", True))
        running = MACHINE.start(LOAD)
        agent.record_until_end(recording, running)
        end = agent.stop(recording)
        assert sum(end["events"]) > 1000 and sum(end["bytes"]) > 10000, end
        assert "PAGES" not in recording.order and "FILE" not in recording.order, recording.order
        assert "instance" in configure(agent)
        agent.send("START")
        agent.record_for(after, 0.5)
        check_complete(agent.stop(after), after)


def check_hold():
    """Pages stay there until the stop."""
    def look(unused_agent, recording):
        assert not recording.pages
    _, recording, end = record(before_stop=look, hold=("b", True), pack=("i", 1))
    assert n_events(recording) == sum(end["events"]) > 1000


def check_hold_full():
    """A disk there that has no room ends the recording, and the end says so."""
    recording = Recording()
    inner = 'mount -t tmpfs -o size=1m none /mnt && TMPDIR=/mnt exec "$@"'
    with Agent(["unshare", "-m", "sh", "-c", inner, "sh", *MACHINE.agent]) as agent:
        begin(agent, recording, hold=("b", True))
        end = agent.wait_for("END", recording, 20)
    assert end["reason"] == "error" and "disk is full" in end["message"], end


def check_ring():
    """The buffers keep the newest, and are sent at the stop."""
    def look(unused_agent, recording):
        assert not recording.pages
    _, recording, end = record(load=LOAD + "; " + FORKS % 4000, before_stop=look,
                               ring=("b", True), buffer_kb=("t", 64))
    assert sum(end["overrun"]) > 0, end["overrun"]
    assert n_events(recording) > 500


def check_trigger():
    recording, state = Recording(), MACHINE.state()
    with Agent(MACHINE.agent) as agent:
        begin(agent, recording, SWITCH, ring=("b", True),
              stop_trigger=("(ss)", ("sched:sched_switch", 'next_comm == "th-stops"')))
        agent.record_for(recording, 0.5)
        assert not recording.pages
        MACHINE.run("printf th-stops >/proc/self/comm 2>/dev/null; sh -c "
                    "'printf th-stops >/proc/$$/comm; sleep 0.1; :'")
        end = agent.wait_for("END", recording, 10)
    assert end["reason"] == "trigger", end
    check_complete(end, recording)
    # The event that pulled the trigger is among the last.
    assert any(b"th-stops" in pages[-1] for pages in recording.pages.values())
    assert not MACHINE.changes(state)


def check_buffers():
    with Agent(MACHINE.agent) as agent:
        hello = agent.greet()
        folder = "%s/instances/thresher_%d/" % (TRACEFS, hello["pid"])
        configured = configure(agent, buffer_kb=("t", 1000), clock=("s", "boot"))
        assert configured["buffer-kb"] == int(MACHINE.read(folder + "buffer_size_kb"))
        assert 1000 <= configured["buffer-kb"] < 1020
        assert "[boot]" in MACHINE.read(folder + "trace_clock")
        assert MACHINE.read(folder + "tracing_on").strip() == "0"
        assert MACHINE.read(folder + "set_event_notrace_pid").strip() in ("", "no pid")
        agent.send("START")
        agent.wait_for("STARTED")
        assert MACHINE.read(folder + "tracing_on").strip() == "1"


# --- probes and functions -------------------------------------------------------------------------

def has(what):
    if what in ("tc", "ethtool"):
        return MACHINE.run("command -v %s || true" % what).strip() != ""
    with Agent(MACHINE.agent) as agent:
        hello = agent.greet()
        return what in hello["can"] or what in hello["tracers"]


PROBES = [["p th_open do_sys_openat2 dfd=$arg1:s32"], ["r th_opened do_sys_openat2 ret=$retval"],
          ["p th_none no_such_function", "p th_second vfs_read"], ["p th_bad vfs_open x=$nonsense"]]


def check_probes():
    """Probes are the agent's own; the first alternative that the kernel takes is used."""
    opens = "for i in 1 2 3 4 5 6 7 8 9 10; do cat /proc/version; done >/dev/null"
    configured, recording, end = record(load=opens, events=[], probes=("aas", PROBES))
    assert configured["probes"] == ["th_open", "th_opened", "th_second"], configured
    (what, why), = configured["refused"]
    assert what == PROBES[3][0] and why, (what, why)
    group = configured["instance"]
    assert b"name: th_open\n" in recording.text("format", group + "/th_open")
    profile = [line.split() for line in recording.text("kprobe_profile").decode().splitlines()]
    hits = {name: int(hit) for name, hit, _ in profile}
    assert hits["th_open"] >= 10 and hits["th_opened"] >= 10, hits
    assert end["missed"] == sum(int(missed) for _, _, missed in profile)
    number = re.search(rb"ID: (\d+)", recording.text("format", group + "/th_open"))[1]
    found = sum(struct.unpack_from("<H", data)[0] == int(number)
                for pages in recording.pages.values() for page in pages for data in events(page))
    assert 10 <= found <= hits["th_open"], (found, hits)


def check_together():
    state = MACHINE.state()
    with Agent(MACHINE.agent) as agent:
        agent.greet()
        configured = configure(agent, SWITCH, probes=("aas", PROBES),
                               together=("aas", [["th_open", "th_bad"], ["th_second"]]))
        assert configured["probes"] == ["th_opened", "th_second"], configured
        assert ("th_open", "of no use without th_bad") in configured["refused"]
        defined = MACHINE.read(TRACEFS + "/kprobe_events")
        assert "/th_open " not in defined and "/th_opened " in defined, defined
    assert not MACHINE.changes(state)


def check_probes_swept():
    """Probes of agents that were killed with their guardians go with the next agent."""
    state = MACHINE.state()
    with Agent(MACHINE.agent) as agent:
        hello = agent.greet()
        configure(agent, SWITCH, probes=("aas", PROBES))
        agent.send("START")
        agent.wait_for("STARTED")
        MACHINE.run("kill -9 %d %d" % (guardian_of(hello["pid"]), hello["pid"]))
    time.sleep(0.5)
    assert "th_open" in MACHINE.read(TRACEFS + "/kprobe_events")
    with Agent(MACHINE.agent) as agent:
        assert "thresher_%d" % hello["pid"] in agent.greet()["swept"]
    assert not MACHINE.changes(state)


def check_probes_killed():
    def define(agent, pid):
        configure(agent, SWITCH, probes=("aas", PROBES))
        agent.send("START")
        agent.wait_for("STARTED")
        kill_agent(agent, pid)
    interrupted(define, start=False)


GRAPH = {"tracer": ("s", "function_graph"), "functions": ("as", ["vfs_read"]),
         "max_depth": ("u", 2)}
READS = "for i in 1 2 3 4 5 6 7 8 9 10; do cat /proc/version; done >/dev/null"


def number_of(recording, name):
    return int(re.search(rb"ID: (\d+)", recording.text("ftrace", name))[1])


def check_graph():
    """function_graph, in the instance or, on older kernels, at the top."""
    _, recording, _ = record(load=READS, events=SWITCH, **GRAPH)
    wanted = number_of(recording, "funcgraph_entry")
    entries = [struct.unpack_from("<Qi", data, 8) for pages in recording.pages.values()
               for page in pages for data in events(page)
               if struct.unpack_from("<H", data)[0] == wanted]
    symbols = {line.split()[2]: int(line.split()[0], 16)
               for line in recording.text("kallsyms").decode().splitlines()
               if line.split()[2] == "vfs_read"}
    outer = [address for address, depth in entries if depth == 0]
    assert len(outer) >= 10 and {depth for _, depth in entries} <= {0, 1}, entries[:20]
    # The tracer's own call site may lie a few bytes behind the symbol.
    # The kernel lets a function slip in now and then, when an interrupt meets the entry.
    strangers = [hex(address) for address in outer if not 0 <= address - symbols["vfs_read"] <= 16]
    assert len(strangers) <= len(outer) / 10, (hex(symbols["vfs_read"]), strangers[:5])
    switch = int(re.search(rb"ID: (\d+)", recording.text("format", "sched/sched_switch"))[1])
    assert any(struct.unpack_from("<H", data)[0] == switch for pages in recording.pages.values()
               for page in pages for data in events(page))


def check_graph_killed():
    def define(agent, pid):
        assert "instance" in configure(agent, SWITCH, **GRAPH)
        agent.send("START")
        agent.wait_for("STARTED")
        kill_agent(agent, pid)
    interrupted(define, start=False)


def check_graph_swept():
    """Agent and guardian die: the next agent restores what they changed for everybody, be it all of
    the top, or on later kernels the functions of the graph."""
    state = MACHINE.state()
    with Agent(MACHINE.agent) as agent:
        hello = agent.greet()
        at_top = "instance-graph" not in hello["can"]
        assert "instance" in configure(agent, SWITCH, **GRAPH)
        agent.send("START")
        agent.wait_for("STARTED")
        MACHINE.run("kill -9 %d %d" % (guardian_of(hello["pid"]), hello["pid"]))
    time.sleep(0.5)
    assert (MACHINE.read(TRACEFS + "/current_tracer").strip() == "function_graph") == at_top
    assert MACHINE.read(TRACEFS + "/set_graph_function").strip() == "vfs_read"
    assert MACHINE.read(TRACEFS + "/max_graph_depth").strip() == "2"
    with Agent(MACHINE.agent) as agent:
        assert "thresher_%d" % hello["pid"] in agent.greet()["swept"]
    changes = MACHINE.changes(state)
    assert not changes, "\n".join(changes)


def check_graph_in_use():
    """Functions of the graph that somebody else has set are left alone."""
    path = TRACEFS + "/set_graph_function"
    MACHINE.run("echo vfs_write > " + path)
    try:
        state = MACHINE.state()
        with Agent(MACHINE.agent) as agent:
            agent.greet()
            assert configure(agent, SWITCH, **GRAPH)["code"] == "in-use"
        assert not MACHINE.changes(state)
    finally:
        MACHINE.run(": > " + path)


# --- recordings that end otherwise ----------------------------------------------------------------

def interrupted(how, reason=None, seconds=30, start=True, after=None):
    """A recording is interrupted; nothing of it is left."""
    state, recording = MACHINE.state(), Recording()
    running = MACHINE.start(LOAD)
    with Agent(MACHINE.agent) as agent:
        hello = agent.greet()
        if start:
            configure(agent)
            agent.send("START")
            agent.record_for(recording, 0.5)
        assert "thresher_%d" % hello["pid"] in MACHINE.instances()
        how(agent, hello["pid"])
        if reason is not None:
            end = agent.wait_for("END", recording, seconds)
            assert end["reason"] == reason, end
        changes = MACHINE.changes(state, seconds)
        if after is not None:
            after()
        assert not changes, "\n".join(changes)
    running.wait()


def kill_agent(unused_agent, pid):
    MACHINE.run("kill -9 %d" % pid)


def check_killed():
    interrupted(kill_agent)


def check_line_closed():
    def close(agent, unused_pid):
        agent.quiet = True
        agent.process.stdin.close()
    interrupted(close, "line")


def check_output_closed():
    interrupted(lambda agent, unused: agent.process.stdout.close())


def check_silence():
    begun = time.monotonic()

    def fall_silent(agent, unused_pid):
        agent.quiet = True
    interrupted(fall_silent, "silence")
    assert 9 < time.monotonic() - begun < 30


def check_terminated():
    interrupted(lambda unused, pid: MACHINE.run("kill -TERM %d" % pid), "stopped")


def check_garbage():
    def send_garbage(agent, unused_pid):
        agent.send_bytes(b"GET / HTTP/1.1\r\n\r\n")
    interrupted(send_garbage, "error")


def check_line_killed():
    interrupted(lambda agent, unused: agent.process.kill())


def check_line_stopped():
    """A line that is half dead takes nothing and says nothing, but is not closed."""
    stopped = []

    def stop_line(agent, unused_pid):
        agent.quiet = True
        agent.process.send_signal(signal.SIGSTOP)
        stopped.append(agent.process)
    try:
        interrupted(stop_line, seconds=40, after=lambda: stopped[0].send_signal(signal.SIGCONT))
    finally:
        if stopped and stopped[0].poll() is None:
            stopped[0].send_signal(signal.SIGCONT)


def check_ignored_interrupt():
    """SIGINT that was ignored at the start stays ignored."""
    recording = Recording()
    with Agent(MACHINE.agent,
               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)) as agent:
        begin(agent, recording)
        agent.process.send_signal(signal.SIGINT)
        agent.record_for(recording, 0.5)
        assert agent.stop(recording)["reason"] == "stopped"
        assert agent.process.wait(10) == 0


def check_swept():
    """Agent and guardian die together; the kernel stops tracing, the next agent cleans up."""
    state, recording = MACHINE.state(), Recording()
    with Agent(MACHINE.agent) as agent:
        hello = agent.greet()
        configure(agent)
        agent.send("START")
        agent.record_for(recording, 0.3)
        MACHINE.run("kill -9 %d %d" % (guardian_of(hello["pid"]), hello["pid"]))
    name = "thresher_%d" % hello["pid"]
    time.sleep(0.5)
    assert name in MACHINE.instances()
    assert MACHINE.read("%s/instances/%s/tracing_on" % (TRACEFS, name)).strip() == "0"
    size = MACHINE.read("%s/instances/%s/buffer_size_kb" % (TRACEFS, name))
    assert int(size) < 100, size
    with Agent(MACHINE.agent) as agent:
        assert name in agent.greet()["swept"]
    changes = MACHINE.changes(state)
    assert not changes, "\n".join(changes)


def check_two():
    """A second agent leaves the first one's instance alone."""
    recording = Recording()
    with Agent(MACHINE.agent) as first:
        begun = begin(first, recording)
        with Agent(MACHINE.agent) as second:
            name = begun["instance"]
            hello = second.greet()
            assert name not in hello["swept"]
            assert {name, "thresher_%d" % hello["pid"]} <= set(MACHINE.instances())
        running = MACHINE.start(LOAD)
        first.record_until_end(recording, running)
        end = first.stop(recording)
    assert sum(end["events"]) > 1000
    check_complete(end, recording)


def check_stuck_line():
    """A window that takes nothing costs neither memory nor more than the kernel's own losses."""
    recording = Recording()
    with Agent(MACHINE.agent) as agent:
        hello = agent.greet()
        calls = [("raw_syscalls:sys_enter", ""), ("raw_syscalls:sys_exit", "")]
        assert "instance" in configure(agent, calls, buffer_kb=("t", 256))
        agent.send("START")
        agent.wait_for("STARTED", recording)
        running = MACHINE.start("dd if=/dev/zero of=/dev/null bs=1 count=200000 2>&1")
        while running.poll() is None:
            agent.keep_alive()
            time.sleep(0.2)
        status = MACHINE.read("/proc/%d/status" % hello["pid"])
        peak = int(re.search(r"VmHWM:\s+(\d+)", status)[1])
        end = agent.stop(recording)
    assert peak < 64 << 10, "%d KB" % peak
    assert sum(end["overrun"]) > 0 and sum(end["bytes"]) > 4 << 20, end
    check_complete(end, recording)


# --- recordings that are resumed -------------------------------------------------------------------

RESUME = {"resume": ("u", 20)}


def check_order_of_pages(recording):
    """Each page of a CPU is later than the one before it, so none came twice."""
    for pages in recording.pages.values():
        times = [first_time(page) for page in pages if count_events(page) > 0]
        assert times == sorted(set(times)), times


def end_resumed(agent, recording, state):
    """A resumed recording ends in order: nothing is missing, nothing is left."""
    end = agent.stop(recording)
    assert end["reason"] == "stopped", end
    check_complete(end, recording)
    check_order_of_pages(recording)
    assert agent.process.wait(20) == 0, agent.process.returncode
    changes = MACHINE.changes(state)
    assert not changes, "\n".join(changes)


def resumed(lose, seconds=2, **settings):
    """A recording whose connection is lost in the middle of its load, and taken up again."""
    state, recording = MACHINE.state(), Recording()
    with Agent(MACHINE.agent) as first, Agent(MACHINE.agent) as second:
        begin(first, recording, **RESUME, **settings)
        running = MACHINE.start(LOAD + "; sleep 1; " + LOAD + "; sleep 1; " + LOAD)
        # An emulated machine takes its time.
        while n_events(recording) <= 100 and running.poll() is None:
            first.record_for(recording, 0.5)
        before = n_events(recording)
        lose(first)
        time.sleep(seconds)
        answer = second.resume(first)
        assert "frames" in answer, answer
        second.record_until_end(recording, running)
        end_resumed(second, recording, state)
    assert n_events(recording) > before > 100, before


def check_resumed():
    resumed(Agent.lose)


def check_resumed_packed():
    resumed(Agent.lose, pack=("i", 1), remote=("b", True), counters=("b", True))


def check_resumed_silent():
    """The window does not wait until the agent, too, takes the connection for dead."""
    def fall_silent(agent):
        agent.quiet = True
    resumed(fall_silent, seconds=4)


def check_resumed_later():
    """The agent has taken the connection for dead."""
    def fall_silent(agent):
        agent.quiet = True
    resumed(fall_silent, seconds=13)


def check_resumed_line_killed():
    resumed(lambda agent: agent.process.kill())


def check_resumed_line_stopped():
    stopped = []

    def stop_line(agent):
        agent.quiet = True
        agent.process.send_signal(signal.SIGSTOP)
        stopped.append(agent.process)
    try:
        resumed(stop_line, seconds=5)
    finally:
        for process in stopped:
            process.send_signal(signal.SIGCONT)


def check_resumed_twice():
    state, recording = MACHINE.state(), Recording()
    agents = [Agent(MACHINE.agent) for _ in range(3)]
    begin(agents[0], recording, **RESUME)
    running = MACHINE.start(LOAD + "; sleep 1; " + LOAD)
    for lost, later in zip(agents, agents[1:]):
        lost.record_for(recording, 0.5)
        lost.lose()
        time.sleep(0.5)
        answer = later.resume(lost)
        assert "frames" in answer, answer
    # The one that brought the connection that was lost has ended with it.
    assert agents[1].process.wait(10) == 1
    agents[2].record_until_end(recording, running)
    end_resumed(agents[2], recording, state)
    assert MACHINE.prefix or agents[0].process.wait(10) == 0


def check_resumed_end():
    """The connection is lost after the stop; END comes over the next one."""
    state, recording = MACHINE.state(), Recording()
    with Agent(MACHINE.agent) as first, Agent(MACHINE.agent) as second:
        begin(first, recording, **RESUME)
        first.record_until_end(recording, MACHINE.start(LOAD))
        first.send("STOP", {})
        first.lose()
        time.sleep(2)
        assert "frames" in second.resume(first)
        # A window that does not know whether its STOP has arrived sends it again.
        end_resumed(second, recording, state)


def check_resumed_flood():
    """While it waits, it keeps a bounded amount; the kernel counts what is lost after that."""
    state, recording = MACHINE.state(), Recording()
    with Agent(MACHINE.agent) as first, Agent(MACHINE.agent) as second:
        calls = [("raw_syscalls:sys_enter", ""), ("raw_syscalls:sys_exit", "")]
        pid = first.greet()["pid"]
        assert "instance" in configure(first, calls, buffer_kb=("t", 256), **RESUME)
        first.send("START")
        first.record_for(recording, 0.3)
        first.lose()
        MACHINE.run("dd if=/dev/zero of=/dev/null bs=1 count=1000000 2>&1")
        status = MACHINE.read("/proc/%d/status" % pid)
        peak = int(re.search(r"VmHWM:\s+(\d+)", status)[1])
        assert "frames" in second.resume(first)
        second.record_for(recording, 1)
        end = second.stop(recording)
        check_complete(end, recording)
        check_order_of_pages(recording)
    assert peak < 100 << 10, "%d KB" % peak
    assert sum(end["overrun"]) > 0 and sum(end["bytes"]) > 20 << 20, end
    assert not MACHINE.changes(state)


def check_not_resumed():
    """It records for as long as the window asked for, and then leaves nothing."""
    def lose(agent, pid):
        assert "instance" in configure(agent, resume=("u", 4))
        agent.send("START")
        agent.wait_for("STARTED")
        agent.lose()
        time.sleep(2)
        name = "thresher_%d" % pid
        assert MACHINE.read("%s/instances/%s/tracing_on" % (TRACEFS, name)).strip() == "1"
        times.append(time.monotonic() - 2)
    times = []
    interrupted(lose, start=False, after=lambda: times.append(time.monotonic()))
    assert 3.5 < times[1] - times[0] < 20, times


def check_abandoned():
    """A window that leaves for good says so; nothing waits for it."""
    def leave(agent, unused_pid):
        assert "instance" in configure(agent, **RESUME)
        agent.send("START")
        agent.wait_for("STARTED")
        agent.send("STOP", {"abandon": ("b", True)})
        agent.lose()
        times.append(time.monotonic())
    times = []
    interrupted(leave, start=False, after=lambda: times.append(time.monotonic()))
    assert times[1] - times[0] < 12, times


def check_killed_lost():
    """The agent is killed while it waits."""
    def kill(agent, pid):
        assert "instance" in configure(agent, **RESUME)
        agent.send("START")
        agent.wait_for("STARTED")
        agent.lose()
        time.sleep(0.5)
        kill_agent(agent, pid)
    interrupted(kill, start=False)


def check_terminated_lost():
    """It is sent SIGTERM while it waits."""
    def end(agent, pid):
        assert "instance" in configure(agent, **RESUME)
        agent.send("START")
        agent.wait_for("STARTED")
        agent.lose()
        time.sleep(0.5)
        MACHINE.run("kill -TERM %d" % pid)
    interrupted(end, start=False, seconds=15)


def refuse_resume(lost, code, token=None, n_frames=None):
    with Agent(MACHINE.agent) as agent:
        answer = agent.resume(lost, token, n_frames)
        assert answer.get("code") == code and answer["message"], (answer, code)
        # It is an agent like any other.
        assert "instance" in configure(agent)


def check_resume_refused():
    """Who has no right to a recording, or comes too early, leaves it as it is."""
    state, recording = MACHINE.state(), Recording()
    bystander = MACHINE.start("echo $$; exec sleep 60")
    stranger = int(bystander.stdout.readline())
    time.sleep(0.2)
    with Agent(MACHINE.agent) as first:
        begin(first, recording, resume=("u", 60))
        pid, start, token = first.token.split(":")
        first.record_for(recording, 0.5)
        refuse_resume(first, "busy")
        first.lose()
        time.sleep(0.3)
        other = "0" * 31 + ("1" if token[-1] == "0" else "0")
        refuse_resume(first, "resume", "%s:%s:%s" % (pid, start, other))
        refuse_resume(first, "resume", "%s:%d:%s" % (pid, int(start) + 1, token))
        refuse_resume(first, "resume", n_frames=first.n_frames + 1000000)
        theirs = MACHINE.read("/proc/%d/stat" % stranger).rsplit(")", 1)[1].split()[19]
        refuse_resume(first, "resume", "%d:%s:%s" % (stranger, theirs, token))
        names = ("", ":::", "1:1:" + token, "-1:1:" + token, "%s:%s" % (pid, start),
                 "%s:%s:%s:" % (pid, start, token), "%s:%s:%s0" % (pid, start, token))
        # Over ssh each takes seconds, and the recording waits for a minute at most.
        for name in names[:2] if MACHINE.prefix else names:
            refuse_resume(first, "resume", name)
        assert bystander.poll() is None
        with Agent(MACHINE.agent) as last:
            answer = last.resume(first)
            assert "frames" in answer, answer
            last.record_for(recording, 0.5)
            end_resumed(last, recording, state)
        refuse_resume(first, "resume")
    MACHINE.run("kill %d" % stranger)
    bystander.wait()


def check_not_resumable():
    """Without the wish there is no token, and no window can acknowledge anything."""
    with Agent(MACHINE.agent) as agent:
        agent.greet()
        assert "resume" not in configure(agent)
        assert "resume" not in configure(agent, measure=("b", True), **RESUME)
        assert len(configure(agent, resume=("u", 1000))["resume"]) < 200
        agent.send("ACK", {"frames": ("t", 1 << 40)})
        agent.wait_for("REFUSAL")
        assert agent.process.wait(20) is not None


def check_clock():
    """The time on the target lies between the question and the answer."""
    with Agent(MACHINE.agent) as agent:
        agent.greet()
        for clock, number in (("mono", time.CLOCK_MONOTONIC), ("boot", time.CLOCK_BOOTTIME)):
            for ticket in range(5):
                before = time.clock_gettime_ns(number)
                agent.send("CLOCK", {"ticket": ("u", ticket)})
                answer = agent.wait_for("TIME")
                after = time.clock_gettime_ns(number)
                assert answer["ticket"] == ticket
                assert before < answer["time"] < after, (before, answer, after)
            assert "instance" in configure(agent, clock=("s", "boot"))
        assert "instance" in configure(agent, clock=("s", "counter"))
        agent.send("CLOCK", {"ticket": ("u", 1)})
        assert "time" not in agent.wait_for("TIME")


# --- a hostile window -----------------------------------------------------------------------------

def check_hostile():
    state = MACHINE.state()
    with Agent(MACHINE.agent) as agent:
        agent.greet()
        for name in ("sched:../../tracing_on", "../..:sched_switch", "sched/sched_switch",
                     "sched:sched_switch\n", ":", "sched:", "a:b:c", "sched:.."):
            assert configure(agent, [(name, "")])["code"] == "request", name
        assert configure(agent, [("sched:sched_switch", "prev_pid == 1\n0")])["code"] == "request"
        for clock in ("../tracing_on", "mono\n", ""):
            assert configure(agent, clock=("s", clock))["code"] == "request", clock
        assert configure(agent, tracer=("s", "blk"))["code"] == "request"
        for function in ("schedule:traceoff", "!vfs_read", "a b", "vfs_read\n", "*:mod:ext4"):
            refusal = configure(agent, tracer=("s", "function"), functions=("as", [function]))
            assert refusal["code"] == "request", function
        for probe in ("-:kprobes/x y", "p:other/x vfs_read", "p x /bin/sh:0x10", "e x sched/y",
                      "p x vfs_read\np:other/y vfs_read", "p x", "p ../x vfs_read",
                      "p x vfs_read # ", "!p x y"):
            assert configure(agent, probes=("aas", [[probe]]))["code"] == "request", probe
        many = [("sched:sched_switch", "")] * 8193
        assert configure(agent, many)["code"] == "request"
        agent.send_bytes(struct.pack("<IBBH", 1 << 21, 3, 0, 0))
        try:
            while agent.next(10) is not None:
                pass
        except Closed:
            pass
        assert agent.process.wait(20) is not None
    changes = MACHINE.changes(state)
    assert not changes, "\n".join(changes)


def check_cut_dictionary():
    """A dictionary that is not in normal form ends the connection."""
    message = gvariant.encode("a{sv}", {"version": ("u", 1)})
    with Agent(MACHINE.agent) as agent:
        agent.expect("HELLO")
        agent.send_bytes(struct.pack("<IBBH", len(message) - 1, 1, 0, 0) + message[:-1])
        agent.expect("REFUSAL")
        assert agent.process.wait(20) is not None


# --- without the agent's rights ---------------------------------------------------------------------

def check_no_tracefs():
    """Another folder is no tracefs: the hello says that nothing can be recorded."""
    with Agent([*MACHINE.agent, "--tracefs", "/proc/self"]) as agent:
        hello = agent.greet()
        assert "no-permission" in dict(hello["limits"]), hello["limits"]
        assert configure(agent)["code"] == "tracefs"


def check_user():
    with Agent(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
                *MACHINE.agent]) as agent:
        limits = dict(agent.greet()["limits"])
        assert "no-permission" in limits or "no-tracefs" in limits, limits
        assert configure(agent)["code"] == "tracefs"


NEEDS = {check_probes: "kprobes", check_together: "kprobes", check_probes_swept: "kprobes",
         check_probes_killed: "kprobes", check_graph: "function_graph",
         check_graph_killed: "function_graph", check_graph_swept: "function_graph",
         check_graph_in_use: "function_graph", check_qdisc: "tc", check_ethtool: "ethtool"}
# On this machine, the process at the end of the connection is the agent itself.
RESUMED = (check_resumed, check_resumed_packed, check_resumed_silent, check_resumed_later,
           check_resumed_twice, check_resumed_end, check_resumed_flood, check_not_resumed,
           check_abandoned, check_killed_lost, check_terminated_lost, check_resume_refused,
           check_not_resumable)
REMOTE = (check_line_killed, check_line_stopped, check_resumed_line_killed,
          check_resumed_line_stopped)
LOCAL = (check_hold_full, check_ignored_interrupt, check_user, check_clock, check_status_time)
CHECKS = (check_hello, check_answers, check_order, check_stop, check_names, check_packed,
          check_until, check_counters, check_mark, check_pids, check_not_itself,
          check_itself_elsewhere, check_missing,
          check_measure, check_hold, check_ring, check_trigger, check_buffers, check_killed,
          check_line_closed, check_output_closed, check_silence, check_terminated, check_garbage,
          check_swept, check_two, check_stuck_line, check_hostile, check_cut_dictionary,
          check_no_tracefs, *RESUMED, *NEEDS, *LOCAL, *REMOTE)


def guarded(check):
    """An agent that ends too early is a failure of this case alone."""
    try:
        return check()
    except (Closed, OSError, TypeError, IndexError, subprocess.CalledProcessError):
        return traceback.format_exc()


def main():
    tap = Tap()
    reason = None if MACHINE.prefix else why_not()
    only = os.environ.get("ONLY", "").split()
    for check in CHECKS:
        name = check.__name__[len("check_"):].replace("_", " ")
        if only and check.__name__[len("check_"):] not in only:
            continue
        if reason is not None:
            tap.skip(name, reason)
        elif MACHINE.prefix and check in LOCAL:
            tap.skip(name, "only on this machine")
        elif not MACHINE.prefix and check in REMOTE:
            tap.skip(name, "only over a line to another machine")
        elif check in NEEDS and not has(NEEDS[check]):
            tap.skip(name, "there is no " + NEEDS[check])
        else:
            tap.case(name, guarded, check)
    tap.end()


main()
