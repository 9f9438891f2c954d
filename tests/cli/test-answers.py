#!/usr/bin/env python3
# test-answers.py - a sanitized review is answered by another user, and the answers are merged
#
# SPDX-License-Identifier: GPL-2.0-or-later

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from cli import DATA, Tap, thresh
from personal_data import search
from trace_dat import sections_of

SAMPLE = os.path.join(DATA, '..', '..', 'data', 'samples', 'e1000-tcp.dat')
REFUSED = 2
# What the first user, his files, and the recording are called.
NAMES = ['curl', 'web.dat', 'trace-cmd', '10.77.0.1', '10.77.0.2', 'Ann Onymous', 'ann-onymous', 'ann']


def run(*arguments, status=0, **options):
    done, out, err = thresh(*arguments, **options)
    assert done == status, f'{arguments}: status {done}: {err}'
    return out if status == 0 else err


class Person:
    """A user with folders of his own."""

    def __init__(self, folder, name):
        self.home = os.path.join(folder, name.split()[0].lower())
        os.makedirs(self.home)
        self.env = {**os.environ, 'HOME': self.home, 'XDG_STATE_HOME': os.path.join(self.home, 'state'),
                    'THRESHER_AUTHOR': name, 'TZ': 'UTC'}

    def run(self, *arguments, **options):
        return run(*arguments, env=self.env, **options)

    def path(self, *names):
        return os.path.join(self.home, *names)

    def notes(self, review):
        return [json.loads(line) for line in self.run('notes', 'list', '--json', '--find', review).splitlines()]

    def kept(self):
        """The files with which this user leads answers back."""
        return glob.glob(self.path('state', 'thresher', 'sanitized', '*'))


def key_of(review, index=0):
    with open(os.path.join(review, 'review.json'), encoding='utf-8') as file:
        return json.load(file)['recordings'][index]['key']


def session_of(uri, key, words):
    return {'format': 'thresher-shared-session', 'version': 1,
            'recordings': [{'uri': uri, 'key': key, 'session': {
                'format': 'thresher-session', 'version': 1, 'filter': words}}]}


def make_review(ann):
    shutil.copy(SAMPLE, ann.path('web.dat'))
    review = ann.path('slow.review')
    ann.run('review', 'create', review, ann.path('web.dat'))
    ann.run('notes', 'add', '--packet', 'slowest', 'curl waits for 10.77.0.1', review)
    os.mkdir(os.path.join(review, 'sessions'))
    with open(os.path.join(review, 'sessions', 'of curl.thresher'), 'w', encoding='utf-8') as file:
        json.dump(session_of('../../web.dat', key_of(review), 'comm == "curl"'), file)
    return review


def send(ann, bob, review, number=''):
    """Sanitizes with the names of authors, packs, and lets the other one unpack."""
    clean, names = ann.path(f'clean{number}.review'), ann.path(f'names{number}')
    ann.run('sanitize', '--authors', '--save-names', names, review, '-o', clean)
    ann.run('review', 'pack', clean)
    with open(names, encoding='utf-8') as file:
        renamed = {line['old']: line['new'] for line in map(json.loads, file)}
    os.unlink(names)
    archive = bob.path(f'mail{number}.review.tar.zst')
    shutil.copy(clean + '.tar.zst', archive)
    bob.run('review', 'unpack', '-C', bob.home, archive)
    return bob.path(f'mail{number}.review'), renamed


def send_back(bob, ann, copy, name='back.review.tar.zst'):
    bob.run('review', 'pack', '-o', bob.path(name), copy)
    shutil.copy(bob.path(name), ann.path(name))
    return ann.path(name)


def files_of(folder):
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            with open(path, 'rb') as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def members_of(archive):
    """What another program finds in it; what is the kernel's in a recording is left out."""
    with tempfile.TemporaryDirectory() as folder:
        tar = os.path.join(folder, 'tar')
        with open(tar, 'wb') as file:
            subprocess.run(['zstd', '-dc', archive], stdout=file, check=True)
        with tarfile.open(tar) as packed:
            packed.extractall(folder)
        os.unlink(tar)
        found = files_of(folder)
        for name in found:
            if name.endswith('.dat'):
                found[name] = sections_of(os.path.join(folder, name))['rest']
    return found


