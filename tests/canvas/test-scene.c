/* test-scene.c - lanes: positions, texts, hit-testing
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include <malloc.h>

#include "canvas-fixture.h"
#include "th-scene-edit.h"
#include "th-scene-hit.h"
#include "th-scene-times.h"

#define START G_GINT64_CONSTANT (188024000000)

typedef TestScene Fixture;

static void
test_lanes (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *open = test_describe_lanes (fixture->scene, 0);
  g_autofree char *folded = NULL;
  double height = th_scene_get_height (fixture->scene);

  /* CPU 0 is busy from 80 to 198 µs of 240, CPU 2 from 130 to 184. */
  g_assert_cmpstr (open, ==,
                   "CPUs|CPU 0: 49 % busy · 14 events|CPU 1: 61 % busy · 7 events|"
                   "CPU 2: 23 % busy · 8 events|CPU 3: 85 % busy · 6\u202f000 events|");
  g_assert_cmpuint (th_scene_find_cpu (fixture->scene, 0, 2), ==, 3);
  g_assert_cmpuint (th_scene_find_cpu (fixture->scene, 1, 0), ==, G_MAXUINT);

  th_scene_set_folded (fixture->scene, 0, TRUE);
  folded = test_describe_lanes (fixture->scene, 0);
  g_assert_nonnull (strstr (folded, "14 events (folded)|"));
  g_assert_cmpfloat (th_scene_get_height (fixture->scene), ==,
                     th_scene_get_lane (fixture->scene, 0)->height);
  g_assert_cmpuint (th_scene_find_lane (fixture->scene, 5), ==, 0);

  th_scene_set_folded (fixture->scene, 0, FALSE);
  g_assert_cmpfloat (th_scene_get_height (fixture->scene), ==, height);
}

static void
test_show_cpus (Fixture       *fixture,
                gconstpointer  data)
{
  const guint numbers[] = { 3, 1, 99 };
  double height = th_scene_get_height (fixture->scene);
  double lane = th_scene_get_lane (fixture->scene, 1)->height, told;

  th_scene_show_cpus (fixture->scene, numbers, G_N_ELEMENTS (numbers));
  g_assert_cmpfloat (th_scene_get_lane (fixture->scene, 1)->height, ==, 0);
  g_assert_cmpfloat (th_scene_get_lane (fixture->scene, 2)->height, ==, lane);
  g_assert_cmpfloat (th_scene_get_lane (fixture->scene, 3)->height, ==, 0);
  /* The number of omitted lanes is shown. */
  g_assert_cmpstr (th_scene_get_lane (fixture->scene, 5)->title, ==, "2 lanes hidden · show");
  told = th_scene_get_lane (fixture->scene, 5)->height;
  g_assert_cmpfloat (th_scene_get_height (fixture->scene), ==, height - 2 * lane + told);
  th_scene_update (fixture->scene);
  g_assert_cmpfloat (th_scene_get_height (fixture->scene), ==, height - 2 * lane + told);

  th_scene_show_cpus (fixture->scene, NULL, 0);
  g_assert_cmpfloat (th_scene_get_height (fixture->scene), ==, height);
}

