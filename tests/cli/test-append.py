#!/usr/bin/env python3
# test-append.py - thresh --append: several recordings on one timeline, each unchanged
#
# SPDX-License-Identifier: GPL-2.0-or-later

import json
import os
import re
import tempfile

from cli import DATA, Tap, thresh

UDP, REP, BUFFERS = 'e1000-gt-udp.dat', 'k612-rep.dat', 'e1000-buffers.dat'
PERF, TEXT, REPORT = 'virtio-tp-g.perf.data', 'e1000-ftrace-default.txt', 'k612-rep.report.txt'
PREFIX = re.compile(r' *([^ :]+(?: \(\d+\))?): (.*)')
TIME = re.compile(r'(-?\d+)\.(\d{9}|\d{6}):')


def path(name):
    return os.path.join(DATA, name)


def run(*arguments, expect=0):
    status, out, err = thresh(*arguments)
    assert status == expect, f'{arguments}: {status}: {err}'
    return out


def ns(line):
    match = TIME.search(line)
    return int(match[1]) * 10**9 + int(match[2].ljust(9, '0'))


def moved(line, by):
    """The line with its time shifted, with nine digits."""
    match = TIME.search(line)
    time = ns(line) + by
    text = f'{"-" if time < 0 else ""}{abs(time) // 10**9}.{abs(time) % 10**9:09d}:'
    return line[:match.start()].rstrip() + ' ' + text + line[match.end():]


def squeezed(line):
    return re.sub(r' +', ' ', line).strip()


def check_events(first, second, offset, by):
    """Without prefix and offset, the lines are those of the file alone, in the same order."""
    lines = run('events', path(first), '--append', path(second) + offset).splitlines()
    lines = [line for line in lines if not line.startswith('cpus=') and '[EVENTS DROPPED]' not in line]
    times = [ns(line) for line in lines]
    if times != sorted(times):
        return 'not in order of time'
    names = [PREFIX.fullmatch(line)[1] for line in lines]
    for name, back in ((first, 0), (second, -by)):
        label = f'{name} (2)' if back and second == first else name
        ours = [squeezed(moved(PREFIX.fullmatch(line)[2], back)) for line, of in zip(lines, names)
                if of.split('/')[0] == label]
        alone = [line for line in run('events', path(name)).splitlines() if not line.startswith('cpus=')]
        if name == BUFFERS:
            alone = [re.sub(r'^ *\w+: ', '', line) for line in alone]
        alone = [squeezed(moved(line, 0)) for line in alone]
        if sorted(ours) != sorted(alone):
            return f'{label}: {len(ours)} lines, alone {len(alone)}; first: {next((p for p in zip(ours, alone) if p[0] != p[1]), None)}'
    return ''


def check_one_of_them():
    """--recording prints the same bytes as for the file alone."""
    for command in (['events'], ['measures'], ['measures', '--json'], ['stacks'], ['drops'], ['packets'],
                    ['table', 'wakeups'], ['table', 'wakeups', '--csv'], ['find', 'ksoftirqd'], ['tables']):
        for name, number in ((UDP, 1), (REP, 2), (REP, REP)):
            alone = run(*command, path(name))
            ours = run(*command, path(UDP), '--append', path(REP), '--recording', str(number))
            if alone != ours:
                return f'{command}: recording {number} is not {name}'
    return ''


def check_each_in_turn():
    """Analyses are limited to one recording, and name it."""
    for command in (['measures'], ['drops'], ['packets'], ['table', 'wakeups'], ['tables']):
        expected = '\n'.join(f'{name}:\n' + run(*command, path(name)) for name in (UDP, REP))
        if run(*command, path(UDP), '--append', path(REP)) != expected:
            return f'{command} is not the two in turn'
    return ''


def check_itself():
    """A file appended to itself has each packet twice, with the same links, and none across."""
    def plain(packet, by):
        """Shifts a line back, and ignores its buffer."""
        if isinstance(packet, dict):
            return {key: 0 if key == 'stream' else value - by if key.endswith('ns') else plain(value, by)
                    for key, value in packet.items() if key != 'recording'}
        return [plain(value, by) for value in packet] if isinstance(packet, list) else packet

    alone = [json.loads(line) for line in run('packets', '--json', path(UDP)).splitlines()]
    both = [json.loads(line) for line in run('packets', '--json', path(UDP), '--append', path(UDP) + '@+700ns').splitlines()]
    if len(both) != 2 * len(alone):
        return f'{len(both)} packets, alone {len(alone)}'
    for stream, (name, by) in enumerate(((UDP, 0), (f'{UDP} (2)', 700))):
        ours = [packet for packet in both if packet['recording'] == name]
        if {step['stream'] for packet in ours for step in packet['steps']} != {stream}:
            return f'{name}: steps of another recording'
        for one, expected in zip(ours, alone):
            if plain(one, by) != plain(expected, 0):
                return f'{name}: {plain(one, by)}\n{plain(expected, 0)}'
    return ''


