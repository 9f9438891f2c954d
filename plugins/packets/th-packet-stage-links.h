/* th-packet-stage-links.h - links between packets that the events of a stage map show
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-packet-event.h"
#include "th-packet-space.h"

G_BEGIN_DECLS

typedef struct _Packets Packets;

/* Processes the links of an event of a stage map's point. */
void th_packet_stage_links_event (Packets   *self,
                                  Space     *space,
                                  const Skb *skb);
void th_packet_stage_links_return (Packets   *self,
                                   const Skb *skb);

G_END_DECLS
