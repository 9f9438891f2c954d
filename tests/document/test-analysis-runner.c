/* test-analysis-runner.c - analyses during a load, without a window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "document-fixture.h"

#include "th-analyses.h"

static ThResults *
find_results (ThAnalysisRunner *runner,
              const char       *id)
{
  const GPtrArray *results = th_analysis_runner_get_results (runner);

  for (guint i = 0; i < results->len; i++)
    if (g_str_equal (th_results_get_id (results->pdata[i]), id))
      return results->pdata[i];

  return NULL;
}

static void
test_all (Document      *self,
          gconstpointer  data)
{
  ThResults *packets = find_results (self->runner, "packets");

  g_assert_false (th_analysis_runner_is_running (self->runner));
  g_assert_cmpfloat (th_analysis_runner_get_progress (self->runner), ==, 1);
  g_assert_nonnull (packets);
  g_assert_true (th_results_is_finished (packets));
  g_assert_cmpuint (th_flows_get_n (th_results_get_flows (packets)), >, 0);
  g_assert_cmpuint (th_analysis_runner_get_generations (self->runner), >, 0);
}

static gboolean
is_over (gpointer runner)
{
  return !th_analysis_runner_is_running (runner);
}

/* An analysis is added, cannot be added twice, also runs on the next recording, and is removed. */
static void
test_added (Document      *self,
            gconstpointer  data)
{
  const ThAnalysis *latency = th_analyses_find ("latency");
  g_autoptr(GHashTable) params = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) added = NULL;
  guint n_added, n_removed, n = th_analysis_runner_get_results (self->runner)->len;

  g_assert_nonnull (latency);
  g_hash_table_insert (params, (char *) "from", (char *) "irq_handler_entry");
  g_hash_table_insert (params, (char *) "to", (char *) "irq_handler_exit");
  count_signal (self->runner, "added", &n_added);
  count_signal (self->runner, "removed", &n_removed);
  g_assert_true (th_analysis_runner_add (self->runner, latency, params, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n_added, ==, 1);
  g_assert_false (th_analysis_runner_add (self->runner, latency, params, &error));
  g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
  wait_for (is_over, self->runner);

  document_take (self);
  added = th_analysis_runner_list_added (self->runner);
  g_assert_cmpuint (g_strv_length (added), ==, 1);
  g_assert_nonnull (find_results (self->runner, added[0]));
  g_assert_cmpuint (th_analysis_runner_get_results (self->runner)->len, ==, n + 1);

  th_analysis_runner_remove (self->runner, added[0]);
  g_assert_cmpuint (n_removed, ==, 1);
  g_assert_null (find_results (self->runner, added[0]));
}

/* After a stop no signal is emitted.  The results stay, and users that wait for them, such as a
 * filter on packets, learn that there will be no more. */
static void
test_stop (Document      *self,
           gconstpointer  data)
{
  guint n_changed;

  th_analysis_runner_start (self->runner, th_recording_loader_get_recording (self->loader));
  count_signal (self->runner, "changed", &n_changed);
  g_assert_true (th_analysis_runner_is_running (self->runner));
  th_analysis_runner_stop (self->runner);
  g_assert_false (th_analysis_runner_is_running (self->runner));
  for (guint i = 0; i < 50; i++)
    {
      g_usleep (10 * 1000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  g_assert_cmpuint (n_changed, ==, 0);
  g_assert_cmpfloat (th_analysis_runner_get_seconds (self->runner), <, 0);
  g_assert_nonnull (find_results (self->runner, "packets"));
  g_assert_true (th_results_is_finished (find_results (self->runner, "packets")));
}

static GThread *freed_by;

static gpointer
data_new (void)
{
  return &freed_by;
}

static void
data_free (gpointer data)
{
  g_atomic_pointer_set ((GThread **) data, g_thread_self ());
}

static gboolean
is_freed (gpointer thread)
{
  return g_atomic_pointer_get ((GThread **) thread) != NULL;
}

/* The main thread does not free a recording, which may take longer than a frame. */
static void
test_release (void)
{
  ThRecordingLoader *loader = load_sample ();
  ThAnalysisRunner *runner = th_analysis_runner_new ();
  ThRecording *recording = th_recording_loader_get_recording (loader);

  th_analysis_runner_start (runner, recording);
  wait_for (is_over, runner);
  th_recording_ensure_data (recording, g_quark_from_static_string ("test"), data_new, data_free);
  th_recording_loader_close (loader);
  g_object_unref (loader);
  g_object_unref (runner);
  wait_for (is_freed, &freed_by);
  g_assert_true (freed_by != g_thread_self ());
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/document/runner/all", Document, NULL, document_set_up, test_all,
              document_tear_down);
  g_test_add ("/document/runner/added", Document, NULL, document_set_up, test_added,
              document_tear_down);
  g_test_add ("/document/runner/stop", Document, NULL, document_set_up, test_stop,
              document_tear_down);
  g_test_add_func ("/document/runner/release", test_release);

  return g_test_run ();
}
