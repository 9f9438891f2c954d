/* test-comparison.c - two sides of recordings in one window: begin, runs, end, failures
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "gui-fixture.h"

#include "th-analyses.h"
#include "th-compare-baseline.h"
#include "th-compare-dialog.h"
#include "th-compare-take.h"
#include "th-comparison-panel.h"
#include "th-comparison-table.h"
#include "th-experiment-plan.h"
#include "th-find-bar.h"
#include "th-follow.h"
#include "th-loaders.h"
#include "th-runner.h"
#include "th-session-store.h"
#include "th-widgets.h"

static ThComparisonView *
get_view (Fixture *fixture)
{
  ThDocumentView *view = th_window_get_view (fixture->window);

  return TH_COMPARISON_VIEW (gtk_widget_get_ancestor (GTK_WIDGET (view), TH_TYPE_COMPARISON_VIEW));
}

static ThDocument *
get_document (Fixture *fixture,
              guint    side)
{
  ThSideView *view = th_comparison_view_get_side (get_view (fixture), side);

  return th_document_view_get_document (th_side_view_get_view (view));
}

static ThComparisonJob *
dup_job (Fixture *fixture)
{
  ThComparisonJob *job;

  g_object_get (get_view (fixture), "job", &job, NULL);
  return job;
}

static gboolean
has_ended (Fixture *fixture)
{
  g_autoptr(ThComparisonJob) job = dup_job (fixture);

  return job != NULL && th_comparison_job_get_state (job) != TH_COMPARISON_JOB_RUNNING;
}

static gboolean
are_loaded (Fixture *fixture)
{
  for (guint side = 0; side < 2; side++)
    if (get_document (fixture, side) == NULL ||
        th_document_get_state (get_document (fixture, side)) != TH_DOCUMENT_LOADED ||
        th_document_get_feed_seconds (get_document (fixture, side)) < 0)
      return FALSE;
  return TRUE;
}

static char *
find_data (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "data", name, NULL);
}

/* The recordings of the shared traces; NULL if they are not there. */
static ThComparisonSides *
find_runs (const char *after,
           guint       n)
{
  const char *traces = g_getenv ("THRESHER_TRACES");
  ThComparisonSides *sides = th_comparison_sides_new ();

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < n; i++)
      {
        g_autofree char *name = g_strdup_printf ("%s-%02u.dat", side == 0 ? "before" : after, i);
        g_autofree char *path = g_build_filename (traces != NULL ? traces : "", "compare", name,
                                                  NULL);

        if (!g_file_test (path, G_FILE_TEST_EXISTS))
          {
            th_comparison_sides_unref (sides);
            g_test_skip ("the recordings to compare are not here");
            return NULL;
          }
        th_comparison_sides_add (sides, side, path);
      }
  return sides;
}

/* Whether the timeline of B says that its recording cannot be opened. */
static gboolean
is_b_refused (Fixture *fixture)
{
  ThSideView *second = th_comparison_view_get_side (get_view (fixture), 1);

  return g_str_equal (th_document_view_get_page (th_side_view_get_view (second)), "refused");
}

static ThCompareRun *
take_run (const char *name)
{
  g_autofree char *path = find_data (name);
  g_autoptr(GError) error = NULL;
  const ThLoader *loader;
  g_autoptr(ThRecording) recording = th_loader_open (path, &loader, &error);
  g_autoptr(ThRunner) runner = NULL;
  g_autoptr(GPtrArray) all = NULL;

  g_assert_no_error (error);
  th_loader_load (loader, recording);
  runner = th_runner_new (recording, th_analyses_list ());
  all = th_runner_add_all (runner);
  while (th_runner_advance (runner))
    ;
  return th_compare_run_take (recording, all, name, TH_TIME_NONE, G_MAXINT64);
}

/* A baseline of two runs. */
static void
save_baseline (const char *path)
{
  g_autoptr(GPtrArray) runs =
    g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
  g_autoptr(GError) error = NULL;

  g_ptr_array_add (runs, take_run ("e1000-gt-udp.dat"));
  g_ptr_array_add (runs, take_run ("e1000-lost.dat"));
  g_assert_true (th_compare_baseline_save (runs, path, &error));
  g_assert_no_error (error);
}

