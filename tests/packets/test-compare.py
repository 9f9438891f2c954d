#!/usr/bin/env python3
# test-compare.py - tests that the comparisons of this folder detect errors, on synthetic lives
#
# SPDX-License-Identifier: GPL-2.0-or-later

import copy
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
import compare  # noqa: E402
import events  # noqa: E402
import tracker  # noqa: E402
from cli import Tap  # noqa: E402
from truth import Truth  # noqa: E402

# Two frames, the second merged into the first (0x1000, read by task 7); then the
# address of the second once more, dropped.
TEXT = """cpus=2
          <idle>-0       0-0x10     1.000000100: napi_gro_receive_entry:  name=eth0 skbaddr=0x1000 len=1500
          <idle>-0       0-0x10     1.000000110: napi_gro_receive_exit:  ret=2
truth:    <idle>-0       0-0x18     1.000000200: irq_handler_entry:     irq=3 name=eth0
          <idle>-0       0-0x10     1.000000210: napi_gro_receive_entry:  name=eth0 skbaddr=0x2000 len=1500
          <idle>-0       0-0x10     1.000000220: napi_gro_receive_exit:  ret=1
          <idle>-0       0-0x10     1.000000300: napi_gro_receive_entry:  name=eth0 skbaddr=0x2000 len=60
          <idle>-0       0-0x10     1.000000310: napi_gro_receive_exit:  ret=3
          <idle>-0       0-0x10     1.000000320: netif_receive_skb:     skbaddr=0x2000 len=60 name=eth0
          <idle>-0       0-0x10     1.000000330: kfree_skb:             skbaddr=0x2000 location=0xffff reason=3
          <idle>-0       0-0x10     1.000000340: netif_receive_skb:     skbaddr=0x1000 len=2948 name=eth0
            a-b:1-7      1-0x0      1.000000500: skb_copy_datagram_iovec:  skbaddr=0x1000 len=2896
            a-b:1-7      1-0x0      1.000000510: qdisc_dequeue:         qdisc=0x1 packets=0 skbaddr=(nil) ifindex=2
          <idle>-0       0-0x10     1.000000600: consume_skb:           skbaddr=0x1000
"""

A, B, C = 10**9 + 90, 10**9 + 205, 10**9 + 290
TRUTH = {'lives': [
    {'address': '0x1000', 'born_ns': A, 'died_ns': 10**9 + 600, 'parent': None, 'delivered_to_pid': 7, 'copied_bytes': 2896,
     'death': {'by': 'kfree_skbmem', 'announced_by': 'consume_skb', 'reason': None}},
    {'address': '0x2000', 'born_ns': B, 'died_ns': 10**9 + 218, 'parent': {'kind': 'gro', 'address': '0x1000', 'born_ns': A},
     'delivered_to_pid': None, 'copied_bytes': 0, 'death': {'by': 'stolen', 'announced_by': None, 'reason': None}},
    {'address': '0x2000', 'born_ns': C, 'died_ns': 10**9 + 331, 'parent': None, 'delivered_to_pid': None, 'copied_bytes': 0,
     'death': {'by': 'kfree_skbmem', 'announced_by': 'kfree_skb', 'reason': 'NO_SOCKET'}},
]}


def step(event, address, ns, cpu=0, confidence='exact', rule='same-life'):
    return {'event': event, 'address': address, 'ns': 10**9 + ns, 'cpu': cpu, 'sureness': confidence, 'rule': rule, 'stage': None}


def made_lives():
    """The correct lives, as thresh would print them."""
    entry, receive = 'napi_gro_receive_entry', 'netif_receive_skb'
    lives = [
        {'address': '0x1000', 'generation': 1, 'first_ns': 10**9 + 100, 'outcome': 'delivered', 'reader': {'pid': 7, 'comm': 'a-b:1'},
         'copied_bytes': 2896, 'parent': None,
         'steps': [step('irq_handler_entry', None, 50), step(entry, '0x1000', 100), step(receive, '0x1000', 340),
                   step('skb_copy_datagram_iovec', '0x1000', 500, 1), step('consume_skb', '0x1000', 600)]},
        {'address': '0x2000', 'generation': 1, 'first_ns': 10**9 + 210, 'outcome': 'merged', 'reader': None, 'copied_bytes': 0,
         'parent': {'kind': 'gro', 'address': '0x1000', 'first_ns': 10**9 + 100, 'sureness': 'inferred', 'rule': 'gro-last-held', 'candidates': []},
         'steps': [step(entry, '0x2000', 210)]},
        {'address': '0x2000', 'generation': 2, 'first_ns': 10**9 + 300, 'outcome': 'dropped', 'reason': 'NO_SOCKET', 'reader': None,
         'copied_bytes': 0, 'parent': None,
         'steps': [step(entry, '0x2000', 300), step(receive, '0x2000', 320), step('kfree_skb', '0x2000', 330)]},
    ]
    for life in lives:
        life['id'] = f"{life['address']}#{life['generation']}"
        life['parent'] = life['parent'] and dict(life['parent'], id='0x1000#1')
    return compare.parse_lives('\n'.join(map(compare.json.dumps, lives)))


