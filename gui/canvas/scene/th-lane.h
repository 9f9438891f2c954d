/* th-lane.h - one lane of the timeline: its contents and its position
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

typedef enum
{
  TH_LANE_SECTION, /* a heading, "CPUs" or a buffer's name; can be folded */
  TH_LANE_CPU,     /* its track rows can be folded away */
  TH_LANE_TASK,
  TH_LANE_TRACK,   /* a track that belongs to no CPU or task */
  TH_LANE_FLOW,    /* one flow, its legs one after the other */
  TH_LANE_MORE,    /* ends a section that does not show all lanes: unfold it to show more */
  TH_LANE_PROCESS, /* a heading in the section of tasks; can be folded */
  TH_LANE_UNHIDE   /* ends a section with hidden lanes: unfold it to show them */
} ThLaneKind;

typedef enum
{
  TH_LANE_NORMAL,
  TH_LANE_LOW,     /* with one line of label */
  TH_LANE_HIGH,
  TH_N_LANE_SIZES
} ThLaneSize;

/**
 * ThLane:
 * @kind: what it is
 * @stream: which buffer (TH_LANE_CPU, and headings of CPUs)
 * @cpu: index of the CPU in it (TH_LANE_CPU)
 * @task: the task (TH_LANE_TASK); else TH_TASK_NONE
 * @title: "CPU 0"; UTF-8
 * @detail: "62 % busy · 12 345 events", or ""
 * @results: of a section of an analysis, of TH_LANE_TRACK and TH_LANE_FLOW;
 *   else NULL
 * @track: TH_LANE_TRACK
 * @flow: row of the flow (TH_LANE_FLOW)
 * @y: top edge, from the top of the first lane
 * @height: in logical pixels; 0 if the lane is folded away or hidden
 * @can_fold: th_scene_set_folded() has an effect
 * @hidden: by the user, or left out by th_scene_show_cpus(); it has no height
 * @pinned: it is in the pinned section at the top
 * @folded: the section or process is closed (its lanes have no height), the
 *   CPU's track rows are, or there is more to show
 * @size: as it is shown; differs from that of th-lane-state.h in a tight scene
 * @chosen_size: see th-lane-state.h
 * @level: 1 below the heading of a process, else 0
 * @name: stable, see th-lane-state.h; lives as long as the scene; or NULL
 *
 * The texts are valid until the lanes change: by th_scene_update(),
 * th_scene_set_folded() and all other functions that edit the scene.
 */
typedef struct
{
  ThLaneKind  kind;
  guint       stream;
  guint       cpu;
  const char *title;
  const char *detail;
  double      y;
  double      height;
  gboolean    folded;
  gboolean    can_fold;
  gboolean    hidden;
  gboolean    pinned;
  ThLaneSize  size;
  ThLaneSize  chosen_size;
  guint       level;
  const char *name;
  guint32     task;
  ThResults  *results;
  ThTrack    *track;
  guint32     flow;
} ThLane;

/* A heading has a line of text and no time axis. */
static inline gboolean
th_lane_is_heading (const ThLane *lane)
{
  return lane->kind == TH_LANE_SECTION || lane->kind == TH_LANE_MORE ||
         lane->kind == TH_LANE_PROCESS || lane->kind == TH_LANE_UNHIDE;
}

G_END_DECLS
