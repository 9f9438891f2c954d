/* test-power.c - frequencies and idle states, on synthetic events in the kernel's format
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * include/trace/events/power.h: cpu_idle and cpu_frequency have a u32 state and
 * a u32 cpu_id; (u32) -1 is PWR_EVENT_EXIT.
 */
#include "analysis-fixture.h"

#define OUT I (G_MAXUINT32)

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  fixture_set_up (f, data);
  test_trace_type (f->trace, "power:cpu_idle", "state,cpu_id");
  test_trace_type (f->trace, "power:cpu_frequency", "state,cpu_id");
}

static void
idle (Fixture *f,
      gint64   time,
      guint    cpu,
      gint64   state)
{
  test_trace_add (f->trace, time, cpu, 0, "power:cpu_idle", state, I (cpu));
}

static char *
states (Fixture *f,
        guint    cpu)
{
  return test_slices (f->results, "idle", TH_ATTACH_CPU, cpu);
}

/* The context of slice @index of the lane of @cpu; -1 without a lane. */
static int
get_context (Fixture *f,
             guint    cpu,
             guint32  index)
{
  for (guint i = 0; i < th_results_get_n_tracks (f->results); i++)
    {
      ThTrack *track = th_results_get_track (f->results, i);

      if (g_str_equal (th_track_get_info (track)->id, "idle") &&
          th_track_get_info (track)->key == cpu)
        return th_slices_get (th_track_get_slices (track), 0, index)->context;
    }

  return -1;
}

static void
test_idle (Fixture       *f,
           gconstpointer  data)
{
  idle (f, 100, 0, 1);
  idle (f, 150, 1, 2);
  idle (f, 180, 0, OUT);
  idle (f, 200, 0, 3);
  idle (f, 210, 0, 1);   /* without leaving 3 */
  idle (f, 250, 0, OUT);
  idle (f, 260, 0, OUT); /* no state was entered */
  fixture_run (f, "power", NULL);

  assert_text (states (f, 0), "100+80 Idle 1, 200+10 Idle 3, 210+40 Idle 1");
  assert_text (states (f, 1), "150+110! Idle 2");
  g_assert_cmpint (get_context (f, 0, 0), ==, TH_CONTEXT_REST + 1);
  g_assert_cmpint (get_context (f, 0, 1), ==, TH_CONTEXT_REST + 3);
  assert_text (test_measure (f->results, "idle"), "80 10 40");
  /* cpu state times all longest */
  assert_text (test_table (f->recording, f->results, "idle"), "0 1 2 120 80, 0 3 1 10 10");
}

/* States that were open when events were lost are unknown afterwards. */
static void
test_lost (Fixture       *f,
           gconstpointer  data)
{
  idle (f, 100, 0, 1);
  test_trace_add (f->trace, 130, 0, 0, "irq:softirq_entry", I (1));
  test_trace_lose (f->trace, 0, 3);
  idle (f, 200, 0, OUT);
  fixture_run (f, "power", NULL);

  assert_text (states (f, 0), "100+30! Idle 1");
  assert_text (test_measure (f->results, "idle"), "");
}

/* Events about a CPU that were recorded on another one. */
static void
test_frequency (Fixture       *f,
                gconstpointer  data)
{
  const ThTrackInfo *info;
  ThTrack *track;

  test_trace_add (f->trace, 100, 0, 0, "power:cpu_frequency", I (1200000), I (1));
  test_trace_add (f->trace, 200, 0, 0, "power:cpu_frequency", I (3400000), I (1));
  fixture_run (f, "power", NULL);

  g_assert_cmpuint (th_results_get_n_tracks (f->results), ==, 1);
  track = th_results_get_track (f->results, 0);
  info = th_track_get_info (track);
  g_assert_cmpuint (th_track_get_n_points (track), ==, 2);
  g_assert_cmpint (th_track_get_point (track, 0)->time, ==, 100);
  g_assert_cmpfloat (th_track_get_point (track, 0)->value, ==, 1.2e9);
  g_assert_cmpfloat (th_track_get_point (track, 1)->value, ==, 3.4e9);
  g_assert_cmpint (info->attach, ==, TH_ATTACH_CPU);
  g_assert_cmpuint (info->key, ==, 1);
  g_assert_cmpint (info->unit, ==, TH_UNIT_HERTZ);
  assert_text (test_table (f->recording, f->results, "idle"), "");
}

/* Impossible numbers of CPUs and states. */
static void
test_damaged (Fixture       *f,
              gconstpointer  data)
{
  test_trace_add (f->trace, 100, 0, 0, "power:cpu_idle", I (1), I (G_MAXUINT32));
  test_trace_add (f->trace, 110, 0, 0, "power:cpu_idle", I (4000000000), I (7));
  test_trace_add (f->trace, 120, 0, 0, "power:cpu_idle", OUT, I (7));
  fixture_run (f, "power", NULL);

  g_assert_cmpuint (th_results_get_n_tracks (f->results), ==, 1);
  assert_text (states (f, 7), "110+10 Idle 4000000000");
  g_assert_cmpint (get_context (f, 7, 0), ==, TH_CONTEXT_REST_DEEPEST);
  assert_text (test_table (f->recording, f->results, "idle"), "7 63 1 10 10");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, fixture_tear_down)
  ADD ("/plugins/power/idle", test_idle);
  ADD ("/plugins/power/lost", test_lost);
  ADD ("/plugins/power/frequency", test_frequency);
  ADD ("/plugins/power/damaged", test_damaged);

  return g_test_run ();
}
