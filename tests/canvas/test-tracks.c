/* test-tracks.c - lanes and rows of tracks: drawing and hit-testing
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>
#include <string.h>

#include "canvas-fixture.h"
#include "th-color.h"
#include "th-scene-draw.h"
#include "th-scene-edit.h"
#include "th-scene-filter.h"
#include "th-scene-hit.h"

#define START G_GINT64_CONSTANT (188024000000)
#define AT(us) (START + (gint64) ((us) * 1000))

/* 1 px is 1 µs. */
static const ThView view = { START, START + 240000, 240 };

static const ThRenderBackend doors[] = { TH_RENDER_PIXELS, TH_RENDER_VECTOR };

typedef TestScene Fixture;

static ThTrack *
add_track (Fixture     *fixture,
           ThTrackKind  kind,
           ThAttach     attach,
           guint32      key,
           const char  *title)
{
  return th_results_add_track (fixture->results,
                               &(ThTrackInfo) { kind, "test", title, attach, key, TH_UNIT_COUNT });
}

static void
add_slice (Fixture    *fixture,
           ThTrack    *track,
           guint       depth,
           double      from,
           double      to,
           const char *name,
           ThContext   context,
           guint       flags)
{
  ThSlice slice = { AT (from), AT (to), { 0, 0, 5 }, th_results_intern (fixture->results, name),
                    context, flags };

  g_assert_true (th_slices_add (th_track_get_slices (track), depth, &slice));
}

/* Adds an interrupt inside a softirq on CPU 0, and states of wget and kworker. */
static void
fill (Fixture *fixture)
{
  ThTasks *tasks = th_recording_get_tasks (fixture->recording);
  ThTrack *irqs = add_track (fixture, TH_TRACK_SLICES, TH_ATTACH_CPU, 0, "Interrupts");
  ThTrack *wget = add_track (fixture, TH_TRACK_SLICES, TH_ATTACH_TASK, th_tasks_find (tasks, 10),
                             "States");
  ThTrack *kworker = add_track (fixture, TH_TRACK_SLICES, TH_ATTACH_TASK, th_tasks_find (tasks, 11),
                                "States");

  add_slice (fixture, irqs, 0, 40, 60, "NET_RX", TH_CONTEXT_SOFTIRQ, 0);
  add_slice (fixture, irqs, 1, 44, 50, "eth0", TH_CONTEXT_IRQ, 0);
  add_slice (fixture, irqs, 0, 100, 160, "TIMER", TH_CONTEXT_SOFTIRQ, TH_SLICE_INFERRED);
  add_slice (fixture, wget, 0, 1, 120, "Sleeping", TH_CONTEXT_BLOCKED, TH_SLICE_NO_BEGIN);
  add_slice (fixture, wget, 0, 120, 150, "Runnable", TH_CONTEXT_RUNNABLE, 0);
  add_slice (fixture, wget, 0, 150, 198, "Running", TH_CONTEXT_RUNNING, 0);
  add_slice (fixture, kworker, 0, 80, 150, "Running", TH_CONTEXT_RUNNING, TH_SLICE_NO_END);
  th_results_publish (fixture->results);
}

static void
assert_lanes (Fixture    *fixture,
              const char *expected)
{
  g_autofree char *text = test_describe_lanes (fixture->scene, 5);

  g_assert_cmpstr (text, ==, expected);
}

/* --- the tree ---------------------------------------------------------- */

static void
test_tree (Fixture       *fixture,
           gconstpointer  data)
{
  double before = th_scene_get_height (fixture->scene);
  ThTasks *tasks = th_recording_get_tasks (fixture->recording);

  th_scene_add_results (fixture->scene, fixture->results);
  assert_lanes (fixture, "");
  g_assert_cmpfloat (th_scene_get_height (fixture->scene), ==, before);

  /* Tracks that are added later appear with the next update; the busiest is first. */
  fill (fixture);
  th_scene_update (fixture->scene);
  assert_lanes (fixture, "Tasks: 2|kworker/1:2: pid 11|wget: pid 10|");
  g_assert_cmpuint (th_scene_find_task (fixture->scene, th_tasks_find (tasks, 10)), ==, 7);
  g_assert_cmpuint (th_scene_find_task (fixture->scene, 12345), ==, G_MAXUINT);
  g_assert_cmpuint (th_scene_find_cpu (fixture->scene, 0, 3), ==, 4);
  g_assert_cmpuint (th_scene_find_track (fixture->scene,
                                         th_results_get_track (fixture->results, 0)), ==, 1);
  g_assert_cmpfloat (th_scene_get_lane (fixture->scene, 1)->height, >, 75);
  g_assert_cmpfloat (th_scene_get_lane (fixture->scene, 2)->height, ==, 56);

  th_scene_remove_results (fixture->scene, fixture->results);
  assert_lanes (fixture, "");
  g_assert_cmpfloat (th_scene_get_height (fixture->scene), ==, before);
}

