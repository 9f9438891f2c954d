#!/usr/bin/env python3
# test-changed.py - a recording changes while thresh prints what it has loaded
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# thresh waits for us in the middle of its output, since nobody reads it; then the file changes.
# Lines that are printed are those that trace-cmd prints; those that cannot be known any more are
# missing or have no text, and that is reported.

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from cli import DATA, THRESH, Tap, thresh

PART = 3
NAME = 'e1000-veth-loss.dat'
PIPE_BYTES = 64 << 10
TOLD = 'A file changed while it was read'
TIME = re.compile(r' (\d+\.\d+): ')


def shrink(path):
    os.truncate(path, os.path.getsize(path) // 2)


def shrink_all(path):
    os.truncate(path, 4096)


def grow(path):
    with open(path, 'ab') as file:
        file.write(b'more')


def overwrite(path):
    """In place, and the time of the last change is set back."""
    before = os.stat(path)
    with open(path, 'r+b') as file:
        file.seek(before.st_size // 4)
        file.write(bytes(i * 7 % 256 for i in range(before.st_size - before.st_size // 4)))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def replace(path):
    """Another file takes the name: what was opened is still there."""
    shutil.copy(path, path + '.new')
    os.truncate(path + '.new', 4096)
    os.replace(path + '.new', path)


def make(folder, compression):
    path = os.path.join(folder, 'changing.dat')
    if compression == 'none':
        subprocess.run(['trace-cmd', 'convert', '-i', os.path.join(DATA, NAME), '-o', path, '--file-version', '7', '--compression', 'none'],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    else:
        shutil.copy(os.path.join(DATA, NAME), path)
    return path


def run_changing(command, path, change):
    """Status, output and messages of a command during whose output the file changes."""
    with subprocess.Popen([THRESH, *command, path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        out = os.read(process.stdout.fileno(), 1)
        # It fills the pipe, and waits.
        time.sleep(0.3)
        change(path)
        rest, err = process.communicate(timeout=120)
    return process.returncode, (out + rest).decode('utf-8', 'replace'), err.decode('utf-8', 'replace')


def check(command, compression, change):
    with tempfile.TemporaryDirectory() as folder:
        path = make(folder, compression)
        _, sound, _ = thresh(*command, path)
        status, out, err = run_changing(command, path, change)
    if len(sound) < 4 * PIPE_BYTES:
        return 'its output is too short for this test'
    if change is replace:
        return None if (status, out, err) == (0, sound, '') else f'exit status {status}, says “{err}”'
    if status != PART or TOLD not in err:
        return f'exit status {status}, says “{err}”'
    if out[:PIPE_BYTES] != sound[:PIPE_BYTES]:
        return 'what was printed before is not what it was'
    known = set(sound.splitlines())
    times = {match[1] for match in TIME.finditer(sound)}
    for line in out.splitlines():
        match = TIME.search(line)
        if line not in known and (match is None or match[1] not in times):
            return f'a line that is not of this recording: {line}'
    return None


def main():
    tap = Tap()
    for compression in ('zstd', 'none'):
        for change in (shrink, shrink_all, grow, overwrite, replace):
            name = f'/changed/{compression}/{change.__name__}'
            if compression == 'none' and shutil.which('trace-cmd') is None:
                tap.skip(name, 'no trace-cmd')
                continue
            tap.case(name, check, ['events'], compression, change)
    tap.end()


if __name__ == '__main__':
    sys.exit(main())
