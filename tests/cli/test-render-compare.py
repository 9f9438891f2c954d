# test-render-compare.py - thresh render --compare: texts as thresh compare prints them, sizes, sides
#
# SPDX-License-Identifier: GPL-2.0-or-later

import os
import re
import shutil
import struct
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import pdf_text
from cli import DATA, HAVE_TRACES, NO_TRACES, TRACES, Tap, thresh

SAMPLE = os.path.join(DATA, 'e1000-gt-udp.dat')
OTHER = os.path.join(DATA, 'k612-rep.dat')
TICKS = os.path.join(DATA, 'e1000-clock-counter.dat')
SECTIONS = ('Changed', 'On one side only', 'Same', 'Can’t tell')
FOLDER = ''


def runs(kind, *numbers):
    return [os.path.join(TRACES, 'compare', f'{kind}-{number:02}.dat') for number in numbers]


def render(name, *arguments):
    path = os.path.join(FOLDER, name)
    status, out, err = thresh('render', '--compare', '-o', path, *arguments)
    assert status == 0 and not out, f'{arguments}: {status} {out} {err}'
    return path


def squeeze(text):
    return re.sub(r'\s+', '', text)


def lines(drawn, after=None):
    """The texts that are drawn at the same height, joined from left to right; those below @after."""
    found = {}
    for y, x, text in drawn:
        found.setdefault(next((other for other in found if abs(other - y) < 4), y), []).append((x, text))
    joined = [squeeze(''.join(text for _, text in sorted(texts))) for _, texts in sorted(found.items())]
    return joined if after is None else joined[next(i for i, line in enumerate(joined) if after in line) + 1:]


def printed(*sides):
    """The rows of thresh compare by section: name, level, values, change and verdict without spaces."""
    status, out, err = thresh('compare', *sides)
    assert status == 0, err
    sections, section = {}, None
    for line in out.splitlines():
        if not line.startswith(' '):
            section = line
        elif section in SECTIONS and not line.startswith('    '):
            cells = re.split(r' {2,}', line.strip())
            level = re.search(r'(p\d\d) of', cells[-1])[1]
            sections.setdefault(section, []).append(squeeze(cells[0] + level + ''.join(cells[1:-1])))
    return sections, out


def is_row(line, row):
    """A picture has a sign before the word of the verdict, which begins with a capital."""
    return re.sub('[▲▼=?!AB]', '', line).lower() == re.sub('[▲▼=?!AB]', '', row).lower()


def check_rows(*sides):
    sections, out = printed(*sides)
    every = [row for section in SECTIONS for row in sections.get(section, [])]
    # So wide that no name is shortened, and left of the details.
    drawn = pdf_text.texts(render('rows.pdf', '--width', '3000', '-n', '10000', *sides))
    shown = lines([one for one in drawn if one[1] < 2500], 'Verdict')
    missing = [row for row in every if not any(is_row(line, row) for line in shown)]
    if missing or len(shown) != len(every) or any('more' in line for line in shown):
        return f'{len(shown)} of {len(every)}; missing: {missing[:3]} in {shown[:3]}'
    moved = sections.get('Changed', [])
    if not all(map(is_row, shown, moved)):
        return f'{shown[:len(moved)]} are not the rows that changed, {moved}'
    whole = lines(drawn)
    if squeeze(out.splitlines()[0]) not in whole[1]:
        return f'{whole[1]} is not {out.splitlines()[0]}'
    few = lines(pdf_text.texts(render('few.pdf', '--width', '3000', '-n', '2', *sides)))
    left = re.search(r'(\d+)morerow', ''.join(few))
    if not left or int(left[1]) != len(every) - len(moved) - 2:
        return f'{left and left[0]}, but there are {len(every)} rows, of which {len(moved)} changed'
    return ''


