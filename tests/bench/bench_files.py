# bench_files.py - generates the recordings to measure, unless they exist
#
# SPDX-License-Identifier: GPL-2.0-or-later

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import bench_real
from bench_run import Failed, Unsupported

TOP = Path(__file__).resolve().parents[2]
BUSY = TOP / 'tests/data/e1000-veth-loss.dat'     # 19,619 events, a task switch in every ninth
SAMPLES = TOP / 'tests/data/virtio-tp-g.perf.data'  # tracepoints with call chains
SYMBOLS = TOP / 'data/samples/e1000-tcp.dat'      # with the kernel's symbols, as root records it

EVENT_LINE = re.compile(rb'.*-\d+ +\[\d+\] +\d+\.\d+: ')
REPORT_EVENTS = 5_000_000
SMALL_EVENTS = 25_000
LARGE_EVENTS = 2_000_000
HUGE_EVENTS = 200_000_000
# Of a generated file that is not compressed, rounded up.
BYTES_PER_EVENT = 55
SPARE_BYTES = 1_000_000_000


@dataclass
class Recording:
    name: str
    path: Path
    events: int = 0
    cpus: int = 2
    packed: bool = False
    options: list = field(default_factory=list)   # of th-generate
    source: Path = BUSY
    is_real: bool = False   # recorded on this machine

    @property
    def is_small(self):
        return 0 < self.events <= SMALL_EVENTS

    @property
    def is_large(self):
        return self.events >= LARGE_EVENTS

    @property
    def is_huge(self):
        return self.events >= HUGE_EVENTS

    @property
    def is_made(self):
        return self.is_real or bool(self.options)


def made(folder, name, events, cpus=2, options=(), **more):
    arguments = ['--events', str(events), '--cpus', str(cpus), *options]
    return Recording(name, folder / f'{name}.dat', events, cpus, '--compression' in options, arguments, **more)


def recorded(folder, name, events):
    return Recording(name, folder / f'{name}.dat', events, is_real=True)


def small_recording():
    return Recording('20k', BUSY, 19_619, 4, True)


def default_recordings(folder, large, huge, reduced):
    if reduced:
        return [small_recording(), recorded(folder, 'real-20k', 20_000)]
    recordings = [
        small_recording(),
        made(folder, '20k-symbols', 20_000, options=['--compression', 'zstd'], source=SYMBOLS),
        made(folder, '3M', 3_000_000),
        made(folder, '3M-zstd', 3_000_000, options=['--compression', 'zstd']),
        made(folder, '3M-zlib', 3_000_000, options=['--compression', 'zlib']),
        made(folder, '3M-v6', 3_000_000, options=['--file-version', '6']),
        made(folder, '3M-idle', 3_000_000, options=['--idle', '62']),
        made(folder, '3M-sparse', 3_000_000, options=['--sparse']),
        made(folder, '20M', 20_000_000),
        made(folder, '20M-64', 20_000_000, cpus=64),
        made(folder, '2M-512', 2_750_000, cpus=512, options=['--tasks', '5000']),
        recorded(folder, 'real-3M', 3_000_000),
        recorded(folder, 'real-20M', 20_000_000),
    ]
    if large:
        recordings += [made(folder, '100M', 100_000_000), made(folder, '100M-64', 100_000_000, cpus=64)]
    if huge:
        recordings.append(made(folder, '400M', 400_000_000))
    return recordings


def instruction_recordings(folder, reduced):
    """Two sizes, whose difference does not include fixed costs."""
    sizes = (20_000, 60_000) if reduced else (200_000, 600_000)
    return [made(folder, f'{size // 1000}k-plain', size) for size in sizes]


def count(programs, name, recording):
    if programs.path(name) is None:
        return None
    try:
        return int(programs.figures(name, 'load', recording.path)['events'])
    except Unsupported:
        return None


def count_lines(recording):
    """The output of trace-cmd, or None if that is missing or would take minutes."""
    if shutil.which('trace-cmd') is None or recording.events > REPORT_EVENTS:
        return None
    with subprocess.Popen(['trace-cmd', 'report', '-t', '-N', recording.path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as report:
        n = sum(EVENT_LINE.match(line) is not None for line in report.stdout)
    return n if report.returncode == 0 else None


def check(programs, recording, known):
    """All readers must find the same events in a file."""
    # libtracecmd takes minutes, and libkshark needs about 80 bytes an event.
    readers = ('bench-ours',) if recording.is_huge else ('bench-ours', 'bench-tracecmd', 'bench-kshark')
    counts = {name: count(programs, name, recording) for name in readers}
    counts['trace-cmd report'] = count_lines(recording)
    wrong = {name: n for name, n in counts.items() if n is not None and n != known}
    if wrong:
        raise Failed(f'{recording.path.name} has {known} events, but {wrong}')


def need_room(recording):
    """Fails if the disk is too small for a generated file."""
    wanted = recording.events * BYTES_PER_EVENT
    free = shutil.disk_usage(recording.path.parent).free
    if free < wanted + SPARE_BYTES:
        raise Failed(f'{recording.name} needs {wanted / 1e9:.0f} GB and {SPARE_BYTES / 1e9:.0f} GB to spare, '
                     f'but {recording.path.parent} has only {free / 1e9:.0f} GB')


def make(programs, recording):
    """Generates the file unless it exists; a note beside it has the command."""
    note = recording.path.with_suffix('.json')
    source = recording.source.stat()
    recipe = recording.options + [recording.source.name, source.st_size]
    try:
        old = json.loads(note.read_text(encoding='utf-8'))
        if old['recipe'] == recipe and recording.path.stat().st_size == old['bytes']:
            recording.events, recording.cpus = old['events'], old['cpus']
            return
    except (OSError, ValueError, KeyError):
        pass

    recording.path.parent.mkdir(parents=True, exist_ok=True)
    need_room(recording)
    part = recording.path.with_suffix('.part')
    done = subprocess.run([programs.path('th-generate'), *recording.options, recording.source, part],
                          check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failed(done.stderr.strip())
    told = json.loads(done.stdout)
    os.replace(part, recording.path)
    recording.events, recording.cpus = told['events'], told['cpus']
    check(programs, recording, recording.events)
    note.write_text(json.dumps({'recipe': recipe, 'bytes': told['bytes'], 'events': told['events'], 'cpus': told['cpus']}) + '\n',
                    encoding='utf-8')


def record(programs, recording):
    """Records this machine, unless that was done before; returns the number of lost events."""
    def count_all(path):
        found = Recording(recording.name, path)
        found.events = count(programs, 'bench-tracecmd', found)
        check(programs, found, found.events)
        return found.events
    recording.events, lost = bench_real.make(recording.path, recording.events, count_all)
    recording.cpus = os.cpu_count()
    return lost


def given(programs, path):
    """A recording of the user's."""
    recording = Recording(Path(path).name, Path(path).resolve())
    facts = programs.run(programs.path('thresh'), 'info', '--json', recording.path, keep=True)
    told = json.loads(facts.stdout)
    recording.events = sum(stream['events'] for stream in told['streams'])
    recording.cpus = told['cpus']
    recording.packed = told['compression'] != 'none'
    return recording
