/* test-compare-shift.c - shift functions and histograms of both sides of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Expected values were computed by numpy.quantile() and scipy.stats.t.ppf() from the same
 * samples; see fill() for these.
 */
#include <math.h>

#include "compare-fixture.h"
#include "th-log-histogram.h"
#include "th-shift.h"

#define N 1000

/* The samples of each run: scaled by @percent, then shifted by @add. */
typedef struct
{
  gint64 percent;
  gint64 add;
} Scale;

static const Scale scales_a[] = { { 100, 0 }, { 104, 0 }, { 70, 0 } };
static const Scale scales_b[] = { { 150, 0 }, { 141, 3000 }, { 240, 500 } };

static void
fill (ThCompareClass *class,
      const Scale    *scale)
{
  for (gint64 i = 0; i < class->n; i++)
    class->values[i] = (1000 + (i * 7919 % 1009) * (i * 7919 % 1009) / 50) * scale->percent / 100 +
                       scale->add;
}

static GPtrArray *
make_side (const Scale *scales,
           guint        n_runs,
           guint32      n,
           gint64       start)
{
  GPtrArray *side = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);

  for (guint i = 0; i < n_runs; i++)
    {
      g_autofree char *name = g_strdup_printf ("run %u", i);
      ThCompareRun *run = test_run_new (name, start + i * 4000000000);
      const TestSamples samples = { "reader", "", TH_SPENT_RUNNING, n, 1000, i };

      fill (test_run_add (run, &samples), &scales[i]);
      g_ptr_array_add (side, test_run_end (run));
    }
  return side;
}

static ThComparison *
make (guint   n_a,
      guint   n_b,
      guint32 n)
{
  return test_compare (make_side (scales_a, n_a, n, 0), make_side (scales_b, n_b, n, 2000000000));
}

static void
assert_close (double value,
              double expected)
{
  if (!(fabs (value - expected) <= 1e-8))
    g_error ("%.10g is not %.10g", value, expected);
}

static void
test_lines (void)
{
  static const struct
  {
    guint  point;
    double p, lines[3], mean, half;
  } expected[] = {
    { 0, 0.0100000000, { 0.4054617814, 1.4431934885, 1.4213438673 },
      1.0899997124, 1.7456491080 },
    { 24, 0.5000000000, { 0.4054651081, 0.6032128304, 1.2656723684 },
      0.7581167690, 0.9939977911 },
    { 10, 0.0662576525, { 0.4052177010, 1.3875008038, 1.4073236767 },
      1.0666807272, 1.6722359902 },
    { 40, 0.9609380560, { 0.4054486400, 0.4065389195, 1.2426310734 },
      0.6848728776, 1.0274346047 },
    { 59, 0.9990000000, { 0.4054650924, 0.3996492852, 1.2418861896 },
      0.6823335224, 1.0304720539 },
  };
  g_autoptr(ThComparison) comparison = make (3, 3, N);
  g_autoptr(ThShift) shift = th_shift_new (comparison, test_find_row (comparison, "reader", "", 0));

  g_assert_cmpuint (shift->n_lines, ==, 3);
  g_assert_true (shift->has_band);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      guint point = expected[i].point;

      assert_close (shift->p[point], expected[i].p);
      for (guint line = 0; line < 3; line++)
        assert_close (shift->lines[line][point], expected[i].lines[line]);
      assert_close (shift->mean[point], expected[i].mean);
      assert_close (shift->low[point], expected[i].mean - expected[i].half);
      assert_close (shift->high[point], expected[i].mean + expected[i].half);
    }
}

/* The band is as wide as the whiskers of the rows, also where it is the floor. */
static void
test_band_is_interval (void)
{
  static const double levels[] = { .5, .9, .99 };
  static const Scale equal[] = { { 150, 0 }, { 150, 1 }, { 150, 2 } };
  static const Scale near[] = { { 300, 0 }, { 300, 1 }, { 300, 2 } };
  static const Scale *const sides[][2] = { { scales_a, scales_b }, { equal, scales_b },
                                           { equal, near } };

  for (guint i = 0; i < G_N_ELEMENTS (sides) * G_N_ELEMENTS (levels); i++)
    {
      const Scale *const *both = sides[i / 3];
      g_autoptr(ThComparison) comparison = test_compare (make_side (both[0], 3, N, 0),
                                                         make_side (both[1], 3, N, 2000000000));
      const ThComparisonRow *row = test_find_row (comparison, "reader", "", i % 3);
      g_autoptr(ThShift) shift = th_shift_new (comparison, row);
      guint point = th_shift_find (shift, levels[i % 3]);

      g_assert_true (row->is_tested && row->has_interval);
      assert_close (shift->p[point], levels[i % 3]);
      assert_close (shift->mean[point], row->difference);
      assert_close (shift->low[point], row->low);
      assert_close (shift->high[point], row->high);
    }
}

static void
test_unequal (void)
{
  static const double expected[] = { 0.385886227, 0.622791712, 0.889418543 };
  g_autoptr(ThComparison) comparison = make (2, 3, N);
  g_autoptr(ThShift) shift = th_shift_new (comparison, test_find_row (comparison, "reader", "", 0));
  guint middle = th_shift_find (shift, .5);

  /* Each run of B against the mean of A; two runs are too few for a band. */
  g_assert_cmpuint (shift->n_lines, ==, 3);
  g_assert_false (shift->has_band);
  for (guint line = 0; line < 3; line++)
    assert_close (shift->lines[line][middle], expected[line]);
  assert_close (shift->mean[middle], 0.632698827);
}