def check_details():
    sides = [*runs('before', 0, 2, 4, 6, 8), '--', *runs('late50', 0, 1, 2, 3, 4)]
    sections, out = printed(*sides)
    drawn = pdf_text.texts(render('details.pdf', *sides))
    details = [one for one in drawn if one[1] > 1000 * 1.04]
    text = squeeze(''.join(text for _, _, text in details))
    causes = out.split('Where the difference of means comes from\n')[1].splitlines()
    sentence = squeeze(causes[0].split('. ', 1)[1])
    parts = re.findall(r'^ +(-?\d+) % +(.*?): ', '\n'.join(causes[2:5]), re.M)
    if not sections['Changed'][0].startswith(squeeze(causes[0].split('. ', 1)[0])):
        return f'{sections["Changed"][0]} is not {causes[0]}'
    missing = [word for word in (sentence, squeeze(f'Why: {causes[1]}'), 'Shiftbyquantile', 'Distribution', 'Sum', *map(squeeze, (name for _, name in parts)))
               if word not in text]
    shown = lines(details)
    missing += [part for part in parts if not any(squeeze(part[1] + part[0] + '%') in line for line in shown)]
    return '' if len(parts) == 3 and not missing else f'{missing} not in {text}'


def times(drawn):
    """The labels of both rulers: [(x, text)] of each."""
    rulers = [y for y, x, text in drawn if text == 'since start']
    return [sorted((round(x, 1), text) for other, x, text in drawn if abs(other - y) < 4) for y in rulers]


def check_times():
    """Both timelines have the same time per pixel, and begin at the same place."""
    drawn = pdf_text.texts(render('times.pdf', SAMPLE, '--', OTHER))
    rulers = times(drawn)
    if len(rulers) != 2 or rulers[0] != rulers[1] or len(rulers[0]) < 5:
        return str(rulers)
    # Both have more lanes than are drawn.
    if sum('more lane' in text for _, _, text in drawn) != 2:
        return str([text for _, _, text in drawn])
    # The sample lasts 8.1 s, so the last label of both is at 7 s or more.
    return '' if re.search(r'\+[78]', rulers[0][-1][1]) else str(rulers[0])


def check_spans():
    drawn = pdf_text.texts(render('spans.pdf', SAMPLE + '@..+2s', '--', SAMPLE + '@+2s..+5s'))
    rulers, text = times(drawn), '|'.join(text for _, _, text in drawn)
    last = float(re.search(r'\+([\d.]+)', rulers[0][-1][1])[1])
    return '' if rulers[0] == rulers[1] and 2 <= last <= 3.2 and '2.000 s' in text and '3.000 s' in text else f'{rulers} {text}'


def check_sizes():
    svg = ElementTree.parse(render('size.svg', '--width', '1600', SAMPLE, OTHER)).getroot()
    if svg.get('width').removesuffix('pt') != '1600':
        return svg.get('width')
    heights = []
    for arguments in (['-n', '0'], ['-n', '4'], ['-n', '4', '--scale', '2'], ['-n', '4', '--dark', '--high-contrast']):
        with open(render('size.png', '--width', '1600', *arguments, SAMPLE, OTHER), 'rb') as file:
            head = file.read(24)
        width, height = struct.unpack('>II', head[16:])
        heights.append(height)
        if width != (3200 if '--scale' in arguments else 1600):
            return f'{arguments}: {width}'
    low, high, double, dark = heights
    return '' if low < high and double == 2 * high and dark == high else str(heights)


def check_names():
    """What steers a terminal or the direction of text is drawn as an escape sequence."""
    path = os.path.join(FOLDER, 'a\033[31mb\u202ec<i>&%s.dat')
    shutil.copy(SAMPLE, path)
    ElementTree.parse(render('names.svg', path, '--', OTHER))
    text = '|'.join(text for _, _, text in pdf_text.texts(render('names.pdf', path, '--', OTHER)))
    wrong = '\033' in text or '\u202e' in text
    return '' if not wrong and 'a\\x1b[31mb\\u202ec<i>&%s.dat ↔ k612-rep.dat' in text else text[:300]


def check_hostile():
    path = os.path.join(DATA, 'hostile', 'control-names.txt')
    text = ''.join(text for _, _, text in pdf_text.texts(render('hostile.pdf', path, '--', path)))
    ElementTree.parse(render('hostile.svg', path, '--', path))
    return '' if not re.search('[\x00-\x1f\x7f-\x9f\u202a-\u202e]', text) else repr(text[:300])


def check_no_rows():
    drawn = lines(pdf_text.texts(render('none.pdf', '--ignore', '*', SAMPLE, OTHER)))
    text = '|'.join(drawn)
    return '' if squeeze('The recordings have no measures that could be compared.') in text and 'Shift' not in text and 'Verdict' not in text else text


