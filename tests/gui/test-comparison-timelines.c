/* test-comparison-timelines.c - the two timelines of a comparison: linked, and led to examples
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "gui-comparison.h"

#include "th-alignment-bar.h"
#include "th-comparison-panel.h"
#include "th-comparison-table.h"
#include "th-compare-examples.h"
#include "th-event-filter.h"
#include "th-event-search.h"
#include "th-flow-follower.h"
#include "th-ready-results.h"
#include "th-shift-view.h"

#define PREVIOUS_SAMPLE \
  "Previous sample of the selected row or of the marked range, the largest first"
#define NEXT_SAMPLE \
  "Next sample of the selected row or of the marked range, the largest first"

static GtkWidget *
find_part (Fixture *fixture,
           GType    type)
{
  return find_widget (GTK_WIDGET (gui_get_comparison (fixture)), type);
}

static gboolean
is_zoomed (Fixture *fixture)
{
  const ThView *a = th_document_get_view (gui_get_compared (fixture, 0));
  const ThView *b = th_document_get_view (gui_get_compared (fixture, 1));
  ThTimeAlignment *alignment = th_pairing_get_alignment (gui_get_pairing (fixture));
  gint64 offset = th_time_alignment_get_offset (alignment);

  return a->to - a->from < 1000000 && b->from == a->from + offset && b->to == a->to + offset;
}

/* Zooming in A zooms in B, at the offset of the first events. */
static void
test_linked (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *before = NULL, *after = NULL;
  gint64 first[2], last;

  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat");
  for (guint side = 0; side < 2; side++)
    th_document_get_range (gui_get_compared (fixture, side), &first[side], &last);
  g_assert_cmpint (th_time_alignment_get_offset (
    th_pairing_get_alignment (gui_get_pairing (fixture))), ==, first[1] - first[0]);
  th_document_set_view (gui_get_compared (fixture, 0), first[0], first[0] + 500000);
  wait_until (fixture, is_zoomed);

  before = view_text (gui_get_compared (fixture, 1));
  activate (fixture, "win.link-sides");
  th_document_set_view (gui_get_compared (fixture, 0), first[0], first[0] + 9000000);
  wait_ms (200);
  after = view_text (gui_get_compared (fixture, 1));
  g_assert_cmpstr (before, ==, after);
}

static gboolean
follows_a (Fixture *fixture)
{
  return th_flow_follower_get_followed (th_document_get_follower (gui_get_compared (fixture, 0)),
                                        NULL) != NULL;
}

static gboolean
follows_b (Fixture *fixture)
{
  return th_flow_follower_get_followed (th_document_get_follower (gui_get_compared (fixture, 1)),
                                        NULL) != NULL;
}

static gboolean
can_follow (Fixture *fixture)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "slowest");
}

/* A packet followed in A has its like in B, and both begin at the same place. */
static void
test_counterpart (Fixture       *fixture,
                  gconstpointer  data)
{
  ThTimeAlignment *alignment;

  if (!gui_compare_traces (fixture, "spin20", 1))
    return;
  wait_until (fixture, can_follow);
  activate (fixture, "win.slowest");
  wait_until (fixture, follows_a);
  activate (fixture, "win.counterpart");
  wait_until (fixture, follows_b);
  alignment = th_pairing_get_alignment (gui_get_pairing (fixture));
  g_assert_cmpuint (th_time_alignment_get_mode (alignment), ==, TH_ALIGN_BY_FLOW);
  g_assert_null (th_time_alignment_get_error (alignment));
}

