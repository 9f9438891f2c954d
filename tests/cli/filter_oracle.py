# filter_oracle.py - results of trace-cmd and awk for the rows of filters.tsv
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# A row is: count, recording, source, expression for the source, our expression.
# trace-cmd is run with "report -F"; "=" uses our expression itself.  awk
# counts lines of "trace-cmd report -t -N", cut into b (buffer), t (task), p
# (pid), c (CPU), s (seconds or ticks), e (event) and i (text).  h("len") says
# whether the text has "len=" and a number, v("len") what it is.

import os
import re
import subprocess

LINE = re.compile(r'^\s*(?:(?P<buffer>[^\s:]+):\s+)?(?P<task>.+)-(?P<pid>\d+)\s+\[(?P<cpu>\d{3,})\]\s*'
                  r'(?P<time>[\d.]+): (?P<event>[^\s:]+):\s*(?P<info>.*)$')
NAMES = ('function h(n) { return match(" " i, "[ (]" n "=-?[0-9]+") } '
         'function v(n) { return h(n) ? substr(" " i, RSTART + length(n) + 2, RLENGTH - length(n) - 2) + 0 : 0 } '
         'BEGIN { FS = "\\t" } { b = $1; t = $2; p = $3 + 0; c = $4 + 0; s = $5 + 0; e = $6; i = $7 } ')


def read_table(path):
    with open(path, encoding='utf-8') as file:
        return [line.rstrip('\n').split('\t') for line in file if line.strip() and not line.startswith('#')]


def report(path, *options):
    """The lines of events, without lost events and the header."""
    done = subprocess.run(['trace-cmd', 'report', '-t', '-N', *options, path], stdin=subprocess.DEVNULL,
                          capture_output=True, check=False, timeout=120)
    if done.returncode < 0:  # some filters of some buffers crash it, after a part of the lines
        raise ValueError(f'trace-cmd was ended by signal {-done.returncode}')
    text = done.stdout.decode('utf-8', 'replace').split('\n')
    return [match for match in map(LINE.match, text) if match], done.stderr.decode('utf-8', 'replace')


class Oracle:
    def __init__(self):
        self.tables = {}

    def ask_tracecmd(self, path, expression):
        lines, complaint = report(path, '-F', expression)
        if 'Failed' in complaint:
            raise ValueError(complaint.strip())
        return len(lines)

    def ask_awk(self, path, condition):
        if path not in self.tables:
            lines, _ = report(path)
            self.tables[path] = ''.join('\t'.join((line['buffer'] or '', line['task'], line['pid'], line['cpu'],
                                                   line['time'], line['event'], line['info'].replace('\t', ' '))) + '\n'
                                        for line in lines)
        done = subprocess.run(['awk', f'{NAMES} ({condition}) {{ n++ }} END {{ print n + 0 }}'],
                              input=self.tables[path].encode(), capture_output=True, check=True, timeout=120,
                              env={**os.environ, 'LC_ALL': 'C'})
        return int(done.stdout)

    def ask(self, path, source, question, expression):
        if source == 'trace-cmd':
            return self.ask_tracecmd(path, expression if question == '=' else question)
        return self.ask_awk(path, question)
