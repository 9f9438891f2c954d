#!/usr/bin/env python3
# test-lengths.py - the lengths of inferred parts add up to the length of the packet
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Only lengths that the events print are used, and the arithmetic of the kernel: a
# merged packet has the header of its first part and the payload of all; segments
# all repeat the header of what they were cut from.

import os
import re
import sys
import tempfile
from collections import Counter, defaultdict

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from cli import DATA, HAVE_TRACES, NO_TRACES, TRACES, Tap, thresh  # noqa: E402
from compare import own_steps, parse_lives  # noqa: E402

# Without a link header: UDP, TCP without and with timestamps, in IPv4 and IPv6.
HEADERS = (28, 40, 52, 48, 60, 72)
ETHERNET = 14
TUNNEL = 70


def load(path):
    """All lives, and the error messages."""
    # Without the probes, everything is inferred.
    status, out, err = thresh('packets', '--json', '--lives', '--ignore=deep:*', path, timeout=600)
    return (parse_lives(out) if status in (0, 3) else []), err


def length(step):
    match = re.search(r'\blen (\d+)', step['detail'] or '')
    return int(match[1]) if match else None


def gro_lengths(life):
    """(when it entered GRO last, when it was handed on; None if it was not)"""
    steps = own_steps(life)
    entry = max((i for i, step in enumerate(steps) if re.fullmatch('napi_gro_.*_entry', step['event'])), default=None)
    if entry is None:
        return None, None
    whole = next((length(step) for step in steps[entry:] if step['event'] == 'netif_receive_skb'), None)
    return length(steps[entry]), whole


def first_length(life):
    return next((found for found in map(length, own_steps(life)) if found is not None), None)


def adds_up(brought, parts, headers, all_seen):
    """Whether parts of these lengths bring so much, each without the same header."""
    if all_seen:
        return any(sum(parts) - len(parts) * header == brought for header in headers)
    return sum(parts) - len(parts) * max(headers) <= brought


def received_length(life):
    lengths = [length(step) for step in own_steps(life) if step['event'] == 'netif_receive_skb']
    return lengths[-1] if lengths else first_length(life)


def check_gro(parent, parts, all_seen):
    own, whole = gro_lengths(parent)
    if whole is None:
        return None
    lengths = [gro_lengths(part)[0] for part in parts]
    return adds_up(whole - own, lengths, HEADERS, all_seen), f'{own} became {whole} with {lengths}'


def check_segments(parent, parts, _):
    whole, lengths = first_length(parent), [first_length(part) for part in parts]
    headers = [header + ETHERNET + tunnel for header in HEADERS for tunnel in (0, TUNNEL)]
    fits = any(sum(part - header for part in lengths) <= whole - header for header in headers)
    return fits and max(lengths) <= whole, f'{whole} was cut into {lengths}'


def check_read(parent, parts, _):
    """What was appended in the socket's queue: the reader's copies say how much there was, to the byte."""
    whole, lengths = received_length(parent), [received_length(part) for part in parts]
    brought = [whole - header + sum(part - header for part in lengths) for header in HEADERS]
    # It was read in pieces, and what was merged into it in between is not known.
    grew = parent['length'] is None
    fits = any(found <= parent['copied_bytes'] if grew else found == parent['copied_bytes'] for found in brought)
    return fits, f"{whole} and {lengths}: {parent['copied_bytes']} bytes were read"


CHECKS = {'gro': check_gro, 'segment': check_segments, 'coalesce': check_read}


def inferred_parts(lives):
    """The packets that were surely merged into another or cut from it, by that and the kind."""
    parts = defaultdict(list)
    for life in lives:
        links = {life[side]['kind']: life[side] for side in ('parent', 'origin') if life.get(side)}
        for kind, link in links.items():
            if link['sureness'] == 'inferred' and kind in CHECKS:
                parts[link['id'], kind].append(life)
    return parts


def with_guesses(lives):
    """The packets that others perhaps went into, too."""
    links = [life['parent'] for life in lives if life['parent'] and life['parent']['sureness'] != 'inferred']
    return {found['id'] for link in links for found in [link, *link['candidates']]}


