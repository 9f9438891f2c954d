/* test-navigator.c - the view, its history and the selection, without a window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "document-fixture.h"

#include "th-navigator.h"

#define FIRST 1000000
#define LAST  9000000

/* The view fits the loaded range until one is chosen, which is then clamped. */
static void
test_view (void)
{
  g_autoptr(ThNavigator) navigator = th_navigator_new ();
  const ThView *view = th_navigator_get_view (navigator);
  g_autoptr(ThFilterState) all = th_filter_state_new ("");
  ThPlace nowhere = { all, 0 };
  guint n_changed;

  count_signal (navigator, "changed", &n_changed);
  th_navigator_fit (navigator, th_navigator_get_fit (navigator, TRUE, FIRST, LAST), nowhere, FALSE);
  g_assert_cmpuint (n_changed, ==, 1);
  g_assert_cmpint (view->from, <=, FIRST);
  g_assert_cmpint (view->to, >=, LAST);
  g_assert_false (th_navigator_has_chosen (navigator));

  th_navigator_choose (navigator, 2000000, 3000000, FIRST, LAST);
  g_assert_cmpuint (n_changed, ==, 2);
  g_assert_true (th_navigator_has_chosen (navigator));
  g_assert_cmpint (view->from, ==, 2000000);
  g_assert_cmpint (view->to, ==, 3000000);
  th_navigator_stop (navigator);
}

static gboolean
has_rested (gpointer n)
{
  return *(guint *) n > 0;
}

/* A view that is kept for a while becomes a step of the history, with the place at that time. */
static void
test_history (void)
{
  g_autoptr(ThNavigator) navigator = th_navigator_new ();
  g_autoptr(ThFilterState) all = th_filter_state_new ("");
  g_autoptr(ThFilterState) one_cpu = th_filter_state_new ("cpu == 1");
  g_autoptr(ThFilterState) the_same = th_filter_state_new ("cpu == 1");
  ThPlace nowhere = { all, 0 }, filtered = { one_cpu, 7 };
  guint n_rested;
  ThHistoryStep span;

  count_signal (navigator, "rested", &n_rested);
  th_navigator_fit (navigator, th_navigator_get_fit (navigator, TRUE, FIRST, LAST), nowhere, FALSE);
  g_assert_false (th_navigator_can_step (navigator, FALSE));
  th_navigator_choose (navigator, 2000000, 3000000, FIRST, LAST);
  g_assert_true (th_navigator_can_step (navigator, FALSE));
  wait_for (has_rested, &n_rested);
  th_navigator_settle (navigator, filtered);

  g_assert_true (th_navigator_step (navigator, FALSE, filtered, &span));
  g_assert_true (th_navigator_is_stepping (navigator));
  g_assert_true (th_filter_state_equal (span.filter, all));
  g_assert_cmpint (span.from, <=, FIRST);
  g_assert_false (th_navigator_step (navigator, FALSE, filtered, &span));
  g_assert_true (th_navigator_step (navigator, TRUE, filtered, &span));
  g_assert_cmpint (span.from, ==, 2000000);
  g_assert_cmpuint (span.followed, ==, 7);
  g_assert_true (th_filter_state_equal (span.filter, one_cpu));

  /* The view has arrived at this step; an equal filter adds none to the history. */
  th_navigator_choose (navigator, 2000000, 3000000, FIRST, LAST);
  th_navigator_settle (navigator, (ThPlace) { the_same, 7 });
  g_assert_true (th_navigator_step (navigator, FALSE, filtered, &span));
  g_assert_cmpint (span.from, <=, FIRST);
  g_assert_false (th_navigator_step (navigator, FALSE, filtered, &span));
  th_navigator_stop (navigator);
}

/* Only existing events can be selected; a span is kept when the recording is closed, an event is
 * not. */
static void
test_selection (void)
{
  g_autoptr(ThRecordingLoader) loader = load_sample ();
  ThRecording *recording = th_recording_loader_get_recording (loader);
  g_autoptr(ThSelection) selection = th_selection_new ();
  ThRef event = event_at (recording, 0, RECEIVED_STACK);
  gint64 from, to;
  guint n_changed;

  count_signal (selection, "changed", &n_changed);
  th_selection_select (selection, event);
  g_assert_cmpuint (n_changed, ==, 0); /* there is no recording */
  th_selection_set_recording (selection, recording);
  th_selection_select (selection, event);
  th_selection_select (selection, event);
  g_assert_cmpuint (n_changed, ==, 1);
  g_assert_true (th_ref_equal (th_selection_get_event (selection), event));

  th_selection_select_span (selection, 30, 20);
  g_assert_cmpuint (n_changed, ==, 2);
  th_selection_set_recording (selection, recording);
  g_assert_true (th_ref_is_none (th_selection_get_event (selection)));
  g_assert_true (th_selection_get_span (selection, &from, &to));
  g_assert_cmpint (from, ==, 20);
  g_assert_cmpint (to, ==, 30);
  th_selection_select (selection, (ThRef) { 0, 4, 0 }); /* the sample has four CPUs */
  g_assert_true (th_ref_is_none (th_selection_get_event (selection)));
  th_selection_select_span (selection, 5, 5);
  g_assert_false (th_selection_get_span (selection, &from, &to));
  th_recording_loader_close (loader);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/document/navigator/view", test_view);
  g_test_add_func ("/document/navigator/history", test_history);
  g_test_add_func ("/document/selection", test_selection);

  return g_test_run ();
}
