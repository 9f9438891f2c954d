/* th-lane-state.h - how the user arranged lanes, as plain data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Everything that can be arranged has a name, which is the same whenever this
 * recording is loaded, whatever is shown at the time:
 *
 *   cpus, cpus/BUFFER             the CPUs of the first or another buffer
 *   interfaces                    the interfaces of a capture
 *   cpu/3, cpu/BUFFER/3           one CPU by its number; cpu/none
 *   vcpu/3                        the vCPU task on the host, below the CPU of its guest
 *   followed                      the section of flows (the flows have no name)
 *   tasks, process/1234, task/1234
 *   analysis/ID, analysis/ID/TRACK
 *   pinned                        the section of pinned lanes
 *
 * A second equal name ends in "#2".
 * A state may be set before its lane exists, as while a recording loads; it applies
 * once the lane does.  Main thread.
 */
#pragma once

#include "th-scene.h"

G_BEGIN_DECLS

typedef enum
{
  TH_LANE_IS_FOLDED    = 1 << 0,
  TH_LANE_IS_HIDDEN    = 1 << 1,
  TH_LANE_IS_PINNED    = 1 << 2, /* in the section at the top, which does not scroll */
  TH_LANE_IS_REVEALED  = 1 << 3, /* asked for, in a section that shows only some of its lanes */
  TH_LANE_IS_UNGROUPED = 1 << 4, /* "tasks": not grouped by process */
  TH_LANE_IS_OPENED    = 1 << 5, /* a CPU: its track rows are shown in a tight scene, too */
  TH_LANE_IS_SIZED     = 1 << 6  /* a lane that keeps its normal size in a tight scene */
} ThLaneFlags;

/* How the lanes of a section are sorted.  By default CPUs are sorted by number, tasks
 * and processes by how busy they are, others in the order of their creation. */
typedef enum
{
  TH_SORT_USUAL,
  TH_SORT_BUSY,
  TH_SORT_NUMBER,
  TH_SORT_NAME
} ThLaneSort;

/**
 * ThLaneState:
 * @name: see above
 * @flags: #ThLaneFlags
 * @size: of a lane
 * @rank: moved lanes come first in their section, and moved sections before others,
 *   in ascending rank; -1: it was not moved
 * @sort: of a section
 */
typedef struct
{
  char       *name;
  guint       flags;
  ThLaneSize  size;
  gint        rank;
  ThLaneSort  sort;
} ThLaneState;

/* All states that differ from the default, as ThLaneState sorted by name; free with
 * g_array_unref(). */
GArray     *th_scene_list_states   (ThScene *self);
/* The name of the task's lane, shown or not; NULL if no analysis knows the task. */
const char *th_scene_get_task_name (ThScene *self,
                                    guint32  task);
/* "pid 12", or "tid 13 of pid 12"; free with g_free(). */
char       *th_scene_dup_task_number (ThScene *self,
                                      guint32  task);
/* When the task was first and last seen in its tracks; FALSE if it was not. */
gboolean    th_scene_get_task_range (ThScene *self,
                                     guint32  task,
                                     gint64  *first,
                                     gint64  *last);

G_END_DECLS
