/* th-log-histogram.c - the samples of both sides, counted in bins of equal ratio
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-log-histogram.h"

typedef void (*SampleFunc) (ThLogHistogram *self,
              guint           side,
              gint64          value,
              gpointer        data);

static void
visit (ThLogHistogram        *self,
       const ThComparison    *comparison,
       const ThComparisonRow *row,
       SampleFunc             func,
       gpointer               data)
{
  guint n_a = th_comparison_get_n_runs (comparison, 0);
  guint n = n_a + th_comparison_get_n_runs (comparison, 1);

  for (guint run = 0; run < n; run++)
    {
      const ThCompareClass *class = row->classes[run];

      for (guint32 i = 0; class != NULL && i < class->n; i++)
        func (self, run >= n_a, class->values[i], data);
    }
}

/* --- edges ------------------------------------------------------------------ */

typedef struct
{
  gint64 low;
  gint64 high;
} Range;

static void
widen (ThLogHistogram *self,
       guint           side,
       gint64          value,
       gpointer        data)
{
  Range *range = data;

  self->n[side]++;
  range->low = MIN (range->low, value);
  range->high = MAX (range->high, value);
}

/* Rounded edges that would coincide are left out. */
static void
set_edges (ThLogHistogram *self,
           const Range    *range,
           guint           n_bins)
{
  double low = log (MAX (range->low, 1)), high = log (MAX (range->high, 1));
  gint64 last = range->high < G_MAXINT64 ? range->high + 1 : G_MAXINT64;

  self->edges = g_new (gint64, n_bins + 1);
  self->edges[0] = range->low;
  for (guint i = 1; i < n_bins; i++)
    {
      double edge = ceil (exp (low + (high - low) * i / n_bins));

      if (edge < last && (gint64) edge > self->edges[self->n_bins])
        self->edges[++self->n_bins] = edge;
    }
  self->edges[++self->n_bins] = last;
}

/* --- counts ----------------------------------------------------------------- */

/* The last edge that is not above @value; 0 if there is none. */
static guint
find_bin (const ThLogHistogram *self,
          gint64                value)
{
  guint begin = 0, end = self->n_bins;

  while (end - begin > 1)
    {
      guint middle = (begin + end) / 2;

      if (self->edges[middle] <= value)
        begin = middle;
      else
        end = middle;
    }
  return begin;
}

static void
count (ThLogHistogram *self,
       guint           side,
       gint64          value,
       gpointer        data)
{
  self->counts[side][find_bin (self, value)]++;
}

guint64
th_log_histogram_count (const ThLogHistogram *self,
                        guint                 side,
                        gint64                low,
                        gint64                high)
{
  guint64 sum = 0;

  for (guint i = 0; i < self->n_bins; i++)
    if (self->edges[i] < high && self->edges[i + 1] > low)
      sum += self->counts[side][i];
  return sum;
}

ThLogHistogram *
th_log_histogram_new (const ThComparison    *comparison,
                      const ThComparisonRow *row,
                      guint                  n_bins)
{
  g_autoptr(ThLogHistogram) self = g_new0 (ThLogHistogram, 1);
  Range range = { G_MAXINT64, G_MININT64 };

  g_return_val_if_fail (n_bins > 0, NULL);

  if (row->kind != TH_COMPARISON_QUANTILE)
    return NULL;
  visit (self, comparison, row, widen, &range);
  if (self->n[0] + self->n[1] == 0)
    return NULL;

  set_edges (self, &range, n_bins);
  for (guint side = 0; side < 2; side++)
    self->counts[side] = g_new0 (guint64, self->n_bins);
  visit (self, comparison, row, count, NULL);
  return g_steal_pointer (&self);
}

void
th_log_histogram_free (ThLogHistogram *self)
{
  g_free (self->edges);
  g_free (self->counts[0]);
  g_free (self->counts[1]);
  g_free (self);
}
