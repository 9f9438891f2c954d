/* test-compare-runs.c - which runs of the sides of a comparison count, and which cannot be judged
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "compare-fixture.h"
#include "th-comparison-text.h"

#define N_MEASURES 5

/* A run with samples of its own, called "a0", "b1" and so on, which may still be changed. */
static ThCompareRun *
make_samples (guint side,
              guint number)
{
  g_autofree char *name = g_strdup_printf ("%c%u", side == 0 ? 'a' : 'b', number);
  ThCompareRun *run = test_run_new (name, (2 * number + side) * G_GINT64_CONSTANT (5000000000));

  for (guint i = 0; i < N_MEASURES; i++)
    {
      g_autofree char *measure = g_strdup_printf ("m%u", i);

      test_run_add (run, &(TestSamples) { measure, "eth0", TH_SPENT_RUNNING, 400, 10000,
                                          1 + i + 10 * number + 1000 * side });
    }
  return run;
}

static ThCompareRun *
make_run (guint side,
          guint number)
{
  return test_run_end (make_samples (side, number));
}

static GPtrArray *
make_side (guint side,
           guint n)
{
  GPtrArray *runs = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (runs, make_run (side, i));
  return runs;
}

/* The same recording three times is one run. */
static void
test_repeated (void)
{
  GPtrArray *a = make_side (0, 1), *b = make_side (1, 3);
  g_autoptr(ThComparison) comparison = NULL;

  g_ptr_array_add (a, make_run (0, 0));
  g_ptr_array_add (a, make_run (0, 0));
  comparison = test_compare (a, b);
  g_assert_cmpuint (th_comparison_get_n_runs (comparison, 0), ==, 1);
  g_assert_nonnull (test_find_warning (th_comparison_get_warnings (comparison),
                                       TH_WARNING_REPEATED));
  g_assert_nonnull (test_find_warning (th_comparison_get_warnings (comparison),
                                       TH_WARNING_FEW_RUNS));
}

/* Adds a run of @side that is a span of @recording; "" if that is not known. */
static void
add_span (GPtrArray  *runs,
          guint       side,
          const char *recording)
{
  ThCompareRun *run = make_run (side, runs->len);

  g_free (run->making.recording);
  run->making.recording = g_strdup (recording);
  g_ptr_array_add (runs, run);
}

/* Five spans of one recording are one run, three of two are two; on the other side they count
 * again.  What is not known to be of the same recording counts. */
static void
test_spans (void)
{
  static const struct
  {
    const char *a[6];
    const char *b[6];
    guint       n_a, n_b, n_left_out;
    gboolean    few;
  } sides[] = {
    { { "x", "x", "x", "x", "x" }, { "y", "y", "y", "y", "y" }, 1, 1, 8, FALSE },
    { { "x", "y", "x" }, { "x", "y", "z" }, 2, 3, 1, TRUE },
    { { "", "", "" }, { "x", "", "" }, 3, 3, 0, FALSE }
  };

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      GPtrArray *a = make_side (0, 0), *b = make_side (1, 0);
      g_autoptr(ThComparison) comparison = NULL;
      const GArray *warnings;
      guint n = 0;

      for (guint j = 0; sides[i].a[j] != NULL; j++)
        add_span (a, 0, sides[i].a[j]);
      for (guint j = 0; sides[i].b[j] != NULL; j++)
        add_span (b, 1, sides[i].b[j]);
      comparison = test_compare (a, b);
      warnings = th_comparison_get_warnings (comparison);
      for (guint j = 0; j < warnings->len; j++)
        n += g_array_index (warnings, ThComparisonWarning, j).kind == TH_WARNING_SPANS;
      g_assert_cmpuint (th_comparison_get_n_runs (comparison, 0), ==, sides[i].n_a);
      g_assert_cmpuint (th_comparison_get_n_runs (comparison, 1), ==, sides[i].n_b);
      g_assert_cmpuint (n, ==, sides[i].n_left_out);
      g_assert_true ((test_find_warning (warnings, TH_WARNING_FEW_RUNS) != NULL) == sides[i].few);
    }
}

