#!/usr/bin/env python3
# test-texts.py - recordings as text that start late or have gaps: all results are true
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The deep recordings again, but changed in ways that the rules were not found
# on.  Where events are lost an end or a beginning may be among them.

import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
import compare  # noqa: E402
import deep  # noqa: E402
import texts  # noqa: E402
from cli import NO_TRACES, Tap  # noqa: E402

INFERRED = 0.99
# Of all events of a recording: how often a CPU begins to lose some, and how many.
HOLES, LONGEST = 0.004, 60
SEEDS = 12 if os.environ.get('THRESHER_LONG') else 2


def whole(lines, _):
    return lines


def late(lines, chance):
    """The recorder started in the middle."""
    return lines[int(len(lines) * chance.uniform(0.3, 0.7)):]


def holes(lines, chance):
    """A loss is told by what comes next on its CPU, so none begins near the end."""
    left, open_holes = [], {}
    last = {}
    for at, line in enumerate(lines):
        last.setdefault(line.event.cpu, []).append(at)
    last = {cpu: places[-LONGEST:][0] for cpu, places in last.items()}
    for at, line in enumerate(lines):
        cpu = line.event.cpu
        if cpu not in open_holes and at < last[cpu] and chance.random() < HOLES:
            open_holes[cpu] = [chance.randint(5, LONGEST), 0]
        if cpu not in open_holes:
            left.append(line)
            continue
        open_holes[cpu][1] += 1
        if open_holes[cpu][1] >= open_holes[cpu][0]:
            left.append(texts.lost(cpu, open_holes.pop(cpu)[1]))
    return left


def look(name, lines, whole_lines, scratch):
    path = os.path.join(scratch, 'trace.txt')
    texts.write(path, lines)
    # It is in no text: the address of the original of a retransmission.
    kept = [line.event for line in lines if not isinstance(line, str)]
    return deep.World(name, path, [event for event in kept if event.name != 'tcp_retransmit_skb'], [line.event for line in whole_lines])


def check_shares(shares, what):
    wrong = ''
    for key, right, of in shares.lines():
        # What was queued before a late beginning is in no list of candidates.
        most = key[0] == 'inferred' or key[0] == 'ambiguous' and what == 'link'
        if key[0] == 'exact' and right < of or most and right < of * INFERRED:
            wrong += f'{what} {key}: {right}/{of}\n' + ''.join(f'  {example}\n' for example in shares.wrong[key])
    return wrong


def check(names, change, seeds):
    """All recordings together, so that shares are meaningful."""
    steps, links, uncovered, score = compare.Shares(), compare.Shares(), [], [0, 0]
    with tempfile.TemporaryDirectory() as scratch:
        for name in names:
            lines = texts.load(f'{deep.find(name)}.dat')
            for seed in range(seeds):
                world = look(name, change(lines, random.Random(f'{name} {seed}')), lines, scratch)
                steps.merge(world.steps())
                links.merge(world.links())
                uncovered += [f'{name} {seed}: {text}\n' for text in world.wrong[:2]]
                right, of, _ = world.score()
                score = [score[0] + right, score[1] + of]
    print(f'# {change.__name__}: same life or not {score[0]}/{score[1]}; ' +
          ', '.join(f'{key[0]} {key[1]} {right}/{of}' for key, right, of in steps.lines()))
    return ''.join(uncovered[:10]) + check_shares(steps, 'joint') + check_shares(links, 'link')


def main():
    tap = Tap()
    # The second buffer of that one is no text of its own.
    names = [name for name in deep.VERSION_4 if deep.find(name) and name not in deep.TWO_BUFFERS]
    tap.case('whole', check, names, whole, 1)
    tap.case('begun late', check, names, late, SEEDS)
    tap.case('with holes', check, names, holes, SEEDS)
    if len(names) + len(deep.TWO_BUFFERS) < len(deep.VERSION_4):
        tap.skip(f'{len(deep.VERSION_4) - len(names)} more recordings', NO_TRACES)
    tap.end()


main()
