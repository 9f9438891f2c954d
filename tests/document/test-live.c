/* test-live.c - a document of a file that is being recorded, without a window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The test records: it gives the pages of a real recording to the writer.
 */
#include "config.h"

#include <string.h>
#include <sys/resource.h>

#include <glib/gstdio.h>

#include "document-fixture.h"
#include "recorded.h"
#include "th-analysis-runner.h"
#include "th-document.h"

#define SECOND G_GINT64_CONSTANT (1000000000)

typedef struct
{
  Recorded      *recorded;
  char          *path;
  ThTraceWriter *writer;
  ThTheme       *theme;
  ThDocument    *document;
} Live;

static gboolean
is_open (gpointer document)
{
  return th_document_get_recording (document) != NULL;
}

static gboolean
has_ended (gpointer document)
{
  return th_document_get_state (document) == TH_DOCUMENT_LOADED &&
         !th_analysis_runner_is_running (th_document_get_analyses (document));
}

static void
live_set_up (Live          *self,
             gconstpointer  data)
{
  g_autofree char *source = recorded_find ("k612-rep.dat");
  g_autoptr(GFile) file = NULL;
  ThOpenOptions options = { 0 };

  self->recorded = recorded_new (source);
  self->path = g_build_filename (g_get_tmp_dir (), "live.dat", NULL);
  self->writer = recorded_begin (self->recorded, self->path);
  recorded_add_texts (self->recorded, self->writer);
  self->theme = th_theme_new (0, "Sans 10", 1);
  file = g_file_new_for_path (th_trace_writer_get_path (self->writer));
  options.feed = th_trace_writer_get_feed (self->writer);
  self->document = th_document_new (file, self->theme, &options);
  if (data == NULL)
    wait_for (is_open, self->document);
}

static void
live_tear_down (Live          *self,
                gconstpointer  data)
{
  g_object_run_dispose (G_OBJECT (self->document));
  g_clear_object (&self->document);
  th_theme_unref (self->theme);
  th_trace_writer_discard (self->writer);
  th_trace_writer_free (self->writer);
  recorded_free (self->recorded);
  g_unlink (self->path);
  g_free (self->path);
}

/* Appends a copy of the first page that has events, @later ns later, and commits. */
static void
record_page (Live   *self,
             gint64  later)
{
  const RecordedPage *page = &g_array_index (self->recorded->pages, RecordedPage, 0);
  g_autofree guint8 *copy = g_memdup2 (page->bytes, page->size);
  guint64 stamp = page->stamp + (guint64) later;

  memcpy (copy, &stamp, sizeof stamp);
  g_assert_true (th_trace_writer_append (self->writer, page->cpu, copy, page->size, NULL));
  g_assert_true (th_trace_writer_commit (self->writer, NULL));
}

static gint64
get_last (Live *self)
{
  gint64 first, last;

  g_assert_true (th_document_get_range (self->document, &first, &last));
  return last;
}

typedef struct
{
  Live   *live;
  gint64  last;
} Newest;

/* Whether the view of a document that follows ends at a newer event than before. */
static gboolean
is_newer (gpointer data)
{
  Newest *newest = data;
  gint64 first, last;

  return th_document_get_range (newest->live->document, &first, &last) && last > newest->last;
}

static void
record_and_wait (Live   *self,
                 gint64  later)
{
  gint64 first, last;
  Newest newest = { self, G_MININT64 };
  guint n_grown;

  if (th_document_get_range (self->document, &first, &last))
    newest.last = last;
  count_signal (self->document, "grown", &n_grown);
  record_page (self, later);
  wait_for (is_newer, &newest);
  while (n_grown == 0)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handlers_disconnect_matched (self->document, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL,
                                        &n_grown);
}

/* --- tests ------------------------------------------------------------- */

