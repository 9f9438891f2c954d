# compare.py - compares the packets of thresh with the truth
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Counts are kept as [right, of] under a key, so that they can be summed over
# recordings.  Nothing here decides what is good enough.

import json
from collections import Counter, defaultdict, deque

from events import address, has_key, number
from cli import thresh

# Events after the end of a struct that still refer to it.
LATE = ('net_dev_xmit', 'qdisc_enqueue', 'napi_gro_receive_exit', 'napi_gro_frags_exit')
# Purging a queue has no drop reason.
PURGED = ('NOT_SPECIFIED', 'QUEUE_PURGE')
CONFIDENCES = ('exact', 'inferred', 'ambiguous', 'broken', 'open')


class Shares:
    """Counts [right, of] by key, and the first few errors."""

    def __init__(self, examples=3):
        self.counts = defaultdict(lambda: [0, 0])
        self.wrong = defaultdict(list)
        self.examples = examples

    def add(self, key, right, example=None):
        count = self.counts[key]
        count[1] += 1
        count[0] += bool(right)
        if not right and example is not None and len(self.wrong[key]) < self.examples:
            self.wrong[key].append(example)

    def merge(self, other):
        for key, (right, of) in other.counts.items():
            self.counts[key][0] += right
            self.counts[key][1] += of
        for key, examples in other.wrong.items():
            self.wrong[key] += examples[:max(0, self.examples - len(self.wrong[key]))]

    def get(self, key):
        return tuple(self.counts.get(key, (0, 0)))

    def lines(self):
        for key in sorted(self.counts, key=str):
            right, of = self.counts[key]
            yield key, right, of


def to_int(text):
    return int(text, 16) if isinstance(text, str) else text


def parse_lives(text):
    """One object per line."""
    lives = [json.loads(line) for line in text.splitlines() if line.strip()]
    for number, life in enumerate(lives):
        life['number'] = number
        life['key'] = to_int(life['address'])
        for step in life['steps']:
            step['key'] = to_int(step['address']) if step.get('address') else 0
    return lives


def load_lives(path, *options):
    status, out, err = thresh('packets', '--json', '--lives', *options, path)
    assert status in (0, 3), f'exit status {status}: {err}'
    return parse_lives(out)


def load_unassigned(path, *options):
    status, out, err = thresh('table', 'unassigned', '--json', *options, path)
    assert status in (0, 3), f'exit status {status}: {err}'
    return [json.loads(line) for line in out.splitlines() if line.strip()]


def own_steps(life):
    """The steps that are events of this skb, not shared with others."""
    return [step for step in life['steps'] if step['key'] and not step.get('shared')]


def label(life):
    return f"{life['address']}#{life.get('generation', '?')} at {life['first_ns']}"


# --- each event in one life ---------------------------------------------------

def match(events, lives, unassigned=()):
    """Which life has which event.  Returns {index of event: life}, indices that
    are listed as unassigned, and complaints: events that are nowhere, twice, or
    that nobody recorded.  Probes of a user, which name the skb by another
    field, must be there when a life has them, and may be in none."""
    waiting, probes = defaultdict(deque), Counter()
    for event in events:
        if address(event):
            waiting[event.name, address(event), event.ns, event.cpu].append(event.index)
        elif not has_key(event):
            probes[event.name, event.ns, event.cpu] += 1
    of_event, listed, wrong = {}, set(), []
    for life in lives:
        for step in own_steps(life):
            name = step['event'].split(':')[-1]
            queue = waiting.get((name, step['key'], step['ns'], step['cpu']))
            if not queue and probes[name, step['ns'], step['cpu']] > 0:
                probes[name, step['ns'], step['cpu']] -= 1
                continue
            if not queue:
                wrong.append(f"{label(life)}: {step['event']} of {step['address']} at {step['ns']} on CPU {step['cpu']} is twice, or nobody recorded it")
                continue
            of_event[queue.popleft()] = life
    for row in unassigned:
        # The column "event" leads to it; what is printed there is its time.
        found = [queue for (_, key, ns, _), queue in waiting.items() if queue and (ns, key) == (row['time'], to_int(row['address']))]
        if not found:
            wrong.append(f'unassigned: {row} is in a life, or nobody recorded it')
            continue
        if not row.get('reason'):
            wrong.append(f'unassigned: {row} has no reason')
        listed.add(found[0].popleft())
    for (name, key, ns, cpu), queue in waiting.items():
        wrong += [f'{name} of {key:#x} at {ns} on CPU {cpu} is in no life and not listed'] * len(queue)
    return of_event, listed, wrong


