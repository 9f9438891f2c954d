/* test-comparison-parts.c - the table and the panel of a comparison in a window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The recordings are five runs of a request-response load, before and after the server
 * reads 50 µs later; see their README.  With THRESHER_PICTURES=DIR pictures of all styles
 * and widths are saved there.
 */
#include "config.h"

#include "comparison-fixture.h"

#include <string.h>

#include "compare-fixture.h"
#include "gui-gestures.h"
#include "gui-keyboard.h"
#include "th-distribution-view.h"
#include "th-evidence-cell.h"
#include "th-log-histogram.h"
#include "th-number-format.h"
#include "th-parts-list.h"
#include "th-shift-view.h"
#include "th-style.h"
#include "th-verdict-pill.h"

#define SERVER "vst-c:local:st-srv"

static ThComparison *
get_comparison (void)
{
  return comparison_get ("before", "late50", 5);
}

/* The listed rows by their indices: "T" for a title. */
static char *
list_text (ThComparisonTable *table,
           guint              n)
{
  GListModel *model = G_LIST_MODEL (comparison_get_list (table));
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (n, g_list_model_get_n_items (model)); i++)
    {
      g_autoptr(ThComparisonItem) item = g_list_model_get_item (model, i);
      gint index = th_comparison_item_get_index (item);

      if (index >= 0)
        g_string_append_printf (text, "%s%d", i > 0 ? " " : "", index);
      else
        g_string_append_printf (text, "%sT", i > 0 ? " " : "");
    }
  return g_string_free (text, FALSE);
}

/* --- the table ------------------------------------------------------------------------- */

