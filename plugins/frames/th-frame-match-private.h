/* th-frame-match-private.h - the parts of the matcher of frames and packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-frame-match.h"

G_BEGIN_DECLS

/* The kernel may be interrupted between the stamp of a frame and its event. */
#define TH_FRAME_LATE_NS  2000000
#define TH_FRAME_EARLY_NS 20000

typedef struct
{
  ThSightings          frames;
  ThSightings          packets;
  const ThFrameClock  *clock;
  gint64              *frame_times;  /* by the clock of the packets */
  gint64              *packet_times;
  gint64               width; /* of the differences of nearly all */
  gint64               core;  /* of those of most */
  gint64               early, late; /* how far packets may be from frames */
  gboolean             has_loss;
  gint64               first, last; /* when the capture ran */
  guint32              n_lone_frames, n_lone_packets; /* what the other side lacks */
  gboolean             is_strict; /* both do, so that losses may lie side by side */
  ThFrameMatch        *matches;
  /* By index in the group: */
  guint32             *from, *to;     /* the packets of the group that are possible */
  guint32             *left, *right;  /* the earliest and latest assignment */
} Matcher;

static inline gint64
matcher_get_frame_time (const Matcher *self,
                        guint32        row)
{
  return self->frame_times[row];
}

/* By how much the packet is farther from the frame than most packets are from theirs. */
static inline gint64
matcher_get_rest (const Matcher      *self,
                  const ThFrameGroup *group,
                  guint32             frame,
                  guint32             packet)
{
  return self->packet_times[group->packets[packet]]
         - matcher_get_frame_time (self, group->frames[frame]) - self->clock->median;
}

/* Both belong to connections that are known, and to different ones. */
static inline gboolean
matcher_contradicts (const Matcher      *self,
                     const ThFrameGroup *group,
                     guint32             frame,
                     guint32             packet)
{
  guint32 a = self->frames.items[group->frames[frame]].connection;
  guint32 b = self->packets.items[group->packets[packet]].connection;

  return a != 0 && b != 0 && a != b;
}

/* Both belong to the same connection, nothing is known to be missing, and the times agree. */
static inline gboolean
matcher_agrees (const Matcher      *self,
                const ThFrameGroup *group,
                guint32             frame,
                guint32             packet)
{
  guint32 connection = self->frames.items[group->frames[frame]].connection;

  return !self->has_loss && !self->is_strict && connection != 0 &&
         connection == self->packets.items[group->packets[packet]].connection &&
         ABS (matcher_get_rest (self, group, frame, packet)) <= self->width;
}

/* --- th-frame-directions.c: whether frames came to the machine or left it -------- */

/* Sets the direction of frames that do not record one, by other frames of the same source. */
void th_frame_directions_find  (Matcher             *self,
                                const ThFrameGroups *groups);

/* --- th-frame-order.c: matches within a key and a direction, by order and time ---- */

/* Sets the packets that are possible for each frame of the group. */
void th_frame_order_set_ranges (Matcher             *self,
                                const ThFrameGroup  *group);
/* Matches the frames of @group, which are all those of @whole with one direction, or some. */
void th_frame_order_match      (Matcher             *self,
                                const ThFrameGroup  *group,
                                const ThFrameGroup  *whole);

/* --- th-frame-connections.c: matches by connections that are known --------------- */

/* Matches what connections decide, and takes it out of @group, whose rows are @frames and
 * @packets. */
void th_frame_connections_match (Matcher            *self,
                                 ThFrameGroup       *group,
                                 const ThFrameGroup *whole,
                                 guint32            *frames,
                                 guint32            *packets);

G_END_DECLS
