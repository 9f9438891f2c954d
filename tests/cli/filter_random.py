# filter_random.py - random expressions in trace-cmd's syntax
#
# SPDX-License-Identifier: GPL-2.0-or-later

import random

NUMBERS = (0, 1, 2, 3, 7, 15, 28, 66, 120, 1944, 1951, 6000)
WORDS = ('swapper/1', 'iperf3', 'veth0', 'eth0', 'rcu_preempt', 'curl', 'unix_stream_connect')
PATTERNS = ('^s', 'er', 'p.*3', '[0-9]$', 'a\\\\|e', 'E')

# Fields that hold numbers, and fields that hold texts or addresses of code.
TYPES = {
    'sched/sched_switch': (('prev_pid', 'next_pid', 'prev_state', 'prev_prio'), ('next_comm',)),
    'sched_wakeup,sched_waking': (('pid', 'prio', 'target_cpu'), ('comm',)),
    'irq/softirq_.*': (('vec', 'common_pid'), ('COMM',)),
    'net': (('len', 'skbaddr'), ('name',)),
    'skb/kfree_skb': (('reason', 'protocol'), ('location',)),
    '.*': (('common_pid', 'common_flags', 'len', 'vec', 'CPU', 'next_pid'), ('COMM',)),
}


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def test(self, fields):
        numbers, texts = fields
        name = self.random.choice(numbers + texts)
        if name in numbers and self.random.random() < 0.3:
            sign = self.random.choice(('+', '-', '*', '/', '%', '<<', '>>', '|', '^', '&'))
            right = self.random.choice(numbers) if sign not in '/%' and self.random.random() < 0.4 else self.random.choice(NUMBERS[1:])
            return f'{name} {sign} {right}'
        if name in numbers:
            sign = self.random.choice(('==', '!=', '<', '<=', '>', '>=', '&'))
            return f'{name} {sign} {self.random.choice(NUMBERS)}'
        sign = self.random.choice(('==', '!=', '=~', '!~'))
        return f'{name} {sign} "{self.random.choice(PATTERNS if "~" in sign else WORDS)}"'

    def condition(self, fields, depth):
        kind = self.random.random() if depth > 0 else 0
        if kind < 0.35:
            return self.test(fields)
        inner = self.condition(fields, depth - 1)
        if kind < 0.65:
            return f'!({inner})' if kind < 0.5 else f'({inner})'
        return f'{self.test(fields)} {self.random.choice(("&&", "||"))} {inner}'

    def expression(self):
        types = self.random.choice(list(TYPES))
        return f'{types}: {self.condition(TYPES[types], 3)}'
