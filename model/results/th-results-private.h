/* th-results-private.h - the structure of a track, shared by the files of ThResults
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-results.h"
#include "th-series.h"

G_BEGIN_DECLS

#define N_POINT_LEVELS 3

struct _ThTrack
{
  ThTrackInfo info;
  ThSlices   *slices;                 /* only of tracks of slices */
  ThSeries    points;                 /* of all other tracks */
  ThSeries    nodes[N_POINT_LEVELS];  /* minimum and maximum over 16, 128 and 1024 points */
  gint64      last_time;              /* writer only */
};

/* What @info points to must live as long as @arena. */
ThTrack *th_track_new     (ThArena           *arena,
                           const ThTrackInfo *info);
void     th_track_free    (ThTrack           *self);
void     th_track_publish (ThTrack           *self);

G_END_DECLS
