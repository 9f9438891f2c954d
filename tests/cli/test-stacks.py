#!/usr/bin/env python3
# test-stacks.py - compares thresh stacks with chains counted in the text of perf script and trace-cmd
#
# SPDX-License-Identifier: GPL-2.0-or-later

import collections
import json
import re
import subprocess
import tempfile

from cli import HAVE_TRACES, NO_TRACES, Tap, thresh
from stack_oracle import find, in_kernel, perf_chains, script_of

REPORT_LINE = re.compile(r'^\s*(?:\S+:)?\s*(.*)-(\d+)\s+\[(\d+)\]\s+[\d.]+: (\w+):')


def folded(*arguments):
    status, out, err = thresh('stacks', *arguments)
    assert status == 0, err
    found = collections.Counter()
    for line in out.splitlines():
        chain, _, value = line.rpartition(' ')
        assert chain not in found, f'{chain} comes twice'
        found[chain] += int(value)
    return found


def differences(found, expected):
    return '\n'.join(f'{key}: {found.get(key)} instead of {expected.get(key)}'
                     for key in sorted(found.keys() | expected.keys()) if found.get(key) != expected.get(key))


def check_perf(data, script):
    """perf.data holds no symbols: a frame is its address."""
    chains = perf_chains(script_of(script), False)
    expected = in_kernel({f'{event};{chain}': value[0] for (event, chain), value in chains.items()})
    found = folded(find(data))
    assert len(expected) > 3, 'too few chains to compare'
    total, whole = sum(found.values()), sum(value[0] for value in chains.values())
    return differences(in_kernel(found), expected) or ('' if total == whole else f'{total} in all, not {whole}')


def check_period(data, script):
    chains = perf_chains(script_of(script), False)
    found = folded('--event', 'cpu-clock', '--weight', 'period', find(data))
    expected = in_kernel({chain: value[1] for (_, chain), value in chains.items()})
    total, whole = sum(found.values()), sum(value[1] for value in chains.values())
    assert len(expected) > 3, 'too few chains to compare'
    return differences(in_kernel(found), expected) or ('' if total == whole else f'{total} in all, not {whole}')


