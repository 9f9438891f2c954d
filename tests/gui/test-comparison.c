/* test-comparison.c - comparing the recordings of two sides in one window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "gui-comparison.h"
#include "gui-gestures.h"

#include "th-alignment-bar.h"
#include "th-analyses.h"
#include "th-compare-baseline.h"
#include "th-compare-take.h"
#include "th-comparison-panel.h"
#include "th-comparison-results.h"
#include "th-comparison-table.h"
#include "th-conditions-bar.h"
#include "th-difference-tab.h"
#include "th-experiment-plan.h"
#include "th-find-bar.h"
#include "th-flow-follower.h"
#include "th-loaders.h"
#include "th-runner.h"
#include "th-session-store.h"
#include "th-widgets.h"

#define SPACE TH_DIGIT_SEPARATOR
#define THREE_TIMES(name) name " " name " " name

static char *
find_data (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "data", name, NULL);
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

static ThComparisonSides *
get_sides (Fixture *fixture)
{
  return th_comparison_view_get_sides (gui_get_comparison (fixture));
}

static guint
get_n_runs (Fixture *fixture,
            guint    side)
{
  return th_comparison_sides_get_n (get_sides (fixture), side);
}

static GtkWidget *
find_label (GtkWidget  *widget,
            const char *text)
{
  GtkWidget *found = GTK_IS_LABEL (widget) &&
                     g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_label (child, text);

  return found;
}

static ThSideView *
get_side (Fixture *fixture,
          guint    side)
{
  return th_comparison_view_get_side (gui_get_comparison (fixture), side);
}

static GtkWidget *
find_part (Fixture *fixture,
           GType    type)
{
  return find_widget (GTK_WIDGET (gui_get_comparison (fixture)), type);
}

/* --- begin and end ---------------------------------------------------------- */

static void
test_runs (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(ThComparisonJob) job = NULL;
  ThComparison *comparison;
  gboolean is_named = FALSE;
  g_autofree char *texts = NULL;

  if (!gui_compare_traces (fixture, "late50", 3))
    return;
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "before ↔ late50");

  job = gui_dup_job (fixture);
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
  texts = dup_label_texts (GTK_WIDGET (gui_get_comparison (fixture)));
  g_assert_nonnull (strstr (texts, "compared in "));
}

/* Until there is a row, the panel says what it is waiting for; so does the bar above, which is
 * no error. */
static void
test_running (Fixture       *fixture,
              gconstpointer  data)
{
  GtkWidget *error;

  open_sample (fixture);
  gui_compare_start (fixture, THREE_TIMES ("e1000-gt-udp.dat"), "e1000-lost.dat");
  error = find_label (find_part (fixture, TH_TYPE_ALIGNMENT_BAR), "Waiting for both recordings");
  g_assert_nonnull (error);
  g_assert_true (gtk_widget_has_css_class (error, "dim-label"));
  g_assert_false (gtk_widget_has_css_class (error, "error"));
  g_assert_true (gui_comparison_shows (fixture, "The recordings are being compared."));
  g_assert_false (gui_comparison_shows (fixture, "Select a row"));
  g_assert_true (th_window_awaits_comparison (fixture->window));
  wait_until (fixture, has_compared);
  g_assert_false (th_window_awaits_comparison (fixture->window));
  g_assert_false (gui_comparison_shows (fixture, "The recordings are being compared."));
}

/* Recordings without measures show how often things happened. */
static void
test_counts (Fixture       *fixture,
             gconstpointer  data)
{
  const char *traces = g_getenv ("THRESHER_TRACES");
  g_autofree char *a = g_build_filename (traces != NULL ? traces : "", "e1000-fgraph.dat", NULL);
  g_autofree char *b = g_build_filename (traces != NULL ? traces : "", "k612-fgraph.dat", NULL);
  GtkWidget *table;
  guint section;

  if (!g_file_test (a, G_FILE_TEST_EXISTS) || !g_file_test (b, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("the recordings of THRESHER_TRACES are not here");
      return;
    }
  gui_compare_start (fixture, a, b);
  wait_until (fixture, has_compared);
  table = find_part (fixture, TH_TYPE_COMPARISON_TABLE);
  g_object_get (table, "section", &section, NULL);
  g_assert_cmpuint (section, ==, TH_COMPARISON_SECTION_COUNTS);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gui_get_selection (table))), >, 0);
}

