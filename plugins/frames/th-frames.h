/* th-frames.h - the analysis that matches frames of captures with packets of traces
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Needs a timeline with at least one capture and one trace.  For each interface of a capture it
 * finds the network device of the trace that it was, or that of the same name; how the clocks
 * relate (th-frame-clock.h); and which event each frame belongs to (th-frame-match.h).
 *
 * A capture on the traced machine sees a packet when net_dev_start_xmit or, after GRO,
 * netif_receive_skb names it (include/trace/events/net.h of Linux, dev_queue_xmit_nit() and
 * __netif_receive_skb_core() in net/core/dev.c).  The time of a received frame is that of
 * netif_rx if there was one: the kernel takes the stamp there.
 *
 * Lengths are compared from the network header on, and connections where the journeys of packets
 * have them (th-packet-ends.h of plugins/packets).  Those come from the analysis of packets;
 * without it, as for the clocks alone (th-frame-shift.h), fewer matches are exact.
 *
 * Two captures are compared by the hash of their frames, which is the same at both ends, and each
 * leads to the packets of its own machine (th-frame-relay.c).
 *
 * Results: tables "frames", "frame-clocks", "missing-frames" (those that the kernel could have
 * seen, but did not) and "unseen-packets"; and the measure "frame.difference".
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

extern const ThAnalysis th_frames_analysis;

G_END_DECLS