static void
test_places (Fixture       *fixture,
             gconstpointer  data)
{
  double y = 0;

  for (guint i = 0; i < th_scene_get_n_lanes (fixture->scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (fixture->scene, i);

      g_assert_cmpfloat (lane->y, ==, y);
      y += lane->height;
      g_assert_cmpuint (th_scene_find_lane (fixture->scene, lane->y), ==, i);
      g_assert_cmpuint (th_scene_find_lane (fixture->scene, y - 0.01), ==, i);
    }
  g_assert_cmpuint (th_scene_find_lane (fixture->scene, y), ==, G_MAXUINT);
  g_assert_cmpuint (th_scene_find_lane (fixture->scene, -1), ==, G_MAXUINT);
}

/* Larger text makes higher lanes. */
static void
test_text_scale (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(ThTheme) large = th_theme_new (0, NULL, 2);
  double before = th_scene_get_height (fixture->scene);

  th_scene_set_theme (fixture->scene, large);
  g_assert_cmpfloat (th_scene_get_height (fixture->scene), >, before);
  g_assert_cmpfloat (th_scene_get_lane (fixture->scene, 1)->height, >,
                     1.8 * th_theme_get_line_height (large));
}

/* 1 px is 1 µs. */
static const ThView view = { START, START + 240000, 240 };

static ThHit
hit (Fixture *fixture,
     guint    cpu,
     double   x)
{
  guint lane = th_scene_find_cpu (fixture->scene, 0, cpu);

  return th_scene_hit (fixture->scene, &view, x, th_scene_get_lane (fixture->scene, lane)->y + 30);
}

static void
test_hit (Fixture       *fixture,
          gconstpointer  data)
{
  ThHit found = hit (fixture, 0, 80.5);
  ThCpu *cpu;

  g_assert_cmpuint (found.lane, ==, 1);
  g_assert_true (th_ref_equal (found.ref, (ThRef) { 0, 0, 5 }));
  g_assert_cmpuint (found.count, ==, 1);
  g_assert_cmpuint (found.lost, ==, G_MAXUINT32);

  /* The nearer of two. */
  g_assert_cmpuint (hit (fixture, 0, 46.2).ref.row, ==, 4);
  g_assert_cmpuint (hit (fixture, 0, 45.8).ref.row, ==, 3);

  /* No event is near, but there is a run. */
  found = hit (fixture, 0, 104);
  g_assert_true (th_ref_is_none (found.ref));
  g_assert_cmpuint (found.count, ==, 0);
  cpu = th_stream_get_cpu (th_recording_get_stream (fixture->recording, 0), 0);
  g_assert_cmpstr (th_tasks_get_name (th_recording_get_tasks (fixture->recording),
                                      th_cpu_get_run (cpu, found.run).task, START), ==,
                   "kworker/1:2");
}

static void
test_hit_edges (Fixture       *fixture,
                gconstpointer  data)
{
  /* Inferred runs end at their last event. */
  g_assert_cmpuint (hit (fixture, 1, 90).run, ==, G_MAXUINT32);
  g_assert_cmpuint (hit (fixture, 1, 50).run, ==, 0);

  /* The loss between 97 and 130 µs. */
  g_assert_cmpuint (hit (fixture, 2, 110).lost, ==, 0);
  g_assert_cmpuint (hit (fixture, 2, 140).lost, ==, G_MAXUINT32);
  g_assert_cmpuint (hit (fixture, 2, 200).lost, ==, 1);

  /* Below the lanes, beside them, and on a heading nothing is hit. */
  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 10, 1e6).lane, ==, G_MAXUINT);
  g_assert_true (th_ref_is_none (th_scene_hit (fixture->scene, &view, -5, 40).ref));
  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 10, 3).lane, ==, 0);

  /* A dense pixel counts all its events: 6000 in 240 µs. */
  g_assert_cmpuint (hit (fixture, 3, 120).count, >, 10);
}

static void
test_counts_add_up (Fixture       *fixture,
                    gconstpointer  data)
{
  const ThView wide = { START, START + 250000, 250 };
  double y = th_scene_get_lane (fixture->scene, th_scene_find_cpu (fixture->scene, 0, 3))->y + 30;
  guint sum = 0;

  for (guint x = 0; x < 250; x++)
    sum += th_scene_hit (fixture->scene, &wide, x + 0.5, y).count;
  g_assert_cmpuint (sum, ==, 6000);
}

static void
assert_text (char       *text,
             const char *expected)
{
  g_assert_cmpstr (text, ==, expected);
  g_free (text);
}