/* Drops, lost events and conditions are sections that a tab leads to.  The numbers are those of
 * trace-cmd report: the events, and the lines with [… EVENTS DROPPED]. */
static void
test_sections (Fixture       *fixture,
               gconstpointer  data)
{
  static const char *const lost[] = {
    "e1000-gt-udp.dat", "e1000-lost.dat", "Lost events", "62" SPACE "800", "13" SPACE "290",
    "53"
  };
  static const char *const conditions[] = {
    "Other programs", "6.1.0", "Event rate"
  };

  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat");
  g_assert_false (gui_comparison_shows (fixture, "Share lost"));
  for (guint i = 0; i < 4; i++)
    activate (fixture, "win.next-tab");
  wait_ms (50);
  for (guint i = 0; i < G_N_ELEMENTS (lost); i++)
    g_assert_true (gui_comparison_shows (fixture, lost[i]));
  activate (fixture, "win.next-tab");
  wait_ms (50);
  g_assert_false (gui_comparison_shows (fixture, "Share lost"));
  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
    g_assert_true (gui_comparison_shows (fixture, conditions[i]));
}

/* Each run of a side can be shown, and the keys cycle through them. */
static void
test_cycle (Fixture       *fixture,
            gconstpointer  data)
{

  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-gt-udp.dat e1000-lost.dat");
  g_assert_cmpstr (th_document_get_title (gui_get_compared (fixture, 1)), ==, "e1000-gt-udp.dat");
  activate (fixture, "win.other-side");
  activate (fixture, "win.next-run");
  wait_until (fixture, are_both_loaded);
  g_assert_cmpstr (th_document_get_title (gui_get_compared (fixture, 1)), ==, "e1000-lost.dat");
  g_assert_cmpstr (th_document_get_title (gui_get_compared (fixture, 0)), ==, "e1000-gt-udp.dat");
  activate (fixture, "win.next-run");
  wait_until (fixture, are_both_loaded);
  g_assert_cmpstr (th_document_get_title (gui_get_compared (fixture, 1)), ==, "e1000-gt-udp.dat");
  activate (fixture, "win.previous-run");
  wait_until (fixture, are_both_loaded);
  g_assert_cmpstr (th_document_get_title (gui_get_compared (fixture, 1)), ==, "e1000-lost.dat");
}

static void
test_swap (Fixture       *fixture,
           gconstpointer  data)
{

  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat");
  activate (fixture, "win.swap-sides");
  wait_until (fixture, are_both_loaded);
  g_assert_cmpstr (th_document_get_title (gui_get_compared (fixture, 0)), ==, "e1000-lost.dat");
  g_assert_cmpstr (th_document_get_title (gui_get_compared (fixture, 1)), ==, "e1000-gt-udp.dat");
  wait_until (fixture, has_compared);
}

/* Only the view of A stays, with all its parts. */
static void
test_end (Fixture       *fixture,
          gconstpointer  data)
{
  static const char *const names[] = {
    "close-comparison", "other-side", "next-run", "previous-run", "counterpart", "link-sides",
    "swap-sides", "side-by-side", "copy-recipe",
  };
  GActionGroup *actions = G_ACTION_GROUP (fixture->window);
  ThDocumentView *view;

  open_sample (fixture);
  wait_until (fixture, is_analysed);
  g_assert_false (g_action_group_get_action_enabled (actions, "swap-sides"));
  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_true (g_action_group_get_action_enabled (actions, names[i]));
  view = th_side_view_get_view (get_side (fixture, 0));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (th_document_view_get_table_pane (view))));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (th_document_view_get_inspector (view))));

  activate (fixture, "win.close-comparison");
  g_assert_null (get_side (fixture, 1));
  g_assert_null (get_sides (fixture));
  g_assert_false (g_action_group_get_action_enabled (actions, "swap-sides"));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (th_document_view_get_table_pane (view))));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (th_document_view_get_inspector (view))));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "e1000-gt-udp.dat");
}

