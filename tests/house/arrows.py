#!/usr/bin/env python3
# arrows.py - each room includes and links only what it may use
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   arrows.py SOURCE BUILD SANITIZED CC…
#
# Each library is linked whole, with no undefined symbol left, against nothing
# but what its room may use (rooms.py): independent of what the meson files say.
# Prints TAP.
import os
import re
import subprocess
import sys
import tempfile

import rooms

source, build, sanitized = sys.argv[1:4]
compiler = sys.argv[4:]
tap = rooms.Tap()


def libraries(room):
    names = [rooms.PACKAGES[name][1] for name in sorted(rooms.packages(room))]
    plain = [name for name in names if name and name.startswith("-l")]
    return subprocess.run(["pkg-config", "--libs"] + [name for name in names if name not in plain
                                                      and name],
                          capture_output=True, text=True, check=True).stdout.split() + plain


def link(arguments, scratch):
    done = subprocess.run(compiler + ["-shared", "-o", os.path.join(scratch, "room.so"),
                                      "-Wl,--no-undefined"] + arguments,
                          capture_output=True, text=True)
    return done.returncode, done.stderr.splitlines()


def check_links(scratch):
    for room in rooms.ROOMS:
        if room == "cli":
            continue
        name = room + " links with what is below it"
        if sanitized != "none":
            tap.skip(name, "a sanitized library needs the sanitizer too")
            continue
        lower = [rooms.archive(build, other) for other in sorted(rooms.below(room))]
        status, why = link(["-Wl,--whole-archive", rooms.archive(build, room),
                            "-Wl,--no-whole-archive", "-Wl,--start-group"] + lower +
                           ["-Wl,--end-group"] + libraries(room) + ["-lm"], scratch)
        tap.result(name, why if status else [])


def check_that_linking_can_fail(scratch):
    """Otherwise a linker that accepts everything would hide errors."""
    path = os.path.join(scratch, "bad.c")
    with open(path, "w", encoding="utf-8") as bad:
        bad.write("void th_nowhere (void); void th_somewhere (void); "
                  "void th_somewhere (void) { th_nowhere (); }\n")
    status, _ = link(["-fPIC", path], scratch)
    tap.result("a missing symbol is noticed", [] if status else ["it linked"])


def is_allowed(name, room):
    if re.fullmatch("(%s)\\.h" % "|".join(map(re.escape, rooms.C_LIBRARY)), name):
        return True
    return any(re.fullmatch(rooms.PACKAGES[package][0], name) for package in rooms.packages(room))


def wrong_includes(room, where):
    allowed = rooms.below(room) | {room}
    for name in rooms.sources(source, room) + rooms.sources(source, room, ".h"):
        for ours, included in rooms.includes(os.path.join(source, room, name)):
            place = "%s/%s includes %s" % (room, name, included)
            if not ours:
                if not is_allowed(included, room):
                    yield place + ", of a package that its room may not use"
            elif "/" in included:
                yield place + ": a header is named without its folder"
            elif included in where and where[included] not in allowed:
                yield "%s, of %s" % (place, where[included])
            elif included in where and where[included] != room and included.endswith("-private.h"):
                yield "%s, which is private to %s" % (place, where[included])


def check_includes():
    where = rooms.headers(source)
    for room in rooms.ROOMS:
        tap.result(room + " includes what is below it", list(wrong_includes(room, where)))


def check_all_rooms_are_listed():
    unknown = []
    for top in ("model", "loaders", "plugins", "gui", "cli"):
        for folder, _, files in os.walk(os.path.join(source, top)):
            room = os.path.relpath(folder, source)
            if any(name.endswith((".c", ".h")) for name in files) and room not in rooms.ROOMS:
                unknown.append(room + " is not in rooms.py")
    tap.result("every folder with sources is a room", unknown)


def check_linked(program, to, name):
    linked = subprocess.run(["ldd", os.path.join(build, "cli", program)], capture_output=True,
                            text=True)
    wrong = [line for line in linked.stdout.splitlines() if re.search("lib(%s)" % to, line)]
    tap.result(program + name, wrong or linked.stderr.splitlines())


def check_no_toolkit():
    toolkit = "gtk|gdk-|gdk_|adwaita|wayland-client"
    for program in ("thresh", "thresh-full"):
        check_linked(program, toolkit, " is linked to no toolkit and no display")
    check_linked("thresh", "cairo|pango|archive", " is linked to nothing that draws or packs")


check_all_rooms_are_listed()
check_includes()
with tempfile.TemporaryDirectory() as directory:
    check_links(directory)
    check_that_linking_can_fail(directory)
check_no_toolkit()
tap.end()