static void
test_fold (Fixture       *fixture,
           gconstpointer  data)
{
  double height;

  fill (fixture);
  th_scene_add_results (fixture->scene, fixture->results);
  height = th_scene_get_height (fixture->scene);

  g_assert_true (th_scene_get_lane (fixture->scene, 1)->can_fold);
  g_assert_false (th_scene_get_lane (fixture->scene, 2)->can_fold);
  th_scene_set_folded (fixture->scene, 1, TRUE);
  g_assert_true (th_scene_get_lane (fixture->scene, 1)->folded);
  g_assert_cmpfloat (th_scene_get_lane (fixture->scene, 1)->height, ==, 56);
  th_scene_set_folded (fixture->scene, 5, TRUE);
  assert_lanes (fixture, "Tasks: 2|kworker/1:2: pid 11 (folded)|wget: pid 10 (folded)|");

  /* Both are kept across an update. */
  th_scene_update (fixture->scene);
  g_assert_cmpfloat (th_scene_get_lane (fixture->scene, 1)->height, ==, 56);
  assert_lanes (fixture, "Tasks: 2|kworker/1:2: pid 11 (folded)|wget: pid 10 (folded)|");

  th_scene_set_folded (fixture->scene, 1, FALSE);
  th_scene_set_folded (fixture->scene, 5, FALSE);
  g_assert_cmpfloat (th_scene_get_height (fixture->scene), ==, height);

  /* The section of CPUs folds as a whole. */
  th_scene_set_folded (fixture->scene, 0, TRUE);
  g_assert_cmpfloat (th_scene_get_lane (fixture->scene, 1)->height, ==, 0);
  g_assert_cmpfloat (th_scene_get_lane (fixture->scene, 6)->height, >, 0);
}

static void
test_named (Fixture       *fixture,
            gconstpointer  data)
{
  ThTrack *values = add_track (fixture, TH_TRACK_VALUES, TH_ATTACH_NAMED, 0, "queue");
  ThTrack *points = add_track (fixture, TH_TRACK_POINTS, TH_ATTACH_NAMED, 0, "marks");

  /* No such CPU and no such task: they get lanes of their own. */
  add_track (fixture, TH_TRACK_SLICES, TH_ATTACH_CPU, 77, "on CPU 77");
  add_track (fixture, TH_TRACK_SLICES, TH_ATTACH_TASK, 0xfffffff0, "of nobody");
  for (guint i = 0; i < 4; i++)
    g_assert_true (th_track_add_point (values,
                                       &(ThPoint) { AT (50 * i), 1500.0 * i, TH_REF_NONE, 0 }));
  g_assert_true (th_track_add_point (points,
                                     &(ThPoint) { AT (60), 0, { 0, 0, 3 },
                                                  th_results_intern (fixture->results, "hello") }));
  th_results_publish (fixture->results);
  th_scene_add_results (fixture->scene, fixture->results);
  assert_lanes (fixture,
                "Findings: 4|queue: 0 … 4\u202f500|marks: 1 mark|on CPU 77: 0 slices|of nobody: 0 "
                "slices|");
  g_assert_true (th_scene_get_lane (fixture->scene, 6)->track == values);
  g_assert_true (th_scene_get_lane (fixture->scene, 5)->results == fixture->results);
}

/* --- many -------------------------------------------------------------- */

static void
add_tasks (Fixture *fixture,
           guint    n)
{
  for (guint i = 0; i < n; i++)
    {
      guint32 task = th_tasks_intern (th_recording_get_tasks (fixture->recording), 1000 + i);
      ThTrack *track = add_track (fixture, TH_TRACK_SLICES, TH_ATTACH_TASK, task, "States");

      /* Task 1000 + i runs for i ns. */
      add_slice (fixture, track, 0, 10, 10 + i / 1000.0, "Running", TH_CONTEXT_RUNNING, 0);
    }
  th_results_publish (fixture->results);
}

