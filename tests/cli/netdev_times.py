# netdev_times.py - computes what perf's script netdev-times finds, from the text of a recording
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The script itself crashes on kernels whose events have more fields than it knows
# (kfree_skb of Linux 5.17 and later), so this computes what it would print:
# interrupts are stacked per CPU and kept if they raised NET_RX; a run of NET_RX
# takes them; a packet belongs to the newest one received, queued or sent at that
# address.  Its errors are kept, except for the order of the events, which are
# sorted by time here.

import re
from collections import namedtuple

Event = namedtuple('Event', 'name cpu ns pid comm fields')
LINE = re.compile(r'^\s*(\S.*?)[ -]+(\d+)\s+\[(\d+)\].*?\s(\d+)\.(\d{9}):\s+(?:(?!sys_)[a-z]+:)?(\w+):\s+(.*)$')
NAMES = ('irq_handler_entry', 'irq_handler_exit', 'softirq_raise', 'softirq_entry', 'softirq_exit', 'napi_poll', 'netif_receive_skb',
         'netif_rx', 'net_dev_queue', 'net_dev_xmit', 'kfree_skb', 'consume_skb', 'skb_copy_datagram_iovec')


def parse(text):
    events = []
    for line in text.splitlines():
        match = LINE.match(line)
        if match and match[6] in NAMES:
            fields = dict(re.findall(r'(\w+)=(\S+)', match[7]))
            poll = re.search(r'for device (\S+)', match[7])
            if poll:
                fields['dev'] = poll[1]
            events.append(Event(match[6], int(match[3]), int(match[4]) * 10**9 + int(match[5]), int(match[2]), match[1], fields))
    return sorted(events, key=lambda event: event.ns)


def take(records, address):
    """Removes the newest of that address from the list and returns it."""
    for index in range(len(records) - 1, -1, -1):
        if records[index]['address'] == address:
            return records.pop(index)
    return None


class Report:
    """@hunks: [{base, cpu, irqs, entry, events}], @sent: [{dev, len, queue, xmit, free}]."""

    def __init__(self, events):
        self.irqs, self.running = {}, {}
        self.received, self.queued, self.transmitted = [], [], []
        self.hunks, self.sent = [], []
        for event in events:
            getattr(self, event.name)(event)

    @staticmethod
    def is_net_rx(event):
        return event.fields.get('vec') == '3'

    def irq_handler_entry(self, event):
        self.irqs.setdefault(event.cpu, []).append({'irq': event.fields['irq'], 'name': event.fields['name'], 'ns': event.ns, 'raised': False})

    def irq_handler_exit(self, event):
        irqs = self.irqs.get(event.cpu)
        if irqs and not irqs[-1]['raised']:
            irqs.pop()

    def softirq_raise(self, event):
        irqs = self.irqs.get(event.cpu)
        if self.is_net_rx(event) and irqs:
            irqs[-1]['raised'] = True

    def softirq_entry(self, event):
        if self.is_net_rx(event):
            self.running[event.cpu] = {'entry': event.ns, 'events': []}

    def softirq_exit(self, event):
        if not self.is_net_rx(event):
            return
        irqs, run = self.irqs.pop(event.cpu, []), self.running.pop(event.cpu, None)
        if irqs and run:
            self.hunks.append(dict(run, base=irqs[0]['ns'], cpu=event.cpu, irqs=irqs))

    def napi_poll(self, event):
        if event.cpu in self.running:
            self.running[event.cpu]['events'].append({'kind': 'napi_poll_exit', 'ns': event.ns, 'dev': event.fields['dev']})

    def netif_receive_skb(self, event):
        if event.cpu in self.running:
            record = {'kind': 'netif_receive_skb', 'ns': event.ns, 'address': int(event.fields['skbaddr'], 16), 'len': int(event.fields['len'])}
            self.running[event.cpu]['events'].append(record)
            self.received.append(record)

    def netif_rx(self, event):
        pass

    def net_dev_queue(self, event):
        self.queued.append({'address': int(event.fields['skbaddr'], 16), 'dev': event.fields['dev'], 'len': int(event.fields['len']),
                            'queue': event.ns})

    def net_dev_xmit(self, event):
        if event.fields.get('rc') == '0':
            record = take(self.queued, int(event.fields['skbaddr'], 16))
            if record:
                self.transmitted.append(dict(record, xmit=event.ns))

    def kfree_skb(self, event):
        address = int(event.fields['skbaddr'], 16)
        if take(self.queued, address):
            return
        record = take(self.transmitted, address)
        if record:
            self.sent.append(dict(record, free=event.ns))
            return
        record = take(self.received, address)
        if record:
            record['fate'] = (event.ns, event.pid, event.comm, 'kfree_skb')

    def consume_skb(self, event):
        record = take(self.transmitted, int(event.fields['skbaddr'], 16))
        if record:
            self.sent.append(dict(record, free=event.ns))

    def skb_copy_datagram_iovec(self, event):
        record = take(self.received, int(event.fields['skbaddr'], 16))
        if record:
            record['fate'] = (event.ns, event.pid, event.comm, 'skb_copy_datagram_iovec')
