#!/usr/bin/env python3
# test-find.py - compares thresh find with grep over the output of thresh events
#
# SPDX-License-Identifier: GPL-2.0-or-later

import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from cli import DATA, NO_TRACES, TRACES, Tap, thresh

SAMPLE = os.path.join(DATA, '..', '..', 'data', 'samples', 'e1000-tcp.dat')
PART = 3

# task-pid [cpu] time: event: info; preceded by the buffer's name if there are several
LINE = re.compile(r'(?P<task>.*?-(?:\d+|\?)) +\[(?:\d+|---)\] *-?[\d.]+: (?P<event>[^ ]+): *(?P<info>.*)')


def events(path, *options):
    status, out, err = thresh('events', *options, path)
    if status not in (0, PART):
        raise ValueError(f'exit status {status}: {err}')
    return [line for line in out.split('\n')[:-1] if not line.startswith('cpus=') and 'EVENTS DROPPED]' not in line]


class Recording:
    """The parts of all events, one per line in a file for grep."""

    def __init__(self, path, folder):
        self.path = path
        self.lines = events(path)
        self.files = []
        parts = [LINE.fullmatch(line) for line in self.lines]
        then = [LINE.fullmatch(line) for line in events(path, '--names', 'then')]
        if None in parts or None in then:
            raise ValueError(f'no event: {self.lines[(parts if None in parts else then).index(None)]}')
        buffers = re.compile(r'^ *\w+: +|^ +')
        for name, texts in (('saved', [buffers.sub('', part['task']) for part in parts]),
                            ('then', [buffers.sub('', part['task']) for part in then]),
                            ('event', [part['event'] for part in parts]), ('info', [part['info'] for part in parts])):
            self.files.append(os.path.join(folder, name))
            with open(self.files[-1], 'w', encoding='utf-8', errors='replace') as file:
                file.write(''.join(f'{text}\n' for text in texts))
        self.infos = [part['info'] for part in parts]

    def grep(self, *options):
        """The lines of events that contain it in a part."""
        numbers = set()
        for file in self.files:
            done = subprocess.run(['grep', '-n', '-a', *options, file], capture_output=True, check=False)
            if done.returncode > 1:
                raise ValueError(done.stderr.decode())
            numbers |= {int(line.split(b':', 1)[0]) for line in done.stdout.splitlines()}
        return [self.lines[number - 1] for number in sorted(numbers)]


def find(path, *arguments):
    status, out, err = thresh('find', *arguments, path)
    if status not in (0, PART):
        raise ValueError(f'exit status {status}: {err}')
    return [line for line in out.split('\n')[:-1] if not line.startswith('cpus=') and 'EVENTS DROPPED]' not in line]


def compare(found, expected):
    if found == expected:
        return None
    extra, missing = [set(a) - set(b) for a, b in ((found, expected), (expected, found))]
    return f'{len(found)} events instead of {len(expected)}\nextra {sorted(extra)[:2]}\nmissing {sorted(missing)[:2]}'


def check_text(recording, text):
    capital = any(c.isupper() for c in text)
    expected = recording.grep('-F', *([] if capital else ['-i']), '-e', text)
    return compare(find(recording.path, '--', text), expected)


def check_regex(recording, pattern):
    expected = recording.grep('-P', '-e', pattern)
    plain, slashes = find(recording.path, '--regex', '--', pattern), find(recording.path, f'/{pattern}/')
    return compare(plain, expected) or compare(slashes, expected) or \
        compare(find(recording.path, f'/{pattern}/i'), recording.grep('-i', '-P', '-e', pattern))


def check_expression(recording, expression):
    expected = events(recording.path, '-f', expression)
    return compare(find(recording.path, '-e', expression), expected) or \
        compare(find(recording.path, f'={expression}'), expected)


def check_field(recording, field, text):
    """Fields of the sample are in its info as name=value."""
    sign = re.compile(rf'(?:^| ){field}=(\S*)')
    expected = []
    for line, info in zip(recording.lines, recording.infos):
        match = sign.search(info)
        if match and (match[1] == text if text.isdigit() else text.lower() in match[1].lower()):
            expected.append(line)
    return compare(find(recording.path, '--field', field, text), expected) or (None if expected else 'nothing to find')


