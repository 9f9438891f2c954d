#!/usr/bin/env python3
# test-precision.py - thresh prints no digit that the clock of a recording does not have
#
# SPDX-License-Identifier: GPL-2.0-or-later

import json
import os
import re
import shutil
import subprocess
import tempfile

from cli import DATA, HAVE_TRACES, NO_TRACES, TRACES, Tap, thresh

COARSE = ('e1000-ftrace-default.txt', 'k612-rep.report.txt', 'e1000-probe.perf.script.txt')
FINE = ('k612-rep.dat', 'virtio-tp-g.perf.script.txt.gz')
KPROBE = os.path.join(TRACES, 'e1000-kprobe.dat')
PART = 3

# The worker is woken at 100 µs, runs from 117 µs on, and sleeps at 467 µs.
SWITCHES = """# tracer: nop
          <idle>-0       [000] d..2.   100.000100: sched_waking: comm=worker pid=7 prio=120 target_cpu=000
          <idle>-0       [000] d..2.   100.000117: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=worker next_pid=7 next_prio=120
          worker-7       [000] d..2.   100.000467: sched_switch: prev_comm=worker prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
"""

# NET_RX runs for 8 µs and for 9 µs: for 8.5 µs on the average.
SOFTIRQS = """# tracer: nop
          <idle>-0       [000] ..s1.     1.000010: softirq_entry: vec=3 [action=NET_RX]
          <idle>-0       [000] ..s1.     1.000018: softirq_exit: vec=3 [action=NET_RX]
          <idle>-0       [000] ..s1.     1.000030: softirq_entry: vec=3 [action=NET_RX]
          <idle>-0       [000] ..s1.     1.000039: softirq_exit: vec=3 [action=NET_RX]
"""

# The tracer measures functions in nanoseconds, whatever the precision of the lines.
FUNCTIONS = """# tracer: function_graph
   100.000100 |   0)               |  outer() {
   100.000101 |   0)   0.240 us    |    inner();
   100.000103 |   0)   3.100 us    |  }
   100.000110 |   0)   0.260 us    |  inner();
"""

# The second line goes back in time.
BACK = """# tracer: nop
          <idle>-0       [000] ..s1.     1.000010: softirq_entry: vec=3 [action=NET_RX]
          <idle>-0       [000] ..s1.     1.000004: softirq_exit: vec=3 [action=NET_RX]
"""


def run(*arguments):
    status, out, err = thresh(*arguments)
    assert status in (0, PART), f'{arguments}: {status}: {err}'
    return out


def written(text):
    file = tempfile.NamedTemporaryFile('w', suffix='.txt', encoding='utf-8')  # pylint: disable=consider-using-with
    file.write(text)
    file.flush()
    return file


def differs(lines, expected):
    """Removes the alignment."""
    squeezed = [' '.join(line.split()) for line in lines]
    return '' if squeezed == expected else f'{squeezed}\ninstead of {expected}'


def check_by_hand(command, expected, text=SWITCHES):
    with written(text) as file:
        lines = [line for line in run(*command, file.name).splitlines() if line]
    missing = [line for line in expected if line not in [' '.join(found.split()) for found in lines]]
    return f'{missing} not in\n' + '\n'.join(lines) if missing else ''


def check_columns():
    with written(SWITCHES) as file:
        columns = ('--column', 'ts', '--column', 'ts - 100s')
        wrong = differs(run('events', *columns, file.name).splitlines(),
                        ['100.000100 100 µs', '100.000117 117 µs', '100.000467 467 µs'])
        if wrong:
            return wrong
        # Scripts get integers, as from any recording.
        return differs(run('events', *columns, '--csv', file.name).splitlines()[1:],
                       ['100000100000,100000', '100000117000,117000', '100000467000,467000'])


def check_json():
    with written(SWITCHES) as file:
        span = json.loads(run('span', '--json', file.name))
        measures = {line['id']: line for line in map(json.loads, run('measures', '--json', file.name).splitlines())}
    return '' if (span['from_ns'], span['to_ns']) == (100000100000, 100000467001) and \
        measures['wakeup']['max'] == 17000 and measures['run']['max'] == 350000 else f'{span} {measures}'


def check_compare():
    """A coarser clock on one side is reported."""
    fine = SWITCHES.replace('467:', '467000:').replace('117:', '117001:').replace('100:', '100000:')
    with written(SWITCHES) as coarse, written(fine) as other:
        out = run('compare', coarse.name, other.name)
    return '' if 'resolution: The recordings were made differently: µs → ns' in out else out


def check_problem():
    """The place where a time goes back is printed with six digits, too."""
    with written(BACK) as file:
        _, _, err = thresh('info', file.name)
    return '' if 'CPU 0, time 1.000004' in err and '1.000004000' not in err else err


