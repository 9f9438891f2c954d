#!/usr/bin/env python3
# test-pcap-cli.py - commands of thresh on a capture
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Filters are compared with those of tshark.

import gzip
import json
import lzma
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ['G_TEST_SRCDIR'], 'cli'))
from cli import DATA, THRESH, Tap, thresh  # noqa: E402

WIRE = os.path.join(DATA, 'captures', 'wire.pcap')
NG = os.path.join(DATA, 'captures', 'wire.pcapng')
TRACE = os.path.join(DATA, 'e1000-v6.dat')


def run(*arguments):
    status, out, err = thresh(*arguments)
    assert status == 0, f'{arguments}: {status}: {err}'
    return out


def count(filter_text, path=WIRE):
    return len(run('events', '-f', filter_text, path).splitlines())


def check_filters():
    found = [count('frame:tcp && dport == 5001'), count('frame:icmp6'), count('frame:dns'),
             count('outer ~ "VXLAN*"'), count('vlan > 0'), count('length > 1500 and frame:tcp'),
             count('name == "www.thresher.example"'), count('frame:tcp && flags & 2')]
    command = ['tshark', '-r', WIRE, '-Y']
    wanted = []
    for text in ('tcp.dstport == 5001', 'icmpv6', 'dns', 'vxlan && !icmp', 'vlan',
                 'frame.len > 1500 and tcp', 'dns.qry.name == "www.thresher.example"',
                 'tcp.flags.syn == 1'):
        done = subprocess.run(command + [text], capture_output=True, check=True, timeout=60)
        wanted.append(len(done.stdout.splitlines()))
    return f'{found}, tshark has {wanted}' if found != wanted else None


def check_info():
    out = run('info', NG)
    for text in ('format       pcapng', 'Interface “veth1”', 'Interface “lo”', 'realtime'):
        assert ' '.join(text.split()) in ' '.join(out.split()), f'no {text} in {out}'
    assert 'task' not in out and 'CPU' not in out, out


def check_find():
    assert len(run('find', 'standard query response', WIRE).splitlines()) == 2


def check_exports():
    with tempfile.TemporaryDirectory() as folder:
        csv = os.path.join(folder, 'out.csv')
        chrome = os.path.join(folder, 'out.json')
        run('export', '--format=events-csv', '-o', csv, NG)
        run('export', '-o', chrome, NG)
        with open(csv, encoding='utf-8') as file:
            assert len(file.read().splitlines()) == 100
        with open(chrome, encoding='utf-8') as file:
            json.load(file)


def check_wrapped():
    plain = run('events', WIRE)
    with open(WIRE, 'rb') as file:
        data = file.read()
    with tempfile.TemporaryDirectory() as folder:
        for name, pack in (('gz', gzip.compress), ('xz', lzma.compress),
                           ('zst', lambda data: subprocess.run(
                               ['zstd', '-q', '-c'], input=data, capture_output=True,
                               check=True).stdout)):
            path = os.path.join(folder, 'wire.pcap.' + name)
            with open(path, 'wb') as file:
                file.write(pack(data))
            assert run('events', path) == plain, name


def check_pipe():
    for path in (WIRE, NG):
        with open(path, 'rb') as file:
            done = subprocess.run([THRESH, 'events', '-'], stdin=file, capture_output=True,
                                  check=True, timeout=60)
        assert done.stdout.decode() == run('events', path), path


def check_truncated():
    with open(WIRE, 'rb') as file:
        data = file.read()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'cut.pcap')
        with open(path, 'wb') as file:
            file.write(data[:-10])
        status, out, err = thresh('events', path)
        # The last frame is missing, and it is said where it began.
        assert len(out.splitlines()) == len(run('events', WIRE).splitlines()) - 1
        assert 'byte ' in err and status != 0, (status, err)


def times(text):
    return [line.split(': ')[-2].split()[-1] for line in text.splitlines()]


def check_append():
    """By time of day, the times of a capture are those of the first recording's clock."""
    out = run('events', '--append', f'{WIRE}@wall', NG)
    lines = [line for line in out.splitlines() if line.lstrip().startswith('wire.pcap/')]
    assert len(lines) == len(run('events', WIRE).splitlines())
    assert run('events', '--append', f'{WIRE}@+1s', TRACE).count('wire.pcap/') == len(lines)


def main():
    tap = Tap()
    if shutil.which('tshark'):
        tap.case('filters', check_filters)
    else:
        tap.skip('filters', 'tshark is not installed')
    tap.case('info', check_info)
    tap.case('find', check_find)
    tap.case('export', check_exports)
    tap.case('compressed', check_wrapped)
    tap.case('from a pipe', check_pipe)
    tap.case('truncated', check_truncated)
    tap.case('beside another recording', check_append)
    tap.end()


main()
