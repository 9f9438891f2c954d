# events.py - the events of a recording by trace-cmd, and what happened to each skb in them
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Nothing here comes from thresh but for recordings that trace-cmd cannot read
# (perf.data, text): their raw fields are read from “thresh events --raw-fields”.

import re
import subprocess
from collections import namedtuple

from cli import thresh

# @hard, @soft: the context, None if the recording does not have it.
Event = namedtuple('Event', 'index name ns cpu pid fields hard soft buffer')

HEAD = re.compile(r'(?:(?P<buffer>\w+):\s+)?\s*(?P<comm>.*)-(?P<pid>\d+)\s+(?:(?P<cpu>\d+)-0x(?P<flags>[0-9a-f]+)|\[(?P<cpu2>\d+)\])'
                  r'\s+(?P<s>\d+)\.(?P<f>\d+):\s+(?P<name>[\w.-]+):\s*(?P<rest>.*)', re.DOTALL)
FIELD = re.compile(r'(\w+)=(ARRAY\[[^\]]*\]|\S*)')
HARD, SOFT = 0x08, 0x10
# The field of each event that names an skb.  A probe of a user has it under
# another name, often; those are asked for by name.
KEY = 'skbaddr'


def parse(text):
    """Events in the order of the text; what is no event (binary addresses break lines) is left out."""
    events = []
    for line in text.split('\n'):
        match = HEAD.match(line)
        if not match:
            continue
        fraction = match['f'].ljust(9, '0')
        flags = int(match['flags'], 16) if match['flags'] else None
        events.append(Event(len(events), match['name'], int(match['s']) * 10**9 + int(fraction), int(match['cpu'] or match['cpu2']),
                            int(match['pid']), dict(FIELD.findall(match['rest'])),
                            None if flags is None else bool(flags & HARD), None if flags is None else bool(flags & SOFT), match['buffer'] or ''))
    return events


def without_probes(events):
    """The events that are built into the kernel, with indices of their own."""
    chosen = [event for event in events if not {'__probe_ip', '__probe_func'} & event.fields.keys()]
    return [event._replace(index=index) for index, event in enumerate(chosen)]


def load(path):
    """Reads trace.dat with trace-cmd, everything else with thresh."""
    if path.endswith('.dat'):
        # Times in ns; -l for the context, -R for fields instead of text.
        done = subprocess.run(['trace-cmd', 'report', '-R', '-t', '-l', '-N', '-i', path], stdin=subprocess.DEVNULL,
                              capture_output=True, check=False, timeout=300)
        text = done.stdout.decode('latin-1')
    else:
        text = thresh('events', '--raw-fields', path)[1]
    return parse(text)


def address(event, key=KEY):
    """Of the skb of @event; 0 for none (qdisc_dequeue that found nothing)."""
    text = event.fields.get(key)
    if text is None:
        return 0
    try:
        return int(text, 16)
    except ValueError:
        return 0


def number(event, key, default=None):
    text = event.fields.get(key)
    try:
        return int(text, 0)
    except (TypeError, ValueError):
        return default


def has_key(event, key=KEY):
    return key in event.fields
