/* th-compare-class.c - the samples of one class of a run, and statistics of them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-compare-private.h"
#include "th-quantiles.h"

/* The least number of samples for a quantile to be judged, and of independent samples
 * beyond the quantile. */
#define LEAST_SAMPLES 30
#define LEAST_BEYOND 5

static const double levels[TH_VERDICT_N_LEVELS] = { .5, .9, .99 };

static void
part_clear (ThComparePart *part)
{
  g_free (part->dimension);
  g_free (part->key);
}

ThCompareClass *
th_compare_class_new (void)
{
  ThCompareClass *self = g_new0 (ThCompareClass, 1);

  self->parts = g_array_new (FALSE, TRUE, sizeof (ThComparePart));
  g_array_set_clear_func (self->parts, (GDestroyNotify) part_clear);
  return self;
}

void
th_compare_class_free (ThCompareClass *self)
{
  g_free (self->analysis);
  g_free (self->measure);
  g_free (self->title);
  g_free (self->name);
  g_free (self->base);
  g_free (self->table);
  g_free (self->begins);
  g_free (self->ends);
  g_free (self->times);
  g_free (self->values);
  g_array_unref (self->parts);
  g_free (self);
}

static double
get_median (const gint64 *values,
            gsize         n)
{
  g_autofree gint64 *sorted = g_memdup2 (values, n * sizeof (gint64));

  th_quantiles_sort (sorted, n);
  return th_quantiles_get (sorted, n, .5);
}

/* Sets the medians of segments, whose lengths differ by at most 1, and of quarters. */
static void
set_segments (ThCompareClass *self)
{
  guint32 begin = 0;

  for (guint i = 0; i < TH_VERDICT_N_SEGMENTS; i++)
    {
      guint32 length = self->n / TH_VERDICT_N_SEGMENTS + (i < self->n % TH_VERDICT_N_SEGMENTS);

      self->single.segments[i] = th_verdict_log (get_median (self->values + begin, length));
      begin += length;
    }
  self->quarters[0] = get_median (self->values, self->n / 4);
  self->quarters[1] = get_median (self->values + self->n - self->n / 4, self->n / 4);
}

static void
describe_level (ThCompareClass *self,
                const gint64   *sorted,
                guint           level)
{
  double p = levels[level], quantile = th_quantiles_get (sorted, self->n, p);
  gboolean known = th_quantiles_design_effect (self->values, self->n, quantile,
                                               &self->effects[level]);

  self->quantiles[level] = quantile;
  self->is_told[level] = known && self->n >= LEAST_SAMPLES &&
                         self->n / self->effects[level] * (1 - p) >= LEAST_BEYOND;
}

void
th_compare_class_finalize (ThCompareClass *self)
{
  g_autofree gint64 *sorted = NULL;
  double low, high;

  if (self->n == 0)
    return;

  sorted = th_compare_class_dup_sorted (self);
  for (guint level = 0; level < TH_VERDICT_N_LEVELS; level++)
    describe_level (self, sorted, level);
  if (!self->is_told[0])
    return;

  th_quantiles_interval (sorted, self->n, .5, self->effects[0], 1, &low, &high);
  self->single.median = th_verdict_log (self->quantiles[0]);
  self->single.error = (th_verdict_log (high) - th_verdict_log (low)) / 2;
  set_segments (self);
}

gint64 *
th_compare_class_dup_sorted (const ThCompareClass *self)
{
  gint64 *sorted = g_new (gint64, MAX (self->n, 1));

  if (self->n > 0)
    memcpy (sorted, self->values, self->n * sizeof (gint64));
  th_quantiles_sort (sorted, self->n);
  return sorted;
}

gboolean
th_compare_class_equal (const ThCompareClass *a,
                        const ThCompareClass *b)
{
  return a->n == b->n && a->n_found == b->n_found &&
         strcmp (a->analysis, b->analysis) == 0 && strcmp (a->measure, b->measure) == 0 &&
         strcmp (a->name, b->name) == 0 &&
         (a->n == 0 || (memcmp (a->values, b->values, a->n * sizeof (gint64)) == 0 &&
                        memcmp (a->times, b->times, a->n * sizeof (gint64)) == 0));
}
