/* test-row-query.c - rows of filters and color rules, decided on a worker, without a window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "document-fixture.h"

#include "th-color-rules.h"
#include "th-event-coloring.h"
#include "th-event-filter.h"
#include "th-row-query.h"
#include "th-text-search.h"

static gboolean
is_query_done (gpointer query)
{
  return !th_row_query_is_running (query);
}

/* The first pass decides only the events within a range; the second waits for it and then decides
 * all events. */
static void
test_passes (void)
{
  g_autoptr(ThRecordingLoader) loader = load_sample ();
  ThRecording *recording = th_recording_loader_get_recording (loader);
  g_autoptr(ThRowQuery) query = th_row_query_new (10);
  g_autoptr(ThFilter) switches = th_filter_new (recording, "sched_switch", NULL, NULL, NULL);
  g_autoptr(ThFilter) of_cpu = th_filter_new (recording, "cpu == 1", NULL, NULL, NULL);
  g_autoptr(ThRows) within = th_rows_new (recording), hits = th_rows_new (recording);
  g_autoptr(ThRows) all = th_rows_new (recording);
  ThRowPass passes[] = { { switches, hits, within, FALSE }, { switches, all, NULL, TRUE } };
  guint n_progress;

  th_filter_evaluate (of_cpu, within, NULL, 1, NULL);
  count_signal (query, "progress", &n_progress);
  th_row_query_start (query, passes, G_N_ELEMENTS (passes));
  g_assert_true (th_row_query_is_running (query));
  g_assert_false (th_row_query_is_settled (query, 0));
  wait_for (is_query_done, query);

  g_assert_true (th_row_query_is_settled (query, 0));
  g_assert_true (th_row_query_is_settled (query, 1));
  g_assert_cmpuint (n_progress, >, 0);
  g_assert_cmpuint (th_rows_get_n (hits), ==, CPU1_SWITCHES);
  g_assert_cmpuint (th_rows_get_n (all), ==, SAMPLE_SWITCHES);
  th_recording_loader_close (loader);
}