def check_baseline():
    """A baseline has rows, but no timeline."""
    saved = os.path.join(FOLDER, 'saved')
    assert thresh('compare', '--save-baseline', saved, SAMPLE)[0] == 0
    drawn = lines(pdf_text.texts(render('saved.pdf', '--width', '2400', saved, '--', SAMPLE)))
    whole = lines(pdf_text.texts(render('whole.pdf', '--width', '2400', SAMPLE, '--', SAMPLE)))
    text = ''.join(drawn)
    rows = [next(i for i, line in enumerate(one) if 'Verdict' in line) + 1 for one in (drawn, whole)]
    same = drawn[rows[0]].split('Same')[0] == whole[rows[1]].split('Same')[0]
    return '' if same and 'Abaselinehassamples,butnotimeline.' in text and text.count('sincestart') == 1 else text[:400]


def check_experiment():
    out = os.path.join(FOLDER, 'experiment')
    status, _, err = thresh('experiment', '-o', out, '--before', 'true', '--after', 'true', '--load', 'true', '--runs', '2',
                            '--record', f'cp {SAMPLE} {{output}} ; sh -c {{load}}')
    assert status in (0, 3), err
    text = ''.join(lines(pdf_text.texts(render('experiment.pdf', out))))
    sides = [sorted(os.path.join(out, name) for name in os.listdir(out) if name.startswith(side) and name.endswith('.dat'))
             for side in 'ab']
    same = ''.join(lines(pdf_text.texts(render('experiment.pdf', *sides[0], '--', *sides[1]))))
    return '' if text == same and 'a↔b' in text else text[:200]


def check_usage():
    picture = os.path.join(FOLDER, 'x.svg')
    for arguments in ([], [SAMPLE], [SAMPLE, '--'], ['--flame', 'calls', SAMPLE, OTHER], ['--from', '1', SAMPLE, OTHER],
                      ['-f', 'cpu == 1', SAMPLE, OTHER], ['--hide', SAMPLE, OTHER], ['--no-analyses', SAMPLE, OTHER],
                      ['--width', '600', SAMPLE, OTHER], ['-n', '-1', SAMPLE, OTHER], ['--append', SAMPLE, SAMPLE, OTHER],
                      [SAMPLE + '@x..', '--', OTHER]):
        status, _, err = thresh('render', '--compare', '-o', picture, *arguments)
        if status != 64 or 'thresh render: ' not in err or os.path.exists(picture):
            return f'{arguments}: {status} {err}'
    for arguments, expected in (([SAMPLE, TICKS], 2), ([SAMPLE, os.path.join(DATA, 'nothing.dat')], 2)):
        status, _, err = thresh('render', '--compare', '-o', picture, *arguments)
        if status != expected or not err:
            return f'{arguments}: {status} {err}'
    for arguments in (['-n', '3', SAMPLE], [SAMPLE, OTHER]):
        if thresh('render', '-o', picture, *arguments)[0] != 64:
            return str(arguments)
    return '' if thresh('render', '-o', picture, '--', SAMPLE)[0] == 0 else '-- no longer ends the options'


def main():
    global FOLDER
    tap = Tap()
    with tempfile.TemporaryDirectory() as FOLDER:
        tap.case('a recording and itself: rows as thresh compare prints them', check_rows, SAMPLE, '--', SAMPLE)
        tap.case('one run a side: rows as thresh compare prints them', check_rows, SAMPLE, '--', OTHER)
        tap.case('both timelines have the same time per pixel', check_times)
        tap.case('spans of recordings', check_spans)
        tap.case('sizes, and more rows make a higher picture', check_sizes)
        tap.case('names of files that steer terminals', check_names)
        tap.case('names in a recording that steer terminals', check_hostile)
        tap.case('no rows', check_no_rows)
        tap.case('a baseline', check_baseline)
        tap.case('the directory of an experiment', check_experiment)
        tap.case('mistakes in the command line', check_usage)
        for name, function, *arguments in (
                ('five runs a side: rows as thresh compare prints them', check_rows,
                 *(runs('before', 0, 2, 4, 6, 8) if HAVE_TRACES else []), '--',
                 *(runs('late50', 0, 1, 2, 3, 4) if HAVE_TRACES else [])),
                ('the details of the first row', check_details)):
            if HAVE_TRACES:
                tap.case(name, function, *arguments)
            else:
                tap.skip(name, NO_TRACES)
    tap.end()


if __name__ == '__main__':
    sys.exit(main())