def answer(bob, copy, renamed):
    """Replies, resolves, and adds notes in the words of the sanitized review, and a session."""
    first = bob.notes(copy)[0]
    bob.run('notes', 'reply', first['id'][:8], f'{renamed["curl"]} holds a lock; {renamed["curl"]}s do', copy)
    bob.run('notes', 'resolve', first['id'][:8], copy)
    bob.run('notes', 'add', '--packet', 'slowest', '--label', 'lock', f'from {renamed["10.77.0.2"]}, it is no jam', copy)
    bob.run('notes', 'add', '--at', '+2ms', '--cpu', '1', 'see here in recording-1.dat', copy)
    with open(os.path.join(copy, 'sessions', 'recording-1.thresher'), 'w', encoding='utf-8') as file:
        json.dump(session_of(f'../recordings/{os.listdir(os.path.join(copy, "recordings"))[0]}', key_of(copy),
                             f'comm == "{renamed["curl"]}" && cpu == 1'), file)


def test_round_trip():
    with tempfile.TemporaryDirectory() as folder:
        ann, bob = Person(folder, 'Ann Onymous'), Person(folder, 'Bob')
        review = make_review(ann)
        before = ann.notes(review)[0]
        copy, renamed = send(ann, bob, review)
        assert bob.notes(copy)[0]['author'] == renamed['Ann Onymous'], bob.notes(copy)
        answer(bob, copy, renamed)
        back = send_back(bob, ann, copy)
        merged = ann.run('review', 'merge', review, back)
        assert 'replies: 3; changes of notes: 2; new sessions: 1; new recordings: 0' in merged, merged

        notes = ann.notes(review)
        assert [note['text'] for note in notes] == ['curl waits for 10.77.0.1', 'from 10.77.0.2, it is no jam',
                                                   'see here in web.dat'], notes
        assert [note['author'] for note in notes] == ['Ann Onymous', 'Bob', 'Bob'], notes
        assert notes[0]['id'] == before['id'] and not notes[0]['open'], notes[0]
        assert [reply['text'] for reply in notes[0]['replies']] == [f'curl holds a lock; {renamed["curl"]}s do'], notes[0]
        assert notes[1]['labels'] == ['lock'] and notes[1]['anchor'] == before['anchor'], notes[1]
        assert {note['found'] for note in notes} == {'yes'}, notes
        assert {note['anchor']['recording'] for note in notes} == {key_of(review)}, notes
        with open(os.path.join(review, 'sessions', 'web.thresher'), encoding='utf-8') as file:
            session = json.load(file)['recordings'][0]
        assert session['uri'] == '../../web.dat' and session['key'] == key_of(review), session
        assert session['session']['filter'] == 'comm == "curl" && cpu == 1', session
        assert sorted(os.listdir(os.path.join(review, 'sessions'))) == ['of curl.thresher', 'web.thresher']
        assert not os.path.exists(os.path.join(review, 'recordings'))
        assert len(os.listdir(os.path.join(review, 'notes'))) == 2, os.listdir(os.path.join(review, 'notes'))

        # Merging again changes nothing; a second answer appends to the file of the first.
        files = files_of(review)
        assert 'replies: 0; changes of notes: 0; new sessions: 0' in ann.run('review', 'merge', review, back)
        assert files_of(review) == files
        bob.run('notes', 'add', f'{renamed["curl"]} again', copy)
        ann.run('review', 'merge', review, send_back(bob, ann, copy, 'more.review.tar.zst'))
        assert ann.notes(review)[3]['text'] == 'curl again', ann.notes(review)
        assert len(os.listdir(os.path.join(review, 'notes'))) == 2, os.listdir(os.path.join(review, 'notes'))
        # A folder does as well as an archive, and is not changed.
        theirs = files_of(copy)
        ann.run('review', 'merge', review, copy)
        assert files_of(copy) == theirs
    return None


def test_nothing_leaves():
    """What is sent has neither names of the first user nor anything of what leads back to them."""
    with tempfile.TemporaryDirectory() as folder:
        ann, bob = Person(folder, 'Ann Onymous'), Person(folder, 'Bob')
        review = make_review(ann)
        send(ann, bob, review)
        assert len(ann.kept()) == 1 and not bob.kept()
        assert os.stat(ann.kept()[0]).st_mode & 0o777 == 0o600
        installation = re.search(r'([0-9a-f]{8})\.jsonl', os.listdir(os.path.join(review, 'notes'))[0])[1]
        with open(os.path.join(review, 'review.json'), encoding='utf-8') as file:
            identity = json.load(file)['id']
        files = members_of(bob.path('mail.review.tar.zst'))
        assert len(files) == 5, sorted(files)
        return search(files, NAMES + [installation, identity, key_of(review), folder])