static void
test_order (void)
{
  g_autoptr(ThComparison) tails = test_compare_tails ();
  Comparing comparing;
  g_autofree char *evidence = NULL;
  guint n;

  if (!comparison_has_traces ())
    return;
  comparing_init (&comparing, 1400);
  comparing_show (&comparing, get_comparison ());
  evidence = list_text (comparing.table, 5);
  g_assert_cmpstr (evidence, ==, "0 1 2 3 4");
  g_assert_cmpstr (comparing_get_listed (&comparing, 0)->measure, ==, "packet.reader");
  g_assert_cmpstr (comparing_get_listed (&comparing, 0)->name, ==, SERVER);

  g_object_set (comparing.table, "sort", TH_COMPARISON_SORT_CHANGE, "descending", TRUE, NULL);
  n = th_comparison_list_get_n_rows (comparison_get_list (comparing.table));
  for (guint i = 1; i < n; i++)
    g_assert_cmpfloat (comparing_get_listed (&comparing, i - 1)->difference, >=,
                       comparing_get_listed (&comparing, i)->difference);
  g_object_set (comparing.table, "sort", TH_COMPARISON_SORT_VALUE, "descending", FALSE, NULL);
  for (guint i = 1; i < n; i++)
    g_assert_cmpfloat (comparing_get_listed (&comparing, i - 1)->b.value, <=,
                       comparing_get_listed (&comparing, i)->b.value);
  g_object_set (comparing.table, "sort", TH_COMPARISON_SORT_NAME, "descending", FALSE, NULL);
  g_assert_cmpint (strcmp (comparing_get_listed (&comparing, 0)->measure,
                           comparing_get_listed (&comparing, n - 1)->measure), <, 0);

  /* A change of the p99 alone comes first. */
  g_object_set (comparing.table, "sort", TH_COMPARISON_SORT_EVIDENCE, NULL);
  comparing_show (&comparing, tails);
  g_assert_cmpstr (comparing_get_listed (&comparing, 0)->measure, ==, "reader");
  g_assert_cmpuint (comparing_get_listed (&comparing, 0)->level, ==, 2);
  comparing_clear (&comparing);
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_selection (void)
{
  Comparing comparing;
  ThComparison *other;
  guint n_notified = 0;
  gint reader;

  if (!comparison_has_traces ())
    return;
  comparing_init (&comparing, 1400);
  g_signal_connect_swapped (comparing.table, "notify::selected", G_CALLBACK (count_cb),
                            &n_notified);
  comparing_show (&comparing, get_comparison ());
  g_assert_cmpint (th_comparison_table_get_selected (comparing.table), ==, -1);
  reader = comparison_find (get_comparison (), "packet.reader", SERVER, 1);
  g_object_set (comparing.table, "selected", reader, NULL);
  g_assert_cmpuint (n_notified, ==, 1);

  /* The same row of another comparison, at any position. */
  other = comparison_get ("before", "late50", 3);
  comparing_show (&comparing, other);
  g_assert_cmpint (th_comparison_table_get_selected (comparing.table), ==,
                   comparison_find (other, "packet.reader", SERVER, 1));
  /* It stays selected while it is not listed. */
  g_object_set (comparing.table, "text", "no such row", NULL);
  g_assert_cmpint (th_comparison_table_get_selected (comparing.table), >=, 0);
  comparing_show (&comparing, NULL);
  g_assert_cmpint (th_comparison_table_get_selected (comparing.table), ==, -1);
  comparing_clear (&comparing);
}

/* The row widget that holds a cell. */
static GtkWidget *
find_row (GtkWidget *table)
{
  GtkWidget *pill = find_widget (table, TH_TYPE_EVIDENCE_CELL);

  return gtk_widget_get_parent (gtk_widget_get_parent (pill));
}

static void
test_accessible (void)
{
  Comparing comparing;
  g_autofree char *sentence = NULL, *expected = NULL;

  if (!comparison_has_traces ())
    return;
  comparing_init (&comparing, 1400);
  comparing_show (&comparing, get_comparison ());
  comparing_wait (&comparing);
  sentence = th_comparison_describe_row (th_comparison_get_row (get_comparison (), 0));
  expected = g_strdup_printf ("packet.reader · " SERVER " p50. %s", sentence);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (find_row (GTK_WIDGET (comparing.table))),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, expected);
  gtk_test_accessible_assert_property (
    GTK_ACCESSIBLE (find_widget (GTK_WIDGET (comparing.table), TH_TYPE_EVIDENCE_CELL)),
    GTK_ACCESSIBLE_PROPERTY_LABEL, sentence);
  comparing_clear (&comparing);
}

/* Never by color alone. */
static void
test_words (void)
{
  Comparing comparing;
  g_autofree char *texts = NULL;

  if (!comparison_has_traces ())
    return;
  comparing_init (&comparing, 1400);
  comparing_show (&comparing, get_comparison ());
  comparing_wait (&comparing);
  texts = dup_label_texts (find_widget (GTK_WIDGET (comparing.table), TH_TYPE_VERDICT_PILL));
  g_assert_nonnull (strstr (texts, "▲"));
  g_assert_nonnull (strstr (texts, "Slower"));
  comparing_clear (&comparing);
}

static gboolean
get_range (Comparing *comparing,
           gint64    *low,
           gint64    *high)
{
  return th_distribution_view_get_range (
    TH_DISTRIBUTION_VIEW (find_widget (GTK_WIDGET (comparing->panel), TH_TYPE_DISTRIBUTION_VIEW)),
    low, high);
}

/* What a screen reader is told about the marked quantile. */
static char *
dup_point (ThShiftView *shift)
{
  return gtk_test_accessible_check_property (GTK_ACCESSIBLE (shift),
                                             GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "nothing");
}