static void
test_state (Live          *self,
            gconstpointer  data)
{
  g_assert_cmpuint (th_document_get_state (self->document), ==, TH_DOCUMENT_LOADING);
  g_assert_true (th_document_is_live (self->document));
  g_assert_true (th_document_is_following (self->document));
  g_assert_cmpstr (th_document_get_title (self->document), ==, "live.dat");
  record_and_wait (self, 0);
  g_assert_cmpfloat (th_document_get_progress (self->document), <, 0); /* unknown */
  th_document_look_at_files (self->document);
  g_assert_false (th_document_get_changed (self->document));
  g_assert_cmpuint (th_document_get_state (self->document), ==, TH_DOCUMENT_LOADING);
}

static void
test_follow (Live          *self,
             gconstpointer  data)
{
  const ThView *view = th_document_get_view (self->document);
  guint n_following;
  gint64 from, to;

  record_and_wait (self, 0);
  record_and_wait (self, 5 * SECOND);
  /* Shorter than ten seconds: all of it. */
  g_assert_cmpint (view->to, >=, get_last (self));
  g_assert_cmpint (view->to - view->from, <, 6 * SECOND);
  record_and_wait (self, 12 * SECOND);
  g_assert_cmpint (view->to, ==, get_last (self));
  g_assert_cmpint (view->to - view->from, ==, 10 * SECOND);
  record_and_wait (self, 20 * SECOND);
  g_assert_cmpint (view->to, ==, get_last (self));
  g_assert_cmpint (view->to - view->from, ==, 10 * SECOND);

  count_signal (self->document, "notify::following", &n_following);
  from = get_last (self) - 15 * SECOND, to = from + SECOND;
  th_document_set_view (self->document, from, to);
  g_assert_cmpuint (n_following, ==, 1);
  g_assert_false (th_document_is_following (self->document));
  record_and_wait (self, 25 * SECOND);
  g_assert_cmpint (view->from, ==, from);
  g_assert_cmpint (view->to, ==, to);

  th_document_follow_present (self->document);
  g_assert_cmpuint (n_following, ==, 2);
  g_assert_cmpint (view->to, ==, get_last (self));
  g_assert_cmpint (view->to - view->from, ==, SECOND);
  record_and_wait (self, 30 * SECOND);
  g_assert_cmpint (view->to, ==, get_last (self));
  g_assert_true (th_document_can_step (self->document, FALSE)); /* back to what was chosen */
}

/* What comes while it is paused is shown when that ends. */
static void
test_pause (Live          *self,
            gconstpointer  data)
{
  const ThView *view = th_document_get_view (self->document);
  guint n_grown, n_paused;
  Newest newest;
  gint64 to;

  record_and_wait (self, 0);
  to = view->to;
  newest = (Newest) { self, get_last (self) };
  count_signal (self->document, "grown", &n_grown);
  count_signal (self->document, "notify::paused", &n_paused);
  th_document_set_paused (self->document, TRUE);
  record_page (self, 5 * SECOND);
  wait_for (is_newer, &newest);
  for (gint64 begin = g_get_monotonic_time (); g_get_monotonic_time () - begin < 300000;)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (n_grown, ==, 0);
  g_assert_cmpint (view->to, ==, to);
  g_assert_true (th_document_is_following (self->document));

  th_document_follow_present (self->document);
  g_assert_cmpuint (n_grown, ==, 1);
  g_assert_cmpuint (n_paused, ==, 2);
  g_assert_cmpint (view->to, >=, get_last (self));
}

/* The clock of the recording is a minute ahead of the newest event: the view ends there, with a
 * 32nd of its length beyond. */
static void
test_present (Live          *self,
              gconstpointer  data)
{
  const ThView *view = th_document_get_view (self->document);
  gint64 present;

  record_and_wait (self, 0);
  g_assert_cmpint (th_document_get_present (self->document), ==, TH_TIME_NONE);
  present = get_last (self) + 60 * SECOND;
  th_document_set_clock_lead (self->document, present - g_get_monotonic_time () * 1000);
  record_and_wait (self, SECOND);
  g_assert_cmpint (th_document_get_present (self->document), >=, present);
  g_assert_cmpint (view->to, ==, th_document_get_present (self->document) + 10 * SECOND / 32);
  g_assert_cmpint (view->to - view->from, ==, 10 * SECOND);

  /* It may also be chosen. */
  th_document_set_view (self->document, present - SECOND, present);
  g_assert_cmpint (view->to, ==, present);
}

