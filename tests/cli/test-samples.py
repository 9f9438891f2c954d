#!/usr/bin/env python3
# test-samples.py - compares the functions and files of samples with those of perf script
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# perf records a program on this machine, so both have the same symbols and files.

import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from cli import Tap, thresh

# "     7f2c6a0e qsort_r+0x2b (/usr/lib/x86_64-linux-gnu/libc.so.6)"
LINE = re.compile(r'^\s*([0-9a-f]+) (.+) \((.*)\)$')
PROGRAM = 'import random; [sorted(random.random() for _ in range(50000)) for _ in range(40)]'


def run(*command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, text=True)
    return done.stdout if done.returncode == 0 else None


def record(path, *options):
    return run('perf', 'record', '-q', '-e', 'cpu-clock', '-F', '999', *options, '-o', path, '--', sys.executable, '-c', PROGRAM) is not None


def perf_samples(path):
    """(function with offset, file) of each sample, in order."""
    found = [LINE.match(line) for line in run('perf', 'script', '-i', path, '-F', 'ip,sym,symoff,dso').splitlines()]
    assert None not in found, 'a line of perf script is not understood'
    return [(match[1], match[2], match[3]) for match in found]


def is_same(ours, theirs, dso):
    """The kernel has several names for some addresses.  perf takes code without a symbol for that of the symbol
    before it, where we have the offset in the file."""
    return ours == theirs or (theirs.startswith('_init+') and ours.startswith(f'{os.path.basename(dso)}+0x')) or (dso.startswith('[') and ours.rpartition('+')[2] == theirs.rpartition('+')[2])


def without_offset(function):
    return function.rpartition('+')[0] or function


def check_names(path):
    """perf shows nothing where a function is not known, we the offset in the file."""
    expected = perf_samples(path)
    status, out, err = thresh('events', '--column', 'ip', '--column', 'sym', '--column', 'dso', path)
    assert status == 0, err
    got = [line.split('\t') for line in out.splitlines()]
    got = got[len(got) - len(expected):]
    known, wrong = 0, []
    for (address, function, dso), (ip, sym, file) in zip(expected, got):
        assert int(ip.split()[0], 16) == int(address, 16), 'the samples have another order'
        if function == '[unknown]':
            continue
        known += 1
        if file != dso or not is_same(sym, function, dso):
            wrong.append(f'{sym} {file} instead of {function} {dso}')
    assert known > len(expected) / 2, 'perf knows too few functions'
    return '\n'.join(wrong)


def check_info(path):
    expected = perf_samples(path)
    status, out, err = thresh('events', path)
    assert status == 0, err
    infos = [line.partition(' cpu-clock: ')[2].strip() for line in out.splitlines() if ' cpu-clock: ' in line]
    assert len(infos) == len(expected), f'{len(infos)} samples instead of {len(expected)}'
    wrong = []
    for info, (ip, function, dso) in zip(infos, expected):
        sym, middle, rest = info.partition(f' ({dso}) ip=0x{ip} period=')
        if function != '[unknown]' and not (middle and rest and is_same(sym, function, dso)):
            wrong.append(f'{info}: not {function} ({dso}) ip=0x{ip}')
    return '\n'.join(wrong)


def count(*arguments):
    status, out, err = thresh('events', *arguments)
    assert status == 0, err
    return sum(' cpu-clock: ' in line for line in out.splitlines())


def check_filters(path):
    samples = perf_samples(path)
    functions = collections.Counter(without_offset(function) for _, function, dso in samples
                                    if function != '[unknown]' and dso.startswith('/'))
    files = collections.Counter(dso for _, _, dso in samples if dso != '[unknown]')
    wrong = ''
    for function, n in functions.most_common(5):
        got = count('-f', f'sym == "{function}"', path)
        wrong += '' if got == n else f'sym == "{function}": {got} instead of {n}\n'
    for dso, n in files.items():
        got = count('-f', f'dso == "{dso}"', path)
        wrong += '' if got == n else f'dso == "{dso}": {got} instead of {n}\n'
    function, n = functions.most_common(1)[0]
    got = count('-f', f'sym != "{function}"', path)
    return wrong + ('' if got == len(samples) - n else f'sym != "{function}": {got} of {len(samples)}')


def check_find(path):
    """grep over perf's text finds the same samples."""
    samples = perf_samples(path)
    function = collections.Counter(without_offset(function) for _, function, dso in samples
                                   if function != '[unknown]' and dso.startswith('/')).most_common(1)[0][0]
    status, out, err = thresh('find', function, path)
    assert status == 0, err
    n = sum(function in sample[1] for sample in samples)
    got = sum(' cpu-clock: ' in line for line in out.splitlines())
    return '' if got == n else f'{function}: {got} instead of {n}'


def check_mistakes(path):
    for text in ('sym > 5', 'sym + 1 == 2', 'sym & 3'):
        status, _out, err = thresh('events', '-f', text, path)
        assert status == 64, f'{text}: {status}'
        assert 'sym' in err, err
    return ''


def check_stack(path):
    """The frames of one sample after another, as perf script has them, and why a cut stack ends.  perf adds an
    unknown frame there."""
    text = run('perf', 'script', '-i', path, '--no-inline', '-F', 'ip,sym,symoff,dso')
    expected = [[LINE.match(line).groups() for line in stack.splitlines() if line] for stack in text.strip('\n').split('\n\n')]
    status, out, err = thresh('events', '--stack', path)
    assert status == 0, err
    stacks, ends = [], 0
    for line in out.splitlines():
        if ' cpu-clock: ' in line:
            stacks.append([])
        elif line.startswith('\t(The copy of the stack ends here, after 256 bytes. '):
            ends += 1
        elif line.startswith('\t'):
            stacks[-1].append(line[1:])
    assert len(stacks) == len(expected), f'{len(stacks)} stacks instead of {len(expected)}'
    assert ends > len(stacks) / 4, f'only {ends} of {len(stacks)} stacks end with their copy'
    return '\n'.join(f'{ours} instead of {[function for _, function, _ in theirs]}' for ours, theirs in zip(stacks, expected)
                     if not ours or any(function != '[unknown]' and not is_same(frame, function, dso)
                                        for frame, (_, function, dso) in zip(ours, theirs)))


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        plain, cut = os.path.join(folder, 'plain'), os.path.join(folder, 'cut')
        if shutil.which('perf') is None or not record(plain) or not record(cut, '--call-graph', 'dwarf,256'):
            tap.skip('samples', 'perf cannot record here')
        else:
            tap.case('functions and files', check_names, plain)
            tap.case('lines', check_info, plain)
            tap.case('filters', check_filters, plain)
            tap.case('find', check_find, plain)
            tap.case('mistakes', check_mistakes, plain)
            tap.case('stacks', check_stack, cut)
    tap.end()


main()
