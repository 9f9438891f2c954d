#!/usr/bin/env python3
# test-report.py - thresh report: complete, without anything from outside, and safe
#
# SPDX-License-Identifier: GPL-2.0-or-later

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from cli import DATA, HAVE_TRACES, NO_TRACES, TRACES, Tap, thresh

SAMPLE = os.path.join(DATA, '..', '..', 'data', 'samples', 'e1000-tcp.dat')
DROPS = os.path.join(DATA, 'e1000-gt-udp.dat')
LOST = os.path.join(DATA, 'e1000-lost.dat')
TEXT = os.path.join(DATA, 'e1000-ftrace-default.txt')
REFUSED, PART, USAGE = 2, 3, 64
VOID = {'meta', 'br', 'link', 'img', 'hr', 'input'}
EVIL = '<script>alert("x")</script> & \x1b[31m\u202e `a<b` done\n\n- one\n- two & `code`\n\n3. third'


class Page(HTMLParser):
    """Refuses whatever is not balanced or leads out of the document, and collects the rest."""

    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.stack, self.ids, self.uses, self.headings, self.tables = [], [], set(), [], []
        self.items, self.codes, self.words, self.svgs, self.titles, self.figures = [], [], [], 0, [], []
        self.links, self.cells = [], []
        self.styles, self.rows, self.legends = '', {}, []
        with open(path, encoding='utf-8') as file:
            self.source = file.read()
        assert 'http' not in self.source.lower() and '@import' not in self.source
        assert not re.search('[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e]', self.source), 'control characters'
        self.feed(self.source)
        self.close()
        assert not self.stack, f'open at the end: {self.stack}'
        assert len(self.ids) == len(set(self.ids)), 'an id is there twice'
        assert self.uses <= set(self.ids), f'no such ids: {sorted(self.uses - set(self.ids))[:5]}'
        assert self.titles.count('') == 0 and len(self.titles) == 2 * self.svgs, self.titles
        assert self.cells.count('') == 0, self.cells
        for links, target in self.links:
            assert links and target in self.ids, target
        levels = [level for level, _ in self.headings]
        assert levels[0] == 1 and levels.count(1) == 1, levels
        assert all(b <= a + 1 for a, b in zip(levels, levels[1:])), levels

    def handle_starttag(self, tag, attributes):
        names = dict(attributes)
        assert tag not in ('script', 'iframe', 'object', 'embed', 'link', 'base', 'form', 'img', 'i', 'b-x'), tag
        assert not any(name.startswith('on') for name in names), attributes
        for name in ('href', 'src', 'xlink:href', 'action', 'srcset', 'data'):
            value = names.get(name, '#')
            assert value.startswith('#') or value.startswith('data:image/'), value
            if name in names and value.startswith('#'):
                self.uses.add(value[1:])
        self.uses.update(re.findall(r'url\(#([^)]*)\)', ' '.join(value or '' for _, value in attributes)))
        self.uses.update(names.get('aria-labelledby', '').split())
        if 'id' in names:
            self.ids.append(names['id'])
        if tag == 'svg':
            self.svgs += 'td' not in self.stack
            assert names['role'] == 'img' and names['viewbox'], names
        if tag == 'svg' or self.stack and self.stack[-1] == 'svg' and tag in ('title', 'desc'):
            self.last = tag
        if tag in ('title', 'desc') and 'svg' in self.stack:
            (self.cells if 'td' in self.stack else self.titles).append('')
        if tag in ('h1', 'h2', 'h3', 'h4', 'h5', 'h6'):
            self.headings.append((int(tag[1]), ''))
        for kind, found in (('table', self.tables), ('li', self.items), ('code', self.codes)):
            if tag == kind:
                found.append([] if kind == 'table' else '')
        if names.get('class') == 'figures':
            self.figures.append({})
        if tag == 'a':
            self.links.append(('', names['href'][1:]))
        if '--light' in names.get('style', ''):
            self.legends.append(dict(re.findall(r'--(\w+):(#[0-9a-f]{6});', names['style'])))
        if tag == 'tr':
            self.tables[-1].append([])
            self.rows[names.get('id')] = self.tables[-1][-1]
        if tag in ('td', 'th'):
            self.tables[-1][-1].append('')
        if tag not in VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.stack.pop()

    def handle_endtag(self, tag):
        assert self.stack and self.stack[-1] == tag, f'</{tag}> in {self.stack}'
        self.stack.pop()

    def handle_data(self, data):
        last = self.stack[-1] if self.stack else ''
        if last == 'style':
            self.styles += data
            return
        if last in ('title', 'desc') and 'svg' in self.stack:
            (self.cells if 'td' in self.stack else self.titles)[-1] += data
        elif 'svg' not in self.stack:
            self.words.append(data)
        if last in ('h1', 'h2', 'h3'):
            self.headings[-1] = (self.headings[-1][0], self.headings[-1][1] + data)
        if last in ('td', 'th') or last == 'a' and 'td' in self.stack:
            self.tables[-1][-1][-1] += data
        if last == 'b' and 'li' in self.stack:
            self.value = data
        if last == 'span' and 'li' in self.stack:
            self.figures[-1][data] = self.value
        if last == 'a':
            self.links[-1] = (self.links[-1][0] + data, self.links[-1][1])
        if 'li' in self.stack:
            self.items[-1] += data
        if last == 'code':
            self.codes[-1] += data

    def sections(self):
        return [title for level, title in self.headings if level == 2]

    def table(self, title):
        return next(table for table in self.tables if title in table[0])


