/* test-event-search.c - Find and its steps, without a window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "document-fixture.h"

#include "th-event-search.h"
#include "th-text-search.h"

typedef struct
{
  ThRecordingLoader *loader;
  ThRecording       *recording;
  ThSelection       *selection;
  ThNavigator       *navigator;
  ThEventSearch     *search;
} Search;

static void
set_up (Search        *self,
        gconstpointer  data)
{
  gint64 first, last;

  self->loader = load_sample ();
  self->recording = th_recording_loader_get_recording (self->loader);
  self->selection = th_selection_new ();
  self->navigator = th_navigator_new ();
  self->search = th_event_search_new (self->selection, self->navigator);
  th_selection_set_recording (self->selection, self->recording);
  g_assert_true (th_recording_get_range (self->recording, &first, &last));
  th_navigator_choose (self->navigator, first, last, first, last);
}

static void
tear_down (Search        *self,
           gconstpointer  data)
{
  th_event_search_stop (self->search);
  g_clear_object (&self->search);
  th_navigator_stop (self->navigator);
  g_clear_object (&self->navigator);
  g_clear_object (&self->selection);
  th_recording_loader_close (self->loader);
  g_clear_object (&self->loader);
}

static gboolean
is_over (gpointer search)
{
  return !th_event_search_is_running (search) && !th_event_search_is_stepping (search) &&
         !th_event_search_is_counting_hidden (search);
}

/* The first switch is at 177.573737466 on CPU 2, the second at 177.573829384: trace-cmd
 * report lists them in that order.  Back from the first is the last. */
static void
test_steps (Search        *self,
            gconstpointer  data)
{
  guint n_changed;

  count_signal (self->search, "changed", &n_changed);
  th_event_search_start (self->search, self->recording, NULL);
  th_event_search_set_text (self->search, "sched_switch");
  wait_for (is_over, self->search);
  g_assert_cmpuint (n_changed, >, 0);
  g_assert_cmpuint (th_rows_get_n (th_event_search_get_hits (self->search)), ==, SAMPLE_SWITCHES);
  g_assert_cmpint (th_recording_get_time (self->recording,
                                          th_selection_get_event (self->selection)), ==,
                   G_GINT64_CONSTANT (177573737466));
  g_assert_cmpuint (th_event_search_get_number (self->search), ==, 1);

  th_event_search_step (self->search, FALSE);
  wait_for (is_over, self->search);
  g_assert_cmpint (th_recording_get_time (self->recording,
                                          th_selection_get_event (self->selection)), ==,
                   G_GINT64_CONSTANT (177573829384));
  th_event_search_step (self->search, TRUE);
  th_event_search_step (self->search, TRUE);
  wait_for (is_over, self->search);
  g_assert_cmpuint (th_event_search_get_number (self->search), ==, SAMPLE_SWITCHES);
}

/* Among the events of CPU 1; the others are hidden. */
static void
test_within (Search        *self,
             gconstpointer  data)
{
  g_autoptr(ThFilter) of_cpu = th_filter_new (self->recording, "cpu == 1", NULL, NULL, NULL);
  g_autoptr(ThRows) within = th_rows_new (self->recording);
  guint serial = th_event_search_get_serial (self->search);

  th_filter_evaluate (of_cpu, within, NULL, 1, NULL);
  th_event_search_start (self->search, self->recording, within);
  th_event_search_set_text (self->search, "sched_switch");
  wait_for (is_over, self->search);
  g_assert_cmpuint (th_rows_get_n (th_event_search_get_hits (self->search)), ==, CPU1_SWITCHES);
  g_assert_cmpuint (th_event_search_get_n_hidden (self->search), ==,
                    SAMPLE_SWITCHES - CPU1_SWITCHES);
  g_assert_cmpuint (th_selection_get_event (self->selection).cpu, ==, 1);
  g_assert_cmpuint (th_event_search_get_serial (self->search), !=, serial);

  /* The text is kept when the filter is cleared. */
  g_assert_true (th_event_search_is_within (self->search, within));
  th_event_search_start (self->search, self->recording, NULL);
  wait_for (is_over, self->search);
  g_assert_cmpuint (th_rows_get_n (th_event_search_get_hits (self->search)), ==, SAMPLE_SWITCHES);
  g_assert_cmpuint (th_event_search_get_n_hidden (self->search), ==, 0);
}

static void
type (Search     *self,
      const char *text)
{
  th_event_search_set_text (self->search, text);
  wait_for (is_over, self->search);
}

static void
assert_time (Search *self,
             gint64  time)
{
  ThRef event = th_selection_get_event (self->selection);

  if (time == TH_TIME_NONE)
    g_assert_true (th_ref_is_none (event));
  else
    g_assert_cmpint (th_recording_get_time (self->recording, event), ==, time);
}

