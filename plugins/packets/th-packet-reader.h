/* th-packet-reader.h - which task read a packet from its socket, and what it waited for
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-packet-event.h"
#include "th-packet-life.h"

G_BEGIN_DECLS

typedef struct _Packets Packets;

gboolean th_packet_reader_event (Packets       *self,
                                 Cpu           *cpu,
                                 const ThEvent *event);
/* To be called for the netif_receive_skb event of @life. */
void th_packet_reader_received (Place *place,
                                Life  *life);
/* Returns whether an end of @life in the current task means that it was delivered. */
gboolean th_packet_reader_takes (Packets      *self,
                                 const Life   *life,
                                 const Skb    *skb,
                                 Continuation *continuation);
/* Adds the steps that made the reader run, if they are known.  Returns the stage that the
 * read ends: STAGE_READER if the reader was switched in after the packet was queued, else
 * STAGE_QUEUE, since it was awake. */
guint8 th_packet_reader_arrive (Packets *self,
                                Life    *life,
                                Task    *task,
                                guint32  task_number,
                                gint64   time);
/* Undoes the delivery of @life: it had ended without an event, and its address was reused
 * before the read. */
void th_packet_reader_retract (const Packets *self,
                               Life          *life,
                               Task          *task);

G_END_DECLS