/* The panel of a row leads to its worst example, on either side. */
static void
test_example (Fixture       *fixture,
              gconstpointer  data)
{
  ThTimeAlignment *alignment;
  GtkWidget *panel, *table;

  if (!gui_compare_traces (fixture, "late50", 3))
    return;
  table = find_part (fixture, TH_TYPE_COMPARISON_TABLE);
  panel = find_part (fixture, TH_TYPE_COMPARISON_PANEL);
  g_assert_cmpint (th_comparison_table_get_selected (TH_COMPARISON_TABLE_WIDGET (table)), ==, 0);
  g_signal_emit_by_name (panel, "example", 1u, -1);
  wait_until (fixture, follows_b);
  g_assert_false (follows_a (fixture));
  /* With one flow there is nothing to align by. */
  alignment = th_pairing_get_alignment (gui_get_pairing (fixture));
  g_assert_cmpuint (th_time_alignment_get_mode (alignment), ==, TH_ALIGN_BY_FIRST_EVENT);
  g_assert_null (th_time_alignment_get_error (alignment));
  g_signal_emit_by_name (panel, "example", 0u, -1);
  wait_until (fixture, follows_a);
  g_assert_cmpuint (th_time_alignment_get_mode (alignment), ==, TH_ALIGN_BY_FLOW);
  g_assert_null (th_time_alignment_get_error (alignment));
}

static gboolean
has_selected_a (Fixture *fixture)
{
  return !th_ref_is_none (th_document_get_selected (gui_get_compared (fixture, 0)));
}

static gboolean
has_selected_b (Fixture *fixture)
{
  return !th_ref_is_none (th_document_get_selected (gui_get_compared (fixture, 1)));
}

/* The wakeups of tasks are no flows, so their examples do not change the alignment. */
static void
test_example_without_flow (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autoptr(ThComparisonJob) job = NULL;
  ThTimeAlignment *alignment;
  ThComparisonTable *table;
  GtkWidget *panel;
  gint i = 0;

  if (!gui_compare_traces (fixture, "late50", 1))
    return;
  panel = find_part (fixture, TH_TYPE_COMPARISON_PANEL);
  table = TH_COMPARISON_TABLE_WIDGET (find_part (fixture, TH_TYPE_COMPARISON_TABLE));
  job = gui_dup_job (fixture);
  while (!g_str_equal (th_comparison_get_row (th_comparison_job_get_comparison (job), i)->measure,
                       "wakeup"))
    i++;
  th_comparison_table_set_selected (table, i);
  for (guint side = 0; side < 2; side++)
    {
      g_signal_emit_by_name (panel, "example", side, -1);
      if (side == 0)
        wait_until (fixture, has_selected_a);
      else
        wait_until (fixture, has_selected_b);
    }
  g_assert_false (follows_a (fixture));
  alignment = th_pairing_get_alignment (gui_get_pairing (fixture));
  g_assert_cmpuint (th_time_alignment_get_mode (alignment), ==, TH_ALIGN_BY_FIRST_EVENT);
  g_assert_null (th_time_alignment_get_error (alignment));
}

static gboolean
has_hits (Fixture *fixture)
{
  for (guint side = 0; side < 2; side++)
    {
      ThDocument *document = gui_get_compared (fixture, side);
      ThRows *hits = th_event_search_get_hits (th_document_get_search (document));

      if (hits == NULL || th_rows_get_n (hits) == 0)
        return FALSE;
    }
  return TRUE;
}

/* A range of values marks its samples in both timelines, until Find is cleared. */
static void
test_brush (Fixture       *fixture,
            gconstpointer  data)
{
  GtkWidget *panel;

  if (!gui_compare_traces (fixture, "late50", 3))
    return;
  panel = find_part (fixture, TH_TYPE_COMPARISON_PANEL);
  g_signal_emit_by_name (panel, "select-range", G_GINT64_CONSTANT (0),
                         G_GINT64_CONSTANT (1000000000));
  wait_until (fixture, has_hits);
  activate (fixture, "win.clear-find");
  g_assert_null (th_event_search_get_hits (th_document_get_search (gui_get_compared (fixture, 0))));
  g_assert_null (th_event_search_get_hits (th_document_get_search (gui_get_compared (fixture, 1))));
}

