#!/usr/bin/env python3
# test-cover.py - each skb event of each recording is in one life, or listed with the reason
#
# SPDX-License-Identifier: GPL-2.0-or-later

import gzip
import os
import re
import sys
import tempfile
from collections import Counter

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
import compare  # noqa: E402
import deep  # noqa: E402
import events  # noqa: E402
import tracker  # noqa: E402
from cli import DATA, NO_TRACES, TRACES, Tap, thresh  # noqa: E402

SAMPLES = os.path.join(DATA, '..', '..', 'data', 'samples')
ENDINGS = ('.dat', '.perf.data', '.txt')
# A share of the events with an skb.
UNASSIGNED = 0.01
# Lives of ours that the reference does not have, or the other way round, of a hundred.
REFERENCE = 0.02
# One recording and the text that another program made of it.
SAME = (('e1000-rep.dat', 'e1000-rep.report-t.txt'), ('e1000-rep.dat', 'e1000-rep.report.txt'), ('k612-rep.dat', 'k612-rep.report-t.txt'),
        ('k612-rep.dat', 'k612-rep.report.txt'), ('e1000-gt-udp.dat', 'e1000-gt-udp.report.txt'), ('virtio-gt-udp.dat', 'virtio-gt-udp.report.txt'),
        ('k612-gt-udp.dat', 'k612-gt-udp.report.txt'), ('e1000-tp.perf.data', 'e1000-tp.perf.script.txt.gz'),
        ('virtio-tp.perf.data', 'virtio-tp.perf.script.txt.gz'), ('k612-tp.perf.data', 'k612-tp.perf.script.txt.gz'),
        ('virtio-tp-g.perf.data', 'virtio-tp-g.perf.script.txt.gz'), ('e1000-probe.perf.data', 'e1000-probe.perf.script.txt'))


def recordings():
    found = {}
    for folder in (DATA, SAMPLES, TRACES, os.path.join(TRACES, 'deep')):
        if os.path.isdir(folder):
            for name in sorted(os.listdir(folder)):
                if name.endswith(ENDINGS) and not name.endswith(('.nft.txt', 'probes.txt', '-raw.txt')):
                    found.setdefault(name, os.path.join(folder, name))
    return found


def has_losses(path):
    status, out, _ = thresh('info', '--json', path)
    return status in (0, 3) and any(stream['lost'] for stream in compare.json.loads(out)['streams'])


def check_recording(path):
    """Each event has a place, few have none, and there are as many lives as in the reference."""
    ignored = ('--ignore', deep.PROBES) if path.endswith('-deep.dat') else ()
    found = events.without_probes(events.load(path)) if ignored else events.load(path)
    if not any(events.address(event) for event in found):
        return ''
    lives, unassigned = compare.load_lives(path, *ignored), compare.load_unassigned(path, *ignored)
    of_event, listed, wrong = compare.match(found, lives, unassigned)
    of = sum(1 for event in found if events.address(event))
    if len(listed) > UNASSIGNED * of and not has_losses(path):
        wrong.append(f'{len(listed)} of {of} are in no life: {Counter(row["reason"] for row in unassigned)}')
    wrong += compare.check_shape(lives, clocks_agree='clock-local' not in path)
    wrong += compare.check_names(found, lives)
    # If there is a truth, test-truth.py compares with that.
    return '\n'.join(wrong + ([] if ignored else check_reference(found, of_event, lives)))


def check_reference(found, of_event, lives):
    """The same groups as in the reference, except a few."""
    trackers = tracker.track(found)
    theirs = [frozenset(event.index for event in life.events) for each in trackers.values() for life in each.lives]
    ours = {}
    for index, life in of_event.items():
        if found[index].name != 'tcp_retransmit_skb':
            ours.setdefault(life['number'], set()).add(index)
    groups = {frozenset(group) for group in ours.values()}
    only_ours, only_theirs = groups - set(theirs), set(theirs) - groups
    print(f'# {len(groups)} lives, {len(theirs)} of the reference; {len(only_ours)} and {len(only_theirs)} of them are not the other\'s')
    # Where nothing tells of sending, the end of an acknowledgement at an address
    # that TCP freed without an event misleads the reference; ours counts bytes.
    if not any(event.name == 'net_dev_queue' for event in found) or max(len(only_ours), len(only_theirs)) <= REFERENCE * len(theirs):
        return []
    told = [sorted(group)[:8] for group in list(only_ours)[:3] + list(only_theirs)[:3]]
    return [f'{len(only_ours)} of {len(groups)} lives are not those of the reference: ' +
            '; '.join(' '.join(f'{found[index].name}@{found[index].ns}' for index in group) for group in told)]


# --- two files of one recording ---------------------------------------------------------

def round_time(ns, program):
    """As the text has it: trace-cmd rounds to us, perf cuts."""
    return {'': ns, 'trace-cmd': (ns + 500) // 1000, 'perf': ns // 1000}[program]


def journeys(path, program):
    """For each life: the times and CPUs of its own steps, and its outcome."""
    told = []
    for life in compare.load_lives(path):
        steps = tuple((step['event'].split(':')[-1], round_time(step['ns'], program), step['cpu'])
                      for step in compare.own_steps(life) if step['event'] != 'tcp_retransmit_skb')
        if steps:
            told.append((steps, life['outcome'], life['reason'], (life['reader'] or {}).get('pid'), life['copied_bytes'], life['device']))
    return sorted(told, key=str)


def is_same(ours, text):
    """What the text does not tell is no difference: where an address lies without
    symbols (so that a queue's purge is not known as such), and how much
    sock_recv_length read, which is no field there."""
    ours, text = list(ours), list(text)
    if ours[2] == text[2] == 'NOT_SPECIFIED' and {ours[1], text[1]} == {'consumed', 'dropped'}:
        text[1] = ours[1]
    if text[4] is None:
        ours[4] = None
    return ours == text


def is_fine(path):
    """Returns whether the text has ns."""
    with open(path, encoding='utf-8', errors='replace') as file:
        return any(re.search(r'\d\.\d{9}:', line) for line, _ in zip(file, range(100)))


def check_same(first, second):
    with tempfile.TemporaryDirectory() as scratch:
        if second.endswith('.gz'):
            plain = os.path.join(scratch, os.path.basename(second)[:-3])
            with gzip.open(second, 'rb') as source, open(plain, 'wb') as target:
                target.write(source.read())
            second = plain
        program = {'report.txt': 'trace-cmd', 'script.txt': 'perf'}.get(second[-10:], '') if not is_fine(second) else ''
        ours, theirs = journeys(first, program), journeys(second, program)
    differ = [(a, b) for a, b in zip(ours, theirs) if not is_same(a, b)]
    if len(ours) != len(theirs) or differ:
        return f'{len(ours)} and {len(theirs)} journeys\n' + '\n'.join(f'{a}\n  {b}' for a, b in differ[:5])
    return 'no journeys' if not ours else ''


def main():
    tap, found = Tap(), recordings()
    for name, path in found.items():
        tap.case(name, check_recording, path)
    if not os.path.isdir(TRACES):
        tap.skip('the recordings that are not in the tree', NO_TRACES)
    for first, second in SAME:
        paths = [next((os.path.join(folder, name) for folder in (DATA, TRACES) if os.path.exists(os.path.join(folder, name))), None)
                 for name in (first, second)]
        if all(paths):
            tap.case(f'{first} is {second}', check_same, *paths)
        else:
            tap.skip(f'{first} is {second}', NO_TRACES)
    tap.end()


main()
