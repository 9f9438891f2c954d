#!/usr/bin/env python3
# test-ablation.py - without any one event type, nothing is wrong, and changes are reported
#
# SPDX-License-Identifier: GPL-2.0-or-later

import json
import os
import sys
from collections import Counter
from fnmatch import fnmatch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
import compare  # noqa: E402
import events  # noqa: E402
import deep  # noqa: E402
from cli import NO_TRACES, Tap, thresh  # noqa: E402

# Between them: receive with merging, reuse, forwarding, segments, clones, loss, taps, other places of the poll.
RECORDINGS = ('gro', 'veth-gro-mix', 'tcp-retrans', 'forward', 'tap-sock', 'threaded')
LONG = ('udp-reuse', 'loopback', 'busypoll', 'rps', 'qdisc-drop', 'peek', 'virtio-gso-tx', 'vxlan')
INFERRED = 0.99
# Event types of packets; no rule uses others.
NAMES = ('irq_', 'softirq_', 'napi_', 'netif_', 'net_dev_', 'kfree_skb', 'consume_skb', 'skb_', 'tcp_', 'sock_', 'inet_sock', 'qdisc_',
         'sched_', 'sys_', 'udp_')


# These name one thing each; what is recorded of them is what somebody chose.
GROUPS = ('sys_enter_', 'sys_exit_')


def types_of(world):
    """Names of the ordinary types in a recording, patterns for those that are one."""
    names = {event.name for event in events.without_probes(deep.load_events(world.path))}
    return sorted({next((f'{group}*' for group in GROUPS if name.startswith(group)), name) for name in names if name.startswith(NAMES)})


def remarks(path, *options):
    status, out, err = thresh('tables', '--json', *options, path)
    assert status in (0, 3), err
    found = [analysis for analysis in map(json.loads, out.splitlines()) if analysis['analysis'] == 'packets']
    return ' '.join(found[0]['remarks']) if found else ''


def numbers(world, missing):
    """What a reader of results would see change; that the steps that are @missing are not there is no change."""
    joints = Counter(step['sureness'] for life in world.lives for step in life['steps'] if not fnmatch(step['event'], missing))
    links = Counter((life['parent']['kind'], life['parent']['sureness']) for life in world.lives if life['parent'])
    return world.outcomes(), joints, links, len(world.lives)


def check_shares(shares, what):
    wrong = ''
    for key, right, of in shares.lines():
        bad = of - right
        # An ambiguous step may be wrong; an ambiguous link has the truth among its candidates.
        strict = key[0] == 'exact' or key[0] == 'ambiguous' and what == 'link'
        if strict and bad or key[0] == 'inferred' and bad > of * (1 - INFERRED):
            wrong += f'{what} {key}: {right}/{of}\n' + ''.join(f'  {example}\n' for example in shares.wrong[key])
    return wrong


def check(name, whole, missing):
    """Without @missing, each event has its place, nothing is wrong, and any change is reported."""
    try:
        world = deep.Deep(name, '--ignore', f'*:{missing}', without=missing)
    except AssertionError as error:
        return f'{error}\n'
    wrong = '\n'.join(world.wrong[:5])
    wrong += check_shares(world.steps(), 'joint') + check_shares(world.links(), 'link')
    if numbers(world, missing) != numbers(whole, missing) and missing.rstrip('*') not in remarks(world.path, '--ignore', deep.PROBES, '--ignore', f'*:{missing}'):
        before, after = numbers(whole, missing), numbers(world, missing)
        wrong += f'numbers change and no remark names it: {[dict(b) if isinstance(b, Counter) else b for b in before]}\n'
        wrong += f'  now {[dict(a) if isinstance(a, Counter) else a for a in after]}\n'
    return wrong


def check_recording(name):
    whole = deep.Deep(name)
    wrong = ''
    for missing in types_of(whole):
        told = check(name, whole, missing)
        if told:
            wrong += f'without {missing}:\n  ' + told.replace('\n', '\n  ').rstrip(' ')
    return wrong


def main():
    tap = Tap()
    for name in RECORDINGS + (LONG if os.environ.get('THRESHER_LONG') else ()):
        if deep.find(name):
            tap.case(name, check_recording, name)
        else:
            tap.skip(name, NO_TRACES)
    tap.end()


main()