/* There are no tables and no status bar to act on, except the tabs of the comparison. */
static void
test_tables (Fixture       *fixture,
             gconstpointer  data)
{
  static const char *const names[] = {
    "only-span", "sort-events", "save-rows", "seek-in", "columns", "add-column", "set-columns",
    "reset-columns", "keep-columns", "status"
  };
  GActionGroup *actions = G_ACTION_GROUP (fixture->window);
  GtkWidget *functions;

  open_sample (fixture);
  wait_until (fixture, is_analysed);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_true (g_action_group_get_action_enabled (actions, names[i]));

  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat");
  for (guint side = 0; side < 2; side++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        g_assert_false (g_action_group_get_action_enabled (actions, names[i]));
      functions = find_part (fixture, TH_TYPE_DIFFERENCE_TAB);
      g_assert_false (gtk_widget_get_mapped (functions));
      for (guint i = 0; i < (side == 0 ? 6 : 3); i++)
        activate (fixture, side == 0 ? "win.next-tab" : "win.previous-tab");
      wait_ms (50);
      g_assert_true (gtk_widget_get_mapped (functions));
      /* The first tab follows the last one. */
      for (guint i = 0; i < 3; i++)
        activate (fixture, "win.next-tab");
      activate (fixture, "win.other-side");
      wait_ms (50);
    }

  activate (fixture, "win.close-comparison");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_true (g_action_group_get_action_enabled (actions, names[i]));
}

/* What was opened in the little space of a side has a usual share of the window afterwards,
 * and the keyboard acts on the timeline. */
static void
test_end_space (Fixture       *fixture,
                gconstpointer  data)
{
  GtkWidget *timeline;

  gui_compare (fixture, "e1000-lost.dat e1000-gt-udp.dat", "e1000-lost.dat");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  th_side_view_set_run (get_side (fixture, 0), 1);
  wait_until (fixture, are_both_loaded);
  gtk_widget_grab_focus (find_part (fixture, TH_TYPE_COMPARISON_TABLE));
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
  gui_compare_start (fixture, THREE_TIMES ("e1000-gt-udp.dat"), THREE_TIMES ("e1000-gt-udp.dat"));
  gtk_window_close (GTK_WINDOW (fixture->window));
  wait_ms (300);
}

/* --- memory -------------------------------------------------------------------- */

/* Alignment, link and layout are there again the next time. */
static void
test_memory (Fixture       *fixture,
             gconstpointer  data)
{
  ThTimeAlignment *alignment;

  th_session_store_set_enabled (TRUE);
  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat e1000-gt-udp.dat");
  th_time_alignment_set_offset (th_pairing_get_alignment (gui_get_pairing (fixture)), 12345);
  activate (fixture, "win.link-sides");
  activate (fixture, "win.other-side");
  activate (fixture, "win.next-run");
  wait_until (fixture, are_both_loaded);
  activate (fixture, "win.close-comparison");

  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat e1000-gt-udp.dat");
  alignment = th_pairing_get_alignment (gui_get_pairing (fixture));
  g_assert_cmpuint (th_time_alignment_get_mode (alignment), ==, TH_ALIGN_BY_HAND);
  g_assert_cmpint (th_time_alignment_get_offset (alignment), ==, 12345);
  g_assert_false (th_view_link_get_linked (th_pairing_get_link (gui_get_pairing (fixture))));
  g_assert_cmpuint (th_side_view_get_run (get_side (fixture, 1)), ==, 1);
  th_session_store_set_enabled (FALSE);
}

/* The action has the state of the layout that is restored. */
static void
test_layout (Fixture       *fixture,
             gconstpointer  data)
{
  th_session_store_set_enabled (TRUE);
  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat");
  g_assert_false (gui_action_is_on (fixture->window, "side-by-side"));
  activate (fixture, "win.side-by-side");
  g_assert_true (gui_action_is_on (fixture->window, "side-by-side"));
  g_assert_true (gui_is (gui_get_comparison (fixture), "side-by-side"));

  gui_compare (fixture, "e1000-lost.dat", "e1000-gt-udp.dat");
  activate (fixture, "win.side-by-side");
  g_assert_false (gui_action_is_on (fixture->window, "side-by-side"));
  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat");
  g_assert_true (gui_action_is_on (fixture->window, "side-by-side"));
  g_assert_true (gui_is (gui_get_comparison (fixture), "side-by-side"));
  th_session_store_set_enabled (FALSE);
}

/* --- messages ------------------------------------------------------------------ */

static gboolean
is_quiet (Fixture *fixture)
{
  return gui_comparison_shows (fixture, "compared in ");
}

