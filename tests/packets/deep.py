# deep.py - the recordings of traces/deep, each with its truth and the output of thresh
#
# SPDX-License-Identifier: GPL-2.0-or-later

import functools
import os
from collections import Counter

import compare
import events
import tracker
import truth
from cli import DATA, TRACES

PROBES = 'deep:*'
# Neighbors on one address that version 4 of the rules tells right (README of
# traces/deep, rules.json).  Ours must be as good in each file.
VERSION_4 = {
    'bridge': (577, 577), 'busypoll': (170, 170), 'defer': (290, 290), 'forward': (470, 470), 'gro': (226, 226),
    'gro-hold': (407, 407), 'gro-two': (267, 267), 'gso-tx': (392, 392), 'icmp': (2488, 2490), 'ksoftirqd': (386, 386),
    'loopback': (532, 532), 'lost': (237, 237), 'multicast': (51, 51), 'netem': (273, 273), 'peek': (205, 205), 'qdisc-drop': (390, 390),
    'requeue': (1894, 1894), 'rps': (176, 176), 'tap': (154, 156), 'tap-sock': (253, 253), 'tcp-retrans': (854, 861),
    'threaded': (180, 180), 'udp-reuse': (183, 183), 'veth-gro': (155, 155), 'veth-gro-mix': (504, 504),
    'virtio-gro': (92, 92), 'virtio-gso-tx': (316, 316), 'virtio-tap-sock': (254, 257), 'vlan': (163, 163), 'vxlan': (203, 203),
    'wireguard': (1685, 1853),
}
# Version 4 did not know of tunnels that encrypt in the background.
LEAST = {'wireguard': 1852}
# Its second buffer has the events that the first has lost.
TWO_BUFFERS = {'lost': 'truth'}


def find(name):
    """Path of a recording without its ending, or None."""
    for folder in (DATA, os.path.join(TRACES, 'deep')):
        path = os.path.join(folder, f'{name}-deep')
        if os.path.exists(f'{path}.dat'):
            return path
    return None


@functools.lru_cache(maxsize=2)
def load_events(path):
    return events.load(path)


class World:
    """What thresh says of @path, beside the truth of recording @name, whose events
    are @whole.  @events: all that are in it; @of_event: {index of event: life of ours}."""

    def __init__(self, name, path, events_in_it, whole, *options):
        self.name = name
        self.path = path
        self.truth = truth.load(f'{find(name)}.truth.json')
        self.truth.learn(whole)
        self.events = [event._replace(index=index) for index, event in enumerate(events_in_it)]
        self.lives = compare.load_lives(path, *options)
        self.unassigned = compare.load_unassigned(path, *options)
        self.of_event, self.listed, self.wrong = compare.match(self.events, self.lives, self.unassigned)
        self.shares, self.true_of = compare.compare_lives(self.events, self.of_event, self.truth)
        self.shares.merge(compare.compare_windows(self.lives, self.true_of, self.truth))

    def score(self):
        """(right, of, {what is wrong: n}) of neighbors on one address."""
        buffer = TWO_BUFFERS.get(self.name)
        chosen = [event for event in self.events if buffer is None or event.buffer == buffer]
        number = {index: life['number'] for index, life in self.of_event.items()}
        return tracker.score(chosen, lambda event: number.get(event.index), self.truth)

    def steps(self):
        return compare.compare_steps(self.events, self.of_event, self.truth)

    def links(self):
        return compare.compare_links(self.lives, self.true_of, self.truth)

    def ends(self):
        return compare.compare_ends(self.lives, self.true_of, self.truth)

    def lengths(self):
        return compare.compare_lengths(self.events, self.of_event, self.lives, self.true_of, self.truth)

    def outcomes(self):
        return Counter(life['outcome'] for life in self.lives)


class Deep(World):
    """The recording itself without its probes, and without the events of type @without."""

    def __init__(self, name, *options, without=None):
        path = f'{find(name)}.dat'
        whole = load_events(path)
        super().__init__(name, path, [event for event in whole if event.name != without], whole, '--ignore', PROBES, *options)