static void
test_many_tasks (Fixture       *fixture,
                 gconstpointer  data)
{
  ThScene *scene = fixture->scene;
  guint32 idlest;
  guint last;

  add_tasks (fixture, 1000);
  th_scene_add_results (scene, fixture->results);

  /* A heading, the eight busiest tasks, and the row that shows more. */
  g_assert_cmpuint (th_scene_get_n_lanes (scene), ==, 5 + 1 + 8 + 1);
  g_assert_cmpstr (th_scene_get_lane (scene, 5)->detail, ==, "8 of 1\u202f000 tasks");
  g_assert_cmpint (th_tasks_get_pid (th_recording_get_tasks (fixture->recording),
                                     th_scene_get_lane (scene, 6)->task), ==, 1999);
  last = th_scene_get_n_lanes (scene) - 1;
  g_assert_cmpint (th_scene_get_lane (scene, last)->kind, ==, TH_LANE_MORE);
  g_assert_cmpstr (th_scene_get_lane (scene, last)->title, ==, "992 more…");
  g_assert_true (th_scene_get_lane (scene, last)->folded);

  /* A task that is asked for is added. */
  idlest = th_tasks_find (th_recording_get_tasks (fixture->recording), 1000);
  g_assert_cmpuint (th_scene_find_task (scene, idlest), ==, G_MAXUINT);
  g_assert_cmpuint (th_scene_reveal_task (scene, idlest), ==, 14);
  g_assert_cmpstr (th_scene_get_lane (scene, 5)->detail, ==, "9 of 1\u202f000 tasks");

  /* Each step shows more until all are listed; the last one goes back. */
  for (guint i = 1; i <= 5; i++)
    {
      th_scene_set_folded (scene, th_scene_get_n_lanes (scene) - 1, FALSE);
      g_assert_cmpuint (th_scene_get_n_lanes (scene), ==, 5 + 1 + 200 * i + 1 + (i < 5));
    }
  last = th_scene_get_n_lanes (scene) - 1;
  g_assert_false (th_scene_get_lane (scene, last)->folded);
  th_scene_set_folded (scene, last, TRUE);
  g_assert_cmpuint (th_scene_get_n_lanes (scene), ==, 5 + 1 + 8 + 1);
}

static void
test_many_tracks (Fixture       *fixture,
                  gconstpointer  data)
{
  gint64 began;

  for (guint i = 0; i < 1000; i++)
    add_slice (fixture, add_track (fixture, TH_TRACK_SLICES, TH_ATTACH_CPU, 1, "many"), 0, 5, 50,
               "x", TH_CONTEXT_IRQ, 0);
  for (guint i = 0; i < 1000; i++)
    add_slice (fixture, add_track (fixture, TH_TRACK_SLICES, TH_ATTACH_NAMED, 0, "named"), 0, 5, 50,
               "x", TH_CONTEXT_IRQ, 0);
  th_results_publish (fixture->results);
  th_scene_add_results (fixture->scene, fixture->results);

  /* The height of a CPU lane is bounded. */
  g_assert_cmpfloat (th_scene_get_lane (fixture->scene, 2)->height, <, 800);
  g_assert_cmpstr (th_scene_get_lane (fixture->scene, 5)->detail, ==, "24 of 1\u202f000");

  began = g_get_monotonic_time ();
  for (guint i = 0; i < 20; i++)
    th_scene_update (fixture->scene);
  g_test_message ("an update: %.3f ms", (g_get_monotonic_time () - began) / 20e3);
  g_assert_cmpint (g_get_monotonic_time () - began, <, 20 * 50000);
}

/* --- pixels ------------------------------------------------------------ */

static guint32
context (Fixture   *fixture,
         ThContext  which)
{
  return th_color_pack (th_theme_get_context_color (fixture->theme, which));
}

/* Above the letters: the second device row of a bar, behind its corners. */
static void
test_slices (Fixture       *fixture,
             gconstpointer  data)
{
  guint32 running = th_color_pack (th_theme_get_task_color (fixture->theme, "wget"));

  fill (fixture);
  th_scene_add_results (fixture->scene, fixture->results);
  for (guint i = 0; i < G_N_ELEMENTS (doors); i++)
    {
      cairo_surface_t *cpu = test_draw_lane (fixture->scene, 1, &view, 1, doors[i]);
      cairo_surface_t *states = test_draw_lane (fixture->scene, 7, &view, 1, doors[i]);

      test_assert_columns (cpu, 53, context (fixture, TH_CONTEXT_SOFTIRQ), "40-59");
      test_assert_columns (cpu, 71, context (fixture, TH_CONTEXT_IRQ), "44-49");
      /* An inferred slice is paler and has a dashed edge. */
      g_assert_cmphex (test_pixel (cpu, 145, 53), ==, test_pixel (cpu, 155, 53));
      g_assert_cmphex (test_pixel (cpu, 145, 53), !=, test_pixel (cpu, 90, 53));
      g_assert_cmphex (test_pixel (cpu, 145, 53), !=, context (fixture, TH_CONTEXT_SOFTIRQ));
      test_assert_columns (states, 8, context (fixture, TH_CONTEXT_RUNNABLE), "120-149");
      test_assert_columns (states, 8, running, "150-197");
      /* The start was not seen, so the edge is jagged. */
      g_assert_cmphex (test_pixel (states, 1, 8), !=, context (fixture, TH_CONTEXT_BLOCKED));
      cairo_surface_destroy (cpu);
      cairo_surface_destroy (states);
    }
}

