/* th-packet-coalesce.h - which packets a reader copied together with another one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-packet-event.h"
#include "th-packet-life.h"

G_BEGIN_DECLS

typedef struct _Packets Packets;

void th_packet_coalesce_received (Cpu  *cpu,
                                  Life *life);
/* The last step of @head is a copy. */
void th_packet_coalesce_copied (Packets *self,
                                Life    *head,
                                gint64   time);

/* A reader copies from the address of @life, whose data should have been copied
 * with another packet: withdraws what was inferred if that cannot be. */
void th_packet_coalesce_contradict (Packets   *self,
                                    Life      *life,
                                    const Skb *skb);

G_END_DECLS
