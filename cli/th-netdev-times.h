/* th-netdev-times.h - the report of perf's script of that name, from flows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The layout is that of `perf script report netdev-times`: for each run of the
 * NET_RX softirq, the packets received in it and their outcome, and for each sent
 * packet the time in the queue, in the driver, and until it was freed.  Events are
 * matched by flows, not by the next equal address, so it is also correct in cases
 * where that script is not:
 *   - packets received without an interrupt on that CPU (steered from another one,
 *     ksoftirqd, a NAPI thread, busy polling) are shown
 *   - a dropped packet is shown as dropped, with location and reason
 *   - datagrams that are read without skb_copy_datagram_iovec show consume_skb
 *   - segments, and packets dropped before they were sent, are shown
 *   - if net_dev_xmit comes after the packet was freed, the packet does not get the
 *     free of the next one at that address
 *   - kernels with more fields than the script expects are supported.
 */
#pragma once

#include "th-cli-flows.h"
#include "th-commands.h"

G_BEGIN_DECLS

/* @words: restrictions "tx", "rx", "dev=NAME", NULL-terminated. */
ThExit th_netdev_times_show (ThFlowSet        *flows,
                             const char *const *words);

G_END_DECLS