static void
test_deep (Fixture       *fixture,
           gconstpointer  data)
{
  ThTrack *track = add_track (fixture, TH_TRACK_SLICES, TH_ATTACH_CPU, 0, "deep");
  double six;
  ThHit hit;

  for (guint depth = 0; depth < 6; depth++)
    add_slice (fixture, track, depth, 10 + depth, 200 - depth, "level", TH_CONTEXT_SYSCALL, 0);
  th_results_publish (fixture->results);
  th_scene_add_results (fixture->scene, fixture->results);
  six = th_scene_get_lane (fixture->scene, 1)->height;

  /* More depths do not make the lane higher; they share the last row. */
  for (guint depth = 6; depth < TH_SLICES_MAX_DEPTH; depth++)
    add_slice (fixture, track, depth, 10 + depth, 200 - depth, "below", TH_CONTEXT_IRQ, 0);
  th_results_publish (fixture->results);
  th_scene_update (fixture->scene);
  g_assert_cmpfloat (th_scene_get_lane (fixture->scene, 1)->height, ==, six);

  for (guint i = 0; i < G_N_ELEMENTS (doors); i++)
    {
      cairo_surface_t *surface = test_draw_lane (fixture->scene, 1, &view, 1, doors[i]);

      test_assert_columns (surface, six - 7, context (fixture, TH_CONTEXT_IRQ), "16-193");
      cairo_surface_destroy (surface);
    }
  hit = th_scene_hit (fixture->scene, &view, 100,
                      th_scene_get_lane (fixture->scene, 1)->y + six - 10);
  g_assert_cmpuint (hit.depth, ==, TH_SLICES_MAX_DEPTH - 1);
}

static void
test_values (Fixture       *fixture,
             gconstpointer  data)
{
  ThTrack *track = add_track (fixture, TH_TRACK_VALUES, TH_ATTACH_NAMED, 0, "queue");
  static const double values[] = { 0, 10, 5 };

  for (guint i = 0; i < 3; i++)
    g_assert_true (th_track_add_point (track,
                                       &(ThPoint) { AT (50 + 50 * i), values[i], TH_REF_NONE, 0 }));
  th_results_publish (fixture->results);
  th_scene_add_results (fixture->scene, fixture->results);

  for (guint i = 0; i < G_N_ELEMENTS (doors); i++)
    {
      cairo_surface_t *surface = test_draw_lane (fixture->scene, 6, &view, 1, doors[i]);
      guint32 line = context (fixture, TH_CONTEXT_COPY);

      /* The minimum and the maximum are two pixels inside the row of 34 pixels at 6; the last
       * value lasts until the last event. */
      test_assert_columns (surface, 6 + 31, line, "50-100");
      test_assert_columns (surface, 6 + 2, line, "100-150");
      test_assert_columns (surface, 6 + 16, line, "100 150-239");
      cairo_surface_destroy (surface);
    }
}

/* Extreme values, with which arithmetic overflows. */
static void
test_odd_values (Fixture       *fixture,
                 gconstpointer  data)
{
  static const double values[] = { NAN, INFINITY, -INFINITY, G_MAXDOUBLE, -G_MAXDOUBLE, 0, 1e-308 };
  ThTrack *track = add_track (fixture, TH_TRACK_VALUES, TH_ATTACH_NAMED, 0, "odd");

  for (guint i = 0; i < 70; i++)
    th_track_add_point (track, &(ThPoint) { AT (3 * i), values[i % 7], TH_REF_NONE, 0 });
  th_results_publish (fixture->results);
  th_scene_add_results (fixture->scene, fixture->results);
  g_assert_true (g_utf8_validate (th_scene_get_lane (fixture->scene, 6)->detail, -1, NULL));
  cairo_surface_destroy (test_draw_lane (fixture->scene, 6, &view, 1, TH_RENDER_PIXELS));
  cairo_surface_destroy (test_draw_lane (fixture->scene, 6, &view, 1, TH_RENDER_VECTOR));
}