static guint
get_n_runs (Fixture *fixture,
            guint    side)
{
  return th_comparison_sides_get_n (th_comparison_view_get_sides (get_view (fixture)), side);
}

/* --- begin and end ---------------------------------------------------------- */

static void
test_runs (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(ThComparisonSides) sides = find_runs ("late50", 3);
  g_autoptr(ThComparisonJob) job = NULL;
  ThComparison *comparison;
  gboolean is_named = FALSE;
  g_autofree char *texts = NULL;

  if (sides == NULL)
    return;
  th_window_compare (fixture->window, sides);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "before ↔ late50");
  wait_until (fixture, has_ended);
  wait_until (fixture, are_loaded);

  job = dup_job (fixture);
  comparison = th_comparison_job_get_comparison (job);
  g_assert_nonnull (comparison);
  g_assert_cmpuint (th_comparison_get_n_runs (comparison, 0), ==, 3);
  g_assert_cmpuint (th_comparison_get_n_runs (comparison, 1), ==, 3);
  /* These runs were made with a reader that reads late. */
  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);

      is_named |= row->verdict == TH_VERDICT_SLOWER && g_str_has_suffix (row->measure, "reader");
    }
  g_assert_true (is_named);
  texts = dup_label_texts (GTK_WIDGET (get_view (fixture)));
  g_assert_nonnull (strstr (texts, "compared in "));
}

/* Recordings without measures show how often things happened. */
static void
test_counts (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();
  const char *traces = g_getenv ("THRESHER_TRACES");
  g_autofree char *a = g_build_filename (traces != NULL ? traces : "", "e1000-fgraph.dat", NULL);
  g_autofree char *b = g_build_filename (traces != NULL ? traces : "", "k612-fgraph.dat", NULL);
  GtkWidget *table;

  if (!g_file_test (a, G_FILE_TEST_EXISTS) || !g_file_test (b, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("the recordings of THRESHER_TRACES are not here");
      return;
    }
  th_comparison_sides_add (sides, 0, a);
  th_comparison_sides_add (sides, 1, b);
  th_window_compare (fixture->window, sides);
  wait_until (fixture, has_ended);
  table = find_widget (GTK_WIDGET (get_view (fixture)), TH_TYPE_COMPARISON_TABLE);
  g_assert_true (gui_is (table, "has-counts"));
  g_assert_cmpuint (th_comparison_list_get_n_rows (
    th_comparison_table_get_list (TH_COMPARISON_TABLE_WIDGET (table))), >, 0);
}

/* Each run of a side can be shown, and the keys cycle through them. */
static void
test_cycle (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *udp = find_data ("e1000-gt-udp.dat"), *lost = find_data ("e1000-lost.dat");
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();

  th_comparison_sides_add (sides, 0, udp);
  th_comparison_sides_add (sides, 1, udp);
  th_comparison_sides_add (sides, 1, lost);
  th_window_compare (fixture->window, sides);
  wait_until (fixture, are_loaded);
  g_assert_cmpstr (th_document_get_title (get_document (fixture, 1)), ==, "e1000-gt-udp.dat");
  activate (fixture, "win.other-side");
  activate (fixture, "win.next-run");
  wait_until (fixture, are_loaded);
  g_assert_cmpstr (th_document_get_title (get_document (fixture, 1)), ==, "e1000-lost.dat");
  g_assert_cmpstr (th_document_get_title (get_document (fixture, 0)), ==, "e1000-gt-udp.dat");
  activate (fixture, "win.next-run");
  wait_until (fixture, are_loaded);
  g_assert_cmpstr (th_document_get_title (get_document (fixture, 1)), ==, "e1000-gt-udp.dat");
  activate (fixture, "win.previous-run");
  wait_until (fixture, are_loaded);
  g_assert_cmpstr (th_document_get_title (get_document (fixture, 1)), ==, "e1000-lost.dat");
}

static void
test_swap (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *udp = find_data ("e1000-gt-udp.dat"), *lost = find_data ("e1000-lost.dat");
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();

  th_comparison_sides_add (sides, 0, udp);
  th_comparison_sides_add (sides, 1, lost);
  th_window_compare (fixture->window, sides);
  wait_until (fixture, are_loaded);
  activate (fixture, "win.swap-sides");
  wait_until (fixture, are_loaded);
  g_assert_cmpstr (th_document_get_title (get_document (fixture, 0)), ==, "e1000-lost.dat");
  g_assert_cmpstr (th_document_get_title (get_document (fixture, 1)), ==, "e1000-gt-udp.dat");
  wait_until (fixture, has_ended);
}

/* Only the view of A stays, with all its parts. */
static void
test_end (Fixture       *fixture,
          gconstpointer  data)
{
  g_autofree char *udp = find_data ("e1000-gt-udp.dat"), *lost = find_data ("e1000-lost.dat");
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();
  static const char *const names[] = {
    "close-comparison", "other-side", "next-run", "previous-run", "like", "link-sides",
    "swap-sides", "side-by-side", "copy-recipe",
  };
  GActionGroup *actions = G_ACTION_GROUP (fixture->window);
  ThDocumentView *view;

  open_sample (fixture);
  wait_until (fixture, is_analysed);
  g_assert_false (g_action_group_get_action_enabled (actions, "swap-sides"));
  th_comparison_sides_add (sides, 0, udp);
  th_comparison_sides_add (sides, 1, lost);
  th_window_compare (fixture->window, sides);
  wait_until (fixture, are_loaded);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_true (g_action_group_get_action_enabled (actions, names[i]));
  view = th_side_view_get_view (th_comparison_view_get_side (get_view (fixture), 0));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (th_document_view_get_table_pane (view))));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (th_document_view_get_inspector (view))));

  activate (fixture, "win.close-comparison");
  g_assert_null (th_comparison_view_get_side (get_view (fixture), 1));
  g_assert_null (th_comparison_view_get_sides (get_view (fixture)));
  g_assert_false (g_action_group_get_action_enabled (actions, "swap-sides"));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (th_document_view_get_table_pane (view))));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (th_document_view_get_inspector (view))));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "e1000-gt-udp.dat");
}

