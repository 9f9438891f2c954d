/* th-scene.h - the list of lanes of a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A scene is the list of lanes of one recording with their positions from top to
 * bottom, including folded and hidden ones, plus the theme.  The window and
 * `thresh render` draw through the same functions, so both show the same picture.
 * The results of analyses are shown in rows: tracks of a CPU below its runs, in the
 * first buffer that has this CPU; tracks of a task in a lane of the section "Tasks",
 * busiest first, under a heading where several tasks belong to one process; other
 * tracks in lanes of a section named after the analysis.  When the recordings of a
 * host and its guest share the timeline, the lane of the host's vCPU task is right
 * below the guest's CPU (th-lane-vcpu.h).
 * Each CPU has exactly one lane, except that one TH_LANE_MORE stands for all CPUs
 * without events if a buffer has very many of them.
 * See also th-lane.h (a lane), th-scene-edit.h (how the user arranges lanes),
 * th-pinned-flows.h, th-scene-filter.h and th-scene-times.h.  Drawing and hit testing
 * are in gui/canvas/lanes.
 * Lane indices may change with th_scene_update() and every edit of the scene.
 * Main thread (or the one thread of `thresh`).
 */
#pragma once

#include "th-lane.h"
#include "th-recording.h"
#include "th-theme.h"

G_BEGIN_DECLS

typedef struct _ThScene ThScene;

ThScene      *th_scene_new               (ThRecording *recording,
                                          ThTheme     *theme);
void          th_scene_free              (ThScene       *self);

void          th_scene_set_theme         (ThScene *self,
                                          ThTheme *theme);
ThTheme      *th_scene_get_theme         (ThScene       *self);
ThRecording  *th_scene_get_recording     (ThScene       *self);

/* Updates lanes and their details after the recording or results have grown or are
 * complete. */
void          th_scene_update            (ThScene       *self);

/* Adds the results of an analysis, which may still be running: call th_scene_update()
 * when they have grown.  Takes a reference. */
void          th_scene_add_results       (ThScene   *self,
                                          ThResults *results);
void          th_scene_remove_results    (ThScene   *self,
                                          ThResults *results);

guint         th_scene_get_n_lanes       (ThScene       *self);
const ThLane *th_scene_get_lane          (ThScene *self,
                                          guint    index);
double        th_scene_get_height        (ThScene       *self);
/* The bottom of the last pinned lane, or 0. */
double        th_scene_get_pinned_height (ThScene       *self);
/* The height of the first @n CPUs and their heading: in a tight scene (th_scene_set_tight()) if
 * @is_tight, or else at normal size with their track rows.  It does not depend on whether the
 * scene is tight now, nor on what the user resized or folded. */
double        th_scene_measure_cpus      (ThScene  *self,
                                          guint     n,
                                          gboolean  is_tight);
/* Whether a lane is the heading of a buffer's CPUs, or of those without events.  Its
 * detail (an offset, or why CPUs are folded) is too long for the label, and is shown
 * at the start of the time area. */
gboolean      th_scene_is_cpu_heading    (ThScene *self,
                                          guint    index);

/* The functions below return G_MAXUINT if there is no such lane. */
guint         th_scene_find_lane         (ThScene *self,
                                          double   y);
guint         th_scene_find_cpu          (ThScene *self,
                                          guint    stream,
                                          guint    cpu);
/* A task that is not shown has no lane. */
guint         th_scene_find_task         (ThScene *self,
                                          guint32  task);
/* The lane that shows the track. */
guint         th_scene_find_track        (ThScene       *self,
                                          const ThTrack *track);
/* @name may be %NULL. */
guint         th_scene_find_name         (ThScene    *self,
                                          const char *name);

/* The CPUs of all buffers, including those without a lane; @index is below
 * th_scene_get_n_cpus().  Returns %NULL for a CPU that th_scene_show_cpus() left out. */
guint         th_scene_get_n_cpus        (ThScene       *self);
ThCpu        *th_scene_get_cpu           (ThScene *self,
                                          guint    index,
                                          guint   *stream,
                                          guint   *cpu);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThScene, th_scene_free)

G_END_DECLS
