# bench_run.py - runs programs and keeps their best figures
#
# SPDX-License-Identifier: GPL-2.0-or-later

import json
import os
import subprocess
import tempfile
from pathlib import Path

PATIENCE_SECONDS = 900


class Failed(Exception):
    """A program failed."""


class Unsupported(Failed):
    """The other tool was built without this kind of compression."""


class Programs:
    """The programs of one build, and their environment."""

    def __init__(self, build):
        self.build = Path(build)
        # Ignore leaks of other tools; tests detect our own.
        self.environment = dict(os.environ, LC_ALL='C.UTF-8', LANGUAGE='C', THRESHER_TRACES='/',
                                ASAN_OPTIONS=os.environ.get('ASAN_OPTIONS', '') + ':detect_leaks=0')

    def path(self, name):
        """The path of the program, or None if it was not built."""
        for folder in ('tests/bench', 'tests/format', 'cli', 'gui', 'loaders/capture/agent'):
            path = self.build / folder / name
            if path.is_file():
                return path
        return None

    def run(self, *command, keep=False, environment=None):
        """Runs it; returns the figures it printed and those of the process."""
        with tempfile.NamedTemporaryFile('r', prefix='bench-', suffix='.json') as report:
            full = [self.path('bench-run'), report.name, *command]
            done = subprocess.run([str(part) for part in full], timeout=PATIENCE_SECONDS, check=False, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE if keep else subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                  errors='replace', env=dict(self.environment, **(environment or {})))
            cost = json.loads(report.read() or '{"status":-1}')
        # 3 means "read in part", which is accepted.
        if cost['status'] not in (0, 3):
            kind = Unsupported if 'Unsupported file compression' in done.stderr else Failed
            raise kind(f'{" ".join(str(part) for part in command)} ended with {cost["status"]}: {done.stderr.strip()[-500:]}')

        figures = {'process.' + name: value for name, value in cost.items()}
        for line in (done.stdout or '').splitlines():
            if line.startswith('{'):
                figure = json.loads(line)
                if 'name' in figure:
                    figures[figure['name']] = figure['value']
        return Result(figures, done.stdout, done.stderr)

    def figures(self, name, *arguments, environment=None):
        return self.run(self.path(name), *arguments, keep=True, environment=environment)


class Result(dict):
    """Figures by name; stdout and stderr beside them."""

    def __init__(self, figures, stdout='', stderr=''):
        super().__init__(figures)
        self.stdout = stdout
        self.stderr = stderr


def in_turn(n, *runs):
    """Calls each of @runs @n times, A B A B ...; returns the minimum of each figure."""
    best = [None] * len(runs)
    for _ in range(n):
        for i, run in enumerate(runs):
            try:
                figures = run() if run is not None else None
            except Unsupported:
                continue
            if figures is None:
                continue
            if best[i] is None:
                best[i] = figures
            else:
                for name, value in figures.items():
                    best[i][name] = min(value, best[i].get(name, value))
    return best


def warm(path):
    """Reads the file once, so that no run waits for the disk."""
    with open(path, 'rb', buffering=0) as file:
        while file.read(1 << 24):
            pass


def home_environment(home):
    """Where windows keep sessions and the list of recent files, which are not those of the user."""
    return {f'XDG_{kind}_HOME': home for kind in ('STATE', 'DATA', 'CONFIG', 'CACHE')}


class Display:
    """A virtual display, high enough for sixty lanes, with a home for its windows."""

    def __enter__(self):
        read, write = os.pipe()
        self.log = tempfile.TemporaryFile()
        self.home = tempfile.TemporaryDirectory(prefix='bench-')
        self.server = subprocess.Popen(['Xvfb', '-displayfd', str(write), '-screen', '0', '2000x4200x24', '-nolisten', 'tcp', '-noreset'],
                                       pass_fds=[write], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            self.__exit__()
            raise Failed('Xvfb did not start')
        self.environment = {
            'DISPLAY': f':{number}', 'GDK_BACKEND': 'x11', 'GSK_RENDERER': 'cairo', 'GDK_DEBUG': 'gl-disable',
            'GTK_A11Y': 'none', 'GSETTINGS_BACKEND': 'memory', 'GIO_USE_VFS': 'local', 'DBUS_SESSION_BUS_ADDRESS': 'disabled:',
            **home_environment(self.home.name),
        }
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()
        self.home.cleanup()
        self.log.close()
