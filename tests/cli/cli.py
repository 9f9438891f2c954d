# cli.py - shared by the tests of thresh: running it, recordings, TAP
#
# SPDX-License-Identifier: GPL-2.0-or-later

import json
import os
import re
import subprocess
import sys

THRESH = os.path.abspath(sys.argv[1])
DATA = os.path.join(os.environ['G_TEST_SRCDIR'], 'data')
TRACES = os.environ.get('THRESHER_TRACES', '')
HAVE_TRACES = os.path.isdir(TRACES)
NO_TRACES = 'the recordings of THRESHER_TRACES are not here'
# Seconds that a command may take; under the thread sanitizer it takes ten times as long.
PATIENCE = 1200 if 'TSAN_OPTIONS' in os.environ else 120


def thresh(*arguments, **options):
    """Runs thresh; returns its status, output and error messages."""
    options.setdefault('timeout', PATIENCE)
    done = subprocess.run([THRESH, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          check=False, **options)
    return (done.returncode, done.stdout.decode('utf-8', 'replace'), done.stderr.decode('utf-8', 'replace'))


def recordings():
    """All recordings with independently counted facts, as (path, facts)."""
    found = {}
    for folder in (TRACES, os.path.join(TRACES, 'deep'), DATA):
        if not os.path.isdir(folder):
            continue
        for name in sorted(os.listdir(folder)):
            if not name.endswith('.dat') or name in found:
                continue
            for facts in (f'{name}.expected.json', f'{name[:-4]}.expected.json'):
                path = os.path.join(folder, facts)
                if os.path.exists(path):
                    with open(path, encoding='utf-8') as file:
                        found[name] = (os.path.join(folder, name), json.load(file))
                    break
    return list(found.values())


def to_ns(text):
    """'390.537218819' or '3', as trace-cmd prints it."""
    match = re.fullmatch(r'(\d+)\.(\d{9})', text)
    return int(match[1]) * 10**9 + int(match[2]) if match else int(text)


class Tap:
    """Test cases are functions that return a text if they fail."""

    def __init__(self):
        self.number = 0

    def case(self, name, function, *arguments):
        self.number += 1
        try:
            wrong = function(*arguments)
        except subprocess.TimeoutExpired as error:
            wrong = f'no end after {error.timeout} s'
        except (AssertionError, ValueError, KeyError) as error:
            wrong = f'{type(error).__name__}: {error}'
        if wrong:
            print(f'not ok {self.number} {name}')
            for line in str(wrong).splitlines()[:60]:
                print(f'# {line}')
        else:
            print(f'ok {self.number} {name}')
        sys.stdout.flush()

    def skip(self, name, reason):
        self.number += 1
        print(f'ok {self.number} {name} # SKIP {reason}')

    def end(self):
        print(f'1..{self.number}')