/* What was opened in the little space of a side has a usual share of the window afterwards,
 * and the keyboard acts on the timeline. */
static void
test_end_space (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *udp = find_data ("e1000-gt-udp.dat"), *lost = find_data ("e1000-lost.dat");
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();
  GtkWidget *timeline;

  th_comparison_sides_add (sides, 0, lost);
  th_comparison_sides_add (sides, 0, udp);
  th_comparison_sides_add (sides, 1, lost);
  th_window_compare (fixture->window, sides);
  wait_until (fixture, are_loaded);
  wait_until (fixture, has_ended);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  th_side_view_set_run (th_comparison_view_get_side (get_view (fixture), 0), 1);
  wait_until (fixture, are_loaded);
  gtk_widget_grab_focus (find_widget (GTK_WIDGET (get_view (fixture)), TH_TYPE_COMPARISON_TABLE));
  activate (fixture, "win.close-comparison");
  timeline = GTK_WIDGET (th_window_get_timeline (fixture->window));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->window)) == timeline);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  g_assert_cmpint (gtk_widget_get_height (timeline), >,
                   gtk_widget_get_height (GTK_WIDGET (fixture->window)) / 3);
}

/* The window closes while a job is running. */
static void
test_close (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *udp = find_data ("e1000-gt-udp.dat");
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();

  for (guint i = 0; i < 6; i++)
    th_comparison_sides_add (sides, i % 2, udp);
  th_window_compare (fixture->window, sides);
  gtk_window_close (GTK_WINDOW (fixture->window));
  wait_ms (300);
}

/* --- both timelines -------------------------------------------------------------- */

static ThPairing *
get_pairing (Fixture *fixture)
{
  return th_comparison_view_get_pairing (get_view (fixture));
}

static gboolean
is_zoomed (Fixture *fixture)
{
  const ThView *a = th_document_get_view (get_document (fixture, 0));
  const ThView *b = th_document_get_view (get_document (fixture, 1));
  gint64 offset = th_time_alignment_get_offset (th_pairing_get_alignment (get_pairing (fixture)));

  return a->to - a->from < 1000000 && b->from == a->from + offset && b->to == a->to + offset;
}

