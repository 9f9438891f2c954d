# test-pipes.py - thresh on standard input, pipes and compressed files
#
# SPDX-License-Identifier: GPL-2.0-or-later

import json
import os
import shutil
import subprocess
import tempfile

from cli import DATA, THRESH, Tap, thresh

SAMPLES = ('e1000-v6.dat', 'e1000-lost.dat', 'e1000-probe.perf.data', 'e1000-ftrace-default.txt')


def shell(script, **variables):
    """Runs a line of bash; returns status, output and error messages."""
    done = subprocess.run(['bash', '-c', script], env={**os.environ, 'THRESH': THRESH, **variables}, timeout=60,
                          stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return (done.returncode, done.stdout, done.stderr.decode('utf-8', 'replace'))


def check_same(script, name):
    path = os.path.join(DATA, name)
    status, plain, _ = shell('"$THRESH" events "$FILE"', FILE=path)
    got = shell(script, FILE=path)
    if (got[0], got[1]) != (status, plain):
        return f'{script}: status {got[0]}, {len(got[1])} bytes, not {status}, {len(plain)}\n{got[2]}'
    return None


WAYS = {
    'pipe': 'cat "$FILE" | "$THRESH" events -',
    'redirected': '"$THRESH" events - <"$FILE"',
    'dev-stdin': 'cat "$FILE" | "$THRESH" events /dev/stdin',
    'substitution': '"$THRESH" events <(cat "$FILE")',
    'slow': '{ head -c 5000; sleep 0.3; cat; } <"$FILE" | "$THRESH" events -',
    'gzip': '"$THRESH" events <(gzip -c "$FILE")',
    'xz': 'xz -0 -c "$FILE" | "$THRESH" events -',
    'zstd': 'zstd -q -c "$FILE" | "$THRESH" events -',
}


def check_head():
    """A reader that exits early is not an error."""
    path = os.path.join(DATA, 'e1000-lost.dat')
    _, plain, _ = shell('"$THRESH" events "$FILE"', FILE=path)
    status, first, complaints = shell('cat "$FILE" | "$THRESH" events - | head -n 5; exit ${PIPESTATUS[1]}', FILE=path)
    if first != b''.join(plain.splitlines(keepends=True)[:5]):
        return f'other lines: {first!r}'
    return None if status == 0 and not complaints else f'status {status}: {complaints}'


# One event every tenth of a second of the trace, without an end; the second
# CPU comes late, after what is there was opened for one.
ENDLESS = """n=0; while :; do n=$((n + 1)); [ $n -gt 60 ] && cpu=$((n % 2)) || cpu=0
printf '            bash-1     [00%d] .....   %d.%d00000: sched_wakeup: comm=a pid=1 prio=1 target_cpu=000\\n' \
  $cpu $((n / 10)) $((n % 10)) || exit; sleep 0.01; done"""


def check_growing():
    """Events are printed as soon as their order is certain, once and in order."""
    status, text, complaints = shell(f'({ENDLESS}) 2>/dev/null | "$THRESH" events - | sed 1d | head -n 150; '
                                     'exit ${PIPESTATUS[1]}')
    times = [line.split()[2] for line in text.decode().splitlines()]
    if times != [f'{n // 10}.{n % 10}00000:' for n in range(1, 151)]:
        return f'other times: {times}'
    return None if status == 0 and not complaints else f'status {status}: {complaints}'


def check_growing_chosen():
    """Also with a filter whose field appears later, and for a span, after which it ends."""
    late = f"{{ printf '            bash-1     [000] .....   0.000001: other: x=1\\n'; sleep 0.3; {ENDLESS}; }}"
    for options, expected in (('-f "target_cpu == 0 and ts >= 0.3" -n 20', range(3, 23)), ('--from 0.2 --to 0.9', range(2, 9)),
                              ('--from 0.2 --to 0.9 -f "ts != 0.5"', (2, 3, 4, 6, 7, 8))):
        status, text, complaints = shell(f'({late}) 2>/dev/null | "$THRESH" events {options} - | sed 1d; exit ${{PIPESTATUS[1]}}')
        times = [line.split()[2] for line in text.decode().splitlines()]
        if status != 0 or complaints or times != [f'{n // 10}.{n % 10}00000:' for n in expected]:
            return f'{options}: status {status}: {times} {complaints}'
    return None


def check_growing_mistakes():
    """An error in the arguments is reported at once, as the pipe may never end."""
    for options, sentence in (('-f "((ts"', 'ts'), ('--from yesterday', 'is not a time')):
        status, text, complaints = shell(f'({ENDLESS}) 2>/dev/null | "$THRESH" events {options} -')
        if status != 64 or text or sentence not in complaints:
            return f'{options}: status {status}: {text!r} {complaints}'
    return None


def check_growing_count():
    status, text, complaints = shell(f'({ENDLESS}) 2>/dev/null | "$THRESH" events -n 3 -')
    return None if status == 0 and len(text.splitlines()) == 4 else f'status {status}: {text!r} {complaints}'


def check_cut():
    """A truncated file: status 3 and a message."""
    with tempfile.TemporaryDirectory() as folder:
        packed = os.path.join(folder, 'x')
        shell('gzip -c "$FILE" | head -c 5000 >"$OUT"', FILE=os.path.join(DATA, 'e1000-ftrace-default.txt'), OUT=packed)
        status, text, complaints = thresh('events', packed)
    if status != 3 or 'compression around the recording is truncated' not in complaints:
        return f'status {status}: {complaints}'
    return None if len(text.splitlines()) > 50 else 'too few events'


def check_nothing():
    status, _, complaints = shell('true | "$THRESH" info -')
    return None if status == 2 and 'No data came through the pipe' in complaints else f'status {status}: {complaints}'


def check_info():
    status, text, _ = shell('gzip -c "$FILE" | "$THRESH" info --json - | python3 -c '
                            '"import json, sys; print(json.load(sys.stdin)[\'wrapper\'])"',
                            FILE=os.path.join(DATA, 'e1000-v6.dat'))
    return None if status == 0 and text == b'gzip\n' else f'status {status}: {text!r}'


def check_late_cpu():
    """A long text, of which only samples are read before the load: a CPU has one line in 30,000."""
    lines = [f'  task-{n % 5 + 1} [00{n % 2}] .....  {100 + n // 1000}.{n % 1000:03}000: my_event: n={n} {"x" * 300}\n' for n in range(30_000)]
    lines[29_800] = lines[29_800].replace(f'[00{29_800 % 2}]', '[006]')
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as file:
        file.writelines(lines)
        file.flush()
        for command in ('info --json', 'events -f cpu==6 --json --column n'):
            status, text, complaints = shell(f'"$THRESH" {command} "$FILE"', FILE=file.name)
            if status != 0 or complaints:
                return f'{command}: status {status}: {complaints}'
            if command.startswith('info'):
                streams = json.loads(text)['streams']
                if [stream['events_per_cpu'] for stream in streams] != [{'0': 14_999, '1': 15_000, '6': 1}]:
                    return f'other streams: {streams}'
            elif [json.loads(line) for line in text.splitlines()] != [{'n': 29_800}]:
                return f'other events: {text[:500]!r}'
    return None


def main():
    tap = Tap()
    for way, script in WAYS.items():
        if way in ('xz', 'zstd') and not shutil.which(way):
            tap.skip(f'/cli/pipes/{way}', f'there is no {way}')
            continue
        for name in SAMPLES:
            tap.case(f'/cli/pipes/{way}/{name}', check_same, script, name)
    tap.case('/cli/pipes/head', check_head)
    tap.case('/cli/pipes/growing', check_growing)
    tap.case('/cli/pipes/growing-count', check_growing_count)
    tap.case('/cli/pipes/growing-chosen', check_growing_chosen)
    tap.case('/cli/pipes/growing-mistakes', check_growing_mistakes)
    tap.case('/cli/pipes/cut', check_cut)
    tap.case('/cli/pipes/nothing', check_nothing)
    tap.case('/cli/pipes/late-cpu', check_late_cpu)
    tap.case('/cli/pipes/info', check_info)
    tap.end()


main()