def person(folder, name):
    return {**os.environ, 'THRESHER_AUTHOR': name, 'XDG_STATE_HOME': os.path.join(folder, 'state'), 'TZ': 'UTC'}


def run(*arguments, env=None, status=0):
    done, out, err = thresh(*arguments, env=env or {**os.environ, 'TZ': 'UTC'})
    assert done == status, f'{arguments}: status {done}: {err}'
    return out if status == 0 else err


def page(folder, *sources, status=0):
    path = os.path.join(folder, 'x.html')
    run('report', '-o', path, *sources, status=status)
    return Page(path)


def lines(*arguments):
    return [json.loads(line) for line in run(*arguments).splitlines()]


def is_value(text, ns):
    """Whether "12.494 ms" is the value, to its last digit."""
    match = re.fullmatch(r'(-?\d+(?:\.(\d+))?) (ns|µs|ms|s)', text)
    assert match, text
    unit = {'ns': 1, 'µs': 10**3, 'ms': 10**6, 's': 10**9}[match[3]]
    return abs(float(match[1]) * unit - ns) < 1.001 * unit / 10 ** len(match[2] or '')


def make_review(folder, *recordings):
    review = os.path.join(folder, 'slow.review')
    paths = []
    for recording in recordings or (SAMPLE,):
        shutil.copy(recording, folder)
        paths.append(os.path.join(folder, os.path.basename(recording)))
    run('notes', 'create', review, *paths)
    return review, paths


def add(review, text, *options, name='Ann'):
    return run('notes', 'add', *options, text, review, env=person(os.path.dirname(review), name)).strip()


def test_numbers():
    """The numbers are those of the commands."""
    with tempfile.TemporaryDirectory() as folder:
        for recording in (SAMPLE, DROPS):
            found = page(folder, recording)
            packets = lines('packets', '--json', '--slowest', '10', recording)
            table = found.table('Total')
            column, address = table[0].index('Total'), table[0].index('Address')
            assert len(table) == 11, table
            for row, packet in zip(table[1:], packets):
                assert row[address] == packet['id'], (row, packet['id'])
                total = sum(stage['end_ns'] - stage['start_ns'] for stage in packet['stages'])
                assert is_value(row[column], total), (row[column], total)
                times = {}
                for stage in packet['stages']:
                    times[stage['stage']] = times.get(stage['stage'], 0) + stage['end_ns'] - stage['start_ns']
                longest = max((time, name) for name, time in times.items() if name != 'other')
                name, time = re.match(r'(\S+) ([^,]*)', row[-2]).groups()
                assert name == longest[1] and is_value(time, longest[0]), (row[-2], longest)

            measures = {m['id']: m for m in lines('measures', '--json', recording) if m['n'] > 0}
            shown = {row[0]: row for table in found.tables if 'p99' in table[0] for row in table[1:]}
            assert set(shown) == set(measures), set(shown) ^ set(measures)
            for name, row in shown.items():
                measure = measures[name]
                assert int(row[1]) == measure['n'], row
                for cell, key in zip(row[2:5], ('p50', 'p90', 'p99')):
                    assert is_value(cell, measure[key]) if measure['unit'] == 'ns' else int(cell) == measure[key], row

            figures = found.figures[0]
            everything = lines('packets', '--json', recording)
            assert int(figures['packets followed']) == len(everything), figures
            info = lines('info', '--json', recording)[0]
            assert int(figures['events']) == sum(stream['events'] for stream in info['streams']), figures
            assert is_value(figures['p99 of the total'], measures['packet.total']['p99']), figures
    return None


