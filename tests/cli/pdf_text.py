# pdf_text.py - the texts that a PDF of cairo draws, with their places
#
# SPDX-License-Identifier: GPL-2.0-or-later

import re
import zlib


def objects(data):
    """The dictionaries and the unpacked streams of all objects, by number."""
    for found in re.finditer(rb'(\d+) 0 obj\n(.*?)endobj', data, re.S):
        body = found[2]
        stream = re.search(rb'stream\r?\n(.*)\nendstream', body, re.S)
        text = b''
        if stream:
            text = zlib.decompressobj().decompress(stream[1]) if b'/FlateDecode' in body else stream[1]
        yield int(found[1]), body.split(b'stream', 1)[0], text


def char_map(text):
    """What a ToUnicode map says: (bytes of a code, {code: text})."""
    letters = {}
    size = len(re.search(rb'begincodespacerange\n<([0-9a-f]+)>', text)[1]) // 2
    for block in re.findall(rb'beginbfchar\n(.*?)endbfchar', text, re.S):
        for code, letter in re.findall(rb'<([0-9a-f]+)> <([0-9a-f]+)>', block):
            letters[int(code, 16)] = bytes.fromhex(letter.decode()).decode('utf-16-be')
    for block in re.findall(rb'beginbfrange\n(.*?)endbfrange', text, re.S):
        for low, high, first in re.findall(rb'<([0-9a-f]+)> <([0-9a-f]+)> <([0-9a-f]+)>', block):
            for code in range(int(low, 16), int(high, 16) + 1):
                letters[code] = chr(int(first, 16) + code - int(low, 16))
    return size, letters


def unescape(text):
    return re.sub(rb'\\([0-7]{1,3}|.)', lambda m: bytes([int(m[1], 8)]) if m[1].isdigit() else m[1], text, flags=re.S)


def texts(path):
    """[(y, x, text)] from top to bottom, then from left to right, in points from the top left."""
    with open(path, 'rb') as file:
        data = file.read()
    every = {number: (head, stream) for number, head, stream in objects(data)}
    fonts = {}
    for name, number in re.findall(rb'/(f-\d+-\d+) (\d+) 0 R', data):
        font = every[int(number)][0]
        found = re.search(rb'/ToUnicode (\d+) 0 R', font)
        fonts[name] = char_map(every[int(found[1])][1])
    drawn = []
    for _, stream in every.values():
        # A space at the end of a line is not drawn, but noted.
        stream = re.sub(rb'/Span << /ActualText <[0-9a-f]*> >> BDC', b'', stream)
        for block in re.findall(rb'\bBT\n(.*?)\nET\b', stream, re.S):
            font, text, place = None, '', None
            for token in re.finditer(rb'\((?:\\.|[^\\()])*\)|<[0-9a-f]*>|/f-\d+-\d+|[-0-9. ]+ Tm', block, re.S):
                word = token[0]
                if word.endswith(b'Tm'):
                    numbers = [float(number) for number in word.split()[:-1]]
                    place = place or (numbers[5], numbers[4])
                elif word.startswith(b'/'):
                    font = fonts[word[1:]]
                else:
                    codes = unescape(word[1:-1]) if word.startswith(b'(') else bytes.fromhex(word[1:-1].decode())
                    text += ''.join(font[1][int.from_bytes(codes[i:i + font[0]], 'big')]
                                    for i in range(0, len(codes), font[0]))
            drawn.append((*place, text))
    return sorted(drawn)
