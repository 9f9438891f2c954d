/* th-sockets.h - the analysis of connections
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Follows each socket from its first to its last event: its ends, its states, who opened
 * it, what it received, what the peer acknowledged, retransmits, resets and round trips.
 *
 * Sources: include/trace/events/sock.h and tcp.h of Linux.  skaddr identifies a socket
 * while it exists.  tcp_probe has it only since Linux 6.10, so before that the cookie of
 * the socket, which other events have beside skaddr, or its two ends identify it.
 *
 * A listening socket has further facts from the counters of the recording (th-socket-counts.c),
 * because a SYN that its full queue drops has no event.
 *
 * Results: tables "connections", "connection-tasks", "connection-states", "retransmits", "resets",
 * "connection-drops" and "listeners", the measures "tcp.connect" and "tcp.rtt", and for each
 * connection a lane of its states and, with tcp_probe, lanes of its round-trip time and its
 * congestion window.
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

extern const ThAnalysis th_sockets_analysis;

G_END_DECLS