/* The tooltip of a dot names its run. */
static void
test_tips (void)
{
  static const char of_a[] = "^A · before-0\\d\\.dat: p50 [78]\\.\\d+ µs$";
  static const char of_b[] = "^B · late50-0\\d\\.dat: p50 1\\d\\d µs$";
  Comparing comparing;
  GtkWidget *cell;
  gboolean has_a = FALSE, has_b = FALSE;

  if (!comparison_has_traces ())
    return;
  comparing_init (&comparing, 1400);
  comparing_show (&comparing, get_comparison ());
  comparing_wait (&comparing);
  cell = find_widget (GTK_WIDGET (comparing.table), TH_TYPE_EVIDENCE_CELL);
  for (int x = 0; x < gtk_widget_get_width (cell); x++)
    {
      int height = gtk_widget_get_height (cell);
      g_autofree char *above = gui_dup_tooltip (cell, x, height * .28);
      g_autofree char *below = gui_dup_tooltip (cell, x, height * .72);

      has_a |= above != NULL && g_regex_match_simple (of_a, above, 0, 0);
      has_b |= below != NULL && g_regex_match_simple (of_b, below, 0, 0);
    }
  g_assert_true (has_a && has_b);
  comparing_clear (&comparing);
}

/* Some 700 rows are sorted, filtered and shown within a frame or two. */
static void
test_speed (void)
{
  Comparing comparing;
  gint64 begin;

  if (!comparison_has_traces ())
    return;
  comparing_init (&comparing, 1400);
  comparing_show (&comparing, get_comparison ());
  g_assert_cmpuint (th_comparison_list_get_n_rows (comparison_get_list (
                      comparing.table)), >, 500);
  begin = g_get_monotonic_time ();
  comparing_show (&comparing, get_comparison ());
  g_test_message ("setting took %" G_GINT64_FORMAT " us", g_get_monotonic_time () - begin);
  begin = g_get_monotonic_time ();
  for (guint i = 0; i < 10; i++)
    {
      g_autoptr(ThRowFilter) filter = th_row_filter_new ("p change > -99%", NULL);
      ThComparisonOrder order = { i % TH_COMPARISON_N_SORTS, i % 2, i % 3, filter };

      th_comparison_list_arrange (comparison_get_list (comparing.table), &order);
    }
  g_test_message ("arranging took %" G_GINT64_FORMAT " us",
                  (g_get_monotonic_time () - begin) / 10);
  g_assert_cmpint ((g_get_monotonic_time () - begin) / 10, <, 250000);
  comparing_clear (&comparing);
}

static void
test_empty (void)
{
  Comparing comparing;
  g_autofree char *table = NULL, *panel = NULL;

  comparing_init (&comparing, 900);
  table = dup_label_texts (GTK_WIDGET (comparing.table));
  panel = dup_label_texts (GTK_WIDGET (comparing.panel));
  g_assert_nonnull (strstr (table, "Nothing is compared yet."));
  g_assert_nonnull (strstr (panel, "Select a row to see what changed and why."));
  comparing_clear (&comparing);
}

/* --- the panel ------------------------------------------------------------------------- */

static void
show_reader (Comparing *comparing,
             guint      level)
{
  comparing_init (comparing, 1400);
  comparing_show (comparing, get_comparison ());
  th_comparison_table_set_selected (comparing->table,
                                    comparison_find (get_comparison (), "packet.reader", SERVER,
                                                     level));
  comparing_wait (comparing);
}

static guint64
count_samples (guint  side,
               gint64 low,
               gint64 high)
{
  const ThComparisonRow *row = th_comparison_get_row (
    get_comparison (), comparison_find (get_comparison (), "packet.reader", SERVER, 0));
  guint64 n = 0;

  for (guint run = 5 * side; run < 5 * side + 5; run++)
    for (guint32 i = 0; i < row->classes[run]->n; i++)
      n += row->classes[run]->values[i] >= low && row->classes[run]->values[i] < high;
  return n;
}

typedef struct
{
  gint64 low, high;
  guint  side;
  gint   part;
  guint  n_ranges, n_changes, n_examples;
} Emitted;

static void
range_cb (ThComparisonPanel *panel,
          gint64             low,
          gint64             high,
          Emitted           *emitted)
{
  emitted->low = low;
  emitted->high = high;
  emitted->n_ranges++;
}

