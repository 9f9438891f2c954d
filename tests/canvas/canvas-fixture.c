/* canvas-fixture.c - recordings made from lists of runs and events, their lanes, and pixels
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>
#include <stdlib.h>

#include "canvas-fixture.h"
#include "th-scene-draw.h"

ThRecording *
test_recording_new (guint n_cpus)
{
  ThRecording *recording = th_recording_new ("test");
  ThStream *stream = th_recording_add_stream (recording, "",
                                              &(ThClock) { "local", FALSE, TH_TIME_NONE },
                                              TH_PLACE_U32);

  for (guint i = 0; i < n_cpus; i++)
    th_stream_add_cpu (stream, i);

  return recording;
}

void
test_recording_write (ThRecording     *recording,
                      guint            cpu,
                      const TestEvent *events,
                      guint            n)
{
  ThCpu *target = th_stream_get_cpu (th_recording_get_stream (recording, 0), cpu);
  ThTasks *tasks = th_recording_get_tasks (recording);

  for (guint i = 0; i < n; i++)
    {
      guint32 task = th_tasks_intern (tasks, events[i].pid);
      ThSwitch change = { 0, events[i].next_pid >= 0 ? th_tasks_intern (tasks, events[i].next_pid)
                                                     : 0 };
      guint64 place = i * 8;
      guint16 type = events[i].next_pid >= 0 ? 1 : 0;
      ThBatch batch = { 1, &events[i].time, &place, &type, &task, events[i].next_pid >= 0,
                        &change };

      if (events[i].lost != 0)
        th_cpu_append_lost (target, events[i].lost);
      g_assert_cmpuint (th_cpu_append (target, &batch), ==, 1);
    }
}

void
test_recording_name (ThRecording *recording,
                     gint32       pid,
                     const char  *name)
{
  th_tasks_intern (th_recording_get_tasks (recording), pid);
  th_tasks_see_name (th_recording_get_tasks (recording), pid, 0, name, -1);
}

void
test_recording_end (ThRecording *recording)
{
  ThStream *stream = th_recording_get_stream (recording, 0);

  th_tasks_finalize (th_recording_get_tasks (recording));
  for (guint i = 0; i < th_stream_get_n_cpus (stream); i++)
    th_cpu_publish (th_stream_get_cpu (stream, i), G_MAXINT64);
  th_recording_finish (recording);
}

/* --- recordings -------------------------------------------------------- */

#define START G_GINT64_CONSTANT (188024000000)
#define AT(us) (START + (gint64) ((us) * 1000))

static void
write_dense (ThRecording *recording,
             guint        cpu,
             gint64       from,
             gint64       to,
             guint        n,
             guint        run_length)
{
  g_autofree TestEvent *events = g_new0 (TestEvent, n);
  g_autoptr(GRand) random = g_rand_new_with_seed (cpu + 1);
  gint32 pid = 10;

  for (guint i = 0; i < n; i++)
    {
      /* The density varies like a wave. */
      double share = (i + 0.5) / n;

      share += 0.012 * sin (share * 80 + cpu);
      events[i] = (TestEvent) { from + (gint64) (CLAMP (share, 0, 1) * (to - from)), pid, -1, 0 };
      if (i % run_length == run_length - 1)
        pid = events[i].next_pid = g_rand_int_range (random, 0, 4) == 0
                                   ? 0 : g_rand_int_range (random, 10, 22);
    }

  test_recording_write (recording, cpu, events, n);
}