static gboolean
has_plots (Fixture *fixture)
{
  return gtk_widget_get_mapped (find_part (fixture, TH_TYPE_SHIFT_VIEW));
}

/* A brush over quantiles of the shift plot marks the same share of the samples on each side, here
 * from p50 on, by keyboard. */
static void
test_brush_quantiles (Fixture       *fixture,
                      gconstpointer  data)
{
  ThEventSearch *search;
  GtkWidget *shift;
  ThComparisonTable *table;
  g_autoptr(ThComparisonJob) job = NULL;
  const ThComparisonRow *row;
  guint n_runs;

  if (!gui_compare_traces (fixture, "late50", 3))
    return;
  wait_until (fixture, has_plots);
  shift = find_part (fixture, TH_TYPE_SHIFT_VIEW);
  table = TH_COMPARISON_TABLE_WIDGET (find_part (fixture, TH_TYPE_COMPARISON_TABLE));
  job = gui_dup_job (fixture);
  row = th_comparison_get_row (th_comparison_job_get_comparison (job),
                               th_comparison_table_get_selected (table));
  g_assert_cmpuint (row->level, ==, 0);
  gtk_widget_activate_action (shift, "shift.select", NULL);
  search = th_document_get_search (gui_get_compared (fixture, 0));
  g_assert_null (th_event_search_get_label (search));
  for (guint i = 0; i < TH_SHIFT_N_POINTS; i++)
    gtk_widget_activate_action (shift, "shift.extend", "i", 1);
  gtk_widget_activate_action (shift, "shift.select", NULL);
  wait_until (fixture, has_hits);

  n_runs = th_comparison_get_n_runs (th_comparison_job_get_comparison (job), 0);
  for (guint side = 0; side < 2; side++)
    {
      guint n = row->classes[side * n_runs]->n;

      search = th_document_get_search (gui_get_compared (fixture, side));
      g_assert_true (g_str_has_suffix (th_event_search_get_label (search), ", p50 – p99.9"));
      g_assert_cmpfloat (fabs (th_rows_get_n (th_event_search_get_hits (search)) - .499 * n), <=,
                         2);
    }
}

static guint32
get_followed_row (Fixture *fixture)
{
  guint32 row = G_MAXUINT32;

  th_flow_follower_get_followed (th_document_get_follower (gui_get_compared (fixture, 0)), &row);
  return row;
}

static gboolean
says_second (Fixture *fixture)
{
  return gui_comparison_shows (fixture, "A: sample 2 of ");
}

static gboolean
says_first (Fixture *fixture)
{
  return gui_comparison_shows (fixture, "A: sample 1 of ");
}

static gboolean
says_last (Fixture *fixture)
{
  return gui_comparison_shows (fixture, "A: sample 391 of 391");
}

/* The arrows of a side step through the samples of the row; those of the panel through rows. */
static void
test_step (Fixture       *fixture,
           gconstpointer  data)
{
  GtkWidget *side, *panel, *table;
  guint32 worst, second;

  if (!gui_compare_traces (fixture, "late50", 1))
    return;
  side = GTK_WIDGET (th_comparison_view_get_side (gui_get_comparison (fixture), 0));
  panel = find_part (fixture, TH_TYPE_COMPARISON_PANEL);
  table = find_part (fixture, TH_TYPE_COMPARISON_TABLE);
  g_signal_emit_by_name (find_tooltip (side, NEXT_SAMPLE), "clicked");
  wait_until (fixture, says_first);
  worst = get_followed_row (fixture);
  g_signal_emit_by_name (find_tooltip (side, NEXT_SAMPLE), "clicked");
  wait_until (fixture, says_second);
  second = get_followed_row (fixture);
  g_assert_cmpuint (second, !=, worst);
  g_signal_emit_by_name (find_tooltip (side, PREVIOUS_SAMPLE), "clicked");
  wait_until (fixture, says_first);
  g_assert_cmpuint (get_followed_row (fixture), ==, worst);
  g_signal_emit_by_name (find_tooltip (side, PREVIOUS_SAMPLE), "clicked");
  wait_until (fixture, says_last);

  g_signal_emit_by_name (find_tooltip (panel, "Previous row"), "clicked");
  g_assert_cmpint (th_comparison_table_get_selected (TH_COMPARISON_TABLE_WIDGET (table)), ==, 0);
  g_signal_emit_by_name (find_tooltip (panel, "Next row"), "clicked");
  g_assert_cmpint (th_comparison_table_get_selected (TH_COMPARISON_TABLE_WIDGET (table)), ==, 1);
  g_signal_emit_by_name (find_tooltip (panel, "Previous row"), "clicked");
  g_assert_cmpint (th_comparison_table_get_selected (TH_COMPARISON_TABLE_WIDGET (table)), ==, 0);
}

