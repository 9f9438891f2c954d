/* th-lane-rows.h - the rows of a lane that show tracks of analyses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-scene.h"

G_BEGIN_DECLS

/* A row shows the slices of one depth, the points or the values of a track. */
typedef struct
{
  ThResults *results;
  ThTrack   *track;
  guint      depth;
  gboolean   first;   /* the first row of its track */
  gboolean   deeper;  /* marks that there are deeper slices */
  double     top;     /* logical pixels from the top of the lane */
  double     height;
  double     low;     /* range of the values */
  double     high;
} ThTrackRow;

/* The visible rows of a lane: none for a folded CPU.  Valid until the lanes change. */
const ThTrackRow *th_scene_get_lane_rows  (ThScene *self,
                                           guint    lane,
                                           guint   *n);
/* The row at @y of a lane, or %NULL. */
const ThTrackRow *th_scene_find_lane_row  (ThScene *self,
                                           guint    lane,
                                           double   y);
/* Track @index of those that share a lane; %NULL after the last. */
ThTrack          *th_scene_get_lane_track (ThScene *self,
                                           guint    lane,
                                           guint    index);

G_END_DECLS
