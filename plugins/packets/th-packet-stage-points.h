/* th-packet-stage-points.h - the events of stage maps as steps of packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-packet-event.h"

G_BEGIN_DECLS

typedef struct _Packets Packets;

void th_packet_stage_points_begin (Packets    *self,
                                   const char *file);
void th_packet_stage_points_clear (Packets *self);
const ThSubscription *th_packet_stage_points_get_subscriptions (Packets *self);
/* The id of the measure of @stage; free with g_free(). */
char *th_packet_stage_points_dup_measure (const ThStage *stage);
/* The ids of the measures of all stages: the built-in ones, and those that the maps of the program
 * and of the user define.  Free with g_strfreev(). */
char **th_packet_stage_points_list_measures (void);
/* Returns whether the event has a packet, or is the return of a call that had one. */
gboolean th_packet_stage_points_read (Packets *self,
                                      Skb     *skb);

G_END_DECLS
