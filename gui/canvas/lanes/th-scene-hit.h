/* th-scene-hit.h - what is under the pointer, and what comes next in a lane
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-scene.h"
#include "th-view.h"

G_BEGIN_DECLS

/**
 * ThHit:
 * @lane: index, or G_MAXUINT
 * @ref: the event nearest to the pointer within a few pixels, or TH_REF_NONE
 * @run: index of the task run under the pointer in th_recording_get_runs_cpu(),
 *   or G_MAXUINT32
 * @count: events in the pixel under the pointer
 * @lost: index of the loss under the pointer, or G_MAXUINT32
 * @results, @track: the track whose row is under the pointer, or NULL: then
 *   nothing below counts
 * @depth, @slice: the slice of it, or G_MAXUINT32; @ref is its anchor
 * @point: the point or value (the last at or before the pointer) of it, or
 *   G_MAXUINT32; @ref is a point's anchor
 * @leg: in a lane of a flow: which of th_flows_list_legs(), or G_MAXUINT32;
 *   @ref is the event of the step that ends it
 */
typedef struct
{
  guint      lane;
  ThRef      ref;
  guint32    run;
  guint32    count;
  guint32    lost;
  ThResults *results;
  ThTrack   *track;
  guint      depth;
  guint32    slice;
  guint32    point;
  guint32    leg;
} ThHit;

/* @y counts from the top of the first lane. */
ThHit    th_scene_hit       (ThScene      *self,
                             const ThView *view,
                             double        x,
                             double        y);

/* The next event after @time (@step 1), or the one before (-1), of a lane of
 * slices, points or values: where one of them is anchored.  TH_REF_NONE: there
 * is none, or it is a lane of another kind. */
ThRef    th_scene_step_lane (ThScene *self,
                             guint    lane,
                             gint64   time,
                             int      step);
/* Whether a slice or a point of it is anchored at @ref. */
gboolean th_scene_lane_has  (ThScene *self,
                             guint    lane,
                             ThRef    ref);

G_END_DECLS
