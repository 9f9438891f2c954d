/* th-lane-state.h - how the user arranged lanes, as plain data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What can be arranged has a name that is the same whenever this recording is
 * loaded, whatever is shown at the time:
 *
 *   cpus, cpus/BUFFER             the CPUs of the first or another buffer
 *   cpu/3, cpu/BUFFER/3           one CPU by its number; cpu/none
 *   vcpu/3                        below the CPU of a guest its task on the host
 *   followed                      the section of flows (which have no name)
 *   tasks, process/1234, task/1234
 *   analysis/ID, analysis/ID/TRACK
 *   pinned                        the section of what is pinned
 *
 * Where two names would be equal, the second one ends in "#2".
 *
 * What is set for a name that does not exist yet, as while a recording loads,
 * holds once it does.  Main thread.
 */
#pragma once

#include "th-scene.h"

G_BEGIN_DECLS

typedef enum
{
  TH_LANE_IS_FOLDED    = 1 << 0,
  TH_LANE_IS_HIDDEN    = 1 << 1,
  TH_LANE_IS_PINNED    = 1 << 2, /* in the section on top, that does not scroll */
  TH_LANE_IS_REVEALED  = 1 << 3, /* asked for, where a section shows only some */
  TH_LANE_IS_UNGROUPED = 1 << 4  /* "tasks": not grouped by process */
} ThLaneFlags;

/* How the lanes of a section are sorted.  Usual: CPUs by number, tasks and
 * processes by how busy they are, others in the order in which they came. */
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
 * @rank: lanes that were moved come first in their section, in this order, and
 *   sections that were moved come before others; -1: it was not moved
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

/* All states that differ from the initial ones, ThLaneState, by name; free with
 * g_array_unref(). */
GArray     *th_scene_list_states   (ThScene *self);
/* The name of the lane of that task, be it shown or not; NULL where nothing is
 * known of the task. */
const char *th_scene_get_task_name (ThScene *self,
                                    guint32  task);

G_END_DECLS
