/* th-drops.h - dropped packets, counted by reason, location and device
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The table "drops" counts packets that kfree_skb freed before anybody received them.  It
 * belongs to the packet analysis, which knows more than the event: the device of each
 * packet, which frames were only freed with the frag list of another one (not drops), and
 * which were purged because the socket with their queue was closed (not drops either, but
 * in rows of their own).
 *
 * The rows are added when the analysis finishes; each refers to its first event.
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

typedef struct _ThDrops ThDrops;

/**
 * ThDrop:
 * @reason, @location, @device: strings of the results; TH_DROP_UNKNOWN
 * @bytes: length of the packet, or -1
 * @purged: whether the packet was freed together with its queue
 * @event: the kfree_skb event
 */
typedef struct
{
  guint32  reason;
  guint32  location;
  guint32  device;
  gboolean purged;
  gint64   bytes;
  gint64   time;
  ThRef    event;
} ThDrop;

#define TH_DROP_UNKNOWN G_MAXUINT32

/* Returns a new counter of drops and adds its table to @results. */
ThDrops *th_drops_new    (ThResults    *results);
void     th_drops_free   (ThDrops      *self);

/* Adds one drop, in any order. */
void     th_drops_add    (ThDrops      *self,
                          const ThDrop *drop);
/* Fills the table, most frequent drops first. */
void     th_drops_finish (ThDrops      *self);

G_END_DECLS
