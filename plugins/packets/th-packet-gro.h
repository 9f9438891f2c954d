/* th-packet-gro.h - the effect of GRO on a packet
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-packet-event.h"
#include "th-packet-space.h"

G_BEGIN_DECLS

typedef struct _Packets Packets;

void th_packet_gro_enter (Packets   *self,
                          const Skb *skb,
                          Life      *life);
void th_packet_gro_exit (Packets       *self,
                         Space         *space,
                         Cpu           *cpu,
                         Place         *place,
                         const ThEvent *event);
void th_packet_gro_received (Packets   *self,
                             const Skb *skb,
                             Life      *life);

G_END_DECLS
