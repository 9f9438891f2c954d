#!/usr/bin/env python3
# test-notes.py - thresh notes: several people and a robot write into one review
#
# SPDX-License-Identifier: GPL-2.0-or-later

import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from cli import DATA, THRESH, Tap, thresh

SAMPLE = os.path.join(DATA, '..', '..', 'data', 'samples', 'e1000-tcp.dat')
PART, REFUSED, USAGE = 3, 2, 64


def person(folder, name):
    """The environment of a person with a machine of his own."""
    return {**os.environ, 'THRESHER_AUTHOR': name, 'XDG_STATE_HOME': os.path.join(folder, name), 'TZ': 'UTC'}


def notes(*arguments, env=None, status=0):
    done, out, err = thresh('notes', *arguments, env=env)
    assert done == status, f'{arguments}: status {done}: {err}'
    return out if status == 0 else err


def listed(review, *options):
    return [json.loads(line) for line in notes('list', '--json', *options, review).splitlines()]


def make_review(folder, name='a.review'):
    recording = os.path.join(folder, 'web.dat')
    if not os.path.exists(recording):
        shutil.copy(SAMPLE, recording)
    review = os.path.join(folder, name)
    notes('create', review, recording)
    return review


def slowest_packet():
    out = thresh('packets', '--slowest', '1', '--json', SAMPLE)[1]
    found = json.loads(out)
    return found if isinstance(found, dict) else found[0]


def test_life():
    with tempfile.TemporaryDirectory() as folder:
        review = make_review(folder)
        ann, bob = person(folder, 'Ann B.'), person(folder, 'bob')
        first = notes('add', '--packet', 'slowest', '--label', 'ci', 'p99 doubled', review, env=bob).strip()
        second = notes('add', '--at', '+1ms', '--cpu', '1', 'see `this`\nand that', review, env=ann).strip()
        notes('add', '--from', '+1ms', '--to', '+2ms', '--lane', 'cpu/1', 'span', review, env=ann)
        notes('reply', first[:8], 'why?', review, env=ann)
        notes('edit', second[:8], 'changed', review, env=ann)
        notes('resolve', first[:8], review, env=ann)
        notes('label', first[:8], 'root cause', review, env=ann)
        found = listed(review, '--find')
        assert [note['text'] for note in found] == ['p99 doubled', 'changed', 'span'], found
        assert [note['found'] for note in found] == ['yes'] * 3, found
        assert found[0]['labels'] == ['ci', 'root cause'] and found[0]['resolved_by'] == 'Ann B.', found[0]
        assert [reply['text'] for reply in found[0]['replies']] == ['why?'], found[0]
        assert found[1]['edits'] == 1 and found[1]['anchor']['cpu'] == 1, found[1]

        # Of the packet that another command calls the slowest.
        packet = slowest_packet()
        assert int(found[0]['anchor']['address'], 16) == int(packet['address'], 16), packet
        assert found[0]['anchor']['time'] == packet['first_ns'], packet

        notes('reopen', first[:8], review, env=bob)
        notes('label', '--remove', first[:8], 'ci', review, env=bob)
        assert listed(review, '--label', 'root cause')[0]['labels'] == ['root cause']
        assert len(listed(review, '--open')) == 3
        notes('delete', second[:8], review, env=ann)
        assert [note['text'] for note in listed(review)] == ['p99 doubled', 'span']
        files = sorted(os.path.basename(path) for path in glob.glob(os.path.join(review, 'notes', '*')))
        assert len(files) == 2 and files[0].startswith('ann-b-') and files[1].startswith('bob-'), files
    return None


def test_row():
    """A robot takes the name of a row from a comparison; the note needs no recording."""
    with tempfile.TemporaryDirectory() as folder:
        review = make_review(folder)
        rows = thresh('compare', '--json', SAMPLE, SAMPLE)[1].splitlines()[1:]
        names = [json.loads(row)['name'] for row in rows]
        assert 'packet.total · eth0:rx:curl p99' in names and 'softirq.NET_RX p50' in names, names
        assert len(set(names)) == len(names), 'two rows have one name'
        os.remove(os.path.join(folder, 'web.dat'))
        notes('add', '--row', 'packet.total · eth0:rx:curl p99', 'doubled', review)
        found = listed(review)
        assert found[0]['anchor'] == {'on': 'comparison', 'row': 'packet.total · eth0:rx:curl p99'}, found
        assert 'comparison: packet.total · eth0:rx:curl p99' in notes('list', review)
        assert 'about one thing' in notes('add', '--row', 'x', '--lane', 'cpu/1', 'x', review, status=USAGE)
        for bad in ('', 'a\nb', 'x' * 1025):
            assert 'name of a row' in notes('add', '--row', bad, 'x', review, status=USAGE)
        out = os.path.join(folder, 'report.md')
        thresh('report', review, '-o', out)
        with open(out, encoding='utf-8') as text:
            report = text.read()
        assert 'doubled' in report and 'packet.total · eth0:rx:curl p99' in report, report
    return None


