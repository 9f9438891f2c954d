/* th-packet-finalize.h - turns an ended life into a flow, a row and samples
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-packet-event.h"
#include "th-packet-life.h"

G_BEGIN_DECLS

typedef struct _Packets Packets;

extern const ThMeasureInfo th_packet_measures[];

/* Adds the tables, measures and flows to the results; before any event. */
void th_packet_finalize_begin      (Packets    *self);
/* Adds @life, which no event can change any more, to the results.  Does not free it. */
void th_packet_finalize            (Packets    *self,
                                    Life       *life);
/* Adds an event that belongs to no packet; @reason says why. */
void th_packet_finalize_unassigned (Packets    *self,
                                    const Skb  *skb,
                                    const char *reason);
/* Adds the remarks on all packets; after the last event. */
void th_packet_finalize_finish     (Packets    *self);

G_END_DECLS
