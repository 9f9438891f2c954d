#!/usr/bin/env python3
# test-review.py - thresh review: a review is packed, passed on, unpacked and merged; hostile archives
#
# SPDX-License-Identifier: GPL-2.0-or-later

import hashlib
import io
import json
import os
import pwd
import resource
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from cli import DATA, THRESH, Tap, thresh

SAMPLE = os.path.join(DATA, '..', '..', 'data', 'samples', 'e1000-tcp.dat')
PART, REFUSED, USAGE = 3, 2, 64
MANIFEST = {'format': 'thresher-review', 'version': 1, 'recordings': []}


def run(*arguments, status=0, **options):
    done, out, err = thresh(*arguments, **options)
    assert done == status, f'{arguments}: status {done}: {err}'
    return out if status == 0 else err


def review(*arguments, **options):
    return run('review', *arguments, **options)


def person(folder, name):
    return {**os.environ, 'THRESHER_AUTHOR': name, 'XDG_STATE_HOME': os.path.join(folder, 'state', name), 'TZ': 'UTC'}


def make_review(folder, names=('web.dat',)):
    paths = []
    for number, name in enumerate(names):
        path = os.path.join(folder, f'in{number}', name)
        os.makedirs(os.path.dirname(path))
        shutil.copy(SAMPLE, path)
        with open(path, 'ab') as file:
            file.write(b'\0' * number)
        paths.append(path)
    made = os.path.join(folder, 'slow.review')
    review('create', made, *paths)
    return made, paths


def show(path):
    return json.loads(review('show', '--json', path))


def texts(path):
    """All that the notes say, without what depends on the order of arrival."""
    out = run('notes', 'list', '--json', path)
    return [(note['text'], note['labels'], note['open'], [reply['text'] for reply in note['replies']])
            for note in map(json.loads, out.splitlines())]


def contents(folder):
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            with open(path, 'rb') as file:
                found[os.path.relpath(path, folder)] = hashlib.sha256(file.read()).hexdigest()
    return found


def members(archive):
    """What another program finds in the archive."""
    raw = subprocess.run(['zstd', '-dc', archive], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(raw)) as tar:
        return [(member.name, tar.extractfile(member).read()) for member in tar.getmembers()]


# --- packing ------------------------------------------------------------------

def test_round_trip():
    """The recordings come along, wherever they were; a name that two of them have is no problem."""
    with tempfile.TemporaryDirectory() as folder:
        made, paths = make_review(folder, ('wéb.dat', 'wéb.dat', '.hidden'))
        run('notes', 'add', '--packet', 'slowest', 'x', made, env=person(folder, 'ann'))
        archive = os.path.join(folder, 'a.review.tar.zst')
        # The locale does not matter.
        review('pack', '-o', archive, made, env={**os.environ, 'LC_ALL': 'C'})
        packed = members(archive)
        names = [name for name, _ in packed]
        assert names[:2] == ['slow.review/review.json', 'slow.review/.gitattributes'], names
        assert names[2].startswith('slow.review/notes/ann-') and 'slow.review/recordings/wéb.dat' in names, names
        assert len(set(names)) == 6, names
        inside = sorted(hashlib.sha256(data).hexdigest() for name, data in packed if '/recordings/' in name)
        outside = []
        for path in paths:
            with open(path, 'rb') as file:
                outside.append(hashlib.sha256(file.read()).hexdigest())
        assert inside == sorted(outside), names

        target = os.path.join(folder, 'out')
        os.mkdir(target)
        review('unpack', '-C', target, archive, env={**os.environ, 'LC_ALL': 'C'})
        unpacked = os.path.join(target, 'a.review')
        assert os.listdir(target) == ['a.review'], os.listdir(target)
        assert {path: hashlib.sha256(data).hexdigest() for path, data in packed} == {
            f'slow.review/{path}': digest for path, digest in contents(unpacked).items()}
        assert [one['state'] for one in show(unpacked)['recordings']] == ['present'] * 3
        assert [one['key'] for one in show(unpacked)['recordings']] == [one['key'] for one in show(made)['recordings']]
        assert show(unpacked)['id'] == show(made)['id']
        assert json.loads(run('notes', 'list', '--json', '--find', unpacked))['found'] == 'yes'
        assert 'exists already' in review('unpack', '-C', target, archive, status=REFUSED)
    return None


def test_same_bytes():
    """The archive depends on contents alone."""
    with tempfile.TemporaryDirectory() as folder:
        made, _ = make_review(folder)
        run('notes', 'add', 'x', made, env=person(folder, 'ann'))
        review('pack', made)
        first = made + '.tar.zst'
        for path in contents(made):
            os.utime(os.path.join(made, path), (1, 1))
            os.chmod(os.path.join(made, path), 0o600)
        second = os.path.join(folder, 'b.review.tar.zst')
        review('pack', '-o', second, made)
        with open(first, 'rb') as one, open(second, 'rb') as two:
            assert one.read() == two.read()
    return None


