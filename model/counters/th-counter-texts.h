/* th-counter-texts.h - reads the counters that the kernel and its tools print
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The texts and where their layout comes from:
 *   proc/net/snmp, proc/net/netstat   pairs of lines, names then values (net/ipv4/proc.c); names
 *                                     are matched, never columns: kernels add some
 *   proc/net/snmp6                    a name and a value a line
 *   proc/net/softnet_stat             hexadecimal u32 in columns (net/core/net-procfs.c)
 *   proc/net/dev                      proc(5)
 *   proc/interrupts, proc/softirqs    proc(5)
 *   proc/stat                         proc(5): ctxt, processes, intr and softirq totals
 *   proc/schedstat                    Documentation/scheduler/sched-stats.rst, versions 15 to 17
 *   ethtool/DEV                       written by thresher-agent: "stat NAME VALUE", or
 *                                     "ring", "coalesce", "channels", "feature", "driver"
 *   qdisc                             written by thresher-agent: "DEV KIND HANDLE NAME VALUE"
 *   sockets                           written by thresher-agent: "tcp COOKIE LOCAL REMOTE STATE
 *                                     NAME=VALUE…", "udp …"; "more NUMBER" for those left out
 *   nstat, netstat -s, ethtool -S     what these tools print, for recordings made elsewhere; or a
 *                                     copy of proc/net/snmp or netstat
 *
 * The texts come from strangers: lines that are not understood are skipped.
 */
#pragma once

#include "th-counter-set.h"

G_BEGIN_DECLS

/* The source of the counters of sockets.  The item names the socket, "tcp 10.0.0.1:22 →
 * 10.0.0.2:40000 sk:1f", where sk is the cookie that the kernel gives to no other socket.  Besides
 * counters (bytes_acked, segs_out, retrans, drops, …) there are levels (rtt_us, cwnd, rmem, …) and
 * the setting "state". */
#define TH_COUNTER_SOCKETS "sockets"

/* Adds the counters of the text called @name ("proc/net/snmp"); FALSE if no text of that name is
 * known. */
gboolean th_counter_text_read   (ThCounterSet *set,
                                 const char   *name,
                                 const char   *text);
/* Adds the counters of what nstat, netstat -s or ethtool -S printed, which is told by its first
 * lines; @device names the source of the latter.  FALSE if it is none of these. */
gboolean th_counter_text_read_tool (ThCounterSet *set,
                                    const char   *text,
                                    const char   *device);

G_END_DECLS
