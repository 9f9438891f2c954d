/* th-scene-hit.h - finds the item under the pointer, and the next event in a lane
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
 * @results, @track: the track whose row is under the pointer; if NULL, the fields
 *   below are not set
 * @depth, @slice: the track's slice, or G_MAXUINT32; @ref is its anchor
 * @point: the track's point or value at or before the pointer, or G_MAXUINT32; @ref is
 *   the anchor of a point
 * @leg: in the lane of a flow, the index in th_flows_list_legs(), or G_MAXUINT32;
 *   @ref is the event of the step that ends the leg
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

/* Finds what is at @x, @y; @y counts from the top of the first lane. */
ThHit    th_scene_hit       (ThScene      *self,
                             const ThView *view,
                             double        x,
                             double        y);

/* The next (@step 1) or previous (-1) event after or before @time at which a slice, a point or a
 * value of the lane is anchored.  TH_REF_NONE if there is none, or for other kinds of lanes. */
ThRef    th_scene_step_lane (ThScene *self,
                             guint    lane,
                             gint64   time,
                             int      step);
/* Whether a slice or point of the lane is anchored at @ref. */
gboolean th_scene_lane_has  (ThScene *self,
                             guint    lane,
                             ThRef    ref);

G_END_DECLS