def test_missing():
    """A recording that cannot be read is left out, named, and can be located later."""
    with tempfile.TemporaryDirectory() as folder:
        made, paths = make_review(folder, ('web.dat', 'other.dat'))
        moved = os.path.join(folder, 'moved.dat')
        os.rename(paths[1], moved)
        err = review('pack', made, status=PART)
        assert 'other.dat' in err and 'left out' in err, err
        assert 'other.dat' in review('check', made, status=PART)
        review('unpack', '-C', os.path.join(folder, 'in0'), made + '.tar.zst')
        unpacked = os.path.join(folder, 'in0', 'slow.review')
        assert [one['state'] for one in show(unpacked)['recordings']] == ['present', 'missing']
        assert folder not in json.dumps(show(unpacked))
        assert 'content' in review('locate', unpacked, os.path.join(DATA, 'v6.dat') if os.path.exists(
            os.path.join(DATA, 'v6.dat')) else THRESH, status=REFUSED)
        review('locate', unpacked, moved)
        assert [one['state'] for one in show(unpacked)['recordings']] == ['present', 'present']
        review('check', unpacked)
        with open(moved, 'ab') as file:
            file.write(b'x')
        assert 'has changed' in review('check', unpacked, status=PART)
        review('add', unpacked, moved)
        assert [one['state'] for one in show(unpacked)['recordings']] == ['present', 'changed', 'present']
    return None


def test_cut():
    """A review can carry a part of its recording; notes of both copies are found in both."""
    with tempfile.TemporaryDirectory() as folder:
        made, paths = make_review(folder)
        run('notes', 'add', '--at', '+160ms', 'x', made, env=person(folder, 'ann'))
        run('notes', 'add', '--at', '+180ms', 'later', made, env=person(folder, 'ann'))
        review('pack', '--from', '+150ms', '--to', '+170ms', made)
        review('unpack', '-C', os.path.join(folder, 'in0'), made + '.tar.zst')
        unpacked = os.path.join(folder, 'in0', 'slow.review')
        before, after = show(made)['recordings'][0], show(unpacked)['recordings'][0]
        assert after['cut_of'] == before['key'] != after['key'] and after['state'] == 'present', after
        cut = os.path.join(unpacked, 'recordings', 'web.dat')
        want = run('events', '--from', '+150ms', '--to', '+170ms', paths[0])
        assert want.count('\n') > 10 and run('events', cut) == want

        found = [json.loads(line)['found'] for line in run('notes', 'list', '--json', '--find', unpacked).splitlines()]
        assert found == ['yes', 'no'], found
        run('notes', 'add', '--at', '177.735', 'answer', unpacked, env=person(folder, 'bob'))
        out = review('merge', made, unpacked)
        assert 'New notes and replies: 1; changes of notes: 0' in out and 'recordings: 0' in out, out
        found = [json.loads(line)['found'] for line in run('notes', 'list', '--json', '--find', made).splitlines()]
        assert found == ['yes'] * 3, found
    return None


def test_empty_cut():
    """A recording without events in the span is left out; if none has any, the status says so."""
    with tempfile.TemporaryDirectory() as folder:
        made, paths = make_review(folder, ('web.dat', 'early.dat'))
        run('cut', '--to', '+10ms', '-o', paths[1] + '-cut', paths[0])
        os.rename(paths[1] + '-cut', paths[1])
        review('add', made, paths[1])
        manifest = os.path.join(made, 'review.json')
        with open(manifest, encoding='utf-8') as file:
            contents = json.load(file)
        del contents['recordings'][1]
        with open(manifest, 'w', encoding='utf-8') as file:
            json.dump(contents, file)
        first = 177.577497726 # as trace-cmd report prints it
        status, out, err = thresh('review', 'pack', '--from', f'{first + 0.15:.3f}', '--to', f'{first + 0.17:.3f}', made)
        assert status == 0 and 'early.dat' in err and 'no events in this span' in err and '3 files' in out, (status, out, err)
        names = [name for name, _ in members(made + '.tar.zst')]
        assert names[-1] == 'slow.review/recordings/web.dat' and len(names) == 3, names
        status, out, err = thresh('review', 'pack', '--from', '1000', '--to', '1001', made)
        assert status == PART and err.count('no events in this span') == 2 and '2 files' in out, (status, out, err)
    return None