static gint64 grown_at;

static void
note_time_cb (void)
{
  grown_at = g_get_monotonic_time ();
}

/* Prints the time from a commit to "grown". */
static void
test_delay (Live          *self,
            gconstpointer  data)
{
  gint64 sum = 0, worst = 0;

  g_signal_connect (self->document, "grown", G_CALLBACK (note_time_cb), NULL);
  for (guint i = 1; i <= 10; i++)
    {
      gint64 begin;

      grown_at = 0;
      begin = g_get_monotonic_time ();
      record_page (self, i * SECOND);
      while (grown_at == 0)
        g_main_context_iteration (NULL, TRUE);
      sum += grown_at - begin;
      worst = MAX (worst, grown_at - begin);
      for (begin = g_get_monotonic_time (); g_get_monotonic_time () - begin < 150000;)
        g_main_context_iteration (NULL, FALSE);
    }
  g_test_message ("from a commit to \"grown\": %" G_GINT64_FORMAT " µs on average, %"
                  G_GINT64_FORMAT " µs at worst", sum / 10, worst);
  g_assert_cmpint (sum / 10, <, 100000);
  g_signal_handlers_disconnect_by_func (self->document, note_time_cb, NULL);
}

/* However often pages come, "grown" comes ten times a second. */
static void
test_pace (Live          *self,
           gconstpointer  data)
{
  gint64 begin = g_get_monotonic_time (), now;
  guint n_grown, n_commits = 0;

  count_signal (self->document, "grown", &n_grown);
  while ((now = g_get_monotonic_time ()) - begin < G_USEC_PER_SEC)
    {
      record_page (self, now - begin);
      n_commits++;
      for (guint i = 0; i < 5; i++)
        g_main_context_iteration (NULL, FALSE);
      g_usleep (2000);
    }
  g_test_message ("%u commits, %u times \"grown\"", n_commits, n_grown);
  g_assert_cmpuint (n_commits, >, 30);
  g_assert_cmpuint (n_grown, >=, 3);
  g_assert_cmpuint (n_grown, <=, 12);
  g_signal_handlers_disconnect_matched (self->document, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL,
                                        &n_grown);
}

static gboolean
stop_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Runs the main loop for @ms; returns how often it woke up for something else. */
static guint
count_wakeups (guint ms)
{
  gboolean stopped = FALSE;
  guint n = 0;

  g_timeout_add (ms, stop_cb, &stopped);
  while (!stopped)
    {
      g_main_context_iteration (NULL, TRUE);
      n++;
    }
  return n - 1;
}

/* Nothing wakes up while no events come, except for the recorder's heartbeats on their thread. */
static void
test_idle (Live          *self,
           gconstpointer  data)
{
  guint n_grown, n_results, n_wakeups;
  struct rusage before, after;
  glong n_switches;

  record_and_wait (self, 0);
  count_wakeups (1500); /* analyses, and the pause of the view */
  count_signal (self->document, "grown", &n_grown);
  count_signal (self->document, "results-changed", &n_results);
  getrusage (RUSAGE_SELF, &before);
  n_wakeups = count_wakeups (1000);
  getrusage (RUSAGE_SELF, &after);
  n_switches = after.ru_nvcsw - before.ru_nvcsw;
  g_test_message ("idle for a second: %u wakeups of the main loop, %ld of all threads", n_wakeups,
                  n_switches);
  g_assert_cmpuint (n_wakeups, ==, 0);
  /* The thread sanitizer has a thread that wakes up ten times a second. */
#ifndef __SANITIZE_THREAD__
  g_assert_cmpint (n_switches, <=, 4);
#endif

  for (guint i = 1; i <= 4; i++)
    {
      th_trace_writer_set_until (self->writer, get_last (self) + i * SECOND);
      g_assert_true (th_trace_writer_commit (self->writer, NULL));
      n_wakeups = count_wakeups (400);
      /* The first tells that the events are complete, which tables and analyses wait for. */
      if (i > 1)
        g_assert_cmpuint (n_wakeups, ==, 0);
    }
  g_assert_cmpuint (n_grown, ==, 1);
  g_assert_cmpuint (n_results, ==, 1);
}