/* A comparison shows the messages of its views, for as long as a status bar does. */
static void
test_messages (Fixture       *fixture,
               gconstpointer  data)
{
  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat");
  g_assert_true (is_quiet (fixture));
  activate (fixture, "win.copy-recipe");
  g_assert_true (gui_comparison_shows (fixture, "Copied the command that repeats this comparison"));
  activate (fixture, "win.store-view-1");
  g_assert_true (gui_comparison_shows (fixture, "A: View 1 saved"));
  activate (fixture, "win.other-side");
  activate (fixture, "win.store-view-2");
  g_assert_true (gui_comparison_shows (fixture, "B: View 2 saved"));
  g_assert_false (is_quiet (fixture));
  wait_until (fixture, is_quiet);
  g_assert_false (gui_comparison_shows (fixture, "saved"));
}

static gboolean
says_nothing_to_follow (Fixture *fixture)
{
  return gui_comparison_shows (fixture, "no analysis has anything to follow at this event");
}

/* Why nothing is followed is said on the side that was asked.  The event is that of
 * test_early() in test-follow.c. */
static void
test_nothing_to_follow (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr(GFile) file = sample_file ();
  ThDocument *document;
  ThCpu *cpu;

  gui_compare (fixture, g_file_peek_path (file), "e1000-lost.dat");
  document = gui_get_compared (fixture, 0);
  cpu = th_stream_get_cpu (th_recording_get_stream (th_document_get_recording (document), 0), 0);
  th_flow_follower_follow_event (th_document_get_follower (document),
                                 (ThRef) { 0, 0, th_cpu_lower_bound (cpu, th_cpu_get_n_rows (cpu),
                                                                     177708853551) });
  wait_until (fixture, says_nothing_to_follow);
}

/* --- names ------------------------------------------------------------------- */

/* Names come from whoever made the files, and must not reorder or break the texts. */
static void
test_names (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *texts = NULL;

  gui_compare_start (fixture, "e1000-gt-udp.dat", "/nowhere/a\u202etad\n\x1b[31m.dat");
  wait_until (fixture, has_compared);
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
  g_autofree char *texts = NULL, *summary = NULL;
  g_autofree char *path = g_build_filename (fixture->directory, "before.baseline", NULL);
  g_autofree char *other = find_data ("e1000-lost.dat");
  g_autoptr(GFile) file = g_file_new_for_path (other);

  save_baseline (path);
  gui_compare_start (fixture, path, "e1000-gt-udp.dat");
  wait_until (fixture, has_compared);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (gui_get_comparison (fixture))));
  texts = dup_label_texts (GTK_WIDGET (gui_get_comparison (fixture)));
  g_assert_nonnull (strstr (texts, "This is a baseline"));
  /* Its functions are not known, and the tab of functions says so instead of showing B alone. */
  g_assert_nonnull (strstr (texts, "Side A has runs of a baseline, which keeps no call chains."));
  g_assert_nonnull (strstr (texts, "Side A shows no recording"));
  g_object_get (gui_get_comparison (fixture), "summary", &summary, NULL);
  g_assert_cmpstr (summary, ==, "2 : 1 runs");
  /* B is filtered in its own bar, as A has none. */
  g_assert_true (gtk_widget_get_mapped (find_widget (GTK_WIDGET (
    get_side (fixture, 1)), TH_TYPE_FIND_BAR)));

  /* Another file does not replace the comparison. */
  g_application_open (G_APPLICATION (fixture->application), &file, 1, "");
  g_assert_cmpuint (gui_count_windows (fixture), ==, 2);
  g_assert_nonnull (get_sides (fixture));
}

/* Returns the document whose times are aligned with those of the other side, or NULL. */
static ThDocument *
get_aligned (Fixture *fixture,
             ThSide   side)
{
  ThTimeAlignment *alignment = th_pairing_get_alignment (gui_get_pairing (fixture));

  return th_document_pair_get (th_time_alignment_get_pair (alignment), side);
}

/* Swapping the sides puts the baseline in the place of an open recording. */
static void
test_baseline_swap (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "before.baseline", NULL);
  ThSideView *first = get_side (fixture, 0);

  save_baseline (path);
  gui_compare_start (fixture, "e1000-gt-udp.dat", path);
  wait_until (fixture, has_compared);
  g_assert_nonnull (th_side_view_get_document (first));
  activate (fixture, "win.swap-sides");
  wait_until (fixture, has_compared);
  g_assert_null (th_side_view_get_document (first));
  g_assert_null (get_aligned (fixture, TH_SIDE_A));
  activate (fixture, "win.swap-sides");
  wait_until (fixture, has_compared);
  g_assert_nonnull (get_aligned (fixture, TH_SIDE_A));
}