def test_added_cut():
    """A cut names its original, so a review that gets the cut finds the notes on the original in it, unless the cut is
    sanitized."""
    with tempfile.TemporaryDirectory() as folder:
        made, paths = make_review(folder)
        run('notes', 'add', '--at', '+160ms', 'x', made, env=person(folder, 'ann'))
        part, smaller, other = (os.path.join(folder, name) for name in ('part.dat', 'smaller.dat', 'other.dat'))
        run('cut', '--from', '+150ms', '--to', '+170ms', '-o', part, paths[0])
        run('cut', '--from', '+2ms', '-o', smaller, part)
        run('sanitize', '-o', other, part)
        key = show(made)['recordings'][0]['key']
        assert key.encode() in open(part, 'rb').read() and key.encode() not in open(other, 'rb').read()

        review('add', made, part, smaller, other)
        assert [one['cut_of'] for one in show(made)['recordings']] == [None, key, key, None], show(made)
        os.remove(paths[0])
        status, listed, _ = thresh('notes', 'list', '--json', '--find', made)
        found = [json.loads(line)['found'] for line in listed.splitlines()]
        assert status == PART and found == ['yes'], (status, found)

        created = os.path.join(folder, 'cut.review')
        review('create', created, part)
        assert [one['cut_of'] for one in show(created)['recordings']] == [key], show(created)
    return None


def test_sessions():
    """The sessions of an archive lead to the recordings in it."""
    with tempfile.TemporaryDirectory() as folder:
        made, paths = make_review(folder)
        key = show(made)['recordings'][0]['key']
        os.mkdir(os.path.join(made, 'sessions'))
        session = {'format': 'thresher-shared-session', 'version': 1,
                   'recordings': [{'uri': '../../in0/web.dat', 'key': key}]}
        with open(os.path.join(made, 'sessions', 'a.thresher'), 'w', encoding='utf-8') as file:
            json.dump(session, file)
        with open(os.path.join(made, 'sessions', 'b.thresher'), 'w', encoding='utf-8') as file:
            file.write('{')
        assert show(made)['sessions'] == [{'name': 'a.thresher', 'damaged': False}, {'name': 'b.thresher', 'damaged': True}]
        assert 'b.thresher' in review('check', made, status=PART)
        review('pack', made)
        packed = dict(members(made + '.tar.zst'))
        written = json.loads(packed['slow.review/sessions/a.thresher'])
        assert written['recordings'] == [{'uri': '../recordings/web.dat', 'key': key}], written
        assert packed['slow.review/sessions/b.thresher'] == b'{'
    return None