def check_moved():
    """A recording that is shifted by nanoseconds shows them."""
    with written(SWITCHES) as file, written(SOFTIRQS) as other:
        lines = run('events', other.name, '--append', f'{file.name}@+1us').splitlines()
        whole = [line.split()[3] for line in lines if 'worker' in line]
        lines = run('events', other.name, '--append', f'{file.name}@+1ns').splitlines()
        moved = [line.split()[3] for line in lines if 'worker' in line]
    return '' if whole == ['100.000101:', '100.000118:', '100.000468:'] and \
        moved == ['100.000100001:', '100.000117001:', '100.000467001:'] else f'{whole} {moved}'


def check_events(name):
    """The times of all lines are those of the text, digit by digit."""
    time = re.compile(r'\] .*?(\d+\.\d+): ')
    with open(os.path.join(DATA, name), encoding='utf-8') as file:
        expected = [match[1] for match in map(time.search, file) if match]
    found = [match[1] for match in map(time.search, run('events', os.path.join(DATA, name)).splitlines()) if match]
    return '' if found == expected and len(found) > 50 else \
        f'{len(found)} times, {len(expected)} in the text: {sorted(set(found) ^ set(expected))[:5]}'


def list_commands(path):
    """All commands that print times; tables only without a mean, which may have more digits."""
    commands = [['info'], ['span'], ['events'], ['measures'], ['drops'], ['packets', '--lives']]
    for analysis in map(json.loads, run('tables', '--json', path).splitlines()):
        for table in analysis['tables']:
            name = f"{analysis['analysis']}/{table['id']}"
            if table['rows'] and 'mean' not in run('table', name, '--csv', '-n', '0', path).split('\n', maxsplit=1)[0]:
                commands.append(['table', name])
    commands = [command + [path] for command in commands] + [['compare', path, path]]
    for packet in list(map(json.loads, run('packets', '--json', path).splitlines()))[:5]:
        commands.append(['journey', '--at', f"{packet['steps'][0]['ns']}ns", path, packet['id'].partition('#')[0]])
    return commands


INVENTED = re.compile(r'\d\.\d{9}|\d\.\d{3} µs|\d ns\b|\+\d+\.\d{3} ')


def check_all(name):
    """No output has nanoseconds."""
    path = os.path.join(DATA, name)
    commands = list_commands(path)
    for command in commands:
        for line in run(*command).splitlines():
            if INVENTED.search(line):
                return f'{command}: {line}'
    return '' if len(commands) > 8 else f'{commands}'


def check_fine(name):
    """With a clock of nanoseconds, all times have them."""
    path = os.path.join(DATA, name)
    for command in (['info'], ['events'], ['packets'], ['table', 'wakeups']):
        if not re.search(r'\d\.\d{9}', run(*command, path)):
            return f'{command}: no time with nine digits'
    return '' if re.search(r'\d\.\d{3} µs|\d ns\b', run('measures', path)) else 'no nanoseconds in measures'


def check_layers():
    """A text of trace-cmd with six digits gives times with six digits."""
    with tempfile.NamedTemporaryFile('w', suffix='.txt', encoding='utf-8') as file:
        subprocess.run(['trace-cmd', 'report', KPROBE], stdout=file, stderr=subprocess.DEVNULL, check=True)
        lines = run('packets', '--layers', 'rhel-tcp-ip', file.name).splitlines()
    wrong = [line for line in lines if not re.match(r'\d+\.\d{6} \|[IO]\| ', line) or re.search(r'\.\d{3} µs', line)]
    return '' if len(lines) > 3 and not wrong else f'{len(lines)} lines: {wrong[:3]}'


def main():
    tap = Tap()
    tap.case('info', check_by_hand, ['info'], ['time 100.000100 … 100.000467: 0.000367 s'])
    tap.case('span', check_by_hand, ['span'], ['3 events in 367 µs', 'worker-7 1 350 µs 95.4 350 µs'])
    tap.case('wakeups', check_by_hand, ['table', 'wakeups'], ['100.000100 worker-7 <idle>-0 0 17 µs <idle>-0 17 µs 100.000117'])
    tap.case('measures', check_by_hand, ['measures'], ['wakeup 1 17 µs 17 µs 17 µs 17 µs Wakeup latency', 'run 1 350 µs 350 µs 350 µs 350 µs Run'])
    tap.case('a mean', check_by_hand, ['table', 'softirqs'], ['softirq NET_RX 2 17 µs 8.500 µs 9 µs 9 µs 0'], SOFTIRQS)
    tap.case('functions', check_by_hand, ['table', 'functions'],
             ['inner 2 500 ns 500 ns 240 ns 250 ns 260 ns 260 ns 1'], FUNCTIONS)
    tap.case('columns', check_columns)
    tap.case('JSON', check_json)
    tap.case('compare', check_compare)
    tap.case('a problem', check_problem)
    tap.case('moved', check_moved)
    for name in COARSE:
        tap.case(f'events of {name}', check_events, name)
        tap.case(f'all of {name}', check_all, name)
    for name in FINE:
        tap.case(f'all of {name}', check_fine, name)
    if not HAVE_TRACES:
        tap.skip('layers', NO_TRACES)
    elif shutil.which('trace-cmd') is None:
        tap.skip('layers', 'there is no trace-cmd here')
    else:
        tap.case('layers', check_layers)
    tap.end()


main()
