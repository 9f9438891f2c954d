/* test-comparison-rows.c - which rows a comparison lists, and what their causes are, in a window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The recordings are those of test-comparison-parts.c.
 */
#include "config.h"

#include "comparison-fixture.h"

#include <string.h>

#include "compare-fixture.h"
#include "th-parts-list.h"

#define SERVER "vst-c:local:st-srv"

static ThComparison *
get_comparison (void)
{
  return comparison_get ("before", "late50", 5);
}

/* --- rows ------------------------------------------------------------------------------ */

static void
test_filter (void)
{
  Comparing comparing;
  ThComparisonList *list;

  if (!comparison_has_traces ())
    return;
  comparing_init (&comparing, 1400);
  comparing_show (&comparing, get_comparison ());
  list = comparison_get_list (comparing.table);

  g_object_set (comparing.table, "text", "READER st-srv p50", NULL);
  g_assert_cmpuint (th_comparison_list_get_n_rows (list), ==, 1);
  g_assert_cmpstr (comparing_get_listed (&comparing, 0)->name, ==, SERVER);
  g_object_set (comparing.table, "text", "slower", NULL);
  for (guint i = 0; i < th_comparison_list_get_n_rows (list); i++)
    g_assert_cmpint (comparing_get_listed (&comparing, i)->verdict, ==, TH_VERDICT_SLOWER);
  g_assert_cmpuint (th_comparison_list_get_n_rows (list), >=, 2);

  g_object_set (comparing.table, "text", "no such row", NULL);
  g_assert_cmpuint (th_comparison_list_get_n_rows (list), ==, 0);
  comparing_wait (&comparing);
  {
    g_autofree char *texts = dup_label_texts (GTK_WIDGET (comparing.table));

    g_assert_nonnull (strstr (texts, "No matching rows"));
  }
  comparing_clear (&comparing);
}

/* How many rows "before" : "late50" has for @text; the rows must be those that are listed. */
static guint
count_filtered (Comparing  *comparing,
                const char *text)
{
  g_object_set (comparing->table, "text", text, NULL);
  return th_comparison_list_get_n_rows (comparison_get_list (comparing->table));
}

static void
test_conditions (void)
{
  static const char *const wrong[] = {
    "change > much", "change >", "n > many", "size > 3", "verdict:better", "verdict > slower",
    "reader change > 20", "b > 5m"
  };
  Comparing comparing;
  GtkWidget *entry;
  guint n_all, n_slower, n_big = 0;

  if (!comparison_has_traces ())
    return;
  comparing_init (&comparing, 1400);
  comparing_show (&comparing, get_comparison ());
  n_all = count_filtered (&comparing, "");
  n_slower = count_filtered (&comparing, "verdict:slower");
  g_assert_cmpuint (n_slower, >=, 2);
  g_assert_cmpuint (n_slower, <, n_all);
  for (guint i = 0; i < n_slower; i++)
    g_assert_cmpint (comparing_get_listed (&comparing, i)->verdict, ==, TH_VERDICT_SLOWER);
  g_assert_cmpuint (count_filtered (&comparing, "Verdict = SLOW and n>0"), ==, n_slower);

  for (gint i = 0; i < (gint) th_comparison_get_n_rows (get_comparison ()); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (get_comparison (), i);

      n_big += row->kind < TH_COMPARISON_TABLE && row->a.n_runs > 0 && row->a.value > 0 &&
               row->b.value > 1.2 * row->a.value && row->b.value > 1e5;
    }
  g_assert_cmpuint (n_big, >, 0);
  g_assert_cmpuint (count_filtered (&comparing, "change > 20 % b>100us"), ==, n_big);
  g_assert_cmpuint (count_filtered (&comparing, "change > ×1.2 and b > .1 ms"), ==, n_big);
  g_assert_cmpuint (count_filtered (&comparing, "change > x1.2 b > 100µs"), ==, n_big);
  g_assert_cmpuint (count_filtered (&comparing, "change < 20% change > 20%"), ==, 0);
  g_assert_cmpuint (count_filtered (&comparing, "reader st-srv p50 change>×10"), ==, 1);
  g_assert_cmpuint (count_filtered (&comparing, "runs >= 6"), ==, 0);
  g_assert_cmpuint (count_filtered (&comparing, "runs = 5"), >, 0);

  entry = find_widget (GTK_WIDGET (comparing.table), GTK_TYPE_SEARCH_ENTRY);
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_test_message ("%s", wrong[i]);
      g_assert_cmpuint (count_filtered (&comparing, wrong[i]), ==, n_all);
      g_assert_true (gtk_widget_has_css_class (entry, "error"));
    }
  comparing_clear (&comparing);
}

