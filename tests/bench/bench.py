#!/usr/bin/env python3
# bench.py - measures our speed and that of other tools, on the same files in one run
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   bench.py [--build DIR] [--cache DIR] [--large] [--huge] [--reduced] [--only PART] [FILE...]
#
# Without FILE, recordings are generated from real ones in the source tree; if tracefs allows it,
# this machine is recorded as well.
# Everything runs as a separate process, on files in the page cache, ours
# and theirs in turn, best of five.  Prints a line of JSON for each figure and
# ends with a table.  The goals are goals and no assertions: only a program that
# fails, or a reader that finds other events, is an error.

import argparse
import functools
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import bench_files
import bench_perfdata
import bench_real
import bench_record
from bench_run import Display, Failed, Programs, home_environment, in_turn, warm
from bench_table import Table

CALLGRIND = ['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null']
PERF_STAT = ['perf', 'stat', '-x,', '-e', 'instructions:u']
FIELD_TEST = 'sched/sched_switch:next_pid == 0'
FIND_TEXT = 'eth0'


class Bench:
    def __init__(self, options, programs):
        self.programs = programs
        self.options = options
        self.cache = options.cache
        self.table = Table()

    def times(self, recording):
        """The number of runs; fewer if the other tool takes minutes."""
        if self.options.reduced:
            return 1
        return 5 if recording.events < 50_000_000 else 2 if recording.events < bench_files.HUGE_EVENTS else 1

    def say(self, text):
        print(f'[{time.strftime("%H:%M:%S")}] {text}', file=sys.stderr, flush=True)

    def wants(self, part):
        return not self.options.only or part in self.options.only

    def runner(self, name, *arguments, environment=None):
        """A function that runs the program, or None if there is none."""
        if self.programs.path(name) is None:
            return None
        return lambda: self.programs.figures(name, *arguments, environment=environment)

    def add(self, bench, recording, name, unit, ours, peer_name=None, peer=None, peer_figure=None):
        self.table.add(bench, recording, ours.get(name), unit, peer_name, (peer or {}).get(peer_figure or name))

    # --- parts -----------------------------------------------------------

    def load(self, recording):
        path = recording.path
        # libkshark would need more memory than most machines have.
        peers = [self.runner(name, 'load', path) if not recording.is_huge else None for name in ('bench-kshark', 'bench-tracecmd')]
        ours, kshark, tracecmd, copy = in_turn(self.times(recording), self.runner('bench-ours', 'load', path), *peers,
                                               self.runner('bench-ours', 'copy', path))
        for bench, name, unit in (('load.wall', 'process.wall_ms', 'ms'), ('load.cpu', 'process.cpu_ms', 'ms'),
                                  ('load.inside.wall', 'load.wall_ms', 'ms'), ('load.inside.cpu', 'load.cpu_ms', 'ms'),
                                  ('memory.peak', 'process.peak_bytes', 'B')):
            self.add(bench, recording, name, unit, ours, 'libkshark', kshark)
        if recording.events > 50_000_000:
            self.add('memory.limit', recording, 'process.peak_bytes', 'B', ours)
        self.add('load.wall.iterate', recording, 'process.wall_ms', 'ms', ours, 'libtracecmd', tracecmd)
        for kind in ('wall', 'cpu'):
            self.add(f'load.copy.{kind}', recording, f'load.{kind}_ms', 'ms', ours, 'only reading the file', copy, f'copy.{kind}_ms')

        def per_event(figures):
            return {'n': figures['process.peak_bytes'] / max(recording.events, 1)} if figures else {}
        self.add('memory.per_event', recording, 'n', 'B/event', per_event(ours), 'libkshark', per_event(kshark))
        self.add('memory.columns', recording, 'columns.bytes_per_event', 'B/event', ours)
        recording.load_wall = ours['process.wall_ms']

        first, = in_turn(self.times(recording), self.runner('bench-ours', 'first', path))
        self.add('load.first', recording, 'process.wall_ms', 'ms', first, 'libkshark', kshark)

    def scaling(self, recording):
        """A load with two workers beside one, without the picture, which one thread draws."""
        self.two_workers(recording, 'load', {'scaling.wall': 'loaded.wall_ms', 'scaling.cpu': 'loaded.cpu_ms'})

    def workers(self, recording):
        """The wall time of lanes with two workers, as the window has on a machine with three CPUs, beside one."""
        self.two_workers(recording, 'workers', {'workers.lanes.full': 'lanes.full_ms', 'workers.zoom.p99': 'zoom.p99_ms'})

    def two_workers(self, recording, mode, figures):
        """A mode of bench-ours with two workers beside one; figures has the name of a figure for each row."""
        if len(os.sched_getaffinity(0)) < 2:
            self.say(f'{mode} with two workers: skipped, there is only one CPU')
            return
        two, one = in_turn(self.times(recording), *(self.runner('bench-ours', '--threads', n, mode, recording.path) for n in '21'))
        for row, figure in figures.items():
            self.add(row, recording, figure, 'ms', two, 'one worker', one)

    def read(self, recording):
        """Only reads the file: by the engine, and by a plain loop into aligned memory."""
        ours, = in_turn(self.times(recording), self.runner('bench-ours', 'read', recording.path))
        self.add('read.file', recording, 'read.engine_ms', 'ms', ours, 'pread', ours, 'read.plain_ms')

    def compare_cpus(self, recordings):
        by_name = {recording.name: recording for recording in recordings}
        few, many = by_name.get('20M'), by_name.get('20M-64')
        if few is None or many is None or not hasattr(many, 'load_wall'):
            return
        # The numbers of events differ slightly, so compare per event.
        self.table.add('load.64_to_2_cpus', many, many.load_wall * 1e6 / many.events, 'ns/event',
                       'ours on 2', few.load_wall * 1e6 / few.events)

    def lanes(self, recording):
        # Theirs repeats internally, and takes minutes on many CPUs.
        ours, = in_turn(self.times(recording), self.runner('bench-ours', 'lanes', recording.path))
        kshark, = in_turn(1, self.runner('bench-kshark', 'lanes', recording.path))
        for bench in ('lanes.full', 'zoom.p50', 'zoom.p99', 'zoom.max'):
            self.add(bench, recording, bench + '_ms', 'ms', ours, 'libkshark', kshark)

    def small_cache(self, recording):
        """A column cache of 32 MiB beside the usual one, in which most recordings fit."""
        for mode, names in (('load', ('load.cpu_ms', 'process.peak_bytes')), ('lanes', ('lanes.full_ms', 'zoom.p99_ms')),
                            ('jump', ('jump.p99_us',)), ('filter', ('filter.event_ms',))):
            small, usual = in_turn(self.times(recording), self.runner('bench-ours', '--cache', '32', mode, recording.path),
                                   self.runner('bench-ours', mode, recording.path))
            for name in names:
                self.add('cache.' + name.rsplit('_', 1)[0], recording, name, {'_ms': 'ms', '_us': 'us'}.get(name[-3:], 'B'), small,
                         'usual cache', usual)

    def jump(self, recording):
        ours, = in_turn(self.times(recording), self.runner('bench-ours', 'jump', recording.path))
        self.add('jump.p50', recording, 'jump.p50_us', 'us', ours)
        self.add('jump.p99', recording, 'jump.p99_us', 'us', ours)

    def filter(self, recording):
        """All events through a filter: by the columns, and by a field."""
        try:
            theirs = self.runner('bench-tracecmd', 'filter', recording.path, FIELD_TEST)
            ours, theirs = in_turn(self.times(recording), self.runner('bench-ours', 'filter', recording.path), theirs)
        except Failed as failure:
            if FIELD_TEST not in str(failure):
                raise
            # The recording lacks such events.
            ours, theirs = in_turn(self.times(recording), self.runner('bench-ours', 'filter', recording.path), None)
        for kind in ('event', 'task', 'cpu'):
            self.add(f'filter.{kind}', recording, f'filter.{kind}_ms', 'ms', ours)
        self.add('filter.lanes', recording, 'filter.lanes_ms', 'ms', ours)
        self.add('filter.zoom.p99', recording, 'filter.zoom_p99_ms', 'ms', ours)
        self.add('memory.rows', recording, 'rows.bytes_per_event', 'B/event', ours)
        if theirs is not None:
            # First theirs with records read before and ours with the file in memory, then both from the file.
            self.add('filter.field', recording, 'filter.ns_per_event', 'ns/event', ours, 'tep_filter_match', theirs)
            self.add('filter.field.file', recording, 'filter.file.ns_per_event', 'ns/event', ours, 'libtracecmd', theirs)
            if ours.get('filter.found', theirs['filter.found']) != theirs['filter.found']:
                raise Failed(f'{recording.name}: {ours["filter.found"]} rows match {FIELD_TEST}, of libtracecmd {theirs["filter.found"]}')

    def packets(self, recording):
        """All lives of all packets, all connections and all requests, on one thread, without the load."""
        ours, = in_turn(self.times(recording), self.runner('bench-packets', recording.path))
        if not ours['packets.lives']:
            return
        self.add('packets.wall', recording, 'packets.wall_ms', 'ms', ours)
        self.add('packets.per_event', recording, 'packets.ns_per_event', 'ns/event', ours)
        self.add('packets.lives', recording, 'packets.lives', '', ours)
        self.add('memory.packets', recording, 'packets.bytes_per_step', 'B/step', ours)
        self.add('sockets.per_event', recording, 'sockets.ns_per_event', 'ns/event', ours)
        self.add('requests.per_event', recording, 'requests.ns_per_event', 'ns/event', ours)

    def path(self, recording):
        """The critical path of the busiest task: with all that it needs, and once that is known."""
        ours, = in_turn(self.times(recording), self.runner('bench-path', recording.path))
        self.add('path.first', recording, 'path.first_ms', 'ms', ours)
        self.add('path.wall', recording, 'path.wall_ms', 'ms', ours)
        self.add('path.parts', recording, 'path.parts', '', ours)

    def text(self, recording):
        """The text of each event type, and the time of a whole report."""
        ours, tracecmd = in_turn(self.times(recording), self.runner('bench-ours', 'text', recording.path),
                                 self.runner('bench-tracecmd', 'text', recording.path))
        self.add('text.in_order', recording, 'text.ns_per_event', 'ns/event', ours, 'libtracecmd', tracecmd)

        done = self.programs.figures('bench-formatter', recording.path)
        for line in done.stdout.splitlines():
            figure = json.loads(line) if line.startswith('{') else {}
            if figure.get('bench') == 'formatter':
                self.table.add('text.' + figure['event'], recording, figure['ours_ns'], 'ns/event', 'tep_print_event', figure['tep_ns'])

    def report(self, recording):
        tracecmd = shutil.which('trace-cmd')
        thresh = self.programs.path('thresh')
        ours, theirs = in_turn(min(self.times(recording), 2), lambda: self.programs.run(thresh, 'events', recording.path),
                               (lambda: self.programs.run(tracecmd, 'report', '-t', '-N', recording.path)) if tracecmd else None)
        self.add('report.wall', recording, 'process.wall_ms', 'ms', ours, 'trace-cmd report', theirs)
        self.add('report.cpu', recording, 'process.cpu_ms', 'ms', ours, 'trace-cmd report', theirs)

    def find(self, recording):
        """Finds a text in the printed events: all places, and the first one; whole programs."""
        thresh = self.programs.path('thresh')
        pipe = f'trace-cmd report -t -N "$0" | grep -c -i -F -e {FIND_TEXT} || true'
        theirs = (lambda: self.programs.run(shutil.which('sh'), '-c', pipe, recording.path)) if shutil.which('trace-cmd') else None
        ours, theirs = in_turn(min(self.times(recording), 2),
                               lambda: self.programs.run(thresh, 'find', '--count', FIND_TEXT, recording.path), theirs)
        first, = in_turn(min(self.times(recording), 2), lambda: self.programs.run(thresh, 'find', '-n', '1', FIND_TEXT, recording.path))
        self.add('find.all', recording, 'process.wall_ms', 'ms', ours, 'trace-cmd report | grep', theirs)
        self.add('find.first', recording, 'process.wall_ms', 'ms', first, 'trace-cmd report | grep', theirs)

    def compare(self, recording):
        """Whole programs: a comparison of two recordings, two loads, and the measures of two recordings."""
        thresh = self.programs.path('thresh')
        ours, load, measures = in_turn(min(self.times(recording), 2),
                                       lambda: self.programs.run(thresh, 'compare', '--json', recording.path, '--', recording.path),
                                       self.runner('bench-ours', 'load', recording.path),
                                       lambda: self.programs.run(thresh, 'measures', recording.path))
        twice = [{'process.wall_ms': 2 * figures['process.wall_ms']} for figures in (load, measures)]
        self.add('compare.wall', recording, 'process.wall_ms', 'ms', ours, 'two loads', twice[0])
        self.add('compare.measures', recording, 'process.wall_ms', 'ms', ours, 'two thresh measures', twice[1])

    def frames(self, recording, display):
        steps = '30' if self.options.reduced else '1000'
        ours, = in_turn(1, self.runner('bench-frame', 'frames', recording.path, steps, environment=display.environment))
        self.add('frame.cold.snapshot', recording, 'frame.cold_snapshot_ms', 'ms', ours)
        self.add('frame.cold.whole', recording, 'frame.cold_ms', 'ms', ours)
        self.add('frame.until_sharp', recording, 'frame.until_sharp', 'frames', ours)
        for part in ('p50', 'p99', 'max'):
            self.add(f'frame.snapshot.{part}', recording, f'frame.snapshot_{part}_ms', 'ms', ours)
            self.add(f'frame.allocate.{part}', recording, f'frame.allocate_{part}_ms', 'ms', ours)
            self.add(f'frame.whole.{part}', recording, f'frame.whole_{part}_ms', 'ms', ours, 'bare texture', ours, f'bare.whole_{part}_ms')

    def start(self, recording, display):
        opened, = in_turn(self.times(recording), self.runner('bench-frame', 'start', recording.path, environment=display.environment))
        for name in ('window', 'picture', 'loaded'):
            self.add(f'start.{name}', recording, f'start.{name}_ms', 'ms', opened)
        if not recording.is_small:
            return

        picture = self.cache / 'window.png'
        thresher = self.programs.path('thresher')
        empty, bare, shot = in_turn(
            self.times(recording), self.runner('bench-frame', 'start', environment=display.environment),
            self.runner('bench-bare-window', environment=display.environment),
            lambda: self.programs.run(thresher, '--screenshot', picture, recording.path, environment=display.environment))
        self.add('start.empty', recording, 'start.window_ms', 'ms', empty, 'a label in GTK', bare)
        # It waits 0.6 s before it takes the picture.
        self.add('start.screenshot', recording, 'process.wall_ms', 'ms', shot)

    def window(self, recording, display):
        """The slowest of many common actions."""
        with tempfile.TemporaryDirectory(prefix='bench-') as home:
            environment = dict(display.environment, **home_environment(home))
            ours = self.programs.figures('bench-window', recording.path, environment=environment)
        steps = [name[len('window.'):-len('.turn_ms')] for name in ours if name.endswith('.turn_ms')]
        answers = {step: ours[f'window.{step}.answer_ms'] for step in steps if step not in ('open', 'close')}
        turns = {step: ours[f'window.{step}.turn_ms'] for step in steps}
        for bench, figures in (('answer', answers), ('turn', turns)):
            slowest = max(figures, key=figures.get)
            self.say(f'{recording.name}: the slowest {bench} is of {slowest}')
            self.table.add(f'window.{bench}', recording, figures[slowest], 'ms')
        self.add('window.analysed', recording, 'window.open.all_ms', 'ms', ours)

    def live(self, recording):
        """The delay from a page written to its events published, while a recording is in progress."""
        ours, = in_turn(1, self.runner('bench-live', recording.path))
        for name in ('first', 'p50', 'p99', 'max'):
            self.add(f'live.{name}', recording, f'live.{name}_ms', 'ms', ours)

    def record(self):
        """What recording costs the recorded machine, in turns with trace-cmd record."""
        reason = bench_record.why_not()
        if reason is not None:
            self.say(f'record: skipped, {reason}')
            return
        calls, pairs = (100_000, 1) if self.options.reduced else (700_000, 7)
        ours, theirs, facts = bench_record.compare(*map(self.programs.path, ('thresh', 'thresher-agent')), pairs, calls)
        events = bench_files.Recording('syscalls', None, facts['events'])
        self.say(f'record: {facts["rate"]:,.0f} events/s, {facts["lost"][0]} lost, by trace-cmd {facts["lost"][1]}')
        for kind in ('cpu', 'all'):
            self.table.add(f'record.{kind}', events, ours[kind], 'ms/MB', 'trace-cmd record', theirs[kind])

    def perfdata(self):
        """A perf.data: the load, in turns with perf, which reads and sorts all records but prints only their number."""
        recording = bench_files.Recording('perf.data', self.cache / 'samples.perf.data')
        recording.events = bench_perfdata.make(bench_files.SAMPLES, recording.path, 20_000 if self.options.reduced else 2_000_000)
        warm(recording.path)
        perf = shutil.which('perf')
        theirs = (lambda: self.programs.run(perf, 'report', '--stats', '-i', recording.path)) if perf else None
        ours, theirs = in_turn(self.times(recording), self.runner('bench-ours', 'load', recording.path), theirs)
        if ours['events'] != recording.events:
            raise Failed(f'{recording.path.name} has {recording.events} samples, not {ours["events"]}')
        self.add('perfdata.wall', recording, 'process.wall_ms', 'ms', ours, 'perf report --stats', theirs)
        self.add('perfdata.cpu', recording, 'process.cpu_ms', 'ms', ours, 'perf report --stats', theirs)
        read, = in_turn(self.times(recording), self.runner('bench-ours', 'read', recording.path))
        self.table.add('perfdata.per_sample', recording, ours['load.cpu_ms'] * 1e6 / recording.events, 'ns/sample', 'only reading the file',
                       read['read.engine_ms'] * 1e6 / recording.events)

    def matching(self):
        """Frames of a capture to packets of a trace, clocks included, without reading either."""
        n = 20_000 if self.options.reduced else 1_000_000
        recording = bench_files.Recording('frames', None, n)
        ours, = in_turn(self.times(recording), self.runner('bench-matching', str(n)))
        self.add('matching.wall', recording, 'matching.wall_ms', 'ms', ours)
        self.table.add('matching.share', recording, 100 * ours['matching.matched'] / ours['matching.frames'], '%')

    def lines(self):
        """A text of trace-cmd; there is no other program that reads one."""
        if shutil.which('trace-cmd') is None:
            return
        source = bench_files.small_recording()
        if not self.options.reduced:
            source = bench_files.made(self.cache, '3M', 3_000_000)
            bench_files.make(self.programs, source)
        recording = bench_files.Recording('report', self.cache / 'report.txt', source.events)
        with open(recording.path, 'wb') as out:
            subprocess.run(['trace-cmd', 'report', source.path], stdout=out, stderr=subprocess.DEVNULL, check=True)
        ours, = in_turn(self.times(recording), self.runner('bench-ours', 'load', recording.path))
        if ours['events'] != recording.events:
            raise Failed(f'{recording.path.name} has {recording.events} lines of events, not {ours["events"]}')
        self.add('lines.wall', recording, 'process.wall_ms', 'ms', ours)
        self.table.add('lines.per_line', recording, ours['load.cpu_ms'] * 1e6 / recording.events, 'ns/line')

    def instructions(self):
        """Counted by the processor if possible; virtual ones mostly cannot, so by callgrind."""
        if not self.options.instructions or not (has_counters() or shutil.which('valgrind')):
            return
        recordings = bench_files.instruction_recordings(self.cache, self.options.reduced)
        for recording in recordings:
            bench_files.make(self.programs, recording)
        small, large = recordings
        found = {name: self.count_instructions(name, small, large) for name in ('bench-ours', 'bench-kshark', 'bench-tracecmd')}
        self.table.add('load.instructions', large, found['bench-ours'], 'per event', 'libkshark', found['bench-kshark'])
        self.table.add('load.instructions.iterate', large, found['bench-ours'], 'per event', 'libtracecmd', found['bench-tracecmd'])

    def count_instructions(self, name, small, large):
        if self.programs.path(name) is None:
            return None
        counts = []
        tool, pattern = (PERF_STAT, r'(\d+),[^,]*,instructions') if has_counters() else (CALLGRIND, r'Collected\s*:\s*(\d+)')
        for recording in (small, large):
            done = self.programs.run(*tool, self.programs.path(name), 'load', recording.path, keep=True)
            counts.append(int(re.search(pattern, done.stderr).group(1)))
        return (counts[1] - counts[0]) / (large.events - small.events)

    # --- all of it -------------------------------------------------------

    def measure(self, recording, display):
        whole = self.options.files or recording.name in ('20k', '3M', '20M', '20M-64', '100M')
        texts = recording.events <= 5_000_000
        parts = [
            ('load', True, self.load),
            ('scaling', whole and recording.events < 50_000_000 or recording.is_real, self.scaling),
            ('read', whole, self.read),
            ('lanes', whole or recording.is_real or recording.name in ('3M-idle', '3M-sparse'), self.lanes),
            ('workers', whole, self.workers),
            ('jump', whole, self.jump),
            ('cache', whole, self.small_cache),
            ('filter', whole or recording.is_real, self.filter),
            ('packets', whole and recording.events < 50_000_000 or recording.is_real, self.packets),
            ('path', whole and recording.events < 5_000_000, self.path),
            ('live', whole and recording.events < 50_000_000, self.live),
            ('text', whole and texts, self.text),
            ('report', whole and texts, self.report),
            ('find', whole and texts, self.find),
            ('compare', whole and texts, self.compare),
            ('frames', display is not None and (whole or recording.name == '100M-64'), lambda r: self.frames(r, display)),
            ('start', whole and display is not None, lambda r: self.start(r, display)),
            ('window', display is not None and (whole or recording.name == '2M-512'), lambda r: self.window(r, display)),
        ]
        parts = [(name, run) for name, wanted, run in parts if wanted and self.wants(name)]
        if parts:
            warm(recording.path)
        for name, run in parts:
            self.say(f'{recording.name}: {name}')
            run(recording)

    def prepare(self):
        if self.options.files:
            return [bench_files.given(self.programs, path) for path in self.options.files]
        recordings = bench_files.default_recordings(self.cache, self.options.large, self.options.huge, self.options.reduced)
        if self.options.recordings:
            recordings = [recording for recording in recordings if recording.name in self.options.recordings]
        return [recording for recording in recordings if self.prepare_one(recording)]

    def prepare_one(self, recording):
        """Returns whether there is such a file now."""
        if not recording.is_made:
            bench_files.check(self.programs, recording, recording.events)
            return True
        self.say(f'{recording.name}: making, or finding')
        if not recording.is_real:
            bench_files.make(self.programs, recording)
            return True
        reason = bench_real.why_not()
        if reason is not None and not recording.path.exists():
            self.say(f'{recording.name}: skipped, {reason}')
            return False
        lost = bench_files.record(self.programs, recording)
        self.say(f'{recording.name}: {recording.events:,} events of this machine, {lost:,} lost')
        return True

    def run(self, display):
        recordings = self.prepare()
        self.cache.mkdir(parents=True, exist_ok=True)
        with open(self.cache / 'rows.json', 'w', encoding='utf-8') as self.table.told:
            for recording in recordings:
                self.measure(recording, display)
            self.compare_cpus(recordings)
            parts = [('matching', self.matching), ('perfdata', self.perfdata), ('lines', self.lines), ('instructions', self.instructions),
                     ('record', self.record)]
            for name, run in parts:
                if not self.options.files and not self.options.recordings and self.wants(name):
                    self.say(name)
                    run()


