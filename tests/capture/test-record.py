# test-record.py - thresh record, with an agent that replays a recording, and with the real one
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   test-record.py THRESH FAKE-AGENT
#
# ssh and pkexec are scripts here that run the far command on this machine.

import glob
import json
import os
import re
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.environ['G_TEST_SRCDIR'], 'cli'))
import cli  # noqa: E402

THRESH = os.path.realpath(sys.argv[1])
FAKE = os.path.realpath(sys.argv[2])
AGENT = os.path.join(os.path.dirname(THRESH), '..', 'loaders', 'capture', 'agent', 'thresher-agent')
RECORDING = os.path.join(cli.DATA, 'k612-rep.dat')
PRESETS = os.path.join(os.environ['G_TEST_SRCDIR'], '..', 'data', 'presets', '*.json')
SCRATCH = os.path.realpath(tempfile.mkdtemp())
os.chdir(SCRATCH)
tap = cli.Tap()

# Drops ssh's options and the host, and gives the rest to a shell, as sshd does.
SSH = '''#!/bin/sh
echo "$@" >>"$SSH_LOG"
while [ "$1" != -- ]; do shift; done
shift 2
exec sh -c "$*"
'''


# Says what it was asked for, waits for Ctrl+C, and writes a recording.  (A shell could not: of a
# job in the background it cannot trap SIGINT.)
TRACE_CMD = f'''#!{sys.executable}
import os, shutil, signal, sys
with open(os.environ['SSH_LOG'], 'a') as log:
    print(*sys.argv[1:], file=log)
if os.environ.get('SCENARIO') == 'broken':
    sys.exit(2)
def stop(*_):
    shutil.copy({RECORDING!r}, sys.argv[3])
    sys.exit(0)
signal.signal(signal.SIGINT, stop)
open(sys.argv[3] + '.cpu0', 'w').close()
print('Hit Ctrl^C to stop recording') # buffered, as by trace-cmd
while True:
    signal.pause()
'''

# A connection that can be cut: relay.py WHAT AGENT runs the agent, until it is killed.  The file
# relay.pid has its process, relay.agent that of the agent.  The second of those that are started
# prints what is no agent if WHAT is "noise".
RELAY = f'''#!{sys.executable}
import os, subprocess, sys, threading
def copy(source, sink, ends):
    while data := os.read(source, 65536):
        while data:
            data = data[os.write(sink, data):]
    if ends:
        os.close(sink)
again = os.path.exists('relay.pid')
if sys.argv[1] == 'noise' and again and not os.path.exists('relay.noise'):
    open('relay.noise', 'w').close()
    os.write(1, b'Welcome!' * 20000)
    sys.exit(1)
child = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
for name, pid in (('relay.agent', child.pid), ('relay.pid', os.getpid())):
    with open('new', 'w') as file:
        file.write(str(pid))
    os.rename('new', name)
threading.Thread(target=copy, args=(0, child.stdin.fileno(), True), daemon=True).start()
copy(child.stdout.fileno(), 1, False)
sys.exit(child.wait())
'''


