/* canvas-fixture.h - recordings made of written runs and events, their lanes, and pixels
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-scene-draw.h"
#include "th-scene.h"

/* One event.  @next_pid: who runs from here on, of a context switch; else -1.
 * @lost: how many events were lost just before it (-1: unknown), 0: none. */
typedef struct
{
  gint64 time;
  gint32 pid;
  gint32 next_pid;
  gint64 lost;
} TestEvent;

/* One stream with CPUs 0 … @n_cpus-1. */
ThRecording     *test_recording_new   (guint             n_cpus);
void             test_recording_write (ThRecording      *recording,
                                       guint             cpu,
                                       const TestEvent  *events,
                                       guint             n);
/* A fixed name from the beginning on. */
void             test_recording_name  (ThRecording      *recording,
                                       gint32            pid,
                                       const char       *name);
/* Everything is published; ends the load. */
void             test_recording_end   (ThRecording      *recording);

/* The recording of the stored pictures: CPU 0 sparse with named bars, CPU 1
 * without switches (inferred), CPU 2 with a loss, CPU 3 dense.  188.024 s and
 * 240 µs on. */
ThRecording     *test_recording_small (void);
/* @n_cpus CPUs with @n events each, switches every few of them. */
ThRecording     *test_recording_dense (guint             n_cpus,
                                       guint             n);

/* test_recording_small() with its lanes, and results that are not among them yet.
 * Set-up and end of g_test_add(). */
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
/* "title: detail|" of lane @from and those below, folded ones called so. */
char            *test_describe_lanes  (ThScene          *scene,
                                       guint             from);

/* A lane as an image, in device pixels. */
cairo_surface_t *test_draw_lane       (ThScene          *scene,
                                       guint             lane,
                                       const ThView     *view,
                                       double            scale,
                                       ThRenderBackend            door);
guint32          test_pixel           (cairo_surface_t  *surface,
                                       gint              x,
                                       gint              y);
/* Columns of row @y that have @color, as "1 20 41-45". */
char            *test_columns         (cairo_surface_t  *surface,
                                       gint              y,
                                       guint32           color);
void             test_assert_columns  (cairo_surface_t  *surface,
                                       gint              y,
                                       guint32           color,
                                       const char       *expected);
/* Pixels of [x1, x2) × [y1, y2) that differ by more than @tolerance of 255 in
 * some channel. */
guint            test_count_different (cairo_surface_t  *a,
                                       cairo_surface_t  *b,
                                       gint              x1,
                                       gint              y1,
                                       gint              x2,
                                       gint              y2,
                                       guint             tolerance);