class World:
    def __init__(self, lives):
        self.events = events.parse(TEXT)
        self.truth = Truth(copy.deepcopy(TRUTH))
        self.lives = lives
        self.of_event, self.listed, self.wrong = compare.match(self.events, lives)
        self.shares, self.true_of = compare.compare_lives(self.events, self.of_event, self.truth)

    def links(self):
        return dict(compare.compare_links(self.lives, self.true_of, self.truth).counts)

    def ends(self):
        return dict(compare.compare_ends(self.lives, self.true_of, self.truth).counts)

    def score(self):
        number = {index: life['number'] for index, life in self.of_event.items()}
        return tracker.score(self.events, lambda event: number.get(event.index), self.truth)[:2]


def rejoined():
    """The two lives of 0x2000 are taken for one."""
    lives = made_lives()
    lives[1]['steps'] += lives.pop()['steps']
    return lives


def check_parse():
    found = events.parse(TEXT)
    copied = found[10]
    told = (len(found), copied.pid, copied.cpu, copied.soft, found[2].hard, found[2].buffer, events.address(found[11]), events.number(copied, 'len'))
    return '' if told == (13, 7, 1, False, True, 'truth', 0, 2896) else f'{told}'


def check_good():
    world = World(made_lives())
    told = (world.wrong, dict(world.shares.counts), world.true_of, world.score())
    good = ([], {'ours': [3, 3], 'true': [3, 3]}, {0: [0], 1: [1], 2: [2]}, (6, 6))
    links = {('inferred', 'gro-last-held', 'gro'): [1, 1], ('found', 'gro', 'parent shows'): [1, 1]}
    ends = [right == of for right, of in world.ends().values()]
    steps = dict(compare.compare_steps(world.events, world.of_event, world.truth).counts)
    windows = dict(compare.compare_windows(world.lives, world.true_of, world.truth).counts)
    ours, true = compare.compare_bytes(world.lives, world.truth)
    rest = (world.links() == links, all(ends), len(ends) > 5, steps == {('exact', 'same-life'): [5, 5]}, windows == {'window': [3, 3]}, ours == true == {7: 2896})
    return '' if told == good and all(rest) else f'{told} {rest} {world.links()} {world.ends()} {steps}'


def check_tracker():
    """The reference finds these lives by itself."""
    found = events.parse(TEXT)
    trackers = tracker.track(found)
    told = [(life.key, len(life.events)) for life in trackers[''].lives]
    return '' if told == [(0x1000, 4), (0x2000, 1), (0x2000, 3)] else f'{told}'


def check_joined():
    world = World(rejoined())
    told = (dict(world.shares.counts), world.score())
    return '' if told == ({'ours': [1, 2], 'true': [3, 3]}, (5, 6)) else f'{told}'


def check_split():
    lives = made_lives()
    rest = copy.deepcopy(lives[0])
    rest.update(number=3, first_ns=10**9 + 500, generation=2)
    rest['steps'], lives[0]['steps'] = lives[0]['steps'][3:], lives[0]['steps'][:3]
    world = World(lives + [rest])
    told = (dict(world.shares.counts), world.score())
    return '' if told == ({'ours': [4, 4], 'true': [2, 3]}, (5, 6)) else f'{told}'


def check_cover():
    """An event that is missing, one that occurs twice, and one that was never recorded."""
    lives = made_lives()
    gone = lives[0]['steps'].pop()
    lives[2]['steps'].append(lives[2]['steps'][0])
    lives[1]['steps'].append(dict(gone, ns=5))
    wrong = World(lives).wrong
    return '' if len(wrong) == 3 and 'in no life' in wrong[-1] else '\n'.join(wrong)


