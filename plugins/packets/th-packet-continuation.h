/* th-packet-continuation.h - decides whether an event continues the last life of its address
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-packet-event.h"
#include "th-packet-space.h"

G_BEGIN_DECLS

typedef struct _Packets Packets;

/* Returns whether the event continues @life, the last one of its address. */
gboolean th_packet_continues (Packets      *self,
                              const Space  *space,
                              const Life   *life,
                              const Skb    *skb,
                              Continuation *continuation);
Continuation th_packet_continuation_by_address (const Packets *self,
                                                const Life    *life);
/* Returns whether @life began with an event with which packets begin. */
gboolean th_packet_continuation_is_born (const Packets *self,
                                         const Life    *life);
gboolean th_packet_continuations_are_complete (const Packets *self);
/* Updates that from the recorded types; call it whenever there are more. */
void th_packet_continuations_look (Packets *self);

G_END_DECLS
