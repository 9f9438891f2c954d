/* th-connection-follow.h - all packets of one connection, and what it waited for in between
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reads the packets whose connection an event tells (th-packet-ends.h), so packets of which
 * nothing tells the connection are missing; and of both sockets, if the recording has both.
 *
 * A gap is the time in which no packet of the connection was on its way.  Its parts are named by
 * what the events tell:
 *   waiting for the reader   data was queued, and its reader was not woken or did not read yet
 *   waiting for a CPU        the woken reader did not run yet
 *   retransmission timeout   until a packet that was sent again after a timeout
 *   waiting for the peer     until a packet from the remote end
 *   unknown                  until a packet from the local end; or no packet is known that the
 *                            local end sent, so it may have been busy itself
 *
 * Results: the table "connection-packets" and a lane with the packets sent, the gaps and the
 * packets received, from top to bottom.
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

extern const ThAnalysis th_connection_follow_analysis;

G_END_DECLS
