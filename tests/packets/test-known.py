#!/usr/bin/env python3
# test-known.py - packets of recordings for which it is known what was sent, read, dropped and delayed
#
# SPDX-License-Identifier: GPL-2.0-or-later

import json
import os
import statistics
import sys
from bisect import bisect_left
from collections import Counter, defaultdict

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
import events  # noqa: E402
from cli import DATA, NO_TRACES, TRACES, Tap, thresh  # noqa: E402
from compare import load_lives, own_steps  # noqa: E402

UDP_HEADERS, TCP_HEADERS, MERGED = 28, 52, (0, 1)
MACHINES = ('e1000', 'virtio', 'k612')
REASONS_OF_A_PURGE = ('NOT_SPECIFIED', 'QUEUE_PURGE')


def find(name):
    paths = [os.path.join(folder, name) for folder in (DATA, TRACES)]
    return next((path for path in paths if os.path.exists(path)), None)


class Known:
    """A recording, its lives, its truth; each loaded once."""
    cache = {}

    def __new__(cls, name):
        if name not in cls.cache:
            self = cls.cache[name] = super().__new__(cls)
            self.path = find(name + '.dat')
            with open(find(name + '.truth.json'), encoding='utf-8') as file:
                self.truth = json.load(file)
            self.lives = load_lives(self.path)
            self.events = events.load(self.path)
        return cls.cache[name]

    def of_event(self, name):
        return [life for life in self.lives if any(step['event'] == name for step in own_steps(life))]


def differ(what, ours, true):
    return f'{what}: {ours}, true {true}\n' if ours != true else ''


# --- UDP ---------------------------------------------------------------------------

def read_by(known, pid):
    """Lives that a task read, in the order of reading."""
    return sorted((life for life in known.lives if life['outcome'] == 'delivered' and (life['reader'] or {}).get('pid') == pid),
                  key=lambda life: life['last_ns'])


def check_delivered(name):
    known = Known(name)
    small, large = known.truth['delivered']['small'], known.truth['delivered']['large_fragmented']
    lengths = [life['length'] - UDP_HEADERS for life in read_by(known, small['reader_pid'])]
    wrong = differ('small ones in order', lengths, small['lengths'])
    big = read_by(known, large['reader_pid'])
    wrong += differ('large ones', len(big), large['datagrams'])
    copied = [life['copied_bytes'] for life in big]
    # If the checksum is computed while copying, no event has the number of bytes.
    said = known.truth['trace_text_says']['skb_copy_datagram_iovec_lengths_large_reader']
    if said:
        wrong += differ('bytes of large ones in order', copied, said)
    pids = {small['reader_pid'], large['reader_pid']}
    others = Counter(life['reader']['pid'] for life in known.lives
                     if life['reader'] and life['outcome'] == 'delivered' and life['direction'] == 'rx') - Counter()
    received = sum(count for pid, count in others.items() if pid in pids)
    return wrong + differ('read by both', received, small['datagrams'] + large['datagrams'])


def check_drops(name):
    """Exact counts by reason; a packet that was purged with its queue is not a drop."""
    known = Known(name)
    true = {reason: n for reason, n in known.truth['trace_text_says']['kfree_skb_by_reason'].items() if reason not in REASONS_OF_A_PURGE}
    ours = Counter(life['reason'] for life in known.lives if life['outcome'] == 'dropped')
    purged = known.truth['trace_text_says']['kfree_skb_by_reason'].get('NOT_SPECIFIED', 0)
    ends = sum(1 for life in known.lives if life['outcome'] != 'dropped' and any(s['event'] == 'kfree_skb' for s in own_steps(life)))
    return differ('drops', dict(ours), true) + differ('purged', ends, purged)


def check_drop_table(name):
    """thresh drops counts the same, with the purged ones apart."""
    known = Known(name)
    status, out, err = thresh('drops', '--json', known.path)
    rows = [json.loads(line) for line in out.splitlines()]
    ours = Counter()
    for row in rows:
        ours[row['reason'] if not row.get('purge') else 'purge'] += row['count']
    true = Counter(known.truth['trace_text_says']['kfree_skb_by_reason'])
    true['purge'] += true.pop('NOT_SPECIFIED', 0)
    return f'{err}' * bool(status) + differ('drops', dict(+ours), dict(+true))


