#!/usr/bin/env python3
# test-sanitize-review.py - a review without personal data: nothing is left, and notes find their subjects
#
# SPDX-License-Identifier: GPL-2.0-or-later

import glob
import json
import os
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from cli import DATA, Tap, thresh
from personal_data import search
from trace_dat import sections_of

SAMPLE = os.path.join(DATA, '..', '..', 'data', 'samples', 'e1000-tcp.dat')
OTHER = os.path.join(DATA, 'e1000-v6.dat')
REFUSED = 2
# Names of tasks and of the machine of both recordings, addresses, and what the notes mention.
SECRETS = ['curl', 'trace-cmd', 'gt-udp-recv', 'guest', '10.77.0.1', '10.77.0.2', 'customer-7', 'petronella',
           'ledger.db', '203.0.113.99']
AUTHOR = 'Petra Q. Hollow'


def run(*arguments, status=0, **options):
    done, out, err = thresh(*arguments, **options)
    assert done == status, f'{arguments}: status {done}: {err}'
    return out if status == 0 else err


def session_of(path, key):
    return {'format': 'thresher-shared-session', 'version': 1, 'recordings': [{
        'uri': '../../' + os.path.basename(path), 'key': key,
        'session': {'format': 'thresher-session', 'version': 1, 'filter': 'comm == "curl"',
                    'bookmarks': [{'time': 177577497726, 'name': 'curl asks 10.77.0.1', 'color': 3}],
                    'lanes': [{'name': 'task/279', 'pinned': True}], 'tab': 'packets',
                    'appended': [{'uri': 'file:///data/customer-7/x.dat', 'key': 'ab' * 32, 'shift': 5}]}}]}


def make(folder):
    """A review of two recordings, with notes and a session."""
    first, second = os.path.join(folder, 'curl.dat'), os.path.join(folder, 'second.dat')
    shutil.copy(SAMPLE, first)
    shutil.copy(OTHER, second)
    review = os.path.join(folder, 'a.review')
    env = {**os.environ, 'THRESHER_AUTHOR': AUTHOR, 'XDG_STATE_HOME': os.path.join(folder, 'state'), 'TZ': 'UTC'}
    run('notes', 'create', review, first, second, env=env)
    secret_path = '/'.join(['', 'home', 'petronella', 'ledger.db'])
    for options in (['--packet', 'slowest', '--label', 'curl', '--file', 'curl.dat', 'curl waits for 10.77.0.1'],
                    ['--at', '+1ms', '--cpu', '1', '--file', 'curl.dat',
                     f'{secret_path} of petronella@customer-7, from 203.0.113.99; not curling'],
                    ['--from', '+1ms', '--to', '+2ms', '--lane', 'task/1030', '--file', 'second.dat',
                     'gt-udp-recv on guest']):
        run('notes', 'add', *options, review, env=env)
    with open(os.path.join(review, 'review.json'), encoding='utf-8') as file:
        keys = [recording['key'] for recording in json.load(file)['recordings']]
    os.makedirs(os.path.join(review, 'sessions'))
    with open(os.path.join(review, 'sessions', 'of curl.thresher'), 'w', encoding='utf-8') as file:
        json.dump(session_of(first, keys[0]), file)
    with open(glob.glob(os.path.join(review, 'notes', '*'))[0], 'a', encoding='utf-8') as file:
        file.write('torn {"curl"\n')
    with open(os.path.join(review, 'stray guest.txt'), 'w', encoding='utf-8') as file:
        file.write('not part of a review')
    return review, keys


def sanitized(folder, *options):
    review, keys = make(folder)
    target = os.path.join(folder, 'clean.review')
    saved = os.path.join(folder, 'names')
    run('sanitize', review, '-o', target, '--save-names', saved, *options)
    with open(saved, encoding='utf-8') as file:
        names = {line['old']: line['new'] for line in map(json.loads, file)}
    os.unlink(saved)
    return review, target, names, keys


def files_of(folder):
    found = {}
    for path in glob.glob(os.path.join(folder, '**'), recursive=True, include_hidden=True):
        if path.endswith('.dat'):
            found[os.path.relpath(path, folder)] = sections_of(path)['rest']
        elif os.path.isfile(path):
            with open(path, 'rb') as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def test_nothing_left():
    with tempfile.TemporaryDirectory() as folder:
        _, target, names, _ = sanitized(folder)
        files = files_of(target)
        wrong = search(files, SECRETS + [folder])
        if wrong is not None:
            return wrong
        expected = {'.gitattributes', 'review.json', 'recordings/recording-1.dat', 'recordings/recording-2.dat',
                    'sessions/of recording-1.thresher'}
        found = {name for name in files if not name.startswith('notes/')}
        if found != expected or len(files) != len(expected) + 1:
            return str(sorted(files))
        notes = next(data for name, data in files.items() if name.startswith('notes/')).decode()
        if AUTHOR not in notes or 'curling' not in notes or 'torn' in notes:
            return notes
        return None if sorted(os.listdir(folder)) == ['a.review', 'clean.review', 'curl.dat', 'second.dat', 'state'] \
            else str(os.listdir(folder))