static void
returned_cb (ThEventSearch *search,
             gint64         from,
             gint64         to,
             ThView        *view)
{
  *view = (ThView) { from, to, 0 };
}

/* A text that no event has leads back to where the user began to type, also to no event.  The
 * times are of trace-cmd report. */
static void
test_typing (Search        *self,
             gconstpointer  data)
{
  const gint64 first = G_GINT64_CONSTANT (177573737466), second = G_GINT64_CONSTANT (177573829384);
  ThView view = { 0, 0, 0 };

  g_signal_connect (self->search, "returned", G_CALLBACK (returned_cb), &view);
  th_event_search_start (self->search, self->recording, NULL);
  type (self, "sched_sw");
  assert_time (self, first);
  type (self, "sched_switch");
  assert_time (self, first);
  g_assert_cmpint (view.to, ==, 0);
  type (self, "sched_switchboard");
  assert_time (self, TH_TIME_NONE);
  g_assert_cmpint (view.from, ==, th_navigator_get_view (self->navigator)->from);
  g_assert_cmpint (view.to, ==, th_navigator_get_view (self->navigator)->to);
  type (self, "sched_switch");
  assert_time (self, first);

  /* After a step, and after the user selects another event, the search starts from there. */
  th_event_search_step (self->search, FALSE);
  wait_for (is_over, self->search);
  assert_time (self, second);
  type (self, "sched_switch no");
  assert_time (self, second);
  th_selection_select (self->selection, event_at (self->recording, 0, RECEIVED_FIRST));
  type (self, "sched_switch");
  g_assert_cmpint (th_recording_get_time (self->recording,
                                          th_selection_get_event (self->selection)), >,
                   RECEIVED_FIRST);
  type (self, "sched_switch x");
  assert_time (self, RECEIVED_FIRST);

  /* Another text begins where the last one led. */
  type (self, "sched_switch");
  type (self, "no such text");
  g_assert_cmpint (th_recording_get_time (self->recording,
                                          th_selection_get_event (self->selection)), >,
                   RECEIVED_FIRST);
}

static void
test_wrong (Search        *self,
            gconstpointer  data)
{
  guint begin, end;

  th_event_search_start (self->search, self->recording, NULL);
  th_event_search_set_text (self->search, "sched_switch");
  wait_for (is_over, self->search);
  th_event_search_set_text (self->search, "/(/");
  g_assert_nonnull (th_event_search_get_error (self->search, &begin, &end));
  g_assert_cmpstr (th_event_search_get_text (self->search), ==, "sched_switch");
  g_assert_cmpuint (th_rows_get_n (th_event_search_get_hits (self->search)), ==, SAMPLE_SWITCHES);
  th_event_search_set_text (self->search, "");
  g_assert_null (th_event_search_get_error (self->search, &begin, &end));
  g_assert_null (th_event_search_get_hits (self->search));
}

/* --- given events ------------------------------------------------------------ */

/* Three events of a packet, in any order; an event that does not exist is ignored. */
static ThRows *
make_events (Search *self)
{
  const ThRef events[] = {
    event_at (self->recording, 0, RECEIVED_LAST),
    event_at (self->recording, 0, RECEIVED_FIRST),
    { 0, 0, 1000000 },
    event_at (self->recording, 0, RECEIVED_STACK),
    TH_REF_NONE
  };

  return th_rows_new_of_events (self->recording, events, G_N_ELEMENTS (events));
}

static void
assert_selected (Search *self,
                 gint64  time,
                 guint   number)
{
  wait_for (is_over, self->search);
  g_assert_cmpint (th_recording_get_time (self->recording,
                                          th_selection_get_event (self->selection)), ==, time);
  g_assert_cmpuint (th_event_search_get_number (self->search), ==, number);
}

static void
test_events (Search        *self,
             gconstpointer  data)
{
  g_autoptr(ThRows) events = make_events (self);
  guint serial;

  th_event_search_start (self->search, self->recording, NULL);
  th_event_search_set_text (self->search, "sched_switch");
  wait_for (is_over, self->search);
  th_selection_select (self->selection, TH_REF_NONE);
  serial = th_event_search_get_serial (self->search);

  th_event_search_set_events (self->search, events, "three of them");
  wait_for (is_over, self->search);
  g_assert_cmpstr (th_event_search_get_label (self->search), ==, "three of them");
  g_assert_cmpstr (th_event_search_get_text (self->search), ==, "");
  g_assert_cmpuint (th_event_search_get_serial (self->search), !=, serial);
  g_assert_cmpuint (th_rows_get_n (th_event_search_get_hits (self->search)), ==, 3);
  g_assert_true (th_ref_is_none (th_selection_get_event (self->selection)));

  th_event_search_step (self->search, FALSE);
  assert_selected (self, RECEIVED_FIRST, 1);
  th_event_search_step (self->search, FALSE);
  assert_selected (self, RECEIVED_STACK, 2);
  th_event_search_step (self->search, FALSE);
  assert_selected (self, RECEIVED_LAST, 3);
  th_event_search_step (self->search, FALSE);
  assert_selected (self, RECEIVED_FIRST, 1);

  /* An empty entry of the find bar does not start another search. */
  th_event_search_set_text (self->search, "");
  g_assert_nonnull (th_event_search_get_label (self->search));
}