def check_once(name):
    """As many lives that were received as packets."""
    known = Known(name)
    return differ('received', len(known.of_event('netif_receive_skb')), sum(e.name == 'netif_receive_skb' for e in known.events))


# --- TCP ---------------------------------------------------------------------------

def check_copied(name):
    known = Known(name)
    ours = sum(life['copied_bytes'] or 0 for life in known.lives if (life['reader'] or {}).get('comm') == known.truth['reader'])
    return differ('bytes copied', ours, known.truth['bytes_copied'])


def count_births(known):
    """Of each life whose first own event is an entry of GRO: its outcome."""
    return Counter(life['outcome'] for life in known.lives if own_steps(life) and own_steps(life)[0]['event'] == 'napi_gro_receive_entry')


def check_births(name):
    """Every entry is a birth here, as nothing comes through veth or a tunnel."""
    known = Known(name)
    entries = sum(e.name == 'napi_gro_receive_entry' for e in known.events)
    merged = sum(e.name == 'napi_gro_receive_exit' and events.number(e, 'ret') in MERGED for e in known.events)
    found = count_births(known)
    print(f'# {name}: {entries} births: {dict(found)}')
    added = sum(life['outcome'] == 'merged' and (life['parent'] or {}).get('kind') == 'coalesce' for life in known.lives)
    wrong = differ('births', sum(found.values()), entries) + differ('merged by GRO', found['merged'] - added, merged)
    unknown = set(found) - {'merged', 'delivered', 'dropped', 'open', 'consumed', 'transmitted'}
    parts = [life for life in known.lives if life['outcome'] == 'merged' and not (life['parent'] and life['parent']['kind'] in ('gro', 'coalesce'))]
    return wrong + differ('outcomes', unknown, set()) + differ('merged into nothing', len(parts), 0)


def check_rule(name):
    """The counter of the packet filter's rule equals our count."""
    known = Known(name)
    ours = sum(life['outcome'] == 'dropped' and life['reason'] == 'NETFILTER_DROP' for life in known.lives)
    return differ('dropped by the rule', ours, known.truth['packets_counted_by_the_drop_rule'])


def check_two_devices(name):
    """What is transmitted into one veth device is received by the other in the same life."""
    known = Known(name)
    sent, wrong = 0, ''
    crossing = Counter(events.address(e) for e in known.events if e.name == 'netif_rx')
    for life in known.lives:
        steps = own_steps(life)
        sent += sum(step['event'] == 'netif_rx' for step in steps)
        names = [step['event'] for step in steps]
        if 'net_dev_start_xmit' in names and 'veth' in (life['device'] or '') and 'netif_rx' not in names and 'kfree_skb' not in names:
            wrong += f"{life['id']} was sent and not received: {names}\n"
    return wrong + differ('crossings', sent, sum(crossing.values()))


def check_retransmits(name):
    """Each retransmission is a life of its own, that begins with a net_dev_queue just before."""
    known = Known(name)
    retransmits = [e for e in known.events if e.name == 'tcp_retransmit_skb']
    starts = defaultdict(list)
    for life in known.lives:
        steps = own_steps(life)
        if steps:
            starts[steps[0]['ns'], steps[0]['cpu']].append(life)
    wrong = ''
    for event in retransmits:
        queue = max((e for e in known.events if e.name == 'net_dev_queue' and (e.cpu, e.pid) == (event.cpu, event.pid) and e.ns < event.ns),
                    key=lambda e: e.ns, default=None)
        if queue is not None and not starts[queue.ns, queue.cpu]:
            wrong += f'the retransmission at {event.ns} is no life of its own\n'
    return wrong


# --- probes and delays ------------------------------------------------------------------

