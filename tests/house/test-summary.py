#!/usr/bin/env python3
# test-summary.py - which tests run again, and what counts then
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Prints TAP.
import json
import os
import subprocess
import sys
import tempfile

import rooms

SUMMARY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "summary.py")
GOOD = ("thresher:model / hash", "OK", "ok 1 - one\nok 2 - two # SKIP none\n1..2\n")
WINDOW = ("thresher:gui+display / gui-walk", "FAIL", "ok 1 - tab\nnot ok 2 - keys\n1..2\n")
RECORD = ("thresher:capture / capture-record", "TIMEOUT", "ok 1 - local\n")
UNIT = ("thresher:model / hash", "FAIL", "not ok 1 - one\nok 2 - two # SKIP none\n1..2\n")
WINDOW_PASSED = (WINDOW[0], "OK", "ok 1 - tab\nok 2 - keys\n1..2\n")
tap = rooms.Tap()


def log(folder, name, tests):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as out:
        for test, result, stdout in tests:
            print(json.dumps({"name": test, "result": result, "stdout": stdout, "returncode": 1}),
                  file=out)
    return path


def run(*arguments):
    done = subprocess.run([sys.executable, "-B", SUMMARY, *arguments], capture_output=True,
                          text=True, check=False)
    return done.returncode, done.stdout.splitlines()


with tempfile.TemporaryDirectory() as scratch:
    def alone(*tests):
        return run("--alone", log(scratch, "alone.json", tests))[1]

    def counted(tests, again=None):
        arguments = [log(scratch, "first.json", tests), "1" if again else "0"]
        if again:
            arguments.append(log(scratch, "again.json", again))
        status, lines = run(*arguments)
        return status, lines[-1], [line for line in lines if line.startswith("failed beside")]

    for name, got, wanted in (
            ("nothing failed", alone(GOOD), []),
            ("what depends on time runs again", alone(GOOD, WINDOW, RECORD),
             ["gui-walk", "capture-record"]),
            ("nothing else does", alone(WINDOW, UNIT), []),
            ("nor do many", alone(*[(WINDOW[0] + str(n), *WINDOW[1:]) for n in range(4)]), []),
            ("cases are counted", counted([GOOD, WINDOW_PASSED]),
             (0, "3 passed, 0 failed, 1 skipped", [])),
            ("a failure alone counts", counted([GOOD, WINDOW], [WINDOW])[:2],
             (1, "2 passed, 1 failed, 1 skipped")),
            ("a pass alone counts, and the first failure is shown",
             counted([GOOD, WINDOW], [WINDOW_PASSED]),
             (0, "3 passed, 0 failed, 1 skipped",
              ["failed beside other tests, so it ran again alone: %s keys" % WINDOW[0]])),
            ("only what ran again is replaced", counted([GOOD, WINDOW, RECORD], [WINDOW_PASSED])[:2],
             (1, "4 passed, 1 failed, 1 skipped")),
            ("no log is a failure", run(os.path.join(scratch, "none"), "1")[0], 1)):
        tap.result(name, [] if got == wanted else ["%s, not %s" % (got, wanted)])
tap.end()