static gboolean
has_selection (gpointer document)
{
  return !th_ref_is_none (th_document_get_selected (document));
}

static void
test_finish (Live          *self,
             gconstpointer  data)
{
  g_autoptr(GFile) final = g_file_new_for_path (self->path);
  guint64 n_events = th_recording_get_n_events (self->recorded->recording);
  ThRecording *recording;
  ThView before;
  guint n_changed;

  recorded_append (self->recorded, self->writer, 0, G_MAXUINT);
  record_and_wait (self, 20 * SECOND);
  before = *th_document_get_view (self->document);
  th_document_select (self->document, (ThRef) { 0, 0, 3 });
  g_assert_true (th_trace_writer_finish (self->writer, NULL));
  wait_for (has_ended, self->document);
  g_assert_false (th_document_is_live (self->document));
  g_assert_false (th_document_is_following (self->document));
  g_assert_cmpint (th_document_get_view (self->document)->from, ==, before.from);
  g_assert_false (th_document_get_changed (self->document));

  g_assert_true (th_document_is_unfinished (self->document));
  count_signal (self->document, "recording-changed", &n_changed);
  recording = th_document_get_recording (self->document);
  th_document_finished (self->document, final);
  g_assert_false (th_document_is_unfinished (self->document));
  g_assert_true (g_file_equal (th_document_get_file (self->document), final));
  while (n_changed == 0)
    g_main_context_iteration (NULL, TRUE);
  wait_for (has_ended, self->document);
  g_assert_true (th_document_get_recording (self->document) != recording);
  g_assert_cmpuint (th_recording_get_n_events (th_document_get_recording (self->document)), >,
                    n_events);
  g_assert_cmpint (th_document_get_view (self->document)->from, ==, before.from);
  g_assert_cmpint (th_document_get_view (self->document)->to, ==, before.to);
  wait_for (has_selection, self->document);
  g_assert_cmpuint (th_document_get_selected (self->document).row, ==, 3);
  g_assert_cmpstr (th_document_get_title (self->document), ==, "live.dat");
  g_assert_false (th_document_get_changed (self->document));
}

/* The recording ends before its file was opened. */
static void
test_short (Live          *self,
            gconstpointer  data)
{
  g_autoptr(GFile) final = g_file_new_for_path (self->path);

  recorded_append (self->recorded, self->writer, 0, G_MAXUINT);
  g_assert_true (th_trace_writer_finish (self->writer, NULL));
  th_document_finished (self->document, final);
  wait_for (is_open, self->document);
  wait_for (has_ended, self->document);
  while (th_recording_get_n_events (th_document_get_recording (self->document)) !=
         th_recording_get_n_events (self->recorded->recording))
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (th_document_is_live (self->document));
}

/* The user stops the load: the recording goes on without the document. */
static void
test_cancel (Live          *self,
             gconstpointer  data)
{
  record_and_wait (self, 0);
  g_assert_true (th_document_cancel (self->document));
  wait_for (has_ended, self->document);
  g_assert_false (th_document_is_live (self->document));
  record_page (self, SECOND);
  g_assert_true (th_trace_writer_finish (self->writer, NULL));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, data, test) \
  g_test_add ("/document/live/" name, Live, data, live_set_up, test, live_tear_down)
  ADD ("state", NULL, test_state);
  ADD ("follow", NULL, test_follow);
  ADD ("pause", NULL, test_pause);
  ADD ("present", NULL, test_present);
  ADD ("delay", NULL, test_delay);
  ADD ("pace", NULL, test_pace);
  ADD ("idle", NULL, test_idle);
  ADD ("finish", NULL, test_finish);
  ADD ("short", "at once", test_short);
  ADD ("cancel", NULL, test_cancel);

  return g_test_run ();
}