# --- each life as promised ------------------------------------------------------

OUTCOMES = ('delivered', 'dropped', 'transmitted', 'merged', 'consumed', 'open')
DIRECTIONS = ('rx', 'tx', 'forward', 'local')


def check_legs(life):
    """Legs are in order, do not overlap, and are within the life."""
    wrong, end = [], life['first_ns']
    for leg in life['stages']:
        if leg['start_ns'] < end or leg['end_ns'] < leg['start_ns']:
            wrong.append(f"{label(life)}: leg {leg} begins before {end} or ends before it began")
        end = leg['end_ns']
    if end > life['last_ns']:
        wrong.append(f"{label(life)}: its legs end at {end}, it at {life['last_ns']}")
    return wrong


NAMED_BY = {'sched_waking': 'comm', 'sched_wakeup': 'comm', 'sched_switch': 'next_comm'}


def check_names(events, lives):
    """A step of the scheduler names the task as its event does, whatever the task
    was called before and after."""
    names, wrong = {}, []
    for event in events:
        if event.name in NAMED_BY:
            names[event.name, event.ns, event.cpu] = event.fields.get(NAMED_BY[event.name])
    for life in lives:
        for step in life['steps']:
            name = names.get((step['event'].split(':')[-1], step['ns'], step['cpu']))
            if name and step['detail'] != name:
                wrong.append(f"{label(life)}: {step['event']} at {step['ns']} of {step['detail']}, true {name}")
    return wrong


def check_shape(lives, clocks_agree=True):
    wrong, known = [], {(life['key'], life['first_ns']) for life in lives}
    generations = Counter()
    ids = Counter(life['id'] for life in lives)
    wrong += [f'{name} is the name of {n} lives' for name, n in ids.items() if n > 1]
    for life in lives:
        times = [step['ns'] for step in life['steps']]
        generations[life['key']] += 1
        if life['outcome'] not in OUTCOMES or life['direction'] not in DIRECTIONS:
            wrong.append(f"{label(life)}: {life['outcome']}, {life['direction']}")
        if not times or (min(times), max(times)) != (life['first_ns'], life['last_ns']):
            wrong.append(f"{label(life)}: from {life['first_ns']} to {life['last_ns']}, steps {times[:1]} to {times[-1:]}")
        if clocks_agree and times != sorted(times):
            wrong.append(f'{label(life)}: steps are not in order of time')
        wrong += [f'{label(life)}: step {step}' for step in life['steps'] if step['sureness'] not in CONFIDENCES or not step['rule']]
        parent = life['parent']
        if parent and parent['address'] and (to_int(parent['address']), parent['first_ns']) not in known:
            wrong.append(f'{label(life)}: its parent {parent} is no life')
        if clocks_agree:
            wrong += check_legs(life)
    return wrong


# --- lives ----------------------------------------------------------------------

def compare_lives(events, of_event, truth):
    """Ours against true lives, both by the events that they have in common.
    Returns Shares: "ours" (has events of one true life alone), "true" (all its
    events are in one of ours), and {number of ours: indices of the true lives
    that it has events of, most events first}."""
    shares, true_life = Shares(), truth.find_all(events)
    of_ours, of_true = defaultdict(Counter), defaultdict(Counter)
    for index, life in of_event.items():
        true = true_life.get(index)
        if true is None:
            continue
        of_ours[life['number']][true.index] += 1
        # A second buffer has each life again.
        of_true[true.index, events[index].buffer][life['number']] += 1
    by_number = {life['number']: life for life in of_event.values()}
    for number, counter in of_ours.items():
        shares.add('ours', len(counter) == 1, f'{label(by_number[number])} has events of {len(counter)} lives')
    for (index, _), counter in of_true.items():
        raw = truth.lives[index].raw
        shares.add('true', len(counter) == 1, f"{raw['address']} born {raw['born_ns']} is cut into " +
                   ', '.join(label(by_number[number]) for number in counter))
    return shares, {number: [index for index, _ in counter.most_common()] for number, counter in of_ours.items()}