/* Zooming in A zooms in B, at the offset of the first events. */
static void
test_linked (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *udp = find_data ("e1000-gt-udp.dat"), *lost = find_data ("e1000-lost.dat");
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();
  g_autofree char *before = NULL, *after = NULL;
  gint64 first[2], last;

  th_comparison_sides_add (sides, 0, udp);
  th_comparison_sides_add (sides, 1, lost);
  th_window_compare (fixture->window, sides);
  wait_until (fixture, are_loaded);
  for (guint side = 0; side < 2; side++)
    th_document_get_range (get_document (fixture, side), &first[side], &last);
  g_assert_cmpint (th_time_alignment_get_offset (
    th_pairing_get_alignment (get_pairing (fixture))), ==, first[1] - first[0]);
  th_document_set_view (get_document (fixture, 0), first[0], first[0] + 500000);
  wait_until (fixture, is_zoomed);

  before = view_text (get_document (fixture, 1));
  activate (fixture, "win.link-sides");
  th_document_set_view (get_document (fixture, 0), first[0], first[0] + 9000000);
  wait_ms (200);
  after = view_text (get_document (fixture, 1));
  g_assert_cmpstr (before, ==, after);
}

static gboolean
follows_a (Fixture *fixture)
{
  return th_document_get_followed (get_document (fixture, 0), NULL) != NULL;
}

static gboolean
follows_b (Fixture *fixture)
{
  return th_document_get_followed (get_document (fixture, 1), NULL) != NULL;
}

static gboolean
can_follow (Fixture *fixture)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "slowest");
}

/* A packet followed in A has its like in B, and both begin at the same place. */
static void
test_like (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(ThComparisonSides) sides = find_runs ("spin20", 1);
  ThTimeAlignment *alignment;

  if (sides == NULL)
    return;
  th_window_compare (fixture->window, sides);
  wait_until (fixture, are_loaded);
  wait_until (fixture, can_follow);
  activate (fixture, "win.slowest");
  wait_until (fixture, follows_a);
  activate (fixture, "win.like");
  wait_until (fixture, follows_b);
  alignment = th_pairing_get_alignment (get_pairing (fixture));
  g_assert_cmpuint (th_time_alignment_get_mode (alignment), ==, TH_ALIGN_BY_FLOW);
  g_assert_null (th_time_alignment_get_error (alignment));
}

/* The panel of a row leads to its worst example, on either side. */
static void
test_example (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(ThComparisonSides) sides = find_runs ("late50", 3);
  GtkWidget *panel, *table;

  if (sides == NULL)
    return;
  th_window_compare (fixture->window, sides);
  wait_until (fixture, are_loaded);
  wait_until (fixture, has_ended);
  table = find_widget (GTK_WIDGET (get_view (fixture)), TH_TYPE_COMPARISON_TABLE);
  panel = find_widget (GTK_WIDGET (get_view (fixture)), TH_TYPE_COMPARISON_PANEL);
  g_assert_cmpint (th_comparison_table_get_selected (TH_COMPARISON_TABLE_WIDGET (table)), ==, 0);
  g_signal_emit_by_name (panel, "example", 1u, -1);
  wait_until (fixture, follows_b);
  g_assert_false (follows_a (fixture));
}

static gboolean
has_hits (Fixture *fixture)
{
  return th_brush_get_n (th_pairing_get_brush (get_pairing (fixture)), TH_SIDE_A) > 0 &&
         th_brush_get_n (th_pairing_get_brush (get_pairing (fixture)), TH_SIDE_B) > 0;
}

/* A range of values marks its samples in both timelines, until Find is cleared. */
static void
test_brush (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(ThComparisonSides) sides = find_runs ("late50", 3);
  GtkWidget *panel;

  if (sides == NULL)
    return;
  th_window_compare (fixture->window, sides);
  wait_until (fixture, are_loaded);
  wait_until (fixture, has_ended);
  panel = find_widget (GTK_WIDGET (get_view (fixture)), TH_TYPE_COMPARISON_PANEL);
  g_signal_emit_by_name (panel, "select-range", G_GINT64_CONSTANT (0),
                         G_GINT64_CONSTANT (1000000000));
  wait_until (fixture, has_hits);
  g_assert_nonnull (th_document_get_hits (get_document (fixture, 0)));
  g_assert_nonnull (th_document_get_hits (get_document (fixture, 1)));
  activate (fixture, "win.clear-find");
  g_assert_null (th_brush_get_label (th_pairing_get_brush (get_pairing (fixture))));
}

