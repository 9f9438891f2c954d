#!/usr/bin/env python3
# test-stacks-compare.py - thresh stacks of two sides, against chains counted by other tools
#
# SPDX-License-Identifier: GPL-2.0-or-later

import collections
import itertools
import json
import os
import re
import tempfile

from cli import HAVE_TRACES, NO_TRACES, TRACES, Tap, thresh
from fgraph_oracle import lines_of_report, work_out
from stack_oracle import find, perf_chains, script_of

# Shares are rounded to parts of 7e14.
EPSILON = 1e-11
WHOLE = 1000000


def run(*arguments):
    status, out, err = thresh('stacks', *arguments)
    assert status == 0, err
    return out


def shares(chains):
    """{(tree, chain): weight} to {tree: {chain: share}}."""
    totals, found = collections.Counter(), collections.defaultdict(dict)
    for (tree, _), weight in chains.items():
        totals[tree] += weight
    for (tree, chain), weight in chains.items():
        if weight:
            found[tree][chain] = weight / totals[tree]
    return found


def mean(sides):
    """The mean over the recordings that have the tree."""
    found = collections.defaultdict(lambda: collections.defaultdict(float))
    n = collections.Counter(tree for side in sides for tree in side)
    for side in sides:
        for tree, chains in side.items():
            for chain, share in chains.items():
                found[tree][chain] += share / n[tree]
    return found


def of_functions(chains):
    """{chain: share} to {function: [self, total]}; a recursive function counts once in its total.
    Functions of programs begin with *."""
    found = collections.defaultdict(lambda: [0.0, 0.0])
    for chain, share in chains.items():
        names = chain.split(';')
        found[names[-1]][0] += share
        for name in set(names):
            found[name][1] += share
    return found


def read_json(*arguments):
    lines = [json.loads(line) for line in run('--json', *arguments).splitlines()]
    heads = {line['tree']: line for line in lines if 'comparison' in line}
    return heads, [line for line in lines if 'comparison' not in line]


def name_of(name, kind):
    """perf's text does not tell a module from the kernel."""
    return f'*{name}' if kind == 'user' else name


def compare(what, found, expected):
    """{key: numbers} of both; what is missing is 0."""
    wrong = []
    for key in sorted(found.keys() | expected.keys()):
        n = len(found.get(key) or expected[key])
        pairs = list(zip(found.get(key, [0] * n), expected.get(key, [0] * n)))
        if any(abs(a - b) > EPSILON for a, b in pairs):
            wrong.append(f'{what} {key}: {pairs}')
    return '\n'.join(wrong[:20])


def check_chains(arguments, a, b):
    expected = {(tree, chain): [a[tree].get(chain, 0), b[tree].get(chain, 0)]
                for tree in a.keys() | b.keys() for chain in a[tree].keys() | b[tree].keys()}
    _, lines = read_json(*arguments)
    found = collections.defaultdict(lambda: [0.0, 0.0])
    for line in lines:
        chain = found[line['tree'], ';'.join(name_of(frame['name'], frame['kind']) for frame in line['chain'])]
        chain[0] += line['a']
        chain[1] += line['b']
    assert len(expected) > 10
    return compare('chain', found, expected)


def check_functions(arguments, a, b):
    expected = {}
    for tree in a.keys() | b.keys():
        of_a, of_b = of_functions(a[tree]), of_functions(b[tree])
        for name in of_a.keys() | of_b.keys():
            expected[tree, name] = [of_a[name][0], of_b[name][0], of_a[name][1], of_b[name][1]]
    _, lines = read_json('--functions', *arguments)
    found = {(line['tree'], name_of(line['function'], line['kind'])): [line['self']['a'], line['self']['b'], line['total']['a'], line['total']['b']]
             for line in lines}
    changes = [round(abs(line['self']['b'] - line['self']['a']), 12) for line in lines]
    wrong = '' if len(a) > 1 or changes == sorted(changes, reverse=True) else 'the order is wrong\n'
    return wrong + compare('function', found, expected)


def without_kinds(side):
    found = collections.defaultdict(lambda: collections.defaultdict(float))
    for tree, chains in side.items():
        for chain, share in chains.items():
            found[tree][';'.join(name.removeprefix('*') for name in chain.split(';'))] += share
    return found


def check_folded(arguments, a, b):
    """What difffolded.pl prints: a chain and two numbers.  Each column adds up to a million, and no number is off by more than one."""
    wrong, sums = '', collections.defaultdict(lambda: [0, 0])
    a, b = without_kinds(a), without_kinds(b)
    found = collections.defaultdict(lambda: [0, 0])
    for line in run(*arguments).splitlines():
        chain, n_a, n_b = line.rsplit(' ', 2)
        tree = next(tree for tree in a.keys() | b.keys() if chain == tree or chain.startswith(f'{tree};'))
        found[tree, chain[len(tree) + 1:]][0] += int(n_a)
        found[tree, chain[len(tree) + 1:]][1] += int(n_b)
        sums[tree][0] += int(n_a)
        sums[tree][1] += int(n_b)
    for tree in a.keys() | b.keys():
        expected = [WHOLE if a[tree] else 0, WHOLE if b[tree] else 0]
        if sums[tree] != expected:
            wrong += f'{tree} adds up to {sums[tree]}\n'
        for chain in a[tree].keys() | b[tree].keys():
            pairs = list(zip(found[tree, chain], (a[tree].get(chain, 0) * WHOLE, b[tree].get(chain, 0) * WHOLE)))
            # Chains of the same names but different kinds of code are two lines.
            if any(abs(n - m) > 2 for n, m in pairs):
                wrong += f'{tree};{chain}: {pairs}\n'
    return wrong