static void
test_few_samples (void)
{
  g_autoptr(ThComparison) comparison = make (3, 3, 99);
  g_autoptr(ThShift) shift = th_shift_new (comparison, test_find_row (comparison, "reader", "", 0));

  /* 99 samples have none beyond .999 or below .01, but ten beyond .9. */
  g_assert_true (isnan (shift->mean[TH_SHIFT_N_POINTS - 1]) && isnan (shift->mean[0]));
  g_assert_true (isnan (shift->high[TH_SHIFT_N_POINTS - 1]));
  g_assert_false (isnan (shift->mean[th_shift_find (shift, .9)]));
}

static void
test_one_sided (void)
{
  g_autoptr(GPtrArray) empty = NULL;
  g_autoptr(ThComparison) comparison = NULL;
  const ThComparisonRow *row;
  g_autoptr(ThLogHistogram) histogram = NULL;

  empty = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
  g_ptr_array_add (empty, test_run_end (test_run_new ("empty", 0)));
  comparison = test_compare (make_side (scales_a, 1, N, 0), g_steal_pointer (&empty));
  row = test_find_row (comparison, "reader", "", 0);
  g_assert_null (th_shift_new (comparison, row));
  histogram = th_log_histogram_new (comparison, row, 8);
  g_assert_cmpuint (histogram->n[0], ==, N);
  g_assert_cmpuint (histogram->n[1], ==, 0);
}

/* --- histograms -------------------------------------------------------------- */

static guint64
count_samples (const ThComparison    *comparison,
               const ThComparisonRow *row,
               guint                  side,
               gint64                 low,
               gint64                 high)
{
  guint64 n = 0;

  for (guint run = 3 * side; run < 3 * side + 3; run++)
    for (guint32 i = 0; i < row->classes[run]->n; i++)
      n += row->classes[run]->values[i] >= low && row->classes[run]->values[i] < high;
  return n;
}

static void
test_histogram (void)
{
  g_autoptr(ThComparison) comparison = make (3, 3, N);
  const ThComparisonRow *row = test_find_row (comparison, "reader", "", 0);
  g_autoptr(ThLogHistogram) histogram = th_log_histogram_new (comparison, row, 64);
  double ratio = log (51670. / 700) / 64;

  g_assert_cmpuint (histogram->n_bins, ==, 64);
  g_assert_cmpint (histogram->edges[0], ==, 700);
  g_assert_cmpint (histogram->edges[64], ==, 51671);
  for (guint i = 0; i < 64; i++)
    {
      if (i > 0)
        g_assert_cmpint (histogram->edges[i], ==, (gint64) ceil (700 * exp (ratio * i)));
      for (guint side = 0; side < 2; side++)
        g_assert_cmpuint (histogram->counts[side][i], ==,
                          count_samples (comparison, row, side, histogram->edges[i],
                                         histogram->edges[i + 1]));
    }
  g_assert_cmpuint (th_log_histogram_count (histogram, 0, 700, 51671), ==, 3 * N);
  g_assert_cmpuint (th_log_histogram_count (histogram, 1, 700, 51671), ==, 3 * N);
}

/* Values are whole numbers, so few small ones give few bins. */
static void
test_edges (void)
{
  const TestSamples samples = { "reader", "", TH_SPENT_RUNNING, 4, 1, 1 };
  GPtrArray *sides[2];
  g_autoptr(ThComparison) comparison = NULL;
  g_autoptr(ThLogHistogram) histogram = NULL;

  for (guint side = 0; side < 2; side++)
    {
      ThCompareRun *run = test_run_new (side == 0 ? "a" : "b", side * 2000000000);
      ThCompareClass *class = test_run_add (run, &samples);

      for (guint i = 0; i < class->n; i++)
        class->values[i] = side == 0 ? i : 2 * i;
      sides[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
      g_ptr_array_add (sides[side], test_run_end (run));
    }
  comparison = test_compare (sides[0], sides[1]);
  histogram = th_log_histogram_new (comparison, test_find_row (comparison, "reader", "", 0), 64);

  /* A has 0, 1, 2, 3 and B has 0, 2, 4, 6: no more bins than whole numbers. */
  g_assert_cmpuint (histogram->n_bins, ==, 6);
  g_assert_cmpint (histogram->edges[0], ==, 0);
  g_assert_cmpint (histogram->edges[6], ==, 7);
  g_assert_cmpuint (th_log_histogram_count (histogram, 0, 2, 5), ==, 2);
  g_assert_cmpuint (th_log_histogram_count (histogram, 1, 2, 5), ==, 2);
  g_assert_cmpuint (th_log_histogram_count (histogram, 1, 5, 7), ==, 1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compare/shift/lines", test_lines);
  g_test_add_func ("/compare/shift/band-is-interval", test_band_is_interval);
  g_test_add_func ("/compare/shift/unequal", test_unequal);
  g_test_add_func ("/compare/shift/few-samples", test_few_samples);
  g_test_add_func ("/compare/shift/one-sided", test_one_sided);
  g_test_add_func ("/compare/histogram/counts", test_histogram);
  g_test_add_func ("/compare/histogram/edges", test_edges);
  return g_test_run ();
}
