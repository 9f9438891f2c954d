/* th-packet-tx.h - sending: transmit calls, segments, clones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-packet-event.h"
#include "th-packet-space.h"

G_BEGIN_DECLS

typedef struct _Packets Packets;

/* Returns the life that a net_dev_xmit belongs to, according to the open calls on its CPU. */
Life *th_packet_tx_find_xmit (const Skb *skb);
void th_packet_tx_event (Packets   *self,
                         Space     *space,
                         const Skb *skb,
                         Life      *life,
                         gboolean   born);

G_END_DECLS
