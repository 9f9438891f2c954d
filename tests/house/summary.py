#!/usr/bin/env python3
# summary.py - counts the tests of a run, subtests included; selects tests
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   summary.py TESTLOG MESON-STATUS [AGAIN]   logs of failures, skips, and the count
#   summary.py --select BUILD FILTER...       names of the tests that match
#   summary.py --targets BUILD FILTER...      what ninja must build for them
#   summary.py --alone TESTLOG                names of failed tests that are to run again, alone
#
# meson counts a TAP program as one test.  This counts how many
# cases ran, and shows why one did not.
#
# Tests of recordings and of the window act on a machine as it is: a deadline passes if other
# tests keep the CPUs busy for long enough.  If few of them fail, they run again with nothing
# beside them.  AGAIN is the log of that run, whose results count; what failed at first is
# shown nevertheless.  All other tests do not depend on time, so a failure is a failure.

import json
import os
import re
import subprocess
import sys

TAP = re.compile(r'^(?P<not>not )?ok\b\s*(?P<number>\d*)\s*(?:-\s*)?(?P<name>[^#]*?)\s*'
                 r'(?:#\s*(?P<directive>SKIP)\b\s*(?P<reason>.*))?$', re.IGNORECASE)
BAIL_OUT = re.compile(r'^Bail out!\s*(?P<reason>.*)$')
PLAN_SKIP = re.compile(r'^1\.\.0\s*#\s*SKIP\b\s*(?P<reason>.*)$', re.IGNORECASE)
REASON_LENGTH = 200 # characters of it in the line of a failed program
GOOD = ('OK', 'EXPECTEDFAIL')
LOG_LINES = 400
TIMED = re.compile(r'^\S+:(capture|gui\+display) / ')
MOST_ALONE = 3 # more failures than that have another cause


def describe_end(test, lines, cases):
    """Says where and why a program ended before its plan did."""
    bail = next((m['reason'] for m in map(BAIL_OUT.match, lines) if m), '')
    last = f'after {cases[-1]["name"]}' if cases else ''
    end = ' '.join(filter(None, [test['result'].lower(), last]))
    return ': '.join(filter(None, [end, bail[:REASON_LENGTH]]))


class Count:
    def __init__(self):
        self.passed = 0
        self.failed = []
        self.skipped = []

    def take_case(self, test, match):
        name = f'{test["name"]} {match["name"]}'.strip()
        if (match['directive'] or '').upper() == 'SKIP':
            self.skipped.append((name, match['reason'] or 'no reason given'))
        elif match['not']:
            self.failed.append(name)
        else:
            self.passed += 1

    def take(self, test):
        lines = test.get('stdout', '').splitlines()
        cases = [m for m in map(TAP.match, lines) if m]
        plan = next((m for m in map(PLAN_SKIP.match, lines) if m), None)
        failed_before = len(self.failed)
        for match in cases:
            self.take_case(test, match)

        if test['result'] == 'SKIP' and not cases:
            self.skipped.append((test['name'], plan['reason'] if plan else 'the whole program'))
        elif test['result'] not in GOOD + ('SKIP',) and len(self.failed) == failed_before:
            # It crashed, hung, or broke its plan after its last line.
            self.failed.append(f'{test["name"]} ({describe_end(test, lines, cases)})')
        elif not cases:
            self.passed += 1


def read(path):
    try:
        with open(path, encoding='utf-8', errors='replace') as log:
            return [json.loads(line) for line in log if line.strip()]
    except OSError:
        return []


def show_log(test):
    print(f'--- {test["name"]}: {test["result"].lower()}, exit status {test.get("returncode")}')
    for stream in ('stdout', 'stderr'):
        # Passed tests are not listed.
        lines = [line for line in test.get(stream, '').splitlines() if not re.match(r'ok\b', line)]
        if len(lines) > LOG_LINES:
            print(f'({len(lines) - LOG_LINES} lines left out)')
        print('\n'.join(lines[-LOG_LINES:]))


def failed(tests):
    return [test for test in tests if test['result'] not in GOOD + ('SKIP',)]


def alone(path):
    """Prints the names of failed tests that are to run again, with nothing beside them."""
    bad = [test['name'] for test in failed(read(path))]
    if len(bad) <= MOST_ALONE and all(map(TIMED.match, bad)):
        for name in bad:
            print(name.partition(' / ')[2])
    return 0


def replace(tests, again):
    """The tests with the results of those that ran again, and the cases that failed at first."""
    second = {test['name']: test for test in again}
    first = Count()
    for test in tests:
        if test['name'] in second:
            show_log(test)
            first.take(test)
    return [second.get(test['name'], test) for test in tests], first.failed


def summary(path, status, again=None):
    tests, at_first = read(path), []
    if again:
        tests, at_first = replace(tests, read(again))
    count = Count()
    for test in tests:
        count.take(test)
    if not tests or (status != 0 and not count.failed and not at_first):
        count.failed.append(f'meson test ended with status {status}')

    for test in failed(tests):
        show_log(test)
    for name in at_first:
        print(f'failed beside other tests, so it ran again alone: {name}')
    for name, reason in count.skipped:
        print(f'skipped: {name}: {reason}')
    for name in count.failed:
        print(f'FAILED: {name}')
    print(f'{count.passed} passed, {len(count.failed)} failed, {len(count.skipped)} skipped')
    return 1 if count.failed else 0


def introspect(build, what):
    return json.loads(subprocess.run(['meson', 'introspect', what, build],
                                     check=True, capture_output=True, text=True).stdout)


def matching(build, filters):
    for test in introspect(build, '--tests'):
        full = '/'.join(test['suite'] + [test['name']])
        if any(text in full for text in filters):
            yield test


def select(build, filters):
    for test in matching(build, filters):
        print(test['name'])
    return 0


def targets(build, filters):
    wanted = {target for test in matching(build, filters) for target in test['depends']}
    for target in introspect(build, '--targets'):
        if target['id'] in wanted:
            for path in target['filename']:
                print(os.path.relpath(path, os.path.realpath(build)))
    return 0


if __name__ == '__main__':
    if sys.argv[1] == '--select':
        sys.exit(select(sys.argv[2], sys.argv[3:]))
    if sys.argv[1] == '--targets':
        sys.exit(targets(sys.argv[2], sys.argv[3:]))
    if sys.argv[1] == '--alone':
        sys.exit(alone(sys.argv[2]))
    sys.exit(summary(sys.argv[1], int(sys.argv[2]), *sys.argv[3:4]))