static void
example_cb (ThComparisonPanel *panel,
            guint              side,
            gint               part,
            Emitted           *emitted)
{
  emitted->side = side;
  emitted->part = part;
  emitted->n_examples++;
}

static GtkWidget *
find_button (GtkWidget  *widget,
             const char *label)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, label);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
test_brush (void)
{
  Comparing comparing;
  Emitted emitted = { 0 };
  GtkWidget *view, *button;
  g_autofree char *texts = NULL, *a = NULL, *b = NULL, *expected = NULL;
  gint64 low, high;
  int width;

  if (!comparison_has_traces () || !keyboard_is_there ())
    return;
  show_reader (&comparing, 0);
  view = find_widget (GTK_WIDGET (comparing.panel), TH_TYPE_DISTRIBUTION_VIEW);
  button = find_button (GTK_WIDGET (comparing.panel), "Select in Both Timelines");
  g_signal_connect (comparing.panel, "select-range", G_CALLBACK (range_cb), &emitted);
  g_signal_connect_swapped (comparing.panel, "range-changed", G_CALLBACK (count_cb),
                            &emitted.n_changes);
  g_assert_false (get_range (&comparing, &low, &high));
  g_assert_false (gtk_widget_get_sensitive (button));

  width = gtk_widget_get_width (view);
  g_assert_cmpint (width, >, 200);
  /* Backwards. */
  pointer_drag (view, 1, width * .7, gtk_widget_get_height (view) / 2., width * .4,
                gtk_widget_get_height (view) / 2., NULL);
  while (!get_range (&comparing, &low, &high))
    wait_ms (20);
  wait_ms (200);
  keyboard_away ();
  g_assert_cmpuint (emitted.n_changes, >, 0);
  g_assert_true (get_range (&comparing, &low, &high));
  g_assert_cmpint (low, <, high);
  g_assert_cmpuint (count_samples (1, low, high), >, 0);
  a = th_format_count (count_samples (0, low, high));
  b = th_format_count (count_samples (1, low, high));
  expected = g_strdup_printf (": %s in A, %s in B\n", a, b);
  texts = dup_label_texts (GTK_WIDGET (comparing.panel));
  g_assert_nonnull (strstr (texts, expected));

  g_assert_true (gtk_widget_get_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpuint (emitted.n_ranges, ==, 1);
  g_assert_cmpint (emitted.low, ==, low);
  g_assert_cmpint (emitted.high, ==, high);

  emitted.n_changes = 0;
  gtk_widget_activate_action (view, "distribution.clear", NULL);
  g_assert_cmpuint (emitted.n_changes, ==, 1);
  g_assert_false (get_range (&comparing, &low, &high));
  comparing_clear (&comparing);
}

/* By keyboard: the first bin, moved by two, made longer by one. */
static void
test_brush_keys (void)
{
  Comparing comparing;
  ThDistributionView *view;
  g_autoptr(ThLogHistogram) histogram = NULL;
  gint64 low, high;

  if (!comparison_has_traces ())
    return;
  show_reader (&comparing, 0);
  view = TH_DISTRIBUTION_VIEW (find_widget (GTK_WIDGET (comparing.panel),
                                            TH_TYPE_DISTRIBUTION_VIEW));
  histogram = th_log_histogram_new (
    get_comparison (),
    th_comparison_get_row (get_comparison (),
                           comparison_find (get_comparison (), "packet.reader", SERVER, 0)), 96);
  for (guint i = 0; i < 3; i++)
    gtk_widget_activate_action (GTK_WIDGET (view), "distribution.move", "(ii)", 1, 1);
  gtk_widget_activate_action (GTK_WIDGET (view), "distribution.move", "(ii)", 0, 1);
  g_assert_true (get_range (&comparing, &low, &high));
  g_assert_cmpint (low, ==, histogram->edges[2]);
  g_assert_cmpint (high, ==, histogram->edges[4]);
  /* Not past the ends. */
  for (guint i = 0; i < 200; i++)
    gtk_widget_activate_action (GTK_WIDGET (view), "distribution.move", "(ii)", -1, -1);
  g_assert_true (get_range (&comparing, &low, &high));
  g_assert_cmpint (low, ==, histogram->edges[0]);
  g_assert_cmpint (high, ==, histogram->edges[2]);
  comparing_clear (&comparing);
}

/* With a mouse and a keyboard; what does not happen ends in the timeout. */
static void
test_pointer (void)
{
  Comparing comparing;
  GtkWidget *view, *row;
  gint64 low, high;
  int width, height;

  if (!comparison_has_traces () || !keyboard_is_there ())
    return;
  show_reader (&comparing, 0);
  view = find_widget (GTK_WIDGET (comparing.panel), TH_TYPE_DISTRIBUTION_VIEW);
  width = gtk_widget_get_width (view);
  height = gtk_widget_get_height (view);
  pointer_drag (view, 1, width * .3, height * .5, width * .7, height * .5, NULL);
  while (!get_range (&comparing, &low, &high))
    wait_ms (20);
  g_assert_cmpint (low, <, high);
  pointer_click (view, 1, 1, width * .1, height * .5, NULL);
  while (get_range (&comparing, &low, &high))
    wait_ms (20);

  row = gtk_widget_get_next_sibling (find_row (GTK_WIDGET (comparing.table)));
  pointer_click (row, 1, 1, 60, gtk_widget_get_height (row) / 2, NULL);
  while (th_comparison_table_get_selected (comparing.table) != 1)
    wait_ms (20);
  keyboard_give (GTK_WINDOW (comparing.window));
  keyboard_press ("Down");
  while (th_comparison_table_get_selected (comparing.table) != 2)
    wait_ms (20);
  keyboard_away ();
  comparing_clear (&comparing);
}

/* A narrow table has no column of values, and a wide one does. */
static void
test_narrow (void)
{
  static const int widths[] = { 1400, 900 };

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      Comparing comparing;
      g_autoptr(GtkColumnViewColumn) values = NULL;
      GtkColumnView *view;

      comparing_init (&comparing, widths[i]);
      view = GTK_COLUMN_VIEW (find_widget (GTK_WIDGET (comparing.table), GTK_TYPE_COLUMN_VIEW));
      values = g_list_model_get_item (gtk_column_view_get_columns (view), 2);
      g_assert_cmpstr (gtk_column_view_column_get_title (values), ==, "A → B");
      while (gtk_column_view_column_get_visible (values) != (i == 0))
        wait_ms (20); /* the test times out if it never is */
      comparing_clear (&comparing);
    }
}