/* Alignment, link and layout are there again the next time. */
static void
test_memory (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *udp = find_data ("e1000-gt-udp.dat"), *lost = find_data ("e1000-lost.dat");
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();
  ThTimeAlignment *alignment;

  th_session_store_set_enabled (TRUE);
  th_comparison_sides_add (sides, 0, udp);
  th_comparison_sides_add (sides, 1, lost);
  th_comparison_sides_add (sides, 1, udp);
  th_window_compare (fixture->window, sides);
  wait_until (fixture, are_loaded);
  th_time_alignment_set_offset (th_pairing_get_alignment (get_pairing (fixture)), 12345);
  activate (fixture, "win.link-sides");
  activate (fixture, "win.other-side");
  activate (fixture, "win.next-run");
  wait_until (fixture, are_loaded);
  activate (fixture, "win.close-comparison");

  th_window_compare (fixture->window, sides);
  wait_until (fixture, are_loaded);
  alignment = th_pairing_get_alignment (get_pairing (fixture));
  g_assert_cmpuint (th_time_alignment_get_mode (alignment), ==, TH_ALIGN_BY_HAND);
  g_assert_cmpint (th_time_alignment_get_offset (alignment), ==, 12345);
  g_assert_false (th_view_link_get_linked (th_pairing_get_link (get_pairing (fixture))));
  g_assert_cmpuint (th_side_view_get_run (th_comparison_view_get_side (get_view (fixture), 1)), ==,
                    1);
  th_session_store_set_enabled (FALSE);
}

/* --- failures ------------------------------------------------------------------ */

static void
test_missing (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *udp = find_data ("e1000-gt-udp.dat"), *texts = NULL;
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();

  th_comparison_sides_add (sides, 0, udp);
  th_comparison_sides_add (sides, 1, "/nowhere/after.dat");
  th_window_compare (fixture->window, sides);
  wait_until (fixture, has_ended);
  texts = dup_label_texts (GTK_WIDGET (get_view (fixture)));
  g_assert_nonnull (strstr (texts, "The recordings cannot be compared"));
  g_assert_nonnull (strstr (texts, "after.dat: "));
  g_assert_nonnull (strstr (texts, "Choose Recordings…"));
  activate (fixture, "win.compare");
  g_assert_nonnull (th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_COMPARE_DIALOG));
}

/* A pipe could not be read by the timeline and by the comparison. */
static void
test_pipe (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *udp = find_data ("e1000-gt-udp.dat"), *texts = NULL;
  g_autofree char *path = g_build_filename (fixture->directory, "after.pipe", NULL);
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();
  int fd;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  th_comparison_sides_add (sides, 0, udp);
  th_comparison_sides_add (sides, 1, path);
  th_window_compare (fixture->window, sides);
  wait_until (fixture, has_ended);
  texts = dup_label_texts (GTK_WIDGET (get_view (fixture)));
  g_assert_nonnull (strstr (texts, "after.pipe: This is a pipe"));

  /* The timeline of B shows what the pipe provides: here, nothing. */
  fd = g_open (path, O_WRONLY, 0);
  g_assert_cmpint (fd, >=, 0);
  close (fd);
  wait_until (fixture, is_b_refused);
}

/* Names come from whoever made the files, and must not reorder or break the texts. */
static void
test_names (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *udp = find_data ("e1000-gt-udp.dat"), *texts = NULL;
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();

  th_comparison_sides_add (sides, 0, udp);
  th_comparison_sides_add (sides, 1, "/nowhere/a\u202etad\n\x1b[31m.dat");
  th_window_compare (fixture->window, sides);
  wait_until (fixture, has_ended);
  texts = dup_label_texts (GTK_WIDGET (fixture->window));
  g_assert_null (strstr (texts, "\u202e"));
  g_assert_null (strchr (texts, '\x1b'));
  g_assert_nonnull (strstr (texts, "e1000-gt-udp.dat ↔ a"));
}

/* The comparison is shown although a baseline has no timeline, and nothing is aligned with
 * what the view showed before. */
