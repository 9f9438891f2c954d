# tracker.py - groups skb events into lives: an independent reference for the rules
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Written from the table of roles and its corrections alone, to have a second
# opinion where a recording holds no truth.  It is slow and knows no stages.

from collections import defaultdict

from events import KEY, address, has_key, number

MERGED_FREE = 1
GRO_ENTRIES = ('napi_gro_receive_entry', 'napi_gro_frags_entry')
GRO_EXITS = ('napi_gro_receive_exit', 'napi_gro_frags_exit')
RECEIVE = ('netif_receive_skb', 'netif_receive_skb_entry', 'netif_receive_skb_list_entry')
INJECT = ('netif_rx', 'netif_rx_entry', 'netif_rx_ni_entry')
ENDS = ('consume_skb', 'kfree_skb')
HEADER = 14  # of Ethernet: what the length grows by on its way out
TUNNEL = range(28, 161)  # what the headers of a tunnel take


class Life:
    """One use of an address.  @events: its events, in order."""

    def __init__(self, key, event):
        self.key = key
        self.events = []
        self.ended = None
        self.device = event.fields.get('name')
        self.length = None
        self.received = False   # netif_receive_skb was seen since the last queueing
        self.queued = False     # net_dev_queue or qdisc_dequeue, and no start of transmission since
        self.started = False    # net_dev_start_xmit, and no net_dev_xmit since
        self.sent = False       # net_dev_xmit
        self.read = False
        self.rx = False
        self.tx = False
        self.last = None