static gboolean
is_without_samples (const ThComparisonRow *row)
{
  return row->kind == TH_COMPARISON_QUANTILE && row->a.n_runs == 0 && row->b.n_runs == 0;
}

/* A class with too few samples for its warm-up on both sides is not listed, although a recording
 * is the same as itself in every row. */
static void
test_without_samples (void)
{
  ThComparison *comparison;
  Comparing comparing;
  ThComparisonList *list;
  guint n = 0;

  if (!comparison_has_traces ())
    return;
  comparison = comparison_get ("before", "before", 1);
  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    n += is_without_samples (th_comparison_get_row (comparison, i));
  g_assert_cmpuint (n, >, 0);

  comparing_init (&comparing, 1400);
  comparing_show (&comparing, comparison);
  list = comparison_get_list (comparing.table);
  g_assert_cmpuint (th_comparison_list_get_n_rows (list), >, 0);
  for (guint i = 0; i < th_comparison_list_get_n_rows (list); i++)
    g_assert_false (is_without_samples (comparing_get_listed (&comparing, i)));
  comparing_clear (&comparing);
}

/* Returns the number of intervals in the cells of @widget, which must all be shown as a whole. */
static guint
count_intervals (GtkWidget *widget)
{
  const char *text = GTK_IS_INSCRIPTION (widget)
                     ? gtk_inscription_get_text (GTK_INSCRIPTION (widget)) : NULL;
  guint n = 0;

  if (text != NULL && gtk_widget_get_mapped (widget) && strstr (text, " … ") != NULL)
    {
      g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
      int width;

      pango_layout_set_attributes (layout,
                                   gtk_inscription_get_attributes (GTK_INSCRIPTION (widget)));
      pango_layout_get_pixel_size (layout, &width, NULL);
      g_test_message ("%s", text);
      g_assert_cmpint (width, <=, gtk_widget_get_width (widget));
      n++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_intervals (child);

  return n;
}

/* The change and its interval are not cut beside a panel: "+248 % (+94 % … +524 %)". */
static void
test_whole_intervals (void)
{
  Comparing comparing;

  if (!comparison_has_traces ())
    return;
  comparing_init (&comparing, 1400);
  comparing_show (&comparing, comparison_get ("before", "spin20", 5));
  comparing_wait (&comparing);
  g_assert_cmpuint (count_intervals (GTK_WIDGET (comparing.table)), >, 10);
  comparing_clear (&comparing);
}

static void
test_groups (void)
{
  Comparing comparing;
  guint n_before;
  guint n_titles = 0, n_counts = 0;
  GListModel *model;
  GtkColumnView *view;

  if (!comparison_has_traces ())
    return;
  comparing_init (&comparing, 1400);
  comparing_show (&comparing, get_comparison ());
  model = G_LIST_MODEL (comparison_get_list (comparing.table));
  n_before = g_list_model_get_n_items (model);
  for (guint i = 0; i < n_before; i++)
    g_assert_cmpint (comparing_get_listed (&comparing, i)->kind, <, TH_COMPARISON_TABLE);

  /* Counts are a section of their own, with two titles. */
  g_object_set (comparing.table, "section", TH_COMPARISON_SECTION_COUNTS, NULL);
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      n_titles += comparing_get_listed (&comparing, i) == NULL;
      n_counts += comparing_get_listed (&comparing, i) != NULL &&
                  comparing_get_listed (&comparing, i)->kind >= TH_COMPARISON_TABLE;
    }
  g_assert_cmpuint (n_titles, ==, 2);
  g_assert_cmpuint (n_counts, >, 10);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, n_titles + n_counts);

  g_object_set (comparing.table, "section", TH_COMPARISON_SECTION_MEASURES, "group",
                TH_COMPARISON_GROUP_VERDICT, NULL);
  g_assert_null (comparing_get_listed (&comparing, 0));
  g_assert_cmpint (comparing_get_listed (&comparing, 1)->verdict, ==, TH_VERDICT_SLOWER);
  /* A title cannot be selected. */
  view = GTK_COLUMN_VIEW (find_widget (GTK_WIDGET (comparing.table), GTK_TYPE_COLUMN_VIEW));
  g_assert_false (gtk_selection_model_select_item (gtk_column_view_get_model (view), 0, TRUE));
  g_assert_true (gtk_selection_model_select_item (gtk_column_view_get_model (view), 1, TRUE));
  g_assert_true (gtk_selection_model_is_selected (gtk_column_view_get_model (view), 1));
  g_assert_cmpint (th_comparison_table_get_selected (comparing.table), ==, 0);

  g_object_set (comparing.table, "group", TH_COMPARISON_GROUP_MEASURE, NULL);
  for (guint i = 1; i < g_list_model_get_n_items (model); i++)
    if (comparing_get_listed (&comparing, i) != NULL &&
        comparing_get_listed (&comparing, i - 1) != NULL)
      g_assert_cmpstr (comparing_get_listed (&comparing, i)->measure, ==,
                       comparing_get_listed (&comparing, i - 1)->measure);
  comparing_clear (&comparing);
}

