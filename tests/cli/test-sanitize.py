#!/usr/bin/env python3
# test-sanitize.py - looks for personal data in what thresh sanitize wrote, and for what it changed
#
# SPDX-License-Identifier: GPL-2.0-or-later

import functools
import glob
import ipaddress
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'capture'))

from cli import DATA, HAVE_TRACES, NO_TRACES, TRACES, Tap, thresh
from gvariant import encode
from trace_dat import Writer, format_text, sections_of
from trace_records import fields, records, split

SAMPLE = os.path.join(DATA, '..', '..', 'data', 'samples', 'e1000-tcp.dat')
REFUSED, PART, USAGE = 2, 3, 64
MAX_SIZE = 8 << 20
LONG = bool(os.environ.get('THRESHER_LONG'))
# Kernels, versions of the format, compression, buffers, kprobes, markers, stacks, IPv6, losses and
# virtual machines.  With THRESHER_LONG all recordings are checked.
CHOSEN = ('e1000-buffers', 'e1000-gt-udp', 'e1000-kprobe', 'e1000-marker', 'e1000-rr-late-read',
          'e1000-stack', 'e1000-tcp6', 'e1000-v6', 'e1000-v7-zstd', 'e1000-veth-loss', 'k612-rep',
          'kvm-inner', 'tcp-retrans-deep')
# With the statistics of each CPU: of both versions of the format, and of several buffers.
WITH_STATISTICS = ('e1000-buffers.dat', 'e1000-v6.dat', 'e1000-v7-zstd.dat')
# Kernel threads and other names that identify nobody.
KEPT = re.compile(r'<idle>|<\.\.\.>|swapper.*|kthreadd|ksoftirqd/\d+|kworker/.*|migration/\d+|cpuhp/\d+|rcu.*|'
                  r'kswapd\d+|kcompactd\d+|khugepaged|ksmd|oom_reaper|writeback|kblockd|kauditd|khungtaskd|'
                  r'kdevtmpfs|netns|jbd2/.*|ext4-rsv-conver|xfs.*|scsi_.*|irq/.*|napi/.*|md|loop\d+|vhost-\d+|'
                  r'watchdogd|kintegrityd|kthrotld|ata_sff|edac-poller|devfreq_wq|mld|ipv6_addrconf|cryptd|'
                  r'kvm-pit/\d+|idle_inject/\d+|inet_frag_wq|slub_flushwq|mm_percpu_wq|pool_workqueue.*|hwrng|.')
ADDRESS = re.compile(r'(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|(?=[0-9a-f:]*::)[0-9a-f:]+(?:(?:\d{1,3}\.){3}\d{1,3})?|'
                     r'(?:[0-9a-f]{2}:){5}[0-9a-f]{2})(?![\w:])')


def sanitize(path, target, *options, status=0):
    done, out, err = thresh('sanitize', *options, path, '-o', target)
    assert done == status, f'status {done}: {err}'
    return out if status == 0 else err


def sanitized(folder, path, *options):
    """The result, and the new names by the old ones."""
    target, names = os.path.join(folder, 'out.dat'), os.path.join(folder, 'names')
    sanitize(path, target, '--key', 'a secret', '--save-names', names, *options)
    with open(names, encoding='utf-8') as file:
        lines = [json.loads(line) for line in file]
    os.unlink(names)
    assert sorted(os.listdir(folder)) == ['out.dat'], os.listdir(folder)
    found = {line['old']: line['new'] for line in lines}
    assert len(set(found.values())) == len(found), 'two names became the same'
    for old, new in found.items():
        assert len(old.encode()) == len(new.encode()), f'{old} became {new}'
    return target, found


