/* th-packet-strings.h - texts of events as cached strings of the results
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A string is the number of a word of the results (th_results_get_word()), or TH_STEP_NO_DETAIL for
 * none.  Texts that come again are found in a cache by what they are made of, so a step costs no
 * formatting.  @field is an index of the fields that the event's subscription names.
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

typedef struct _Packets Packets;

void        th_packet_strings_init  (Packets         *self);
/* The text of a string, owned by the results; NULL for none. */
const char *th_packet_string        (Packets         *self,
                                     guint32          string);

/* Returns the address of a packet, from a number or from text; 0 if there is none. */
guint64     th_packet_address       (const ThField   *field,
                                     const ThPayload *payload);
/* The name of the event's type. */
guint32     th_packet_label         (Packets         *self,
                                     const ThEvent   *event);
/* The name of the network device. */
guint32     th_packet_device        (Packets         *self,
                                     const ThEvent   *event,
                                     guint            field);
/* The function where a packet was freed, with an offset, or its address without symbols. */
guint32     th_packet_location      (Packets         *self,
                                     const ThEvent   *event,
                                     guint            field);
/* The name of a drop reason, or its number. */
guint32     th_packet_reason        (Packets         *self,
                                     const ThEvent   *event,
                                     guint            field);

/* Details of steps.  "eth0 · len 1514"; either may be missing: @device a string, @length < 0. */
guint32     th_packet_detail_device (Packets         *self,
                                     guint32          device,
                                     gint64           length);
/* "1448 B"; none if @bytes < 0. */
guint32     th_packet_detail_bytes  (Packets         *self,
                                     gint64           bytes);
/* "= -11": what a function returned. */
guint32     th_packet_detail_result (Packets         *self,
                                     gint64           result);
/* "work 6 of 64", of a poll. */
guint32     th_packet_detail_pair   (Packets         *self,
                                     gint64           work,
                                     gint64           budget);
/* "irq 21 eth0"; @name is a string. */
guint32     th_packet_detail_irq    (Packets         *self,
                                     gint64           irq,
                                     guint32          name);
/* "first · second", of two strings. */
guint32     th_packet_detail_join   (Packets         *self,
                                     guint32          first,
                                     guint32          second);
/* The kernel's name of an ICMP error: "ICMP_PORT_UNREACH". */
guint32     th_packet_detail_icmp   (Packets         *self,
                                     gint64           type,
                                     gint64           code);

G_END_DECLS