static void
test_words (Fixture       *fixture,
            gconstpointer  data)
{
  ThScene *scene = fixture->scene;

  assert_text (th_scene_format_time (scene, G_GINT64_CONSTANT (188024046310), TH_TIME_ABSOLUTE),
               "188.024046310");
  assert_text (th_scene_format_time (scene, G_GINT64_CONSTANT (1000000000000000001),
                                     TH_TIME_ABSOLUTE),
               "1000000000.000000001");
  assert_text (th_scene_format_time (scene, -1, TH_TIME_ABSOLUTE), "\u22120.000000001");
  assert_text (th_scene_format_time (scene, G_MININT64, TH_TIME_ABSOLUTE),
               "\u22129223372036.854775808");
  assert_text (th_scene_format_duration (scene, 175000), "175.000 µs");
  assert_text (th_scene_format_duration (scene, 2184000000), "2.184 s");
  assert_text (th_scene_format_duration (scene, 12), "12 ns");
  assert_text (th_scene_format_duration (scene, -999), "\u2212999 ns");
  assert_text (th_scene_format_duration (scene, 1234567), "1.234 ms");
  assert_text (th_format_count (0), "0");
  assert_text (th_format_count (999), "999");
  assert_text (th_format_count (1284031), "1\u202f284\u202f031");
  assert_text (th_format_count_short (99999), "99\u202f999");
  assert_text (th_format_count_short (100000), "100\u202fk");
  assert_text (th_format_count_short (284499), "284\u202fk");
  assert_text (th_format_count_short (1284031), "1.28\u202fM");
  assert_text (th_format_count_short (10660680), "10.7\u202fM");
  assert_text (th_format_count_short (999800000), "1.00\u202fG");
  assert_text (th_format_count (G_MAXUINT64),
               "18\u202f446\u202f744\u202f073\u202f709\u202f551\u202f615");
}

static void
test_relative_words (Fixture       *fixture,
                     gconstpointer  data)
{
  gint64 first, last;

  th_recording_get_range (fixture->recording, &first, &last);
  assert_text (th_scene_format_time (fixture->scene, first + 12500, TH_TIME_RELATIVE),
               "+12.500 µs");
  assert_text (th_scene_format_time (fixture->scene, first + G_GINT64_CONSTANT (8098123456),
                                     TH_TIME_RELATIVE),
               "+8.098123456 s");
  assert_text (th_scene_format_time (fixture->scene, first - 7, TH_TIME_RELATIVE), "\u22127 ns");
}

static void
test_ticks (void)
{
  g_autoptr(ThRecording) recording = th_recording_new ("test");
  g_autoptr(ThTheme) theme = th_theme_new (0, NULL, 1);
  g_autoptr(ThScene) scene = NULL;
  ThStream *stream = th_recording_add_stream (recording, "net",
                                              &(ThClock) { "x86-tsc", TRUE, TH_TIME_NONE },
                                              TH_PLACE_U32);

  th_stream_add_cpu (stream, G_MAXUINT);
  test_recording_end (recording);
  scene = th_scene_new (recording, theme);

  assert_text (th_scene_format_time (scene, 1284031, TH_TIME_ABSOLUTE), "1\u202f284\u202f031");
  assert_text (th_scene_format_duration (scene, 175), "175 ticks");
  assert_text (th_scene_format_duration (scene, 1), "1 tick");
  assert_text (test_describe_lanes (scene, 0), "CPUs · net|No CPU: 0 events|");
}

/* With a clock of microseconds, a position between two of them is at the first. */
static void
test_coarse (void)
{
  g_autoptr(ThRecording) recording = th_recording_new ("test");
  g_autoptr(ThTheme) theme = th_theme_new (0, NULL, 1);
  g_autoptr(ThScene) scene = NULL;
  ThStream *stream = th_recording_add_stream (recording, "",
                                              &(ThClock) { "", FALSE, TH_TIME_NONE, TRUE },
                                              TH_PLACE_U32);

  th_stream_add_cpu (stream, 0);
  test_recording_end (recording);
  scene = th_scene_new (recording, theme);

  assert_text (th_scene_format_time (scene, G_GINT64_CONSTANT (188024046310), TH_TIME_ABSOLUTE),
               "188.024046");
  assert_text (th_scene_format_duration (scene, 175000), "175 µs");
  assert_text (th_scene_format_duration (scene, 2184567), "2.184 ms");
  assert_text (th_scene_format_length (scene, 2184000), "2.184 ms");
  assert_text (th_scene_format_length (scene, G_GINT64_CONSTANT (2184567000)), "2.184567 s");
}

