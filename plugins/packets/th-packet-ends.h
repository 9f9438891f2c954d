/* th-packet-ends.h - the connection and the addresses of packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Only an event that names both a packet and its socket tells the connection:
 *   tcp:tcp_probe               received by the socket; has the packet since Linux 6.10
 *   tcp:tcp_retransmit_skb      sent by it; so is the clone that was queued for it
 *   tcp:tcp_send_reset          received, and answered by a reset
 *   skb:kfree_skb               received, and dropped by it; has the socket since Linux 6.11
 *   a point of a stage map with the field "sk" or "skaddr"
 * The analysis of sockets tells which connection that is (th-connections.h).  Nothing is inferred
 * from the task or from the time.
 */
#pragma once

#include "th-packet-event.h"
#include "th-packet-life.h"

G_BEGIN_DECLS

typedef enum
{
  WAY_UNKNOWN, /* the event does not tell the direction */
  WAY_RECEIVED, /* to the socket */
  WAY_SENT
} Way;

/* Adds what the event says about the connection of its packet. */
void th_packet_ends_learn  (Packets       *self,
                            Life          *life,
                            const Skb     *skb);
/* Gives @life the connection of @other, unless it has one. */
void th_packet_ends_copy   (Life          *life,
                            const Life    *other);
/* Sets the ends of the flow of @life, which was finalized last. */
void th_packet_ends_set    (Packets       *self,
                            const Life    *life,
                            guint32        row);

G_END_DECLS
