/* th-results-private.h - a lane of results, shared by the files of ThResults
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
  ThSlices   *slices;                 /* of a lane of slices */
  ThSeries    points;                 /* of the others */
  ThSeries    nodes[N_POINT_LEVELS];  /* lowest and highest of 16, 128, 1024 */
  gint64      last_time;              /* the writer's */
};

/* @info: what it points to lives as long as @arena. */
ThTrack *th_track_new     (ThArena           *arena,
                           const ThTrackInfo *info);
void     th_track_free    (ThTrack           *self);
void     th_track_publish (ThTrack           *self);

G_END_DECLS