static void
name_tasks (ThRecording *recording)
{
  static const char *const names[] = {
    "wget", "kworker/1:2", "jbd2/vda1-8", "iperf3", "ksoftirqd/0", "rcu_sched", "Xorg", "bash",
    "nginx", "migration/1",
    "postgres", "systemd-journal"
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    test_recording_name (recording, 10 + i, names[i]);
}

ThRecording *
test_recording_small (void)
{
  static const TestEvent sparse[] = {
    { AT (1), 0, -1 }, { AT (20), 0, -1 }, { AT (41), 0, -1 }, { AT (45), 0, -1 },
    { AT (47), 0, -1 },
    { AT (80), 0, 11 }, { AT (96), 11, -1 }, { AT (120), 11, -1 }, { AT (121), 11, -1 },
    { AT (150), 11, 10 },
    { AT (170), 10, -1 }, { AT (198), 10, 0 }, { AT (220), 0, -1 }, { AT (238), 0, -1 }
  };
  static const TestEvent inferred[] = {
    { AT (10), 13, -1 }, { AT (40), 13, -1 }, { AT (70), 13, -1 }, { AT (110), 16, -1 },
    { AT (160), 16, -1 },
    { AT (200), 17, -1 }, { AT (236), 17, -1 }
  };
  static const TestEvent lossy[] = {
    { AT (2), 0, -1 }, { AT (7), 0, -1 }, { AT (97), 0, -1 }, { AT (130), 0, 12, 131 },
    { AT (168), 12, -1 },
    { AT (184), 12, 0 }, { AT (210), 0, -1, -1 }, { AT (230), 0, -1 }
  };
  ThRecording *recording = test_recording_new (4);

  name_tasks (recording);
  test_recording_write (recording, 0, sparse, G_N_ELEMENTS (sparse));
  test_recording_write (recording, 1, inferred, G_N_ELEMENTS (inferred));
  test_recording_write (recording, 2, lossy, G_N_ELEMENTS (lossy));
  write_dense (recording, 3, AT (0), AT (240), 6000, 90);
  test_recording_end (recording);

  return recording;
}

ThRecording *
test_recording_dense (guint n_cpus,
                      guint n)
{
  ThRecording *recording = test_recording_new (n_cpus);

  name_tasks (recording);
  for (guint i = 0; i < n_cpus; i++)
    write_dense (recording, i, START, START + G_GINT64_CONSTANT (2000000000), n, 9);
  test_recording_end (recording);

  return recording;
}

/* --- lanes -------------------------------------------------------------- */

void
test_scene_set_up (TestScene     *self,
                   gconstpointer  data)
{
  self->recording = test_recording_small ();
  self->theme = th_theme_new (0, "Sans 10", 1);
  self->scene = th_scene_new (self->recording, self->theme);
  self->results = th_results_new ("test", "Findings");
}

void
test_scene_tear_down (TestScene     *self,
                      gconstpointer  data)
{
  th_scene_free (self->scene);
  th_results_unref (self->results);
  th_theme_unref (self->theme);
  th_recording_unref (self->recording);
}

char *
test_describe_lanes (ThScene *scene,
                     guint    from)
{
  GString *text = g_string_new (NULL);

  for (guint i = from; i < th_scene_get_n_lanes (scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (scene, i);

      g_string_append_printf (text, "%s%s%s%s|", lane->title, *lane->detail ? ": " : "",
                              lane->detail, lane->height > 0 ? "" : " (folded)");
    }

  return g_string_free (text, FALSE);
}

/* --- pixels ------------------------------------------------------------ */

cairo_surface_t *
test_draw_lane (ThScene         *scene,
                guint            lane,
                const ThView    *view,
                double           scale,
                ThRenderBackend  door)
{
  double height = th_scene_get_lane (scene, lane)->height;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32,
                                                         round (view->width * scale),
                                                         round (height * scale));
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, scale, scale);
  cr = cairo_create (surface);
  th_scene_draw_lane (scene, lane, view, cr, door);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);

  return surface;
}

guint32
test_pixel (cairo_surface_t *surface,
            gint             x,
            gint             y)
{
  g_assert_true (x >= 0 && x < cairo_image_surface_get_width (surface));
  g_assert_true (y >= 0 && y < cairo_image_surface_get_height (surface));

  return ((guint32 *) (cairo_image_surface_get_data (surface) + y *
                       cairo_image_surface_get_stride (surface)))[x];
}

char *
test_columns (cairo_surface_t *surface,
              gint             y,
              guint32          color)
{
  GString *text = g_string_new (NULL);
  gint width = cairo_image_surface_get_width (surface);

  for (gint x = 0; x < width; x++)
    {
      gint end = x;

      if (test_pixel (surface, x, y) != color)
        continue;
      while (end + 1 < width && test_pixel (surface, end + 1, y) == color)
        end++;
      g_string_append_printf (text, end > x ? "%s%d-%d" : "%s%d", text->len > 0 ? " " : "", x, end);
      x = end;
    }

  return g_string_free (text, FALSE);
}

void
test_assert_columns (cairo_surface_t *surface,
                     gint             y,
                     guint32          color,
                     const char      *expected)
{
  g_autofree char *text = test_columns (surface, y, color);

  g_assert_cmpstr (text, ==, expected);
}

static gboolean
differs (guint32 a,
         guint32 b,
         guint   tolerance)
{
  for (guint shift = 0; shift < 32; shift += 8)
    if (abs ((gint) (a >> shift & 255) - (gint) (b >> shift & 255)) > tolerance)
      return TRUE;

  return FALSE;
}

guint
test_count_different (cairo_surface_t *a,
                      cairo_surface_t *b,
                      gint             x1,
                      gint             y1,
                      gint             x2,
                      gint             y2,
                      guint            tolerance)
{
  guint n = 0;

  for (gint y = y1; y < y2; y++)
    for (gint x = x1; x < x2; x++)
      n += differs (test_pixel (a, x, y), test_pixel (b, x, y), tolerance);

  return n;
}
