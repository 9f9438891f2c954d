/* th-packet-coalesce.h - infers which packets were coalesced in a socket's queue
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
/* To be called when the last step of @head was a copy to a reader. */
void th_packet_coalesce_copied (Packets *self,
                                Life    *head,
                                gint64   time);

/* A reader copies from the address of @life, which was inferred to be coalesced into
 * another packet: withdraws the inference if that is contradictory. */
void th_packet_coalesce_contradict (Packets   *self,
                                    Life      *life,
                                    const Skb *skb);

G_END_DECLS