/* The filter for given events is evaluated for single events, as a step does, and for all. */
static void
test_filter_of_events (Search        *self,
                       gconstpointer  data)
{
  g_autoptr(ThRows) events = make_events (self), found = th_rows_new (self->recording);
  g_autoptr(ThFilter) filter = th_filter_new_of_rows (events);
  g_autoptr(ThFilterEvaluator) evaluator = th_filter_evaluator_new (filter);
  ThRef event = event_at (self->recording, 0, RECEIVED_STACK), next = event;

  next.row++;
  g_assert_true (th_filter_evaluator_match (evaluator, event));
  g_assert_false (th_filter_evaluator_match (evaluator, next));
  th_filter_evaluate (filter, found, NULL, 2, NULL);
  g_assert_true (th_find_is_whole (found));
  g_assert_cmpuint (th_rows_get_n (found), ==, 3);
  g_assert_true (th_rows_contains (found, event));
}

static void
test_end_of_events (Search        *self,
                    gconstpointer  data)
{
  g_autoptr(ThRows) events = make_events (self);

  th_event_search_start (self->search, self->recording, NULL);
  th_event_search_set_events (self->search, events, "three of them");
  th_event_search_clear (self->search);
  g_assert_null (th_event_search_get_label (self->search));
  g_assert_null (th_event_search_get_hits (self->search));

  th_event_search_set_events (self->search, events, "three of them");
  th_event_search_set_text (self->search, "sched_switch");
  wait_for (is_over, self->search);
  g_assert_null (th_event_search_get_label (self->search));
  g_assert_cmpuint (th_rows_get_n (th_event_search_get_hits (self->search)), ==, SAMPLE_SWITCHES);
}

/* A filter hides two of three events; they are still there without it, but not in another
 * recording. */
static void
test_events_within (Search        *self,
                    gconstpointer  data)
{
  g_autoptr(ThRows) events = make_events (self);
  g_autoptr(ThFilter) filter = th_filter_new (self->recording, "consume_skb", NULL, NULL,
                                              NULL);
  g_autoptr(ThRows) within = th_rows_new (self->recording);
  ThRecordingLoader *other = load_sample ();

  th_filter_evaluate (filter, within, NULL, 1, NULL);
  th_event_search_start (self->search, self->recording, NULL);
  th_event_search_set_events (self->search, events, "three of them");
  th_event_search_start (self->search, self->recording, within);
  wait_for (is_over, self->search);
  g_assert_cmpuint (th_rows_get_n (th_event_search_get_hits (self->search)), ==, 1);
  g_assert_cmpuint (th_event_search_get_n_hidden (self->search), ==, 2);
  th_event_search_start (self->search, self->recording, NULL);
  wait_for (is_over, self->search);
  g_assert_cmpuint (th_rows_get_n (th_event_search_get_hits (self->search)), ==, 3);

  th_event_search_start (self->search, th_recording_loader_get_recording (other), NULL);
  g_assert_null (th_event_search_get_label (self->search));
  g_assert_null (th_event_search_get_hits (self->search));
  th_event_search_set_events (self->search, events, "of another recording");
  g_assert_null (th_event_search_get_label (self->search));
  th_recording_loader_close (other);
  g_object_unref (other);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/document/search/steps", Search, NULL, set_up, test_steps, tear_down);
  g_test_add ("/document/search/within", Search, NULL, set_up, test_within, tear_down);
  g_test_add ("/document/search/events", Search, NULL, set_up, test_events, tear_down);
  g_test_add ("/document/search/filter-of-events", Search, NULL, set_up, test_filter_of_events,
              tear_down);
  g_test_add ("/document/search/end-of-events", Search, NULL, set_up, test_end_of_events,
              tear_down);
  g_test_add ("/document/search/events-within", Search, NULL, set_up, test_events_within,
              tear_down);
  g_test_add ("/document/search/typing", Search, NULL, set_up, test_typing, tear_down);
  g_test_add ("/document/search/wrong", Search, NULL, set_up, test_wrong, tear_down);

  return g_test_run ();
}
