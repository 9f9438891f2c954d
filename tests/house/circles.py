#!/usr/bin/env python3
# circles.py - no two files call each other, directly or indirectly
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   circles.py BUILD
#
# What a file uses is read from its object: the symbols that it leaves undefined and
# that another file of ours defines.  A cast, which asks for a type, is no call.
# Files that form a circle cannot be read, tested or moved one at a time.  Prints
# TAP.
import subprocess
import sys

import rooms


def read_symbols(build):
    """The symbols that each file defines, and those it leaves undefined."""
    defined, wanted = {}, {}
    for room in rooms.ROOMS:
        names = {path: name for name, path in rooms.objects(build, room)}
        wanted.update((name, set()) for name in names.values())
        # One process for the room: "PATH: SYMBOL KIND ...".
        listed = subprocess.run(["nm", "-P", "-A", *names], capture_output=True, text=True,
                                check=True).stdout
        for line in listed.splitlines():
            path, _, rest = line.partition(": ")
            symbol, kind = rest.split()[:2]
            if kind == "U" and not symbol.endswith("_get_type"):
                wanted[names[path]].add(symbol)
            elif kind in "TDBRVWC":
                defined[symbol] = names[path]
    return defined, wanted


def make_graph(defined, wanted):
    graph = {name: {} for name in wanted}
    for name, symbols in wanted.items():
        for symbol in sorted(symbols):
            if symbol in defined and defined[symbol] != name:
                graph[name].setdefault(defined[symbol], []).append(symbol)
    return graph


def find_circles(graph):
    """Strongly connected components of more than one file, by Tarjan (1972)."""
    order, low, stack, circles = {}, {}, [], []

    def visit(name):
        order[name] = low[name] = len(order)
        stack.append(name)
        for other in graph[name]:
            if other not in order:
                visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == order[name]:
            at = stack.index(name)
            if len(stack) - at > 1:
                circles.append(set(stack[at:]))
            del stack[at:]

    for name in sorted(graph):
        if name not in order:
            visit(name)
    return circles


def describe(circle, graph):
    yield "%d files: %s" % (len(circle), " ".join(sorted(circle)))
    for name in sorted(circle):
        for other in sorted(circle & set(graph[name])):
            yield "  %s calls %s: %s" % (name, other, " ".join(graph[name][other][:4]))


def main():
    tap = rooms.Tap()
    sys.setrecursionlimit(10000)
    graph = make_graph(*read_symbols(sys.argv[1]))
    circles = find_circles(graph)
    wrong = [line for circle in circles for line in describe(circle, graph)]
    tap.result("no circle of files", wrong)
    seen = find_circles({"a": {"b": ["f"]}, "b": {"c": ["g"]}, "c": {"b": ["h"]}})
    tap.result("a circle is noticed", [] if seen == [{"b", "c"}] else ["it was not"])
    tap.end()


if __name__ == "__main__":
    main()