def check_random(recording, seed):
    """Pieces of existing texts, so that each is found at least once."""
    chance = random.Random(seed)
    for _ in range(12):
        info = chance.choice([info for info in recording.infos if len(info) > 3])
        begin = chance.randrange(len(info) - 2)
        text = info[begin:begin + chance.randrange(2, 9)]
        if text[0] in '/=-' or '\ufffd' in text or not text.strip():
            continue
        wrong = check_text(recording, text)
        if wrong or not find(recording.path, '--', text):
            return f'“{text}”: {wrong}'
    return None


def check_few(recording):
    """-n prints the first matches; --count prints their number; a filter restricts them."""
    whole = find(recording.path, 'net')
    if find(recording.path, '-n', '3', 'net') != whole[:3]:
        return 'not the first three'
    if thresh('find', '--count', 'net', recording.path)[1] != f'{len(whole)}\n':
        return 'another count'
    restricted = [line for line in events(recording.path, '-f', 'cpu == 0') if line in set(whole)]
    return compare(find(recording.path, '-f', 'cpu == 0', 'net'), restricted) or \
        compare(find(recording.path, '-n', '5', '-f', 'cpu == 0', 'net'), restricted[:5])


def check_mistake(arguments, lines):
    status, out, err = thresh('find', *arguments)
    if status != 64 or out:
        return f'exit status {status}, output {out!r}'
    return None if err.splitlines()[:len(lines)] == [f'thresh find: {lines[0]}', *lines[1:]] else err


def check_recording(tap, path):
    name = os.path.basename(path)
    with tempfile.TemporaryDirectory() as folder:
        recording = Recording(path, folder)
        texts = ('sched_switch', 'curl-', 'sh-383', 'SCHED', 'eth', 'Eth', 'idle', '<idle>-0', '-1', 'kworker', 'r=0x', 'len=6', 'nowhere at all', 'é')
        for text in texts:
            tap.case(f'{name}: {text}', check_text, recording, text)
        for pattern in (r'^netif', r'skb$', r'^k\w+/\d', r'len=(1[0-9]|60)\b', r'-\d{3}$', r'[A-Z]{4}', r'(?i)NAPI', r'=\S+\s\w+=0'):
            tap.case(f'{name}: /{pattern}/'.replace('#', '\\#'), check_regex, recording, pattern)
        for expression in ('pid == 0', 'not cpu == 0', 'event ~ "s*"'):
            tap.case(f'{name}: = {expression}', check_expression, recording, expression)
        tap.case(f'{name}: pieces', check_random, recording, name)
        if path == SAMPLE:
            for field, text in (('dev', 'eth'), ('comm', 'curl'), ('len', '60'), ('next_comm', 'wapper/1')):
                tap.case(f'{name}: {text} in {field}', check_field, recording, field, text)
            tap.case(f'{name}: the first, their number, a filter', check_few, recording)


def main():
    tap = Tap()
    # Several buffers, a clock of ticks, changing names, an old kernel.
    names = ('e1000-buffers.dat', 'e1000-clock-counter.dat', 'e1000-veth-loss.dat', 'k612-rep.dat')
    for path in [SAMPLE, *(os.path.join(DATA, name) for name in names)]:
        check_recording(tap, path)
    for name in ('k612-rr-hog.dat', 'virtio-tcp6.dat'):
        if os.path.exists(os.path.join(TRACES, name)):
            check_recording(tap, os.path.join(TRACES, name))
        else:
            tap.skip(name, NO_TRACES)
    tap.case('nothing', check_mistake, ['', SAMPLE], ['There is nothing to find'])
    tap.case('no regular expression', check_mistake, ['/a(/', SAMPLE],
             ['Invalid regular expression: Error while compiling regular expression ‘a(’ at char 2: missing terminating )',
              '  /a(/', '   ^^'])
    tap.case('an expression behind a sign', check_mistake, ['=cpu ==', SAMPLE],
             ['A value is missing at the end', '  =cpu ==', '         ^'])
    tap.case('no such field', check_mistake, ['--field', 'lenx', '60', SAMPLE],
             ['No event has a field “lenx”; did you mean “len”?', '  lenx', '  ^^^^'])
    tap.case('no file', check_mistake, ['text'], ['a pattern and exactly one file are needed'])
    tap.case('two kinds', check_mistake, ['--regex', '--field', 'len', '6', SAMPLE],
             ['--expression, --field and --regex exclude each other'])
    tap.end()


main()
