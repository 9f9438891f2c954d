#!/usr/bin/env python3
# test-truth.py - compares lives and links with recordings that contain the truth
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   test-truth.py THRESH            TAP
#   test-truth.py THRESH --table    measured shares of all rules, into README.md here

import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
import compare  # noqa: E402
import deep  # noqa: E402
from cli import NO_TRACES, Tap  # noqa: E402

# A rule that is wrong more often does not count as an inference.
INFERRED = 0.99
# Known errors, with the reason.  Any other error fails the test.
# (confidence, rule, …): (wrong at most, why)
KNOWN = {}


class Sum:
    def __init__(self):
        self.score = [0, 0]
        self.steps, self.links, self.ends, self.shares, self.lengths = (compare.Shares(examples=4) for _ in range(5))
        self.files = 0

    def add(self, other):
        self.score = [mine + theirs for mine, theirs in zip(self.score, other.score)]
        self.files += other.files
        for mine, theirs in ((self.steps, other.steps), (self.links, other.links), (self.ends, other.ends), (self.shares, other.shares),
                             (self.lengths, other.lengths)):
            mine.merge(theirs)


def add(total, world):
    """All of one recording; what is wrong in it alone is said at once."""
    right, of, wrong = world.score()
    total.score[0] += right
    total.score[1] += of
    total.files += 1
    for mine, theirs in ((total.steps, world.steps()), (total.links, world.links()), (total.ends, world.ends()), (total.shares, world.shares),
                         (total.lengths, world.lengths())):
        mine.merge(theirs)
    print(f'# {world.name}: {len(world.lives)} lives, neighbors {right}/{of}, version 4 {"/".join(map(str, deep.VERSION_4[world.name]))}')
    return right, of, wrong


def check_file(name, total):
    world = deep.Deep(name)
    right, of, wrong = add(total, world)
    least, all_of = deep.VERSION_4[name]
    least = deep.LEAST.get(name, least)
    told = ''
    if of != all_of:
        told += f'{of} neighbors instead of {all_of}\n'
    if right < least:
        told += f'{right} of {of} neighbors are right, not {least}: {wrong}\n'
    return told + '\n'.join(world.wrong)


def check_rules(shares, what):
    """Exact links are right, inferred ones in at least 99 of 100 cases."""
    wrong = ''
    for key, right, of in shares.lines():
        confidence = key[0]
        allowed = KNOWN.get(key, (0,))[0]
        if confidence == 'exact' and of - right > allowed:
            wrong += f'{what} {key}: exact, and right {right}/{of}\n'
        elif confidence == 'inferred' and of - right > max(allowed, of * (1 - INFERRED)):
            wrong += f'{what} {key}: inferred, and right {right}/{of}\n'
        elif confidence == 'ambiguous' and what == 'link' and of - right > allowed:
            wrong += f'{what} {key}: the truth is not among the candidates, {right}/{of}\n'
        else:
            continue
        wrong += ''.join(f'  {example}\n' for example in shares.wrong[key])
    return wrong


# What the shipped map's probes tell; packets that GRO merges by other functions than its two are known by its verdict.
NAMED = ('clone', 'segment', 'split', 'coalesce', 'gro')
# Of links that are told, at most this share may be broken by losses (in one recording).
BROKEN = 0.02


def add_probed(names):
    """The sum over all recordings with their probes."""
    total = Sum()
    for name in names:
        path = f'{deep.find(name)}.dat'
        found = deep.load_events(path)
        world = deep.World(name, path, found, found)
        right, of, _ = world.score()
        total.score = [total.score[0] + right, total.score[1] + of]
        total.files += 1
        total.steps.merge(world.steps())
        total.links.merge(world.links())
    return total


def check_told(names, total):
    """With the probes, by the stage map that comes for them, each birth, end and
    link is known: no joint is wrong, every link is there, and exact."""
    total.add(add_probed(names))
    print(f'# with the probes: same life or not {total.score[0]}/{total.score[1]}')
    wrong = '' if total.score[0] == total.score[1] > 0 else f'{total.score[0]} of {total.score[1]}\n'
    wrong += ''.join(f'{key}: {right}/{of}\n' for key, right, of in total.steps.lines() if right < of)
    wrong += check_rules(total.links, 'link')
    exact, broken = 0, 0
    for key, right, of in total.links.lines():
        if key[0] == 'found':
            print(f'# with the probes: {key[1]}, {key[2]}: {right}/{of}')
            wrong += '' if right == of or key[1] not in NAMED else f'{key}: {right}/{of} {total.links.wrong[key]}\n'
        exact += of if key[0] == 'exact' else 0
        broken += of if key[0] == 'broken' else 0
    return wrong + ('' if exact > 100 and broken <= BROKEN * exact else f'{exact} exact, {broken} broken\n')


HEADS = {
    'id': 'deep-follow', 'title': 'Heads', 'points': [
        {'event': 'deep:birth', 'address': 'skb', 'role': 'birth', 'head': 'head'},
        {'event': 'deep:clone', 'address': 'new', 'role': 'birth', 'head': ['nothing', 'head'], 'link': 'clone'},
        {'event': ['deep:death_mem', 'deep:death_partial', 'deep:death_defer', 'deep:death_stolen'], 'address': 'skb', 'role': 'end'},
    ]}


