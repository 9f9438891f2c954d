/* th-verdict.c - decides from the quantiles of runs whether a measure became slower or faster
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "th-distribution.h"
#include "th-verdict.h"

#define FEW_MEASURES 5
#define SAME_ERROR .05
#define POWER_MISSED .20
#define SINGLE_ERROR .005
#define SINGLE_MARGIN 1.10 /* at least: less was never tested with one run */
#define RUNS_FACTOR 2
#define WAITS_FACTOR 5
#define LEAST_COMMON 3

void
th_verdict_options_init (ThVerdictOptions *self)
{
  *self = (ThVerdictOptions) { .01, log (1.10), { .05 * .05, .10 * .10, .20 * .20 } };
}

double
th_verdict_log (double value)
{
  return log (MAX (value, 1));
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

double
th_verdict_median (double *values,
                   guint   n)
{
  if (n == 0)
    return 0;

  qsort (values, n, sizeof (double), compare_doubles);
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

ThVerdict
th_verdict_from_interval (double low,
                          double high,
                          double narrow,
                          double margin)
{
  if (low > margin)
    return TH_VERDICT_SLOWER;
  if (high < -margin)
    return TH_VERDICT_FASTER;
  if (fabs (low + high) / 2 + narrow < margin)
    return TH_VERDICT_SAME;

  return TH_VERDICT_CANT_TELL;
}

/* --- several runs per side ---------------------------------------------- */

static double
get_mean (const double *values,
          guint         n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += values[i];

  return sum / n;
}

static double
get_squares (const double *values,
             guint         n,
             double        mean)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += (values[i] - mean) * (values[i] - mean);

  return sum;
}

static void
describe_runs (ThRunsTest         *test,
               const ThRunsFamily *family)
{
  double mean_a = get_mean (test->runs_a, family->n_a);
  double mean_b = get_mean (test->runs_b, family->n_b);

  test->difference = mean_b - mean_a;
  test->variance = (get_squares (test->runs_a, family->n_a, mean_a) +
                    get_squares (test->runs_b, family->n_b, mean_b)) / family->df;
}

static double
find_floor (const ThRunsTest *tests,
            guint             n_tests,
            guint             level,
            double            floor_of_few)
{
  g_autofree double *variances = g_new (double, MAX (n_tests, 1));
  double median;
  guint n = 0;

  for (guint i = 0; i < n_tests; i++)
    if (tests[i].level == level)
      variances[n++] = tests[i].variance;

  median = th_verdict_median (variances, n);
  return n < FEW_MEASURES ? MAX (median, floor_of_few) : median;
}

static void
judge_runs_test (ThRunsTest             *test,
                 const ThRunsFamily     *family,
                 const ThVerdictOptions *options)
{
  double variance = MAX (test->variance, family->floors[test->level]);

  test->error = sqrt (variance * (1. / family->n_a + 1. / family->n_b));
  test->low = test->difference - family->t * test->error;
  test->high = test->difference + family->t * test->error;
  test->narrow = th_student_quantile (SAME_ERROR, family->df) * test->error;
  test->margin = MAX (options->margin, test->least_margin);
  test->verdict = test->identical ? TH_VERDICT_SAME
                                  : th_verdict_from_interval (test->low, test->high, test->narrow,
                                                              test->margin);
}

void
th_verdict_judge_runs (ThRunsTest             *tests,
                       guint                   n_tests,
                       const ThVerdictOptions *options,
                       ThRunsFamily           *family)
{
  g_return_if_fail (family->n_a > 0 && family->n_b > 0 && family->n_a + family->n_b > 2);

  family->df = family->n_a + family->n_b - 2.;
  family->t = n_tests > 0 ? th_student_quantile (options->alpha / n_tests, family->df) : 0;
  for (guint i = 0; i < n_tests; i++)
    describe_runs (&tests[i], family);
  for (guint level = 0; level < TH_VERDICT_N_LEVELS; level++)
    family->floors[level] = find_floor (tests, n_tests, level, options->floors[level]);
  for (guint i = 0; i < n_tests; i++)
    judge_runs_test (&tests[i], family, options);
}

/* The least difference of logarithms that @n runs per side would detect. */
static double
get_reach (double variance,
           double t,
           guint  n)
{
  return t * sqrt (2 * variance / n);
}

static gboolean
tells_same (double variance,
            double margin,
            guint  n)
{
  return get_reach (variance, th_student_quantile (SAME_ERROR, 2. * n - 2), n) < margin;
}

guint
th_verdict_runs_for_same (double variance,
                          double margin)
{
  guint low = TH_VERDICT_LEAST_RUNS, high = TH_VERDICT_MAX_RUNS + 1;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (tells_same (variance, margin, middle))
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

guint
th_verdict_runs_for_shift (double                  variance,
                           double                  shift,
                           guint                   n_tests,
                           const ThVerdictOptions *options)
{
  guint low = TH_VERDICT_LEAST_RUNS, high = TH_VERDICT_MAX_RUNS + 1;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      double df = 2. * middle - 2;
      double t = th_student_quantile (options->alpha / MAX (n_tests, 1), df) +
                 th_student_quantile (POWER_MISSED, df);

      if (get_reach (variance, t, middle) < shift - options->margin)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* --- one run per side ---------------------------------------------------- */

static double
find_common (const ThSingleTest *tests,
             guint               n_tests)
{
  g_autofree double *differences = g_new (double, MAX (n_tests, 1));
  guint n = 0;

  for (guint i = 0; i < n_tests; i++)
    if (tests[i].kind == TH_SINGLE_RUNS)
      differences[n++] = tests[i].difference;

  return n < LEAST_COMMON ? 0 : th_verdict_median (differences, n);
}

/* Whether all segments of B lie above (@sign 1) or below (-1) all segments of A. */
static gboolean
are_segments_apart (const ThSingleTest *test,
                    int                 sign)
{
  for (guint i = 0; i < TH_VERDICT_N_SEGMENTS; i++)
    for (guint j = 0; j < TH_VERDICT_N_SEGMENTS; j++)
      if (sign * (test->b.segments[i] - test->a.segments[j]) <= 0)
        return FALSE;

  return TRUE;
}

static gboolean
stands_out (const ThSingleTest *test,
            double              common,
            double              half,
            double              margin)
{
  int sign = test->difference > 0 ? 1 : -1;
  double limit = log (test->kind == TH_SINGLE_RUNS ? RUNS_FACTOR : WAITS_FACTOR);

  return sign * test->difference > limit && sign * (test->difference - common) > limit &&
         fabs (test->difference) - half > MAX (log (SINGLE_MARGIN), margin) &&
         are_segments_apart (test, sign);
}

void
th_verdict_judge_single (ThSingleTest           *tests,
                         guint                   n_tests,
                         const ThVerdictOptions *options,
                         double                 *common,
                         double                 *z)
{
  *z = th_normal_quantile (SINGLE_ERROR / MAX (n_tests, 1));
  for (guint i = 0; i < n_tests; i++)
    tests[i].difference = tests[i].b.median - tests[i].a.median;
  *common = find_common (tests, n_tests);

  for (guint i = 0; i < n_tests; i++)
    {
      ThSingleTest *test = &tests[i];
      double half = *z * hypot (test->a.error, test->b.error);

      test->low = test->difference - half;
      test->high = test->difference + half;
      test->stands_out = !test->identical && stands_out (test, *common, half, options->margin);
      test->verdict = test->identical ? TH_VERDICT_SAME : TH_VERDICT_CANT_TELL;
      if (test->stands_out && test->kind != TH_SINGLE_WAITS)
        test->verdict = test->difference > 0 ? TH_VERDICT_SLOWER : TH_VERDICT_FASTER;
    }
}