/* Clocks that count different things are not compared. */
static void
test_clocks (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *texts = NULL;

  gui_compare_start (fixture, "e1000-gt-udp.dat", "e1000-clock-counter.dat");
  wait_until (fixture, has_compared);
  texts = dup_label_texts (GTK_WIDGET (gui_get_comparison (fixture)));
  g_assert_nonnull (strstr (texts, "The recordings cannot be compared"));
}

/* Recordings of different loads are warned about in the line of conditions, first and in color. */
static void
test_loads (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GFile) file = sample_file ();
  GtkWidget *bar, *load, *rate;

  gui_compare (fixture, g_file_peek_path (file), "e1000-gt-udp.dat");
  bar = find_part (fixture, TH_TYPE_CONDITIONS_BAR);
  load = gtk_widget_get_parent (find_label (bar, "Load"));
  g_assert_true (gtk_widget_get_mapped (load));
  g_assert_true (gtk_widget_has_css_class (load, "caution"));
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (load), "The loads differ: "));
  /* The rate is a thirtieth, which is no warning, but not fine either. */
  rate = gtk_widget_get_parent (find_label (bar, "Event rate"));
  g_assert_false (gtk_widget_has_css_class (rate, "caution"));
  g_assert_false (gtk_widget_has_css_class (gtk_widget_get_first_child (rate), "fine"));
}

/* --- small screens ----------------------------------------------------------- */

/* A laptop's screen has 768 lines, of which the desktop takes some.  What remains of 700 is for
 * four rows of the table. */
static gboolean
is_small (Fixture *fixture)
{
  int height, width;

  gtk_widget_measure (GTK_WIDGET (fixture->window), GTK_ORIENTATION_VERTICAL, -1, &height, NULL,
                      NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (fixture->window), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL,
                      NULL, NULL);
  return height <= 580 && width <= 1000;
}

/* The height may settle some frames later. */
static void
test_small (Fixture       *fixture,
            gconstpointer  data)
{
  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat");
  wait_until (fixture, is_small);
}

static GtkWidget *
get_tab_part (Fixture    *fixture,
              const char *name)
{
  GtkWidget *results = find_widget (GTK_WIDGET (fixture->window), TH_TYPE_COMPARISON_RESULTS);

  return GTK_WIDGET (gtk_widget_get_template_child (find_widget (results, TH_TYPE_TAB_BOX),
                                                    TH_TYPE_TAB_BOX, name));
}

/* Whether @tab has room. */
static gboolean
is_tab_whole (Fixture   *fixture,
              GtkWidget *tab)
{
  GtkWidget *scroller = get_tab_part (fixture, "scroller");
  graphene_rect_t bounds;

  return gtk_widget_compute_bounds (tab, scroller, &bounds) && bounds.origin.x >= -1 &&
         bounds.origin.x + bounds.size.width <= gtk_widget_get_width (scroller) + 1;
}

/* Whether some tabs have no room, and only whole ones are shown.  A tab is hidden one frame after
 * it was cut. */
static gboolean
are_tabs_cut (Fixture *fixture)
{
  GtkWidget *tabs = get_tab_part (fixture, "tabs");

  for (GtkWidget *tab = gtk_widget_get_first_child (tabs); tab != NULL;
       tab = gtk_widget_get_next_sibling (tab))
    if (gtk_widget_get_opacity (tab) != (is_tab_whole (fixture, tab) ? 1 : 0))
      return FALSE;

  return gtk_widget_get_child_visible (get_tab_part (fixture, "more"));
}

static gboolean
is_last_tab_whole (Fixture *fixture)
{
  return gtk_widget_get_opacity (gtk_widget_get_last_child (get_tab_part (fixture, "tabs"))) == 1;
}

static gboolean
do_tabs_fit (Fixture *fixture)
{
  return !gtk_widget_get_child_visible (get_tab_part (fixture, "more"));
}

