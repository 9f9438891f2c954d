/* th-lane-content.h - a copy of everything that the picture of one lane shows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Drawing a lane reads nothing of the scene but this copy, so a worker thread can draw a lane
 * while the scene changes or is freed.  The copy is immutable and holds references to the
 * recording, the results and the filter, which any thread may read; while these grow, the
 * picture shows what they had when it was drawn.
 * Make it on the thread of the scene; read and free it on any thread.
 */
#pragma once

#include "th-flows.h"
#include "th-lane-rows.h"
#include "th-lane-shape.h"
#include "th-number-format.h"
#include "th-scene-cache.h"
#include "th-scene-filter.h"

G_BEGIN_DECLS

/**
 * ThLaneContent:
 * @lane: without title and name; the detail only of a heading that shows it in the time area
 * @is_cpu_heading: see th_scene_is_cpu_heading()
 * @rows: the visible rows of tracks, @n_rows of them
 * @filter: the events that match the filter, or NULL; @hides: hides the other events
 * @first, @last: the range of the scene, if it @has_range
 * @followed: the results of the flow @followed_row, off whose path the lane is dimmed; or NULL
 * @changes: the state of the scene that the copy shows
 */
typedef struct
{
  ThRecording   *recording;
  ThTheme       *theme;
  ThLane         lane;
  ThLaneShape    shape;
  gboolean       is_cpu_heading;
  ThTrackRow    *rows;
  guint          n_rows;
  ThRows        *filter;
  gboolean       hides;
  ThSceneRules   rules;
  guint32        most_events;
  ThResolution   resolution;
  gboolean       has_range;
  gint64         first;
  gint64         last;
  ThResults     *followed;
  guint32        followed_row;
  ThSceneChanges changes;
} ThLaneContent;

ThLaneContent *th_lane_content_new  (ThScene       *scene,
                                     guint          lane);
void           th_lane_content_free (ThLaneContent *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThLaneContent, th_lane_content_free)

G_END_DECLS