def check_heads(names):
    """A map of the user's that takes the place of ours, and knows of clones only
    what data they have: where one living packet has the same it is that, or all are listed."""
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, 'thresher', 'stages'))
        with open(os.path.join(folder, 'thresher', 'stages', 'heads.json'), 'w', encoding='utf-8') as file:
            json.dump(HEADS, file)
        before = os.environ.get('XDG_CONFIG_HOME')
        os.environ['XDG_CONFIG_HOME'] = folder
        try:
            links = add_probed(names).links
        finally:
            os.environ.pop('XDG_CONFIG_HOME')
            if before is not None:
                os.environ['XDG_CONFIG_HOME'] = before
    sure, (n_inferred, n_ambiguous) = check_rules(links, 'link'), (links.get((kind, 'head', 'clone'))[1] for kind in ('inferred', 'ambiguous'))
    print(f'# by the data they have: {n_inferred} clones inferred, {n_ambiguous} ambiguous')
    found = [links.get(('found', 'clone', which)) for which in ('parent shows', 'parent shows in no event')]
    return sure + ('' if n_inferred > n_ambiguous > 0 and all(right == of > 0 for right, of in found) else f'{n_inferred} {n_ambiguous} {found}\n')


def check_ends(shares):
    """Outcomes, readers and reasons are right."""
    wrong = ''
    for key, right, of in shares.lines():
        if of - right > max(KNOWN.get(key, (0,))[0], of * (1 - INFERRED)):
            wrong += f'{key}: {right}/{of}\n' + ''.join(f'  {example}\n' for example in shares.wrong[key])
    return wrong


def check_neighbors(total):
    """At least as good as version 4 in total."""
    least = sum(deep.VERSION_4[name][0] for name in deep.VERSION_4 if deep.find(name))
    right, of = total.score
    print(f'# same life or not: {right}/{of}, version 4 {least}')
    return '' if right >= least else f'{right} of {of}, version 4 has {least}'


README = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'README.md')
BEGIN, END = '<!-- measured: begin -->\n', '<!-- measured: end -->\n'


def format_rows(heads, shares):
    lines = ['| ' + ' | '.join(heads + ('right / of', 'share')) + ' |', '|' + ' --- |' * (len(heads) + 2)]
    for key, right, of in shares.lines():
        lines.append('| ' + ' | '.join(map(str, key if isinstance(key, tuple) else (key,))) + f' | {right}/{of} | {100 * right / of:.1f} % |')
    return lines


def pick(shares, found):
    """Links that we have; or, of those that there are, how many we have."""
    chosen = compare.Shares()
    for key, count in shares.counts.items():
        if (key[0] == 'found') == found:
            chosen.counts[key[1:] if found else key] = count
    return chosen


def write_table(total, probed):
    right, of = total.score
    lines = [f'Same life or not, neighbors on one address: **{right}/{of}** in {total.files} recordings; version 4 of the rules has '
             f'{sum(deep.VERSION_4[name][0] for name in deep.VERSION_4 if deep.find(name))}.', '', 'Joints of a life with the step before:', '']
    lines += format_rows(('confidence', 'rule'), total.steps)
    lines += ['', 'Links with a parent that we have (ambiguous: the truth is in the list):', '']
    lines += format_rows(('confidence', 'rule', 'kind'), pick(total.links, False))
    lines += ['', 'Links that there are, and how many of them we have:', '']
    lines += format_rows(('kind', 'parent'), pick(total.links, True))
    lines += ['', 'What we say of ends, readers and reasons:', '']
    lines += format_rows(('what', 'of those that are'), total.ends)
    lines += ['', 'Lengths, of a packet that others were merged into with all of them:', '']
    lines += format_rows(('what', 'of those that are'), total.lengths)
    lines += ['', 'Lives (ours: has events of one true life alone; true: is in one of ours; window: between birth and end):', '']
    lines += format_rows(('lives',), total.shares)
    lines += ['', f'With the probes, which a stage map reads (`data/stages/deep-follow.json`), **{probed.score[0]}/{probed.score[1]}** neighbors and these links:',
              '']
    lines += format_rows(('confidence', 'rule', 'kind'), pick(probed.links, False))
    lines += ['', 'of those that there are:', '']
    lines += format_rows(('kind', 'parent'), pick(probed.links, True))
    with open(README, encoding='utf-8') as file:
        before, rest = file.read().split(BEGIN)
    with open(README, 'w', encoding='utf-8') as file:
        file.write(before + BEGIN + '\n'.join(lines) + '\n' + END + rest.split(END)[1])


def main():
    tap, total = Tap(), Sum()
    if '--table' in sys.argv:
        for name in deep.VERSION_4:
            if deep.find(name):
                add(total, deep.Deep(name))
        write_table(total, add_probed([name for name in deep.VERSION_4 if deep.find(name)]))
        for shares in (total.steps, total.links, total.ends, total.lengths, total.shares):
            for key, examples in shares.wrong.items():
                print(''.join(f'# {key}: {example}\n' for example in examples), end='')
        return
    for name in deep.VERSION_4:
        if deep.find(name):
            tap.case(name, check_file, name, total)
        else:
            tap.skip(name, NO_TRACES)
    tap.case('same life or not', check_neighbors, total)
    tap.case('joints', check_rules, total.steps, 'joint')
    tap.case('links', check_rules, total.links, 'link')
    tap.case('ends', check_ends, total.ends)
    tap.case('lengths', check_ends, total.lengths)
    names = [name for name in deep.VERSION_4 if deep.find(name)]
    tap.case('with the probes', check_told, names, Sum())
    tap.case('by the data alone', check_heads, names)
    tap.end()


main()