/* --- CPUs that recorded nothing ---------------------------------------- */

/* @n CPUs, of which number 3 has two events and number 5 only a loss. */
static ThRecording *
make_wide (guint n)
{
  ThRecording *recording = test_recording_new (n);
  const TestEvent events[] = { { START, 10, -1, 0 }, { START + 1000, 10, -1, 0 } };

  test_recording_name (recording, 10, "sh");
  test_recording_write (recording, 3, events, G_N_ELEMENTS (events));
  th_cpu_append_lost (th_stream_get_cpu (th_recording_get_stream (recording, 0), 5), 7);
  test_recording_end (recording);
  return recording;
}

static guint
count_cpu_lanes (ThScene *scene)
{
  guint n = 0;

  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    n += th_scene_get_lane (scene, i)->kind == TH_LANE_CPU;

  return n;
}

/* In a file with an instance, the top buffer may have no CPUs. */
static void
test_no_cpus (void)
{
  g_autoptr(ThRecording) recording = test_recording_new (0);
  g_autoptr(ThTheme) theme = th_theme_new (0, NULL, 1);
  g_autoptr(ThScene) scene = NULL;

  test_recording_end (recording);
  scene = th_scene_new (recording, theme);
  g_assert_cmpuint (th_scene_get_n_lanes (scene), ==, 1);
  g_assert_cmpstr (th_scene_get_lane (scene, 0)->title, ==, "CPUs");
  g_assert_cmpstr (th_scene_get_lane (scene, 0)->detail, ==, "without events");
  g_assert_false (th_scene_get_lane (scene, 0)->can_fold);
  g_assert_false (th_scene_is_arrow (scene, 0, 1));
}

static void
test_few_empty (void)
{
  g_autoptr(ThRecording) recording = make_wide (66);
  g_autoptr(ThTheme) theme = th_theme_new (0, NULL, 1);
  g_autoptr(ThScene) scene = th_scene_new (recording, theme);

  g_assert_cmpuint (count_cpu_lanes (scene), ==, 66);
  g_assert_cmpuint (th_scene_get_n_lanes (scene), ==, 67);
}

static void
test_many_empty (void)
{
  g_autoptr(ThRecording) recording = make_wide (1000);
  g_autoptr(ThTheme) theme = th_theme_new (0, NULL, 1);
  g_autoptr(ThScene) scene = th_scene_new (recording, theme);
  guint lane;

  /* The heading, two CPUs, and one lane for the others. */
  g_assert_cmpuint (th_scene_get_n_lanes (scene), ==, 4);
  g_assert_cmpstr (th_scene_get_lane (scene, 1)->title, ==, "CPU 3");
  g_assert_cmpstr (th_scene_get_lane (scene, 2)->title, ==, "CPU 5");
  g_assert_cmpstr (th_scene_get_lane (scene, 3)->title, ==, "998 more CPUs…");
  g_assert_cmpstr (th_scene_get_lane (scene, 3)->detail, ==, "without events");
  g_assert_cmpuint (th_scene_find_cpu (scene, 0, 3), ==, 1);
  g_assert_cmpuint (th_scene_find_cpu (scene, 0, 4), ==, G_MAXUINT);

  th_scene_set_folded (scene, 3, FALSE);
  g_assert_cmpuint (count_cpu_lanes (scene), ==, 202);
  g_assert_cmpuint (th_scene_find_cpu (scene, 0, 4), ==, 5);
  g_assert_cmpstr (th_scene_get_lane (scene, 203)->title, ==, "798 more CPUs…");
  for (lane = 203; count_cpu_lanes (scene) < 1000; lane = th_scene_get_n_lanes (scene) - 1)
    th_scene_set_folded (scene, lane, FALSE);
  g_assert_cmpstr (th_scene_get_lane (scene, 1001)->title, ==, "Show fewer");

  /* One that is asked for stays until fewer are wanted. */
  th_scene_set_folded (scene, 1001, TRUE);
  g_assert_cmpuint (count_cpu_lanes (scene), ==, 2);
  g_assert_cmpuint (th_scene_find_cpu (scene, 0, 4), ==, G_MAXUINT);
  lane = th_scene_reveal (scene, "cpu/700");
  g_assert_cmpstr (th_scene_get_lane (scene, lane)->title, ==, "CPU 700");
  g_assert_cmpuint (count_cpu_lanes (scene), ==, 3);
  g_assert_true (th_scene_set_pinned (scene, lane, TRUE));
  g_assert_cmpuint (count_cpu_lanes (scene), ==, 3);
  g_assert_cmpstr (th_scene_get_lane (scene, 5)->title, ==, "997 more CPUs…");
}