/* The panel fits into a narrow column, also while it shows a row. */
static void
test_panel_width (void)
{
  Comparing comparing;
  int least;

  if (!comparison_has_traces ())
    return;
  show_reader (&comparing, 0);
  gtk_widget_set_size_request (GTK_WIDGET (comparing.panel), -1, -1);
  gtk_widget_measure (GTK_WIDGET (comparing.panel), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL,
                      NULL, NULL);
  g_assert_cmpint (least, <=, 280);
  comparing_clear (&comparing);
}

static void
test_verdict (void)
{
  Comparing comparing;
  g_autofree char *texts = NULL, *sentence = NULL, *point = NULL;
  ThShiftView *shift;

  if (!comparison_has_traces ())
    return;
  show_reader (&comparing, 0);
  texts = dup_label_texts (GTK_WIDGET (comparing.panel));
  sentence = th_comparison_describe_row (th_comparison_get_row (
    get_comparison (), comparison_find (get_comparison (), "packet.reader", SERVER, 0)));
  g_assert_nonnull (strstr (texts, sentence));
  g_assert_nonnull (strstr (texts, "p50 of 5 : 5 runs"));
  shift = TH_SHIFT_VIEW (find_widget (GTK_WIDGET (comparing.panel), TH_TYPE_SHIFT_VIEW));
  point = dup_point (shift);
  g_assert_true (g_str_has_prefix (point, "p50 ×1"));
  for (guint i = 0; i < TH_SHIFT_N_POINTS; i++)
    gtk_widget_activate_action (GTK_WIDGET (shift), "shift.move", "i", -1);
  g_free (point);
  point = dup_point (shift);
  g_assert_true (g_str_has_prefix (point, "p1 "));
  gtk_widget_activate_action (GTK_WIDGET (shift), "shift.move", "i", -1); /* not past the end */
  gtk_widget_activate_action (GTK_WIDGET (shift), "shift.move", "i", 59);
  g_free (point);
  point = dup_point (shift);
  g_assert_true (g_str_has_prefix (point, "p99.9 "));
  comparing_clear (&comparing);
}

