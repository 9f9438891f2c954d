/* th-packet-context.h - the interrupt, the softirq and the poll that a packet is handled in
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
/* Notes that a softirq that began after the last event of the life resumed it. */
void th_packet_context_resume (Packets   *self,
                               Life      *life,
                               const Skb *skb);

G_END_DECLS
