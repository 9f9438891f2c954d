/* th-lane-rows.h - the rows of a lane that show tracks of analyses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-scene.h"

G_BEGIN_DECLS

/* Slices of one depth, points, or values. */
typedef struct
{
  ThResults *results;
  ThTrack   *track;
  guint      depth;
  gboolean   first;   /* of its track */
  gboolean   deeper;  /* also shows that there are deeper slices */
  double     top;     /* logical pixels from the top of the lane */
  double     height;
  double     low;     /* of values */
  double     high;
} ThTrackRow;

/* The rows that are seen: none of a CPU that is folded.  Lent until the lanes
 * change. */
const ThTrackRow *th_scene_get_lane_rows  (ThScene *self,
                                           guint    lane,
                                           guint   *n);
/* The row at @y of a lane; %NULL if there is none. */
const ThTrackRow *th_scene_find_lane_row  (ThScene *self,
                                           guint    lane,
                                           double   y);
/* Track @index of those that share a lane; %NULL behind the last. */
ThTrack          *th_scene_get_lane_track (ThScene *self,
                                           guint    lane,
                                           guint    index);

G_END_DECLS