/* Losses come first, under a title of their own; without counters the table says why. */
static void
test_counters (void)
{
  g_autoptr(ThComparison) all = test_compare_counters (TRUE), some = test_compare_counters (FALSE);
  g_autofree char *texts = NULL;
  Comparing comparing;

  comparing_init (&comparing, 1400);
  comparing_show (&comparing, all);
  g_object_set (comparing.table, "section", TH_COMPARISON_SECTION_COUNTERS, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (
    G_LIST_MODEL (comparison_get_list (comparing.table))), ==, 5);
  g_assert_null (comparing_get_listed (&comparing, 0));
  g_assert_cmpstr (comparing_get_listed (&comparing, 1)->name, ==, "TCPRcvQDrop");
  g_assert_null (comparing_get_listed (&comparing, 2));

  comparing_show (&comparing, some);
  g_assert_cmpuint (g_list_model_get_n_items (
    G_LIST_MODEL (comparison_get_list (comparing.table))), ==, 0);
  texts = dup_label_texts (GTK_WIDGET (comparing.table));
  g_assert_nonnull (strstr (texts, "These do not: b1."));
  comparing_clear (&comparing);
}

/* One run has a dropped packet without a socket, and each has some without a reason, by the lines
 * of kfree_skb in trace-cmd report. */
