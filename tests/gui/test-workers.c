/* test-workers.c - threads end when their results are no longer needed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"
#include "th-analysis-runner.h"
#include "th-widgets.h"
#include "th-thread-pool.h"

/* Limit for the main thread to close or reload.  The machine may be busy with other work, but not
 * every time. */
#define MAX_STEP_USEC (50 * 1000)
#define N_TRIES 5
/* The analyses check for cancellation between events. */
#define PATIENCE_MS 5000

static gboolean
is_analysing (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);

  return document != NULL && th_analysis_runner_is_running (th_document_get_analyses (document));
}

static char *
big_path (void)
{
  return g_test_build_filename (G_TEST_DIST, "data", "e1000-lost.dat", NULL);
}

/* Opens a recording and returns before its analyses can have ended. */
static ThDocument *
open_and_analyse (Fixture *fixture)
{
  g_autofree char *path = big_path ();
  g_autoptr(GFile) file = g_file_new_for_path (path);

  gui_open_file (fixture, file);
  wait_until (fixture, is_analysing);
  g_assert_false (th_thread_pool_wait (0));

  return th_window_get_document (fixture->window);
}

static void
assert_short (gint64 shortest)
{
  g_test_message ("the main thread was busy for %" G_GINT64_FORMAT " us", shortest);
  g_assert_cmpint (shortest, <, MAX_STEP_USEC);
}

/* Does what the window does with its document when it closes; the rest is GTK's work, which is
 * slow on a busy machine.  The workers end without the main loop. */
static void
test_close_document (Fixture       *fixture,
                     gconstpointer  data)
{
  gint64 shortest = G_MAXINT64;

  for (guint i = 0; i < N_TRIES; i++)
    {
      g_autoptr(ThDocument) document = g_object_ref (open_and_analyse (fixture));
      gint64 begun = g_get_monotonic_time ();

      g_object_run_dispose (G_OBJECT (document));
      shortest = MIN (shortest, g_get_monotonic_time () - begun);
      gtk_window_destroy (GTK_WINDOW (fixture->window));
      g_assert_true (th_thread_pool_wait (PATIENCE_MS));
      g_assert_false (th_analysis_runner_is_running (th_document_get_analyses (document)));
    }
  assert_short (shortest);
}

static gboolean
is_done (Fixture *fixture)
{
  return is_loaded (fixture) && !is_analysing (fixture);
}

static ThRecording *before;

static gboolean
is_renewed (Fixture *fixture)
{
  return th_document_get_recording (th_window_get_document (fixture->window)) != before;
}

/* Reloads repeatedly while the previous analyses are running; the last ones run to their end. */
static void
test_reload (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocument *document = open_and_analyse (fixture);
  gint64 shortest = G_MAXINT64;

  for (guint i = 0; i < N_TRIES; i++)
    {
      gint64 begun = g_get_monotonic_time ();

      before = th_recording_ref (th_document_get_recording (document));
      th_document_reload (document);
      shortest = MIN (shortest, g_get_monotonic_time () - begun);
      wait_until (fixture, is_renewed);
      g_clear_pointer (&before, th_recording_unref);
    }
  assert_short (shortest);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.reload", NULL));
  wait_until (fixture, is_done);
  g_assert_cmpfloat (th_analysis_runner_get_seconds (th_document_get_analyses (document)), >=, 0);
  g_assert_cmpuint (th_document_get_results (document)->len, >, 0);
}

/* Cancelling in one window does not affect another. */
static void
test_second_window (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr(GFile) sample = sample_file ();
  ThWindow *first;

  open_and_analyse (fixture);
  first = fixture->window;
  gui_open_file (fixture, sample);
  g_assert_true (fixture->window != first);
  wait_until (fixture, is_analysing);
  gtk_window_destroy (GTK_WINDOW (first));
  wait_until (fixture, is_done);
  g_assert_cmpfloat (th_analysis_runner_get_seconds (gui_get_analyses (fixture)), >=, 0);
}

static gpointer kept;

static gboolean
is_gone (Fixture *fixture)
{
  wait_ms (1);
  return kept == NULL;
}

/* The worker ends eventually, and nothing refers to it any more. */
static void
close_by_hand (Fixture *fixture)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);

  gtk_window_close (GTK_WINDOW (window));
  g_assert_false (gtk_widget_get_visible (window));
  g_assert_null (g_list_find (gtk_application_get_windows (GTK_APPLICATION (fixture->application)),
                              window));
  g_assert_null (th_dialog_find (GTK_WINDOW (window), GTK_TYPE_WINDOW));
}

