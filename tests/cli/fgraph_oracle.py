# fgraph_oracle.py - calls, times and chains of functions from the text of function_graph
#
# SPDX-License-Identifier: GPL-2.0-or-later

import collections
import re
import subprocess

REPORT = re.compile(r'^\s*(.*)-(\d+)\s+\[(\d+)\]\s+[\d.]+: funcgraph_(?:entry|exit):(.*)$')
PLAIN = re.compile(r'^(?:\s*[\d.]+ \|)?\s*(\d+)\)\s(.*)$')
BODY = re.compile(r'^[^|]*?(?:([\d.]+) us)?\s*\|( *)(.*)$')
SWITCH = re.compile(r'^\s*(\d+)\)\s+\S+-(\d+)\s+=>\s+\S+-(\d+)\s*$')


def lines_of_report(path):
    """(who, duration in ns or None, indent, body) of each line; idle is one per CPU."""
    done = subprocess.run(['trace-cmd', 'report', '-i', path], capture_output=True, check=True)
    for line in done.stdout.decode('utf-8', 'replace').splitlines():
        match = REPORT.match(line)
        if match:
            yield (match[2] if match[2] != '0' else f'idle {match[3]}', *parts(match[4]))


def lines_of_text(path):
    running = {}
    with open(path, encoding='utf-8') as file:
        for line in file:
            switch = SWITCH.match(line)
            if switch:
                running[switch[1]] = switch[3]
                continue
            match = PLAIN.match(line.rstrip('\n'))
            if not match:
                continue
            body = match[2]
            task = re.match(r'\s*\S+-(\d+)\s*\|(.*)$', body)
            who = task[1] if task else running.get(match[1], '')
            if task:
                body = task[2]
            yield (f'{who} on {match[1]}' if who in ('', '0') or not task else who, *parts(body))


def parts(text):
    match = BODY.match(text)
    assert match, text
    duration = None if match[1] is None else round(float(match[1]) * 1000)
    return duration, len(match[2]), match[3].strip()


def work_out(lines):
    """{function: durations, self times} and {chain: [self, calls]}."""
    durations, selves, calls = collections.defaultdict(list), collections.Counter(), collections.Counter()
    chains, stacks = collections.defaultdict(lambda: [0, 0]), collections.defaultdict(list)

    def end(stack, function, duration, children):
        durations[function].append(duration)
        own = max(duration - children, 0)
        selves[function] += own
        chain = ';'.join([entry[0] for entry in stack] + [function])
        chains[chain][0] += own
        chains[chain][1] += 1
        if stack:
            stack[-1][1] += duration

    for who, duration, _, body in lines:
        stack = stacks[who]
        if body.startswith('}'):
            if stack:
                function, children = stack.pop()
                end(stack, function, duration, children)
            continue
        function = re.split(r'[ (]', body)[0]
        calls[function] += 1
        if body.endswith(';'):
            end(stack, function, duration, 0)
        else:
            stack.append([function, 0])
    return durations, selves, calls, chains