/* One run against one has no band, and a row without samples no plots. */
static void
test_single (void)
{
  ThComparison *comparison;
  Comparing comparing;

  if (!comparison_has_traces ())
    return;
  comparison = comparison_get ("before", "late50", 1);
  comparing_init (&comparing, 1400);
  comparing_show (&comparing, comparison);
  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i += 17)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);
      gboolean has_both = row->kind == TH_COMPARISON_QUANTILE && row->a.n > 0 && row->b.n > 0;
      GtkWidget *shift;

      th_comparison_table_set_selected (comparing.table, i);
      while (gui_is (comparing.panel, "busy"))
        g_main_context_iteration (NULL, TRUE);
      shift = find_widget (GTK_WIDGET (comparing.panel), TH_TYPE_SHIFT_VIEW);
      g_assert_true (gtk_widget_get_visible (shift) == has_both);
      if (has_both)
        {
          g_autofree char *point = dup_point (TH_SHIFT_VIEW (shift));

          g_assert_null (strstr (point, "("));
        }
    }
  comparing_clear (&comparing);
}

static GtkDropDown *
get_dimensions (ThPartsList *parts)
{
  return GTK_DROP_DOWN (find_widget (GTK_WIDGET (parts), GTK_TYPE_DROP_DOWN));
}

static void
assert_dimension (ThPartsList *parts,
                  const char  *dimension)
{
  GtkStringObject *selected = gtk_drop_down_get_selected_item (get_dimensions (parts));
  g_autofree char *title = th_comparison_format_dimension (dimension);

  g_assert_cmpstr (gtk_string_object_get_string (selected), ==, title);
}

static void
choose_dimension (ThPartsList *parts,
                  const char  *dimension)
{
  GListModel *all = gtk_drop_down_get_model (get_dimensions (parts));
  g_autofree char *title = th_comparison_format_dimension (dimension);
  guint i = 0;

  while (strcmp (gtk_string_list_get_string (GTK_STRING_LIST (all), i), title) != 0)
    g_assert_cmpuint (++i, <, g_list_model_get_n_items (all));
  gtk_drop_down_set_selected (get_dimensions (parts), i);
}

/* The numbers of the list and its sum are those of the row. */
/* The means of a row are unknown if a run has no samples, and not 0. */
static void
test_no_means (void)
{
  ThComparison *comparison;
  Comparing comparing;
  guint n_unknown = 0, n_known = 0;

  if (!comparison_has_traces ())
    return;
  comparison = comparison_get ("before", "late50", 2);
  comparing_init (&comparing, 1400);
  comparing_show (&comparing, comparison);
  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);
      GtkWidget *why;

      if (row->classes == NULL || row->a.n_runs == 0 || row->b.n_runs == 0)
        continue;
      th_comparison_panel_set_row (comparing.panel, comparison, i);
      why = GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (comparing.panel),
                                                       TH_TYPE_COMPARISON_PANEL, "why"));
      if (gtk_widget_get_visible (why))
        g_assert_null (strstr (gtk_label_get_text (GTK_LABEL (why)), " 0 → 0 "));
      n_known += gtk_widget_get_visible (why);
      n_unknown += !gtk_widget_get_visible (why) && row->a.n_runs + row->b.n_runs < 4;
    }
  g_assert_cmpuint (n_known, >, 0);
  g_assert_cmpuint (n_unknown, >, 0);
  comparing_clear (&comparing);
}