static void
test_points (Fixture       *fixture,
             gconstpointer  data)
{
  ThTrack *track = add_track (fixture, TH_TRACK_POINTS, TH_ATTACH_NAMED, 0, "marks");
  guint32 back, word = th_results_intern (fixture->results, "checkpoint");

  th_track_add_point (track, &(ThPoint) { AT (20), 0, { 0, 0, 1 }, word });
  th_track_add_point (track, &(ThPoint) { AT (180), 0, { 0, 0, 2 }, word });
  th_track_add_point (track, &(ThPoint) { AT (184), 0, { 0, 0, 3 }, word });
  th_results_publish (fixture->results);
  th_scene_add_results (fixture->scene, fixture->results);

  for (guint i = 0; i < G_N_ELEMENTS (doors); i++)
    {
      cairo_surface_t *surface = test_draw_lane (fixture->scene, 6, &view, 1, doors[i]);
      guint ink = 0;

      test_assert_columns (surface, 9, context (fixture, TH_CONTEXT_WAKEUP), "20 180 184");
      back = test_pixel (surface, 150, 2);
      for (gint y = 8; y < 21; y++)
        for (gint x = 23; x < 60; x++)
          ink += test_pixel (surface, x, y) != back;
      /* A name beside the first; none between the others. */
      g_assert_cmpuint (ink, >, 40);
      for (gint y = 8; y < 21; y++)
        g_assert_cmphex (test_pixel (surface, 182, y), ==, back);
      cairo_surface_destroy (surface);
    }
}

/* Both render backends, all scales and styles, with tracks that grow in between. */
static void
test_doors (Fixture       *fixture,
            gconstpointer  data)
{
  static const double scales[] = { 1, 1.25, 2 };

  fill (fixture);
  th_scene_add_results (fixture->scene, fixture->results);
  for (guint s = 0; s < G_N_ELEMENTS (scales); s++)
    for (guint lane = 0; lane < th_scene_get_n_lanes (fixture->scene); lane++)
      {
        const ThView wide = { START - 3000, START + 230000, 800 };
        cairo_surface_t *pixels = test_draw_lane (fixture->scene, lane, &wide, scales[s],
                                                  TH_RENDER_PIXELS);
        cairo_surface_t *vector = test_draw_lane (fixture->scene, lane, &wide, scales[s],
                                                  TH_RENDER_VECTOR);
        gint width = cairo_image_surface_get_width (pixels);
        gint height = cairo_image_surface_get_height (pixels);
        guint n = test_count_different (pixels, vector, 0, 0, width, height, 24);

        g_test_message ("scale %g lane %u: %u of %d pixels differ", scales[s], lane, n,
                        width * height);
        g_assert_cmpuint (n, <, width * height / 400 + 1);
        cairo_surface_destroy (pixels);
        cairo_surface_destroy (vector);
      }
}

static void
fill_dense (Fixture *fixture)
{
  ThTrack *track = add_track (fixture, TH_TRACK_SLICES, TH_ATTACH_NAMED, 0, "dense");
  g_autoptr(GRand) random = g_rand_new_with_seed (7);
  double at = 0;

  for (guint i = 0; i < 4000; i++)
    {
      double length = g_rand_double_range (random, 0, i % 40 == 0 ? 900 : 3);

      add_slice (fixture, track, 0, at, at + length, i % 3 ? "a" : "b",
                 i % 3 ? TH_CONTEXT_IRQ : TH_CONTEXT_SOFTIRQ, 0);
      at += length + g_rand_double_range (random, 0, 4);
    }
  th_results_publish (fixture->results);
}

static void
test_pan (Fixture       *fixture,
          gconstpointer  data)
{
  static const gint64 steps[] = { 3, 170, 1000, 33331, 100003 };

  fill_dense (fixture);
  th_scene_add_results (fixture->scene, fixture->results);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    for (gint64 shift = 0; shift < 20; shift++)
      {
        gint64 from = START + 77 + shift * 13 * steps[i], step = steps[i];
        const ThView before = { from, from + 600 * step, 600 };
        const ThView after = { from + step * 7, from + step * 607, 600 };
        cairo_surface_t *a = test_draw_lane (fixture->scene, 6, &before, 1, TH_RENDER_PIXELS);
        cairo_surface_t *b = test_draw_lane (fixture->scene, 6, &after, 1, TH_RENDER_PIXELS);
        guint n = 0;

        /* Names stay in view, so compare above them. */
        for (gint y = 0; y < 9; y++)
          for (gint x = 7; x < 600; x++)
            n += test_pixel (a, x, y) != test_pixel (b, x - 7, y);
        g_assert_cmpuint (n, ==, 0);
        cairo_surface_destroy (a);
        cairo_surface_destroy (b);
      }
}

