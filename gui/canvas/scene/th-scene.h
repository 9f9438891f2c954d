/* th-scene.h - the list of lanes of a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A scene is the list of lanes of one recording with their places from top to
 * bottom, folded and hidden ones included, plus the theme.  The window and
 * `thresh render` draw through the same functions, so both show the same.
 *
 * What analyses found is shown in rows: tracks of a CPU below its runs, in the
 * first buffer that has this CPU; tracks of a task in a lane of the section
 * "Tasks", busiest first, under a heading where several tasks belong to one
 * process; other tracks in lanes of a section named after the analysis.  Where
 * a host and its guest are joined, each CPU of the guest has right below it a
 * lane of the host's task that is this CPU (th-lane-vcpu.h).
 *
 * Each CPU has one lane at any time, except that where very many CPUs of a
 * buffer have no events, one lane of kind TH_LANE_MORE stands for all of them.
 *
 * The neighbours of this header: th-lane.h (a lane), th-scene-edit.h (how the
 * user arranges lanes), th-pinned-flows.h, th-scene-filter.h and
 * th-scene-times.h.  Drawing and hit-testing are in the room of the lanes.
 *
 * Lane indices may change with th_scene_update() and whatever edits the scene.
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

/* Brings lanes and their details up to date after the recording or results
 * have grown or ended. */
void          th_scene_update            (ThScene       *self);

/* Shows what an analysis found, and what it will still find: call
 * th_scene_update() then.  Takes a reference. */
void          th_scene_add_results       (ThScene   *self,
                                          ThResults *results);
void          th_scene_remove_results    (ThScene   *self,
                                          ThResults *results);

guint         th_scene_get_n_lanes       (ThScene       *self);
const ThLane *th_scene_get_lane          (ThScene *self,
                                          guint    index);
double        th_scene_get_height        (ThScene       *self);
/* The bottom of the last pinned lane; 0 if none is pinned. */
double        th_scene_get_pinned_height (ThScene       *self);
/* The heading of the CPUs of one buffer, or of those without events: its detail
 * stands beside its label, at the begin of the time, for an offset, or why CPUs
 * are folded, has no room in a label. */
gboolean      th_scene_is_cpu_heading    (ThScene *self,
                                          guint    index);

/* These return G_MAXUINT if there is no such lane. */
guint         th_scene_find_lane         (ThScene *self,
                                          double   y);
guint         th_scene_find_cpu          (ThScene *self,
                                          guint    stream,
                                          guint    cpu);
/* A task that is not shown has no lane either. */
guint         th_scene_find_task         (ThScene *self,
                                          guint32  task);
/* The lane that shows a track. */
guint         th_scene_find_track        (ThScene       *self,
                                          const ThTrack *track);
/* @name may be %NULL. */
guint         th_scene_find_name         (ThScene    *self,
                                          const char *name);

/* All CPUs of all buffers, those that have no lane too: @index counts up to
 * th_scene_get_n_cpus().  Returns %NULL for a CPU that th_scene_show_cpus()
 * left out. */
guint         th_scene_get_n_cpus        (ThScene       *self);
ThCpu        *th_scene_get_cpu           (ThScene *self,
                                          guint    index,
                                          guint   *stream,
                                          guint   *cpu);
/* How many events the busiest CPU had at the last update. */
guint32       th_scene_get_most_events   (ThScene       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThScene, th_scene_free)

G_END_DECLS