def test_drops():
    with tempfile.TemporaryDirectory() as folder:
        found = page(folder, DROPS)
        rows = [row for row in lines('drops', '--json', DROPS) if not row['purge']]
        table = found.table('Reason')
        assert found.sections().count('Drops') == 1, found.sections()
        dropped = next(table for table in found.tables if 'Reason' in table[0] and 'Address' not in table[0])
        reason, location = dropped[0].index('Reason'), dropped[0].index('Location')
        count = next(i for i, _ in enumerate(dropped[0]) if [row[i] for row in dropped[1:]] ==
                     [str(row['count']) for row in rows])
        assert [(row[reason], row[location]) for row in dropped[1:]] == \
            [(row['reason'], row['location'] or '') for row in rows], (table, count)
        figures = found.figures[0]
        assert int(figures['packets dropped']) == sum(row['count'] for row in rows), figures
        assert 'Drops' not in page(folder, SAMPLE).sections()
    return None


def test_losses():
    """Lost events and problems are told, and a section without data is left out."""
    with tempfile.TemporaryDirectory() as folder:
        found = page(folder, LOST)
        info = lines('info', '--json', LOST)[0]
        figures = found.figures[0]
        assert not figures['events lost'].startswith('0'), (figures, info)
        assert not any(row == ['lost', 'none'] for table in found.tables for row in table)

        torn = os.path.join(folder, 'torn.dat')
        with open(SAMPLE, 'rb') as source, open(torn, 'wb') as target:
            target.write(source.read()[:-20000])
        status, _, err = thresh('report', '-o', os.path.join(folder, 'x.html'), torn)
        assert status == PART, err
        problem = re.sub('^[^:]*: ', '', err.splitlines()[0])
        assert problem in Page(os.path.join(folder, 'x.html')).items, err

        found = page(folder, os.path.join(DATA, 'kvm-inner.dat'))
        assert 'Slowest Packets' not in found.sections() and 'Drops' not in found.sections(), found.sections()
    return None


def packet_time(ms):
    """The time so many ms after the first event of the sample."""
    first = run('events', '-n', '1', SAMPLE)
    seconds, ns = re.search(r'(\d+)\.(\d{9})', first).groups()
    return int(seconds) * 10**9 + int(ns) + ms * 10**6


def recording_key(review):
    with open(os.path.join(review, 'review.json'), encoding='utf-8') as file:
        return json.load(file)['recordings'][0]['key']