static gboolean
is_unrealized (Fixture *fixture)
{
  return !gtk_widget_get_realized (kept);
}

/* GTK looked for the pointer on a window that no longer had a surface.  The window is over the
 * middle of the screen, where the pointer is; a tooltip waits for half a second. */
static void
test_close_before_tooltip (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autoptr(ThWindow) window = NULL;

  open_and_analyse (fixture);
  window = g_object_ref (fixture->window);
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (th_window_get_timeline (window)));
  close_by_hand (fixture);
  fixture->window = NULL;
  kept = window;
  wait_until (fixture, is_unrealized);
  wait_ms (700);
  kept = NULL;
}

static GtkWidget *
find_open (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_POPOVER (widget) && gtk_widget_get_mapped (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_open (child);

  return found;
}

static gboolean
has_menu (Fixture *fixture)
{
  kept = find_open (GTK_WIDGET (fixture->window));
  return kept != NULL;
}

/* GTK kept a focused widget without a surface, and queried it for the pointer when the tooltip's
 * delay of half a second was over. */
static void
test_close_menu (Fixture       *fixture,
                 gconstpointer  data)
{
  open_and_analyse (fixture);
  activate (fixture, "win.menu");
  wait_until (fixture, has_menu);
  gtk_widget_child_focus (kept, GTK_DIR_TAB_FORWARD);
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (fixture->window)),
                                         kept));
  g_object_add_weak_pointer (kept, &kept);
  close_by_hand (fixture);
  fixture->window = NULL;
  wait_until (fixture, is_gone);
}

/* Whatever the window is doing, nothing may keep its document alive. */
static void
test_close_anytime (Fixture       *fixture,
                    gconstpointer  data)
{
  static const char *const actions[] = {
    NULL, "win.find-lane", "win.palette", "win.span-statistics",
    "win.set-filter('prev_prio < 100')", "win.set-find('sched')",
    "win.lane-down", "win.select((uint32 0, uint32 0, uint32 100))", "win.only-task", "win.slowest",
    "win.next-tab", "win.active-lanes",
    "win.color-rules", "win.columns", "app.preferences", "win.recording", "win.go-to",
    "win.add-analysis", "win.complete",
    "win.zoom-in", "win.saved-filters", "win.shortcuts"
  };
  static const guint moments[] = { 1, 120, 0, 3, 10, 30, 60, 240 };
  guint n_moments = g_getenv ("THRESHER_LONG") != NULL ? G_N_ELEMENTS (moments) : 2;
  g_autofree char *path = big_path ();
  g_autoptr(GFile) file = g_file_new_for_path (path);

  for (guint i = 0; i < G_N_ELEMENTS (actions) * n_moments; i++)
    {
      const char *action = actions[i % G_N_ELEMENTS (actions)];
      guint moment = moments[i / G_N_ELEMENTS (actions)];
      g_autofree char *name = NULL;
      g_autoptr(GVariant) target = NULL;

      g_test_message ("%s after %u ms", action != NULL ? action : "nothing", moment);
      gui_open_file (fixture, file);
      wait_ms (moment);
      if (action != NULL)
        {
          g_assert_true (g_action_parse_detailed_name (action, &name, &target, NULL));
          gtk_widget_activate_action_variant (GTK_WIDGET (fixture->window), name, target);
          wait_ms (i % 3 * 20);
        }
      kept = th_window_get_document (fixture->window);
      g_object_add_weak_pointer (kept, &kept);
      if ((i + i / G_N_ELEMENTS (actions)) % 2 == 0)
        gtk_window_destroy (GTK_WINDOW (fixture->window));
      else
        close_by_hand (fixture);
      wait_until (fixture, is_gone);
    }
  fixture->window = NULL;
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/workers/close-document", test_close_document);
  ADD_WINDOW_TEST ("/workers/reload", test_reload);
  ADD_WINDOW_TEST ("/workers/second-window", test_second_window);
  ADD_WINDOW_TEST ("/workers/close-before-tooltip", test_close_before_tooltip);
  ADD_WINDOW_TEST ("/workers/close-menu", test_close_menu);
  ADD_WINDOW_TEST ("/workers/close-anytime", test_close_anytime);

  return g_test_run ();
}