static void
test_parts (void)
{
  Comparing comparing;
  Emitted emitted = { 0 };
  ThPartsList *parts;
  const ThComparisonRow *row;
  g_autofree char *texts = NULL, *sum = NULL;
  guint first = 0;

  if (!comparison_has_traces ())
    return;
  show_reader (&comparing, 0);
  row = th_comparison_get_row (get_comparison (),
                               comparison_find (get_comparison (), "packet.reader", SERVER, 0));
  parts = TH_PARTS_LIST (find_widget (GTK_WIDGET (comparing.panel), TH_TYPE_PARTS_LIST));
  g_signal_connect (comparing.panel, "example", G_CALLBACK (example_cb), &emitted);
  assert_dimension (parts, g_array_index (row->parts, ThComparisonPart, 0).dimension);
  choose_dimension (parts, "cpu");
  while (strcmp (g_array_index (row->parts, ThComparisonPart, first).dimension, "cpu") != 0)
    first++;
  sum = th_comparison_format_value (row, row->mean_b - row->mean_a);
  texts = dup_label_texts (GTK_WIDGET (parts));
  g_assert_nonnull (strstr (texts, "on CPU "));
  g_assert_nonnull (strstr (texts, sum));
  g_assert_nonnull (strstr (texts, "100 %"));

  g_signal_emit_by_name (find_button (GTK_WIDGET (comparing.panel), "Worst Example in A"),
                         "clicked");
  g_assert_cmpuint (emitted.n_examples, ==, 1);
  g_assert_true (emitted.side == 0 && emitted.part == -1);
  g_object_set (parts, "part", (gint) first, NULL);
  g_signal_emit_by_name (find_button (GTK_WIDGET (comparing.panel), "Worst Example in B"),
                         "clicked");
  g_assert_true (emitted.side == 1 && emitted.part == (gint) first);

  /* The chosen dimension stays for the next row. */
  th_comparison_table_set_selected (comparing.table,
                                    comparison_find (get_comparison (), "packet.reader", SERVER,
                                                     1));
  comparing_wait (&comparing);
  assert_dimension (parts, "cpu");
  g_assert_cmpint (th_parts_list_get_part (parts), ==, -1);
  comparing_clear (&comparing);
}

/* --- pictures ------------------------------------------------------------------------------ */

static void
save (GtkWidget  *widget,
      const char *name,
      int         number)
{
  g_autofree char *file = g_strdup_printf ("%s-%d.png", name, number);
  g_autofree char *path = g_build_filename (g_getenv ("THRESHER_PICTURES"), file, NULL);
  GdkPaintable *paintable = gtk_widget_paintable_new (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  GskRenderNode *node = NULL;
  g_autoptr(GdkTexture) texture = NULL;

  /* Until the window has been drawn. */
  while (node == NULL)
    {
      GtkSnapshot *snapshot = gtk_snapshot_new ();

      wait_ms (20);
      gdk_paintable_snapshot (paintable, snapshot, width, height);
      node = gtk_snapshot_free_to_node (snapshot);
    }
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (widget)),
                                         node, &GRAPHENE_RECT_INIT (0, 0, width, height));
  g_assert_true (gdk_texture_save_to_png (texture, path));
  gsk_render_node_unref (node);
  g_object_unref (paintable);
}