def compare_windows(lives, true_of, truth):
    """Is what we say of a life inside its true time?  What comes after the end
    of the struct and still tells of it is no mistake."""
    shares = Shares()
    for life in lives:
        if life['number'] not in true_of:
            continue
        true = truth.lives[true_of[life['number']][0]]
        steps = [step['ns'] for step in own_steps(life) if step['event'] not in LATE]
        if not steps:
            continue
        inside = (true.born is None or true.born <= min(steps)) and (true.died is None or max(steps) <= true.died)
        shares.add('window', inside and life['key'] == true.address, label(life))
    return shares


def compare_steps(events, of_event, truth):
    """Links between own steps, by confidence and rule: is it the true life of the previous step?"""
    shares, true_life = Shares(), truth.find_all(events)
    where = {}
    for index, life in of_event.items():
        event = events[index]
        where.setdefault((life['number'], event.name, address(event), event.ns, event.cpu), index)
    seen = {}
    for life in of_event.values():
        if life['number'] in seen:
            continue
        seen[life['number']] = True
        before = None
        for step in own_steps(life):
            index = where.get((life['number'], step['event'], step['key'], step['ns'], step['cpu']))
            true = true_life.get(index)
            if true is None:
                continue
            if before is not None:
                shares.add((step['sureness'], step['rule']), true is before or step['sureness'] in ('broken', 'open'),
                           f"{label(life)}: {step['event']} at {step['ns']}")
            before = true
    return shares


# --- links ------------------------------------------------------------------------

def find_life(lives, link):
    """By its name and time: neither alone is enough where an interrupt brings
    several, or two buffers have recorded the same."""
    return next((life for life in lives if (life['id'], life['first_ns']) == (link['id'], link['first_ns'])), None)


def true_links(true):
    return [link for link in (true.origin, true.merge) if link is not None]


# The truth tells a cut by TCP (split) from one by GSO, and a full copy from one of the head.
KIN = {'segment': ('segment', 'split'), 'fragment': ('segment', 'split', 'copy'), 'clone': ('clone',), 'copy': ('copy',),
       'gro': ('gro',), 'coalesce': ('coalesce',)}


def is_true_parent(link, true, truth, lives, true_of, kind):
    """Is @link ({id, address, first_ns}) what the truth says @true came from, or went on in?"""
    parent = find_life(lives, link)
    indices = true_of.get(parent['number'], ()) if parent else ()
    for true_kind, true_index in true_links(true):
        if true_kind not in KIN.get(kind, (kind,)) or true_index is None:
            continue
        if true_index in indices:
            return True
        # A parent without events of its own is only known by its address.
        target = truth.lives[true_index]
        if not indices and target.address == to_int(link['address']):
            return True
        # The reader's bytes identify the packet into which all others were merged, not intermediate ones.
        if kind == 'coalesce' and is_true_parent(link, target, truth, lives, true_of, kind):
            return True
    return False


def compare_links(lives, true_of, truth):
    """Links with a parent by (confidence, rule, kind); and which true links we have at all, by ("found", kind)."""
    shares = Shares()
    claimed = set()
    for life in lives:
        if life['number'] not in true_of:
            continue
        # If a link is broken or ambiguous, several true lives may be one of ours.
        mine = [truth.lives[index] for index in true_of[life['number']]]
        for parent in filter(None, (life.get('parent'), life.get('origin'))):
            kind = parent['kind']
            claimed |= {(true.index, kind) for true in mine}
            links = [parent] + (parent.get('candidates', []) if parent['sureness'] == 'ambiguous' else [])
            right = any(is_true_parent(link, true, truth, lives, true_of, kind) for link in links for true in mine)
            targets = [link for true in mine for link in true_links(true)]
            shares.add((parent['sureness'], parent['rule'], kind), right,
                       f"{label(life)}: {kind} of {parent['address']} at {parent['first_ns']}; true: {targets}"
                       f" {[truth.lives[i].raw['address'] for _, i in targets if i is not None]}")
    with_events = {index for indices in true_of.values() for index in indices}
    for index in with_events:
        for kind, target in true_links(truth.lives[index]):
            if target is None:
                continue
            raw = truth.lives[index].raw
            found = any((index, ours) in claimed for ours, kin in KIN.items() if kind in kin)
            shares.add(('found', kind, 'parent shows' if target in with_events else 'parent shows in no event'), found, f"{raw['address']} born {raw['born_ns']}")
    return shares


def get_reader(true, truth):
    """The reader, also if the packet had been merged into another by then."""
    for _ in range(100):
        if true.raw.get('delivered_to_pid') is not None:
            return true.raw['delivered_to_pid']
        if true.merge is None or true.merge[1] is None:
            return None
        true = truth.lives[true.merge[1]]
    return None


