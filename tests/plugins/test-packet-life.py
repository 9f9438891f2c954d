#!/usr/bin/env python3
# test-packet-life.py - how long packet buffers lived, against probes of their allocation and release
#
# SPDX-License-Identifier: GPL-2.0-or-later

import csv
import gzip
import io
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from cli import DATA, HAVE_TRACES, NO_TRACES, TRACES, Tap, thresh, to_ns  # noqa: E402

LINE = re.compile(r'^.*\[\d+\]\s+(\d+\.\d+): (\w+):.*skbaddr=(0x[0-9a-f]+)')


def lives(path, *options):
    """(address, lifetime) of each packet that has one."""
    status, out, err = thresh('table', 'packets', '--csv', *options, path)
    assert status == 0, err
    return sorted((row['address'], int(row['life'])) for row in csv.DictReader(io.StringIO(out)) if row['life'])


def n_samples(path, *options):
    status, out, err = thresh('measures', '--json', *options, path)
    assert status == 0, err
    return [one['n'] for one in map(json.loads, out.splitlines()) if one['id'] == 'packet.life'][0]


def check_probes(path, least):
    """Probes saw every buffer allocated and released; the truth lists those with ordinary events."""
    truth = path.replace('.dat', '.truth.json')
    with gzip.open(truth + '.gz') if os.path.exists(truth + '.gz') else open(truth, 'rb') as file:
        listed = json.load(file)['lives']
    theirs = {(one['address'], one['died_ns'] - one['born_ns']) for one in listed if one['born_ns'] and one['died_ns']}
    ours = lives(path)
    # A few buffers are not in the truth, as they were of no network.
    wrong = [one for one in ours if one not in theirs]
    if len(wrong) > len(ours) // 30 or len(ours) < least:
        return f'{wrong} of {len(ours)}'
    return None if n_samples(path) == len(ours) else f'{n_samples(path)} samples of {len(ours)}'


def check_text(path):
    """Without probes: from napi_gro_receive_entry until consume_skb, where nothing else lies between."""
    text = subprocess.run(['trace-cmd', 'report', '-t', '-N', path], capture_output=True, timeout=120, check=False)
    born, theirs = {}, set()
    for line in text.stdout.decode('latin-1').split('\n'):
        match = LINE.match(line)
        if match and match[2] in ('napi_gro_receive_entry', 'net_dev_queue'):
            born[match[3]] = to_ns(match[1])
        elif match and match[2] in ('consume_skb', 'kfree_skb') and match[3] in born:
            theirs.add((match[3], to_ns(match[1]) - born.pop(match[3])))
    ours = lives(path)
    return None if set(ours) <= theirs and len(ours) > 250 else f'{set(ours) - theirs} of {len(ours)}'


def check_unknown(path):
    """Without the events of birth, or those of release, no lifetime is known."""
    for missing in (('net:napi_gro_receive_entry', 'net:netif_receive_skb_entry', 'net:netif_rx_entry',
                     'net:net_dev_queue'), ('skb:consume_skb',)):
        options = [word for event in missing for word in ('--ignore', event)]
        if lives(path, *options) or n_samples(path, *options):
            return f'{missing}: {lives(path, *options)}'
    return None


def main():
    tap = Tap()
    for name, least in (('tcp-retrans-deep.dat', 130), ('veth-gro-mix-deep.dat', 130)):
        tap.case(name, check_probes, os.path.join(DATA, name), least)
    plain = os.path.join(TRACES, 'e1000-rr-before.dat')
    if HAVE_TRACES:
        tap.case('requeue-deep.dat', check_probes, os.path.join(TRACES, 'deep', 'requeue-deep.dat'), 450)
        tap.case('without probes', check_text, plain)
        tap.case('unknown', check_unknown, plain)
    else:
        tap.skip('recordings without probes', NO_TRACES)
    tap.end()
    return 0


if __name__ == '__main__':
    sys.exit(main())
