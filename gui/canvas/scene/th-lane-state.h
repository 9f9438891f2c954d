/* th-lane-state.h - how the user arranged lanes: hidden, pinned, moved, high or low
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
 * Where two would be called alike, the second one ends in "#2".
 *
 * All of it can be read and set as plain data.  What is set for a name that is
 * not there yet, as while a recording loads, holds once it comes.
 *
 * Lanes keep neither index nor place when they are arranged: find them again by
 * name.  Doors that take a lane do nothing and return %FALSE where it is of a
 * kind that cannot be arranged so.  Main thread.
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
  TH_LANE_IS_UNGROUPED = 1 << 4  /* "tasks": not by process */
} ThLaneFlags;

/* Sections: how their lanes are sorted.  Usual: CPUs by number, tasks and
 * processes by how busy they are, others as they came. */
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
 *   sections that were moved before others; -1: was not moved
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

/* --- as plain data ----------------------------------------------------- */

/* All that differs from how it was first, ThLaneState, by name; free with
 * g_array_unref(). */
GArray     *th_scene_list_states    (ThScene           *self);
/* Instead of what is; everything else is as it was first.  Copied. */
void        th_scene_set_states     (ThScene           *self,
                                     const ThLaneState *states,
                                     guint              n);

/* --- one lane ---------------------------------------------------------- */

/* G_MAXUINT if there is none, or @name is %NULL. */
guint       th_scene_find_name      (ThScene           *self,
                                     const char        *name);
/* The name of the lane of that task, be it shown or not; NULL where nothing is known
 * of the task. */
const char *th_scene_get_task_name  (ThScene           *self,
                                     guint32            task);
/* Opens and shows whatever hides it; its index, or G_MAXUINT. */
guint       th_scene_reveal         (ThScene           *self,
                                     const char        *name);
/* Lanes, processes and sections; hidden CPUs keep a lane without height. */
gboolean    th_scene_set_hidden     (ThScene           *self,
                                     guint              lane,
                                     gboolean           hidden);
/* Those that a lane of kind TH_LANE_UNHIDE stands for; G_MAXUINT: all. */
void        th_scene_show_hidden    (ThScene           *self,
                                     guint              lane);
/* Lanes, and sections as one each. */
guint       th_scene_get_n_hidden   (ThScene           *self);
gboolean    th_scene_set_pinned     (ThScene           *self,
                                     guint              lane,
                                     gboolean           pinned);
/* Below the last pinned lane; 0 if none is. */
double      th_scene_get_pinned_height (ThScene        *self);
gboolean    th_scene_set_size       (ThScene           *self,
                                     guint              lane,
                                     ThLaneSize         size);
gboolean    th_scene_can_move       (ThScene           *self,
                                     guint              lane);
/* Before lane @to of the same section, or behind its last one where @to is
 * what comes there.  A heading takes its section along. */
gboolean    th_scene_move_before    (ThScene           *self,
                                     guint              lane,
                                     guint              to);
/* @step seen lanes of its section down, or sections; FALSE at the end. */
gboolean    th_scene_move_by        (ThScene           *self,
                                     guint              lane,
                                     gint               step);

/* --- sections ---------------------------------------------------------- */

/* Of the section that @lane heads or is in; lanes that were moved go where
 * they belong. */
gboolean    th_scene_set_sort       (ThScene           *self,
                                     guint              lane,
                                     ThLaneSort         sort);
/* FALSE if it has no section that can be sorted. */
gboolean    th_scene_get_sort       (ThScene           *self,
                                     guint              lane,
                                     ThLaneSort        *sort);
/* Its lanes have names besides numbers: they are tasks. */
gboolean    th_scene_has_names      (ThScene           *self,
                                     guint              lane);
/* Tasks of one process under a heading, where the recording tells; at first
 * they are. */
void        th_scene_set_grouped    (ThScene           *self,
                                     gboolean           grouped);
gboolean    th_scene_get_grouped    (ThScene           *self);

/* Only lanes in which something happens from @from to @to; TH_TIME_NONE, as at
 * first: all.  Of a task that is more than that it sleeps.  TRUE if other lanes
 * are shown than before. */
gboolean    th_scene_show_active    (ThScene           *self,
                                     gint64             from,
                                     gint64             to);

G_END_DECLS