def test_without_names():
    """Another user, or one who lost the file, learns what is missing."""
    with tempfile.TemporaryDirectory() as folder:
        ann, bob = Person(folder, 'Ann Onymous'), Person(folder, 'Bob')
        review = make_review(ann)
        copy, renamed = send(ann, bob, review)
        answer(bob, copy, renamed)
        back = send_back(bob, ann, copy)
        files = files_of(review)
        kept = ann.kept()[0]
        os.rename(kept, kept + '-away')
        error = ann.run('review', 'merge', review, back, status=REFUSED)
        assert kept in error and f'“{back}” answers a review without personal data' in error, error
        with open(kept, 'w', encoding='utf-8') as file:
            file.write('{')
        assert 'damaged' in ann.run('review', 'merge', review, back, status=REFUSED)
        os.rename(kept + '-away', kept)
        other = ann.path('other.review')
        ann.run('review', 'create', other, ann.path('web.dat'))
        assert f'“{back}” answers another review' in ann.run('review', 'merge', other, back, status=REFUSED)
        assert files_of(review) == files
        ann.run('review', 'merge', review, back)
    return None


def test_hostile():
    """The id of an answer is no path; changed words of the first user are not taken."""
    with tempfile.TemporaryDirectory() as folder:
        ann, bob = Person(folder, 'Ann Onymous'), Person(folder, 'Bob')
        review = make_review(ann)
        copy, _ = send(ann, bob, review)
        path = glob.glob(os.path.join(copy, 'notes', '*'))[0]
        with open(path, encoding='utf-8') as file:
            line = json.loads(file.readline())
        with open(path, 'w', encoding='utf-8') as file:
            file.write(json.dumps({**line, 'text': 'forged'}) + '\nno note\n')
        ann.run('review', 'merge', review, copy)
        assert [note['text'] for note in ann.notes(review)] == ['curl waits for 10.77.0.1'], ann.notes(review)
        manifest = os.path.join(copy, 'review.json')
        with open(manifest, encoding='utf-8') as file:
            contents = json.load(file)
        for identity in ('../sanitized/' + contents['id'], '../../../../etc/passwd', '', 'x' * 60):
            with open(manifest, 'w', encoding='utf-8') as file:
                json.dump({**contents, 'id': identity}, file)
            ann.run('review', 'merge', review, copy, status=REFUSED)
    return None


def test_part():
    """Notes about a recording of which a part was sent are about the whole again."""
    with tempfile.TemporaryDirectory() as folder:
        ann, bob = Person(folder, 'Ann Onymous'), Person(folder, 'Bob')
        review = make_review(ann)
        ann.run('cut', '--from', '+0', '--to', '+60ms', ann.path('web.dat'), '-o', ann.path('part.dat'))
        part = ann.path('part.review')
        shutil.copytree(review, part)
        ann.run('review', 'create', ann.path('p.review'), ann.path('part.dat'))
        manifest = os.path.join(part, 'review.json')
        with open(manifest, encoding='utf-8') as file:
            contents = json.load(file)
        contents['recordings'] = [{'path': '../part.dat', 'key': key_of(ann.path('p.review')), 'cut-of': key_of(review)}]
        with open(manifest, 'w', encoding='utf-8') as file:
            json.dump(contents, file)
        copy, renamed = send(ann, bob, part)
        bob.run('notes', 'add', '--at', '+1ms', '--cpu', '0', f'{renamed["curl"]}?', copy)
        ann.run('review', 'merge', review, send_back(bob, ann, copy))
        note = ann.notes(review)[1]
        assert (note['text'], note['found'], note['anchor']['recording']) == ('curl?', 'yes', key_of(review)), note
    return None


tap = Tap()
tap.case('answers come back in the names of the original', test_round_trip)
tap.case('nothing of the original leaves', test_nothing_leaves)
tap.case('without the names', test_without_names)
tap.case('hostile answers', test_hostile)
tap.case('answers about a part', test_part)
tap.end()