static gboolean
has_wakeup (const ThComparisonRow *row)
{
  return g_str_equal (row->measure, "wakeup") && row->level == 0 && row->a.n > 0 && row->b.n > 0;
}

static void
init_query (ThCompareExampleQuery *query,
            const ThComparisonRow *row)
{
  th_compare_example_query_init (query, row->analysis, row->measure, row->name);
}

/* The rank of the selected event of a side among the samples of @row. */
static double
get_rank (Fixture               *fixture,
          guint                  side,
          const ThComparisonRow *row)
{
  ThDocument *document = gui_get_compared (fixture, side);
  g_autoptr(ThReadyResults) ready = th_ready_results_new (document);
  g_autoptr(ThCompareExamples) examples = NULL;
  ThCompareExampleQuery query;
  guint n;

  init_query (&query, row);
  examples = th_compare_examples_new (ready->recording, ready->all, &query);
  n = th_compare_examples_get_n (examples);
  for (guint i = 0; i < n; i++)
    if (th_ref_equal (th_compare_examples_get (examples, i)->anchor,
                      th_document_get_selected (document)))
      return (i + .5) / n;
  g_assert_not_reached ();
}

/* A wakeup is no flow, but it has a counterpart: that of the same class and quantile. */
static void
test_counterpart_of_wakeup (Fixture       *fixture,
                            gconstpointer  data)
{
  g_autoptr(ThComparisonJob) job = NULL;
  const ThComparisonRow *row;
  ThComparisonTable *table;
  GtkWidget *side;
  gint i = 0;

  if (!gui_compare_traces (fixture, "late50", 1))
    return;
  table = TH_COMPARISON_TABLE_WIDGET (find_part (fixture, TH_TYPE_COMPARISON_TABLE));
  side = GTK_WIDGET (th_comparison_view_get_side (gui_get_comparison (fixture), 0));
  job = gui_dup_job (fixture);
  while (!has_wakeup (th_comparison_get_row (th_comparison_job_get_comparison (job), i)))
    i++;
  row = th_comparison_get_row (th_comparison_job_get_comparison (job), i);
  th_comparison_table_set_selected (table, i);
  g_signal_emit_by_name (find_part (fixture, TH_TYPE_COMPARISON_PANEL), "example", 0u, -1);
  wait_until (fixture, has_selected_a);
  for (guint n = 0; n < 3; n++)
    {
      g_autofree char *text = g_strdup_printf ("A: sample %u of ", n + 2);

      g_signal_emit_by_name (find_tooltip (side, NEXT_SAMPLE), "clicked");
      for (guint wait = 0; wait < 100 && !gui_comparison_shows (fixture, text); wait++)
        wait_ms (20);
      g_assert_true (gui_comparison_shows (fixture, text));
    }

  g_assert_false (has_selected_b (fixture));
  gtk_widget_grab_focus (GTK_WIDGET (th_document_view_get_timeline (
    th_side_view_get_view (TH_SIDE_VIEW (side)))));
  activate (fixture, "win.counterpart");
  wait_until (fixture, has_selected_b);
  g_assert_cmpfloat_with_epsilon (get_rank (fixture, 0, row), get_rank (fixture, 1, row), .01);
}