@functools.lru_cache(maxsize=64)
def trace_cmd(*arguments):
    return subprocess.run(['trace-cmd', *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          check=False).stdout.decode('utf-8', 'replace')


def renamer(names):
    """Applies new names to a text, as whole words."""
    if not names:
        return lambda text: text
    words = '|'.join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    pattern = re.compile(rf'(?<![\w]){"(?:"}{words})(?![\w])')
    return lambda text: pattern.sub(lambda match: names[match[0]], text)


# --- what is in a recording, by trace-cmd ------------------------------------------------------

def originals(path):
    """Names of tasks and machines, and addresses, as trace-cmd prints them."""
    report = trace_cmd('report', '-t', '-i', path)
    tasks = set(re.findall(r'^(?:\S+:)?\s*(\S.*?)-\d+\s+\[\d+\]', report, re.M))
    tasks |= set(re.findall(r'comm=(\S+?)(?=\s|$)', report))
    tasks |= {match.strip() for match in
              re.findall(r'sched_switch:\s+(\S+):\d+', report)}
    uname = re.search(r'Option UNAME, .*\n(\S+) (\S+) ', trace_cmd('dump', '--options', '-i', path))
    hosts = {uname[2]} if uname else set()
    names = {name for name in tasks | hosts if not KEPT.fullmatch(name)}
    addresses = {found for found in ADDRESS.findall(report) if not is_common(found)}
    return names, addresses


def is_common(text):
    if re.fullmatch('([0-9a-f]{2}:){5}[0-9a-f]{2}', text):
        first = int(text[:2], 16)
        return first & 1 or text == '00:00:00:00:00:00'
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return True
    if address.version == 6 and (address.ipv4_mapped or (int(address) >> 32 == 0 and int(address) > 1)):
        return is_common(str(ipaddress.IPv4Address(int(address) & 0xffffffff)))
    return address.is_loopback or address.is_unspecified or address.is_multicast or \
        (address.version == 4 and (int(address) >> 24 in (0, 127) or int(address) >> 24 >= 224))


def binary(text):
    """An address in both byte orders."""
    if re.fullmatch('([0-9a-f]{2}:){5}[0-9a-f]{2}', text):
        packed = bytes.fromhex(text.replace(':', ''))
    else:
        address = ipaddress.ip_address(text)
        mapped = address.version == 6 and address.ipv4_mapped
        packed = mapped.packed if mapped else address.packed
    return [packed, packed[::-1]]


def occurrences(name, data):
    """Whole words in UTF-8 and in both kinds of UTF-16."""
    word = rb'[0-9A-Za-z_]'
    plain = re.escape(name.encode())
    if re.search(rb'(?<!' + word + rb')' + plain + rb'(?!' + word + rb')', data):
        yield 'UTF-8'
    for code in ('utf-16-le', 'utf-16-be'):
        if name.encode(code) in data:
            yield code


def search_words(data, names, addresses):
    for name in sorted(names):
        # Two or three bytes occur in any binary data.
        for code in occurrences(name, data) if len(name) > 3 else ():
            return f'{name} as {code}'
    for address in sorted(addresses):
        for code in occurrences(address, data):
            return f'{address} as {code}'
    return None


def search(data, names, addresses):
    """Searches all of a small file that was made for a test."""
    wrong = search_words(data, names, addresses)
    if wrong is not None:
        return wrong
    for address in sorted(addresses):
        for reverse, packed in enumerate(binary(address)):
            for match in re.finditer(re.escape(packed), data):
                # A number is aligned; elsewhere four bytes in this order are parts of others.
                if not reverse or len(packed) > 4 or match.start() % 4 == 0:
                    return f'{address} in binary at {match.start()}'
    return None


def search_binary(path, data, addresses):
    """Searches the file @path, which has @data, for addresses in binary."""
    short = {}
    for text in sorted(addresses):
        for packed in binary(text):
            if packed not in data:
                continue
            if len(packed) > 4:
                return f'{text} in binary'
            short[packed] = text
    return search_records(path, data, short) if short else None


def search_records(path, data, addresses):
    """Looks for the four bytes of addresses where they cannot be there by chance: not in time stamps,
    and not in a part of one number or of two, but as all of a number, or among bytes."""
    described = fields(trace_cmd('dump', '--ftrace-events', '--events', '-i', path))
    for record in records(data):
        number, = struct.unpack_from('<H', record)
        numbers, rest = split(record, described.get(number, []))
        for packed, text in addresses.items():
            if packed in numbers or packed in rest:
                return f'{text} in binary in an event of type {number}: {record.hex(" ")}'
    return None


# --- recordings -----------------------------------------------------------------------------------

def check_search(path, target, _):
    """Nothing is left of the names and addresses."""
    names, addresses = originals(path)
    parts = sections_of(target)
    # What is the kernel's is the same as before, so it holds nothing that was found elsewhere.
    for section in ('--head-page', '--head-event', '--ftrace-events', '--systems', '--events', '--kallsyms',
                    '--printk'):
        texts = [[line for line in trace_cmd('dump', section, '-i', file).split('\n')
                  if line.strip() and not re.search(r'Tracing meta data in|\[.*bytes\]', line)]
                 for file in (path, target)]
        if texts[0] != texts[1]:
            return f'{section} differs'
    with open(target, 'rb') as file:
        whole = file.read()
    wrong = search_words(parts['rest'], names, addresses) or search_binary(target, whole, addresses)
    if wrong is not None:
        return wrong
    names_left, addresses_left = originals(target)
    left = {name for name in names_left & names if len(name) > 1} | (addresses_left & addresses)
    return f'still there: {left}' if left else None


def check_left(path, kind, expected):
    """The search finds a name that is left, and an address that is left only in binary."""
    with tempfile.TemporaryDirectory() as folder:
        target, _ = sanitized(folder, path, '--keep', kind)
        wrong = check_search(path, target, None) if kind == 'tasks' else None
        if kind == 'addresses':
            with open(target, 'rb') as file:
                wrong = search_binary(target, file.read(), originals(path)[1])
    return None if expected in str(wrong) else f'the search said {wrong}'


def check_report(path, target, names):
    """The same events, times, CPUs, losses; and the same texts but for the names."""
    rename = renamer(names)
    for options in (['-t'], ['-l']):
        before = trace_cmd('report', *options, '-i', path).split('\n')
        after = trace_cmd('report', *options, '-i', target).split('\n')
        for old, new in zip(before, after):
            if '-l' in options: # which prints the first 8 bytes of a name
                old, new = (re.sub(r'^.*?-(?=\d+\s)', '', line) for line in (old, new))
            if rename(old) != new:
                return f'{new!r} instead of {rename(old)!r}'
        if len(before) != len(after):
            return f'{len(after)} lines instead of {len(before)}'
    return None


def statistics(path):
    """What trace-cmd says about the buffer of each CPU; places in the file aside."""
    text = trace_cmd('report', '--stat', '-i', path)
    return [line for line in text.split('\n') if not re.search('offset=|recorded at', line)]


def check_statistics(path, target, names):
    """The statistics of the CPUs, which hold as all events are kept."""
    before, after = statistics(path), statistics(target)
    if 'read events' not in ' '.join(before):
        return f'trace-cmd prints no statistics: {before[:20]}'
    rename = renamer(names)
    differ = [(old, new) for old, new in zip(before, after) if rename(old) != new]
    return str(differ[:3] or (len(before), len(after))) if differ or len(before) != len(after) else None


def check_analyses(path, target, names):
    """Every analysis says the same, up to the order of rows that are sorted by name."""
    rename = renamer(names)
    commands = [('packets', '--json'), ('measures', '--json'), ('drops', '--json'), ('stacks',),
                ('counters', '--json'), ('info', '--json')]
    analyses = map(json.loads, thresh('tables', '--json', path)[1].splitlines())
    commands += [('table', '--json', table['id']) for analysis in analyses
                 for table in analysis['tables'] if table['rows'] > 0]
    if len(commands) == 6 and 'sched_switch' in trace_cmd('report', '-t', '-i', path):
        return 'there are no tables'
    for command, *options in commands:
        outputs = []
        for file, change in ((path, rename), (target, lambda text: text)):
            status, out, _ = thresh(command, *options, file)
            assert status != USAGE, f'{command} {options}'
            lines = [change(line).replace(os.path.basename(file), 'FILE') for line in out.split('\n')]
            outputs.append((status, sorted(line for line in lines if command != 'info' or
                                           not re.search('"(path|file|size|version|compression)"|FILE', line))))
        if outputs[0] != outputs[1]:
            odd = [pair for pair in zip(outputs[0][1], outputs[1][1]) if pair[0] != pair[1]]
            return f'{command} {options}: {outputs[1][0]} {odd[:1] or "other lines"}'[:600]
    return None


def check_compare():
    """A comparison of recordings that were sanitized with one key says the same."""
    paths = [os.path.join(TRACES, 'compare', f'{name}.dat') for name in ('before-00', 'before-01', 'late50-00',
                                                                         'late50-01')]
    names, outputs = {}, []
    with tempfile.TemporaryDirectory() as folder:
        results = [os.path.join(folder, os.path.basename(path)) for path in paths]
        for path, result in zip(paths, results):
            with tempfile.TemporaryDirectory() as scratch:
                target, found = sanitized(scratch, path)
                shutil.move(target, result)
            if any(names.get(old, new) != new for old, new in found.items()):
                return 'the recordings have different names'
            names.update(found)
        for files, change in ((paths, renamer(names)), (results, str)):
            lines = thresh('compare', '--json', *files[:2], '--', *files[2:])[1].splitlines()
            # Sums over classes are taken in the order of their names.
            outputs.append([json.loads(change(line), parse_float=lambda text: f'{float(text):.8g}')
                            for line in lines])
    for rows in outputs:
        rows[0]['a'] = rows[0]['b'] = None # the names of the files
        for row in rows: # words of warnings may also be names: "The load differs"
            row['warnings'] = [(warning['a'], warning['b']) for warning in row.get('warnings') or []]
        for row in rows[1:]:
            row['parts'] = sorted(row.get('parts') or [], key=lambda part: part['key'])
        rows[1:] = sorted(rows[1:], key=lambda row: (row['measure'], row['class'], row['p']))
    for old, new in zip(*outputs):
        if old != new:
            return str([(key, old[key], new.get(key)) for key in old if old[key] != new.get(key)])[:1500]
    return None if len(outputs[0]) == len(outputs[1]) > 5 else f'{len(outputs[0])} and {len(outputs[1])} rows'


def check_journey():
    """The slowest packet has the same journey."""
    with tempfile.TemporaryDirectory() as folder:
        target, names = sanitized(folder, SAMPLE)
        packet = json.loads(thresh('packets', '--slowest', '1', '--json', SAMPLE)[1].splitlines()[0])
        journeys = [thresh('journey', '--json', file, packet['id'])
                    for file in (SAMPLE, target)]
        if journeys[0][0] != 0:
            return f'{packet}: {journeys[0]}'
        return None if renamer(names)(journeys[0][1]) == journeys[1][1] else journeys[1][1]


def check_filter():
    """A filter by the new name finds what the one by the old name found."""
    with tempfile.TemporaryDirectory() as folder:
        target, names = sanitized(folder, SAMPLE)
        counts = [thresh('events', '-f', f'comm == "{name}"', file)[1].count('\n')
                  for name, file in (('curl', SAMPLE), (names['curl'], target), ('curl', target))]
        return None if counts[0] == counts[1] > counts[2] == 1 else str(counts)


# --- a recording with all kinds of personal data --------------------------------------------------

USER, HOST, MAC = 'wilhelmina', 'annex-gw7', '52:54:00:a1:b2:c3'
HOME = '/'.join(['', 'home', USER, 'secret plans.txt'])
SECRETS = {USER, HOST, 'hidden-daemon', 'left-over', 'annexbuild', 'plans.txt', 'between', 'paddling', 'cellar',
           'vaultkey', 'old-comm-rest', 'payroll', 'undescribed'}
ADDRESSES = {'10.9.8.77', '192.168.44.55', 'fd12:3456:789a::beef', MAC, '203.0.113.99', '198.51.100.23'}


def array(text, size, rest=b''):
    return (text.encode() + b'\0' + rest).ljust(size, b'\0')[:size]


def address(text):
    return binary(text)[0]


def crafted(order='<'):
    writer = Writer(order)
    pack = writer.pack
    writer.ftrace = [format_text('print', 5, [('unsigned long ip', 8, 8), ('char buf[]', 16, 0)],
                                 '"%ps: %s", (void *)REC->ip, REC->buf')]
    writer.systems = {
        'sched': [format_text('sched_switch', 300, [
            ('char prev_comm[16]', 8, 16), ('pid_t prev_pid', 24, 4), ('int prev_prio', 28, 4),
            ('long prev_state', 32, 8), ('char next_comm[16]', 40, 16), ('pid_t next_pid', 56, 4),
            ('int next_prio', 60, 4)],
            '"prev_comm=%s prev_pid=%d next_comm=%s next_pid=%d", REC->prev_comm, REC->prev_pid, '
            'REC->next_comm, REC->next_pid'),
                  format_text('sched_process_exec', 301, [
                      ('__data_loc char[] filename', 8, 4), ('pid_t pid', 12, 4), ('pid_t old_pid', 16, 4)],
                      '"filename=%s pid=%d old_pid=%d", __get_str(filename), REC->pid, REC->old_pid')],
        'tcp': [format_text('tcp_probe', 302, [
            ('__u8 saddr[28]', 8, 28), ('__u8 daddr[28]', 36, 28), ('__u16 sport', 64, 2), ('__u32 mark', 68, 4)],
            '"src=%pISpc dest=%pISpc mark=%#x", REC->saddr, REC->daddr, REC->mark')],
        'neigh': [format_text('neigh_update', 303, [
            ('u8 lladdr[32]', 8, 32), ('u8 lladdr_len', 40, 1), ('__u8 primary_key4[4]', 44, 4),
            ('__u8 primary_key6[16]', 48, 16)],
            '"lladdr %s key4 %pI4 key6 %pI6c", __print_hex_str(REC->lladdr, REC->lladdr_len), '
            'REC->primary_key4, REC->primary_key6')],
        'devlink': [format_text('devlink_hwmsg', 304, [('__data_loc u8[] buf', 8, 4), ('int len', 12, 4)],
                                '"%s", __print_hex(__get_dynamic_array(buf), REC->len)')],
    }

    def dynamic(at, data):
        return pack('I', len(data) << 16 | at)

    def sockaddr(text, port):
        value = address(text)
        family = pack('H', 2 if len(value) == 4 else 10) + struct.pack('>H', port)
        return (family + value + b'left-over' if len(value) == 4 else
                family + bytes(4) + value + pack('I', 0)).ljust(28, b'\0')

    exec_path = HOME.encode() + b'\0vaultkey'
    writer.records = [
        writer.common(300, 4711) + array('hidden-daemon', 16) + pack('iiq', 4711, 120, 0) +
        array('sh', 16, b'old-comm-rest') + pack('ii', 815, 120),
        writer.common(301, 815) + dynamic(20, exec_path) + pack('ii', 815, 815) + exec_path,
        writer.common(302, 815) + sockaddr('10.9.8.77', 80) + sockaddr('fd12:3456:789a::beef', 443) +
        pack('H', 80) + b'XX' + address('192.168.44.55'),
        writer.common(302, 815) + sockaddr('192.168.44.55', 80) + sockaddr('127.0.0.1', 81) + bytes(8),
        writer.common(303, 815) + address(MAC).ljust(32, b'\0') + bytes([6]) + b'paX' +
        address('10.9.8.77') + address('fd12:3456:789a::beef'),
        writer.common(304, 815) + dynamic(16, b'payroll: 12') + pack('i', 11) + b'payroll: 12',
        writer.common(5, 815) + pack('Q', 0) + f'{USER}@{HOST} ssh 203.0.113.99 as hidden-daemon\n\0'.encode(),
        writer.common(5, 815) + pack('Q', 0) + f'[fd12:3456:789a::beef]:22 via {MAC}, {HOME}\n\0'.encode(),
        writer.common(999, 815) + b'undescribed ' + address('10.9.8.77'),
        writer.common(300, 815) + array('sh', 16) + pack('iiq', 815, 120, 0) + array('between', 16) +
        pack('ii', 4711, 120) + b'paddling',
    ]
    writer.cmdlines = b'815 sh\n4711 hidden-daemon\n12 kworker/0:1\n'
    writer.buffer = b'of ' + HOST.encode()
    writer.options = [
        (5, f'Linux {HOST} 6.1.0-annexbuild+ x86_64 ({USER}@{HOST})'.encode() + b'\0'), (9, b'3.1.6\0'),
        (10, b'817 1 /opt/cellar/hidden-daemon\n7f00 7fff /usr/lib/cellar.so\n'),
        (13, HOST.encode() + b'\0' + pack('QI', 7, 0)), (8, pack('I', 1))]
    writer.counters = encode('aa{sv}', [reading('before', 1000), reading('after', 3000)])
    return writer


def reading(when, count):
    """The counters of a machine, as its agent sends them."""
    sockets = (f'tcp 1f 198.51.100.23:22 [fd12:3456:789a::beef]:443 ESTAB rqueue=0 wqueue={count}\n'
               'udp 2f 127.0.0.1:1 0.0.0.0:0 UNCONN rqueue=0 wqueue=0\n')
    snmp = f'Udp: InDatagrams NoPorts InErrors\nUdp: {count} 0 0\n'
    files = [('proc/net/snmp', snmp.encode()), ('sockets', sockets.encode())]
    return {'when': ('s', when), 'mono': ('x', count * 10**6), 'real': ('x', count * 10**6),
            'files': ('a(say)', files)}


def check_counters():
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as source:
        path = os.path.join(source, 'in.dat')
        with open(path, 'wb') as file:
            file.write(crafted().v7())
        target, names = sanitized(folder, path)
        before, after = (sorted(thresh('counters', '--all', '--json', file)[1].splitlines())
                         for file in (path, target))
    before = sorted(map(renamer(names), before))
    if not any('198.51.100.23' in line for line in map(renamer({new: old for old, new in names.items()}), after)):
        return f'the test itself lacks the socket: {after}'
    return None if before == after else f'{after} instead of {before}'


def check_crafted(data, plain=None):
    """@plain: the same for a trace-cmd that cannot unpack @data."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as source:
        path, readable = os.path.join(source, 'in.dat'), os.path.join(source, 'plain.dat')
        for name, contents in ((path, data), (readable, plain or data)):
            with open(name, 'wb') as file:
                file.write(contents)
        before = trace_cmd('report', '-i', readable)
        # A trace-cmd of a little-endian machine does not read socket addresses of others.
        reads_ports = data[12] == 0
        for expected in ('hidden-daemon', HOME, '10.9.8.77:80' if reads_ports else 'key4 10.9.8.77',
                         'fd12:3456:789a::beef'):
            assert expected in before, f'the test itself lacks {expected}: {before}'
        target, names = sanitized(folder, path)
        with open(target, 'rb') as file:
            whole = file.read()
        wrong = search(whole, SECRETS, ADDRESSES)
        if wrong is not None:
            return wrong
        after = trace_cmd('report', '-i', target)
        if before.count('\n') != after.count('\n'):
            return after
        for expected in (names['hidden-daemon'] + '-4711', 'devlink_hwmsg:        00 00',
                         *(['dest=127.0.0.1:81', f'src={names["10.9.8.77"]}:80'] if reads_ports else []), f'ssh {names["203.0.113.99"]} as '
                         + names['hidden-daemon'], f'{names[USER]}@', f'[{names["fd12:3456:789a::beef"]}]:22 via '
                         + names[MAC], os.path.dirname(HOME).replace(USER, names[USER])):
            if expected not in after:
                return f'no {expected!r} in\n{after}'
        mark = re.search(r'mark=0x([0-9a-f]+)', after)
        order = '>' if data[12] else '<'
        if struct.pack(order + 'I', int(mark[1], 16)) != address(names['192.168.44.55']):
            return f'the mark is {mark[1]}'
        rest = sections_of(target)['rest']
        if data[10:11] == b'7' and b' 127.0.0.1:1 0.0.0.0:0 UNCONN' not in rest:
            return 'the counters lack what stays'
        return None if b'12 kworker/0:1\n' in rest else 'the names of kernel threads changed'


def check_choices():
    with tempfile.TemporaryDirectory() as folder:
        path, target = os.path.join(folder, 'in.dat'), os.path.join(folder, 'out.dat')
        with open(path, 'wb') as file:
            file.write(crafted().v7())
        sanitize(path, target, '--keep', 'tasks,bytes', '--remove', 'addresses', '--remove', 'texts,users')
        with open(target, 'rb') as file:
            data = file.read()
        for kept in (b'hidden-daemon', b'payroll'):
            if kept not in data:
                return f'{kept} was not kept'
        wrong = search(data, SECRETS - {'hidden-daemon', 'payroll', 'between'}, ADDRESSES)
        if wrong is not None:
            return wrong
        if b' ssh ' in data:
            return 'texts were not removed'
        report = trace_cmd('report', '-i', target)
        return None if 'src=0.0.0.0:80' in report else report


def check_list():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'in.dat')
        with open(path, 'wb') as file:
            file.write(crafted().v7())
        status, out, err = thresh('sanitize', '--list', '--json', path)
        assert status == 0, err
        kinds = {line['kind']: line for line in map(json.loads, out.splitlines())}
        text = thresh('sanitize', '--list', path)[1]
    expected = {'tasks': 'hidden-daemon', 'hosts': 'annex-gw7', 'build': 'annexbuild', 'addresses': '10.9.8.77',
                'users': USER, 'paths': 'cellar', 'texts': 'ssh 203.0.113.99'}
    for kind, sample in expected.items():
        if not any(sample in found for found in kinds[kind]['samples']) and kinds[kind]['names'] <= 8:
            return f'{kind}: {kinds[kind]}'
    if kinds['texts']['places'] != 2 or kinds['bytes']['places'] != 1 or kinds['authors']['places'] != 0:
        return str(kinds)
    return None if 'hidden-daemon' in text and 'Names of tasks' in text else text


def check_keys():
    """One key gives the same names; without one they differ each time."""
    with tempfile.TemporaryDirectory() as folder:
        results = []
        for number, options in enumerate([['--key', 'a'], ['--key', 'a'], ['--key', 'b'], [], []]):
            target = os.path.join(folder, f'{number}.dat')
            sanitize(SAMPLE, target, *options)
            with open(target, 'rb') as file:
                results.append(file.read())
    return None if results[0] == results[1] and len(set(results)) == 4 else 'the keys do not decide'


def check_refused():
    """Nothing is left behind, and a file that was there stays."""
    with tempfile.TemporaryDirectory() as folder:
        target, other = os.path.join(folder, 'out.dat'), os.path.join(folder, 'other.txt')
        copy = os.path.join(folder, 'copy.dat')
        shutil.copy(SAMPLE, copy)
        for path, text in ((target, 'mine'), (other, '# tracer: nop\n           a-1  [000] .... 1.0: sched_switch: x\n')):
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
        perf = glob.glob(os.path.join(DATA, '*.perf.data'))[0]
        for status, *options in [(REFUSED, other, '-o', target), (REFUSED, perf, '-o', target),
                                 (REFUSED, copy, '-o', copy), (REFUSED, folder, '-o', target),
                                 (REFUSED, SAMPLE, '-o', os.path.join(folder, 'none', 'x')),
                                 (USAGE, SAMPLE), (USAGE, SAMPLE, SAMPLE, '-o', target),
                                 (USAGE, '--keep', 'nonsense', SAMPLE, '-o', target)]:
            found, _, err = thresh('sanitize', *options)
            if found != status or not err:
                return f'{options}: {found} instead of {status}: {err}'
        if sorted(os.listdir(folder)) != ['copy.dat', 'other.txt', 'out.dat']:
            return str(os.listdir(folder))
        with open(target, encoding='utf-8') as file, open(copy, 'rb') as kept, open(SAMPLE, 'rb') as sample:
            return None if file.read() == 'mine' and kept.read() == sample.read() else 'a file was replaced'


def check_hostile(path):
    """A damaged file is refused, or its result is whole."""
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, 'out.dat')
        status, _, err = thresh('sanitize', path, '-o', target)
        if status not in (0, PART, REFUSED) or (status == 0) == bool(err) or 'CRITICAL' in err:
            return f'{status}: {err}'
        if os.listdir(folder) != ([] if status == REFUSED else ['out.dat']):
            return str(os.listdir(folder))
        if status == REFUSED:
            return None
        before, after = (len(re.findall(r'\[\d{3,}\]\s+-?\d+(?:\.\d+)?:', thresh('events', file)[1]))
                         for file in (path, target))
        return None if before == after else f'{after} events instead of {before}'


def all_recordings():
    found = {}
    for folder in (TRACES, os.path.join(TRACES, 'deep'), DATA, os.path.dirname(SAMPLE)):
        for path in sorted(glob.glob(os.path.join(folder, '*.dat'))) if folder else []:
            if os.path.getsize(path) <= MAX_SIZE and (LONG or os.path.basename(path)[:-4] in CHOSEN):
                found.setdefault(os.path.basename(path), path)
    return list(found.values())


tap = Tap()
for name, order in (('little-endian', '<'), ('big-endian', '>')):
    tap.case(f'version 7, {name}', check_crafted, crafted(order).v7())
    tap.case(f'version 7, zlib, {name}', check_crafted,
             crafted(order).v7(compress=True), crafted(order).v7())
tap.case('version 6', check_crafted, crafted().v6())
tap.case('choices', check_choices)
tap.case('list', check_list)
tap.case('counters', check_counters)
tap.case('keys', check_keys)
tap.case('refused', check_refused)
tap.case('filter', check_filter)
tap.case('journey', check_journey)
tap.case('the search finds names', check_left, SAMPLE, 'tasks', 'curl')
tap.case('the search finds addresses', check_left, SAMPLE, 'addresses', 'in binary')
if HAVE_TRACES:
    tap.case('comparison', check_compare)
else:
    tap.skip('comparison', NO_TRACES)
for found_path in all_recordings():
    base = os.path.basename(found_path)
    with tempfile.TemporaryDirectory() as base_folder:
        done = sanitized(base_folder, found_path)
        tap.case(f'nothing left in {base}', check_search, found_path, *done)
        tap.case(f'report of {base}', check_report, found_path, *done)
        if base in WITH_STATISTICS:
            tap.case(f'statistics of {base}', check_statistics, found_path, *done)
        tap.case(f'analyses of {base}', check_analyses, found_path, *done)
hostile = sorted(glob.glob(os.path.join(DATA, 'broken', '*')) + glob.glob(os.path.join(DATA, 'hostile', '*')))
for found_path in hostile:
    if os.path.isfile(found_path):
        tap.case(f'hostile {os.path.basename(found_path)}', check_hostile, found_path)
tap.end()