def test_recordings():
    """With several recordings, a note says which one it is about; JSON always does.  A part counts as its recording."""
    with tempfile.TemporaryDirectory() as folder:
        ann, review = person(folder, 'Ann B.'), make_review(folder)
        first = notes('add', '--at', '+1ms', '--cpu', '1', 'one', review, env=ann).strip()
        notes('add', 'all', review, env=ann)
        subject = notes('list', review).splitlines()[1]
        assert [note['recording'] for note in listed(review)] == ['web.dat', None]
        assert 'web.dat' not in notes('list', review)

        part, second = os.path.join(folder, 'part.dat'), os.path.join(folder, 'in', 'web.dat')
        os.mkdir(os.path.join(folder, 'in'))
        shutil.copy(SAMPLE, second)
        with open(second, 'ab') as file:
            file.write(b'x')
        thresh('cut', '--from', '+0', '--to', '+60ms', '-o', part, os.path.join(folder, 'web.dat'))
        thresh('review', 'add', review, part)
        notes('add', '--at', '+1ms', '--file', 'part.dat', 'two', review, env=ann)
        notes('resolve', first, review, env=person(folder, 'bob'))
        assert [note['recording'] for note in listed(review)] == ['web.dat', None, 'web.dat'], listed(review)
        lines = notes('list', review).splitlines()
        assert lines[0].startswith('1  resolved by bob  ') and lines[1] == '    web.dat · ' + subject.strip(), lines
        assert lines[3].startswith('2  open  ') and lines[4] == '    all', lines

        # Two have the same name.
        thresh('review', 'add', review, second)
        notes('add', '--at', '+1ms', '--file', 'in/web.dat', 'three', review, env=ann)
        names = [note['recording'] for note in listed(review)]
        assert names == ['../web.dat', None, '../web.dat', '../in/web.dat'], names
        out = os.path.join(folder, 'report.md')
        thresh('report', review, '-o', out)
        with open(out, encoding='utf-8') as text:
            heads = [line.replace('\\', '') for line in text if line[:5] in ('### 1', '### 4')]
        assert heads[0].startswith('### 1. ../web.dat · ') and heads[1].startswith('### 4. ../in/web.dat · '), heads
    return None


def test_colors():
    with tempfile.TemporaryDirectory() as folder:
        review = make_review(folder)
        for bad in ('-1', '16', '-2147483647'):
            assert 'from 0 to 15' in notes('add', '--color', bad, 'x', review, status=USAGE)
        for good in ('0', '15'):
            notes('add', '--color', good, 'x', review)
        notes('add', 'x', review)
        assert [note['color'] for note in listed(review)] == [0, 15, None]
    return None


def test_lanes():
    """Lanes are named as the window calls them, and one that is not there is refused."""
    with tempfile.TemporaryDirectory() as folder:
        review = make_review(folder)
        env = person(folder, 'ann')
        # As trace-cmd report prints them; two tasks were called curl.
        for lane in ('CPU 1', 'cpu1', 'cpu/1', 'rcu_preempt', 'ksoftirqd/0', 'task/15'):
            notes('add', '--lane', lane, 'x', review, env=env)
        lanes = [note['anchor']['lanes'] for note in listed(review)]
        assert lanes == [['cpu/1']] * 3 + [['task/15'], ['task/14'], ['task/15']], lanes
        assert 'task/PID' in notes('add', '--lane', 'curl', 'x', review, env=env, status=USAGE)
        assert 'lane CPU 1' in notes('list', review)
        assert 'no CPU 99' in notes('add', '--lane', 'CPU 99', 'x', review, env=env, status=USAGE)
        assert 'no lane' in notes('add', '--lane', 'nobody at all', 'x', review, env=env, status=USAGE)
        assert 'no lane' in notes('add', '--lane', 'task/4194303', 'x', review, env=env, status=USAGE)
        assert all(note['found'] == 'yes' for note in listed(review, '--find'))
        # Written by hand, or about another version of the recording.
        for path in glob.glob(os.path.join(review, 'notes', '*.jsonl')):
            with open(path, encoding='utf-8') as file:
                text = file.read()
            os.chmod(path, 0o600)
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text.replace('cpu/1', 'cpu/77').replace('task/15"', 'task/4194303"'))
        assert [note['found'] for note in listed(review, '--find')] == ['no'] * 4 + ['yes', 'no']
        assert 'no such CPU or task' in notes('list', '--find', review)
        assert 'empty' in notes('add', '--from', '+2ms', '--to', '+2ms', 'x', review, env=env, status=USAGE)
        assert 'before it begins' in notes('add', '--from', '+2ms', '--to', '+1ms', 'x', review, env=env, status=USAGE)
    return None