def check_all(arguments, a, b):
    return '\n'.join(filter(None, (check(arguments, a, b) for check in (check_chains, check_functions, check_folded))))


def check_scripts(sides):
    """The text of perf script, which has symbols, of several recordings per side."""
    texts, means = [], []
    with tempfile.TemporaryDirectory() as folder:
        for side in sides:
            paths, counted = [], []
            for name in side:
                path = os.path.join(folder, name[:-3])
                with open(path, 'w', encoding='utf-8') as file:
                    file.write(script_of(name))
                paths.append(path)
                counted.append(shares({key: value[0] for key, value in perf_chains(script_of(name), True, True).items()}))
            texts.append(paths)
            means.append(mean(counted))
        arguments = [*texts[0], '--', *texts[1]]
        heads, _ = read_json(*arguments)
        runs = {(head['a']['runs'], head['b']['runs']) for head in heads.values()}
        wrong = '' if (len(sides[0]), len(sides[1])) in runs else f'{runs} recordings\n'
        return wrong + check_all(arguments, *means)


def check_graphs(a, b):
    """function_graph: times and calls as trace-cmd report prints them."""
    paths = [os.path.join(TRACES, name) for name in (a, b)]
    chains = [work_out(lines_of_report(path))[3] for path in paths]
    wrong = ''
    for index, weight in enumerate(('time', 'calls')):
        sides = [shares({('calls', chain): value[index] for chain, value in side.items()}) for side in chains]
        arguments = ['--weight', weight, *paths]
        wrong += check_all(arguments, *sides)
        heads, _ = read_json(*arguments)
        means = [heads['calls'][side]['mean'] for side in ('a', 'b')]
        if means != [sum(value[index] for value in side.values()) for side in chains]:
            wrong += f'{weight}: {means} in all\n'
    return wrong


def check_itself(*names):
    """A side does not differ from itself, nor from the same recordings in another order."""
    wrong = ''
    paths = [find(name) for name in names]
    for b in (paths, paths[::-1]):
        _, lines = read_json(*paths, '--', *b)
        wrong += ''.join(f'{line}\n' for line in lines if line['a'] != line['b'])
        _, functions = read_json('--functions', *paths, '--', *b)
        wrong += ''.join(f'{line}\n' for line in functions if line['self']['a'] != line['self']['b'] or line['total']['a'] != line['total']['b'])
        wrong += ''.join(f'{line}\n' for line in run(*paths, '--', *b).splitlines() if line.split()[-1] != line.split()[-2])
        assert len(lines) > 10 and len(functions) > 10
    return wrong[:2000]


def check_chosen():
    """--event, --from, --to and --task apply to both sides."""
    path = find('virtio-tp-g.perf.data')
    wrong = ''
    for options in (['--event', 'sched:sched_waking'], ['--from', '31.7', '--to', '31.8'], ['--task', 'ksoftirqd*,curl'],
                    ['--from', '+100ms', '--event', 'sched_waking']):
        alone = collections.Counter()
        single = run(*options, path).splitlines()
        for line in single:
            chain, _, value = line.rpartition(' ')
            alone[chain.partition(';')[0] if '--event' not in options else options[-1]] += int(value)
        heads, lines = read_json(*options, path, '--', path)
        totals = sorted(head['a']['mean'] for head in heads.values())
        if totals != sorted(alone.values()) or len(lines) != len(single):
            wrong += f'{options}: {totals} and {len(lines)} instead of {alone} and {len(single)}\n'
    return wrong


def check_spans(name):
    """The two halves of a recording, split by time in perf's text."""
    text = script_of(name)
    samples = [(re.search(r'\] +(\d+\.\d+):', sample)[1], sample) for sample in text.split('\n\n') if sample.strip()]
    middle = sorted(time for time, _ in samples)[len(samples) // 2]
    sides = [shares({key: value[0] for key, value in perf_chains('\n\n'.join(half), True, True).items()})
             for half in ([sample for time, sample in samples if time < middle], [sample for time, sample in samples if time >= middle])]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'script@0..1.txt')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        return check_all([f'{path}@..{middle}', f'{path}@{middle}..'], *(collections.defaultdict(dict, side) for side in sides))


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, 'wb') as file:
        file.write(text)
    return path


def graph(*calls):
    """Of leaf calls with their times in microseconds."""
    lines = [b' 0)   %d.000 us    |  %s();' % (us, name) for name, us in calls]
    return b'\n'.join([b'# tracer: function_graph', *lines, b''])