class Tracker:
    def __init__(self, merged_free=MERGED_FREE):
        self.live = {}
        self.before = {}           # address: the life that ended last
        self.started = {}          # address, CPU: the life whose transmission began there
        self.lives = []
        self.of_event = {}         # index of event: life
        self.open_gro = defaultdict(list)
        self.probes = defaultdict(int)   # tcp_probe events of each CPU
        self.runs = defaultdict(int)     # number of softirqs that each CPU has entered
        self.merged_free = merged_free

    # --- lives ---

    def new(self, key, event):
        life = Life(key, event)
        old = self.live.pop(key, None)
        if old:
            self.before[key] = old
        self.live[key] = life
        self.lives.append(life)
        return life

    def end(self, life, event):
        life.ended = event
        if self.live.get(life.key) is life:
            del self.live[life.key]
            self.before[life.key] = life

    # --- does an event continue the life? ---

    def goes_on_gro(self, life, event):
        other = event.fields.get('name') != life.device
        if life.tx and (life.started or life.sent) and other:
            return True            # veth with GRO
        length = number(event, 'len', 0)
        # A tunnel, whose NAPI instance has no ID, unlike that of a network card.
        return (life.received and not life.read and other and life.length is not None and length < life.length and
                not number(event, 'napi_id', 0))

    def goes_on_receive(self, life, event):
        if life.read:
            return False
        other = event.fields.get('name') != life.device
        if life.last.name == event.name and not other and not life.tx:
            return False
        # A packet that is received again is never longer: a program has written another to a tun device.
        return not (life.received and other and event.name != 'netif_receive_skb' and number(event, 'len') > (life.length or 0))

    def goes_on_queue(self, life, event):
        other = event.fields.get('name') != life.device
        if life.started and not life.sent:
            return other           # vlan, vxlan: inside the transmission of the upper device
        if life.tx and not life.received:
            # Encrypted in the background, then sent by the device below.
            return other and life.sent and number(event, 'len') - (life.length or 0) in TUNNEL
        if not life.received or life.read or not other:
            return False
        last = life.last
        same_place = (event.cpu, event.soft, event.hard) == (last.cpu, last.soft, last.hard)
        return (same_place and life.probes == self.probes[event.cpu] and life.run == self.runs[event.cpu] and
                number(event, 'len') == (life.length or 0) + HEADER)

    # --- events ---

    def take(self, event):
        if event.name == 'tcp_probe':
            self.probes[event.cpu] += 1
        if event.name == 'softirq_entry':
            self.runs[event.cpu] += 1
        if event.name in GRO_EXITS:
            self.gro_exit(event)
        elif has_key(event) and event.name != 'tcp_retransmit_skb' and address(event):
            life = self.choose(address(event), event)
            self.of_event[event.index] = life
            life.events.append(event)
            self.note(life, event)

    def choose(self, key, event):
        life, name = self.live.get(key), event.name
        if name == 'net_dev_xmit':
            # It may come after the end, and even after the next birth at the address.
            started = self.started.pop((key, event.cpu), None)
            if started:
                return started
            return life or self.before.get(key) or self.new(key, event)
        if name == 'qdisc_enqueue':
            return life or self.before.get(key) or self.new(key, event)
        if life is None:
            return self.new(key, event)
        if name in GRO_ENTRIES:
            goes_on = self.goes_on_gro(life, event)
        elif name in RECEIVE:
            goes_on = self.goes_on_receive(life, event)
        elif name == 'net_dev_queue':
            goes_on = self.goes_on_queue(life, event)
        elif name == 'net_dev_start_xmit':
            goes_on = life.queued
        elif name == 'kfree_skb' and life.rx:
            goes_on = number(event, 'protocol') != 0   # messages of UNIX sockets have no protocol
        elif name == 'qdisc_dequeue':
            goes_on = life.tx and (life.queued or life.last.name in ('qdisc_enqueue', 'net_dev_xmit'))
        else:
            goes_on = True
        return life if goes_on else self.new(key, event)

    def gro_exit(self, event):
        stack = self.open_gro[event.buffer, event.cpu, event.hard, event.soft]
        if stack:
            life = stack.pop()
            if number(event, 'ret') == self.merged_free and self.live.get(life.key) is life:
                self.end(life, event)

    def note(self, life, event):
        name = event.name
        if name in GRO_ENTRIES:
            self.open_gro[event.buffer, event.cpu, event.hard, event.soft].append(life)
            life.rx, life.tx, life.received, life.sent, life.started = True, False, False, False, False
        elif name in RECEIVE:
            life.rx, life.received, life.tx, life.started = True, True, False, life.started
        elif name in INJECT:
            life.rx = True
        elif name in ('net_dev_queue', 'qdisc_dequeue'):
            life.tx, life.queued, life.received, life.sent = True, True, False, False
        elif name == 'net_dev_start_xmit':
            life.tx, life.queued, life.started, life.sent = True, False, True, False
            self.started[life.key, event.cpu] = life
        elif name == 'net_dev_xmit':
            life.started, life.sent = False, True
        elif name == 'skb_copy_datagram_iovec':
            life.read = True
        elif name in ENDS:
            self.end(life, event)
        life.device = event.fields.get('name', life.device)
        if name != 'skb_copy_datagram_iovec':
            life.length = number(event, 'len', life.length)
        if name != 'tcp_probe':
            life.probes = self.probes[event.cpu]
        life.run = self.runs[event.cpu]
        life.last = event


def track(events):
    """All of @events in order; a buffer of its own each."""
    trackers = {}
    for event in events:
        trackers.setdefault(event.buffer, Tracker()).take(event)
    return trackers


def score(events, life_of, truth):
    """Of neighbors on one address: [right, of], and what was wrong by kind.
    @life_of: any hashable thing for each event of an skb, None for none."""
    last, right, of, wrong = {}, 0, 0, defaultdict(int)
    true_life = truth.find_all(events)
    for event in events:
        key = address(event)
        if not key or event.name == 'tcp_retransmit_skb':
            continue
        ours, true = life_of(event), true_life[event.index]
        if key in last:
            ours_before, true_before, name = last[key]
            same = ours is not None and ours == ours_before
            of += 1
            if same == (true is true_before):
                right += 1
            else:
                wrong[f'{name} -> {event.name}: {"joined, really two lives" if same else "split, really one life"}'] += 1
        last[key] = ours, true, event.name
    return right, of, dict(wrong)
