#!/usr/bin/env python3
# same-output.py - two builds of thresh print the same bytes
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   same-output.py THRESH-BEFORE THRESH-AFTER FILE…
#
# For a change that should not change what the program does.  Every command is
# run on every file by both builds; output, diagnostics and exit status must be
# equal.  A difference is printed with its first lines; the exit status is 1.
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

FIXED = [
    "info", "info --json",
    "events", "events --raw-fields", "events --compact", "events --names=then",
    "events --json --column cpu --column comm",
    "events -f duration>0", "events -f comm=~.*s.*",
    "find sched", "find --regex irq|softirq", "find --count -e cpu==0",
    "span", "span --json",
    "tables", "tables --json",
    "measures", "measures --json",
    "stacks", "stacks --json",
    "packets", "packets --json", "packets --lives --json", "packets --netdev-times",
    "packets --layers rhel-tcp-ip",
    "drops", "drops --json",
    "compare", "compare --json",
    "render", "render --dark", "render --no-analyses",
]


def run(binary, arguments, scratch):
    """What a command printed and how it ended; "render" writes a file."""
    environment = dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE="")
    try:
        done = subprocess.run([binary] + arguments, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=300, env=environment, cwd=scratch)
        result = [done.returncode, done.stdout, done.stderr]
    except subprocess.TimeoutExpired:
        result = [None, b"", b"timed out"]
    for name in os.listdir(scratch):
        with open(os.path.join(scratch, name), "rb") as written:
            result.append(written.read())
        os.unlink(os.path.join(scratch, name))
    return result


def commands(binary, path, scratch):
    """The fixed commands, each table that the file has, and its first journeys."""
    for line in FIXED:
        words = line.split()
        if words[0] == "render":
            yield words + ["--output", "picture.png", path]
        elif words[0] == "compare":
            yield words + [path, path]
        else:
            yield words + [path]
    listed = run(binary, ["tables", "--json", path], scratch)[1].decode("utf-8", "replace")
    for line in listed.splitlines():
        try:
            tables = json.loads(line).get("tables", [])
        except ValueError:
            continue
        for table in tables:
            for form in ([], ["--json"], ["--csv"]):
                yield ["table"] + form + [table["id"], path]
    listed = run(binary, ["packets", "--json", "--lives", path], scratch)[1]
    listed = listed.decode("utf-8", "replace")
    for line in listed.splitlines()[:5]:
        try:
            packet = json.loads(line)
        except ValueError:
            continue
        key = packet.get("id", packet.get("skb"))
        if key is not None:
            yield ["journey", str(key), path]
            yield ["journey", "--json", str(key), path]


def differs(before, after):
    for old, new in zip(before, after):
        if old != new:
            return True
    return len(before) != len(after)


def show(arguments, before, after):
    print("differs: thresh", " ".join(arguments))
    for name, old, new in zip(("status", "output", "diagnostics", "file"), before, after):
        if old == new:
            continue
        if not isinstance(old, bytes) or not isinstance(new, bytes):
            print("  %s: %s, was %s" % (name, new, old))
            continue
        old_lines, new_lines = old.splitlines(), new.splitlines()
        for number, (a, b) in enumerate(zip(old_lines + [b""], new_lines + [b""])):
            if a != b:
                print("  %s, line %d" % (name, number + 1))
                print("    - " + a[:200].decode("utf-8", "replace"))
                print("    + " + b[:200].decode("utf-8", "replace"))
                break


def compare_file(before, after, path):
    n = 0
    differing = []
    with tempfile.TemporaryDirectory() as scratch:
        for arguments in commands(after, path, scratch):
            old = run(before, arguments, scratch)
            new = run(after, arguments, scratch)
            n += 1
            if differs(old, new):
                differing.append((arguments, old, new))
    return n, differing


def main():
    if len(sys.argv) < 4:
        sys.exit("same-output.py THRESH-BEFORE THRESH-AFTER FILE…")
    before, after = (os.path.abspath(name) for name in sys.argv[1:3])
    paths = [os.path.abspath(name) for name in sys.argv[3:]]
    n = n_differing = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for n_run, differing in pool.map(lambda path: compare_file(before, after, path), paths):
            n += n_run
            n_differing += len(differing)
            for found in differing:
                show(*found)
    print("%d commands on %d files, %d differ" % (n, len(paths), n_differing))
    sys.exit(1 if n_differing else 0)


main()