def test_one_mapping():
    """Both recordings, notes and sessions have the same names."""
    with tempfile.TemporaryDirectory() as folder:
        _, target, names, keys = sanitized(folder)
        listed = [json.loads(line) for line in run('notes', 'list', '--json', target).splitlines()]
        texts = {note['text'] for note in listed}
        expected = {f'{names["curl"]} waits for {names["10.77.0.1"]}', f'{names["gt-udp-recv"]} on {names["guest"]}'}
        if not expected <= texts:
            return str(texts)
        for name, old in (('recording-1.dat', 'curl.dat'), ('recording-2.dat', 'second.dat')):
            before = run('events', '-f', 'task == "curl"', os.path.join(folder, old))
            after = run('events', '-f', f'task == "{names["curl"]}"', os.path.join(target, 'recordings', name))
            if before.count('\n') != after.count('\n') or before.count('\n') < 2:
                return f'{old}: {before.count(chr(10))} and {after.count(chr(10))} events'
        with open(glob.glob(os.path.join(target, 'sessions', '*'))[0], encoding='utf-8') as file:
            shown = json.load(file)['recordings'][0]
        session = shown['session']
        with open(os.path.join(target, 'review.json'), encoding='utf-8') as file:
            new_keys = [recording['key'] for recording in json.load(file)['recordings']]
        if shown['key'] != new_keys[0] or shown['key'] in keys or \
                shown['uri'] != '../recordings/recording-1.dat':
            return str(shown)
        if session['filter'] != f'comm == "{names["curl"]}"' or session['appended'][0]['key'] == 'ab' * 32 or \
                session['bookmarks'][0]['name'] != f'{names["curl"]} asks {names["10.77.0.1"]}':
            return str(session)
        return None if session['lanes'] == [{'name': 'task/279', 'pinned': True}] else str(session['lanes'])


def test_subjects():
    """The report on the result is that on the original, with the new names and keys."""
    with tempfile.TemporaryDirectory() as folder:
        review, target, names, _ = sanitized(folder)
        reports = []
        for number, path in enumerate((review, target)):
            out = os.path.join(folder, str(number))
            os.mkdir(out)
            run('report', path, '-o', os.path.join(out, 'x.md'), env={**os.environ, 'TZ': 'UTC'})
            with open(os.path.join(out, 'x.md'), encoding='utf-8') as file:
                reports.append((file.read(), sorted(os.listdir(out))))
    words = '|'.join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    before = re.sub(rf'(?<!\w)(?:{words})(?!\w)', lambda match: names[match[0]],
                    reports[0][0].replace('\\', '').replace('@', ' @ '))
    after = reports[1][0].replace('\\', '').replace('@', ' @ ')
    # The format of the files differs, and "trace-cmd" is also the label of a row.
    rows = re.compile(r'\| (compression|size|version|trace-cmd) |\| ' + names['trace-cmd'])
    lines = [[line for line in text.split('\n')[1:] if not rows.match(line)] for text in (before, after)]
    for one, other in zip(*lines):
        if one != other:
            return f'{other!r} instead of {one!r}'
    return None if len(lines[0]) == len(lines[1]) and reports[0][1] == reports[1][1] and len(reports[0][1]) == 4 else str(reports[1][1])


def test_authors():
    with tempfile.TemporaryDirectory() as folder:
        _, target, _, _ = sanitized(folder, '--authors')
        files = files_of(target)
        wrong = search(files, [AUTHOR, 'petra', 'hollow'])
        listed = [json.loads(line) for line in run('notes', 'list', '--json', target).splitlines()]
        return wrong or (None if len({note['author'] for note in listed}) == 1 and len(listed) == 3 else str(listed))


