# test-record-guest.py - thresh record over ssh into a guest that runs
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   test-record-guest.py THRESH AGENT
#
# THRESHER_GUEST is a folder with the ssh_config of a host "guest" where root may log in.  Without
# it all is skipped.

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.argv[1:] = map(os.path.realpath, sys.argv[1:])
sys.path.insert(0, os.path.join(os.environ['G_TEST_SRCDIR'], 'cli'))
import cli  # noqa: E402

THRESH, AGENT = sys.argv[1:3]
GUEST = os.environ.get('THRESHER_GUEST', '')
STAGES = os.path.join(os.environ['G_TEST_SRCDIR'], '..', 'data', 'stages', 'deep-follow.json')
CONFIG = os.path.join(GUEST, 'ssh_config')
LOAD = 'ping -c 5 -i 0.2 127.0.0.1 >/dev/null 2>&1; sleep 0.5'
# What a recording must leave as it was.
STATE = '''cd /sys/kernel/tracing; grep -H . tracing_on current_tracer trace_clock buffer_size_kb \
set_event set_event_pid set_ftrace_filter kprobe_events uprobe_events dynamic_events \
tracing_cpumask max_graph_depth 2>/dev/null; grep -r . options | sort; ls instances; \
ps | grep -c '[t]hresher-agent'; sysctl -n kernel.kptr_restrict kernel.perf_event_paranoid; \
cat /proc/modules | cut -d' ' -f1 | sort; ls /tmp'''
tap = cli.Tap()


def guest(command):
    done = subprocess.run(['ssh', '-F', CONFIG, 'guest', command], stdin=subprocess.DEVNULL,
                          capture_output=True, check=False, timeout=60)
    return done.stdout.decode()


def environment():
    os.makedirs('bin', exist_ok=True)
    with open('bin/ssh', 'w', encoding='utf-8') as file:
        file.write(f'#!/bin/sh\nexec /usr/bin/ssh -F {CONFIG} "$@"\n')
    os.chmod('bin/ssh', 0o755)
    return dict(os.environ, PATH=f'{os.getcwd()}/bin:{os.environ["PATH"]}',
                XDG_STATE_HOME=f'{os.getcwd()}/state')


def start(*arguments, targets=('ssh://guest',)):
    return subprocess.Popen([THRESH, 'record', *arguments, *targets],
                            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment())


def finish(child, seconds=90):
    _, text = child.communicate(timeout=seconds)
    return child.returncode, re.sub('[\u2009\u202f\u00a0]', ' ', text.decode())


def lines_of(path):
    done = subprocess.run(['trace-cmd', 'report', '-t', '-N', '-i', path], capture_output=True,
                          check=True)
    return [line for line in done.stdout.decode(errors='replace').splitlines()
            if line and not line.startswith(('cpus=', 'version =')) and 'EVENTS DROPPED' not in line]


def check_state(before):
    """A guest that is emulated needs its time to remove an instance."""
    for _ in range(60):
        after = guest(STATE)
        if after == before:
            return None
        time.sleep(0.5)
    lines = set(before.splitlines()) ^ set(after.splitlines())
    return '\n'.join(sorted(lines))


def install():
    # The kernel gives the top buffer its size when the first event is switched on, anywhere.
    guest('cd /sys/kernel/tracing/instances; mkdir thresher_test; '
          'echo 1 >thresher_test/events/sched/sched_switch/enable; rmdir thresher_test')
    done = subprocess.run([THRESH, 'record', '--install-agent', '--agent', AGENT, 'ssh://guest'],
                          capture_output=True, check=False, env=environment())
    return None if done.returncode == 0 else done.stderr.decode()


def whole(preset, path):
    before = guest(STATE)
    status, text = finish(start('-p', preset, '--exec', LOAD, '-o', path))
    if status != 0 or 'none were lost' not in text:
        return f'{status} {text}'
    counted = int(re.search(r'dat: ([\d ]+) events', text)[1].replace(' ', ''))
    found = len(lines_of(path))
    if found != counted or found < 100:
        return f'{found} lines, {counted} events read'
    return check_state(before)