static void
test_baseline (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *udp = find_data ("e1000-gt-udp.dat"), *texts = NULL, *summary = NULL;
  g_autofree char *path = g_build_filename (fixture->directory, "before.baseline", NULL);
  g_autofree char *other = find_data ("e1000-lost.dat");
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();
  g_autoptr(GFile) file = g_file_new_for_path (other);
  g_autoptr(GError) error = NULL;

  save_baseline (path);
  th_comparison_sides_add (sides, 0, path);
  th_comparison_sides_add (sides, 1, udp);
  th_window_compare (fixture->window, sides);
  wait_until (fixture, has_ended);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_view (fixture))));
  texts = dup_label_texts (GTK_WIDGET (get_view (fixture)));
  g_assert_nonnull (strstr (texts, "This is a baseline"));
  g_assert_nonnull (strstr (texts, "Side A shows no recording"));
  g_object_get (get_view (fixture), "summary", &summary, NULL);
  g_assert_cmpstr (summary, ==, "2 : 1 runs");
  /* B is filtered in its own bar, as A has none. */
  g_assert_true (gtk_widget_get_mapped (find_widget (GTK_WIDGET (
    th_comparison_view_get_side (get_view (fixture), 1)), TH_TYPE_FIND_BAR)));

  /* Another file does not replace the comparison. */
  g_application_open (G_APPLICATION (fixture->application), &file, 1, "");
  g_assert_cmpuint (gui_count_windows (fixture), ==, 2);
  g_assert_nonnull (th_comparison_view_get_sides (get_view (fixture)));
}

/* Swapping the sides puts the baseline in the place of an open recording. */
static void
test_baseline_swap (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *udp = find_data ("e1000-gt-udp.dat");
  g_autofree char *path = g_build_filename (fixture->directory, "before.baseline", NULL);
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();
  ThSideView *first = th_comparison_view_get_side (get_view (fixture), 0);

  save_baseline (path);
  th_comparison_sides_add (sides, 0, udp);
  th_comparison_sides_add (sides, 1, path);
  th_window_compare (fixture->window, sides);
  wait_until (fixture, has_ended);
  g_assert_nonnull (th_side_view_get_document (first));
  activate (fixture, "win.swap-sides");
  wait_until (fixture, has_ended);
  g_assert_null (th_side_view_get_document (first));
  g_assert_null (th_document_pair_get (th_pairing_get_pair (
    th_comparison_view_get_pairing (get_view (fixture))), TH_SIDE_A));
  activate (fixture, "win.swap-sides");
  wait_until (fixture, has_ended);
  g_assert_nonnull (th_document_pair_get (th_pairing_get_pair (
    th_comparison_view_get_pairing (get_view (fixture))), TH_SIDE_A));
}

/* Clocks that count different things are not compared. */
static void
test_clocks (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *udp = find_data ("e1000-gt-udp.dat");
  g_autofree char *counter = find_data ("e1000-clock-counter.dat"), *texts = NULL;
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();

  th_comparison_sides_add (sides, 0, udp);
  th_comparison_sides_add (sides, 1, counter);
  th_window_compare (fixture->window, sides);
  wait_until (fixture, has_ended);
  texts = dup_label_texts (GTK_WIDGET (get_view (fixture)));
  g_assert_nonnull (strstr (texts, "The recordings cannot be compared"));
}

/* --- small screens ----------------------------------------------------------- */

/* A laptop's screen has 768 lines, of which the desktop takes some. */
static void
test_small (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *udp = find_data ("e1000-gt-udp.dat"), *lost = find_data ("e1000-lost.dat");
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();
  int height, width;

  th_comparison_sides_add (sides, 0, udp);
  th_comparison_sides_add (sides, 1, lost);
  th_window_compare (fixture->window, sides);
  wait_until (fixture, has_ended);
  wait_until (fixture, are_loaded);
  gtk_widget_measure (GTK_WIDGET (fixture->window), GTK_ORIENTATION_VERTICAL, -1, &height, NULL,
                      NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (fixture->window), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL,
                      NULL, NULL);
  g_assert_cmpint (height, <=, 700);
  g_assert_cmpint (width, <=, 1000);
}

/* --- choosing ---------------------------------------------------------------- */

