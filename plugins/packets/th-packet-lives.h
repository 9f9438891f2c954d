/* th-packet-lives.h - lives of packets: begun, continued, ended
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
/* Seals those that ended so long before @time that nothing more comes. */
void th_packet_lives_finalize_due (Packets *self,
                                   gint64   time);
void th_packet_lives_finish (Packets *self);

G_END_DECLS
