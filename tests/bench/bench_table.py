# bench_table.py - rows of figures: as JSON, and as a table with the goals beside
#
# SPDX-License-Identifier: GPL-2.0-or-later

import json
from dataclasses import dataclass, field

GIB = 1 << 30
# Of columns, in bytes.
LEAST_CACHE = 32 << 20
# Goals that are a time, not a ratio, apply to recordings of this many events.
AS_MANY_AS_PROMISED = 25_000_000
IN_MS = ('lanes.full', 'zoom.p99', 'filter.event', 'filter.task', 'filter.cpu', 'filter.zoom.p99')


@dataclass(frozen=True)
class Goal:
    """At most @limit: of the ratio to the peer, or of our own figure."""
    limit: float
    of_ratio: bool = True

    def text(self, unit):
        return f'≤ {ratio_text(self.limit)}' if self.of_ratio else f'≤ {number_text(self.limit, unit)}'


def load_goal(bench, recording):
    """Goals of loads: the more events and CPUs, the more time others need."""
    many = recording.cpus > 8
    if recording.is_huge:
        # Alone: a time on the two CPUs that the goals are meant for, and memory.
        return {'load.wall': Goal(12_000, False), 'memory.peak': Goal(GIB, False)}.get(bench)
    if bench == 'load.wall':
        return Goal(1 / (18 if recording.packed else 30 if recording.events > AS_MANY_AS_PROMISED
                         else 40 if many else 35 if recording.events > 10_000_000 else 25))
    if bench == 'load.cpu':
        # Most of the time is decompression, for which both use the same library.
        return None if recording.packed else Goal(1 / 20)
    if bench == 'memory.per_event':
        return Goal(2 + LEAST_CACHE / recording.events, False)
    return Goal(1 / 5)


def goal_of(bench, recording):
    """The goal, or None if a row is only informative."""
    if bench == 'load.wall' and recording.is_small:
        return Goal(1 / 6)
    if bench in ('load.wall', 'load.cpu', 'memory.peak', 'memory.per_event'):
        return load_goal(bench, recording) if recording.is_large else None
    # A misaligned buffer is up to 3.5 times slower; small files are too fast to show it.
    if bench == 'read.file':
        return Goal(1.3) if recording.is_large else None
    # The fixed costs of small files do not scale.
    if bench == 'scaling.wall':
        return Goal(1 / 1.8) if recording.is_large else None
    if bench in ('start.picture', 'start.loaded'):
        return Goal(100, False) if recording.is_small else None

    if bench == 'packets.per_event':
        return Goal(150, False) if recording.is_large else None
    # For 200,000 parts.
    if bench == 'path.wall':
        return Goal(100, False) if recording.is_large else None
    # Half a second, likewise.
    if bench == 'sockets.per_event':
        return Goal(500 / 3, False) if recording.is_large else None

    if bench == 'perfdata.per_sample':
        return Goal(15, False)
    # A second for a million frames.
    if bench == 'matching.wall':
        return Goal(recording.events / 1000, False)

    if recording.events > AS_MANY_AS_PROMISED and bench in IN_MS:
        return None
    many = recording.cpus > 8
    return {
        'load.instructions': Goal(1 / 10),
        'load.first': Goal(300, False),
        'load.64_to_2_cpus': Goal(1.3),
        'memory.limit': Goal(GIB, False),
        'lanes.full': Goal(5 if many else 0.9, False),
        'zoom.p99': Goal(12 if many else 4, False),
        'filter.zoom.p99': Goal(16.6 if many else 1, False),
        'jump.p99': Goal(16_600, False),
        'memory.packets': Goal(40, False),
        'frame.snapshot.p99': Goal(3, False),
        'frame.until_sharp': Goal(3, False),   # the moved one and two more
        'frame.whole.p50': Goal(1.5),
        'frame.whole.p99': Goal(1.5),
        'live.p99': Goal(250, False),
        'record.cpu': Goal(1),
        'window.answer': Goal(50, False),
        'window.turn': Goal(50, False),
        'filter.field': Goal(1 / 4),
        'filter.event': Goal(20, False),
        'filter.task': Goal(20, False),
        'filter.cpu': Goal(20, False),
    }.get(bench)


def number_text(value, unit=''):
    if value is None:
        return ''
    if unit == 'B':
        return f'{value / (1 << 20):,.1f} MiB'
    digits = 0 if value >= 1000 else 1 if value >= 100 else 2 if value >= 1 else 3
    text = f'{value:,.{digits}f}'
    if '.' in text:
        text = text.rstrip('0').rstrip('.')
    return f'{text} {unit}'.rstrip()


def ratio_text(ratio):
    if ratio is None:
        return ''
    return f'1/{1 / ratio:.3g}' if ratio < 0.995 else f'{ratio:.3g}'


@dataclass
class Row:
    bench: str
    recording: object
    ours: float
    unit: str
    peer_name: str = None
    peer: float = None

    @property
    def ratio(self):
        return self.ours / self.peer if self.peer else None

    @property
    def goal(self):
        return goal_of(self.bench, self.recording)

    @property
    def is_missed(self):
        goal = self.goal
        value = self.ratio if goal is not None and goal.of_ratio else self.ours
        return goal is not None and value is not None and value > goal.limit

    def json(self):
        def short(value):
            return None if value is None else float(f'{value:.6g}')
        return json.dumps({'bench': self.bench, 'file': self.recording.name, 'events': self.recording.events, 'ours': short(self.ours),
                           'peer_name': self.peer_name, 'peer': short(self.peer), 'unit': self.unit, 'ratio': short(self.ratio)})

    def cells(self):
        goal = self.goal
        has_value = goal is not None and (not goal.of_ratio or self.ratio is not None)
        return [self.bench, self.recording.name, number_text(self.ours, self.unit),
                f'{self.peer_name} {number_text(self.peer, self.unit)}' if self.peer is not None else '', ratio_text(self.ratio),
                goal.text(self.unit) if has_value else '', ('MISSED' if self.is_missed else 'met') if has_value else '']


@dataclass
class Table:
    rows: list = field(default_factory=list)
    told: object = None   # a file for the lines of JSON

    def add(self, bench, recording, ours, unit, peer_name=None, peer=None):
        """One figure; none if ours was not measured."""
        if ours is None:
            return
        row = Row(bench, recording, ours, unit, peer_name if peer is not None else None, peer)
        self.rows.append(row)
        print(row.json(), flush=True)
        if self.told is not None:
            print(row.json(), file=self.told, flush=True)

    def text(self):
        head = ['what', 'file', 'ours', 'peer', 'ratio', 'goal', '']
        lines = [head] + [row.cells() for row in self.rows]
        widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
        return '\n'.join('  '.join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)

    def summary(self):
        with_goal = [row for row in self.rows if row.cells()[5]]
        missed = [row for row in with_goal if row.is_missed]
        return f'{len(with_goal) - len(missed)} of {len(with_goal)} goals met'