static void
test_dialog (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *path = find_data ("e1000-gt-udp.dat");
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GFile) neighbor = NULL;
  ThCompareDialog *dialog;
  GtkWidget *compare;

  open_sample (fixture);
  wait_until (fixture, is_analysed);
  activate (fixture, "win.compare");
  dialog = TH_COMPARE_DIALOG (th_dialog_find (GTK_WINDOW (fixture->window),
                                              TH_TYPE_COMPARE_DIALOG));
  compare = gtk_window_get_default_widget (GTK_WINDOW (dialog));
  /* A begins with what is open. */
  g_assert_cmpuint (g_list_model_get_n_items (
    th_file_list_get_files (th_compare_dialog_get_list (dialog, 0))), ==, 1);
  g_assert_false (gtk_widget_get_sensitive (compare));
  /* The recordings of B are usually in the same folder. */
  neighbor = th_file_list_get_neighbor (th_compare_dialog_get_list (dialog, 1));
  g_assert_true (neighbor != NULL &&
                 g_file_equal (neighbor, th_document_get_file (get_document (fixture, 0))));
  th_file_list_add (th_compare_dialog_get_list (dialog, 1), file);
  th_file_list_add (th_compare_dialog_get_list (dialog, 1), file);
  g_assert_cmpuint (g_list_model_get_n_items (
    th_file_list_get_files (th_compare_dialog_get_list (dialog, 1))), ==, 1);
  g_assert_true (gtk_widget_get_sensitive (compare));
  g_signal_emit_by_name (compare, "clicked");
  wait_until (fixture, are_loaded);
  wait_until (fixture, has_ended);
  g_assert_null (th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_COMPARE_DIALOG));
  g_assert_cmpstr (th_document_get_title (get_document (fixture, 0)), ==, "e1000-tcp.dat");
  g_assert_cmpstr (th_document_get_title (get_document (fixture, 1)), ==, "e1000-gt-udp.dat");
}

/* Files dropped on the lower half are compared with what is open; then they join B. */
static void
test_drop (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *udp = find_data ("e1000-gt-udp.dat"), *lost = find_data ("e1000-lost.dat");
  g_auto(GValue) value = G_VALUE_INIT;

  open_sample (fixture);
  wait_until (fixture, is_analysed);
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, g_slist_prepend (NULL, g_file_new_for_path (udp)));
  g_assert_true (th_window_take_drop (fixture->window, &value, 1e4, GDK_ACTION_COPY));
  wait_until (fixture, are_loaded);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==,
                   "e1000-tcp.dat ↔ e1000-gt-udp.dat");
  g_value_take_boxed (&value, g_slist_prepend (NULL, g_file_new_for_path (lost)));
  g_assert_true (th_window_take_drop (fixture->window, &value, 1e4, GDK_ACTION_COPY));
  g_assert_cmpuint (get_n_runs (fixture, 1), ==, 2);
  g_assert_cmpuint (gui_count_windows (fixture), ==, 1);
  wait_until (fixture, has_ended);
}

/* The span between the markers against the selected one; the recipe repeats it. */
static void
test_spans (Fixture       *fixture,
            gconstpointer  data)
{
  const gint64 middle = SAMPLE_FIRST / 2 + SAMPLE_LAST / 2;
  g_autofree char *command = NULL, *sample = NULL, *expected = NULL;
  ThDocument *document;

  open_sample (fixture);
  wait_until (fixture, is_analysed);
  document = th_window_get_document (fixture->window);
  sample = g_file_get_path (th_document_get_file (document));
  activate (fixture, "win.compare-spans");
  g_assert_null (th_comparison_view_get_sides (get_view (fixture)));

  th_markers_set_marker (th_document_get_markers (document), TH_MARKER_A, SAMPLE_FIRST);
  th_markers_set_marker (th_document_get_markers (document), TH_MARKER_B, middle);
  th_document_select_span (document, middle, SAMPLE_LAST);
  activate (fixture, "win.compare-spans");
  wait_until (fixture, has_ended);
  command = th_comparison_sides_format_command (th_comparison_view_get_sides (get_view (fixture)));
  expected = g_strdup_printf ("thresh compare '%s@%" G_GINT64_FORMAT "ns..%" G_GINT64_FORMAT "ns' "
                              "-- '%s@%" G_GINT64_FORMAT "ns..%" G_GINT64_FORMAT "ns'", sample,
                              SAMPLE_FIRST, middle, sample, middle, SAMPLE_LAST);
  g_assert_cmpstr (command, ==, expected);
}

/* --- experiments ------------------------------------------------------------------ */

