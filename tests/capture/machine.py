# machine.py - the machine that an agent records: this one, or another by ssh
#
# SPDX-License-Identifier: GPL-2.0-or-later
import os
import re
import subprocess
import time

TRACEFS = "/sys/kernel/tracing"
# What a recording must leave as it was.
STATE = ("tracing_on current_tracer trace_clock buffer_size_kb buffer_percent set_event "
         "set_event_pid set_event_notrace_pid set_ftrace_filter set_ftrace_notrace "
         "set_ftrace_pid set_graph_function set_graph_notrace max_graph_depth tracing_cpumask "
         "tracing_thresh kprobe_events uprobe_events dynamic_events enabled_functions options/*")
SCRIPT = """
cd %s || exit 1
for f in %s /proc/sys/kernel/ftrace_enabled /proc/sys/kernel/kptr_restrict; do
  [ -e "$f" ] || continue
  echo "== $f"; cat "$f"
done
for f in instances/*; do [ -d "$f" ] && echo "== $f"; done
cut -d' ' -f1 /proc/modules | sort | sed 's/^/== module /'
""" % (TRACEFS, STATE)


class Machine:
    """Commands go through `prefix`, as `ssh HOST` needs it: each is one text for a shell.

    Others may record the machine meanwhile: of the instances and probes of agents, only those in
    `own` are looked at.
    """

    def __init__(self, agent, prefix=(), own=()):
        self.own = own
        self.agent = [*prefix, agent] if prefix else [agent]
        self.prefix = list(prefix)

    def argv(self, script):
        return [*self.prefix, script] if self.prefix else ["sh", "-c", script]

    def run(self, script, timeout=60):
        return subprocess.run(self.argv(script), stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, errors="replace", check=True, timeout=timeout).stdout

    def start(self, script):
        return subprocess.Popen(self.argv(script), stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, text=True)

    def is_others(self, line):
        found = re.search(r"thresher_\d+", line)
        return found is not None and found[0] not in self.own

    def state(self):
        found, key = {}, None
        for line in self.run(SCRIPT).splitlines():
            if self.is_others(line):
                continue
            if line.startswith("== "):
                key = line[3:]
                found[key] = ""
            elif key is not None:
                found[key] += line + "\n"
        return found

    def changes(self, before, seconds=30):
        """What differs from before; the kernel takes its time to remove an instance."""
        end = time.monotonic() + seconds
        while True:
            now = self.state()
            left = ["%s: %r became %r" % (key, before.get(key), now.get(key))
                    for key in sorted(set(before) | set(now)) if before.get(key) != now.get(key)]
            if not left or time.monotonic() > end:
                return left
            time.sleep(0.1)

    def instances(self):
        return [name for name in self.run("ls %s/instances" % TRACEFS).split()
                if name in self.own]

    def read(self, path):
        return self.run("cat " + path)


def why_not():
    """Why this machine cannot be recorded; None if it can."""
    if os.geteuid() != 0:
        return "only root can use tracefs"
    if not os.path.exists(TRACEFS + "/instances"):
        return "tracefs is not mounted"
    try:
        path = TRACEFS + "/instances/thresher_0_try"
        os.mkdir(path)
        os.rmdir(path)
    except OSError as error:
        return "no instance can be made: %s" % error
    return None