# --- ends ---------------------------------------------------------------------------

def compare_ends(lives, true_of, truth):
    """Outcome, drop reason and reader against the truth, by (what, outcome)."""
    shares = Shares()
    for life in lives:
        if life['number'] not in true_of:
            continue
        true = truth.lives[true_of[life['number']][0]]
        raw, merged = true.raw, true.merge
        death, outcome, read = raw.get('death') or {}, life['outcome'], get_reader(true, truth)
        gro = merged is not None and merged[0] == 'gro'
        announced = death.get('announced_by')
        right = {
            'merged': merged is not None,
            'dropped': announced == 'kfree_skb' and not gro and not read,
            'delivered': read is not None or raw.get('peeked_bytes', 0) > 0,
            'transmitted': not read,
            'consumed': announced != 'kfree_skb' or death['reason'] in PURGED,
            'open': announced is None or raw['died_ns'] is None,
        }[outcome]
        shares.add(('outcome', outcome), right, f"{label(life)}: {death}, read by {read}")
        if read is not None:
            reader = life.get('reader') or {}
            shares.add(('reader', 'said' if reader else 'not said'), reader.get('pid') == read or not reader, f'{label(life)}: {reader.get("pid")}, true {read}')
            if merged is None:
                shares.add(('delivered is said', 'delivered'), outcome == 'delivered', f'{label(life)}: {outcome}, read by {read}')
        elif life.get('reader'):
            shares.add(('reader', 'said'), False, f"{label(life)}: {life['reader']}, true none")
        if outcome == 'dropped' and announced == 'kfree_skb' and death.get('reason'):
            shares.add(('reason', 'dropped'), life.get('reason') == death['reason'], f"{label(life)}: {life.get('reason')}, true {death['reason']}")
        if gro:
            shares.add(('merged is said', 'gro'), outcome == 'merged', f'{label(life)}: {outcome}')
    return shares


TCP_HEADERS = 52  # IPv4 and timestamps: all of traces/deep


class Lengths:
    """What the events say of the lengths of true lives, and the probes of what went into what."""

    def __init__(self, events, of_event, truth):
        self.first, self.received, self.parts = {}, {}, defaultdict(list)
        true_life = truth.find_all(events)
        for event in events:
            life, length = true_life.get(event.index), number(event, 'len')
            if life is None or length is None or event.name == 'skb_copy_datagram_iovec':
                continue
            if event.index in of_event:
                self.first.setdefault(of_event[event.index]['number'], length)
            if event.name == 'netif_receive_skb':
                self.received[life.index] = length
        for life in truth.lives:
            if life.merge is not None and life.merge[0] == 'coalesce':
                self.parts[life.merge[1]].append(life.index)

    def whole(self, index):
        """As received, by GRO with the frames that it merged, and with what was appended to it in the socket."""
        return self.received.get(index, TCP_HEADERS) + sum(self.whole(part) - TCP_HEADERS for part in self.parts[index])


def compare_lengths(events, of_event, lives, true_of, truth):
    """The length of a packet: all of it where others were merged into it, by
    GRO or, as far as somebody read it, in the socket's queue."""
    shares, lengths = Shares(), Lengths(events, of_event, truth)
    for life in lives:
        if len(true_of.get(life['number'], ())) != 1:
            continue
        index = true_of[life['number']][0]
        first, received, whole = lengths.first.get(life['number']), lengths.received.get(index, 0), lengths.whole(index)
        alone = max(first, received) if first is not None and received > 0 else first
        grown = lengths.parts[index] and (life['copied_bytes'] or 0) > received - TCP_HEADERS
        kind = 'not known' if life['length'] is None else 'merged' if grown or received > (first or 0) else 'alone'
        right = life['length'] == (whole if grown else alone) or (kind == 'not known' and grown)
        shares.add(('length', kind), right, f"{label(life)}: {life['length']}, true {whole if grown else alone}; copied {life['copied_bytes']}")
    return shares


def compare_bytes(lives, truth):
    """(ours, true) bytes copied to readers by pid."""
    ours, true = Counter(), Counter()
    for life in lives:
        if life.get('reader') and life.get('copied_bytes'):
            ours[life['reader']['pid']] += life['copied_bytes']
    for life in truth.lives:
        if life.raw.get('delivered_to_pid') is not None:
            true[life.raw['delivered_to_pid']] += life.raw['copied_bytes']
    return ours, true