/* The directory of an experiment is opened as a comparison of its recordings. */
static void
test_experiment (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(ThExperimentPlan) plan = th_experiment_plan_new ();
  g_autoptr(GFile) directory = g_file_new_for_path (fixture->directory);
  g_autoptr(GError) error = NULL;
  g_autofree char *source = find_data ("e1000-gt-udp.dat");
  g_autoptr(GFile) recording = g_file_new_for_path (source);

  plan->before = g_strdup ("true");
  plan->after = g_strdup ("true");
  plan->load = g_strdup ("true");
  plan->record = g_strdup ("perf record -o {output} -- {load}");
  plan->n_runs = 1;
  th_experiment_plan_shuffle (plan);
  for (guint run = 0; run < 2; run++)
    {
      g_autofree char *path = th_experiment_plan_get_path (plan, fixture->directory, run);
      g_autoptr(GFile) copy = g_file_new_for_path (path);

      g_file_copy (recording, copy, G_FILE_COPY_NONE, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      g_ptr_array_add (plan->starts, g_strdup ("2026-11-23T02:00:00Z"));
    }
  th_experiment_plan_save (plan, fixture->directory, &error);
  g_assert_no_error (error);

  g_application_open (G_APPLICATION (fixture->application), &directory, 1, "");
  wait_until (fixture, are_loaded);
  wait_until (fixture, has_ended);
  g_assert_cmpuint (get_n_runs (fixture, 0), ==, 1);
}

/* A damaged manifest is reported in a window, because a desktop does not show standard error. */
static void
test_manifest (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "experiment.json", NULL);
  g_autoptr(GFile) directory = g_file_new_for_path (fixture->directory);
  g_autoptr(GError) error = NULL;
  g_autofree char *texts = NULL;
  GtkWindow *dialog;

  g_file_set_contents (path, "{\"experiment\":1,", -1, &error);
  g_assert_no_error (error);
  g_application_open (G_APPLICATION (fixture->application), &directory, 1, "");
  dialog = th_dialog_find (GTK_WINDOW (fixture->window), GTK_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (dialog);
  texts = dup_label_texts (GTK_WIDGET (dialog));
  g_assert_nonnull (strstr (texts, "The experiment cannot be opened"));
  g_assert_nonnull (strstr (texts, "experiment.json: "));
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_CLOSE);
  g_assert_null (th_dialog_find (GTK_WINDOW (fixture->window), GTK_TYPE_MESSAGE_DIALOG));
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/comparison/runs", test_runs);
  ADD_WINDOW_TEST ("/comparison/counts", test_counts);
  ADD_WINDOW_TEST ("/comparison/cycle", test_cycle);
  ADD_WINDOW_TEST ("/comparison/swap", test_swap);
  ADD_WINDOW_TEST ("/comparison/end", test_end);
  ADD_WINDOW_TEST ("/comparison/end-space", test_end_space);
  ADD_WINDOW_TEST ("/comparison/close", test_close);
  ADD_WINDOW_TEST ("/comparison/linked", test_linked);
  ADD_WINDOW_TEST ("/comparison/like", test_like);
  ADD_WINDOW_TEST ("/comparison/example", test_example);
  ADD_WINDOW_TEST ("/comparison/brush", test_brush);
  ADD_WINDOW_TEST ("/comparison/memory", test_memory);
  ADD_WINDOW_TEST ("/comparison/missing", test_missing);
  ADD_WINDOW_TEST ("/comparison/pipe", test_pipe);
  ADD_WINDOW_TEST ("/comparison/names", test_names);
  ADD_WINDOW_TEST ("/comparison/baseline", test_baseline);
  ADD_WINDOW_TEST ("/comparison/baseline-swap", test_baseline_swap);
  ADD_WINDOW_TEST ("/comparison/clocks", test_clocks);
  ADD_WINDOW_TEST ("/comparison/small", test_small);
  ADD_WINDOW_TEST ("/comparison/dialog", test_dialog);
  ADD_WINDOW_TEST ("/comparison/drop", test_drop);
  ADD_WINDOW_TEST ("/comparison/spans", test_spans);
  ADD_WINDOW_TEST ("/comparison/experiment", test_experiment);
  ADD_WINDOW_TEST ("/comparison/manifest", test_manifest);

  return g_test_run ();
}