def test_notes():
    with tempfile.TemporaryDirectory() as folder:
        review, _ = make_review(folder)
        first = add(review, EVIL, '--packet', 'slowest', '--label', 'root <cause>', name='Ev & <il>')
        run('notes', 'reply', first, 'an answer', review, env=person(folder, 'Bob'))
        run('notes', 'resolve', first, review, env=person(folder, 'Bob'))
        add(review, 'event', '--at', '+5ms', '--cpu', '1')
        add(review, 'span', '--from', '+5ms', '--to', '+9ms')
        add(review, 'about nothing')
        found = page(folder, review)
        words = ' '.join(found.words)
        for text in ('<script>alert("x")</script> & \\x1b[31m\\u202e', 'an answer', 'root <cause>', 'Ev & <il>',
                     '✓ Resolved by Bob', 'Open', 'about nothing'):
            assert text in words, text
        assert 'two & code' in found.items and 'third' in found.items and '<ol start="3">' in found.source
        assert found.codes == ['a<b', 'code'], found.codes
        assert found.headings[0] == (1, 'slow') and '4 notes, 3 open' in words, words[:300]
        assert [title for level, title in found.headings if level == 3][3] == '4. Note'

        # A note about a lane shows what was in view when it was written.
        path = glob.glob(os.path.join(review, 'notes', 'ann-*.jsonl'))[0]
        view = [packet_time(5), packet_time(6)]
        with open(path, 'a', encoding='utf-8') as file:
            file.write(json.dumps({'id': 'f' * 32, 'kind': 'note', 'order': 9, 'time': 0, 'author': 'Ann', 'text': 'lane',
                                   'anchor': {'on': 'lane', 'recording': recording_key(review), 'lanes': ['cpu/1']},
                                   'view': {'from': view[0], 'to': view[1]}}) + '\n')
        lane = page(folder, review)
        assert f'From {view[0] / 1e9:.9f} to {view[1] / 1e9:.9f}. Lanes: CPU 1' in lane.titles[-1], lane.titles[-1]

        # Three pictures, each for light and dark.
        assert found.svgs == 6, found.svgs
        packet = lines('packets', '--json', '--slowest', '1', SAMPLE)[0]
        about = found.titles[1]
        begin, end = (round(float(text) * 10**9) for text in re.match(r'From (\S+) to (\S+)\. ', about).groups())
        length = packet['last_ns'] - packet['first_ns']
        assert begin <= packet['first_ns'] and packet['last_ns'] <= end <= packet['last_ns'] + length, about
        for cpu in {step['cpu'] for step in packet['steps']}:
            assert f'CPU {cpu}' in about, about
        assert packet['reader']['comm'] in about and 'Stages: ' in about, about
        event = lines('notes', 'list', '--json', review)[1]['anchor']
        begin, end = (float(text) * 10**9 for text in re.match(r'From (\S+) to (\S+)\. ', found.titles[5]).groups())
        assert abs((begin + end) / 2 - event['time']) < 1000 and f"CPU {event['cpu']}" in found.titles[5], found.titles
    return None