/* --- buffers without events -------------------------------------------- */

static void
add_buffer (ThRecording *recording,
            const char  *name,
            guint        n_cpus,
            gboolean     has_events)
{
  ThStream *stream = th_recording_add_stream (recording, name,
                                              &(ThClock) { "local", FALSE, TH_TIME_NONE },
                                              TH_PLACE_U32);
  guint32 task = th_tasks_intern (th_recording_get_tasks (recording), 10);
  gint64 time = START;
  guint64 place = 0;
  guint16 type = 0;
  ThBatch batch = { 1, &time, &place, &type, &task, 0, NULL };

  for (guint i = 0; i < n_cpus; i++)
    {
      ThCpu *cpu = th_stream_add_cpu (stream, i);

      if (has_events)
        g_assert_cmpuint (th_cpu_append (cpu, &batch), ==, 1);
      th_cpu_publish (cpu, G_MAXINT64);
    }
}

static void
assert_lanes (ThScene    *scene,
              const char *expected)
{
  g_autofree char *lanes = test_describe_lanes (scene, 0);

  g_assert_cmpstr (lanes, ==, expected);
}

/* In a recording of an instance, the top buffer has no events, or no CPUs: its heading is one line
 * below the instance, whose CPUs have the tracks. */
static void
test_quiet (void)
{
  static const char before[] = "CPUs|CPU 0: 0 events|CPU 1: 0 events|CPUs · irqbuf|"
                               "CPU 0: 1 event|CPU 1: 1 event|CPUs · netbuf|CPU 0: 0 events|"
                               "CPUs · bare: without events|";
  static const char quiet[] = "CPUs · irqbuf|CPU 0: 1 event|CPU 1: 1 event|CPUs: without events|"
                              "CPUs · bare: without events|CPUs · netbuf: without events|";
  static const char opened[] = "CPUs · irqbuf|CPU 0: 1 event|CPU 1: 1 event|CPUs: without events|"
                               "CPU 0: 0 events|CPU 1: 0 events|Show fewer|"
                               "CPUs · bare: without events|CPUs · netbuf: without events|";
  static const char moved[] = "CPUs: without events|CPUs · irqbuf|CPU 0: 1 event|CPU 1: 1 event|"
                              "CPUs · bare: without events|CPUs · netbuf: without events|";
  g_autoptr(ThRecording) recording = test_recording_new (0);
  g_autoptr(ThTheme) theme = th_theme_new (0, NULL, 1);
  g_autoptr(ThScene) scene = NULL;
  g_autoptr(ThResults) results = th_results_new ("test", "Findings");
  const ThSlice slice = { START, START + 100, { 2, 0, 0 }, th_results_intern (results, "eth0"),
                          TH_CONTEXT_RUNNING, 0 };
  ThTrack *track;

  for (guint i = 0; i < 2; i++)
    th_stream_add_cpu (th_recording_get_stream (recording, 0), i);
  add_buffer (recording, "bare", 0, FALSE);
  add_buffer (recording, "irqbuf", 2, TRUE);
  add_buffer (recording, "netbuf", 1, FALSE);
  track = th_results_add_track (results, &(ThTrackInfo) { TH_TRACK_SLICES, "irq", "Interrupts",
                                                          TH_ATTACH_CPU, 0, TH_UNIT_COUNT });
  th_slices_add (th_track_get_slices (track), 0, &slice);
  th_results_publish (results);
  scene = th_scene_new (recording, theme);
  th_scene_add_results (scene, results);
  /* Events may still arrive while it loads, but not where there are no CPUs. */
  assert_lanes (scene, before);

  test_recording_end (recording);
  th_scene_update (scene);
  assert_lanes (scene, quiet);
  /* It has a row. */
  g_assert_true (th_scene_get_lane (scene, 1)->can_fold);
  g_assert_true (th_scene_get_lane (scene, 3)->folded && th_scene_get_lane (scene, 3)->can_fold);
  g_assert_false (th_scene_get_lane (scene, 4)->can_fold);

  th_scene_set_folded (scene, 3, FALSE);
  assert_lanes (scene, opened);
  g_assert_false (th_scene_get_lane (scene, 3)->folded);
  th_scene_set_folded (scene, 3, TRUE);
  assert_lanes (scene, quiet);
  g_assert_cmpuint (th_scene_reveal (scene, "cpu/1"), ==, 4);
  th_scene_set_folded (scene, 3, TRUE);
  assert_lanes (scene, quiet);

  /* It stays where the user moves it. */
  g_assert_true (th_scene_move_before (scene, 3, 0));
  assert_lanes (scene, moved);
}