/* A scene that has drawn before draws the same as a new one, also after tracks grew. */
static void
test_kept (Fixture       *fixture,
           gconstpointer  data)
{
  static const gint64 shifts[] = { 1, 7, 0, -3, 599, -600, 663, 664, 5000, -4300, -12, 12 };

  fill_dense (fixture);
  th_scene_add_results (fixture->scene, fixture->results);
  for (gint64 step = 3; step < 200000; step = step * 5 + 1)
    {
      ThView at = { START + 3000000, START + 3000000 + 600 * step, 600 };

      for (guint i = 0; i < G_N_ELEMENTS (shifts); i++)
        {
          g_autoptr(ThScene) fresh = th_scene_new (fixture->recording, fixture->theme);
          cairo_surface_t *a, *b;

          at.from += shifts[i] * step;
          at.to += shifts[i] * step;
          th_scene_add_results (fresh, fixture->results);
          a = test_draw_lane (fixture->scene, 6, &at, 1, TH_RENDER_PIXELS);
          b = test_draw_lane (fresh, 6, &at, 1, TH_RENDER_PIXELS);
          g_assert_cmpuint (test_count_different (a, b, 0, 0, 600,
                                                  cairo_image_surface_get_height (a), 0), ==, 0);
          cairo_surface_destroy (a);
          cairo_surface_destroy (b);
        }
    }
}

/* The same while it grows. */
static void
test_kept_growing (Fixture       *fixture,
                   gconstpointer  data)
{
  ThTrack *track = add_track (fixture, TH_TRACK_SLICES, TH_ATTACH_NAMED, 0, "growing");

  th_results_publish (fixture->results);
  th_scene_add_results (fixture->scene, fixture->results);
  for (guint i = 0; i < 20; i++)
    {
      cairo_surface_t *surface;
      g_autofree char *expected = i == 0 ? g_strdup ("10-15") : NULL;

      add_slice (fixture, track, 0, 10 + 10 * i, 16 + 10 * i, "x", TH_CONTEXT_IRQ, 0);
      th_results_publish (fixture->results);
      th_scene_update (fixture->scene);
      surface = test_draw_lane (fixture->scene, 6, &view, 1, TH_RENDER_PIXELS);
      if (expected != NULL)
        test_assert_columns (surface, 10, context (fixture, TH_CONTEXT_IRQ), expected);
      g_assert_cmphex (test_pixel (surface, 12 + 10 * i, 10), ==,
                       context (fixture, TH_CONTEXT_IRQ));
      cairo_surface_destroy (surface);
    }
}

static void
test_odd_views (Fixture       *fixture,
                gconstpointer  data)
{
  static const ThView views[] = {
    { 0, 1, 1 }, { START, START, 100 }, { START + 5, START, 100 }, { START, START + 20, 1400 },
    { G_MININT64 / 2, G_MAXINT64 / 2, 300 }, { START, START + 1000, 0 },
    { START, START + 1000, 0.3 },
    { START + 80000, START + 80001, 640 }, { G_MININT64, G_MAXINT64, 640 }
  };
  ThTrack *values = add_track (fixture, TH_TRACK_VALUES, TH_ATTACH_NAMED, 0, "v");
  ThTrack *points = add_track (fixture, TH_TRACK_POINTS, TH_ATTACH_NAMED, 0, "p");

  for (guint i = 0; i < 100; i++)
    {
      th_track_add_point (values, &(ThPoint) { AT (i), i, TH_REF_NONE, 0 });
      th_track_add_point (points, &(ThPoint) { AT (i), i, TH_REF_NONE, 0 });
    }
  fill (fixture);
  th_scene_add_results (fixture->scene, fixture->results);

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1400, 200);
      cairo_t *cr = cairo_create (surface);

      for (guint lane = 0; lane < th_scene_get_n_lanes (fixture->scene); lane++)
        for (guint d = 0; d < G_N_ELEMENTS (doors); d++)
          {
            th_scene_draw_lane (fixture->scene, lane, &views[i], cr, doors[d]);
            th_scene_hit (fixture->scene, &views[i], 10,
                          th_scene_get_lane (fixture->scene, lane)->y + 12);
          }
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