def check_unassigned():
    lives = made_lives()
    gone = lives[0]['steps'].pop()
    row = {'event': gone['ns'], 'time': gone['ns'], 'address': '0x1000', 'reason': 'lost'}
    found = events.parse(TEXT)
    good = compare.match(found, lives, [row])
    twice = compare.match(found, lives, [row, row])
    reasonless = compare.match(found, lives, [dict(row, reason='')])
    told = (len(good[1]), good[2], len(twice[2]), len(reasonless[2]))
    return '' if told == (1, [], 1, 1) else f'{told}'


def check_wrong_parent():
    lives = made_lives()
    lives[1]['parent'].update(id='0x2000#2', address='0x2000', first_ns=10**9 + 300)
    first = World(lives).links()[('inferred', 'gro-last-held', 'gro')]
    lives[1]['parent'].update(sureness='ambiguous', candidates=[{'id': '0x1000#1', 'address': '0x1000', 'first_ns': 10**9 + 100}])
    second = World(lives).links()[('ambiguous', 'gro-last-held', 'gro')]
    lives[1]['parent']['candidates'] = []
    third = World(lives).links()[('ambiguous', 'gro-last-held', 'gro')]
    lives[1]['parent'].update(id='0x1000#1', address='0x1000', first_ns=10**9 + 100, kind='clone', sureness='exact')
    kind = World(lives).links()
    told = (first, second, third, kind[('exact', 'gro-last-held', 'clone')], kind[('found', 'gro', 'parent shows')])
    return '' if told == ([0, 1], [1, 1], [0, 1], [0, 1], [0, 1]) else f'{told}'


def check_wrong_ends():
    lives = made_lives()
    lives[0].update(outcome='dropped', reader=None, copied_bytes=5)
    lives[1].update(outcome='consumed', reader={'pid': 8})
    lives[2].update(reason='NETFILTER_DROP')
    world = World(lives)
    wrong = sorted(str(key) for key, (right, of) in world.ends().items() if right < of)
    good = sorted(map(str, [('delivered is said', 'delivered'), ('merged is said', 'gro'), ('outcome', 'dropped'), ('reader', 'said'), ('reason', 'dropped')]))
    ours, true = compare.compare_bytes(lives, world.truth)
    return '' if wrong == good and ours != true else f'{wrong} {ours} {true}'


def check_wrong_step():
    """A step of another life that is called exact."""
    world = World(rejoined())
    told = dict(compare.compare_steps(world.events, world.of_event, world.truth).counts)
    return '' if told == {('exact', 'same-life'): [5, 6]} else f'{told}'


def check_late_xmit():
    """The event of the end of a transmission follows the reuse of the address."""
    text = """
            a-1      1-0x0      1.000000100: net_dev_queue:  skbaddr=0x1000 len=60 name=eth0
            a-1      1-0x0      1.000000110: net_dev_start_xmit:  name=eth0 skbaddr=0x1000 len=60
            b-2      0-0x10     1.000000120: consume_skb:  skbaddr=0x1000
            b-2      0-0x10     1.000000130: napi_gro_receive_entry:  name=eth0 skbaddr=0x1000 len=60
            a-1      1-0x0      1.000000140: net_dev_xmit:  skbaddr=0x1000 len=60 rc=0 name=eth0
            b-2      0-0x10     1.000000150: netif_receive_skb:  skbaddr=0x1000 len=60 name=eth0
"""
    found = events.parse(text)
    true = Truth({'lives': [{'address': '0x1000', 'born_ns': 10**9, 'died_ns': 10**9 + 121, 'parent': None},
                            {'address': '0x1000', 'born_ns': 10**9 + 125, 'died_ns': None, 'parent': None}]})
    told = [life.index for life in true.find_all(found).values()]
    trackers = tracker.track(found)
    ours = [len(life.events) for life in trackers[''].lives]
    return '' if told == [0, 0, 0, 1, 0, 1] and ours == [4, 2] else f'{told} {ours}'


def main():
    tap = Tap()
    for name, check in (('events of a report', check_parse), ('all is right', check_good), ('the reference', check_tracker),
                        ('two lives joined', check_joined), ('one life cut', check_split), ('events nowhere, twice, made up', check_cover),
                        ('unassigned', check_unassigned), ('wrong parent', check_wrong_parent), ('wrong ends', check_wrong_ends),
                        ('wrong step', check_wrong_step), ('net_dev_xmit after the next birth', check_late_xmit)):
        tap.case(name, check)
    tap.end()


main()
