#!/usr/bin/env python3
# test-read-errors.py - a failing disk is reported, whichever read fails
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   test-read-errors.py THRESH FAILING_READS
#
# Each read of a recording fails in turn, once.  Either the output is as it was
# and the status 0, as that read did not matter, or the error is reported and the
# status says so.  Data is never missing silently.
#
# Unless THRESHER_LONG is set, ten of eleven reads are left out after the first 100,
# which are those of the header; the others all read blocks of events in the same way.
# The last ones are never left out.

import gzip
import os
import re
import resource
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from cli import DATA, Tap, thresh

SHIM = sys.argv[2]
WHOLE, REFUSED, PART = 0, 2, 3
TOLD = re.compile('Input/output error|input/output error')
FIRST, STEP, LAST = 100, 11, 3

# Version 6, version 7 with plain and with compressed data, perf, text.
CASES = {
    'v6': ('e1000-v6.dat', ['events', 'info']),
    'v7-zstd-packets': ('e1000-gt-udp.dat', ['packets']),
    'v7-zstd': ('e1000-lost.dat', ['events', 'drops']),
    'buffers': ('e1000-buffers.dat', ['info']),
    'perf-file': ('e1000-probe.perf.data', ['events', 'stacks']),
    'perf-packed': ('virtio-cpu-clock-z.perf.data', ['events']),
    'text': ('e1000-ftrace-default.txt', ['info', 'find eth0']),
}


def run(command, path, at, folder):
    """Status, output, error messages, the number of reads, and of those into misaligned memory."""
    log = os.path.join(folder, f'log-{at}')
    # A sanitizer must be loaded first.
    environment = dict(os.environ, LD_PRELOAD=SHIM, FAILING_READS_OF=os.path.realpath(path), FAILING_READS_AT=str(at),
                       FAILING_READS_LOG=log,
                       ASAN_OPTIONS=os.environ.get('ASAN_OPTIONS', '') + ':verify_asan_link_order=0')
    name, *arguments = command.split()
    status, out, err = thresh(name, *arguments, path, env=environment)
    with open(log, encoding='ascii') as file:
        n, misplaced = map(int, file.read().split())
    os.unlink(log)
    return status, out, err, n, misplaced


def check_one(command, path, at, folder, sound):
    status, out, err, *_ = run(command, path, at, folder)
    if status == WHOLE and out == sound:
        return None
    if status in (PART, REFUSED) and TOLD.search(err):
        return None
    return f'read {at}: exit status {status}, {len(out.splitlines())} of {len(sound.splitlines())} lines, says “{err.strip()}”'


def places_of(n):
    """The reads to let fail, of n."""
    if os.environ.get('THRESHER_LONG'):
        return range(1, n + 1)
    return sorted({*range(1, min(n, FIRST) + 1), *range(FIRST + 1, n + 1, STEP), *range(max(n - LAST, 0) + 1, n + 1)})


def check(command, path):
    with tempfile.TemporaryDirectory() as folder:
        status, sound, err, n, _ = run(command, path, 0, folder)
        if status != WHOLE or TOLD.search(err) or n < 2:
            return f'without an error: exit status {status}, {n} reads, says “{err}”'
        with ThreadPoolExecutor(2) as pool:
            wrong = [text for text in pool.map(lambda at: check_one(command, path, at, folder, sound), places_of(n)) if text]
    return '\n'.join(wrong)


def check_wrapped(name):
    """The reads of the compressed file, and those of the decompressed data."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name + '.gz')
        with open(os.path.join(DATA, name), 'rb') as file, gzip.open(path, 'wb') as packed:
            packed.write(file.read())
        return check('events', path)


def check_plain(name):
    """Version 7 with uncompressed data."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'plain.dat')
        subprocess.run(['trace-cmd', 'convert', '-i', os.path.join(DATA, name), '-o', path, '--compression', 'none'],
                       check=True, capture_output=True)
        return check('events', path)


def check_symbols():
    """A list of symbols that cannot be read is reported, not taken for an empty one."""
    with tempfile.TemporaryDirectory() as folder:
        symbols = os.path.join(folder, 'kallsyms')
        with open(symbols, 'w', encoding='ascii') as file:
            file.write('ffffffff81000000 T _text\n' * 1000)
        log = os.path.join(folder, 'log')
        environment = dict(os.environ, LD_PRELOAD=SHIM, FAILING_READS_OF=symbols, FAILING_READS_AT='1', FAILING_READS_LOG=log,
                           ASAN_OPTIONS=os.environ.get('ASAN_OPTIONS', '') + ':verify_asan_link_order=0')
        path = os.path.join(DATA, 'e1000-v6.dat')
        status, _, err = thresh('events', '--kallsyms', symbols, path, env=environment)
    return None if status == PART and TOLD.search(err) else f'exit status {status}, says “{err}”'