def check_probes(name):
    known = Known(name)
    wrong = ''
    for datagram in known.truth['datagrams']:
        true = {(event, ns) for event, ns in datagram['ns'].items()}
        key = int(datagram['skbaddr'], 16)
        found = [{(step['event'].split(':')[-1], step['ns']) for step in life['steps']} for life in known.lives if life['key'] == key]
        best = max(found, key=lambda steps: len(true & steps), default=set())
        if true - best:
            wrong += f"{datagram['skbaddr']}: not in its journey: {sorted(true - best)}\n"
    return wrong


def first_after(times, begin, end):
    """The first of the ascending @times from @begin on and before @end, or None."""
    at = bisect_left(times, begin)
    return times[at] if at < len(times) and times[at] < end else None


def queued_after(known, life, received):
    """Since when a packet may be in its socket.  Several are received before the
    first one is looked at, which tcp_probe tells; but without sk_data_ready the
    first waking behind its receive counts for a packet."""
    if not any(event.name == 'sk_data_ready' for event in known.events):
        return received
    step = next(step for step in own_steps(life) if step['ns'] == received)
    looked_at = [event.ns for event in known.events if event.name == 'tcp_probe' and event.cpu == step['cpu'] and
                 received <= event.ns < life['last_ns'] and events.number(event, 'data_len') == life['length'] - TCP_HEADERS]
    return looked_at[0] if looked_at else received


def check_waking(name):
    """The reader is woken by the first sched_waking of it once its packet
    was queued, and runs from its first switch behind that: counted in the text."""
    known, right, of, examples = Known(name), 0, 0, ''
    wakings, switches = defaultdict(list), defaultdict(list)
    for event in known.events:
        if event.name == 'sched_waking':
            wakings[events.number(event, 'pid')].append(event.ns)
        elif event.name == 'sched_switch':
            switches[events.number(event, 'next_pid')].append(event.ns)
    for life in known.lives:
        received = [step['ns'] for step in own_steps(life) if step['event'] == 'netif_receive_skb']
        read = [step['ns'] for step in own_steps(life) if step['event'] in ('skb_copy_datagram_iovec', 'consume_skb')]
        if life['outcome'] != 'delivered' or not received or not read:
            continue
        pid, begin = life['reader']['pid'], queued_after(known, life, received[-1])
        waking = first_after(wakings[pid], begin, read[0])
        if waking is None:
            continue
        true = (waking, first_after(switches[pid], waking, read[0] + 1))
        ours = tuple(next((step['ns'] for step in life['steps'] if step['event'] == event and step['ns'] >= begin), None)
                     for event in ('sched_waking', 'sched_switch'))
        of += 1
        right += ours == true
        if ours != true:
            examples += f"{life['id']}: waking and switch {ours}, true {true}\n"
    print(f'# {name}: {right} of {of} wakings')
    return '' if right == of > 0 else f'{right} of {of}\n{examples}'


def check_reading(name):
    """The stage that the first read ends: `reader`, from the switch to the reader, if
    it was switched in since the packet was queued; `queue` if it was awake.  What
    else happens in between is nothing to it."""
    known, right, of, examples = Known(name), 0, 0, ''
    switches = defaultdict(list)
    for event in known.events:
        if event.name == 'sched_switch':
            switches[events.number(event, 'next_pid')].append(event.ns)
    for life in known.lives:
        received = [step['ns'] for step in own_steps(life) if step['event'] == 'netif_receive_skb']
        read = [step['ns'] for step in own_steps(life) if step['event'] in ('skb_copy_datagram_iovec', 'consume_skb')]
        if life['outcome'] != 'delivered' or not received or not read:
            continue
        switch = first_after(switches[life['reader']['pid']], queued_after(known, life, received[-1]), read[0] + 1)
        legs = [leg for leg in life['stages'] if leg['end_ns'] == read[0]]
        ours = [(leg['stage'], leg['start_ns'] if switch else None) for leg in legs]
        of += 1
        true = ('reader', switch) if switch else ('queue', None)
        right += ours == [true]
        if ours != [true]:
            examples += f"{life['id']}: read at {read[0]}, switched in at {switch}: {legs}\n"
    print(f'# {name}: {right} of {of} reads')
    return '' if right == of > 0 else f'{right} of {of}\n{examples}'


