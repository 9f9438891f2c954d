/* canvas-fixture.h - recordings made of written runs and events, their lanes, and pixels
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-scene-draw.h"
#include "th-scene.h"

/* One event.  @next_pid: the pid that a context switch switches to, else -1.  @lost: the number of
 * events lost just before it (-1: unknown). */
typedef struct
{
  gint64 time;
  gint32 pid;
  gint32 next_pid;
  gint64 lost;
} TestEvent;

/* Returns a recording of one stream with CPUs 0 … @n_cpus-1. */
ThRecording     *test_recording_new   (guint             n_cpus);
void             test_recording_write (ThRecording      *recording,
                                       guint             cpu,
                                       const TestEvent  *events,
                                       guint             n);
/* Gives a task a name that holds from the start. */
void             test_recording_name  (ThRecording      *recording,
                                       gint32            pid,
                                       const char       *name);
/* Publishes everything and ends the load. */
void             test_recording_end   (ThRecording      *recording);

/* Returns the recording of the stored pictures: CPU 0 sparse with named bars, CPU 1 without
 * switches (inferred), CPU 2 with a loss, CPU 3 dense.  It lasts for 240 µs from 188.024 s on. */
ThRecording     *test_recording_small (void);
/* Returns @n_cpus CPUs with @n events each, every few of them a switch. */
ThRecording     *test_recording_dense (guint             n_cpus,
                                       guint             n);

/* A fixture for g_test_add(): test_recording_small() with its lanes, and results that have not
 * been added to them yet. */
typedef struct
{
  ThRecording *recording;
  ThTheme     *theme;
  ThScene     *scene;
  ThResults   *results;
} TestScene;

void             test_scene_set_up    (TestScene        *self,
                                       gconstpointer     data);
void             test_scene_tear_down (TestScene        *self,
                                       gconstpointer     data);
/* Returns "title: detail|" for lane @from and each one below it, with a note if it is folded. */
char            *test_describe_lanes  (ThScene          *scene,
                                       guint             from);

/* Draws a lane to an image, in device pixels. */
cairo_surface_t *test_draw_lane       (ThScene          *scene,
                                       guint             lane,
                                       const ThView     *view,
                                       double            scale,
                                       ThRenderBackend            door);
guint32          test_pixel           (cairo_surface_t  *surface,
                                       gint              x,
                                       gint              y);
/* Returns the columns of row @y that have @color, as "1 20 41-45". */
char            *test_columns         (cairo_surface_t  *surface,
                                       gint              y,
                                       guint32           color);
void             test_assert_columns  (cairo_surface_t  *surface,
                                       gint              y,
                                       guint32           color,
                                       const char       *expected);
/* Returns the number of pixels in [x1, x2) × [y1, y2) that differ by more than @tolerance of 255
 * in some channel. */
guint            test_count_different (cairo_surface_t  *a,
                                       cairo_surface_t  *b,
                                       gint              x1,
                                       gint              y1,
                                       gint              x2,
                                       gint              y2,
                                       guint             tolerance);