def check_vmlinux():
    """Each read of an ELF file; the shim itself is one with symbols."""
    path = os.path.join(DATA, 'e1000-probe.perf.data')
    with tempfile.TemporaryDirectory() as folder:
        elf = os.path.join(folder, 'vmlinux')
        with open(SHIM, 'rb') as file, open(elf, 'wb') as copy:
            copy.write(file.read())
        environment = dict(os.environ, LD_PRELOAD=SHIM, FAILING_READS_OF=elf, FAILING_READS_LOG=os.path.join(folder, 'log'),
                           ASAN_OPTIONS=os.environ.get('ASAN_OPTIONS', '') + ':verify_asan_link_order=0')
        _, sound, said = thresh('events', '--vmlinux', elf, path, env=environment)
        with open(environment['FAILING_READS_LOG'], encoding='ascii') as file:
            n = int(file.read().split()[0])
        if n == 0:
            return 'it was not read'
        for at in range(1, n + 1):
            status, out, err = thresh('events', '--vmlinux', elf, path, env=dict(environment, FAILING_READS_AT=str(at)))
            if not (status == PART and TOLD.search(err)) and (out, err) != (sound, said):
                return f'read {at} of {n}: exit status {status}, says “{err}”'
    return None


def check_full_disk(name, wrapped, room, status_wanted):
    """A full disk is not reported as a truncated recording."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(DATA, name)
        if wrapped:
            with open(path, 'rb') as file, gzip.open(os.path.join(folder, name), 'wb') as packed:
                packed.write(file.read())
            path = os.path.join(folder, name)
        environment = dict(os.environ, LD_PRELOAD=SHIM, FAILING_READS_OF='', FAILING_WRITES_FROM=str(room), TMPDIR=folder,
                           ASAN_OPTIONS=os.environ.get('ASAN_OPTIONS', '') + ':verify_asan_link_order=0')
        status, _, err = thresh('events', path, env=environment)
    if status != status_wanted or f'no space left in {folder}' not in err or re.search('shorter than|is cut|memory limit', err):
        return f'exit status {status}, says “{err}”'
    return None


def check_endless(command, device):
    """Endless input is neither awaited nor written to the disk."""
    limit = 64 << 20
    try:
        status, out, err = thresh(*command.split(), device, timeout=30,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    except subprocess.TimeoutExpired:
        return 'it waits for the end'
    return None if (status, out) == (REFUSED, '') and 'Unrecognized file format' in err else f'exit status {status}, says “{err}”'


def check_places(name):
    """Nothing is read into memory where the kernel copies slowly."""
    with tempfile.TemporaryDirectory() as folder:
        status, _, err, n, misplaced = run('events', os.path.join(DATA, name), 0, folder)
    if status != WHOLE or n == 0 or misplaced:
        return f'exit status {status}, {misplaced} of {n} reads, says “{err}”'
    return None


def main():
    tap = Tap()
    for label, (name, commands) in CASES.items():
        for command in commands:
            tap.case(f'/read-errors/{label}/{command.split()[0]}', check, command, os.path.join(DATA, name))
    tap.case('/read-errors/wrapped-text', check_wrapped, 'e1000-ftrace-default.txt')
    tap.case('/read-errors/wrapped-trace', check_wrapped, 'e1000-v6.dat')
    tap.case('/read-errors/v7-plain', check_plain, 'e1000-gt-udp.dat')
    tap.case('/read-errors/kallsyms', check_symbols)
    tap.case('/read-errors/vmlinux', check_vmlinux)
    for room, status in ((100, REFUSED), (3000, REFUSED), (420000, PART)):
        tap.case(f'/read-errors/full-disk/{room}', check_full_disk, 'e1000-v6.dat', True, room, status)
    tap.case('/read-errors/full-disk/perf', check_full_disk, 'virtio-cpu-clock-z.perf.data', False, 1000, PART)
    for device in ('/dev/zero', '/dev/urandom'):
        for command in ('info', 'packets', 'find x', 'events'):
            tap.case(f'/read-errors/endless{device}/{command.split()[0]}', check_endless, command, device)
    for name in ('e1000-v6.dat', 'e1000-lost.dat', 'e1000-ftrace-default.txt', 'virtio-tp-g.perf.data'):
        tap.case(f'/read-errors/placed/{name}', check_places, name)
    tap.end()


if __name__ == '__main__':
    main()
