# test-experiment.py - thresh experiment: order, commands, interruptions, manifests
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The recorder is a script that runs the load and copies a recording, so that no
# test needs to be root.

import json
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import time

from cli import DATA, HAVE_TRACES, NO_TRACES, THRESH, TRACES, Tap, thresh

A = os.path.join(DATA, 'e1000-gt-udp.dat')
B = os.path.join(DATA, 'k612-rep.dat')
FOLDER = ''
number = 0


class Experiment:
    """A fresh directory, with commands that write what they do to a log."""

    def __init__(self, **changed):
        global number
        number += 1
        self.folder = os.path.join(FOLDER, f'{number} \' $(x)')
        os.mkdir(self.folder)
        self.out = os.path.join(self.folder, 'out')
        self.log_path = os.path.join(self.folder, 'log')
        self.state = os.path.join(self.folder, 'state')
        recorder = os.path.join(self.folder, 'recorder')
        with open(recorder, 'w', encoding='utf-8') as script:
            script.write(f'echo record >> {shlex.quote(self.log_path)}\n'
                         f'sh -c "$2" || exit\ncp "$(cat {shlex.quote(self.state)})" "$1"\n')
        self.options = {'before': self.write('A', A), 'after': self.write('B', B),
                        'load': self.log('load'), 'restore': self.log('restore'), 'runs': '2', 'seed': '7',
                        'record': f'sh {shlex.quote(recorder)} {{output}} {{load}}'}
        self.options.update(changed)

    def log(self, word):
        return f'echo {word} >> {shlex.quote(self.log_path)}'

    def write(self, word, recording):
        return f'{self.log(word)}; echo {recording} > {shlex.quote(self.state)}'

    def command(self, *further):
        words = ['experiment', *further, '-o', self.out]
        for name, value in self.options.items():
            words += ([f'--{name}', value] if value is not True else [f'--{name}']) if value is not None else []
        return words

    def run(self, *further):
        return thresh(*self.command(*further))

    def start(self):
        return subprocess.Popen([THRESH, *self.command()], stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def logged(self):
        if not os.path.exists(self.log_path):
            return []
        with open(self.log_path, encoding='utf-8') as log:
            return log.read().split()

    def manifest(self):
        with open(os.path.join(self.out, 'experiment.json'), encoding='utf-8') as text:
            return json.load(text)

    def put(self, text):
        os.makedirs(self.out, exist_ok=True)
        with open(os.path.join(self.out, 'experiment.json'), 'wb') as file:
            file.write(text)

    def wait_for(self, count, word):
        for _ in range(600):
            if self.logged().count(word) >= count:
                return True
            time.sleep(.05)
        return False


def contents(path):
    with open(path, 'rb') as file:
        return file.read()


def check_order():
    orders = set()
    for seed in range(1, 5):
        pair = []
        for _ in range(2):
            one = Experiment(runs='6', seed=str(seed), load='exit 9')
            one.run()
            pair.append(one.manifest())
        if pair[0]['order'] != pair[1]['order'] or pair[0]['seed'] != seed:
            return f'seed {seed}: {pair}'
        order = pair[0]['order']
        if len(order) != 12 or any(sorted(order[i:i + 2]) != ['A', 'B'] for i in range(0, 12, 2)):
            return order
        orders.add(order)
    one = Experiment(seed=None, load='exit 9')
    one.run()
    return '' if len(orders) > 1 and one.manifest()['seed'] >= 0 else str(orders)


def check_commands():
    one = Experiment(runs='3')
    status, out, err = one.run()
    manifest = one.manifest()
    expected = []
    for side in manifest['order']:
        expected += [side, 'load', 'record', 'load']
    if status or one.logged() != expected + ['restore']:
        return f'{status} {one.logged()} {err}'
    names = sorted(f'{side}-0{i}.dat' for side in 'ab' for i in (1, 2, 3)) + ['experiment.json']
    if sorted(os.listdir(one.out)) != names:
        return str(os.listdir(one.out))
    for name in names[:-1]:
        if contents(os.path.join(one.out, name)) != contents(A if name[0] == 'a' else B):
            return name
    runs = [f'{side.lower()}-0{i // 2 + 1}' for i, side in enumerate(manifest['order'])]
    if [run['run'] for run in manifest['done']] != runs or manifest['before'] != one.options['before']:
        return str(manifest)
    again = thresh('compare', one.out)
    sides = [[os.path.join(one.out, name) for name in names if name[0] == side] for side in 'ab']
    if again[:2] != thresh('compare', *sides[0], '--', *sides[1])[:2] or again[1] != out or '3' not in out:
        return 'the directory compares differently from its files'
    as_json = ['compare', '--json']
    return '' if thresh(*as_json, one.out) == thresh(*as_json, *sides[0], '--', *sides[1]) else 'JSON differs'


def check_output_of_commands():
    one = Experiment(load='echo nonsense')
    _, out, err = one.run()
    return '' if 'nonsense' not in out and 'nonsense' in err else out


def check_usage():
    for changed in ({'before': None}, {'after': None}, {'load': None}, {'runs': '-1'}, {'runs': '100'},
                    {'record': 'cp x {output}'}, {'record': 'sh -c {load}'}, {'looks': True},
                    {'seed': '4294967296'}, {'seed': '-2'}):
        one = Experiment(**changed)
        status, _, err = one.run()
        if status != 64 or 'thresh experiment: ' not in err or one.logged() or os.path.exists(one.out):
            return f'{changed}: {status} {err}'
    return '' if thresh('experiment', '--resume', 'x', '--runs', '3')[0] == 64 else '--resume with --runs'


def check_failures():
    for changed, words in (({'before': 'exit 7'}, '--before: '), ({'after': 'exit 7'}, '--after: '),
                           ({'load': 'exit 7'}, 'warm-up load: '), ({'load': 'if'}, 'warm-up load: '),
                           ({'record': 'false {output} {load}'}, 'recorder: '),
                           ({'record': 'true {output} {load}'}, 'the recorder did not run the load'),
                           ({'record': 'true {output}; sh -c {load}'}, 'wrote no file')):
        one = Experiment(**changed)
        status, out, err = one.run()
        if status != 1 or out or words not in err or one.logged()[-1:] != ['restore']:
            return f'{changed}: {status} {err} {one.logged()}'
    return ''


def check_failing_load():
    """A recorder that exits with 0 does not hide a failure of the load."""
    one = Experiment()
    count = shlex.quote(os.path.join(one.folder, 'count'))
    one.options['load'] = f'echo x >> {count}; test $(wc -l < {count}) -lt 4 || exit 5'
    one.options['record'] = 'sh -c {load}; cp ' + A + ' {output}'
    status, _, err = one.run()
    if status != 1 or 'the load failed with status 5' not in err or len(one.manifest()['done']) != 1:
        return f'{status} {err}'
    one.options['load'] = 'true'
    return '' if one.run()[0] == 2 else 'another load went on with the experiment'


def check_failing_restore():
    one = Experiment(restore='exit 4')
    status, out, err = one.run()
    if status != 1 or out or '--restore: ' not in err or one.manifest()['restored']:
        return f'{status} {err}'
    n = len(one.logged())
    status, out, err = one.run()
    return '' if status == 1 and '--restore: ' in err and len(one.logged()) == n else f'{status} {err}'


def slow(one, seconds):
    """A load that does not end in the second recorded run."""
    count = shlex.quote(os.path.join(one.folder, 'count'))
    one.options['load'] = f'{one.log("load")}; echo x >> {count}; ' \
                          f'if test $(wc -l < {count}) = 4; then sleep {seconds}; fi'


def running(seconds):
    found = subprocess.run(['ps', '-eo', 'stat,pid,args'], capture_output=True, text=True, check=True).stdout
    return [line for line in found.splitlines() if line.endswith(f'sleep {seconds}') and line[0] != 'Z']


def check_interrupt(number_of_signal, seconds):
    one = Experiment(runs='3')
    slow(one, seconds)
    process = one.start()
    if not one.wait_for(4, 'load') or not wait_until(lambda: running(seconds)):
        process.kill()
        return f'it never came to the load: {one.logged()}'
    process.send_signal(number_of_signal)
    out, err = process.communicate(timeout=60)
    if process.returncode != 3 or out or b'interrupted' not in err or one.logged()[-1] != 'restore':
        return f'{process.returncode} {err} {one.logged()}'
    if running(seconds):
        return f'it goes on: {running(seconds)}'
    return finish(one)


def wait_until(function):
    for _ in range(200):
        if function():
            return True
        time.sleep(.05)
    return False


def finish(one):
    """After an interruption in the second run, the rest is done, and nothing twice."""
    before = os.stat(os.path.join(one.out, one.manifest()['done'][0]['run'] + '.dat')).st_mtime_ns
    order, n = one.manifest()['order'], len(one.logged())
    if len(one.manifest()['done']) != 1:
        return str(one.manifest()['done'])
    status, out, err = one.run()
    states = [word for word in one.logged()[n:] if word in 'AB']
    if status or not out or ''.join(states) != order[1:] or one.logged()[-1] != 'restore':
        return f'{status} {states} {order} {err}'
    manifest = one.manifest()
    if manifest['order'] != order or len(manifest['done']) != 6 or not manifest['restored']:
        return str(manifest)
    if os.stat(os.path.join(one.out, manifest['done'][0]['run'] + '.dat')).st_mtime_ns != before:
        return 'a finished run was done again'
    return '' if sorted(os.listdir(one.out)) == sorted(f'{s}-0{i}.dat' for s in 'ab' for i in (1, 2, 3)) + \
        ['experiment.json'] else str(os.listdir(one.out))


def check_kill(seconds):
    one = Experiment(runs='3')
    slow(one, seconds)
    process = one.start()
    if not one.wait_for(4, 'load') or not wait_until(lambda: running(seconds)):
        process.kill()
        return f'it never came to the load: {one.logged()}'
    half = os.path.join(one.out, one.manifest()['order'][1].lower() + '-01.dat')
    for path in (half, half + '.cpu0'):
        with open(path, 'w', encoding='utf-8') as file:
            file.write('half')
    process.kill()
    process.wait(timeout=60)
    for line in running(seconds):
        os.kill(int(line.split()[1]), signal.SIGKILL)
    status, _, err = thresh('compare', one.out)
    if status != 2 or 'no pair of runs' not in err:
        return f'{status} {err}'
    return finish(one)


def check_resume():
    one = Experiment(runs='1')
    one.run()
    done = thresh('compare', one.out)
    if thresh('experiment', '--resume', one.out)[1] != done[1] or one.logged().count('restore') != 1:
        return 'a finished experiment is not only compared'
    os.chmod(os.path.join(one.out, 'experiment.json'), 0o666)
    status, _, err = thresh('experiment', '--resume', one.out)
    if status != 2 or 'another user' not in err:
        return f'{status} {err}'
    status, _, err = Experiment.run(one, '--seed', '8') if one.options.pop('seed') else None
    return '' if status == 2 and 'another experiment' in err else f'{status} {err}'


def check_other_directory():
    one = Experiment()
    os.mkdir(one.out)
    shutil.copy(A, os.path.join(one.out, 'a-01.dat'))
    status, _, err = one.run()
    return '' if status == 2 and 'no manifest' in err and not one.logged() else f'{status} {err}'


def with_looks(kind_a, kind_b):
    """An experiment whose recorder copies recordings that were made in turns."""
    one = Experiment(runs=None, looks=True, before='true', after='true')
    script = os.path.join(one.folder, 'recorder')
    with open(script, 'w', encoding='utf-8') as file:
        file.write(f'sh -c "$2"; n=${{1%.dat}}; n=${{n##*-}}; case $1 in */a-*) k={kind_a};; *) k={kind_b};; esac\n'
                   f'cp {os.path.join(TRACES, "compare")}/$k-$(printf %02d $((${{n#0}} - 1))).dat "$1"; chmod u+w "$1"\n')
    return one


def check_looks():
    one = with_looks('before', 'spin20')
    status, out, err = one.run()
    manifest = one.manifest()
    if status or manifest['looks'] != [3, 5, 8, 12] or not manifest['stopped']:
        return f'{status} {manifest} {err}'
    n = len(manifest['done']) // 2
    if n not in (3, 5, 8) or manifest['looked'] != [3, 5, 8].index(n) + 1:
        return str(manifest)
    lines = [json.loads(line) for line in thresh('compare', '--json', one.out)[1].splitlines()]
    if lines[0]['alpha'] != .0025 or len(lines[0]['a']) != n:
        return str(lines[0])
    if not any(row['verdict'] == 'slower' for row in lines[1:]):
        return 'it stopped, but nothing is slower'
    # A run after the last look is not compared.
    for side in 'ab':
        shutil.copy(os.path.join(one.out, 'a-01.dat'), os.path.join(one.out, f'{side}-{n + 1:02}.dat'))
    order = manifest['order'][2 * n:2 * n + 2]
    manifest['done'] += [{'run': f'{side.lower()}-{n + 1:02}', 'start': 'x', 'status': 0} for side in order]
    manifest['stopped'] = False
    one.put(json.dumps(manifest).encode())
    status, out, err = thresh('compare', '--json', one.out)
    head = json.loads(out.splitlines()[0])
    return '' if status == 3 and len(head['a']) == n and f'{12 - n} runs' in err else f'{status} {head} {err}'


def hostile(good):
    """Manifests that must be refused."""
    def changed(**members):
        return json.dumps({**good, **members}).encode()
    done = good['done']
    yield from (b'', b'{', b'[]', b'null', b'\xff', b'[' * 100000, b'{"a":' * 50000, b' ' * (2 << 20))
    yield changed(experiment=2)
    yield changed(experiment='1')
    for name in ('before', 'after', 'load', 'record', 'order', 'done', 'looks', 'looked', 'stopped', 'restored', 'runs', 'seed'):
        for value in (None, [], {}, -1, 1.5, 'x' * 70000, [[]], [None], 10**12):
            if not (name in ('done', 'looks') and value == []):
                yield changed(**{name: value})
    yield changed(restore=None)
    yield changed(restore=3)
    yield changed(runs=3)
    yield changed(runs=0, order='', done=[])
    yield changed(runs=100, order='AB' * 100, done=[])
    yield changed(order='AABB')
    yield changed(order='ABAC')
    yield changed(order='ab' * 2)
    yield changed(done=done + [done[0]])
    yield changed(done=done[::-1])
    yield changed(done=[{**done[0], 'run': '../a-01'}])
    yield changed(done=[{**done[0], 'status': 1}])
    yield changed(done=[{**done[0], 'start': 'x' * 100}])
    yield changed(done=[{'run': done[0]['run'], 'status': 0}])
    yield changed(looks=[1, 2, 3, 4])
    yield changed(looks=[3, 5, 8, 12])
    yield changed(stopped=True)
    yield changed(looked=1)


def check_hostile():
    one = Experiment()
    if one.run()[0]:
        return 'the experiment failed'
    n = len(one.logged())
    for text in hostile(one.manifest()):
        one.put(text)
        for command in (['compare', one.out], ['experiment', '--resume', one.out], one.command()):
            status, out, err = thresh(*command)
            if status != 2 or out or 'manifest' not in err or len(one.logged()) != n:
                return f'{text[:200]}: {command}: {status} {err}'
    return ''


def check_links():
    one = Experiment()
    one.run()
    path = os.path.join(one.out, 'a-01.dat')
    os.unlink(path)
    missing = thresh('compare', one.out)
    os.symlink(A, path)
    linked = thresh('compare', one.out)
    os.unlink(path)
    os.mkfifo(path)
    for status, out, err in (missing, linked, thresh('compare', one.out)):
        if status != 2 or out or 'a-01.dat' not in err:
            return f'{status} {err}'
    manifest = os.path.join(one.out, 'experiment.json')
    os.rename(manifest, manifest + '.old')
    os.symlink('experiment.json.old', manifest)
    linked = thresh('compare', one.out)
    os.unlink(manifest)
    os.mkfifo(manifest)
    for status, out, err in (linked, thresh('compare', one.out)):
        if status != 2 or out or 'experiment.json' not in err:
            return f'{status} {err}'
    status, out, err = thresh('compare', FOLDER)
    if status != 2 or out or 'not the directory of an experiment' not in err:
        return f'{status} {err}'
    return ''


def main():
    global FOLDER
    tap = Tap()
    with tempfile.TemporaryDirectory() as FOLDER:
        tap.case('each pair of the order has one of both, and the seed decides', check_order)
        tap.case('commands run in the order, and the directory compares as its files', check_commands)
        tap.case('output of commands is no result', check_output_of_commands)
        tap.case('wrong usage runs nothing', check_usage)
        tap.case('a command that fails ends it, and the machine is restored', check_failures)
        tap.case('a failing load is seen through the recorder', check_failing_load)
        tap.case('a failing restore is told and tried again', check_failing_restore)
        tap.case('SIGINT ends the load and restores', check_interrupt, signal.SIGINT, 611)
        tap.case('SIGTERM ends the load and restores', check_interrupt, signal.SIGTERM, 613)
        tap.case('what kill -9 interrupted is resumed', check_kill, 617)
        tap.case('--resume', check_resume)
        tap.case('recordings of something else stay', check_other_directory)
        if HAVE_TRACES:
            tap.case('a look ends it as soon as something is sure', check_looks)
        else:
            tap.skip('a look ends it as soon as something is sure', NO_TRACES)
        tap.case('hostile manifests', check_hostile)
        tap.case('links and pipes', check_links)
    tap.end()


main()