def make_tools():
    os.makedirs('bin')
    os.makedirs('home')
    for name, text in (('ssh', SSH), ('pkexec', '#!/bin/sh\nexec "$@"\n'),
                       ('relay', RELAY), ('sudo', '#!/bin/sh\nshift 2\nexec "$@"\n'), ('trace-cmd', TRACE_CMD),
                       ('agent', f'#!/bin/sh\nexec {FAKE} "${{SCENARIO:-good}}" {RECORDING}\n')):
        path = os.path.join('bin', name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        os.chmod(path, 0o755)


def environment(**more):
    return dict(os.environ, PATH=f'{SCRATCH}/bin:{os.environ["PATH"]}', HOME=f'{SCRATCH}/home',
                XDG_STATE_HOME=f'{SCRATCH}/state', XDG_DATA_HOME=f'{SCRATCH}/data',
                SSH_LOG=f'{SCRATCH}/ssh.log', **more)


def target(scenario):
    return f'exec:{shlex.quote(FAKE)} {scenario} {shlex.quote(RECORDING)}'


def plain(text):
    """Without the narrow spaces in numbers."""
    return re.sub('[\u2009\u202f\u00a0]', ' ', text)


def record(*arguments, **more):
    done = subprocess.run([THRESH, 'record', *arguments], stdin=subprocess.DEVNULL,
                          capture_output=True, check=False, timeout=60, env=environment(**more))
    errors = done.stderr.decode()
    if errors and not errors.endswith('\n'):
        raise AssertionError(f'no newline at the end of {errors!r}')
    return done.returncode, done.stdout.decode(), plain(errors)


def events(path):
    """The lines of events that trace-cmd prints, without complaints."""
    done = subprocess.run(['trace-cmd', 'report', '-t', '-N', '-i', path], capture_output=True,
                          check=True)
    assert done.stderr == b'', done.stderr
    return [line for line in done.stdout.decode(errors='replace').splitlines()
            if line and not line.startswith(('cpus=', 'version =')) and 'EVENTS DROPPED' not in line]


def expect(got, status, *words):
    if got[0] != status:
        return f'status {got[0]} instead of {status}\n{got[2]}'
    for word in words:
        if word not in got[1] + got[2]:
            return f'“{word}” is not in:\n{got[1]}{got[2]}'
    return None


# --- with an agent that replays -----------------------------------------------

def usage(arguments, words):
    return expect(record(*arguments), 64, words)


def whole():
    got = record('-e', 'net:netif_rx', '--for', '300ms', '-o', 'whole.dat', target('good'))
    wrong = expect(got, 0, 'whole.dat: 1 234 events', '9 were lost',
                   '17 hits of probes', 'restore on the target: max_graph_depth')
    if wrong:
        return wrong
    assert events('whole.dat') == events(RECORDING)
    assert info('whole.dat')['origin']['lost'] == 9
    assert not os.path.exists('whole.dat.part')
    with open('state/thresher/targets.ini', encoding='utf-8') as file:
        text = file.read()
    assert 'settings=--event net:netif_rx --for 0.3s' in text, text
    return None


def info(path):
    done = subprocess.run([THRESH, 'info', '--json', path], capture_output=True, check=True)
    return json.loads(done.stdout)


def origin():
    """The file says how it was made, from its beginning on, as does a part that is cut out."""
    arguments = ['-p', 'sched', '-e', 'net:netif_rx/len > 100', '--buffer', '1024']
    got = record(*arguments, '--for', '300ms', '-o', 'origin.dat', target('good'))
    if got[0] != 0:
        return str(got)
    found = info('origin.dat')['origin']
    assert found['program'] == 'thresher' and found['presets'] == ['sched'], found
    assert found['target'] == target('good') and found['clock'] == 'local', found
    assert {'name': 'net:netif_rx', 'filter': 'len > 100'} in found['events'], found
    # The command line is that of the options, without the file.
    printed = record(*arguments, '--for', '300ms', '--print-command', target('good'))[1].strip()
    assert found['command'] == printed, (found['command'], printed)
    text = subprocess.run([THRESH, 'info', 'origin.dat'], capture_output=True, check=True)
    assert 'presets' in text.stdout.decode() and printed in text.stdout.decode(), text.stdout
    subprocess.run([THRESH, 'cut', 'origin.dat', '-o', 'part.dat', '--cpu', '0'], check=True,
                   stdout=subprocess.DEVNULL)
    # How many events were lost is known of the whole only.
    assert found['lost'] == 9 and info('part.dat')['origin'] == {**found, 'lost': None}
    assert events('origin.dat') == events(RECORDING)
    # trace-cmd skips it, also in the list of sections.
    dump = subprocess.run(['trace-cmd', 'dump', '--summary', '-i', 'origin.dat'],
                          capture_output=True, check=True)
    assert dump.stderr == b'', dump.stderr
    child = start('early.dat', 'good')
    child.kill()
    child.communicate()
    assert 'net:netif_rx' in str(info('early.dat.part')['origin']['events'])
    assert record('--recover', 'early.dat.part')[0] == 0
    assert info('early.dat')['origin']['clock'] == 'local'
    return None


def no_secrets():
    """Of a command only the program is stored."""
    got = record('-e', 'net', '-o', 'secret.dat', '--agent', f'{SCRATCH}/bin/agent',
                 '--exec', 'true --password tr0ub4dor', 'ssh://far')
    if got[0] != 0:
        return str(got)
    with open('secret.dat', 'rb') as file:
        assert b'tr0ub4dor' not in file.read()
    command = info('secret.dat')['origin']['command']
    assert command == "thresh record --event net --exec 'true …' ssh://far", command
    return None


def limits():
    got = record('-e', 'net', '--for', '200ms', '-o', 'hidden.dat', target('hidden'))
    return expect(got, 0, 'sysctl kernel.kptr_restrict=1')


def default_name():
    got = record('-e', 'net', '--for', '200ms', '-q', target('good'))
    found = glob.glob('far-*.dat')
    # What stays changed on the target is not kept quiet.
    if got[0] != 0 or got[1] != '' or not got[2].endswith('max_graph_depth\n') or \
       got[2].count('\n') != 1 or len(found) != 1:
        return f'{got} {found}'
    if not re.fullmatch(r'far-\d{4}-\d\d-\d\d-\d{6}\.dat', found[0]):
        return found[0]
    return None


def fails(scenario, status, words, has_file):
    path = f'{scenario}.dat'
    wrong = expect(record('-e', 'net', '--for', '5s', '-o', path, target(scenario)), status, words)
    if wrong:
        return wrong
    if os.path.exists(path) != has_file:
        return f'{path}: {os.path.exists(path)}'
    if has_file:
        events(path)
    return f'{path}.part is left' if os.path.exists(f'{path}.part') else None


def start(path, scenario):
    """Starts to record; returns once there are pages in the file."""
    child = subprocess.Popen([THRESH, 'record', '-e', 'net', '-o', path, target(scenario)],
                             stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                             start_new_session=True, env=environment())
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if os.path.exists(f'{path}.part') and child.poll() is None:
            done = subprocess.run(['trace-cmd', 'report', '-i', f'{path}.part'],
                                  capture_output=True, check=False)
            if done.returncode == 0 and done.stdout.count(b'\n') > 10:
                return child
        time.sleep(0.05)
    raise AssertionError('nothing is recorded')


def ring():
    """What a ring has overwritten is not lost."""
    got = record('-e', 'net:netif_rx', '--ring', '1', '--for', '300ms', '-o', 'ring.dat',
                 target('good'))
    assert info('ring.dat')['origin']['lost'] is None
    return got[2] if 'lost' in got[2] else expect(got, 0, 'ring.dat: the last 1 234 events, ')


def first_match(path, pattern):
    """The time of the first event that trace-cmd prints so."""
    return next(line.split(': ')[0].split()[-1] for line in events(path) if re.search(pattern, line))


def until():
    """It goes on for the time after the event that matched, and no longer."""
    begin = time.monotonic()
    got = record('-e', 'net', '--until', 'net:netif_receive_skb and len == 52', '--after',
                 '400ms', '--for', '30s', '-o', 'until.dat', target('early'))
    wrong = expect(got, 0, 'an event matched at ' + first_match(RECORDING, 'receive_skb: .* len=52'),
                   'until.dat: 1 234 events')
    if wrong:
        return wrong
    seconds = time.monotonic() - begin
    return None if 0.4 < seconds < 10 else f'{seconds} s'


def until_never():
    got = record('-e', 'net', '--until', 'cpu == 77', '--for', '500ms', '-o', 'never.dat',
                 target('good'))
    return expect(got, 0, 'never.dat: 1 234 events')


def until_wrong(expression, words):
    """A filter that does not fit the events leaves no recording."""
    wrong = expect(record('-e', 'net', '--until', expression, '--for', '9s', '-o', 'wrong.dat',
                          target('good')), 64, words, '^^^')
    if wrong:
        return wrong
    return 'there is a file' if glob.glob('wrong.dat*') else None


def real_until():
    """The switch to a task that this test starts ends the recording."""
    sleeper = f'r{os.getpid()}'
    shutil.copy('/bin/sleep', sleeper)
    with subprocess.Popen([THRESH, 'record', '-e', 'sched:sched_switch', '--agent',
                           os.path.realpath(AGENT), '--until', f'next_comm == "{sleeper}"', '--after',
                           '300ms', '--for', '60s', '-o', 'real-until.dat', 'local:'],
                          stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          env=environment()) as running:
        time.sleep(3)
        if running.poll() is not None:
            return f'it ended early: {running.communicate()[1].decode()}'
        # A machine under load may need longer to begin.
        for _ in range(10):
            subprocess.run([f'./{sleeper}', '0.01'], check=True)
            try:
                text = plain(running.communicate(timeout=4)[1].decode())
                break
            except subprocess.TimeoutExpired:
                pass
        else:
            running.kill()
            return 'no end after 40 s'
    if running.returncode != 0:
        return text
    at = first_match('real-until.dat', f'next_comm={sleeper} ')
    last = float(events('real-until.dat')[-1].split(': ')[0].split()[-1])
    if f'matched at {at}' not in text or last - float(at) < 0.3:
        return f'{at} to {last}: {text}'
    return None


def interrupt():
    """Ctrl+C reaches all of the terminal's processes; what was recorded arrives all the same."""
    child = start('interrupted.dat', 'good')
    os.killpg(child.pid, signal.SIGINT)
    _, text = child.communicate(timeout=30)
    if child.returncode != 0:
        return text.decode()
    assert events('interrupted.dat') == events(RECORDING)
    return None


def interrupt_early():
    """A recording that is stopped before it begins ends in order as soon as it has begun."""
    told = f'{SCRATCH}/late.told'
    child = subprocess.Popen([THRESH, 'record', '-e', 'net:netif_rx', '-o', 'first.dat',
                              target('late')], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                             env=environment(FAKE_TOLD=told))
    while child.poll() is None and not os.path.exists(told):
        time.sleep(0.02)
    os.kill(child.pid, signal.SIGINT)
    _, text = child.communicate(timeout=30)
    if child.returncode != 0:
        return f'{child.returncode} {text.decode()}'
    assert events('first.dat') == events(RECORDING)
    return None


def interrupt_twice():
    child = start('twice.dat', 'deaf')
    os.kill(child.pid, signal.SIGINT)
    time.sleep(0.5)
    assert child.poll() is None
    os.kill(child.pid, signal.SIGINT)
    _, text = child.communicate(timeout=30)
    if child.returncode != 3:
        return f'{child.returncode} {text.decode()}'
    left = subprocess.run(['pgrep', '-f', f'{FAKE} deaf'], capture_output=True, check=False)
    assert left.stdout == b'', f'the agent still runs: {left.stdout}'
    assert 0 < len(events('twice.dat')) < len(events(RECORDING))
    return None


def recover():
    child = start('killed.dat', 'good')
    child.kill()
    child.communicate()
    events('killed.dat.part')
    wrong = expect(record('--recover', 'killed.dat.part'), 0, 'complete')
    if wrong:
        return wrong
    assert 0 < len(events('killed.dat')) < len(events(RECORDING))
    assert not os.path.exists('killed.dat.part')
    return expect(record('--recover', 'killed.dat'), 2)


def recover_as():
    """The name that was chosen, unless there is such a file."""
    child = start('unfinished.dat', 'good')
    child.kill()
    child.communicate()
    with open('taken.dat', 'w', encoding='utf-8') as file:
        file.write('mine')
    wrong = expect(record('--recover', 'unfinished.dat.part', '-o', 'taken.dat'), 2, 'exists already') or \
        expect(record('--recover', 'unfinished.dat.part', '-o', 'chosen.dat'), 0, 'complete')
    if wrong:
        return wrong
    assert 0 < len(events('chosen.dat')) < len(events(RECORDING))
    assert not glob.glob('unfinished*')
    return None


def cut_short():
    """Of a recording whose end is missing, the time is that of its events."""
    got = record('-e', 'net', '--for', '9s', '-o', 'short.dat', target('cut'))
    times = [float(line.split(': ')[0].split()[-1]) for line in events('short.dat')]
    return expect(got, 3, f' in {times[-1] - times[0]:.1f} s, ', '; the end is missing')


def uncounted():
    got = record('-e', 'net', '--for', '300ms', '-o', 'uncounted.dat', target('uncounted'))
    assert events('uncounted.dat')
    return got[2] if 'none were lost' in got[2] else \
        expect(got, 0, 'uncounted.dat: ', 'did not tell how many events')


def removed():
    child = start('removed.dat', 'good')
    os.remove('removed.dat.part')
    os.kill(child.pid, signal.SIGINT)
    text = child.communicate(timeout=30)[1].decode()
    return None if child.returncode != 0 and 'removed.dat.part is gone' in text and '--recover' not in text \
        else f'{child.returncode} {text}'


def size_limit():
    """The largest size of a file, as a shell sets it, is an error and not the end of thresh."""
    command = 'ulimit -f 200; exec "$0" record -e net --for 300ms -o limited.dat "$1"'
    done = subprocess.run(['bash', '-c', command, THRESH, target('good')], capture_output=True,
                          check=False, env=environment())
    return expect((done.returncode, '', done.stderr.decode()), 2, 'ulimit -f')


def full_disk():
    """What fits is kept, its size is what it takes, and it is finished once there is room."""
    os.mkdir('small')
    subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=1m', 'none', 'small'], check=True)
    try:
        got = record('-e', 'net', '--for', '300ms', '-o', 'small/full.dat', target('good'))
        wrong = expect(got, 3, '“thresh record --recover small/full.dat.part” finishes it')
        if wrong:
            return wrong
        size, unit = re.search(r'full.dat.part: .* in [0-9.]+ s, ([0-9.]+) (kB|MB|GB);', got[2]).groups()
        assert unit == 'kB' and float(size) <= 1048.6, got[2]
        before = events('small/full.dat.part')
        subprocess.run(['mount', '-o', 'remount,size=16m', 'small'], check=True)
        assert record('--recover', 'small/full.dat.part')[0] == 0
        assert 0 < len(before) and before == events('small/full.dat')
        return None
    finally:
        subprocess.run(['umount', 'small'], check=True)


def may_mount():
    return subprocess.run(['unshare', '-m', 'mount', '-t', 'tmpfs', 'none', SCRATCH], capture_output=True, check=False).returncode == 0


def presets():
    """Each preset of data/presets is listed with its title."""
    got = record('--list-presets')
    for path in glob.glob(PRESETS):
        with open(path, encoding='utf-8') as file:
            preset = json.load(file)
        if not re.search(rf'^{preset["id"]} +{re.escape(preset["title"])}: ', got[1], re.M):
            return f'{preset["id"]} is not in:\n{got[1]}'
    return expect(got, 0)


def presets_of_target():
    """The fake agent's kernel has two events of the network and two of the scheduler."""
    got = record('--list-presets', target('good'))
    return expect(got, 0, '4 of 39 events', 'sock:sk_data_ready: Stage “queue” starts')


def own_preset():
    os.makedirs('data/thresher/presets')
    with open('data/thresher/presets/mine.json', 'w', encoding='utf-8') as file:
        json.dump({'id': 'mine', 'title': 'Mine', 'text': 'Own.', 'events': ['net:*']}, file)
    with open('data/thresher/presets/broken.json', 'w', encoding='utf-8') as file:
        file.write('{"id": 5}')
    got = record('-p', 'mine', '--for', '200ms', '-o', 'mine.dat', target('good'))
    return expect(got, 0, 'broken.json: ', 'mine.dat: ')


def list_events():
    got = record('--list-events', target('good'))
    assert got[1].split() == ['net:net_dev_queue', 'net:netif_rx', 'sched:sched_switch',
                              'sched:sched_waking'], got
    return expect(got, 0)


def refused_filter():
    """An event that the user has named, and whose filter the kernel refuses, is not left out silently."""
    wrong_one = ['-p', 'sched', '-e', 'net:netif_rx/nosuch == 1', '-e', 'net:net_dev_queue']
    good = f'exec:env FAKE_STARTED={SCRATCH}/started-refused {shlex.quote(FAKE)} good {shlex.quote(RECORDING)}'
    for targets in ([good], [good, target('good')]):
        wrong = expect(record(*wrong_one, '--for', '300ms', '-o', 'refused.dat', *targets), 2,
                       '“net:netif_rx/nosuch == 1” cannot be recorded', 'Field not found')
        if wrong or glob.glob('refused*.dat*') or os.path.exists('started-refused'):
            return wrong or f'recorded by {len(targets)}: {glob.glob("refused*")} {os.path.exists("started-refused")}'
    wrong = expect(record(*wrong_one, '--estimate', good), 2, 'Field not found')
    if wrong:
        return wrong
    # Of a pattern, those events that have the field are recorded; the file knows which.
    got = record('-e', 'net:*/protocol == 8', '--for', '300ms', '-o', 'refused.dat', target('good'))
    wrong = expect(got, 0, 'the kernel refused net:netif_rx: protocol == 8')
    names = {event['name'] for event in info('refused.dat')['origin']['events']}
    if wrong or 'net:netif_rx' in names or 'net:net_dev_queue' not in names:
        return wrong or str(names)
    return None


def estimate():
    got = record('--estimate', '-p', 'sched', target('good'))
    wrong = expect(got, 0, 'events/s', 'a recording of one minute takes', 'if the connection stalls')
    return wrong or ('a file was made' if glob.glob('far-*.part') else None)


def print_command():
    got = record('-p', 'packets', '-e', "net:netif_rx/len > 3", '--for', '10', '--print-command',
                 'ssh://root@web-3')
    assert got[0] == 0 and shlex.split(got[1])[:2] == ['thresh', 'record'], got
    again = record(*shlex.split(got[1])[2:], '--print-command')
    return None if again[1] == got[1] else f'{got[1]}{again[1]}'


# --- by ssh, and here -----------------------------------------------------------

def by_ssh():
    got = record('-e', 'net', '--for', '200ms', '-o', 'ssh.dat', '--agent', f'{SCRATCH}/bin/agent',
                 'ssh://root@far:2222')
    with open('ssh.log', encoding='utf-8') as file:
        assert '-p 2222 -l root -- far' in file.read()
    return expect(got, 0, 'ssh.dat: ')


def noisy():
    """Of what another program prints, a few lines are quoted."""
    got = record('-e', 'net', '-o', 'none.dat', '--agent', shutil.which('yes'), 'local:')
    return f'{len(got[2])} bytes' if len(got[2]) > 2000 else expect(got, 2)


def no_agent():
    """What the far shell says is quoted once."""
    got = record('-e', 'net', '-o', 'none.dat', 'ssh://far')
    if got[2].count('thresher-agent: not found') != 1:
        return got[2]
    return expect(got, 2, 'There is no thresher-agent on ssh far', '--install-agent ssh://far”') or \
        expect(record('-e', 'net', '-o', 'none.dat', 'exec:sh -c "exit 127"'), 2,
               'There is no thresher-agent behind sh -c')


def existing():
    """A file that is there is told before anything is connected."""
    with open('there.dat', 'w', encoding='utf-8'):
        pass
    got = record('-e', 'net', '-o', 'there.dat', 'exec:touch connected')
    wrong = expect(got, 2, '“there.dat” exists already') or \
        expect(record('-e', 'net', '-o', 'nowhere/there.dat', 'exec:touch connected'), 2,
               'Cannot write “nowhere/there.dat”')
    assert not os.path.exists('connected')
    return wrong


def returns():
    """What ssh says, with its CR LF, is quoted once."""
    got = record('-e', 'net', '-o', 'none.dat',
                 r"""exec:sh -c 'printf "note $((6 * 7))\r\nConnection refused\r\n" >&2; exit 255'""")
    if '\r' in got[2] or got[2].count('Connection refused') != 2:   # and in the name of the target
        return repr(got[2])
    return expect(got, 2, 'answers, but not to ssh', '\n  note 42\n')


def install():
    """Afterwards the agent is found where it was put."""
    installed = 'home/.local/bin/thresher-agent'
    got = record('--install-agent', '--agent', FAKE, 'ssh://far')
    wrong = expect(got, 0, f'home/.local/bin/thresher-agent')
    if wrong:
        return wrong
    with open(installed, 'rb') as one, open(FAKE, 'rb') as other:
        assert one.read() == other.read()
    assert os.stat(installed).st_mode & 0o777 == 0o755
    assert os.listdir('home/.local/bin') == ['thresher-agent']
    wrong = expect(record('-e', 'net', '-o', 'none.dat', 'ssh://far'), 2, 'before an agent answered')
    os.remove(installed)
    return wrong


def install_wrong():
    with open('foreign', 'wb') as file:
        with open(FAKE, 'rb') as agent:
            head = bytearray(agent.read(64))
        head[18] = 183 if head[18] != 183 else 62
        file.write(head)
    wrong = expect(record('--install-agent', '--agent', 'foreign', 'ssh://far'), 2, 'another kind of machine')
    wrong = wrong or expect(record('--install-agent', '--agent', __file__, 'ssh://far'), 2, 'is not an agent')
    wrong = wrong or expect(record('--install-agent', '--agent', FAKE, 'local:'), 2, 'reached by ssh')
    return wrong or (str(os.listdir('home/.local/bin')) if os.listdir('home/.local/bin') else None)


def exec_command(where):
    path = f'exec-{where[:3]}.dat'
    begin = time.monotonic()
    got = record('-e', 'net', '-o', path, '--agent', f'{SCRATCH}/bin/agent',
                 '--exec', 'sleep 1; echo "it\'s $((6 * 7))"', where)
    wrong = expect(got, 0, path)
    if wrong:
        return wrong
    assert got[1] == "it's 42\n", got[1]
    assert time.monotonic() - begin >= 1
    assert events(path) == events(RECORDING)
    got = record('-e', 'net', '-o', f'no-{path}', '--agent', f'{SCRATCH}/bin/agent',
                 '--exec', 'exit 7', where)
    return expect(got, 1, 'the command failed with status 7', f'no-{path}: ')


def trace_cmd(where, *arguments):
    """The fake trace-cmd is asked for what the preset says of the events of this kernel."""
    path = f'tc-{arguments[0]}-{where[:7].replace("/", "")}.dat'
    got = record('--trace-cmd', '-e', 'sched:sched_switch/prev_pid > 0', '-e', 'irq:*', '--buffer',
                 '4096', '-o', path, *arguments, where)
    wrong = expect(got, 0, 'recorded by trace-cmd')
    if wrong:
        return wrong
    with open('ssh.log', encoding='utf-8') as file:
        asked = [line for line in file if line.startswith('record -o ')][-1]
    assert '-C mono -b 4096' in asked, asked
    assert '-e sched:sched_switch -f prev_pid > 0' in asked, asked
    assert '-e irq:irq_handler_entry' in asked and 'irq:*' not in asked, asked
    with open(path, 'rb') as one, open(RECORDING, 'rb') as other:
        assert one.read() == other.read()
    return None


def trace_cmd_fails():
    got = record('--trace-cmd', '-e', 'sched', '--for', '1s', '-o', 'tc-none.dat', 'ssh://far',
                 SCENARIO='broken')
    return expect(got, 2, 'has recorded nothing') or \
        ('a file is left' if glob.glob('tc-none*') else None)


# --- with the real agent ---------------------------------------------------------

CALLS = 5000


def left_instances():
    """Instances of agents that do not live any more."""
    return {name for name in os.listdir('/sys/kernel/tracing/instances')
            if re.fullmatch(r'thresher_\d+', name) and not os.path.exists(f'/proc/{name[9:]}')}


def real():
    """Every event that the kernel says was read is in the file, and the load is all there."""
    before = left_instances()
    load = f'{shlex.quote(sys.executable)} -c "import os\nfor i in range({CALLS}): os.getppid()"'
    got = record('-p', 'sched', '-e', 'syscalls:sys_enter_getppid', '-o', 'real.dat', '--agent',
                 os.path.realpath(AGENT), '--exec', load, 'local:')
    wrong = expect(got, 0, 'none were lost')
    if wrong:
        return wrong
    counted = int(re.search(r'real\.dat: ([\d ]+) events', got[2])[1].replace(' ', ''))
    lines = events('real.dat')
    calls = sum('sys_enter_getppid' in line for line in lines)
    assert len(lines) == counted, f'{len(lines)} lines, {counted} events read'
    assert calls >= CALLS, f'{calls} calls'
    assert not left_instances() - before, left_instances()
    return None


def real_command():
    """Only the command is recorded, from its first instruction on, and what it forks."""
    load = 'grep -c . /proc/self/stat; true | cat'
    got = record('-e', 'sched:sched_process_exec', '-e', 'sched:sched_process_fork', '--agent',
                 os.path.realpath(AGENT), '--exec', load, '--only-command', '-o', 'only.dat',
                 'local:')
    wrong = expect(got, 0, 'none were lost')
    if wrong:
        return wrong
    if got[1] != '1\n':
        return f'the output of the command is {got[1]!r}'
    lines = events('only.dat')
    execs = [re.search(r'filename=(\S+)', line)[1] for line in lines if 'process_exec' in line]
    forks = [re.search(r' pid=(\d+) .*child_pid=(\d+)', line).groups()
             for line in lines if 'process_fork' in line]
    names = [os.path.basename(name) for name in execs]
    if names[0] != 'sh' or sorted(names) != ['cat', 'grep', 'sh']:
        return f'{names}'
    # All tasks descend from the shell whose pid was traced.
    family = {re.search(r' pid=(\d+)', next(line for line in lines if 'process_exec' in line))[1]}
    for parent, child in forks:
        if parent not in family:
            return f'{parent} is not of {family}'
        family.add(child)
    return None


def record_two(second, name):
    """The real agent and another one, at once; the offset, its error in s, and both files."""
    agent = os.path.realpath(AGENT)
    got = record('-e', 'sched:sched_switch', '--for', '3s', '-o', f'{name}.dat', f'exec:{agent}',
                 f'exec:{second}')
    files = sorted(glob.glob(f'{name}-*.dat'), key=lambda file: file.endswith('-2.dat'))
    found = re.search(r'([-+][0-9.]+) s ± ([0-9.]+) (µs|ms|ns) were added', got[2])
    if got[0] != 0 or len(files) != 2 or not found:
        raise AssertionError(f'{files} {got}')
    unit = {'ns': 1e-9, 'µs': 1e-6, 'ms': 1e-3}[found[3]]
    return float(found[1]), float(found[2]) * unit, files


def switches(path):
    """What switched on which CPU, with the time."""
    found = {}
    for line in events(path):
        match = re.search(r'(\[\d+\]) +([0-9.]+): sched_switch: +(.*)', line)
        found.setdefault((match[1], match[3]), []).append(float(match[2]))
    return found


def same_machine():
    """Two recordings of one machine have the same events at the same times, within the error."""
    offset, error, files = record_two(os.path.realpath(AGENT), 'twice')
    if abs(offset) > error or not 0 < error < 0.01:
        return f'{offset} ± {error}'
    first, second = map(switches, files)
    # Those that occur once in each are surely the same.
    same = [key for key, times in first.items() if len(times) == 1 and len(second.get(key, ())) == 1]
    apart = [second[key][0] - first[key][0] for key in same]
    # The kernel reads the clock for each buffer.  What runs in between, an interrupt or the
    # hypervisor, delays single events by any time, but not most of them.
    if len(apart) < 5 or abs(statistics.median(apart) - offset) > 2e-6:
        return f'{len(apart)}, apart by {sorted(apart)}, offset {offset}'
    return None


def other_clock():
    """A clock that is 1000 s ahead."""
    offset, error, files = record_two(f'unshare -T --monotonic 1000 --fork {os.path.realpath(AGENT)}',
                                      'ahead')
    if abs(offset + 1000) > error or not 0 < error < 0.01:
        return f'{offset} ± {error}'
    first, second = (min(times[0] for times in switches(path).values()) for path in files)
    # Only its clock readings are ahead, not those of the kernel, so the files are apart now.
    if abs(second - first + 1000) > 1:
        return f'{first} and {second}'
    known = subprocess.run([THRESH, 'info', files[1]], capture_output=True, check=True).stdout
    if not re.search(rf'clock offset +{offset:+.9f} s ± ', known.decode()):
        return known.decode()
    done = subprocess.run([THRESH, 'events', files[0], '--append', files[1]], capture_output=True,
                          check=False)
    times = [float(time) for time in re.findall(rb' ([0-9]+\.[0-9]+): ', done.stdout)]
    if not times or abs(times[0] - second) > 1e-5 or times != sorted(times):
        return f'{times[:3]}, not {second}: {done.stderr.decode()}'
    return None


def one_of_two():
    """If one target cannot be reached, nothing is recorded."""
    got = record('-e', 'net', '--for', '300ms', '-o', 'one.dat', target('good'), target('login'))
    wrong = expect(got, 2, 'Permission denied')
    return wrong or ('there is a file' if glob.glob('one*.dat*') else None)


def two_together():
    """No target starts before all have accepted what they are to record."""
    good = f'exec:env FAKE_STARTED={SCRATCH}/started {shlex.quote(FAKE)} good ' \
           f'{shlex.quote(RECORDING)}'
    got = record('-e', 'net', '--for', '300ms', '-o', 'none-of-two.dat', good, target('refuse-late'))
    wrong = expect(got, 2, 'refuses the filter')
    if wrong:
        return wrong
    if os.path.exists('started') or glob.glob('none-of-two*'):
        return 'the first one recorded'
    got = record('-e', 'net', '--for', '300ms', '-o', 'both.dat', good, target('good'))
    return expect(got, 0) or (None if os.path.exists('started') else 'it did not record')


def no_answer(name, *arguments):
    """A command that is no agent and says nothing may be slow: it is waited for, but not silently."""
    with subprocess.Popen([THRESH, 'record', '-e', 'sched:*', '--for', '1s', '-o', 'silent.dat', *arguments],
                          stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment()) as running:
        line = running.stderr.readline().decode()
        running.send_signal(signal.SIGINT)
        rest = running.communicate(timeout=40)[1].decode()
    if f'no agent has answered yet through “{name}”' not in line or running.returncode != 2 or \
       'stopped before an agent answered; nothing was recorded' not in rest:
        return f'status {running.returncode}: {line}{rest}'
    return 'there is a file' if glob.glob('silent.dat*') else None


def kill(name):
    with open(name, encoding='utf-8') as file:
        os.kill(int(file.read()), signal.SIGKILL)


def real_resume(what, n_cuts):
    """The connection is cut several times, and no event is lost or doubled."""
    for name in glob.glob('relay.*'):
        os.unlink(name)
    path, before = f'resume-{what}.dat', left_instances()
    with subprocess.Popen([THRESH, 'record', '-e', 'sched:*', '--for', '60s', '-o', path,
                           f'exec:{SCRATCH}/bin/relay {what} {os.path.realpath(AGENT)}'],
                          stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          env=environment()) as running:
        for cut in range(n_cuts):
            time.sleep(3)
            kill('relay.pid')
        time.sleep(3)
        running.send_signal(signal.SIGINT)
        text = plain(running.communicate(timeout=40)[1].decode())
    if running.returncode != 0 or text.count('connection lost; trying again for 60 s') != n_cuts or \
       text.count('the connection is back') != n_cuts or 'none were lost' not in text:
        return f'status {running.returncode}: {text}'
    counted = int(re.search('dat: ([0-9 ]+) events', text)[1].replace(' ', ''))
    lines = events(path)
    if len(lines) != counted or not counted:
        return f'{len(lines)} lines of {counted} events'
    times = [float(line.split(': ')[0].split()[-1]) for line in lines]
    # The machine is busy enough that every tenth of a second has an event of the scheduler.
    gap = max(b - a for a, b in zip(times, times[1:]))
    if gap > 1 or times[-1] - times[0] < 3 * n_cuts:
        return f'a gap of {gap} s'
    return f'{left_instances()} is left' if left_instances() - before else None


def real_resume_fails():
    """The agent is gone, too: another one does not have the recording, which is kept."""
    for name in glob.glob('relay.*'):
        os.unlink(name)
    with subprocess.Popen([THRESH, 'record', '-e', 'sched:*', '--for', '60s', '-o', 'gone.dat',
                           f'exec:{SCRATCH}/bin/relay once {os.path.realpath(AGENT)}'],
                          stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          env=environment()) as running:
        time.sleep(3)
        kill('relay.agent')
        kill('relay.pid')
        text = plain(running.communicate(timeout=50)[1].decode())
    if running.returncode != 3 or 'could not be taken up again' not in text or \
       'Everything that had arrived is kept' not in text:
        return f'status {running.returncode}: {text}'
    return None if events('gone.dat') else 'it is empty'


def is_running(pid):
    try:
        with open(f'/proc/{pid}/stat', encoding='utf-8') as file:
            return file.read().rpartition(')')[2].split()[0] != 'Z'
    except OSError:
        return False


def telling(file, nginx):
    """A target whose agent writes what it is asked to record."""
    return (f'exec:env FAKE_TOLD={SCRATCH}/{file} {shlex.quote(f"FAKE_NGINX={nginx}")} '
            f'{shlex.quote(FAKE)} good {shlex.quote(RECORDING)}')


def two_names():
    """A process by name has the number that it has on each target."""
    got = record('-e', 'net', '--pid', 'nginx', '--for', '300ms', '-o', 'name.dat',
                 telling('told-1', '80 nginx'), telling('told-2', '90 nginx'))
    wrong = expect(got, 0, 'name-far.dat: ', 'name-far-2.dat: ')
    if wrong:
        return wrong
    for file, pid in (('told-1', 80), ('told-2', 90)):
        with open(file, encoding='utf-8') as told:
            text = told.read()
        if f"'pids': <[{pid}]>" not in text:
            return f'{file}: {text}'
    return expect(record('-e', 'net', '--pid', 'nginx', '--for', '9s', '-o', 'no-name.dat',
                         telling('told-1', '80 nginx'), telling('told-2', '90 apache2')),
                  2, 'no process on the target is called “nginx”') or \
        ('a file is left' if glob.glob('no-name*') else None)


def two_and_command():
    """The command runs on the first target, and both are recorded while it runs."""
    got = record('-e', 'net', '--exec', 'sleep 0.5; echo done', '-o', 'command.dat',
                 '--agent', f'{SCRATCH}/bin/agent', 'local:', target('good'))
    return expect(got, 0, 'command-far.dat: ', 'command-far-2.dat: ') or \
        (None if got[1] == 'done\n' else f'the output is {got[1]!r}')


def stubborn():
    """A command that stays when its input and its agent have ended is ended, with its children."""
    command = (f"trap '' TERM; {shlex.quote(FAKE)} good {shlex.quote(RECORDING)}; "
               "sleep 1000 & echo $! >stubborn.pid; wait; wait; echo never >stubborn.never")
    started = time.monotonic()
    wrong = expect(record('-e', 'net', '--for', '300ms', '-o', 'stubborn.dat',
                          f'exec:sh -c {shlex.quote(command)}'), 0, 'stubborn.dat: 1 234 events')
    if wrong:
        return wrong
    with open('stubborn.pid', encoding='utf-8') as file:
        pid = file.read().strip()
    taken = time.monotonic() - started
    if is_running(pid) or os.path.exists('stubborn.never'):
        return f'process {pid} is still there'
    return None if taken < 12 else f'it takes {taken} s'


make_tools()
for name, arguments, words in (
        ('no target', ['-p', 'packets'], 'a target is needed'),
        ('a command alone on two targets',
         ['-p', 'process', '--exec', 'true', 'local:', 'ssh://a'], 'first target only'),
        ('a process number for two targets', ['-p', 'sched', '--pid', '7', 'local:', 'ssh://a'],
         'belongs to one machine'),
        ('a process that is none', ['-p', 'sched', '--pid', '0', 'local:'], 'name of a process'),
        ('a name for trace-cmd', ['--trace-cmd', '-e', 'net', '--pid', 'nginx', 'local:'],
         '--pid needs numbers'),
        ('a list for two targets', ['--list-events', 'local:', 'ssh://a'], 'only be recorded'),
        ('no such target', ['web-3'], 'is not a target'),
        ('nothing to record', ['local:'], 'choose what to record'),
        ('a time after nothing', ['-e', 'net', '--after', '1s', 'local:'], '--after needs --until'),
        ('only a command that is none', ['-e', 'net', '--only-command', 'local:'], 'needs a command'),
        ('an unknown preset', ['-p', 'nosuch', 'local:'], 'there is no preset'),
        ('an empty name', ['-e', 'net', '-o', '', 'local:'], 'is empty'),
        ('standard output', ['-e', 'net', '-o', '-', 'local:'], 'to standard output'),
        ('an option of ssh', ['ssh://-oProxyCommand=x'], 'is not the name of a host'),
        ('a time that is none', ['--for', 'soon', 'local:'], 'is not a time'),
        ('a condition for trace-cmd', ['--trace-cmd', '--until', 'a:b', 'local:'], 'not --trace-cmd'),
        ('a command by exec:', ['--exec', 'true', 'exec:cat'], '--exec needs a target')):
    tap.case(f'usage: {name}', usage, arguments, words)
tap.case('a recording is what was sent', whole)
tap.case('how it was made', origin)
tap.case('how it was made has no secrets', no_secrets)
tap.case('what the target cannot do', limits)
tap.case('the default name', default_name)
for name, status, words, has_file in (
        ('not-found', 2, 'Install it there', False),
        ('sudo', 2, 'sudo wants a password', False),
        ('too-new', 2, 'newer', False),
        ('no-tracefs', 2, 'mount -t tracefs', False),
        ('refuse', 2, 'The kernel refuses the filter.', False),
        ('cut', 3, 'Everything that had arrived is kept.', True),
        ('gives-up', 3, 'is gone', True),
        ('bad-cpu', 3, 'CPU 99', True)):
    tap.case(f'an agent that fails: {name}', fails, name, status, words, has_file)
tap.case('until an event matches', until)
tap.case('until an event that does not come', until_never)
tap.case('until an unknown field', until_wrong, 'nosuch == 3', 'nosuch')
tap.case('until a result of an analysis', until_wrong, 'packet.total > 1ms', 'packet.total')
tap.case('a command that does not answer', no_answer, 'cat', 'exec:cat')
tap.case('an agent here that does not answer', no_answer, 'This Computer', '--agent', '/bin/cat', 'local:')
tap.case('one of two targets is not reached', one_of_two)
tap.case('two targets start together or not at all', two_together)
tap.case('a process by name on two targets', two_names)
tap.case('a command and two targets', two_and_command)
tap.case('a command that stays', stubborn)
tap.case('Ctrl+C stops in order', interrupt)
tap.case('Ctrl+C before it begins', interrupt_early)
tap.case('a second Ctrl+C does not wait', interrupt_twice)
tap.case('a crash is recovered from', recover)
tap.case('a crash is recovered from, under another name', recover_as)
tap.case('the end is missing', cut_short)
tap.case('an agent that does not count', uncounted)
tap.case('the file is removed meanwhile', removed)
tap.case('the size of files is limited', size_limit)
if may_mount():
    tap.case('the disk is full', full_disk)
else:
    tap.skip('the disk is full', 'only root may mount a small file system')
tap.case('the list of presets', presets)
tap.case('the list of presets for a target', presets_of_target)
tap.case('presets of the user', own_preset)
tap.case('the list of events', list_events)
tap.case('a filter that the kernel refuses', refused_filter)
tap.case('the estimate', estimate)
tap.case('the command line', print_command)
tap.case('by ssh', by_ssh)
tap.case('no agent there', no_agent)
tap.case('a program that is no agent', noisy)
tap.case('a file that is there', existing)
tap.case('lines with CR LF', returns)
tap.case('a ring', ring)
tap.case('the agent is installed', install)
tap.case('a wrong agent is not', install_wrong)
tap.case('a command by ssh', exec_command, 'ssh://far')
tap.case('a command here', exec_command, 'local:')
if os.access('/sys/kernel/tracing/available_events', os.R_OK):
    tap.case('by trace-cmd for a time', trace_cmd, 'ssh://far', '--for', '300ms')
    tap.case('by trace-cmd with sudo', trace_cmd, 'ssh+sudo://far', '--for', '300ms')
    tap.case('by trace-cmd with a command', trace_cmd, 'ssh://far', '--exec', 'sleep 0.3')
    tap.case('by a trace-cmd that fails', trace_cmd_fails)
else:
    tap.skip('by trace-cmd', 'tracefs cannot be read here')
if not os.path.exists(AGENT):
    tap.skip('the real agent', 'it is not built')
elif os.geteuid() != 0 or not os.path.isdir('/sys/kernel/tracing/instances'):
    tap.skip('the real agent', 'tracefs cannot be used here')
else:
    tap.case('the real agent', real)
    tap.case('the real agent until a task runs', real_until)
    tap.case('the real agent and a command alone', real_command)
    tap.case('two recordings of one machine', same_machine)
    if subprocess.run(['unshare', '-T', '--fork', 'true'], check=False).returncode == 0:
        tap.case('two clocks', other_clock)
    else:
        tap.skip('two clocks', 'there are no time namespaces')
    tap.case('the real agent over a connection that is cut', real_resume, 'twice', 2)
    tap.case('the real agent, and noise in between', real_resume, 'noise', 1)
    tap.case('the real agent is gone', real_resume_fails)
tap.end()
