/* test-conditions.c - the conditions of a comparison, in a window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The recordings are those of test-comparison-parts.c.
 */
#include "config.h"

#include "comparison-fixture.h"

#include <string.h>

#include "compare-fixture.h"
#include "th-conditions-grid.h"

static void
test_conditions (void)
{
  Comparing comparing;
  g_autofree char *shown = NULL, *texts = NULL, *warning = NULL;
  g_auto(GStrv) parts = NULL;
  const GArray *warnings;

  if (!comparison_has_traces ())
    return;
  comparing_init (&comparing, 1600);
  th_conditions_bar_set_comparison (comparing.bar, comparison_get ("before", "late50", 5));
  comparing_wait (&comparing);
  shown = dup_label_texts (GTK_WIDGET (comparing.bar));
  parts = g_strsplit (shown, "\u00a0", -1);
  texts = g_strjoinv (" ", parts);
  g_assert_nonnull (strstr (texts, "5 : 5, in turns"));
  g_assert_nonnull (strstr (texts, "Kernel"));
  warnings = th_comparison_get_warnings (comparison_get ("before", "late50", 5));
  g_assert_cmpuint (warnings->len, >, 0);
  for (guint i = 0; i < warnings->len; i++)
    {
      g_free (warning);
      warning = th_comparison_describe_warning (&g_array_index (warnings, ThComparisonWarning, i));
      g_assert_nonnull (strstr (texts, warning));
    }
  comparing_clear (&comparing);
}

/* What differs is first, with a warning sign and in words. */
static void
test_differ (void)
{
  GPtrArray *sides[2];
  g_autoptr(ThComparison) comparison = NULL;
  g_autoptr(GArray) conditions = NULL;
  g_autofree char *texts = NULL;
  Comparing comparing;
  const char *kernel, *clock;
  guint n_found = 0;

  for (guint side = 0; side < 2; side++)
    {
      const TestSamples samples = { "reader", "", TH_SPENT_RUNNING, 1000, 1000, side };
      ThCompareRun *run = test_run_new (side == 0 ? "a" : "b", side * 2000000000);

      test_run_add (run, &samples);
      if (side == 1)
        {
          g_free (run->making.kernel);
          run->making.kernel = g_strdup ("6.2");
        }
      sides[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
      g_ptr_array_add (sides[side], test_run_end (run));
    }
  comparison = test_compare (sides[0], sides[1]);

  comparing_init (&comparing, 1600);
  th_conditions_bar_set_comparison (comparing.bar, comparison);
  comparing_wait (&comparing);
  texts = dup_label_texts (GTK_WIDGET (comparing.bar));
  kernel = strstr (texts, "Kernel\n6.1 → 6.2\n");
  clock = strstr (texts, "Clock\nsame, mono\n");
  g_assert_true (kernel != NULL && clock != NULL && kernel < clock);
  g_assert_nonnull (strstr (texts, "kernel: The recordings were made differently: 6.1 → 6.2"));

  /* One run a side is neither fine nor a warning. */
  conditions = th_conditions_list (comparison);
  for (guint i = 0; i < conditions->len; i++)
    {
      const ThCondition *condition = &g_array_index (conditions, ThCondition, i);

      if (g_str_equal (condition->title, "Runs"))
        {
          g_assert_false (condition->is_fine);
          g_assert_cmpuint (condition->warnings->len, ==, 0);
          n_found++;
        }
      if (g_str_equal (condition->title, "Clock"))
        g_assert_true (condition->is_fine);
    }
  g_assert_cmpuint (n_found, ==, 1);
  comparing_clear (&comparing);
}

/* Returns how many conditions of the bar are not shown for lack of room. */
static guint
count_folded (ThConditionsBar *bar)
{
  guint n = 0;

  for (GtkWidget *item = gtk_widget_get_first_child (GTK_WIDGET (bar)); item != NULL;
       item = gtk_widget_get_next_sibling (item))
    n += !gtk_widget_get_child_visible (item);

  return n;
}

/* The button says how many conditions are not shown. */
static void
test_fold (void)
{
  Comparing comparing;
  g_autofree char *more = NULL;
  GtkWidget *button;
  guint n_wide;

  if (!comparison_has_traces ())
    return;
  comparing_init (&comparing, 1690);
  th_conditions_bar_set_comparison (comparing.bar, comparison_get ("before", "late50", 5));
  comparing_wait (&comparing);
  n_wide = count_folded (comparing.bar);
  comparing_clear (&comparing);

  comparing_init (&comparing, 800);
  th_conditions_bar_set_comparison (comparing.bar, comparison_get ("before", "late50", 5));
  comparing_wait (&comparing);
  g_assert_cmpuint (count_folded (comparing.bar), >, n_wide);
  more = g_strdup_printf ("+%u", count_folded (comparing.bar));
  button = find_widget (GTK_WIDGET (comparing.bar), GTK_TYPE_MENU_BUTTON);
  g_assert_cmpstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (button)), ==, more);
  comparing_clear (&comparing);
}

/* A text takes all the width available, and no line is broken between a number and its sign. */
static void
test_wide (void)
{
  const char *text = "19 % of the time of all CPUs was that of other programs, while it was 2 % "
                     "on the other side of the comparison";
  ThCondition condition = { "Busy", (char *) text, g_ptr_array_new (), FALSE };
  GArray *conditions = g_array_new (FALSE, FALSE, sizeof (ThCondition));
  GtkWidget *window = gtk_window_new (), *grid = th_conditions_grid_new (), *label;
  const char *shown;

  g_array_append_val (conditions, condition);
  th_conditions_grid_set (grid, conditions);
  gtk_window_set_child (GTK_WINDOW (window), grid);
  gtk_window_set_default_size (GTK_WINDOW (window), 1200, 100);
  gtk_widget_show (window);
  gtk_test_widget_wait_for_draw (window);
  gtk_test_widget_wait_for_draw (window);

  label = gtk_grid_get_child_at (GTK_GRID (grid), 2, 0);
  shown = gtk_label_get_text (GTK_LABEL (label));
  g_assert_cmpint (pango_layout_get_line_count (gtk_label_get_layout (GTK_LABEL (label))), ==, 1);
  g_assert_nonnull (strstr (shown, "19\u00a0% of the"));
  g_assert_nonnull (strstr (shown, "was 2\u00a0% on"));
  gtk_window_destroy (GTK_WINDOW (window));
  g_array_unref (conditions);
  g_ptr_array_unref (condition.warnings);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);
  g_test_add_func ("/gui/conditions/values", test_conditions);
  g_test_add_func ("/gui/conditions/differ", test_differ);
  g_test_add_func ("/gui/conditions/fold", test_fold);
  g_test_add_func ("/gui/conditions/wide", test_wide);
  return g_test_run ();
}
