#!/usr/bin/env python3
# test-requests.py - requests against what the programs that made them wrote down
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# tests/record/requests.py made the recordings: both programs wrote CLOCK_MONOTONIC before and after
# each call, and the events have the same clock, so each moment lies between two known times.

import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from cli import DATA, HAVE_TRACES, NO_TRACES, TRACES, Tap, thresh, to_ns  # noqa: E402

NAMES = ('client', 'out', 'queue', 'server', 'back', 'read', 'transfer')


def requests(path, *options):
    status, out, err = thresh('requests', '--json', *options, path)
    assert status == 0, err
    return [json.loads(line) for line in out.splitlines()]


def moments(request):
    """When each stage ended, and when the request began."""
    ends = {leg['stage']: leg['end_ns'] for leg in request['stages']}
    return dict(ends, begin=request['start'])


def split(log, size):
    """The reads of a log in groups of @size bytes."""
    groups, left = [], 0
    for one in log:
        if one['what'] != 'receive' or one['bytes'] == 0:
            continue
        if left == 0:
            groups.append([])
            left = size
        groups[-1].append(one)
        left -= one['bytes']
    return groups


def expected(scenario):
    """For each request the bounds of its moments, by the programs' own clocks."""
    how = scenario['how']
    sends = [one for one in scenario['client'] if one['what'] == 'send']
    answers = [one for one in scenario['server'] if one['what'] == 'send']
    per = how.get('sends', 1)
    questions = [sends[i:i + per] for i in range(0, len(sends), per)]
    served = split(scenario['server'], how['ask'] * per)
    taken = split(scenario['client'], how['answer']) if how['answer'] else []
    found = []
    for i, question in enumerate(questions):
        reads = served[i] if i < len(served) else None
        answer = answers[i] if i < len(answers) else None
        got = taken[i] if i < len(taken) else None
        one = {'sends': len(question), 'asked': sum(send['bytes'] for send in question),
               'begin': (question[0]['before'], question[0]['after']),
               'client': (question[-1]['before'], question[-1]['after'])}
        if reads:
            one['out'] = (question[-1]['before'], reads[-1]['after'])
            # poll() waits for the first byte only.
            if len(reads) == per == 1:
                one['out'] = (question[-1]['before'], max(reads[0]['ready'], question[-1]['after']))
            one['queue'] = (reads[-1]['before'], reads[-1]['after'])
        if answer:
            one['server'] = (answer['before'], answer['after'])
            one['answered'] = answer['bytes']
        if got:
            one['back'] = (answer['before'], max(got[0]['ready'], answer['after']))
            one['read'] = (got[0]['before'], got[0]['after'])
            one['transfer'] = (got[-1]['before'], got[-1]['after'])
        found.append(one)
    return found


def check_scenario(path, name, truth):
    scenario = truth['scenarios'][name]
    ours = sorted((one for one in requests(path) if one['dport'] == scenario['port']), key=lambda one: one['start'])
    theirs = expected(scenario)
    if len(ours) != len(theirs) or not theirs:
        return f'{len(ours)} requests instead of {len(theirs)}'
    for i, (one, bounds) in enumerate(zip(ours, theirs)):
        found = moments(one)
        for key in ('sends', 'asked', 'answered'):
            if one[key] != bounds.get(key):
                return f'request {i}: {key} {one[key]} instead of {bounds.get(key)}'
        for moment, (low, high) in ((key, bounds[key]) for key in ('begin',) + NAMES if key in bounds):
            # One read takes all of a short answer.
            if moment == 'transfer' and bounds['transfer'] == bounds['read']:
                continue
            if moment not in found:
                return f'request {i}: {moment} is unknown: {one}'
            if not low <= found[moment] <= high:
                return f'request {i}: {moment} at {found[moment]}, not from {low} to {high}'
        if [stage for stage in NAMES if stage in found and stage not in bounds]:
            return f'request {i}: {found} is more than {bounds}'
        tasks = tuple(f"{one[key]['comm']}-{one[key]['pid']}" if one[key] else None
                      for key in ('client_task', 'server_task'))
        if tasks != (truth['tasks']['client'], truth['tasks']['server']):
            return f'{tasks}'
    return None


def check_big(path, truth):
    """The client read the answer in several calls."""
    scenario = truth['scenarios']['big-answer']
    ours = [one for one in requests(path) if one['dport'] == scenario['port']]
    return None if any('transfer' in moments(one) for one in ours) else f'{ours}'