/* Names from a stranger. */
static void
test_hostile (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *large = g_strnfill (1 << 20, 'W');
  static const char *const names[] = { "", "<b>&amp;", "\xff\xfe\x80", "a\nb\tc\x1b[31m", "%s%n%d",
                                       "\u202edrawkcab" };

  for (guint i = 0; i <= G_N_ELEMENTS (names); i++)
    {
      const char *name = i < G_N_ELEMENTS (names) ? names[i] : large;
      ThTrack *track = add_track (fixture, TH_TRACK_SLICES, TH_ATTACH_CPU, 0, name);
      ThTrack *named = add_track (fixture, TH_TRACK_POINTS, TH_ATTACH_NAMED, 0, name);

      add_slice (fixture, track, 0, 10, 200, name, TH_CONTEXT_TASK, 0);
      th_track_add_point (named,
                          &(ThPoint) { AT (20), 0, TH_REF_NONE,
                                       th_results_intern (fixture->results, name) });
    }
  th_results_publish (fixture->results);
  th_scene_add_results (fixture->scene, fixture->results);

  for (guint i = 0; i < th_scene_get_n_lanes (fixture->scene); i++)
    {
      cairo_surface_t *label = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 190, 300);
      cairo_t *cr = cairo_create (label);

      g_assert_true (g_utf8_validate (th_scene_get_lane (fixture->scene, i)->title, -1, NULL));
      th_scene_draw_label (fixture->scene, i, 190, FALSE, cr);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_destroy (label);
      cairo_surface_destroy (test_draw_lane (fixture->scene, i, &view, 1, TH_RENDER_PIXELS));
    }
}

/* --- hits -------------------------------------------------------------- */

static void
test_hit (Fixture       *fixture,
          gconstpointer  data)
{
  double y;
  ThHit hit;

  fill (fixture);
  th_scene_add_results (fixture->scene, fixture->results);
  y = th_scene_get_lane (fixture->scene, 1)->y;

  hit = th_scene_hit (fixture->scene, &view, 47, y + 70);
  g_assert_true (hit.track == th_results_get_track (fixture->results, 0));
  g_assert_true (hit.results == fixture->results);
  g_assert_cmpuint (hit.depth, ==, 1);
  g_assert_cmpuint (hit.slice, ==, 0);
  g_assert_true (th_ref_equal (hit.ref, (ThRef) { 0, 0, 5 }));
  g_assert_cmpuint (hit.run, ==, G_MAXUINT32);

  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 47, y + 56).depth, ==, 0);
  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 130, y + 56).slice, ==, 1);
  /* Just beside it, and far from any. */
  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 61, y + 56).slice, ==, 0);
  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 39, y + 56).slice, ==, 0);
  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 80, y + 56).slice, ==, G_MAXUINT32);
  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 5, y + 56).slice, ==, G_MAXUINT32);

  /* Above the rows of tracks, hit-testing is unchanged. */
  hit = th_scene_hit (fixture->scene, &view, 104, y + 30);
  g_assert_null (hit.track);
  g_assert_cmpuint (hit.run, !=, G_MAXUINT32);

  hit = th_scene_hit (fixture->scene, &view, 130, th_scene_get_lane (fixture->scene, 7)->y + 15);
  g_assert_cmpuint (hit.lane, ==, 7);
  g_assert_cmpuint (hit.slice, ==, 1);
}

static void
test_hit_points (Fixture       *fixture,
                 gconstpointer  data)
{
  ThTrack *values = add_track (fixture, TH_TRACK_VALUES, TH_ATTACH_NAMED, 0, "v");
  ThTrack *points = add_track (fixture, TH_TRACK_POINTS, TH_ATTACH_NAMED, 0, "p");
  double y;

  th_track_add_point (values, &(ThPoint) { AT (50), 1, { 0, 0, 1 }, 0 });
  th_track_add_point (points, &(ThPoint) { AT (50), 1, { 0, 0, 2 }, 0 });
  th_results_publish (fixture->results);
  th_scene_add_results (fixture->scene, fixture->results);

  y = th_scene_get_lane (fixture->scene, 6)->y + 15;
  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 30, y).point, ==, G_MAXUINT32);
  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 200, y).point, ==, 0);
  g_assert_true (th_ref_is_none (th_scene_hit (fixture->scene, &view, 200, y).ref));
  y = th_scene_get_lane (fixture->scene, 7)->y + 12;
  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 48, y).point, ==, 0);
  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 48, y).ref.row, ==, 2);
  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 200, y).point, ==, G_MAXUINT32);
}

/* --- subsets ----------------------------------------------------------- */