def test_names():
    """Names of tasks are untrusted, too."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'a&b.txt')
        with open(TEXT, encoding='utf-8') as source, open(path, 'w', encoding='utf-8') as target:
            text = source.read()
            name = next(name for name in ('curl', 'bash', 'sh', 'nc', 'python3', 'ksoftirqd/0') if f' {name}-' in text)
            target.write(text.replace(name, 'x<i>&y'))
        found = page(folder, path)
        assert 'x<i>&y' in ' '.join(found.titles + found.words), found.titles
        assert found.headings[0][1] == 'a&b.txt'
    return None


def test_missing():
    """What is missing is told, and so is an anchor that is not found; the notes are still there."""
    with tempfile.TemporaryDirectory() as folder:
        review, paths = make_review(folder, SAMPLE, DROPS)
        add(review, 'in the first', '--packet', 'slowest')
        os.remove(paths[0])
        found = page(folder, review, status=PART)
        words = ' '.join(found.words)
        assert 'in the first' in words and '“e1000-tcp.dat” is missing.' in words and found.svgs == 0
        assert 'not in the review, or could not be read' in words, words

        add(review, 'in the second', '--from', '+1ms', '--to', '+2ms', '--file', os.path.basename(DROPS))
        for path in glob.glob(os.path.join(review, 'notes', '*.jsonl')):
            with open(path, encoding='utf-8') as file:
                text = file.read()
            with open(path, 'w', encoding='utf-8') as file:
                file.write(re.sub(r'"time":(\d+),"end":\d+', '"time":5,"end":6', text))
        found = page(folder, review, status=PART)
        assert 'in the second' in ' '.join(found.words) and found.svgs == 0, found.svgs

        os.remove(paths[1])
        found = page(folder, review, status=PART)
        assert found.sections() == ['How It Was Recorded', 'Notes'], found.sections()
    return None


def test_without_notes():
    with tempfile.TemporaryDirectory() as folder:
        review, _ = make_review(folder)
        for source in (review, SAMPLE):
            found = page(folder, source)
            assert found.svgs == 2 and 'Timeline' in found.sections() and 'Notes' not in found.sections()
        found = page(folder, SAMPLE, DROPS)
        assert found.svgs == 4 and found.headings[0][1] == '2 recordings', found.headings
        assert [title for _, title in found.headings].count('e1000-gt-udp.dat') == 6, found.headings
    return None


def test_limit():
    """At most 100 pictures; the notes are all there."""
    with tempfile.TemporaryDirectory() as folder:
        review, _ = make_review(folder)
        add(review, 'note 0', '--at', '+5ms')
        path = glob.glob(os.path.join(review, 'notes', '*.jsonl'))[0]
        with open(path, encoding='utf-8') as file:
            entry = json.loads(file.readline())
        with open(path, 'a', encoding='utf-8') as file:
            for i in range(1, 103):
                copy = {**entry, 'id': f'{i:032x}', 'order': entry['order'] + i, 'text': f'note {i}'}
                file.write(json.dumps(copy) + '\n')
        found = page(folder, review)
        words = ' '.join(found.words)
        assert found.svgs == 200 and '3 more pictures were left out' in words, found.svgs
        assert all(f'note {i}' in words for i in range(103))
    return None


def test_markdown():
    with tempfile.TemporaryDirectory() as folder:
        review, _ = make_review(folder)
        add(review, EVIL + '\n\n# no heading\n| no | table', '--packet', 'slowest', '--label', '*b*', name='@root')
        add(review, 'event', '--at', '+5ms')
        out = os.path.join(folder, 'out')
        os.mkdir(out)
        path = os.path.join(out, 'my ticket.md')
        run('report', '-o', path, review)
        assert sorted(os.listdir(out)) == ['my ticket-1.png', 'my ticket-2.png', 'my ticket.md'], os.listdir(out)
        with open(path, encoding='utf-8') as file:
            text = file.read()
        assert re.findall(r'\]\(([^)]*)\)', text) == ['my%20ticket-1.png', 'my%20ticket-2.png'], text
        assert '<script' not in re.sub(r'\\<', '', text) and '\x1b' not in text and '\u202e' not in text
        assert '\\<script\\>' in text and '`a<b`' in text and '\\*b\\*' in text and '\\@root' in text, text
        assert '> \\# no heading\\\n> \\| no \\| table' in text and '> - one\n' in text and '> 3. third' in text, text
        assert [line for line in text.splitlines() if line.startswith('# ')] == ['# slow']
        packet = lines('packets', '--json', '--slowest', '1', SAMPLE)[0]
        assert packet['id'].replace('#', '\\#') in text
        for table in re.findall(r'(?:^\|.*\n)+', text, re.M):
            assert len({len(re.findall(r'(?<!\\)\|', line)) for line in table.splitlines()}) == 1, table
        for name in ('my ticket-1.png', 'my ticket-2.png'):
            with open(os.path.join(out, name), 'rb') as file:
                assert file.read(8) == b'\x89PNG\r\n\x1a\n'
    return None


def test_all_or_nothing():
    """Nothing is left behind by a report that could not be written, and the old one stays."""
    with tempfile.TemporaryDirectory() as folder:
        review, _ = make_review(folder)
        add(review, 'one', '--at', '+5ms')
        add(review, 'two', '--at', '+6ms')
        out = os.path.join(folder, 'out')
        os.makedirs(os.path.join(out, 'x-2.png', 'in the way'))
        assert 'x-2.png' in run('report', '-o', os.path.join(out, 'x.md'), review, status=REFUSED)
        assert os.listdir(out) == ['x-2.png'], os.listdir(out)
        shutil.rmtree(out)
        run('report', '-o', os.path.join(out, 'x.html'), review, status=REFUSED)
        assert not os.path.exists(out)
        run('report', '-o', os.path.join(folder, 'x.html'), os.path.join(folder, 'none.dat'), status=REFUSED)
        run('report', '-o', os.path.join(folder, 'x.html'), folder, status=REFUSED)
        assert not os.path.exists(os.path.join(folder, 'x.html'))
        for wrong in (['-o', 'x.pdf', SAMPLE], [SAMPLE], ['-o', 'x.html'], ['-o', 'x.html', review, SAMPLE]):
            run('report', *wrong, status=USAGE)
    return None


def test_bars():
    """Each of the slowest packets has a bar of its stages, with the same in words, and a legend."""
    with tempfile.TemporaryDirectory() as folder:
        found = page(folder, SAMPLE)
        packets = lines('packets', '--json', '--slowest', '10', SAMPLE)
        assert len(found.cells) == 4 * len(packets), found.cells
        words = dict(zip(found.cells[::2], found.cells[1::2]))
        seen = set()
        for packet in packets:
            times = {}
            for stage in packet['stages']:
                times[stage['stage']] = times.get(stage['stage'], 0) + stage['end_ns'] - stage['start_ns']
            seen |= set(times)
            told = dict(re.match(r'(\S+) (.*)', part).groups() for part in
                        re.fullmatch(r'Stages: (.*)\.', words[packet['id']])[1].split(', '))
            assert set(told) == set(times), (told, times)
            assert all(is_value(told[name], times[name]) for name in times), (told, times)
        assert seen == set(found.items[-len(seen):]) and len(found.legends) == len(seen), (seen, found.items)
    return None


def test_links():
    """A link in a note leads to the row of the packet, or to the note that shows the time."""
    with tempfile.TemporaryDirectory() as folder:
        review, _ = make_review(folder)
        slowest = lines('packets', '--json', '--slowest', '3', SAMPLE)
        time = run('events', '-n', '1', '--from', '+5ms', '--cpu', '1', SAMPLE)
        at = re.search(r'\d+\.\d{9}', time)[0]
        add(review, f'see packet {slowest[2]["id"]}, {at} on CPU 1, and 1.000000 on CPU 1', '--packet', 'slowest')
        add(review, 'event', '--at', at, '--cpu', '1')
        found = page(folder, review)
        links = dict(found.links)
        assert set(links) == {f'packet {slowest[2]["id"]}', f'{at} on CPU 1'}, links
        assert slowest[2]['id'] in found.rows[links[f'packet {slowest[2]["id"]}']], links
        assert links[f'{at} on CPU 1'] == 'note-2', links
    return None


def test_comparison():
    """The section has the rows, warnings and verdicts of thresh compare."""
    folder = os.path.join(TRACES, 'compare')
    before = [os.path.join(folder, f'before-0{i}.dat') for i in (0, 2, 4, 6)]
    after = [os.path.join(folder, f'late50-0{i}.dat') for i in range(4)]
    with tempfile.TemporaryDirectory() as out:
        path = os.path.join(out, 'x.html')
        run('report', '--compare', *before, '--', *after, '-o', path)
        found = Page(path)
        told = run('compare', '--markdown', *before, '--', *after)
        table = next(table for table in found.tables if 'Verdict' in table[0])
        rows = {tuple(cell.strip() for cell in re.sub(r'\\(.)', r'\1', line).split(' | '))
                for line in told.splitlines() if re.match(r'\| \S+ .* p\d\d \|', line)}
        rows = {tuple(cell.strip('| ') for cell in row) for row in rows}
        shown = {(row[0], row[1], row[2], row[3], row[5][2:].lower().replace('’', "'"), row[6]) for row in table[1:]}
        assert len(shown) > 10, shown
        rows = {(*row[:4], row[4].lower().replace('’', "'"), row[5]) for row in rows}
        assert shown <= rows, sorted(shown - rows)[:3]
        moved = {row for row in rows if row[4] in ('slower', 'faster')}
        assert moved and moved <= shown, moved - shown
        for line in told.splitlines():
            if line.startswith('- '):
                assert re.sub(r'\\(.)', r'\1', line[2:]) in found.items, line
        assert {row[4] for row in table[1:]} == {'10 %'}, table
        assert all(f'{row[0]}, {row[1]}' in [title for level, title in found.headings if level == 3] for row in moved)
        assert len(found.cells) == 4 * (len(shown) + 20) and found.headings[0][1] == 'before → late50', found.headings
        # All runs are named, and each part of the report that is about one of them says so.
        names = [', '.join(os.path.basename(path) for path in side) for side in (before, after)]
        assert f'A, 4 runs: {names[0]}' in found.items and f'B, 4 runs: {names[1]}' in found.items, found.items
        titles = [title for level, title in found.headings]
        labels = [title for level, title in found.headings if level == 3 and title.endswith('.dat')]
        assert set(labels) == {'A, run 1 of 4: before-00.dat', 'B, run 1 of 4: late50-00.dat'}, labels
        assert titles.index('Comparison') < titles.index('Summary') and any(word.startswith('4 : 4 runs · ') for word in found.words), titles
        assert '\\n' not in ' '.join(found.words) and ' samples · margin ' in ' '.join(found.words)
        # The pictures of two busy recordings make most of it.
        total = sum(os.path.getsize(path) for path in before + after)
        assert len(found.source) < min(3 << 19, total / 5), (len(found.source), total)
        run('report', '--compare', before[0], '-o', path, status=USAGE)
    return None


def write_session(review, name, sides, outside=None):
    """A session that compares recordings of the review; @outside is the path of one that is not in it."""
    with open(os.path.join(review, 'review.json'), encoding='utf-8') as file:
        keys = {os.path.basename(one['path']): one['key'] for one in json.load(file)['recordings']}
    recordings = [{'uri': '../elsewhere/' + one, 'key': keys[one]} for side in sides for one in side]
    if outside:
        recordings[0] = {'uri': 'file://' + outside, 'key': '0' * 64}
    numbers = iter(range(len(recordings)))
    runs = [[{'recording': next(numbers)} for _ in side] for side in sides]
    os.makedirs(os.path.join(review, 'sessions'), exist_ok=True)
    with open(os.path.join(review, 'sessions', name + '.thresher'), 'w', encoding='utf-8') as file:
        json.dump({'format': 'thresher-shared-session', 'version': 1, 'recordings': recordings,
                   'comparison': {'a': runs[0], 'b': runs[1]}}, file)


def test_session():
    """A review whose session compares recordings has that section, also as an archive."""
    traces = os.path.join(TRACES, 'compare')
    sides = [[f'{name}-0{i}.dat' for i in range(3)] for name in ('before', 'late50')]
    with tempfile.TemporaryDirectory() as folder:
        review, paths = make_review(folder, *(os.path.join(traces, name) for side in sides for name in side))
        write_session(review, 'web <late>', sides)
        path = os.path.join(folder, 'c.html')
        run('report', '--compare', *paths[:3], '--', *paths[3:], '-o', path)
        expected = Page(path).table('Verdict')
        assert any('lower' in row[5] for row in expected), expected
        found = page(folder, review)
        assert found.table('Verdict') == expected and found.headings[0] == (1, 'slow'), found.headings
        assert found.sections().count('Comparison “web <late>”') == 1, found.sections()

        archive = os.path.join(folder, 'slow.review.tar.zst')
        run('review', 'pack', '-o', archive, review)
        for one in paths:
            os.remove(one)
        found = page(folder, archive)
        assert found.table('Verdict') == expected and found.headings[0] == (1, 'slow'), found.headings

        # Neither a missing recording nor a file of other contents is compared.
        err = run('report', '-o', path, review, status=PART)
        assert '“web <late>” is left out' in err, err
    return None


def test_row_notes():
    """A note about a row of a comparison is at that row, and leads there; a row that did not change is listed then."""
    traces = os.path.join(TRACES, 'compare')
    sides = [[f'{name}-0{i}.dat' for i in range(3)] for name in ('before', 'late50')]
    with tempfile.TemporaryDirectory() as folder:
        review, paths = make_review(folder, *(os.path.join(traces, name) for side in sides for name in side))
        write_session(review, 'web', sides)
        rows = [row for row in lines('compare', '--json', *paths[:3], '--', *paths[3:]) if 'verdict' in row]
        changed = next(row['name'] for row in rows if row['verdict'] == 'slower')
        last = [row['name'] for row in rows if row['verdict'] not in ('slower', 'faster')][-1]
        add(review, 'the cause', '--row', changed)
        add(review, 'not this', '--row', last, name='B<b>')
        add(review, 'nowhere', '--row', 'no such row p99')
        found = page(folder, review)
        table = found.table('Verdict')
        column = table[0].index('Notes')
        assert sorted(row[column] for row in table[1:] if row[column]) == ['Note 1, Ann', 'Note 2, B<b>'], table
        links = [(words, target) for words, target in found.links if words.startswith(('Note ', 'See '))]
        assert [target for words, target in links[:2]] == ['note-1', 'note-2'], links
        assert [words for words, _ in links[2:]] == ['See this row of the comparison “web”'] * 2, links
        for (_, target), name in zip(links[2:], (changed, last)):
            assert found.rows[target][0] in name, (found.rows[target], name)
        assert 'The session “web” of the review holds this comparison.' in found.source
        assert found.source.count('a row of a comparison that this report does not have') == 1
        assert 'is not open' not in found.source
        path = os.path.join(folder, 'x.md')
        run('report', review, '-o', path)
        with open(path, encoding='utf-8') as file:
            text = file.read()
        assert '| Note 1, Ann |' in text and text.count('See this row of the comparison') == 2, text[:3000]
        done = subprocess.run(['tidy', '-q', '-e', '-utf8', os.path.join(folder, 'x.html')], capture_output=True,
                              text=True, check=False)
        assert done.returncode == 0 and not done.stderr, done.stderr[:2000]
    return None


def test_foreign_session():
    """A session cannot make the report of a file that it only names."""
    with tempfile.TemporaryDirectory() as folder:
        review, _ = make_review(folder)
        name = os.path.basename(SAMPLE)
        write_session(review, 'x', [[name], [name]], outside=os.path.abspath(DROPS))
        err = run('report', '-o', os.path.join(folder, 'x.html'), review, status=PART)
        assert '“x” is left out' in err and 'e1000-gt-udp.dat' in err, err
        assert not any('Comparison' in title for title in Page(os.path.join(folder, 'x.html')).sections())
        with open(os.path.join(review, 'sessions', 'x.thresher'), 'w', encoding='utf-8') as file:
            file.write('{')
        assert '“x” cannot be read' in run('report', '-o', os.path.join(folder, 'x.html'), review, status=PART)
    return None


def test_valid():
    """An independent validator has nothing to say."""
    with tempfile.TemporaryDirectory() as folder:
        review, _ = make_review(folder)
        add(review, EVIL, '--packet', 'slowest', '--label', 'a<b', name='Ev & <il>')
        for source in (review, DROPS):
            page(folder, source)
            done = subprocess.run(['tidy', '-q', '-e', '-utf8', os.path.join(folder, 'x.html')], capture_output=True,
                                  text=True, check=False)
            assert done.returncode == 0 and not done.stderr, done.stderr[:2000]
    return None


def luminance(color):
    color = color if len(color) == 7 else '#' + ''.join(2 * c for c in color[1:])
    parts = [int(color[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def test_contrast():
    """Each ink on each ground it can be on: light, dark and in print."""
    with tempfile.TemporaryDirectory() as folder:
        styles = page(folder, SAMPLE).styles
    sets = [dict(re.findall(r'--(\w+):(#[0-9a-f]+)', text)) for text in re.findall(r':root\{([^}]*)\}', styles)]
    assert len(sets) == 3, styles
    for colors in sets:
        for ink, ground in [(ink, ground) for ink in ('ink', 'dim', 'open', 'done') for ground in ('ground', 'soft')] + \
                [('ink', 'label'), ('link', 'ground'), ('link', 'soft')]:
            a, b = sorted((luminance(colors[ink]), luminance(colors[ground])))
            assert (b + 0.05) / (a + 0.05) >= 4.5, (ink, ground, colors)
    return None


def main():
    tap = Tap()
    tap.case('the numbers are those of the other commands', test_numbers)
    tap.case('drops by reason', test_drops)
    tap.case('bars of stages', test_bars)
    tap.case('links of notes', test_links)
    if HAVE_TRACES:
        tap.case('a comparison', test_comparison)
        tap.case('a comparison in a session of a review', test_session)
        tap.case('notes on rows of a comparison', test_row_notes)
    else:
        tap.skip('a comparison', NO_TRACES)
        tap.skip('a comparison in a session of a review', NO_TRACES)
        tap.skip('notes on rows of a comparison', NO_TRACES)
    tap.case('sessions that cannot be used', test_foreign_session)
    if shutil.which('tidy'):
        tap.case('valid HTML', test_valid)
    else:
        tap.skip('valid HTML', 'tidy is not installed')
    tap.case('losses, problems and sections without data', test_losses)
    tap.case('notes with their pictures, escaped', test_notes)
    tap.case('names from a recording are escaped', test_names)
    tap.case('missing recordings and subjects', test_missing)
    tap.case('without notes, a picture of each recording', test_without_notes)
    tap.case('a limit of pictures', test_limit)
    tap.case('Markdown with pictures beside it', test_markdown)
    tap.case('all files or none', test_all_or_nothing)
    tap.case('contrast', test_contrast)
    tap.end()


main()