def check_chosen(data, script):
    """A span and some tasks select the same samples as in the text."""
    samples = [(re.match(r'\s*(.*?)\s+(\d+) \[\d+\]\s+(\d+\.\d+):', sample), sample) for sample in script_of(script).split('\n\n') if sample.strip()]
    times = sorted(match[3] for match, _ in samples)
    begin, end = times[len(times) // 3], times[len(times) * 2 // 3]
    count = collections.Counter(match[1] for match, _ in samples if match[2] != '0')
    name, pid = count.most_common(2)[0][0], next(match[2] for match, _ in samples if match[1] == count.most_common(2)[1][0])
    wrong = ''
    for options, chosen in (
            (['--from', begin, '--to', end], lambda match: begin <= match[3] < end),
            (['--task', f'{name[:3]}*'], lambda match: match[1].startswith(name[:3])),
            (['--task', f'{name},{pid}', '--from', begin], lambda match: (match[1] == name or match[2] == pid) and match[3] >= begin)):
        chains = perf_chains('\n\n'.join(sample for match, sample in samples if chosen(match)), False)
        expected = in_kernel({f'{event};{chain}': value[0] for (event, chain), value in chains.items()})
        found = folded(*options, find(data))
        total, whole = sum(found.values()), sum(value[0] for value in chains.values())
        assert 3 < whole < len(samples), f'{options}: {whole} samples'
        wrong += differences(in_kernel(found), expected) or ('' if total == whole else f'{options}: {total} in all, not {whole}')
    return wrong


def check_root(data, script):
    """With --root task a chain begins with the command of its sample, as stackcollapse-perf.pl folds the text of perf script;
    with --root thread with the PID as well."""
    wrong = ''
    for root, name_of in (('task', lambda match: match[1]), ('thread', lambda match: f'{match[1]}-{match[2]}')):
        samples = collections.defaultdict(list)
        for sample in script_of(script).split('\n\n'):
            match = re.match(r'\s*(.*?)\s+(\d+) \[\d+\]\s+\d+\.\d+:', sample)
            if match:
                samples[name_of(match).replace('swapper', '<idle>')].append(sample)
        found = collections.defaultdict(dict)
        for chain, value in folded('--root', root, find(data)).items():
            event, name, frames = chain.split(';', 2)
            found[name][f'{event};{frames}'] = value
        assert len(samples) > 3, samples.keys()
        for name in samples.keys() | found.keys():
            chains = perf_chains('\n\n'.join(samples[name]), False)
            expected = {f'{event};{chain}': value[0] for (event, chain), value in chains.items()}
            total, whole = sum(found[name].values()), sum(expected.values())
            wrong += differences(in_kernel(found[name]), in_kernel(expected)) or ('' if total == whole else f'{name}: {total}, not {whole}')
    return wrong


def check_root_of_report(name):
    """A stack of ftrace belongs to the task that recorded it."""
    done = subprocess.run(['trace-cmd', 'report', '-i', find(name)], capture_output=True, check=True)
    expected = collections.Counter()
    lines = done.stdout.decode('utf-8', 'replace').splitlines()
    for line, after in zip(lines, lines[1:] + ['']):
        match = REPORT_LINE.match(line)
        if match and match[4] == 'kernel_stack' and after.startswith('=>'):
            expected[match[1]] += 1
    found = collections.Counter()
    for chain, value in folded('--root', 'task', find(name)).items():
        found[chain.split(';')[1]] += value
    return differences(found, expected) if len(expected) > 1 else f'{expected}'


def check_text(script):
    """The text of perf script can be read, too, with its symbols."""
    expected = {f'{event};{chain}': value[0] for (event, chain), value in perf_chains(script_of(script), True).items()}
    with tempfile.NamedTemporaryFile('w', suffix='.txt', encoding='utf-8') as file:
        file.write(script_of(script))
        file.flush()
        return differences(folded(file.name), expected)


def check_report(name):
    """ftrace's stacks are lines after the event that they belong to."""
    done = subprocess.run(['trace-cmd', 'report', '-i', find(name)], capture_output=True, check=True)
    expected, frames, event, last = collections.Counter(), None, None, {}
    for line in done.stdout.decode('utf-8', 'replace').splitlines() + ['']:
        match = REPORT_LINE.match(line)
        if line.startswith('=>'):
            frames.append(line.split()[1])
            continue
        if frames:
            expected[';'.join([event, *reversed(frames)])] += 1
        frames = None
        if match and match[4] == 'kernel_stack':
            frames, event = [], last.get(match[3])
        elif match:
            last[match[3]] = match[4]
    found = {re.sub(r'^\w+:', '', chain): value for chain, value in folded(find(name)).items()}
    assert len(expected) > 5
    return differences(found, expected)


def check_json(data):
    status, out, _ = thresh('stacks', '--json', find(data))
    found = {}
    for line in map(json.loads, out.splitlines()):
        found[';'.join([line['tree'], *(frame['name'] for frame in line['chain'])])] = line['value']
    kinds = {frame['kind'] for line in map(json.loads, out.splitlines()) for frame in line['chain']}
    return differences(found, folded(find(data))) or ('' if status == 0 and kinds == {'kernel', 'module', 'user'} else f'{status} {kinds}')


def check_mistakes(data):
    wrong = ''
    for arguments, said in ((['--event', 'nothing'], 'available: sched:sched_waking (samples)'), (['--weight', 'x'], '(samples)'),
                            (['--from', 'noon'], '“noon” is not a time'), (['--task', 'nobody'], 'no call chains match'),
                            (['--root', 'pid'], '“pid” cannot be the root')):
        status, out, err = thresh('stacks', *arguments, find(data))
        if status != 64 or out or said not in err:
            wrong += f'{arguments}: {status} {err}'
    for options in ([], ['--json']):
        status, out, err = thresh('stacks', *options, find('e1000-buffers.dat'))
        if status or out or not err.startswith('thresh stacks: this recording has no call chains\nCall chains: '):
            wrong += f'no chains: {status} {out[:100]} {err}'
    return wrong


def check_names():
    """A name of C++ may have spaces, and the module of a kernel function does not belong to its name."""
    names = ['operator new(unsigned long)', 'std::map<int, (anonymous namespace)::Thing>::at(int const&)']
    frames = [('ffffffffc0001010', 'e1000_intr+0x10', '[e1000]'),
              ('7f0000002010', f'{names[0]}+0x10', '/usr/lib/libstdc++.so.6'), ('55d000001010', f'{names[1]}+0x10', '/usr/bin/prog')]
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as file:
        for time in range(3):
            file.write(f'prog  7 [000]     1.00000{time}:          1 cpu-clock: \n')
            file.writelines(f'\t{address:>16} {name} ({where})\n' for address, name, where in frames)
            file.write('\n')
        file.flush()
        return differences(folded(file.name), {f'cpu-clock;{names[1]};{names[0]};e1000_intr': 3})


def main():
    tap = Tap()
    tap.case('names with spaces', check_names)
    tap.case('perf.data against perf script', check_perf, 'virtio-tp-g.perf.data', 'virtio-tp-g.perf.script.txt.gz')
    tap.case('of a span, of some tasks', check_chosen, 'virtio-tp-g.perf.data', 'virtio-tp-g.perf.script.txt.gz')
    tap.case('tasks as roots', check_root, 'virtio-tp-g.perf.data', 'virtio-tp-g.perf.script.txt.gz')
    tap.case('text of perf script', check_text, 'virtio-tp-g.perf.script.txt.gz')
    tap.case('JSON', check_json, 'virtio-tp-g.perf.data')
    tap.case('mistakes', check_mistakes, 'virtio-tp-g.perf.data')
    if HAVE_TRACES:
        for name in ('e1000', 'k612', 'virtio'):
            tap.case(f'periods, {name}', check_period, f'{name}-cpu-clock-g.perf.data', f'{name}-cpu-clock-g.perf.script.txt.gz')
        tap.case('stacks of ftrace', check_report, 'e1000-stack.dat')
        tap.case('tasks as roots, ftrace', check_root_of_report, 'e1000-stack.dat')
    else:
        tap.skip('periods', NO_TRACES)
        tap.skip('stacks of ftrace', NO_TRACES)
        tap.skip('tasks as roots, ftrace', NO_TRACES)
    tap.end()


main()