/* Tabs for which a narrow window has no room are in a menu. */
static void
test_narrow_tabs (Fixture       *fixture,
                  gconstpointer  data)
{
  GtkWidget *more, *last;
  GMenuModel *menu;

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 700);
  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat");
  wait_until (fixture, are_tabs_cut);
  more = get_tab_part (fixture, "more");
  last = gtk_widget_get_last_child (get_tab_part (fixture, "tabs"));
  g_assert_false (is_tab_whole (fixture, last));

  gtk_menu_button_popup (GTK_MENU_BUTTON (more));
  menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (more));
  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, 9);
  gtk_widget_activate_action (more, "tabs.show", "i", 8);
  gtk_menu_button_popdown (GTK_MENU_BUTTON (more));
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (last)));
  wait_until (fixture, is_last_tab_whole);
  wait_until (fixture, are_tabs_cut);
  g_assert_true (is_tab_whole (fixture, last));

  /* The chosen tab stays visible when the window gets narrower. */
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1690, 900);
  wait_until (fixture, do_tabs_fit);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 700);
  wait_until (fixture, are_tabs_cut);
  g_assert_true (is_tab_whole (fixture, last));

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1690, 900);
}

/* --- choosing ---------------------------------------------------------------- */

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
  g_assert_true (gui_drop (fixture->window, &value, 1e4, GDK_ACTION_COPY));
  wait_until (fixture, are_both_loaded);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==,
                   "e1000-tcp.dat ↔ e1000-gt-udp.dat");
  g_value_take_boxed (&value, g_slist_prepend (NULL, g_file_new_for_path (lost)));
  g_assert_true (gui_drop (fixture->window, &value, 1e4, GDK_ACTION_COPY));
  g_assert_cmpuint (get_n_runs (fixture, 1), ==, 2);
  g_assert_cmpuint (gui_count_windows (fixture), ==, 1);
  wait_until (fixture, has_compared);
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
  g_assert_null (get_sides (fixture));

  th_markers_set_marker (th_document_get_markers (document), TH_MARKER_A, SAMPLE_FIRST);
  th_markers_set_marker (th_document_get_markers (document), TH_MARKER_B, middle);
  th_document_select_span (document, middle, SAMPLE_LAST);
  activate (fixture, "win.compare-spans");
  wait_until (fixture, has_compared);
  command = th_comparison_sides_format_command (get_sides (fixture));
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
  wait_until (fixture, are_both_loaded);
  wait_until (fixture, has_compared);
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
  ADD_WINDOW_TEST ("/comparison/running", test_running);
  ADD_WINDOW_TEST ("/comparison/counts", test_counts);
  ADD_WINDOW_TEST ("/comparison/sections", test_sections);
  ADD_WINDOW_TEST ("/comparison/cycle", test_cycle);
  ADD_WINDOW_TEST ("/comparison/swap", test_swap);
  ADD_WINDOW_TEST ("/comparison/end", test_end);
  ADD_WINDOW_TEST ("/comparison/tables", test_tables);
  ADD_WINDOW_TEST ("/comparison/end-space", test_end_space);
  ADD_WINDOW_TEST ("/comparison/close", test_close);
  ADD_WINDOW_TEST ("/comparison/memory", test_memory);
  ADD_WINDOW_TEST ("/comparison/layout", test_layout);
  ADD_WINDOW_TEST ("/comparison/messages", test_messages);
  ADD_WINDOW_TEST ("/comparison/nothing-to-follow", test_nothing_to_follow);
  ADD_WINDOW_TEST ("/comparison/names", test_names);
  ADD_WINDOW_TEST ("/comparison/baseline", test_baseline);
  ADD_WINDOW_TEST ("/comparison/baseline-swap", test_baseline_swap);
  ADD_WINDOW_TEST ("/comparison/clocks", test_clocks);
  ADD_WINDOW_TEST ("/comparison/loads", test_loads);
  ADD_WINDOW_TEST ("/comparison/small", test_small);
  ADD_WINDOW_TEST ("/comparison/narrow-tabs", test_narrow_tabs);
  ADD_WINDOW_TEST ("/comparison/drop", test_drop);
  ADD_WINDOW_TEST ("/comparison/spans", test_spans);
  ADD_WINDOW_TEST ("/comparison/experiment", test_experiment);
  ADD_WINDOW_TEST ("/comparison/manifest", test_manifest);

  return g_test_run ();
}