/* An offset by hand can be forgotten with one button, which is there only then. */
static void
test_reset_offset (Fixture       *fixture,
                   gconstpointer  data)
{
  ThTimeAlignment *alignment;
  GtkWidget *button;
  gint64 offset;

  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat");
  alignment = th_pairing_get_alignment (gui_get_pairing (fixture));
  offset = th_time_alignment_get_offset (alignment);
  button = find_tooltip (find_part (fixture, TH_TYPE_ALIGNMENT_BAR),
                         "Forget this offset, and align the first events again");
  g_assert_false (gtk_widget_get_visible (button));
  th_time_alignment_set_offset (alignment, offset + 1000);
  g_assert_true (gtk_widget_get_visible (button));
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpint (th_time_alignment_get_offset (alignment), ==, offset);
  g_assert_cmpuint (th_time_alignment_get_mode (alignment), ==, TH_ALIGN_BY_FIRST_EVENT);
  g_assert_false (gtk_widget_get_visible (button));
}

static ThSideView *
get_side (Fixture *fixture,
          guint    side)
{
  return th_comparison_view_get_side (gui_get_comparison (fixture), side);
}

static ThTablePane *
get_tables (Fixture *fixture,
            guint    side)
{
  return th_document_view_get_table_pane (th_side_view_get_view (
    th_comparison_view_get_side (gui_get_comparison (fixture), side)));
}

static gboolean
shows_rows (Fixture    *fixture,
            const char *tab)
{
  for (guint side = 0; side < 2; side++)
    {
      ThTablePane *tables = get_tables (fixture, side);

      if (!gtk_widget_get_mapped (GTK_WIDGET (tables)) ||
          !g_str_equal (th_table_pane_get_tab (tables), tab))
        return FALSE;
    }
  return TRUE;
}

static gboolean
shows_packets (Fixture *fixture)
{
  return shows_rows (fixture, "packets/packets");
}

static gboolean
shows_events (Fixture *fixture)
{
  return shows_rows (fixture, "events");
}

/* The tabs Packets and Events have the tables of both views, which go back at the end. */
static void
test_rows (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document;
  ThEventTable *events;
  GtkWidget *view, *tables;

  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat");
  th_table_pane_set_tab (get_tables (fixture, 0), "packets/drops");
  for (guint i = 0; i < 7; i++)
    activate (fixture, "win.next-tab");
  wait_until (fixture, shows_packets);
  /* That is not the tab to be remembered of the recording. */
  g_assert_cmpstr (th_table_pane_get_wanted_tab (get_tables (fixture, 0)), ==, "packets/drops");
  activate (fixture, "win.next-tab");
  wait_until (fixture, shows_events);

  document = gui_get_compared (fixture, 1);
  events = th_table_pane_get_events (get_tables (fixture, 1));
  gui_select_row (events, 3);
  g_assert_true (th_ref_equal (th_document_get_selected (document),
                               th_event_list_get_ref (th_event_table_get_list (events), 3)));
  /* The window acts on the side of the table that has the focus. */
  g_assert_cmpuint (th_comparison_view_find_side (gui_get_comparison (fixture),
                                                  GTK_WIDGET (events)), ==, 1);

  view = GTK_WIDGET (gui_get_view (fixture->window));
  tables = GTK_WIDGET (get_tables (fixture, 0));
  g_assert_false (gtk_widget_is_ancestor (tables, view));
  activate (fixture, "win.close-comparison");
  wait_ms (50);
  g_assert_true (gtk_widget_is_ancestor (tables, view));
  g_assert_true (gtk_widget_get_mapped (tables));
  g_assert_true (gui_is (tables, "show-strip"));
  g_assert_cmpstr (th_table_pane_get_tab (TH_TABLE_PANE (tables)), ==, "packets/drops");
}