def check_sum(path):
    """The stages of a request add up to its duration, with nothing unknown between both ends."""
    for one in requests(path):
        legs = one['stages']
        if any(a['end_ns'] != b['start_ns'] for a, b in zip(legs, legs[1:])):
            return f'{legs}'
        if one['duration'] is not None and legs[-1]['end_ns'] - legs[0]['start_ns'] != one['duration']:
            return f'{one}'
    return None


def check_order(path):
    durations = [one['duration'] for one in requests(path)]
    known = [one for one in durations if one is not None]
    if durations[:len(known)] != sorted(known, reverse=True) or len(known) < 20:
        return f'{durations}'
    few = [one['duration'] for one in requests(path, '--slowest', '3')]
    return None if few == known[:3] else f'{few}'


def check_connection(path):
    number = requests(path)[0]['connection']
    ours = requests(path, '--connection', str(number))
    theirs = [one for one in requests(path) if one['connection'] == number]
    return None if ours == theirs and theirs else f'{ours} instead of {theirs}'


def check_measures(path):
    status, out, err = thresh('measures', '--json', path)
    assert status == 0, err
    found = {one['id']: one['n'] for one in map(json.loads, out.splitlines())
             if one['analysis'] == 'requests' and one['n']}
    ours = requests(path)
    theirs = {f'request.{stage}': sum(stage in moments(one) for one in ours) for stage in NAMES}
    theirs['request.duration'] = sum(one['duration'] is not None for one in ours)
    theirs = {key: value for key, value in theirs.items() if value}
    return None if found == theirs else f'{found} instead of {theirs}'


def check_filter(path):
    """Events of both sockets belong to the slow requests, and to no others."""
    status, out, err = thresh('events', '--filter', 'request.duration > 4ms && event == "sock_recv_length"', path)
    assert status == 0, err
    ours = {to_ns(time) for time in re.findall(r' (\d+\.\d{9}): ', out)}
    slow = [one for one in requests(path) if (one['duration'] or 0) > 4000000]
    theirs = {step['ns'] for one in slow for step in one['steps'] if step['event'] == 'sock_recv_length'}
    return None if ours == theirs and len(theirs) > 10 else f'{ours}: {theirs}'


def check_server_only(path, truth):
    """A recording of the server alone; its program wrote when poll() and read() returned."""
    ours = sorted(requests(path), key=lambda one: one['start'])
    with open(truth, encoding='utf-8') as file:
        server = json.load(file)['app']['server']
    if len(ours) != server['requests'] or {one['seen'] for one in ours} != {'server'}:
        return f'{len(ours)} requests'
    for i, (one, read) in enumerate(zip(ours, server['t_read_return_ns'])):
        # Before Linux 6.3 only a later packet tells that the server sent.
        answered = (1024, None) if i + 1 == len(ours) else (1024,)
        if one['asked'] != 64 or one['answered'] not in answered:
            return f'{one}'
        found = moments(one)
        if not found['queue'] <= read or read - found['queue'] > 10000000:
            return f'{one}: {read}'
        if {'client', 'out', 'back', 'read'} & set(found):
            return f'{one}: nobody can know that'
    return None


def main():
    tap = Tap()
    for kind in ('loopback', 'veth'):
        path = os.path.join(DATA, 'requests', f'requests-{kind}.dat.gz')
        with open(path.replace('.dat.gz', '.truth.json'), encoding='ascii') as file:
            truth = json.load(file)
        for name in truth['scenarios']:
            tap.case(f'{kind}: {name}', check_scenario, path, name, truth)
        tap.case(f'{kind}: an answer in several reads', check_big, path, truth)
        tap.case(f'{kind}: the sum of the stages', check_sum, path)
        tap.case(f'{kind}: slowest first', check_order, path)
        tap.case(f'{kind}: one connection', check_connection, path)
        tap.case(f'{kind}: measures', check_measures, path)
        tap.case(f'{kind}: filter', check_filter, path)
    for name in ('e1000-rr-before', 'e1000-rr-hog', 'k612-rr-before', 'k612-rr-hog', 'virtio-rr-late-read'):
        path = os.path.join(TRACES, name)
        if HAVE_TRACES:
            tap.case(f'{name}: the server alone', check_server_only, f'{path}.dat', f'{path}.truth.json')
        else:
            tap.skip(f'{name}: the server alone', NO_TRACES)
    tap.end()
    return 0


if __name__ == '__main__':
    sys.exit(main())
