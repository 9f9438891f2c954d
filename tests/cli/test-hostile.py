#!/usr/bin/env python3
# test-hostile.py - no command crashes, or lets a recording control the terminal
#
# SPDX-License-Identifier: GPL-2.0-or-later

import concurrent.futures
import json
import os
import re
import subprocess
import tempfile

from cli import DATA, PATIENCE, THRESH, Tap

FOLDER = os.path.join(DATA, 'hostile')

# Each row is a family: its commands share how they read, analyse and print, so an
# input meets one of each row, the next input the next one.  Left out are the other
# pairs of an input and a command; THRESHER_LONG runs them all.  {} stands for the
# file that the command writes.
FAMILIES = (
    (['info'], ['info', '--json']),
    (['events'], ['events', '--raw-fields'], ['events', '--names=then']),
    (['events', '--column', 'task', '--column', 'info'], ['events', '--column', 'task', '--column', 'info', '--csv'],
     ['events', '--column', 'task', '--column', 'info', '--json']),
    (['events', '-f', 'prev_pid == 1'], ['events', '-f', 'packet.total > 1ms']),
    (['find', '/e/'], ['find', '=cpu == 0'], ['find', 'evil']),
    (['packets'], ['packets', '--json'], ['packets', '--netdev-times'], ['packets', '--layers', 'rhel-tcp-ip']),
    (['drops'], ['drops', '--json']),
    (['journey', '--at', '+1ms'], ['journey', '--at', '+1ms', '--json']),
    (['span'], ['span', '--json'], ['span', '--from', '+1ms', '--to', '+5ms']),
    (['tables'], ['tables', '--json']),
    (['measures'], ['measures', '--json']),
    (['stacks'], ['stacks', '--json']),
    (['render', '-o', '{}'],),
    (['table', 'marks'], ['table', 'marks', '--json'], ['table', 'packets', '--csv']),
)
# One analysis each; times near the ends of their range are made for one or the other.
TABLES = [['table', name] for name in ('wakeups', 'tasks', 'cpus', 'softirqs', 'hardirqs', 'syscalls', 'idle', 'functions')]

# Controls but tab and the ends of lines, C1, marks of direction: what sets colours, titles and cursors, or turns text around.
STEERS = re.compile('\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]')


def wrong_text(name, data):
    try:
        text = data.decode('utf-8')
    except UnicodeDecodeError as error:
        return f'{name} is no UTF-8: {data[error.start - 20:error.end + 20]!r}'
    found = STEERS.search(text)
    return f'{name} has {found[0]!r} in {text[max(found.start() - 30, 0):found.end() + 10]!r}' if found else None


def wrong_json(data):
    for line in data.splitlines():
        json.loads(line)


def run(command, path, picture):
    done = subprocess.run([THRESH, *(picture if word == '{}' else word for word in command), path], stdin=subprocess.DEVNULL,
                          capture_output=True, check=False, timeout=PATIENCE)
    if done.returncode not in (0, 2, 3, 64):
        return f'{command}: exit status {done.returncode}: {done.stderr[-2000:].decode("utf-8", "replace")}'
    wrong = wrong_text('standard output', done.stdout) or wrong_text('standard error', done.stderr)
    if not wrong and '--json' in command:
        wrong_json(done.stdout)
    # A build with sanitizers that continues after an error.
    return f'{command}: {wrong}' if wrong else f'{command}: {done.stderr}' if b'runtime error' in done.stderr else None


def commands_for(number, name):
    """The commands for the input with this number."""
    if os.environ.get('THRESHER_LONG'):
        return [command for family in FAMILIES for command in family] + TABLES
    tables = TABLES if name and name.startswith('overflow') else [TABLES[number % len(TABLES)]]
    return [family[number % len(family)] for family in FAMILIES] + tables


def check(number, name, pieces):
    with tempfile.TemporaryDirectory() as scratch:
        paths = [os.path.join(FOLDER, name)] if name else []
        if pieces is not None:
            paths.append(os.path.join(scratch, 'written.txt'))
            with open(paths[0], 'wb') as file:
                file.write(pieces)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            wrong = list(pool.map(lambda command: run(command, paths[0], os.path.join(scratch, 'picture.svg')),
                                  commands_for(number, name)))
    return '\n'.join(filter(None, wrong))


def peak(*arguments):
    """The peak memory of thresh in KiB."""
    with subprocess.Popen([THRESH, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss


def check_lanes_are_cheap():
    """Of 65,535 CPUs 259 have events; a lane for each of the others took 139 MB of SVG and 600 MiB of memory."""
    path = os.path.join(FOLDER, 'v6-65535cpus.dat.xz')
    with tempfile.TemporaryDirectory() as scratch:
        picture = os.path.join(scratch, 'picture.svg')
        more = peak('render', '-o', picture, path) - peak('info', path)
        size = os.path.getsize(picture)
    return f'{more} KiB more than info, a picture of {size} bytes' if more > 256 << 10 or size > 20 << 20 else None


def texts():
    """Each control sequence in each part of a line: task, event, system, information, a name in it."""
    for what in ('\x1b[31m', '\u009b31m', '\u202e', '\u2067', '\u200f', '\u061c', '\r', '\b', '\x7f', '\x07'):
        lines = ['# tracer: nop', f'# host: {what}', f'  a{what}b-7 [001] ..... 1.000001: print: x{what}y',
                 f'  sh-1 [001] ..... 1.000002: e{what}v: f{what}=x{what}', f' p{what}q 9 [002] 1.000003: s{what}:n{what}: a={what}',
                 f'  sh-1 [001] ..... 1.000004: sched_switch: prev_comm=n{what} prev_pid=1 prev_prio=120 prev_state=R ==> '
                 f'next_comm=m{what} next_pid=8 next_prio=120',
                 f'  sh-1 [001] ..... 1.000005: netif_receive_skb: dev=d{what} skbaddr=0xffff000000000001 len=60',
                 f'  sh-1 [001] ..... 1.000006: kfree_skb: skbaddr=0xffff000000000001 protocol=2048 location=l{what}+0x1 reason: R{what}',
                 f'CPU:{what} [LOST EVENTS]']
        yield what, '\n'.join(lines).encode('utf-8') + b'\xff\x9b\n'


def main():
    tap = Tap()
    for number, name in enumerate(sorted(os.listdir(FOLDER))):
        tap.case(name, check, number, name, None)
    for number, (what, data) in enumerate(texts()):
        tap.case(f'U+{ord(what[0]):04X} in a text', check, number, None, data)
    tap.case('lanes of CPUs without events', check_lanes_are_cheap)
    tap.end()


main()