static void
test_drops (void)
{
  Comparing comparing;
  g_autoptr(GString) names = g_string_new (NULL), titles = g_string_new (NULL);
  GtkColumnView *view;

  if (!comparison_has_traces ())
    return;
  comparing_init (&comparing, 1400);
  comparing_show (&comparing, comparison_get ("before", "late50", 3));
  g_object_set (comparing.table, "section", TH_COMPARISON_SECTION_DROPS, "sort",
                TH_COMPARISON_SORT_NAME, NULL);
  for (guint i = 0; i < th_comparison_list_get_n_rows (comparison_get_list (comparing.table)); i++)
    g_string_append_printf (names, "%s ", comparing_get_listed (&comparing, i)->name);
  g_assert_cmpstr (names->str, ==, " NOT_SPECIFIED NO_SOCKET ");
  /* The columns of what counts do not have are hidden. */
  view = GTK_COLUMN_VIEW (find_widget (GTK_WIDGET (comparing.table), GTK_TYPE_COLUMN_VIEW));
  for (guint i = 0; i < g_list_model_get_n_items (gtk_column_view_get_columns (view)); i++)
    {
      g_autoptr(GtkColumnViewColumn) column =
        g_list_model_get_item (gtk_column_view_get_columns (view), i);

      if (gtk_column_view_column_get_visible (column))
        g_string_append_printf (titles, "%s ", gtk_column_view_column_get_title (column));
    }
  g_assert_cmpstr (titles->str, ==, "Measure · Class A → B Change Evidence ");
  comparing_clear (&comparing);
}

/* --- causes ---------------------------------------------------------------------------- */

/* Compares two recordings of THRESHER_TRACES. */
static ThComparison *
compare_pair (const char *a,
              const char *b)
{
  GPtrArray *sides[2];
  const char *const names[] = { a, b };

  for (guint side = 0; side < 2; side++)
    {
      sides[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
      g_ptr_array_add (sides[side], comparison_load (names[side]));
    }
  return test_compare (sides[0], sides[1]);
}

/* The largest cause that the details name for a row. */
static char *
dup_first_cause (Comparing  *comparing,
                 const char *measure,
                 const char *name,
                 guint       level)
{
  GtkWidget *list;
  g_autofree char *texts = NULL;

  th_comparison_table_set_selected (comparing->table, comparison_find (comparing->comparison,
                                                                       measure, name, level));
  comparing_wait (comparing);
  list = find_widget (find_widget (GTK_WIDGET (comparing->panel), TH_TYPE_PARTS_LIST),
                      GTK_TYPE_LIST_BOX);
  texts = dup_label_texts (list);
  return g_strndup (texts, strcspn (texts, "\n"));
}

/* What was done to the second recording of each pair, by their README, is what the details name
 * first. */
static void
test_causes (void)
{
  static const struct
  {
    const char *after;
    const char *measure;
    const char *name;
    guint       level;
    const char *cause;
  } pairs[] = {
    { "e1000-rr-late-read.dat", "packet.total", "eth0:rx:gt-rr-server", 0,
      "stage reader · slower" },
    { "e1000-rr-hog.dat", "packet.wakeup", "eth0:rx:gt-rr-server", 0, "while gt-hog ran" },
    { "e1000-rr-hog.dat", "wait", "gt-rr-server", 0, "while gt-hog ran" },
    { "e1000-rr-busy-cpu.dat", "packet.wakeup", "eth0:rx:gt-rr-server", 1, "while gt-burn ran" },
  };

  if (!comparison_has_traces ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autoptr(ThComparison) comparison = compare_pair ("e1000-rr-before.dat", pairs[i].after);
      g_autofree char *cause = NULL;
      Comparing comparing;

      comparing_init (&comparing, 1400);
      comparing_show (&comparing, comparison);
      cause = dup_first_cause (&comparing, pairs[i].measure, pairs[i].name, pairs[i].level);
      g_assert_cmpstr (cause, ==, pairs[i].cause);
      comparing_clear (&comparing);
    }
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);
  g_test_add_func ("/gui/comparison-rows/filter", test_filter);
  g_test_add_func ("/gui/comparison-rows/conditions", test_conditions);
  g_test_add_func ("/gui/comparison-rows/without-samples", test_without_samples);
  g_test_add_func ("/gui/comparison-rows/whole-intervals", test_whole_intervals);
  g_test_add_func ("/gui/comparison-rows/groups", test_groups);
  g_test_add_func ("/gui/comparison-rows/drops", test_drops);
  g_test_add_func ("/gui/comparison-rows/counters", test_counters);
  g_test_add_func ("/gui/comparison-rows/causes", test_causes);
  return g_test_run ();
}