/* Events of CPU 0 are at 1 20 41 45 47 80 96 120 121 150 170 198 220 238. */
static void
test_rows (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(ThRows) rows = th_rows_new (fixture->recording);
  ThColor color = th_theme_get_color (fixture->theme, TH_COLOR_TICK);
  guint32 tick = 0xff000000u | (guint32) lround (color.red * 255) * 0x10000 |
                 (guint32) lround (color.green * 255) << 8 |
                 (guint32) lround (color.blue * 255);
  ThColor ground = th_theme_get_color (fixture->theme, TH_COLOR_BACKGROUND);
  guint32 back = 0xff000000u | (guint32) lround (ground.red * 255) * 0x10101;
  const guint64 bits = 1 << 1 | 1 << 5;

  /* Ten events are decided, two of them match; the rest is drawn as before. */
  th_rows_append (rows, 0, 0, &bits, 10);
  for (guint i = 0; i < G_N_ELEMENTS (doors); i++)
    {
      cairo_surface_t *surface;

      th_scene_set_rows (fixture->scene, rows, FALSE);
      surface = test_draw_lane (fixture->scene, 1, &view, 1, doors[i]);
      test_assert_columns (surface, 25, tick, "20 80 170 198 220 238");
      g_assert_cmphex (test_pixel (surface, 41, 25), !=, back);
      g_assert_cmphex (test_pixel (surface, 41, 25), !=, tick);
      cairo_surface_destroy (surface);

      th_scene_set_rows (fixture->scene, rows, TRUE);
      surface = test_draw_lane (fixture->scene, 1, &view, 1, doors[i]);
      test_assert_columns (surface, 25, tick, "20 80 170 198 220 238");
      g_assert_cmphex (test_pixel (surface, 41, 25), ==, back);
      cairo_surface_destroy (surface);

      th_scene_set_rows (fixture->scene, NULL, FALSE);
      surface = test_draw_lane (fixture->scene, 1, &view, 1, doors[i]);
      test_assert_columns (surface, 25, tick, "1 20 41 45 47 80 96 120-121 150 170 198 220 238");
      cairo_surface_destroy (surface);
    }
}

static void
test_rows_hit (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(ThRows) rows = th_rows_new (fixture->recording);
  double y = th_scene_get_lane (fixture->scene, 1)->y + 25;
  const guint64 bits = 1 << 3;

  th_rows_append (rows, 0, 0, &bits, 14);
  th_scene_set_rows (fixture->scene, rows, FALSE);
  /* The event at 45 matches and takes precedence over the nearer one at 47. */
  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 46.8, y).ref.row, ==, 3);
  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 80.5, y).ref.row, ==, 5);
  th_scene_set_rows (fixture->scene, rows, TRUE);
  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 46.8, y).ref.row, ==, 3);
  g_assert_true (th_ref_is_none (th_scene_hit (fixture->scene, &view, 80.5, y).ref));
}

/* --- colors ----------------------------------------------------------- */

static void
test_contrast (void)
{
  for (ThThemeFlags flags = 0; flags < 4; flags++)
    {
      g_autoptr(ThTheme) theme = th_theme_new (flags, NULL, 1);

      for (ThContext c = TH_CONTEXT_IDLE; c < TH_N_CONTEXTS; c++)
        {
          ThColor fill = th_theme_get_context_color (theme, c);

          g_assert_cmpfloat (th_color_contrast (fill, th_theme_get_ink_on (theme, fill)), >=, 4.5);
          /* Visible against the background; idle and blocked have little contrast on purpose. */
          g_assert_cmpfloat (th_color_contrast (fill,
                                                th_theme_get_color (theme, TH_COLOR_BACKGROUND)),
                             >=, 1.15);
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) \
  g_test_add ("/canvas/tracks/" path, Fixture, NULL, test_scene_set_up, func, test_scene_tear_down)
  ADD ("tree", test_tree);
  ADD ("fold", test_fold);
  ADD ("named", test_named);
  ADD ("many-tasks", test_many_tasks);
  ADD ("many-tracks", test_many_tracks);
  ADD ("slices", test_slices);
  ADD ("deep", test_deep);
  ADD ("values", test_values);
  ADD ("odd-values", test_odd_values);
  ADD ("points", test_points);
  ADD ("doors", test_doors);
  ADD ("pan", test_pan);
  ADD ("kept", test_kept);
  ADD ("kept-growing", test_kept_growing);
  ADD ("odd-views", test_odd_views);
  ADD ("hostile", test_hostile);
  ADD ("hit", test_hit);
  ADD ("hit-points", test_hit_points);
  ADD ("rows", test_rows);
  ADD ("rows-hit", test_rows_hit);
  g_test_add_func ("/canvas/tracks/contrast", test_contrast);

  return g_test_run ();
}