/* As long as some rows are undecided, the first pass, and therefore the second, does not end. */
static void
test_waits (void)
{
  g_autoptr(ThRecordingLoader) loader = load_sample ();
  ThRecording *recording = th_recording_loader_get_recording (loader);
  g_autoptr(ThRowQuery) query = th_row_query_new (10);
  g_autoptr(ThFilter) switches = th_filter_new (recording, "sched_switch", NULL, NULL, NULL);
  g_autoptr(ThRows) within = th_rows_new (recording), hits = th_rows_new (recording);
  g_autoptr(ThRows) all = th_rows_new (recording);
  ThRowPass passes[] = { { switches, hits, within, FALSE }, { switches, all, NULL, TRUE } };
  guint n_progress;

  th_row_query_start (query, passes, G_N_ELEMENTS (passes));
  for (guint i = 0; i < 20; i++)
    {
      g_usleep (10 * 1000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  g_assert_true (th_row_query_is_running (query));
  g_assert_cmpuint (th_rows_get_n_decided (all), ==, 0);

  count_signal (query, "progress", &n_progress);
  th_row_query_stop (query);
  g_assert_false (th_row_query_is_running (query));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (n_progress, ==, 0);
  th_recording_loader_close (loader);
}

static gboolean
is_filtered (gpointer filter)
{
  return !th_event_filter_is_running (filter);
}

static void
set_state (ThEventFilter *filter,
           const char    *string)
{
  g_autoptr(ThFilterState) state = th_filter_state_parse (string);

  th_event_filter_set_state (filter, state);
}

/* A text, a wrong text, chips, scopes, another recording, and no filter. */
static void
test_filter (void)
{
  g_autoptr(ThRecordingLoader) loader = load_sample ();
  ThRecording *recording = th_recording_loader_get_recording (loader);
  g_autoptr(ThEventFilter) filter = th_event_filter_new ();
  g_autoptr(ThFilterState) state = NULL;
  guint n_replaced, n_state, n_error, begin, end;

  count_signal (filter, "replaced", &n_replaced);
  count_signal (filter, "notify::state", &n_state);
  count_signal (filter, "notify::error", &n_error);
  th_event_filter_set_text (filter, "sched_switch");
  g_assert_cmpstr (th_event_filter_get_text (filter), ==, ""); /* there is no recording */
  th_event_filter_start (filter, recording);
  g_assert_null (th_event_filter_get_rows (filter));

  th_event_filter_set_text (filter, "sched_switch");
  wait_for (is_filtered, filter);
  g_assert_cmpuint (th_rows_get_n (th_event_filter_get_rows (filter)), ==, SAMPLE_SWITCHES);
  g_assert_cmpuint (n_replaced, ==, 1);
  g_assert_cmpuint (n_state, ==, 1);

  th_event_filter_set_text (filter, "sched_switch and");
  g_assert_cmpstr (th_event_filter_get_text (filter), ==, "sched_switch");
  g_assert_nonnull (th_event_filter_get_error (filter, &begin, &end));
  g_assert_cmpuint (n_error, ==, 1);
  g_assert_cmpuint (n_replaced, ==, 1);

  set_state (filter, "+cpu == 1\nsched_switch");
  wait_for (is_filtered, filter);
  g_assert_null (th_event_filter_get_error (filter, &begin, &end));
  g_assert_cmpuint (th_rows_get_n (th_event_filter_get_rows (filter)), ==, CPU1_SWITCHES);
  g_assert_cmpstr (th_event_filter_get_text (filter), ==, "sched_switch");
  g_assert_cmpuint (n_state, ==, 2);
  set_state (filter, "+cpu == 1\nsched_switch");
  g_assert_cmpuint (n_state, ==, 2); /* an equal state is the one in force */
  g_object_get (filter, "state", &state, NULL);
  g_assert_true (state == th_event_filter_get_state (filter));

  th_event_filter_set_ways (filter, TRUE, TH_FILTER_LANES);
  g_assert_null (th_event_filter_get_listed_rows (filter));
  g_assert_nonnull (th_event_filter_get_lane_rows (filter));
  g_assert_true (th_event_filter_is_dimmed (filter, (ThRef) { 0, 0, 0 }));
  th_event_filter_set_ways (filter, TRUE, TH_FILTER_TABLE);
  g_assert_nonnull (th_event_filter_get_listed_rows (filter));
  g_assert_null (th_event_filter_get_lane_rows (filter));
  g_assert_false (th_event_filter_is_dimmed (filter, (ThRef) { 0, 0, 0 }));

  th_event_filter_stop (filter);
  th_event_filter_start (filter, recording);
  wait_for (is_filtered, filter);
  g_assert_cmpuint (th_rows_get_n (th_event_filter_get_rows (filter)), ==, CPU1_SWITCHES);
  set_state (filter, " ");
  g_assert_null (th_event_filter_get_rows (filter));
  g_assert_true (th_filter_state_is_empty (th_event_filter_get_state (filter)));
  g_assert_cmpuint (n_state, ==, 3);
  th_event_filter_set_state (filter, NULL);
  g_assert_cmpuint (n_state, ==, 3);
  th_recording_loader_close (loader);
}

static gboolean
is_colored (gpointer coloring)
{
  return !th_event_coloring_is_running (coloring);
}

static void
test_coloring (void)
{
  g_autoptr(ThRecordingLoader) loader = load_sample ();
  g_autoptr(ThEventColoring) coloring = th_event_coloring_new ();
  g_autoptr(GPtrArray) rules = th_color_rules_new ();
  guint n_replaced, n_changed;

  th_color_rules_add (rules, "sched_switch", "#ff0000");
  th_color_rules_add (rules, "no such thing here", "#00ff00");
  count_signal (coloring, "replaced", &n_replaced);
  count_signal (coloring, "changed", &n_changed);
  th_event_coloring_set_rules (coloring, rules);
  g_assert_cmpuint (n_replaced + n_changed, ==, 0);

  th_event_coloring_start (coloring, th_recording_loader_get_recording (loader));
  g_assert_cmpuint (n_replaced, ==, 1);
  g_assert_true (th_event_coloring_is_running (coloring));
  wait_for (is_colored, coloring);
  g_assert_cmpuint (n_changed, >, 0);
  th_recording_loader_close (loader);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/document/query/passes", test_passes);
  g_test_add_func ("/document/query/waits", test_waits);
  g_test_add_func ("/document/query/filter", test_filter);
  g_test_add_func ("/document/query/coloring", test_coloring);

  return g_test_run ();
}