def test_called():
    """People and recordings are also called by parts of their names; those are words of their own."""
    text = 'Petra: see curl.dat, second.dat and /tmp/curl.dat; Petras second curl of Hollow, Q. is asked'
    with tempfile.TemporaryDirectory() as folder:
        review, _ = make(folder)
        run('notes', 'add', '--at', '+2ms', '--file', 'curl.dat', text, review, env={**os.environ, 'THRESHER_AUTHOR': AUTHOR})
        for options in ([], ['--authors'], ['--keep', 'files']):
            target, saved = os.path.join(folder, f'{len(options)}{options[:1]}.review'), os.path.join(folder, 'names')
            run('sanitize', review, '-o', target, '--save-names', saved, *options)
            with open(saved, encoding='utf-8') as file:
                names = {line['old']: line['new'] for line in map(json.loads, file)}
            os.unlink(saved)
            petra, hollow = (names[part] if options == ['--authors'] else part for part in ('Petra', 'Hollow'))
            first, second = ('curl.dat', 'second.dat') if '--keep' in options else ('recording-1.dat', 'recording-2.dat')
            want = f'{petra}: see {first}, {second} and /tmp/{first}; Petras second {names["curl"]} of {hollow}, Q. is asked'
            texts = [note['text'] for note in map(json.loads, run('notes', 'list', '--json', target).splitlines())]
            if want not in texts or sorted(os.listdir(os.path.join(target, 'recordings'))) != [first, second]:
                return f'{options}: {texts}'
        kinds = {line['kind']: line for line in map(json.loads, run('sanitize', '--list', '--json', '--authors', review).splitlines())}
        if kinds['files']['samples'] != ['curl.dat', 'second.dat'] or kinds['files']['names'] != 2:
            return str(kinds['files'])
        return None if kinds['authors']['samples'] == [AUTHOR, 'Petra', 'Hollow'] else str(kinds['authors'])


def test_list():
    with tempfile.TemporaryDirectory() as folder:
        review, _ = make(folder)
        kinds = {line['kind']: line for line in map(json.loads, run('sanitize', '--list', '--json', review).splitlines())}
        expected = {'users': 'petronella', 'hosts': 'customer-7', 'authors': AUTHOR, 'paths': 'ledger.db'}
        for kind, sample in expected.items():
            if sample not in kinds[kind]['samples']:
                return f'{kind}: {kinds[kind]}'
        # Notes and sessions name the recordings by keys, of which one belongs to no recording of the review.
        if kinds['bytes']['samples'] != ['ab' * 32]:
            return str(kinds['bytes'])
        return None if not os.path.exists(os.path.join(folder, 'clean.review')) else 'something was written'


def test_refused():
    """On an error there is no result, and no part of one."""
    with tempfile.TemporaryDirectory() as folder:
        review, _ = make(folder)
        target = os.path.join(folder, 'clean.review')
        os.mkdir(target)
        run('sanitize', review, '-o', target, status=REFUSED)
        if os.listdir(target):
            return 'wrote into a folder that exists'
        os.rmdir(target)
        run('sanitize', review, '-o', os.path.join(folder, 'none', 'x.review'), status=REFUSED)
        with open(os.path.join(folder, 'second.dat'), 'ab') as file:
            file.write(b'changed')
        if 'second.dat' not in run('sanitize', review, '-o', target, status=REFUSED):
            return 'the changed recording is not named'
        os.unlink(os.path.join(folder, 'second.dat'))
        run('sanitize', review, '-o', target, status=REFUSED)
        os.symlink('/etc/hostname', os.path.join(review, 'notes', 'link.jsonl'))
        shutil.copy(OTHER, os.path.join(folder, 'second.dat'))
        run('sanitize', review, '-o', target, status=REFUSED)
        return None if not glob.glob(os.path.join(folder, 'clean*')) else str(os.listdir(folder))


def test_part():
    """Notes on a recording of which the review carries a part are about the sanitized part."""
    with tempfile.TemporaryDirectory() as folder:
        review, keys = make(folder)
        manifest = os.path.join(review, 'review.json')
        run('cut', '--from', '+0', '--to', '+60ms', os.path.join(folder, 'curl.dat'), '-o',
            os.path.join(review, 'part.dat'))
        shutil.move(os.path.join(folder, 'curl.dat'), os.path.join(folder, 'away.dat'))
        run('notes', 'create', os.path.join(folder, 'b.review'), os.path.join(review, 'part.dat'))
        with open(os.path.join(folder, 'b.review', 'review.json'), encoding='utf-8') as file:
            key = json.load(file)['recordings'][0]['key']
        with open(manifest, encoding='utf-8') as file:
            contents = json.load(file)
        contents['recordings'][0] = {'path': 'part.dat', 'key': key, 'cut-of': keys[0]}
        with open(manifest, 'w', encoding='utf-8') as file:
            json.dump(contents, file)
        target = os.path.join(folder, 'clean.review')
        run('sanitize', review, '-o', target)
        with open(os.path.join(target, 'review.json'), encoding='utf-8') as file:
            recordings = json.load(file)['recordings']
        anchors = {json.loads(line)['anchor']['recording']
                   for line in run('notes', 'list', '--json', target).splitlines()}
        if 'cut-of' in recordings[0] or anchors != {recording['key'] for recording in recordings}:
            return f'{recordings} {anchors}'
        return None


tap = Tap()
tap.case('nothing left', test_nothing_left)
tap.case('one mapping', test_one_mapping)
tap.case('subjects', test_subjects)
tap.case('authors', test_authors)
tap.case('called by a part of the name', test_called)
tap.case('list', test_list)
tap.case('part', test_part)
tap.case('refused', test_refused)
tap.end()