def check_lives(lives, all_seen, counts):
    by_id, wrong, guessed = {life['id']: life for life in lives}, [], with_guesses(lives)
    for (key, kind), parts in inferred_parts(lives).items():
        result = CHECKS[kind](by_id[key], parts, all_seen and key not in guessed) if key in by_id else None
        if result is None:
            continue
        counts[kind] += 1
        if not result[0]:
            wrong.append(f'{key}: {kind}: {result[1]}')
    return wrong


def check_folder(folder, wanted, counts):
    wrong, before = [], Counter(counts)
    for name in sorted(os.listdir(folder)):
        if not re.search(r'\.(dat|data|txt)$', name):
            continue
        lives, complaints = load(os.path.join(folder, name))
        # If events are missing, parts may be missing, too.
        all_seen = not re.search('lost', name + complaints)
        wrong += [f'{name}: {line}' for line in check_lives(lives, all_seen, counts)]
    for kind in wanted:
        if counts[kind] == before[kind]:
            wrong.append(f'there is no inferred {kind} to check')
    return '\n'.join(wrong)


# --- written by hand ---------------------------------------------------------

HEAD = '# tracer: nop\n#\n'
# A text has the event types that occur in it, and these are looked for.
FIRST = (('consume_skb', 'skbaddr=00000000000000ff location=x+0x1'), ('netif_receive_skb', 'dev=eth0 skbaddr=00000000000000fe len=60'))


def line(number, event, rest):
    return f'          <idle>-0       [000] ..s1.   100.{number:06}: {event}: {rest}\n'


def frame(address, size):
    return 'napi_gro_receive_entry', f'dev=eth0 napi_id=0x2001 skbaddr=00000000{address:08x} hash=0x00000000 len={size}'


def received(address, size):
    return 'netif_receive_skb', f'dev=eth0 skbaddr=00000000{address:08x} len={size}'


def verdict(value):
    return 'napi_gro_receive_exit', f'ret={value}'


MERGED_FREE, HELD = 1, 2


def merge(sizes, whole):
    """A frame of 1500 bytes is held, others of @sizes are merged into it; the stack gets @whole."""
    happenings = [*FIRST, frame(0xa00, 1500), verdict(HELD)]
    for i, size in enumerate(sizes):
        happenings += [frame(0xb00 + 0x100 * i, size), verdict(MERGED_FREE)]
    happenings.append(received(0xa00, whole))
    return HEAD + ''.join(line(i + 1, *happening) for i, happening in enumerate(happenings))


def check_text(sizes, whole, expected):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'written.txt')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(merge(sizes, whole))
        lives, complaints = load(path)
    parts = [life for life in lives if life['outcome'] == 'merged']
    told = [life['parent']['sureness'] if life['parent'] else None for life in parts]
    counts = Counter()
    wrong = check_lives(lives, False, counts)
    return None if told == expected and not wrong else f'{told}, {wrong}\n{complaints}'


def main():
    tap, counts = Tap(), Counter()
    tap.case('recordings of the tests', check_folder, DATA, ('gro',), counts)
    for folder, kinds in ((TRACES, ('gro', 'coalesce')), (os.path.join(TRACES, 'deep'), CHECKS)):
        name = 'recordings of ' + (os.path.basename(folder) or 'traces')
        if HAVE_TRACES:
            tap.case(name, check_folder, folder, kinds, counts)
        else:
            tap.skip(name, NO_TRACES)
    # 1448 bytes of payload in each frame of 1500.
    tap.case('two frames in three', check_text, (1500, 1500), 1500 + 2 * 1448, ['inferred', 'inferred'])
    tap.case('two frames, and room for one', check_text, (1500, 1500), 1500 + 1448, ['ambiguous', 'ambiguous'])
    tap.case('a long frame and the short one that it was', check_text, (1500, 300), 1500 + 248, [None, 'ambiguous'])
    tap.case('nothing was merged', check_text, (1500,), 1500, [None])
    print('# ' + ', '.join(f'{kind}: {n} packets' for kind, n in sorted(counts.items())))
    tap.end()


main()
