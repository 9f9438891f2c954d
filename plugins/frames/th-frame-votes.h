/* th-frame-votes.h - differences of times of frames and packets with equal keys
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-frame-clock.h"
#include "th-frame-sighting.h"

G_BEGIN_DECLS

/* @time: of the frame; @difference: of the packet's time to that. */
typedef struct
{
  gint64 time;
  gint64 difference;
  double weight;
} ThFrameVote;

/* Votes without any idea of the clocks: of all pairs of rare keys, and of those frames and
 * packets of frequent keys which follow the longest pauses.  (element-type ThFrameVote), in
 * order of their differences; free with g_array_unref(). */
GArray *th_frame_votes_all        (ThSightings          frames,
                                   ThSightings          packets,
                                   const ThFrameGroups *groups);
/* The differences with the most votes within @range around them, the best first.
 * (element-type gint64); free with g_array_unref(). */
GArray *th_frame_votes_list_peaks (const GArray        *votes,
                                   gint64               range);
/* Votes of pairs that are at most @distance apart by @clock, for evenly chosen frames; with
 * @closest, of the closest packet of each frame alone.  Free with g_array_unref(). */
GArray *th_frame_votes_near       (ThSightings          frames,
                                   ThSightings          packets,
                                   const ThFrameGroups *groups,
                                   const ThFrameClock  *clock,
                                   gint64               distance,
                                   gboolean             closest);
/* One of this many frames votes there. */
guint32 th_frame_votes_get_step   (ThSightings          frames);

G_END_DECLS
