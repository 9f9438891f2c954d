/* th-scene-edit.h - the user folds, hides, pins, moves and sorts lanes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Every edit may change the indices and positions of lanes: find them again by name.
 * Functions that take a lane do nothing and return %FALSE for a kind of lane that
 * cannot be arranged that way.  Main thread.
 */
#pragma once

#include "th-lane-state.h"

G_BEGIN_DECLS

/* --- as plain data ----------------------------------------------------- */

/* Replaces all states; lanes that are not in @states return to the default.  Copies. */
void     th_scene_set_states   (ThScene           *self,
                                const ThLaneState *states,
                                guint              n);

/* --- which lanes are shown --------------------------------------------- */

/* Folds a section, a process, or the track rows of a CPU.  Unfolding TH_LANE_MORE shows
 * more lanes, folding it only the first few; unfolding TH_LANE_UNHIDE shows the
 * hidden lanes. */
void     th_scene_set_folded   (ThScene  *self,
                                guint     lane,
                                gboolean  folded);
/* Shows only the CPUs with these numbers; NULL shows all. */
void     th_scene_show_cpus    (ThScene     *self,
                                const guint *numbers,
                                guint        n);
/* Shows only the lanes that are active between @from and @to; all with TH_TIME_NONE,
 * the default.  A task that only sleeps is not active.  Returns %TRUE if the set of
 * visible lanes changed. */
gboolean th_scene_show_active  (ThScene *self,
                                gint64   from,
                                gint64   to);
/* Hides or shows a lane, process or section; a hidden CPU keeps a lane without height. */
gboolean th_scene_set_hidden   (ThScene  *self,
                                guint     lane,
                                gboolean  hidden);
/* Shows the lanes that a TH_LANE_UNHIDE stands for; all hidden ones for G_MAXUINT. */
void     th_scene_show_hidden  (ThScene *self,
                                guint    lane);
/* The number of hidden lanes; a hidden section counts as one. */
guint    th_scene_get_n_hidden (ThScene           *self);
/* Unfolds and shows whatever hides the lane; returns its index, or G_MAXUINT. */
guint    th_scene_reveal       (ThScene    *self,
                                const char *name);
/* Reveals the lane of a task, however idle; G_MAXUINT if no analysis knows the task. */
guint    th_scene_reveal_task  (ThScene *self,
                                guint32  task);

/* --- one lane ---------------------------------------------------------- */

gboolean th_scene_set_pinned   (ThScene  *self,
                                guint     lane,
                                gboolean  pinned);
gboolean th_scene_set_size     (ThScene    *self,
                                guint       lane,
                                ThLaneSize  size);

/* Whether the lanes have little room.  In a tight scene, a lane of normal size is shown as a low
 * one unless its size is set to normal there, and a CPU shows its track rows only if it has been
 * unfolded.  FALSE by default; not part of the states. */
void     th_scene_set_tight    (ThScene  *self,
                                gboolean  is_tight);

/* --- their order ------------------------------------------------------- */

gboolean th_scene_can_move     (ThScene *self,
                                guint    lane);
/* Moves a lane before lane @to of the same section, or to the end of the section if @to
 * is the lane after it.  A heading moves with its section. */
gboolean th_scene_move_before  (ThScene *self,
                                guint    lane,
                                guint    to);
/* Moves a lane by @step visible lanes within its section, or a section by @step
 * sections.  FALSE at the end. */
gboolean th_scene_move_by      (ThScene *self,
                                guint    lane,
                                gint     step);
/* Sorts the section that @lane heads or is in; moved lanes lose their rank. */
gboolean th_scene_set_sort     (ThScene    *self,
                                guint       lane,
                                ThLaneSort  sort);
/* FALSE if the lane is in no section that can be sorted. */
gboolean th_scene_get_sort     (ThScene    *self,
                                guint       lane,
                                ThLaneSort *sort);
/* Whether the lanes of its section are tasks, which can be sorted by name, too. */
gboolean th_scene_has_names    (ThScene *self,
                                guint    lane);
/* Whether the tasks of a process are grouped under a heading, where the recording
 * knows the process; TRUE by default. */
void     th_scene_set_grouped  (ThScene  *self,
                                gboolean  grouped);
gboolean th_scene_get_grouped  (ThScene           *self);

G_END_DECLS
