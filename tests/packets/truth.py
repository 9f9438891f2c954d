# truth.py - the lives of packet buffers according to the probes of traces/deep
#
# SPDX-License-Identifier: GPL-2.0-or-later

import gzip
import json
import os
from bisect import bisect_right
from collections import defaultdict, namedtuple

from events import address as get_address

# These two may be traced after the life that they tell of has ended; and what comes before them in it.
BEGINS = {'net_dev_xmit': 'net_dev_start_xmit', 'qdisc_enqueue': 'net_dev_queue'}
AFTER_END = tuple(BEGINS)

# @born, @died: ns, None = before, after the recording.
# @origin: (kind, index) where it came from; @merge: (kind, index) what it went on in; each may be None.
# An index of None means that the life is not listed.
Life = namedtuple('Life', 'index address born died origin merge raw')

ORIGINS = ('clone', 'segment', 'copy', 'split')
MERGES = ('gro', 'coalesce')


class Truth:
    def __init__(self, data):
        self.data = data
        self.learned = None
        self.lives = []
        self.by_address = defaultdict(list)
        where = {}
        for index, raw in enumerate(data['lives']):
            where[int(raw['address'], 16), raw['born_ns']] = index
        for index, raw in enumerate(data['lives']):
            links = {}
            for link in (raw.get('parent'), raw.get('merged_into')):
                if link is not None:
                    group = 'merge' if link['kind'] in MERGES else 'origin'
                    links[group] = (link['kind'], where.get((int(link['address'], 16), link['born_ns'])))
            life = Life(index, int(raw['address'], 16), raw['born_ns'], raw['died_ns'], links.get('origin'), links.get('merge'), raw)
            self.lives.append(life)
            self.by_address[life.address].append(life)
        for lives in self.by_address.values():
            lives.sort(key=lambda life: -1 if life.born is None else life.born)
        self.begins = {address: [-1 if life.born is None else life.born for life in lives] for address, lives in self.by_address.items()}

    def find_all(self, events):
        """{index of event: life, or None for an event in none} of all @events with an skb."""
        if self.learned is None:
            return self.match(events)
        return {event.index: self.learned[event.name, get_address(event), event.ns, event.cpu] for event in events if get_address(event)}

    def learn(self, events):
        """@events: of the whole recording.  Parts of them are looked up from here on."""
        lives = self.match(events)
        self.learned = {(event.name, get_address(event), event.ns, event.cpu): lives[event.index] for event in events if get_address(event)}

    def match(self, events):
        """What tells of the end of a transmission belongs to the life whose
        transmission began last on that CPU: another may have the address by now."""
        found, begun = {}, {}
        for event in events:
            address = get_address(event)
            if not address:
                continue
            begin = BEGINS.get(event.name)
            life = begun.get((begin, address, event.cpu)) if begin else None
            if life is None or (event.name == 'qdisc_enqueue' and life.died is None):
                life = self.find(event.name, address, event.ns)
            if event.name in BEGINS.values():
                begun[event.name, address, event.cpu] = life
            found[event.index] = life
        return found

    def find(self, name, address, ns):
        """The life that event @name of @address at @ns belongs to, or None."""
        at = bisect_right(self.begins.get(address, ()), ns) - 1
        if at < 0:
            return None
        life = self.by_address[address][at]
        if life.died is None or ns <= life.died or name in AFTER_END:
            return life
        return None


def load(path):
    """@path: as it is, or with .gz behind it."""
    if os.path.exists(path):
        with open(path, encoding='utf-8') as file:
            return Truth(json.load(file))
    with gzip.open(f'{path}.gz', 'rt', encoding='utf-8') as file:
        return Truth(json.load(file))