@functools.cache
def has_counters():
    if shutil.which('perf') is None:
        return False
    done = subprocess.run([*PERF_STAT, 'true'], check=False, capture_output=True, text=True)
    return done.returncode == 0 and re.search(r'^\d+,[^,]*,instructions', done.stderr, re.MULTILINE) is not None


def machine():
    model = re.search(r'model name\s*:\s*(.*)', Path('/proc/cpuinfo').read_text(encoding='utf-8'))
    memory = re.search(r'MemTotal:\s*(\d+)', Path('/proc/meminfo').read_text(encoding='utf-8'))
    return (f'{model.group(1) if model else platform.machine()}, {len(os.sched_getaffinity(0))} CPUs, '
            f'{int(memory.group(1)) / (1 << 20):.0f} GiB, Linux {platform.release()}, {time.strftime("%Y-%m-%d %H:%M")}, '
            f'load {os.getloadavg()[0]:.1f}')


def read_options():
    parser = argparse.ArgumentParser(prog='dev bench', description='How fast we are, beside our peers.')
    parser.add_argument('--build', type=Path, default=bench_files.TOP / 'build/release', help='a release build')
    parser.add_argument('--cache', type=Path, default=bench_files.TOP / 'build/bench', help='where recordings are made')
    parser.add_argument('--large', action='store_true', help='100 M events as well')
    parser.add_argument('--huge', action='store_true', help='400 M events as well, which takes 22 GB of disk')
    parser.add_argument('--reduced', action='store_true', help='each figure once, on a small file')
    parser.add_argument('--only', action='append', metavar='PART',
                        help='load, scaling, read, lanes, workers, jump, cache, filter, packets, path, live, text, report, find, frames, start, window, '
                             'matching, perfdata, lines, instructions or record; may be repeated')
    parser.add_argument('--recording', action='append', dest='recordings', metavar='NAME', help='only this of our own files')
    parser.add_argument('--no-instructions', action='store_false', dest='instructions', help='without valgrind')
    parser.add_argument('files', nargs='*', metavar='FILE', help='recordings to measure instead of our own')
    return parser.parse_args()


def main():
    options = read_options()
    bench = Bench(options, Programs(options.build))
    try:
        if bench.programs.path('bench-frame') is not None and shutil.which('Xvfb') is not None:
            with Display() as display:
                bench.run(display)
        else:
            bench.run(None)
    except Failed as failure:
        print(f'bench: {failure}', file=sys.stderr)
        return 1

    print(f'\n{bench.table.text()}\n\n{bench.table.summary()}; {machine()}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
