# texts.py - makes texts from recordings: started late, with gaps, with other addresses
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# ftrace's default layout (task, pid, CPU, irq flags), so that a reader has all
# that the recording has but fields that are not printed.

import re
import subprocess

import events

LINE = re.compile(r'(?:(?P<buffer>\w+):\s+)?\s*(?P<comm>.*)-(?P<pid>\d+)\s+(?P<cpu>\d+)(?P<flags>[\w.#]{5})\s+'
                  r'(?P<time>\d+\.\d{9}):\s+(?P<name>[\w.-]+):\s*(?P<rest>.*)')


class Line:
    """One event as text.  @event: the same from the raw fields."""

    def __init__(self, match, event):
        self.event = event
        self.flags, self.comm, self.rest = match['flags'], match['comm'], match['rest']

    def text(self):
        event = self.event
        return (f'{self.comm:>16}-{event.pid:<7} [{event.cpu:03}] {self.flags} {event.ns // 10**9:>5}.{event.ns % 10**9:09}: '
                f'{event.name}: {self.rest}\n')


def load(path):
    """Lines of all ordinary events."""
    done = subprocess.run(['trace-cmd', 'report', '-t', '-l', '-N', '-i', path], stdin=subprocess.DEVNULL, capture_output=True,
                          check=False, timeout=300)
    matches = [match for match in map(LINE.match, done.stdout.decode('latin-1').split('\n')) if match]
    found = events.load(path)
    assert [match['name'] for match in matches] == [event.name for event in found], f'{path}: {len(matches)} lines, {len(found)} events'
    return [Line(match, event) for match, event in zip(matches, found) if not {'__probe_ip', '__probe_func'} & event.fields.keys()]


def lost(cpu, count):
    return f'CPU:{cpu} [LOST {count} EVENTS]\n'


def write(path, lines):
    """@lines: Line or text."""
    with open(path, 'w', encoding='utf-8') as file:
        file.write('# tracer: nop\n#\n')
        file.writelines(line if isinstance(line, str) else line.text() for line in lines)
