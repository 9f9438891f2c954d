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

void th_packet_finalize_begin (Packets *self);
void th_packet_finalize (Packets *self,
                         Life    *life);
void th_packet_finalize_unassigned (Packets    *self,
                                    const Skb  *skb,
                                    const char *reason);
void th_packet_finalize_finish (Packets *self);

G_END_DECLS