def test_others():
    """What others wrote cannot be edited, ids must be clear, texts must not be empty."""
    with tempfile.TemporaryDirectory() as folder:
        review = make_review(folder)
        ann, bob = person(folder, 'ann'), person(folder, 'bob')
        note = notes('add', 'x', review, env=ann).strip()
        assert 'only ann' in notes('edit', note, 'y', review, env=bob, status=USAGE)
        assert 'only ann' in notes('delete', note, review, env=bob, status=USAGE)
        assert 'no note' in notes('resolve', 'zzz', review, env=bob, status=USAGE)
        for _ in range(17):
            notes('add', 'x', review, env=ann)
        assert 'several' in notes('resolve', '', review, env=bob, status=USAGE)
        assert 'empty' in notes('add', '', review, env=ann, status=REFUSED)
        assert 'too long' in notes('add', 'x' * 40000, review, env=ann, status=REFUSED)
        assert 'review' in notes('list', folder, status=REFUSED)
        assert 'no packet' in notes('add', '--packet', '0x1#1', 'x', review, env=ann, status=USAGE)
        assert len(listed(review)) == 18
    return None


def test_terminal():
    """Nothing that somebody wrote controls the terminal or looks like another note."""
    with tempfile.TemporaryDirectory() as folder:
        review = make_review(folder)
        evil = person(folder, 'ev\x1b[2Jil')
        notes('add', '--label', 'a\x1b]0;x\x07', 'one\x1b[31m\r\n1  open  fake\u202e', review, env=evil)
        for options in ([], ['--json']):
            out = notes('list', *options, review)
            assert not any(c in out for c in '\x1b\x07\r\u202e'), repr(out)
        lines = notes('list', review).splitlines()
        assert sum(not line.startswith(' ') for line in lines) == 1, lines
    return None


def test_merge():
    """Two copies of a folder grow apart and are merged by git's union driver, and by copying."""
    with tempfile.TemporaryDirectory() as folder:
        review = make_review(folder)
        ann, bob = person(folder, 'ann'), person(folder, 'bob')
        first = notes('add', 'first', review, env=ann).strip()
        copy = os.path.join(folder, 'copy.review')

        def git(where, *arguments):
            subprocess.run(['git', '-c', 'user.name=x', '-c', 'user.email=x@x', *arguments], cwd=where, check=True,
                           capture_output=True)

        git(review, 'init', '-b', 'main', '.')
        git(review, 'add', '.')
        git(review, 'commit', '-m', 'one')
        git(folder, 'clone', review, copy)
        # Ann writes into her own file on both machines, which have her state folder.
        notes('add', 'here', review, env=ann)
        notes('reply', first, 'from bob', review, env=bob)
        notes('add', 'there', copy, env=ann)
        notes('resolve', first, copy, env=bob)
        for where in (review, copy):
            git(where, 'add', '.')
            git(where, 'commit', '-m', 'two')
        git(review, 'pull', '--no-rebase', '--no-edit', copy, 'main')
        merged = listed(review)
        assert sorted(note['text'] for note in merged) == ['first', 'here', 'there'], merged
        assert merged[0]['resolved_by'] == 'bob' and merged[0]['replies'][0]['text'] == 'from bob', merged

        # The same files arrive by mail, some of them twice, under other names.
        for index, path in enumerate(glob.glob(os.path.join(review, 'notes', '*.jsonl'))):
            shutil.copy(path, os.path.join(copy, 'notes', f'{index}.jsonl'))
        assert listed(copy) == merged
    return None


def test_two_at_once():
    """Two authors, two processes each, and one author twice in one file."""
    with tempfile.TemporaryDirectory() as folder:
        review = make_review(folder)
        running = []
        for i in range(60):
            env = person(folder, 'ann' if i % 2 else 'bob')
            running.append(subprocess.Popen([THRESH, 'notes', 'add', f'note {i}', review], env=env,
                                            stdout=subprocess.DEVNULL))
            if len(running) == 6:
                assert running.pop(0).wait(60) == 0
        assert all(process.wait(60) == 0 for process in running)
        texts = sorted(note['text'] for note in listed(review))
        assert texts == sorted(f'note {i}' for i in range(60)), texts
    return None


