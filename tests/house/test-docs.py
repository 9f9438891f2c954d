#!/usr/bin/env python3
# test-docs.py - files and commands in the documents exist and work
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   test-docs.py SOURCE THRESH
#
# Targets of links exist, named files exist, and the commands in blocks
# marked "sh" run and print something.  Prints TAP.
import os
import re
import subprocess
import sys

import rooms

source, thresh = (os.path.abspath(name) for name in sys.argv[1:3])
tap = rooms.Tap()
TOPS = ("gui/", "model/", "loaders/", "plugins/", "cli/", "tests/", "data/", "docs/", "po/")
SAMPLES = os.path.join(source, "data", "samples")


def read(path):
    with open(os.path.join(source, path), encoding="utf-8") as text:
        return text.read()


def anchors(text):
    """The anchors of a page's headings, as the forges make them."""
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def wrong_links(page):
    for target in re.findall(r"\]\(([^)]+)\)", read(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if not os.path.exists(os.path.join(source, path)):
            yield "%s: no %s" % (page, target)
        elif anchor and anchor not in anchors(read(path)):
            yield "%s: no heading %s" % (page, target)


def all_sources():
    names = set()
    for folder, _, files in os.walk(source):
        if os.path.relpath(folder, source).split(os.sep)[0] in ("build", ".git"):
            continue
        names |= set(files)
    return names


def wrong_files(page, names):
    for code in re.findall(r"`([^`\n]+)`", read(page)):
        if "…" in code or " " in code or "*" in code or code.isupper():
            continue
        if code.startswith(TOPS) and not re.search(r"[A-Z]{3,}", code):
            for path in re.sub(r"\{([^}]*)\}", "", code).split():
                if not os.path.exists(os.path.join(source, path)):
                    yield "%s: no %s" % (page, code)
        elif re.fullmatch(r"(th|test)-[a-z0-9-]+\.(c|h|py|sh|ui)", code) and code not in names:
            yield "%s: no file is called %s" % (page, code)


def wrong_functions(page, declared):
    for name in re.findall(r"`(th_[a-z0-9_]+)\(\)`", read(page)):
        if name not in declared:
            yield "%s: no header declares %s()" % (page, name)


def all_functions():
    found = set()
    for room in rooms.ROOMS:
        for header in rooms.sources(source, room, ".h"):
            found |= set(re.findall(r"\b(th_[a-z0-9_]+) +\(", read(os.path.join(room, header))))
    return found


def wrong_examples(page):
    """A block that begins with the path of a file is a copy of that file."""
    for path, block in re.findall(r"^```c\n/\* ([a-z/-]+\.c) \*/\n(.*?)^```", read(page),
                                  re.M | re.S):
        if block.strip() not in read(path):
            yield "%s: the example differs from %s" % (page, path)


def commands(page):
    for block in re.findall(r"^```sh\n(.*?)^```", read(page), re.M | re.S):
        for line in block.splitlines():
            if line.startswith("thresh "):
                yield line


def run(line):
    command = re.sub(r"\s+#.*$", "", line)
    script = "set -o pipefail; thresh () { '%s' \"$@\"; }; %s" % (thresh, command)
    done = subprocess.run(["bash", "-c", script],
                          cwd=SAMPLES, capture_output=True, text=True)
    if done.returncode != 0:
        return ["exit status %d" % done.returncode] + done.stderr.splitlines()
    # Output that is only a header is not a useful example.
    lines = [printed for printed in done.stdout.splitlines() if not printed.startswith("cpus=")]
    return [] if lines else ["it prints nothing"]


pages = ["README.md", "tests/README.md"]
pages += sorted("docs/" + name for name in os.listdir(os.path.join(source, "docs")))
known = all_sources()
functions = all_functions()
for one in pages:
    tap.result(one + ": links lead somewhere", list(wrong_links(one)))
    tap.result(one + ": files that it names exist", list(wrong_files(one, known)))
    tap.result(one + ": functions that it names exist", list(wrong_functions(one, functions)))
    tap.result(one + ": examples are copies", list(wrong_examples(one)))
for one in pages:
    for shown in commands(one):
        tap.result(one + ": " + shown.replace("#", "-"), run(shown))
tap.end()