static gboolean
is_filtered_alike (Fixture *fixture)
{
  for (guint side = 0; side < 2; side++)
    {
      ThEventFilter *filter = th_document_get_filter (gui_get_compared (fixture, side));

      if (g_strcmp0 (th_event_filter_get_text (filter), "net:netif_receive_skb") != 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
shows_bars (Fixture *fixture,
            guint    side)
{
  return gui_is (th_side_view_get_view (get_side (fixture, side)), "show-bars");
}

/* One filter serves both sides while they are linked: it is beside the alignment.  The bar of A is
 * shown for a search; without the link each side has its own. */
static void
test_filter (Fixture       *fixture,
             gconstpointer  data)
{
  GtkWidget *bar, *filter;

  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat");
  bar = find_part (fixture, TH_TYPE_ALIGNMENT_BAR);
  /* Keys act on the timeline of A, not on the entry. */
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (fixture->window)),
                                         GTK_WIDGET (get_side (fixture, 0))));
  filter = find_widget (bar, TH_TYPE_FILTER_BAR);
  g_assert_nonnull (filter);
  g_assert_true (g_str_has_prefix (gtk_entry_get_placeholder_text (
    GTK_ENTRY (find_widget (filter, GTK_TYPE_ENTRY))), "Filter both sides"));
  g_assert_false (shows_bars (fixture, 0) || shows_bars (fixture, 1));
  gtk_editable_set_text (GTK_EDITABLE (find_widget (filter, GTK_TYPE_ENTRY)),
                         "net:netif_receive_skb");
  wait_until (fixture, is_filtered_alike);
  activate (fixture, "win.filter");
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (fixture->window)),
                                         filter));
  g_assert_false (shows_bars (fixture, 0));

  activate (fixture, "win.set-find::net:napi_poll");
  wait_ms (50);
  g_assert_true (shows_bars (fixture, 0) && !shows_bars (fixture, 1));
  activate (fixture, "win.clear-find");
  wait_ms (50);
  g_assert_false (shows_bars (fixture, 0));

  th_view_link_set_linked (th_pairing_get_link (gui_get_pairing (fixture)), FALSE);
  g_assert_true (shows_bars (fixture, 0) && shows_bars (fixture, 1));
  g_assert_true (gtk_widget_is_ancestor (filter, GTK_WIDGET (get_side (fixture, 0))));
  th_view_link_set_linked (th_pairing_get_link (gui_get_pairing (fixture)), TRUE);
  g_assert_true (gtk_widget_is_ancestor (filter, bar));
  activate (fixture, "win.close-comparison");
  g_assert_true (gtk_widget_is_ancestor (filter, GTK_WIDGET (get_side (fixture, 0))));
  g_assert_true (shows_bars (fixture, 0));
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/comparison/timelines/linked", test_linked);
  ADD_WINDOW_TEST ("/comparison/timelines/counterpart", test_counterpart);
  ADD_WINDOW_TEST ("/comparison/timelines/example", test_example);
  ADD_WINDOW_TEST ("/comparison/timelines/example-without-flow", test_example_without_flow);
  ADD_WINDOW_TEST ("/comparison/timelines/rows", test_rows);
  ADD_WINDOW_TEST ("/comparison/timelines/filter", test_filter);
  ADD_WINDOW_TEST ("/comparison/timelines/brush", test_brush);
  ADD_WINDOW_TEST ("/comparison/timelines/brush-quantiles", test_brush_quantiles);
  ADD_WINDOW_TEST ("/comparison/timelines/step", test_step);
  ADD_WINDOW_TEST ("/comparison/timelines/counterpart-of-wakeup", test_counterpart_of_wakeup);
  ADD_WINDOW_TEST ("/comparison/timelines/reset-offset", test_reset_offset);

  return g_test_run ();
}