def test_edited_at_once():
    """One person edits a note on two machines; the copies are merged, and both texts are there until one is chosen."""
    with tempfile.TemporaryDirectory() as folder:
        review, copy = make_review(folder), os.path.join(folder, 'copy.review')
        desk, train = ({**person(folder, machine), 'THRESHER_AUTHOR': 'ann'} for machine in ('desk', 'train'))
        first = notes('add', 'a question', review, env=desk).strip()
        second = notes('add', 'to be deleted', review, env=desk).strip()
        shutil.copytree(review, copy)
        notes('edit', first, 'from the desk', review, env=desk)
        notes('delete', second, review, env=desk)
        # Further entries give the edits on the train higher orders.
        notes('reply', first, 'an answer', copy, env=train)
        notes('edit', first, 'from the train', copy, env=train)
        notes('edit', second, 'not to be deleted', copy, env=train)
        assert thresh('review', 'merge', review, copy)[0] == 0
        found = listed(review)
        assert [note['texts'] for note in found] == [['from the desk', 'from the train'], []], found
        assert found[0]['text'].startswith('from the train\n') and found[0]['text'].endswith('\nfrom the desk'), found
        assert found[1]['text'] == 'not to be deleted', found
        shown = notes('list', review)
        assert 'from the train' in shown and 'from the desk' in shown, shown
        notes('edit', first, 'from both', review, env=desk)
        notes('delete', second, review, env=desk)
        found = listed(review)
        assert [(note['text'], note['texts'], note['edits']) for note in found] == [('from both', [], 3)], found


def test_missing():
    """A missing or changed recording is reported, and the notes are still there."""
    with tempfile.TemporaryDirectory() as folder:
        review = make_review(folder)
        notes('add', '--packet', 'slowest', 'x', review, env=person(folder, 'ann'))
        with open(os.path.join(folder, 'web.dat'), 'ab') as file:
            file.write(b'x')
        status, out, err = thresh('notes', 'list', '--find', '--json', review)
        assert status == PART and 'has changed' in err, err
        assert json.loads(out)['found'] == 'no', out
        os.remove(os.path.join(folder, 'web.dat'))
        status, out, err = thresh('notes', 'list', '--find', review)
        assert status == PART and 'thresh review locate' in err, err
        assert 'could not be read' in out and 'not open' not in out, out
    return None


def test_git():
    """A clone has no folder of notes, as git does not keep empty folders: the first note makes it."""
    with tempfile.TemporaryDirectory() as folder:
        review = make_review(folder)
        os.rmdir(os.path.join(review, 'notes'))
        notes('add', 'first', review, env=person(folder, 'ann'))
        assert [note['text'] for note in listed(review)] == ['first']
    return None


def test_cut():
    """A review of a cut: what is in the cut is found, the rest is not, and each says so."""
    with tempfile.TemporaryDirectory() as folder:
        review, ann = make_review(folder), person(folder, 'ann')
        notes('add', '--at', '+5ms', 'inside', review, env=ann)
        notes('add', '--at', '+1ms', 'before', review, env=ann)
        cut = os.path.join(folder, 'cut.dat')
        assert thresh('cut', '--from', '+4ms', '--to', '+9ms', SAMPLE, '-o', cut)[0] == 0
        other = os.path.join(folder, 'cut.review')
        notes('create', other, cut)
        for path in glob.glob(os.path.join(review, 'notes', '*.jsonl')):
            shutil.copy(path, os.path.join(other, 'notes'))
        assert [note['found'] for note in listed(review, '--find')] == ['yes', 'yes']
        assert [note['found'] for note in listed(other, '--find')] == ['elsewhere', 'no']
    return None


def test_damage():
    """A torn line and garbage are counted, and the rest is shown."""
    with tempfile.TemporaryDirectory() as folder:
        review = make_review(folder)
        ann = person(folder, 'ann')
        notes('add', 'one', review, env=ann)
        path = glob.glob(os.path.join(review, 'notes', '*.jsonl'))[0]
        with open(path, 'ab') as file:
            file.write(b'{"id": "torn", "kind')
        assert [note['text'] for note in listed(review)] == ['one']
        notes('add', 'two', review, env=ann)
        status, out, err = thresh('notes', 'list', review)
        assert status == 3 and '1 line is not a note' in err and os.path.basename(path) in err and 'two' in out, (status, out, err)
        assert thresh('info', review)[0] == thresh('review', 'show', review)[0] == 3
        # What the others wrote was damaged before.
        assert thresh('notes', 'add', 'three', review, env=ann)[0] == 0
    return None


tap = Tap()
for name, function in [(name[5:], function) for name, function in list(globals().items()) if name.startswith('test_')]:
    tap.case(name.replace('_', ' '), function)
tap.end()
