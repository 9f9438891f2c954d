# stack_oracle.py - call chains counted in the text of perf script and of trace-cmd
#
# SPDX-License-Identifier: GPL-2.0-or-later

import gzip
import os
import re

from cli import DATA, TRACES

PERF_LINE = re.compile(r'^\S.*?\s+\d+ \[\d+\]\s+[\d.]+:\s+(?:(\d+) )?([\w:-]+):')


def find(name):
    for folder in (DATA, TRACES):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return path
    return None


def perf_chains(text, with_symbols, with_kinds=False):
    """From perf script's text: {(event, chain): [samples, sum of periods]}.
    With kinds, the names of functions of programs begin with *."""
    found, frames, event, period = {}, [], None, 0
    for line in text.splitlines() + ['']:
        match = PERF_LINE.match(line)
        if match:
            period, event, frames = int(match[1] or 0), match[2], []
        elif line.startswith(('\t', ' ')) and event:
            address, _, rest = line.strip().partition(' ')
            name = re.sub(r'\+0x[0-9a-f]+$', '', rest.rpartition(' (')[0])
            is_user = with_kinds and int(address, 16) < 1 << 63
            frames.append(('*' if is_user else '') + (name if with_symbols and name != '[unknown]' else f'0x{int(address, 16):x}'))
        elif event and frames:
            entry = found.setdefault((event, ';'.join(reversed(frames))), [0, 0])
            entry[0] += 1
            entry[1] += period
            event = None
    return found


def script_of(name):
    with gzip.open(find(name), 'rt', encoding='utf-8') as file:
        return file.read()


def in_kernel(chains):
    """perf's text has file addresses for user code and modules; converts them to memory addresses."""
    return {chain: value for chain, value in chains.items()
            if all(frame.startswith('0xffff') and not frame.startswith('0xffffffffc') for frame in chain.split(';') if ':' not in frame)}
