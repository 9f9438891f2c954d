/* th-drops.h - dropped packets, counted by reason, place and device
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where packets were freed by kfree_skb without having reached anybody: the
 * table "drops" of the analysis that follows packets, which knows the device of
 * each (the event does not), that a frame that hung in another one's list is no
 * drop, and which were freed because the socket with their queue was closed:
 * those are no drops either, and have lines of their own.
 *
 * The lines are there when the analysis has finished; each leads to the first
 * of its events.
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

typedef struct _ThDrops ThDrops;

/**
 * ThDrop:
 * @reason, @location, @device: words of the results; TH_DROP_UNKNOWN
 * @bytes: length of the packet, or -1
 * @purged: with its queue
 * @event: the kfree_skb
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

/* Adds the table to @results. */
ThDrops *th_drops_new    (ThResults    *results);
void     th_drops_free   (ThDrops      *self);

/* In any order of time. */
void     th_drops_add    (ThDrops      *self,
                          const ThDrop *drop);
/* Fills the table; the one that happened most comes first. */
void     th_drops_finish (ThDrops      *self);

G_END_DECLS
