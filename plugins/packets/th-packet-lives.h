/* th-packet-lives.h - begins, continues and ends lives of packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-packet-event.h"
#include "th-packet-space.h"

G_BEGIN_DECLS

typedef struct _Packets Packets;

void th_packet_lives_event (Packets *self,
                            Space   *space,
                            Skb     *skb);
/* For tcp_probe before Linux 6.10, which does not name its packet.  That is the last one received
 * at @place; but the stack may receive a list of packets before it handles the first, so if
 * several could be meant, nothing is learned. */
void th_packet_lives_probe (Place         *place,
                            const ThEvent *event);
/* Finalizes lives that ended so long before @time that no more events can come. */
void th_packet_lives_finalize_due (Packets *self,
                                   gint64   time);
void th_packet_lives_finish (Packets *self);

G_END_DECLS