/* --- very many CPUs ---------------------------------------------------- */

static gsize
count_allocated (void)
{
  struct mallinfo2 info = mallinfo2 ();

  return info.uordblks + info.hblkhd;
}

/* The scene is built in one iteration of the main loop, and most of the time the kernel clears the
 * memory that is allocated.  With twice as much memory it took longer than 50 ms. */
static void
test_most_cpus (void)
{
  g_autoptr(ThRecording) recording = make_wide (65535);
  g_autoptr(ThTheme) theme = th_theme_new (0, NULL, 1);
  G_GNUC_UNUSED gsize before = count_allocated ();
  g_autoptr(ThScene) scene = th_scene_new (recording, theme);

#ifndef __SANITIZE_ADDRESS__
  g_assert_cmpuint ((count_allocated () - before) / 65535, <, 340);
#endif
  g_assert_cmpuint (th_scene_get_n_lanes (scene), ==, 4);
  g_assert_cmpstr (th_scene_get_lane (scene, 1)->name, ==, "cpu/3");
  g_assert_cmpuint (th_scene_find_cpu (scene, 0, 65534), ==, G_MAXUINT);
  g_assert_cmpuint (th_scene_find_cpu (scene, 0, 65535), ==, G_MAXUINT);
  g_assert_cmpuint (th_scene_find_cpu (scene, 1, 0), ==, G_MAXUINT);
  g_assert_cmpuint (th_scene_reveal (scene, "cpu/65534"), ==, 3);
  g_assert_cmpuint (th_scene_find_cpu (scene, 0, 65534), ==, 3);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) \
  g_test_add ("/canvas/scene/" path, Fixture, NULL, test_scene_set_up, func, test_scene_tear_down)
  ADD ("lanes", test_lanes);
  ADD ("show-cpus", test_show_cpus);
  ADD ("places", test_places);
  ADD ("text-scale", test_text_scale);
  ADD ("hit", test_hit);
  ADD ("hit-edges", test_hit_edges);
  ADD ("counts-add-up", test_counts_add_up);
  ADD ("words", test_words);
  ADD ("relative-words", test_relative_words);
  g_test_add_func ("/canvas/scene/ticks", test_ticks);
  g_test_add_func ("/canvas/scene/coarse", test_coarse);
  g_test_add_func ("/canvas/scene/no-cpus", test_no_cpus);
  g_test_add_func ("/canvas/scene/few-empty-cpus", test_few_empty);
  g_test_add_func ("/canvas/scene/many-empty-cpus", test_many_empty);
  g_test_add_func ("/canvas/scene/quiet", test_quiet);
  g_test_add_func ("/canvas/scene/most-cpus", test_most_cpus);

  return g_test_run ();
}