/* One of three runs of A is on side B, too; then all of them are, in another order. */
static void
test_both (void)
{
  for (guint i = 0; i < 2; i++)
    {
      GPtrArray *a = make_side (0, 3), *b = make_side (1, i == 0 ? 2 : 0);
      g_autoptr(ThComparison) comparison = NULL;
      const ThComparisonWarning *both, *itself;

      for (guint j = 3; j > (i == 0 ? 2 : 0); j--)
        g_ptr_array_add (b, make_run (0, j - 1));
      comparison = test_compare (a, b);
      both = test_find_warning (th_comparison_get_warnings (comparison), TH_WARNING_BOTH);
      itself = test_find_warning (th_comparison_get_warnings (comparison), TH_WARNING_ITSELF);
      g_assert_true ((both != NULL) == (i == 0));
      g_assert_true ((itself != NULL) == (i == 1));
      g_assert_true (th_comparison_get_family (comparison)->is_same == (i == 1));
      if (both != NULL)
        g_assert_cmpstr (both->subject, ==, "a2");
    }
}

/* Spans of one recording on both sides, of a second each, share events if the second begins
 * before the first ends. */
static void
test_overlap (void)
{
  static const gint64 starts[] = { 999999999, 1000000000 };

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      GPtrArray *a = make_side (0, 0), *b = make_side (1, 0);
      g_autoptr(ThComparison) comparison = NULL;

      add_span (a, 0, "x");
      add_span (b, 1, "x");
      ((ThCompareRun *) a->pdata[0])->making.start = 0;
      ((ThCompareRun *) b->pdata[0])->making.start = starts[i];
      comparison = test_compare (a, b);
      g_assert_true ((test_find_warning (th_comparison_get_warnings (comparison),
                                         TH_WARNING_BOTH) != NULL) == (i == 0));
    }
}

/* Compares runs of which b1 has too few samples of the first @n measures.  The others have enough
 * for p50 and p90, but none for p99. */
static ThComparison *
compare_short (guint n)
{
  GPtrArray *a = make_side (0, 3), *b = make_side (1, 1);
  ThCompareRun *run = make_samples (1, 1);

  for (guint i = 0; i < n; i++)
    ((ThCompareClass *) run->classes->pdata[i])->n = 10;
  g_ptr_array_add (b, test_run_end (run));
  g_ptr_array_add (b, make_run (1, 2));
  return test_compare (a, b);
}

/* A run that alone prevents verdicts is named: b1, which lacks p50 and p90 of two of five measures,
 * or of one.  A quantile that no run has samples for is nobody's fault. */
static void
test_short_run (void)
{
  g_autoptr(ThComparison) beyond = compare_short (2);
  g_autoptr(ThComparison) within = compare_short (1);
  const ThComparisonWarning *warning =
    test_find_warning (th_comparison_get_warnings (beyond), TH_WARNING_SHORT_RUN);
  g_autofree char *numbers = NULL;

  g_assert_nonnull (warning);
  g_assert_cmpstr (warning->subject, ==, "b1");
  numbers = th_comparison_format_warning_numbers (warning);
  g_assert_cmpstr (numbers, ==, "4 of 10 rows");
  g_assert_null (test_find_warning (th_comparison_get_warnings (within), TH_WARNING_SHORT_RUN));

  for (guint level = 0; level < TH_VERDICT_N_LEVELS; level++)
    {
      const ThComparisonRow *row = test_find_row (within, "m0", "eth0", level);
      g_autofree char *sentence = th_comparison_describe_row (row);

      warning = test_find_warning (row->warnings, TH_WARNING_FEW_SAMPLES);
      g_assert_cmpstr (warning->subject, ==, level < 2 ? "b1" : "");
      g_assert_cmpint (strstr (sentence, "b1: Too few") != NULL, ==, level < 2);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/compare/runs/repeated", test_repeated);
  g_test_add_func ("/compare/runs/spans", test_spans);
  g_test_add_func ("/compare/runs/both", test_both);
  g_test_add_func ("/compare/runs/overlap", test_overlap);
  g_test_add_func ("/compare/runs/short", test_short_run);

  return g_test_run ();
}