def lives(lines):
    """Follows each address from birth to end: (births, births where a packet still lived)."""
    living, births, wrong = {}, 0, []
    for line in lines:
        event = re.search(r' (birth|clone|death_\w+|consume_skb|kfree_skb): (.*)', line)
        if event is None:
            continue
        name, fields = event[1], dict(re.findall(r'(\w+)=(\S+)', event[2]))
        if name in ('birth', 'clone'):
            address = fields['new' if name == 'clone' else 'skb']
            births += 1
            if living.get(address) == 'alive':
                wrong.append(line)
            living[address] = 'alive'
        # Freeing in bulk, and into NAPI's cache, is only announced.
        elif name in ('consume_skb', 'kfree_skb'):
            living[fields['skbaddr']] = 'freed'
        # kfree_skb_partial() ends the structure itself only if the head was stolen.
        elif name != 'death_partial' or int(fields['stolen'], 0) & 1:
            living.pop(fields['skb'], None)
    return births, wrong


def births_and_ends():
    """No packet is born where another still lives: no birth and no end is missing."""
    births, wrong = lives(lines_of('deep.dat'))
    if births < 100 or wrong:
        return f'{births} births, {len(wrong)} at a living packet\n' + '\n'.join(wrong[:5])
    return None


def exact_links():
    """Each link between packets is what a probe has seen, and not inferred."""
    status, text, errors = cli.thresh('packets', '--lives', '--json', f'--stages={STAGES}',
                                      'deep.dat')
    links = [link for life in map(json.loads, text.splitlines())
             for link in (life['parent'], life['origin']) if link is not None]
    wrong = [link for link in links if link['sureness'] != 'exact']
    if status != 0 or len(links) < 50 or wrong:
        return f'{len(links)} links, not exact: {wrong[:5]}\n{errors}'
    return None


def wait_for_pages(path):
    for _ in range(300):
        if os.path.exists(f'{path}.part') and \
           subprocess.run(['trace-cmd', 'report', '-i', f'{path}.part'], capture_output=True,
                          check=False).stdout.count(b'\n') > 50:
            return
        time.sleep(0.1)
    raise AssertionError('nothing is recorded')


def broken(name, break_it):
    before = guest(STATE)
    path = f'{name}.dat'
    child = start('-p', 'sched', '-o', path)
    wait_for_pages(path)
    break_it(child)
    status, text = finish(child)
    if status != 3 or 'kept' not in text:
        return f'{status} {text}'
    if len(lines_of(path)) < 50 or os.path.exists(f'{path}.part'):
        return f'{path}: {len(lines_of(path))} lines'
    return check_state(before)


def resumed(name, break_it, length):
    """The connection is taken up again, and every event that was read arrives."""
    before = guest(STATE)
    path = f'{name}.dat'
    child = start('-p', 'sched', '--for', length, '-o', path)
    wait_for_pages(path)
    break_it(child)
    status, text = finish(child, 120)
    if status != 0 or text.count('the connection is back') != 1 or 'none were lost' not in text:
        return f'{status} {text}'
    counted = int(re.search(r'dat: ([\d ]+) events', text)[1].replace(' ', ''))
    found = len(lines_of(path))
    if found != counted or found < 100:
        return f'{found} lines, {counted} events read'
    return check_state(before)


def ssh_of(child):
    """All threads have children; the thread of the connection has started ssh."""
    for thread in os.listdir(f'/proc/{child.pid}/task'):
        with open(f'/proc/{child.pid}/task/{thread}/children', encoding='utf-8') as file:
            for pid in map(int, file.read().split()):
                with open(f'/proc/{pid}/comm', encoding='utf-8') as name:
                    if name.read() == 'ssh\n':
                        return pid
    raise AssertionError('no ssh')


def kill_ssh(child):
    os.kill(ssh_of(child), signal.SIGKILL)


def kill_agent(child):
    guest('kill -9 $(ps | grep "[t]hresher-agent" | head -1 | sed "s/^ *//" | cut -d" " -f1)')