def write_session(made, name, uri, key, **more):
    path = os.path.join(made, 'sessions', name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    session = {'format': 'thresher-session', 'version': 1, **more}
    with open(path, 'w', encoding='utf-8') as file:
        json.dump({'format': 'thresher-shared-session', 'version': 1,
                   'recordings': [{'uri': uri, 'key': key, 'session': session}]}, file)


def read_place(made, name):
    with open(os.path.join(made, 'sessions', name), encoding='utf-8') as file:
        recording = json.load(file)['recordings'][0]
    return recording['uri'], recording['key']


def test_merged_sessions():
    """A session that nobody touched is no new one, whether the recording went along whole or as a part; one that was
    changed there comes in, and is about the recording that is here."""
    for span in [], ['--from', '+150ms', '--to', '+170ms']:
        with tempfile.TemporaryDirectory() as folder:
            made, _ = make_review(folder)
            key = show(made)['recordings'][0]['key']
            write_session(made, 'v.thresher', '../../in0/web.dat', key, tab='events')
            review('pack', *span, made)
            assert 'new sessions: 0' in review('merge', made, made + '.tar.zst')
            assert os.listdir(os.path.join(made, 'sessions')) == ['v.thresher']

            review('unpack', '-C', os.path.join(folder, 'in0'), made + '.tar.zst')
            unpacked = os.path.join(folder, 'in0', 'slow.review')
            place, other_key = read_place(unpacked, 'v.thresher')
            assert place == '../recordings/web.dat' and (other_key == key) == (not span), other_key
            write_session(unpacked, 'v.thresher', place, other_key, tab='packets')
            write_session(unpacked, 'new.thresher', place, other_key)
            assert 'new sessions: 2' in review('merge', made, unpacked)
            assert 'new sessions: 0' in review('merge', made, unpacked)
            names = sorted(os.listdir(os.path.join(made, 'sessions')))
            assert len(names) == 3 and names[0] == 'new.thresher' and names[2] == 'v.thresher', names
            for name in names:
                assert read_place(made, name) == ('../../in0/web.dat', key), (name, read_place(made, name))
    return None


def test_session_of_new_recording():
    """The session of a recording that a copy brings along is about it where it is then, even under another name."""
    with tempfile.TemporaryDirectory() as folder:
        made, paths = make_review(folder, ('web.dat', 'web.dat'))
        other = os.path.join(folder, 'other.review')
        review('create', other, paths[0])
        with open(os.path.join(made, 'review.json'), encoding='utf-8') as file:
            identity = json.load(file)['id']
        with open(os.path.join(other, 'review.json'), encoding='utf-8') as file:
            manifest = json.load(file)
        with open(os.path.join(other, 'review.json'), 'w', encoding='utf-8') as file:
            json.dump({**manifest, 'id': identity}, file)
        os.mkdir(os.path.join(other, 'recordings'))
        shutil.copy(SAMPLE, os.path.join(other, 'recordings', 'web.dat'))
        key = show(made)['recordings'][1]['key']
        write_session(made, 'v.thresher', '../../in1/web.dat', key)
        review('pack', made)
        assert 'new sessions: 1; new recordings: 1' in review('merge', other, made + '.tar.zst')
        place, _ = read_place(other, 'v.thresher')
        path = os.path.normpath(os.path.join(other, 'sessions', place))
        assert path == os.path.join(other, 'recordings', f'{key[:8]}-web.dat') or \
            path == os.path.join(other, 'recordings', f'{key[:16]}-web.dat'), path
        assert os.path.exists(path)
    return None


def has_open(child, path):
    files = f'/proc/{child.pid}/fd'
    try:
        return any(os.readlink(os.path.join(files, name)) == path for name in os.listdir(files))
    except FileNotFoundError: # it was closed meanwhile
        return False


def test_interrupted():
    """Ctrl+C leaves nothing behind."""
    with tempfile.TemporaryDirectory() as folder:
        big = os.path.join(folder, 'big.dat')
        with open(big, 'wb') as file:
            file.truncate(200 << 30)
        made = os.path.join(folder, 'slow.review')
        review('create', made, big)
        with subprocess.Popen([THRESH, 'review', 'pack', made], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
            deadline = time.monotonic() + 60
            while not has_open(child, big) and time.monotonic() < deadline:
                time.sleep(0.01)
            child.send_signal(signal.SIGINT)
            err = child.communicate(timeout=60)[1].decode()
        assert child.returncode == REFUSED and 'interrupted' in err, (child.returncode, err)
        assert sorted(os.listdir(folder)) == ['big.dat', 'slow.review'], os.listdir(folder)
    return None


def limit_files():
    """Files of more than 100 kB cannot be written, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))


def test_full_disk():
    with tempfile.TemporaryDirectory() as folder:
        made, _ = make_review(folder)
        archive = made + '.tar.zst'
        err = review('pack', made, status=REFUSED, preexec_fn=limit_files)
        assert 'cannot be written' in err and sorted(os.listdir(folder)) == ['in0', 'slow.review'], err
        review('pack', made)
        err = review('unpack', '-C', os.path.join(folder, 'in0'), archive, status=REFUSED, preexec_fn=limit_files)
        assert 'Nothing was unpacked' in err and os.listdir(os.path.join(folder, 'in0')) == ['web.dat'], err
        with open(archive, 'wb') as file:
            file.write(b'before')
        review('pack', made, status=REFUSED, preexec_fn=limit_files)
        with open(archive, 'rb') as file:
            assert file.read() == b'before'
    return None


# --- hostile archives ---------------------------------------------------------

def entry(name, data=b'', **fields):
    info = tarfile.TarInfo(name)
    info.size = len(data)
    for field, value in fields.items():
        setattr(info, field, value)
    return info, data


GOOD = entry('a.review/review.json', json.dumps(MANIFEST).encode())


def write_archive(path, entries, form=tarfile.PAX_FORMAT, after=b''):
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode='w', format=form) as tar:
        for info, data in entries:
            if info.size == len(data):
                tar.addfile(info, io.BytesIO(data))
            else:
                # It claims more than there is.
                tar.addfile(tarfile.TarInfo('a.review/notes/x.jsonl'))
                raw.write(info.tobuf(form))
    data = raw.getvalue()
    if any(info.size != len(data) for info, data in entries):
        data = data.rstrip(b'\0') + b'\0' * 512
    packed = subprocess.run(['zstd', '-qc'], input=data + after, capture_output=True, check=True).stdout
    with open(path, 'wb') as file:
        file.write(packed)


def test_damage_on_the_way():
    """A recording that is not what was packed, which zstd does not notice, is told; the review is there."""
    with tempfile.TemporaryDirectory() as folder:
        made, _ = make_review(folder)
        archive = os.path.join(folder, 'a.review.tar.zst')
        review('pack', '-o', archive, made)
        entries = [entry(name, data[:-9] + b'?' + data[-8:] if name.endswith('/web.dat') else data)
                   for name, data in members(archive)]
        write_archive(archive, entries)
        target = os.path.join(folder, 'out')
        os.mkdir(target)
        err = review('unpack', '-C', target, archive, status=PART)
        assert 'web.dat” is not what was packed, so the archive is damaged' in err, err
        assert [one['state'] for one in show(os.path.join(target, 'a.review'))['recordings']] == ['changed']
    return None


def refused(folder, word, *options):
    """The archive is refused with this word, and nothing is left anywhere."""
    archive = os.path.join(folder, 'x.review.tar.zst')
    target = os.path.join(folder, 'in', 'side')
    os.makedirs(target, exist_ok=True)
    before = sorted(contents(folder).items())
    err = review('unpack', *options, '-C', target, archive, status=REFUSED)
    assert 'Nothing was unpacked' in err and word in err, err
    assert sorted(contents(folder).items()) == before and os.listdir(target) == [], os.listdir(target)


def test_hostile():
    cases = {
        'outside': [[GOOD, entry(name, b'x')] for name in (
            '/tmp/evil', '../evil', 'a.review/../../evil', 'a.review/notes/../../x.jsonl', 'b.review/notes/x.jsonl',
            'a.review/..', '//x', './../x')],
        'is a link': [
            [GOOD, entry('a.review/notes', type=tarfile.SYMTYPE, linkname='/tmp')],
            [GOOD, entry('a.review/notes/x.jsonl', type=tarfile.LNKTYPE, linkname='/etc/passwd')],
            [GOOD, entry('a.review/recordings/x.dat', type=tarfile.LNKTYPE, linkname='a.review/review.json')],
            [GOOD, entry('a.review/recordings/x.dat', type=tarfile.SYMTYPE, linkname='../../../x')]],
        'not a regular file': [[GOOD, entry('a.review/recordings/x.dat', type=kind)] for kind in (
            tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE)],
        'twice': [[GOOD, GOOD], [GOOD, entry('a.review/notes/x.jsonl'), entry('a.review/notes//x.jsonl')],
                  [GOOD, entry('a.review/notes/x.jsonl'), entry('./a.review/notes/x.jsonl')]],
        'one file too many': [[GOOD] + [entry(f'a.review/junk{n}') for n in range(5000)]],
        'larger than such a file': [
            [GOOD, entry('a.review/notes/x.jsonl', b' ' * (65 << 20))],
            [entry('a.review/review.json', b' ' * (2 << 20))]],
        'review.json': [[], [entry('a.review/notes/x.jsonl')], [entry('a.review/review.json', b'{}')],
                        [entry('a.review/x/review.json', GOOD[1])]],
        'limit of 64.0': [[GOOD, entry('a.review/recordings/x', size=65 << 30)],
                          [GOOD, entry('a.review/recordings/x', size=1 << 62)],
                          [GOOD, entry('a.review/junk', size=65 << 30)],
                          [GOOD, entry('a.review/recordings', size=65 << 30, type=b'D')]],
    }
    with tempfile.TemporaryDirectory() as folder:
        archive = os.path.join(folder, 'x.review.tar.zst')
        for word, archives in cases.items():
            for entries in archives:
                for form in (tarfile.PAX_FORMAT, tarfile.GNU_FORMAT):
                    write_archive(archive, entries, form)
                    refused(folder, word)
        # A name cannot add a line to the message.
        write_archive(archive, [GOOD, entry('a.review/x\nthresh: all is well', type=tarfile.SYMTYPE, linkname='y')])
        refused(folder, 'a.review/x\\nthresh')
        assert not os.path.exists('/tmp/evil')
    return None


def test_limits():
    """The limit can be raised and lowered; the room on the disk is asked for before anything is written."""
    with tempfile.TemporaryDirectory() as folder:
        archive = os.path.join(folder, 'x.review.tar.zst')
        write_archive(archive, [GOOD, entry('a.review/recordings/x', size=2 << 30)])
        refused(folder, 'limit of 1.0', '--max-size', '1')
        refused(folder, 'damaged', '--max-size', '3')
        room = shutil.disk_usage(folder).free
        write_archive(archive, [GOOD, entry('a.review/recordings/x', size=room + (1 << 30))])
        refused(folder, 'no room', '--max-size', '1000000')
        assert '--max-size' in review('unpack', '--max-size', '-1', archive, status=USAGE)
    return None


def test_damaged():
    """Truncated and altered archives: nothing is left, or all of it was right."""
    with tempfile.TemporaryDirectory() as folder:
        made, _ = make_review(folder)
        run('notes', 'add', 'x', made, env=person(folder, 'ann'))
        review('pack', made)
        with open(made + '.tar.zst', 'rb') as file:
            whole = file.read()
        place = os.path.join(folder, 'place')
        os.mkdir(place)
        archive = os.path.join(place, 'x.review.tar.zst')
        for size in [0, 1, 4, 5, 100, *range(0, len(whole) - 1, len(whole) // 9)]:
            with open(archive, 'wb') as file:
                file.write(whole[:size])
            refused(place, 'x.review.tar.zst')
        for at in range(3, len(whole), len(whole) // 17):
            with open(archive, 'wb') as file:
                file.write(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1:])
            done = thresh('review', 'unpack', '-C', place, archive)[0]
            assert done in (0, PART, REFUSED), done
            left = os.path.join(place, 'x.review')
            assert os.path.exists(left) == (done != REFUSED), at
            shutil.rmtree(left, ignore_errors=True)
            assert os.listdir(place) in (['x.review.tar.zst', 'in'], ['in', 'x.review.tar.zst']), os.listdir(place)
        for path in (SAMPLE, place, '/dev/null', os.path.join(place, 'none')):
            assert 'Nothing was unpacked' in review('unpack', '-C', place, path, status=REFUSED)
        # Nobody needs another copy of a recording.
        assert thresh('review', 'show', SAMPLE)[2].endswith(f'“{SAMPLE}” is not the archive of a review\n')
    return None


def test_skipped():
    """What does not belong to a review is skipped; names cannot control the terminal."""
    with tempfile.TemporaryDirectory() as folder:
        archive = os.path.join(folder, 'x.review.tar.zst')
        write_archive(archive, [GOOD, entry('a.review/README', b'x'), entry('a.review/notes/.x.jsonl', b'x'),
                                entry('a.review/notes/x.sh', b'x'), entry('a.review/notes/a/b.jsonl', b'x'),
                                entry('a.review/recordings/\x1b[2J', b'x'), entry('a.review/notes', type=tarfile.DIRTYPE)])
        done, _, err = thresh('review', 'unpack', '-C', folder, archive)
        assert done == 0 and '5 files' in err, (done, err)
        unpacked = os.path.join(folder, 'x.review')
        assert list(contents(unpacked)) == ['review.json']
        # It had no notes, and now gets one; others may read it as far as the user allows.
        run('notes', 'add', 'x', unpacked, env=person(folder, 'ann'))
        assert os.stat(unpacked).st_mode & 0o777 == os.stat(os.path.join(unpacked, 'notes')).st_mode & 0o777 != 0o700
        write_archive(archive, [GOOD, entry('a.review/\x1b[2J\nx', type=tarfile.FIFOTYPE)])
        shutil.rmtree(os.path.join(folder, 'x.review'))
        assert '\x1b' not in review('unpack', '-C', folder, archive, status=REFUSED)
    return None


def test_strange_sessions():
    """A session that is a link, or larger than one that is read, is not packed: the archive could not be unpacked."""
    with tempfile.TemporaryDirectory() as folder:
        made, _ = make_review(folder, ('web.dat',))
        os.makedirs(os.path.join(made, 'sessions'), exist_ok=True)
        os.symlink('/etc/passwd', os.path.join(made, 'sessions', 'link.thresher'))
        with open(os.path.join(made, 'sessions', 'huge.thresher'), 'wb') as file:
            file.truncate(9 << 20)
        archive = os.path.join(folder, 'a.review.tar.zst')
        review('pack', '-o', archive, made)
        assert not [name for name, _ in members(archive) if '/sessions/' in name]
        review('unpack', '-C', folder, archive)
    return None


# --- several people -----------------------------------------------------------

def as_nobody():
    nobody = pwd.getpwnam('nobody')
    os.setgroups([])
    os.setgid(nobody.pw_gid)
    os.setuid(nobody.pw_uid)


def may_be_nobody():
    """Whether this program can be run as another user."""
    if os.geteuid() != 0:
        return False
    done = subprocess.run([THRESH, '--version'], preexec_fn=as_nobody, cwd='/', check=False,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return done.returncode == 0


def test_mail():
    """Packed, mailed, answered by another user without access to the first folder, sent back, merged."""
    with tempfile.TemporaryDirectory() as mine, tempfile.TemporaryDirectory() as theirs:
        nobody = pwd.getpwnam('nobody')
        made, _ = make_review(mine)
        ann = person(mine, 'ann')
        bob = {**person(theirs, 'bob'), 'HOME': theirs}
        bob_options = {'env': bob, 'preexec_fn': as_nobody, 'cwd': theirs}
        note = run('notes', 'add', '--packet', 'slowest', 'why?', made, env=ann).strip()
        review('pack', made)
        mail = os.path.join(theirs, 'slow.review.tar.zst')
        shutil.copy(made + '.tar.zst', mail)
        if os.path.dirname(theirs) != '/tmp':
            os.chmod(os.path.dirname(theirs), 0o711)
        os.chmod(mine, 0o700)
        os.chown(theirs, nobody.pw_uid, nobody.pw_gid)
        assert thresh('notes', 'list', made, **bob_options)[0] == REFUSED

        review('unpack', mail, **bob_options)
        copy = os.path.join(theirs, 'slow.review')
        assert json.loads(run('notes', 'list', '--json', '--find', copy, **bob_options))['found'] == 'yes'
        run('notes', 'reply', note[:8], 'a lock', copy, **bob_options)
        run('notes', 'add', '--at', '+2ms', 'see here', copy, **bob_options)
        review('pack', '-o', os.path.join(theirs, 'back.review.tar.zst'), copy, **bob_options)

        # Meanwhile ann goes on.
        run('notes', 'label', note[:8], 'net', made, env=ann)
        back = os.path.join(mine, 'back.review.tar.zst')
        shutil.copy(os.path.join(theirs, 'back.review.tar.zst'), back)
        review('merge', made, back)
        want = [('why?', ['net'], True, ['a lock']), ('see here', [], True, [])]
        assert texts(made) == want, texts(made)
        before = contents(made)
        assert 'replies: 0; changes of notes: 0' in review('merge', made, back) and contents(made) == before
        assert sorted(os.listdir(mine)) == ['back.review.tar.zst', 'in0', 'slow.review', 'slow.review.tar.zst', 'state']

        # And bob gets what ann wrote.
        review('pack', made)
        shutil.copy(made + '.tar.zst', mail)
        review('merge', copy, mail, **bob_options)
        assert texts(copy) == want, texts(copy)
    return None


def test_merge():
    """Both wrote under one name on one machine, as after a copy of a home folder: both are kept."""
    with tempfile.TemporaryDirectory() as folder:
        made, _ = make_review(folder)
        ann = person(folder, 'ann')
        run('notes', 'add', 'first', made, env=ann)
        copy = os.path.join(folder, 'copy.review')
        shutil.copytree(made, copy)
        run('notes', 'add', 'here', made, env=ann)
        run('notes', 'add', 'there', copy, env=ann)
        review('merge', made, copy)
        review('merge', copy, made)
        assert sorted(text for text, *_ in texts(made)) == ['first', 'here', 'there'], texts(made)
        assert texts(copy) == texts(made)
        other = os.path.join(folder, 'other.review')
        review('create', other, os.path.join(folder, 'in0', 'web.dat'))
        assert 'another review' in review('merge', made, other, status=REFUSED)
    return None


def test_merge_while_written():
    """Ann goes on writing while an answer is merged into her own file; nothing is lost or torn."""
    with tempfile.TemporaryDirectory() as folder:
        made, _ = make_review(folder)
        ann = person(folder, 'ann')
        run('notes', 'add', 'first', made, env=ann)
        copies = []
        for number in range(5):
            copies.append(os.path.join(folder, f'{number}.review'))
            shutil.copytree(made, copies[-1])
            run('notes', 'add', f'copy {number}', copies[-1], env=ann)
        script = 'for i in $(seq 30); do "$0" notes add "here $i" "$1" > /dev/null || exit 1; done'
        with subprocess.Popen(['sh', '-c', script, THRESH, made], env=ann) as writer:
            merges = 0
            while writer.poll() is None or merges < 10:
                review('merge', made, copies[merges % 5])
                merges += 1
            assert writer.returncode == 0
        want = ['first'] + [f'copy {n}' for n in range(5)] + [f'here {n}' for n in range(1, 31)]
        assert sorted(text for text, *_ in texts(made)) == sorted(want), texts(made)
        review('check', made)
    return None


def test_archives_are_read():
    """Other commands read archives, refuse to change them, and leave nothing in the folder of temporary files."""
    with tempfile.TemporaryDirectory() as folder:
        made, _ = make_review(folder)
        run('notes', 'add', '--at', '+2ms', 'x <y>', made, env=person(folder, 'ann'))
        review('pack', made)
        archive = made + '.tar.zst'
        temporary = os.path.join(folder, 'tmp')
        os.mkdir(temporary)
        env = {**person(folder, 'ann'), 'TMPDIR': temporary}
        for options in ([], ['--find'], ['--json']):
            assert run('notes', 'list', *options, archive, env=env) == run('notes', 'list', *options, made, env=env)
        assert review('show', archive, env=env).replace('recordings/', '../in0/') == review('show', made, env=env)
        review('check', archive, env=env)
        html = os.path.join(folder, 'x.html')
        run('report', '-o', html, archive, env=env)
        with open(html, encoding='utf-8') as file:
            text = file.read()
        assert 'x &lt;y&gt;' in text and '<title>slow' in text, text[:400]
        for arguments in (['notes', 'add', 'x', archive], ['notes', 'resolve', 'x', archive], ['review', 'add', archive, SAMPLE],
                          ['review', 'merge', archive, made], ['review', 'pack', archive]):
            assert 'unpack' in run(*arguments, env=env, status=USAGE)
        assert os.listdir(temporary) == [], os.listdir(temporary)
    return None


def test_names():
    """An archive of any name unpacks to a review of that name, into a folder that is there."""
    with tempfile.TemporaryDirectory() as folder:
        made, _ = make_review(folder)
        archive = os.path.join(folder, 'monday.tar.zst')
        assert 'has no events in this span' in thresh('review', 'pack', '--from', '9000', '--to', '9001', '-o', archive, made)[2]
        review('pack', '-o', archive, made)
        assert 'no folder' in review('unpack', '-C', os.path.join(folder, 'nowhere'), archive, status=USAGE)
        target = os.path.join(folder, 'monday.review')
        assert review('unpack', '-C', folder, archive).endswith(f'{target}\n')
        assert show(target)['recordings'][0]['state'] == 'present'
    return None


def test_info():
    """`thresh info` says that it is a review and what it has; other commands say what to do."""
    with tempfile.TemporaryDirectory() as folder:
        made, paths = make_review(folder)
        run('notes', 'add', 'one', made, env=person(folder, 'ann'))
        review('pack', made)
        archive = made + '.tar.zst'
        text = run('info', made)
        assert text.startswith(f'{made}: a review\n') and review('show', made) in text, text
        assert f'“thresher {made}”' in text and f'“thresh notes list {made}”' in text, text
        text = run('info', archive)
        assert text.startswith(f'{archive}: a packed review\n') and f'“thresh review unpack {archive}”' in text, text
        both = [json.loads(line) for line in run('info', '--json', paths[0], made, archive).splitlines()]
        assert [one['file'] for one in both] == [paths[0], made, archive]
        assert both[1] == {'file': made, **show(made)} and both[2]['notes'] == both[1]['notes']
        for path in (made, archive):
            assert f'“thresh info {path}”' in run('events', path, status=REFUSED)
        assert 'folder' in run('info', folder, status=REFUSED)
        with open(os.path.join(made, 'review.json'), 'w', encoding='utf-8') as file:
            file.write('{')
        assert 'review.json' in run('info', made, status=REFUSED)
        strange = os.path.join(folder, 'a\x1b[2J\nb')
        os.rename(made, strange)
        for command in 'info', 'events':
            text = run(command, strange, status=REFUSED)
            assert text.count('\n') == 1 and '\x1b' not in text, text
    return None


def test_no_review():
    """What is wrong with a path that is no review, and a folder that may not be written."""
    with tempfile.TemporaryDirectory() as folder:
        assert 'There is no review' in review('show', os.path.join(folder, 'x'), status=REFUSED)
        assert 'it has no review.json' in review('show', folder, status=REFUSED)
        if may_be_nobody():
            os.chmod(folder, 0o755)
            out = review('create', os.path.join(folder, 'x.review'), os.path.realpath(SAMPLE), status=REFUSED,
                         preexec_fn=as_nobody)
            assert 'Permission denied' in out, out
    return None


def test_usage():
    for arguments in ([], ['x'], ['show'], ['show', 'a', 'b'], ['merge', 'a'], ['create', 'a'], ['unpack']):
        assert review(*arguments, status=USAGE)
    # Each has a help of its own, and the options of others are unknown to it.
    for name, own, foreign in (('pack', '--output', '--max-size'), ('merge', '--max-size', '--output'),
                               ('show', '--json', '--folder'), ('unpack', '--folder', '--from')):
        text = review(name, '--help')
        assert own in text and foreign not in text and f'thresh review [OPTION…] {name}' in text, text
        assert foreign in review(name, foreign, 'x', 'a', status=USAGE)
    # The options of loading belong to those that load.
    for command, loads in ((('review', 'pack'), True), (('notes', 'add'), True), (('notes', 'list'), True), (('review', 'merge'), False),
                           (('review', 'create'), False), (('notes', 'reply'), False), (('review',), False), (('notes',), False)):
        assert ('--vmlinux' in run(*command, '--help')) == loads, command
    assert 'Unknown option --memory' in review('show', '--memory', '9', 'x', status=USAGE)
    text = run('notes', 'reply', '--help')
    assert 'ID TEXT REVIEW' in text and '--author' in text and '--packet' not in text, text
    text = review('--help')
    assert 'unpack, merge: Refuse archives' in text and '  merge     Add to a review' in text, text
    assert 'did you mean “pack”' in review('pak', 'a', status=USAGE)
    assert 'create, show, check' in review('xyz', 'a', status=USAGE)
    assert 'create, show, check' in review(status=USAGE)
    assert '“thresh review create REVIEW FILE…”' in review('create', 'a', status=USAGE)
    assert '“thresh notes reply ID TEXT REVIEW”' in run('notes', 'reply', 'a', status=USAGE)
    return None


tap = Tap()
tap.case('a review comes out of its archive as it went in', test_round_trip)
tap.case('the same review makes the same archive', test_same_bytes)
tap.case('missing recordings', test_missing)
tap.case('a review carries a part of its recording', test_cut)
tap.case('a cut without events', test_empty_cut)
tap.case('a cut that is added', test_added_cut)
tap.case('sessions lead to the recordings beside them', test_sessions)
tap.case('a session that nobody touched is not merged', test_merged_sessions)
tap.case('a session leads to the recording that came with it', test_session_of_new_recording)
tap.case('packing is interrupted', test_interrupted)
tap.case('the disk is full', test_full_disk)
tap.case('hostile archives', test_hostile)
tap.case('limits', test_limits)
tap.case('damage on the way', test_damage_on_the_way)
tap.case('damaged archives', test_damaged)
tap.case('files that do not belong to a review', test_skipped)
tap.case('sessions that are links, or too large', test_strange_sessions)
if may_be_nobody():
    tap.case('two users and the mail', test_mail)
else:
    tap.skip('two users and the mail', 'only root can become another user, who must be able to run thresh')
tap.case('two copies with one author', test_merge)
tap.case('merging while somebody writes', test_merge_while_written)
tap.case('archives are read', test_archives_are_read)
tap.case('names of archives', test_names)
tap.case('what a review is', test_info)
tap.case('what is no review', test_no_review)
tap.case('wrong usage', test_usage)
tap.end()
