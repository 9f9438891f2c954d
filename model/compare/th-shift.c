/* th-shift.c - by which factor each quantile of a class changed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-distribution.h"
#include "th-quantiles.h"
#include "th-shift.h"

#define FIRST_P .01
#define LAST_P .999
#define MIN_RUNS 3

static const double levels[TH_VERDICT_N_LEVELS] = { .5, .9, .99 };

/* The logarithms of the quantiles of the runs that have samples, those of A first. */
typedef struct
{
  guint    n_a, n_b;
  double (*logs)[TH_SHIFT_N_POINTS];
} Runs;

double
th_shift_logit (double p)
{
  return log (p / (1 - p));
}

guint
th_shift_find (const ThShift *self,
               double         p)
{
  guint best = 0;

  for (guint i = 1; i < TH_SHIFT_N_POINTS; i++)
    if (fabs (th_shift_logit (self->p[i]) - th_shift_logit (p)) <
        fabs (th_shift_logit (self->p[best]) - th_shift_logit (p)))
      best = i;
  return best;
}

/* The points next to the tested levels are moved there. */
static void
set_points (ThShift *self)
{
  double first = th_shift_logit (FIRST_P), last = th_shift_logit (LAST_P);

  for (guint i = 0; i < TH_SHIFT_N_POINTS; i++)
    self->p[i] = 1 / (1 + exp (-(first + (last - first) * i / (TH_SHIFT_N_POINTS - 1))));
  for (guint level = 0; level < G_N_ELEMENTS (levels); level++)
    self->p[th_shift_find (self, levels[level])] = levels[level];
}

/* --- lines ------------------------------------------------------------------ */

static void
take_quantiles (const ThShift        *self,
                const ThCompareClass *class,
                double               *logs)
{
  g_autofree gint64 *sorted = th_compare_class_dup_sorted (class);

  for (guint i = 0; i < TH_SHIFT_N_POINTS; i++)
    {
      double beyond = class->n * MIN (self->p[i], 1 - self->p[i]);

      /* Without a sample beyond it, the quantile is only the least or the largest one. */
      logs[i] = beyond >= 1 - 1e-9 ? th_verdict_log (th_quantiles_get (sorted, class->n,
                                                                       self->p[i])) : NAN;
    }
}

static void
take_runs (const ThShift         *self,
           const ThComparison    *comparison,
           const ThComparisonRow *row,
           Runs                  *runs)
{
  guint n_a = th_comparison_get_n_runs (comparison, 0);
  guint n = n_a + th_comparison_get_n_runs (comparison, 1);

  runs->n_a = runs->n_b = 0;
  runs->logs = g_malloc_n (n, sizeof *runs->logs);
  for (guint run = 0; run < n; run++)
    {
      const ThCompareClass *class = row->classes[run];

      if (class == NULL || class->n == 0)
        continue;
      take_quantiles (self, class, runs->logs[runs->n_a + runs->n_b]);
      if (run < n_a)
        runs->n_a++;
      else
        runs->n_b++;
    }
}

static double
get_mean (const Runs *runs,
          guint       begin,
          guint       end,
          guint       point)
{
  double sum = 0;

  for (guint run = begin; run < end; run++)
    sum += runs->logs[run][point];
  return sum / (end - begin);
}

static void
set_lines (ThShift    *self,
           const Runs *runs)
{
  guint n = runs->n_a + runs->n_b;

  self->n_lines = MAX (runs->n_a, runs->n_b);
  self->lines = g_malloc_n (self->n_lines, sizeof *self->lines);
  for (guint i = 0; i < TH_SHIFT_N_POINTS; i++)
    {
      double a = get_mean (runs, 0, runs->n_a, i), b = get_mean (runs, runs->n_a, n, i);

      self->mean[i] = b - a;
      for (guint line = 0; line < self->n_lines; line++)
        {
          double from = runs->n_a >= runs->n_b ? runs->logs[line][i] : a;
          double to = runs->n_b >= runs->n_a ? runs->logs[runs->n_a + line][i] : b;

          self->lines[line][i] = to - from;
        }
    }
}

/* --- the band --------------------------------------------------------------- */

static double
get_squares (const Runs *runs,
             guint       begin,
             guint       end,
             guint       point)
{
  double mean = get_mean (runs, begin, end, point), sum = 0;

  for (guint run = begin; run < end; run++)
    sum += pow (runs->logs[run][point] - mean, 2);
  return sum;
}

/* The least variance at @p, interpolated between the levels. */
static double
get_floor (const ThComparisonFamily *family,
           double                    p)
{
  double x = th_shift_logit (p);

  if (p <= levels[0])
    return family->floors[0];
  for (guint level = 1; level < G_N_ELEMENTS (levels); level++)
    if (p <= levels[level])
      {
        double begin = th_shift_logit (levels[level - 1]), end = th_shift_logit (levels[level]);
        double share = (x - begin) / (end - begin);

        return family->floors[level - 1] * (1 - share) + family->floors[level] * share;
      }

  return family->floors[G_N_ELEMENTS (levels) - 1];
}

static void
set_band (ThShift                  *self,
          const Runs               *runs,
          const ThComparisonFamily *family)
{
  guint n = runs->n_a + runs->n_b;
  double t = th_student_quantile (family->alpha / MAX (family->n_tests, 1), n - 2);

  self->has_band = TRUE;
  for (guint i = 0; i < TH_SHIFT_N_POINTS; i++)
    {
      double squares = get_squares (runs, 0, runs->n_a, i) + get_squares (runs, runs->n_a, n, i);
      double variance = MAX (squares / (n - 2), get_floor (family, self->p[i]));
      double width = t * sqrt (variance * (1. / runs->n_a + 1. / runs->n_b));

      self->low[i] = self->mean[i] - width;
      self->high[i] = self->mean[i] + width;
    }
}

static gboolean
is_complete (const ThComparison *comparison,
             const Runs         *runs)
{
  return runs->n_a == th_comparison_get_n_runs (comparison, 0) && runs->n_a >= MIN_RUNS &&
         runs->n_b == th_comparison_get_n_runs (comparison, 1) && runs->n_b >= MIN_RUNS;
}

ThShift *
th_shift_new (const ThComparison    *comparison,
              const ThComparisonRow *row)
{
  g_autoptr(ThShift) self = g_new0 (ThShift, 1);
  Runs runs;

  if (row->kind != TH_COMPARISON_QUANTILE)
    return NULL;

  set_points (self);
  take_runs (self, comparison, row, &runs);
  if (runs.n_a > 0 && runs.n_b > 0)
    {
      set_lines (self, &runs);
      if (is_complete (comparison, &runs))
        set_band (self, &runs, th_comparison_get_family (comparison));
    }
  g_free (runs.logs);
  return self->n_lines > 0 ? g_steal_pointer (&self) : NULL;
}

void
th_shift_free (ThShift *self)
{
  g_free (self->lines);
  g_free (self);
}