def stop_ssh(child):
    """A connection that is half dead: it exists, but nothing is sent and nothing arrives."""
    os.kill(ssh_of(child), signal.SIGSTOP)


# --- this machine and the guest at once ------------------------------------------------------

def clock_difference():
    """What to add to times of the guest: (least, greatest) in seconds; /proc/uptime has 10 ms."""
    least, greatest = float('-inf'), float('inf')
    for _ in range(5):
        before = time.monotonic()
        uptime = float(guest('cat /proc/uptime').split()[0])
        least, greatest = max(least, before - uptime - 0.01), min(greatest, time.monotonic() - uptime)
    return least, greatest


def check_clocks(text):
    """The difference that was measured, with its error, agrees with the one that uptime shows."""
    match = re.search(r'ssh guest: \+?([-\d.]+) s ± ([\d.]+) (ms|µs) were added', text)
    if match is None:
        return f'no difference: {text}'
    shift, error = float(match[1]), float(match[2]) * (1e-3 if match[3] == 'ms' else 1e-6)
    least, greatest = clock_difference()
    if error > 0.5 or shift + error < least or shift - error > greatest:
        return f'{shift} ± {error}, not between {least} and {greatest}'
    return None


def check_both(name, text, n_cpus):
    """Each file has all events that were read on its machine, and they are of its CPUs."""
    for file, n in ((f'{name}-{os.uname().nodename}.dat', os.cpu_count()), (f'{name}-guest.dat', n_cpus)):
        counted = re.search(rf'{re.escape(file)}: (?:the last )?([\d ]+) events', text)
        lines = lines_of(file)
        if counted is None or len(lines) != int(counted[1].replace(' ', '')) or len(lines) < 50:
            return f'{file}: {len(lines)} lines: {text}'
        cpus = {int(cpu) for line in lines for cpu in re.findall(r'\[(\d+)\]', line)[:1]}
        if not cpus <= set(range(n)):
            return f'{file}: CPUs {cpus} of {n}'
    return None


def several(name, options, break_it=None):
    """The guest and this machine are recorded at once, each with its own agent."""
    before = guest(STATE)
    child = start(*options, '-o', f'{name}.dat', targets=(f'exec:{AGENT}', 'ssh://guest'))
    if break_it is not None:
        wait_for_pages(f'{name}-guest.dat')
        break_it(child)
    status, text = finish(child, 120)
    if status != 0 or ('--ring' not in options and text.count('none were lost') != 2) or \
       text.count('the connection is back') != (break_it is not None):
        return f'{status} {text}'
    return check_both(name, text, int(guest('nproc'))) or check_clocks(text) or check_state(before)


if not os.path.exists(CONFIG) or not os.path.exists(AGENT):
    tap.skip('recordings over ssh', 'THRESHER_GUEST names no guest, or there is no agent')
else:
    os.chdir(tempfile.mkdtemp())
    tap.case('the agent is installed', install)
    tap.case('packets: every event that was read arrives', whole, 'packets', 'packets.dat')
    tap.case('deep: every event that was read arrives', whole, 'deep', 'deep.dat')
    tap.case('births and ends', births_and_ends)
    tap.case('links are exact', exact_links)
    tap.case('kill -9 of ssh', resumed, 'ssh', kill_ssh, '15s')
    tap.case('kill -9 of the agent', broken, 'agent', kill_agent)
    tap.case('a connection that is half dead', resumed, 'half', stop_ssh, '45s')
    if os.geteuid() == 0 and os.path.isdir('/sys/kernel/tracing/instances'):
        tap.case('two targets', several, 'two', ['-p', 'sched', '--for', '5s'])
        tap.case('two targets, the last megabytes', several, 'last',
                 ['-p', 'sched', '--for', '5s', '--ring', '2'])
        tap.case('two targets, kill -9 of ssh', several, 'cut', ['-p', 'sched', '--for', '15s'],
                 kill_ssh)
    else:
        tap.skip('two targets', 'this machine can only be recorded by root, with tracefs')
    guest('rm -rf .local')
tap.end()
