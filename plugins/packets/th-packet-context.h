/* th-packet-context.h - the interrupt, softirq and poll in which a packet is handled
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-packet-event.h"
#include "th-packet-life.h"

G_BEGIN_DECLS

typedef struct _Packets Packets;

gboolean th_packet_context_event (Packets       *self,
                                  Cpu           *cpu,
                                  const ThEvent *event);
void th_packet_context_birth (Packets   *self,
                              Life      *life,
                              const Skb *skb);
/* Marks @life as resumed by a softirq that began after its last event. */
void th_packet_context_resume (Packets   *self,
                               Life      *life,
                               const Skb *skb);

G_END_DECLS
