/* th-packet-strings.h - texts of events as cached strings of the results
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

typedef struct _Packets Packets;

void th_packet_strings_init (Packets *self);
/* Returns the address of a packet, from a number or from text; 0 if there is none. */
guint64 th_packet_address (const ThField   *field,
                           const ThPayload *payload);
guint32 th_packet_label (Packets       *self,
                         const ThEvent *event);
guint32 th_packet_device (Packets       *self,
                          const ThEvent *event,
                          guint          field);
guint32 th_packet_detail_device (Packets *self,
                                 guint32  device,
                                 gint64   length);
guint32 th_packet_detail_bytes (Packets *self,
                                gint64   bytes);
guint32 th_packet_detail_result (Packets *self,
                                 gint64   result);
guint32 th_packet_detail_pair (Packets *self,
                               gint64   work,
                               gint64   budget);
guint32 th_packet_detail_irq (Packets *self,
                              gint64   irq,
                              guint32  name);
guint32 th_packet_detail_join (Packets *self,
                               guint32  first,
                               guint32  second);
/* The kernel's name of an ICMP error: "ICMP_PORT_UNREACH". */
guint32 th_packet_detail_icmp (Packets *self,
                               gint64   type,
                               gint64   code);
guint32 th_packet_location (Packets       *self,
                            const ThEvent *event,
                            guint          field);
guint32 th_packet_reason (Packets       *self,
                          const ThEvent *event,
                          guint          field);
const char *th_packet_string (Packets *self,
                              guint32  string);
/* Returns whether packets freed at @location were in the frag list of another packet. */
gboolean th_packet_is_list_free (const char *location);
/* Returns whether buffers freed at @location belong to sockets without a network. */
gboolean th_packet_is_local (const char *location);
/* Returns whether only packets being sent are dropped for @reason. */
gboolean th_packet_is_sending_reason (const char *reason);
/* Whether a kfree_skb there without a reason empties a queue, which is not a drop. */
gboolean th_packet_is_purge (const char *location,
                             const char *reason);

G_END_DECLS