def check_filter():
    def count(expression, *more):
        return len(run('events', '-f', expression, path(UDP), *more).splitlines()) - 1

    both = ['--append', path(REP) + '@first']
    for expression in ('sched_switch', 'pid == 18', 'task ~ "ksoft*"', 'cpu == 2', 'vec == 7', 'next_pid > 100', 'reason == NOT_SPECIFIED'):
        a = count(expression)
        try:
            b = len(run('events', '-f', expression, path(REP)).splitlines()) - 1
        except AssertionError:  # this one has no such field
            b = 0
        if count(expression, *both) != a + b:
            return f'{expression}: {count(expression, *both)}, alone {a} and {b}'
        for name, n in ((UDP, a), (REP, b)):
            ours = count(f'recording == "{name}" and ({expression})', *both)
            if ours != n:
                return f'{expression} in {name}: {ours}, alone {n}'
    status, _, err = thresh('events', '-f', 'recording == "guest.dat"', path(UDP), *both)
    return '' if status == 64 and 'guest.dat' in err else f'{status}: {err}'


def check_align():
    first = run('events', '-n', '2', path(REP), '--append', path(UDP) + '@first').splitlines()[1:]
    if ns(first[0]) != ns(first[1]) or {PREFIX.fullmatch(line)[1] for line in first} != {REP, UDP}:
        return str(first)
    status, out, err = thresh('info', '--json', path(REP), '--append', path(TEXT) + '@wall')
    if status != 0 or 'not shifted' not in err or json.loads(out.splitlines()[1])['offset'] != 0:
        return f'{status} {err}'
    offsets = [json.loads(line)['offset'] for line in
               run('info', '--json', path(REP), '--append', path(UDP) + '@-3s', '--append', path(UDP) + '@+12.5ms').splitlines()]
    return '' if offsets == [0, -3 * 10**9, 12500000] else str(offsets)


def check_trouble():
    with tempfile.TemporaryDirectory() as folder:
        cut = os.path.join(folder, 'a@b.dat')
        with open(path('e1000-lost.dat'), 'rb') as whole, open(cut, 'wb') as file:
            file.write(whole.read()[:300000])
        status, out, err = thresh('info', '--json', path(REP), '--append', cut)
        if status != 3 or 'a@b.dat: ' not in err:
            return f'cut: {status} {err}'
        alone = json.loads(run('info', '--json', path(REP)))
        ours = json.loads(out.splitlines()[0])
        if ours['streams'] != alone['streams'] or ours['problems']:
            return 'the sound one suffers'
    for name in ('broken/garbage.dat', 'nothing.dat@+1s'):
        status, out, err = thresh('info', path(REP), '--append', path(name))
        if status != 2 or out or name.split('@')[0] not in err:
            return f'{name}: {status} {err}'
    for arguments in (['info', path(REP), '--recording', '1'], ['info', path(REP), '--append', path(UDP), '--recording', '3'],
                      ['compare', path(REP), path(UDP), '--append', path(UDP)], ['journey', path(UDP), '--append', path(REP), '0x1']):
        if thresh(*arguments)[0] != 64:
            return str(arguments)
    return ''


def check_clocks():
    status, _, err = thresh('info', path(REP), '--append', path('e1000-clock-counter.dat'))
    return '' if status == 0 and 'counts ticks' in err else f'{status}: {err}'


def check_apart():
    """REP ends before UDP begins (trace-cmd report); there is no warning for one with a given offset, or one that overlaps."""
    for offset, told in (('', True), ('@first', False), ('@+1s', False)):
        status, _, err = thresh('info', path(UDP), '--append', path(REP) + offset)
        if status != 0 or ('@first' in err) != told or 'of day' in err:
            return f'{offset}: {status} {err}'
    _, _, err = thresh('info', path(UDP), '--append', path(UDP))
    return err


def check_ignore():
    lines = run('events', '--ignore', 'sched:*', path(UDP), '--append', path(REP)).splitlines()
    return '' if len(lines) > 100 and not any(': sched_' in line for line in lines) else f'{len(lines)} lines'


def main():
    tap = Tap()
    for first, second, offset, by in ((UDP, REP, '@+1.5s', 1500000000), (REP, UDP, '@-1s', -10**9), (BUFFERS, UDP, '', 0),
                                      (UDP, BUFFERS, '@+1ms', 10**6), (PERF, REP, '@+2us', 2000), (TEXT, PERF, '', 0),
                                      (REPORT, REP, '@+1ns', 1), (UDP, UDP, '@+700ns', 700)):
        tap.case(f'events of {first} and {second}{offset}', check_events, first, second, offset, by)
    tap.case('one of them', check_one_of_them)
    tap.case('each in turn', check_each_in_turn)
    tap.case('beside itself', check_itself)
    tap.case('filters', check_filter)
    tap.case('aligned', check_align)
    tap.case('trouble', check_trouble)
    tap.case('clocks that cannot be compared', check_clocks)
    tap.case('apart', check_apart)
    tap.case('ignored types', check_ignore)
    tap.end()


main()
