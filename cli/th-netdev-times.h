/* th-netdev-times.h - what perf's script of that name reports, from flows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The layout is that of `perf script report netdev-times`: for each run of the
 * NET_RX softirq what was received in it and what became of that, and for each
 * packet that was sent how long it was in the queue, in the driver, and until
 * it was freed.  What belongs together is told by the flows, not by the next
 * equal address, so it is also right where that script is not:
 *   - what was received without an interrupt on that CPU (steered from another
 *     one, ksoftirqd, a NAPI thread, busy polling) is shown
 *   - a packet that was dropped is shown as dropped, with place and reason
 *   - datagrams that are read without skb_copy_datagram_iovec show consume_skb
 *   - packets dropped before they were sent show, and segments do
 *   - a driver that says it has sent after it has freed gives no packet the free
 *     of the next one at that address
 *   - kernels with more fields than the script knows are no problem.
 */
#pragma once

#include "th-cli-flows.h"
#include "th-commands.h"

G_BEGIN_DECLS

/* @words: "tx", "rx", "dev=NAME", NULL-terminated: only that. */
ThExit th_netdev_times_show (ThCliFlows        *flows,
                             const char *const *words);

G_END_DECLS
