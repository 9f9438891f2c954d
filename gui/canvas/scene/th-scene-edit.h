/* th-scene-edit.h - the user folds, hides, pins, moves and sorts lanes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Lanes keep neither their index nor their place when they are arranged: find
 * them again by name.  Functions that take a lane do nothing and return %FALSE
 * where it is of a kind that cannot be arranged so.  Main thread.
 */
#pragma once

#include "th-lane-state.h"

G_BEGIN_DECLS

/* --- as plain data ----------------------------------------------------- */

/* Replaces all states; what is not in @states is as it was at first.  Copied. */
void     th_scene_set_states   (ThScene           *self,
                                const ThLaneState *states,
                                guint              n);

/* --- which lanes are shown --------------------------------------------- */

/* Sections, processes, track rows of a CPU; unfolding TH_LANE_MORE shows more
 * lanes, folding it the first few again; unfolding TH_LANE_UNHIDE shows what is
 * hidden. */
void     th_scene_set_folded   (ThScene  *self,
                                guint     lane,
                                gboolean  folded);
/* Gives lanes to the CPUs with these numbers alone; with NULL to all. */
void     th_scene_show_cpus    (ThScene     *self,
                                const guint *numbers,
                                guint        n);
/* Only lanes in which something happens from @from to @to; TH_TIME_NONE, as at
 * first: all.  A task that only sleeps is not active.  Returns %TRUE if other
 * lanes are shown than before. */
gboolean th_scene_show_active  (ThScene *self,
                                gint64   from,
                                gint64   to);
/* Lanes, processes and sections; hidden CPUs keep a lane without height. */
gboolean th_scene_set_hidden   (ThScene  *self,
                                guint     lane,
                                gboolean  hidden);
/* Shows the lanes that one of kind TH_LANE_UNHIDE stands for; G_MAXUINT: all. */
void     th_scene_show_hidden  (ThScene *self,
                                guint    lane);
/* Lanes, and sections as one each. */
guint    th_scene_get_n_hidden (ThScene           *self);
/* Opens and shows whatever hides the lane; returns its index, or G_MAXUINT. */
guint    th_scene_reveal       (ThScene    *self,
                                const char *name);
/* The same with the lane of a task, however idle; G_MAXUINT if no analysis said
 * anything about it. */
guint    th_scene_reveal_task  (ThScene *self,
                                guint32  task);

/* --- one lane ---------------------------------------------------------- */

gboolean th_scene_set_pinned   (ThScene  *self,
                                guint     lane,
                                gboolean  pinned);
gboolean th_scene_set_size     (ThScene    *self,
                                guint       lane,
                                ThLaneSize  size);

/* --- their order ------------------------------------------------------- */

gboolean th_scene_can_move     (ThScene *self,
                                guint    lane);
/* Before lane @to of the same section, or behind its last one where @to is
 * what follows the section.  A heading takes its section along. */
gboolean th_scene_move_before  (ThScene *self,
                                guint    lane,
                                guint    to);
/* Moves by @step seen lanes of its section, or by sections; FALSE at the end. */
gboolean th_scene_move_by      (ThScene *self,
                                guint    lane,
                                gint     step);
/* Sorts the section that @lane heads or is in; lanes that were moved return to
 * where they belong. */
gboolean th_scene_set_sort     (ThScene    *self,
                                guint       lane,
                                ThLaneSort  sort);
/* FALSE if it has no section that can be sorted. */
gboolean th_scene_get_sort     (ThScene    *self,
                                guint       lane,
                                ThLaneSort *sort);
/* Its lanes have names besides numbers: they are tasks. */
gboolean th_scene_has_names    (ThScene *self,
                                guint    lane);
/* Whether tasks of one process are under a heading, where the recording says
 * which they are; at first they are. */
void     th_scene_set_grouped  (ThScene  *self,
                                gboolean  grouped);
gboolean th_scene_get_grouped  (ThScene           *self);

G_END_DECLS