static void
take_picture (const char      *name,
              int              width,
              gint             row,
              ThComparisonGroup group)
{
  Comparing comparing;
  GtkWidget *view, *more;

  comparing_init (&comparing, width);
  comparing_show (&comparing, get_comparison ());
  th_conditions_bar_set_comparison (comparing.bar, get_comparison ());
  th_comparison_table_set_selected (comparing.table, row);
  g_object_set (comparing.table, "group", group, NULL);
  comparing_wait (&comparing);
  view = find_widget (GTK_WIDGET (comparing.panel), TH_TYPE_DISTRIBUTION_VIEW);
  for (guint i = 0; i < 20; i++)
    gtk_widget_activate_action (view, "distribution.move", "(ii)", 0, 1);
  for (guint i = 0; i < 56; i++)
    gtk_widget_activate_action (view, "distribution.move", "(ii)", 1, 1);
  wait_ms (300);
  if (group != TH_COMPARISON_GROUP_NONE)
    {
      GtkWidget *scroller = find_widget (GTK_WIDGET (comparing.panel), GTK_TYPE_SCROLLED_WINDOW);

      gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (
                                  GTK_SCROLLED_WINDOW (scroller)), 10000);
      comparing_wait (&comparing);
    }
  save (comparing.window, name, width);
  more = find_widget (GTK_WIDGET (comparing.bar), GTK_TYPE_MENU_BUTTON);
  gtk_menu_button_popup (GTK_MENU_BUTTON (more));
  wait_ms (300);
  save (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (more))), "conditions", width);
  gtk_menu_button_popdown (GTK_MENU_BUTTON (more));
  comparing_clear (&comparing);
}

static void
test_pictures (void)
{
  static const int widths[] = { 1400, 900 };
  static const char *const names[] = { "light", "dark", "light-hc", "dark-hc" };

  if (!comparison_has_traces ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names) * G_N_ELEMENTS (widths); i++)
    {
      th_style_force (th_style_get_default (), i / 2 % 2 ? TH_STYLE_DARK : TH_STYLE_LIGHT);
      th_style_force_contrast (th_style_get_default (), i / 4);
      take_picture (names[i / 2], widths[i % 2], 0, TH_COMPARISON_GROUP_NONE);
    }
  th_style_force (th_style_get_default (), TH_STYLE_LIGHT);
  th_style_force_contrast (th_style_get_default (), FALSE);
  take_picture ("verdicts", 1400, comparison_find (get_comparison (), "packet.total", SERVER, 2),
                TH_COMPARISON_GROUP_VERDICT);
  take_picture ("measures", 1400, comparison_find (get_comparison (), "packet.total", SERVER, 0),
                TH_COMPARISON_GROUP_MEASURE);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);
  g_test_add_func ("/gui/comparison/order", test_order);
  g_test_add_func ("/gui/comparison/selection", test_selection);
  g_test_add_func ("/gui/comparison/accessible", test_accessible);
  g_test_add_func ("/gui/comparison/words", test_words);
  g_test_add_func ("/gui/comparison/tips", test_tips);
  g_test_add_func ("/gui/comparison/speed", test_speed);
  g_test_add_func ("/gui/comparison/empty", test_empty);
  g_test_add_func ("/gui/comparison/brush", test_brush);
  g_test_add_func ("/gui/comparison/brush-keys", test_brush_keys);
  g_test_add_func ("/gui/comparison/pointer", test_pointer);
  g_test_add_func ("/gui/comparison/narrow", test_narrow);
  g_test_add_func ("/gui/comparison/panel-width", test_panel_width);
  g_test_add_func ("/gui/comparison/verdict", test_verdict);
  g_test_add_func ("/gui/comparison/single", test_single);
  g_test_add_func ("/gui/comparison/no-means", test_no_means);
  g_test_add_func ("/gui/comparison/parts", test_parts);
  if (g_getenv ("THRESHER_PICTURES") != NULL)
    g_test_add_func ("/gui/comparison/pictures", test_pictures);
  return g_test_run ();
}
