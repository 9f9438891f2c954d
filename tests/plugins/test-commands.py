#!/usr/bin/env python3
# test-commands.py - thresh tables, table, measures, compare: options, formats, mistakes
#
# SPDX-License-Identifier: GPL-2.0-or-later

import csv
import io
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from cli import DATA, Tap, thresh  # noqa: E402

FILE = os.path.join(DATA, 'e1000-buffers.dat')
TICKS = os.path.join(DATA, 'e1000-clock-counter.dat')


def rows(name, *options, path=FILE):
    status, out, err = thresh('table', name, '--csv', *options, path)
    assert status == 0, err
    return list(csv.DictReader(io.StringIO(out)))


def check_tables():
    status, out, _ = thresh('tables', '--json', FILE)
    counts = {table['id']: table['rows'] for analysis in map(json.loads, out.splitlines()) for table in analysis['tables']}
    wrong = [f'{name}: {len(rows(name))} rows instead of {count}' for name, count in counts.items() if len(rows(name)) != count]
    if status or not {'wakeups', 'tasks', 'cpus', 'hardirqs', 'softirqs', 'receive'} <= counts.keys():
        wrong.append(f'{status} {counts}')
    return '\n'.join(wrong)


def check_sort():
    """Sorted by each column: the biggest first, empty ones last, and reversed."""
    wrong = ''
    for column in ('latency', 'time', 'meanwhile_time'):
        values = [int(row[column]) for row in rows('wakeups', '--sort', column) if row[column]]
        back = [int(row[column]) for row in rows('wakeups', '--sort', column, '--reverse') if row[column]]
        ascending = column == 'time'
        if values != sorted(values, reverse=not ascending) or back != sorted(values, reverse=ascending):
            wrong += f'{column}: {values} {back}\n'
    names = [row['name'] for row in rows('softirqs', '--sort', 'name')]
    return wrong + ('' if names == sorted(names) and len(names) > 2 else f'name: {names}')


def check_count():
    every, some = rows('wakeups'), rows('wakeups', '-n', '3')
    return '' if some == every[:3] and len(every) > 3 and not rows('wakeups', '-n', '0') else f'{some}'


def check_default_order():
    values = [int(row['latency']) for row in rows('wakeups')]
    return '' if values == sorted(values, reverse=True) else f'{values}'


def check_filter():
    """Rows whose event matches: a wakeup's is the waking."""
    every = rows('wakeups')
    some = rows('wakeups', '-f', 'cpu == 1')
    status, out, _ = thresh('events', '-f', 'cpu == 1 and sched_waking', FILE)
    times = {line.split('sched_waking')[0].split()[-1].rstrip(':') for line in out.splitlines() if 'sched_waking' in line}
    said = {f"{int(row['time']) // 10**9}.{int(row['time']) % 10**9:09d}" for row in some}
    return '' if status == 0 and 0 < len(some) < len(every) and said <= times else f'{len(some)} of {len(every)}: {said - times}'


def check_json():
    """The same cells as --csv, typed."""
    status, out, _ = thresh('table', 'wakeups', '--json', FILE)
    found = [{key: '' if value is None else str(value) for key, value in json.loads(line).items()} for line in out.splitlines()]
    types = {type(value).__name__ for line in out.splitlines() for value in (json.loads(line)['latency'], json.loads(line)['cpu'])}
    return '' if status == 0 and found == rows('wakeups') and types == {'int'} else f'{types} {found[:2]}'


def check_text():
    status, out, _ = thresh('table', 'softirqs', FILE)
    lines = out.splitlines()
    good = status == 0 and 'Vector' in lines[0] and len(lines) == 1 + len(rows('softirqs')) and any('µs' in line for line in lines)
    return '' if good else out


def check_ticks():
    """Values of a clock without ns are not printed in µs."""
    out = thresh('table', 'softirqs', TICKS)[1] + thresh('measures', TICKS)[1]
    return '' if 'NET_RX' in out and not any(unit in out for unit in ('µs', ' ms', ' ns')) else out


def check_with():
    """A requested latency equals that of the analysis of interrupts."""
    status, out, _ = thresh('measures', '--json', '--with',
                            'latency from=irq:softirq_raise to=irq:softirq_entry key=vec,cpu', FILE)
    found = {line['id']: line for line in map(json.loads, out.splitlines())}
    n = sum(line['n'] for name, line in found.items() if name.startswith('softirq_latency.'))
    longest = max(line['max'] for name, line in found.items() if name.startswith('softirq_latency.'))
    good = status == 0 and (found['latency']['n'], found['latency']['max']) == (n, longest)
    return '' if good else f"{found['latency']} instead of {n} {longest}"


# Lines of a trace file, and the same in trace-cmd report.
MARKS = '''# tracer: nop
             app-7     [000] ..... 100.000001: tracing_mark_write: B|7|frame
             app-7     [000] ..... 100.000004: tracing_mark_write: hello: world
             app-7     [001] ..... 100.000031: tracing_mark_write: E|7
'''
REPORT = MARKS.replace('tracing_mark_write', 'print:                tracing_mark_write')


def check_marks(text):
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as file:
        file.write(text)
        file.flush()
        marks = [row['text'] for row in rows('marks', path=file.name)]
        _, out, _ = thresh('measures', '--json', file.name)
    found = [measure for measure in map(json.loads, out.splitlines()) if measure['id'] == 'mark.frame']
    return '' if marks == ['hello: world'] and len(found) == 1 and found[0]['max'] == 30000 else f'{marks} {out}'


def check_mistake(arguments, words):
    status, out, err = thresh(*arguments)
    return '' if status == 64 and not out and all(word in err for word in words) else f'{status} {out!r} {err!r}'


def check_refused(command):
    arguments = {'table': ['table', 'wakeups', '/nowhere'], 'compare': ['compare', FILE, '/nowhere']}
    status, out, err = thresh(*arguments.get(command, [command, '/nowhere']))
    return '' if status == 2 and not out and '/nowhere' in err else f'{status} {out!r} {err!r}'


def main():
    tap = Tap()
    for name, check in (('tables', check_tables), ('sort', check_sort), ('count', check_count),
                        ('default-order', check_default_order), ('filter', check_filter), ('json', check_json),
                        ('text', check_text), ('ticks', check_ticks), ('with', check_with)):
        tap.case(name, check)
    for name, text in (('marks-trace', MARKS), ('marks-report', REPORT)):
        tap.case(name, check_marks, text)
    mistakes = (
        (['table', 'nix', FILE], ['“nix”']),
        (['table', 'wakeups', '--sort', 'nix', FILE], ['“wakeups”', '“nix”']),
        (['table', 'wakeups', '--json', '--csv', FILE], ['--json', '--csv']),
        (['table', 'wakeups', '-n', '-1', FILE], ['negative']),
        (['table', 'wakeups', '-f', 'nix == 1', FILE], ['nix', '^']),
        (['table', 'wakeups'], ['one file']),
        (['measures'], ['one file']),
        (['compare', FILE], ['each side']),
        (['measures', '--with', 'nix', FILE], ['“nix”']),
        (['measures', '--with', 'latency from', FILE], ['NAME=VALUE']),
        (['measures', '--with', 'latency from=irq:softirq_raise', FILE], ['“to”']),
        (['measures', '--with', 'values event=irq:softirq_raise field=nix', FILE], ['“nix”']),
    )
    for arguments, words in mistakes:
        tap.case(' '.join(word for word in arguments if word != FILE), check_mistake, arguments, words)
    for command in ('tables', 'table', 'measures', 'compare'):
        tap.case(f'refused {command}', check_refused, command)
    tap.end()


main()