def stage_medians(known):
    """{stage: median ns} of what the server read."""
    times = defaultdict(list)
    for life in read_by(known, known.truth['server_pid']):
        spent = Counter()
        for leg in life['stages']:
            spent[leg['stage']] += leg['end_ns'] - leg['start_ns']
        for stage, ns in spent.items():
            times[stage].append(ns)
    return {stage: statistics.median(values) for stage, values in times.items() if len(values) >= 75}, len(read_by(known, known.truth['server_pid']))


# What was injected, into which stage, and how much at least and at most that
# has to show in the median of it.  The others may move by what a machine
# without hardware virtualization does by itself from run to run.
NOISE = 250_000


def check_delay(before, after, stage, least, most):
    was, n_before = stage_medians(Known(before))
    now, n_after = stage_medians(Known(after))
    grown = {name: now[name] - was[name] for name in was.keys() & now.keys()}
    print(f'# {after}: ' + ', '.join(f'{name} {ns / 1000:+.0f} us' for name, ns in sorted(grown.items())))
    wrong = differ('requests', (n_before, n_after), (150, 150))
    if stage and not least <= grown.get(stage, 0) <= most:
        wrong += f'{stage} grew by {grown.get(stage)} ns, which is not {least} to {most}\n'
    return wrong + ''.join(f'{name} changed by {ns} ns\n' for name, ns in grown.items() if name != stage and abs(ns) > NOISE)


def waking_grew(before, after):
    """How much the wait from the last waking to running grew, measured in the text."""
    return [Known(name).truth['trace_text_says']['last_waking_to_running_ns']['median'] for name in (before, after)]


def main():
    tap = Tap()

    def case(name, check, *arguments):
        recordings = [each for each in arguments if isinstance(each, str) and '-' in each]
        if all(find(f'{each}.dat') for each in recordings):
            tap.case(f'{name} {recordings[-1]}', check, *arguments)
        else:
            tap.skip(f'{name} {recordings[-1]}', NO_TRACES)

    for machine in MACHINES:
        for name, check in (('delivered', check_delivered), ('drops', check_drops), ('drop table', check_drop_table), ('once', check_once)):
            case(name, check, f'{machine}-gt-udp')
        case('probes', check_probes, f'{machine}-kprobe')
        case('waking', check_waking, f'{machine}-gt-udp')
        case('waking', check_waking, f'{machine}-rr-before')
    for recording in ('e1000-gt-udp', 'k612-gt-udp', 'virtio-gt-udp', 'e1000-rr-before', 'e1000-rr-busy-cpu', 'e1000-rr-hog', 'e1000-rr-irqcpu',
                      'e1000-rr-late-read', 'k612-rr-before', 'k612-rr-hog', 'virtio-rr-before', 'virtio-rr-late-read'):
        case('reading', check_reading, recording)
    for recording in ('e1000-tcp', 'e1000-tcp-gro', 'e1000-tcp-nogro', 'e1000-tcp6', 'k612-tcp', 'virtio-tcp', 'virtio-tcp6'):
        case('copied', check_copied, recording)
        case('births', check_births, recording)
    for recording in ('e1000-tcp-loss', 'e1000-veth-loss', 'k612-veth-loss'):
        case('drop rule', check_rule, recording)
    for recording in ('e1000-veth-loss', 'k612-veth-loss'):
        case('two devices', check_two_devices, recording)
        case('retransmits', check_retransmits, recording)
    for machine in ('e1000', 'virtio'):
        case('late read', check_delay, f'{machine}-rr-before', f'{machine}-rr-late-read', 'reader', 3_000_000, 3_200_000)
    for machine in ('e1000', 'k612'):
        before, after = f'{machine}-rr-before', f'{machine}-rr-hog'
        if find(f'{after}.dat'):
            was, now = waking_grew(before, after)
            tap.case(f'hog {machine}', check_delay, before, after, 'wakeup', 0.9 * (now - was), 1.1 * (now - was))
        else:
            tap.skip(f'hog {machine}', NO_TRACES)
    case('irq moved', check_delay, 'e1000-rr-before', 'e1000-rr-irqcpu', None, 0, 0)
    tap.end()


if __name__ == '__main__':
    main()