def check_by_hand():
    """f has 1 of 4 us and 3 of 4; g is gone; h is new.  The text says so."""
    with tempfile.TemporaryDirectory() as folder:
        a = write(folder, 'a.txt', graph((b'f', 1), (b'g', 3)))
        b = write(folder, 'b.txt', graph((b'f', 3), (b'h', 1)))
        out = run('--event', 'calls', a, b)
        if sorted(out.splitlines()) != ['f 250000 750000', 'g 750000 0', 'h 0 250000']:
            return out
        out = run('--event', 'calls', '--functions', a, b)
        rows = [' '.join(line.split()) for line in out.splitlines()]
    expected = ['calls (time); A: 1 recording, 4.000 µs; B: 1 recording, 4.000 µs',
                'Self A Self B Self Change Total A Total B Total Change Function Kind',
                '75.0 % 0.0 % -75.0 only in A 75.0 % 0.0 % -75.0 only in A g kernel',
                '25.0 % 75.0 % +50.0 ×3.00 25.0 % 75.0 % +50.0 ×3.00 f kernel',
                '0.0 % 25.0 % +25.0 only in B 0.0 % 25.0 % +25.0 only in B h kernel']
    return '' if rows == expected else out


def check_hostile():
    """Names with separators, broken UTF-8 and control characters; each line still has its form."""
    wrong = ''
    with tempfile.TemporaryDirectory() as folder:
        a = write(folder, 'a.txt', graph((b'evil;name', 5), (b'\xff\xfe\x1b[31m', 5), (b'x' * 3000, 1)))
        b = write(folder, 'b.txt', graph((b'evil;name', 5), (b'1 2', 5)))
        for line in run('--event', 'calls', a, b).splitlines():
            chain, n_a, n_b = line.rsplit(' ', 2)
            if ';' in chain or '\x1b' in chain or not n_a.isdigit() or not n_b.isdigit():
                wrong += f'{line}\n'
        for line in run('--functions', a, b).splitlines():
            wrong += f'{line!r}\n' if '\x1b' in line else ''
        names = {line['function'] for line in read_json('--functions', a, b)[1]}
        wrong += '' if any('evil' in name for name in names) else f'{names}'
    return wrong


def check_mistakes():
    data, none = find('virtio-tp-g.perf.data'), find('e1000-buffers.dat')
    wrong = ''
    for arguments, expected, said in (
            ([data, data, data], 64, 'one file is needed, or two sides'),
            ([data, '--'], 0, ''),
            (['--', data], 0, ''),
            ([], 64, 'one file is needed, or two sides'),
            (['--functions', data], 64, '--functions needs two sides'),
            (['--event', 'nothing', data, data], 64, 'available: sched:sched_waking (samples)'),
            (['--weight', 'x', data, data], 64, '(samples)'),
            (['--append', data, data, data], 64, '--append cannot be used'),
            ([data, '/nowhere'], 2, 'nowhere'),
            ([none, none], 0, 'e1000-buffers.dat: thresh stacks: this recording has no call chains')):
        status, out, err = thresh('stacks', *arguments)
        if status != expected or said not in err or bool(out) != (arguments in ([data, '--'], ['--', data])):
            wrong += f'{arguments}: {status} {out[:100]} {err}\n'
    # One side without chains: what the other has is only there.
    status, out, err = thresh('stacks', none, data)
    if status or 'e1000-buffers.dat' not in err or any(line.split()[-2] != '0' for line in out.splitlines()) or not out:
        wrong += f'{status} {out[:100]} {err}'
    return wrong


def main():
    tap = Tap()
    tap.case('worked out by hand', check_by_hand)
    tap.case('itself', check_itself, 'virtio-tp-g.perf.data')
    tap.case('options', check_chosen)
    tap.case('hostile names', check_hostile)
    tap.case('mistakes', check_mistakes)
    if HAVE_TRACES:
        kinds = [f'{machine}-cpu-clock-g.perf.script.txt.gz' for machine in ('e1000', 'k612', 'virtio')]
        for a, b in itertools.combinations(kinds, 2):
            tap.case(f'{a} and {b}', check_scripts, ([a], [b]))
        tap.case('spans', check_spans, kinds[0])
        tap.case('two recordings and one', check_scripts, (kinds[:2], kinds[2:]))
        tap.case('tracepoints', check_scripts, (['e1000-tp-g.perf.script.txt.gz'], ['virtio-tp-g.perf.script.txt.gz']))
        tap.case('function_graph', check_graphs, 'e1000-fgraph.dat', 'k612-fgraph.dat')
        tap.case('function_graph with events', check_graphs, 'e1000-fgraph.dat', 'e1000-fgraph-ev.dat')
        tap.case('two recordings and themselves', check_itself, 'e1000-fgraph.dat', 'k612-fgraph.dat')
        tap.case('samples and themselves', check_itself, 'e1000-cpu-clock-g.perf.data', 'k612-cpu-clock-g.perf.data')
    else:
        tap.skip('recordings', NO_TRACES)
    tap.end()


main()
