#!/usr/bin/env python3
# test-libraries.py - thresh loads the libraries of a few commands only for these
#
# SPDX-License-Identifier: GPL-2.0-or-later

import os
import re
import tempfile

from cli import DATA, Tap, thresh

HEAVY = {'libarchive', 'libcairo', 'libgio-2.0', 'libgobject-2.0', 'libjson-glib-1.0', 'libpango-1.0'}
RECORDING = os.path.join(DATA, 'e1000-buffers.dat')
MAP = '{ "id": "mine", "title": "M", "points": [ { "event": "x:y", "address": "skb" } ] }'


def loaded(*arguments, **environment):
    """The names of the libraries that the dynamic linker loads for this command."""
    _, _, err = thresh(*arguments, env={**os.environ, **environment, 'LD_DEBUG': 'files'})
    return set(re.findall(r'calling init: \S*/(lib[^/]+?)\.so', err))


def check_few(*arguments):
    libraries = loaded(*arguments)
    return '' if 'libglib-2.0' in libraries and not libraries & HEAVY else f'it loads {sorted(libraries)}'


def check_own_map():
    """A stage map of the user is JSON."""
    with tempfile.TemporaryDirectory() as config:
        os.makedirs(os.path.join(config, 'thresher', 'stages'))
        with open(os.path.join(config, 'thresher', 'stages', 'mine.json'), 'w', encoding='utf-8') as file:
            file.write(MAP)
        libraries = loaded('packets', RECORDING, XDG_CONFIG_HOME=config)
    return '' if 'libjson-glib-1.0' in libraries else f'it loads {sorted(libraries)}'


def main():
    tap = Tap()
    for arguments in (('--version',), ('info', RECORDING), ('info', '--json', RECORDING), ('events', RECORDING),
                      ('packets', RECORDING), ('packets', '--json', RECORDING), ('measures', '--json', RECORDING),
                      ('table', 'wakeups', RECORDING), ('compare', RECORDING, '--', RECORDING)):
        tap.case(' '.join(os.path.basename(a) for a in arguments) + ': few libraries', check_few, *arguments)
    tap.case('json-glib is loaded for a stage map of the user', check_own_map)
    tap.end()


main()
