/* th-comparison-warn-rows.c - warnings about single rows of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-comparison-private.h"
#include "th-quantiles.h"

#define MIX_SHARE .10
#define PRESENCE_SHARE .05
#define DRIFT_RATIO 1.5

/* Only p50 gets the warnings of a class, so that they are not repeated for each quantile. */
static GArray *
get_warnings (const ThComparison *self,
              const Entry        *entry)
{
  return th_comparison_peek_row (self, entry, 0)->warnings;
}

static gboolean
is_complete (const ThComparison *self,
             const Entry        *entry)
{
  for (guint run = 0; run < self->n_a + self->n_b; run++)
    if (entry->classes[run] == NULL || entry->classes[run]->n == 0)
      return FALSE;

  return TRUE;
}

static gboolean
differ (double a,
        double b,
        double ratio)
{
  return a > 0 && b > 0 && fabs (log (b / a)) > log (ratio);
}

/* --- the load ------------------------------------------------------------------- */

static double
get_rate (const ThComparison *self,
          const Entry        *entry,
          guint               run)
{
  gint64 duration = th_compare_run_get_making (th_comparison_peek_run (self, run))->duration;

  return duration > 0 ? entry->classes[run]->n_found / (duration / 1e9) : NAN;
}

static double
get_length (const ThComparison *self,
            const Entry        *entry,
            guint               run)
{
  return entry->classes[run]->has_sizes ? entry->classes[run]->size_median : NAN;
}

static double
get_mix (const ThComparison *self,
         const Entry        *entry,
         guint               run)
{
  return entry->classes[run]->n_found / (double) entry->totals[run];
}

static void
warn_load (ThComparison *self,
           const Entry  *entry)
{
  GArray *warnings = get_warnings (self, entry);
  double a, b;

  th_comparison_get_means (self, entry, get_mix, &a, &b);
  if (fabs (a - b) > MIX_SHARE)
    th_comparison_warn (warnings, TH_WARNING_MIX, "", a, b);
  if (!entry->any->is_whole_flow)
    return;

  th_comparison_get_means (self, entry, get_rate, &a, &b);
  if (differ (a, b, TOLD_RATIO))
    th_comparison_warn (warnings, TH_WARNING_RATE, "", a, b);
  th_comparison_get_means (self, entry, get_length, &a, &b);
  if (differ (a, b, TOLD_RATIO))
    th_comparison_warn (warnings, TH_WARNING_LENGTH, "", a, b);
}

/* --- classes that must not be compared ---------------------------------------------- */

static void
find_sizes (const Entry *entry,
            guint        begin,
            guint        end,
            double      *low,
            double      *high)
{
  *low = INFINITY;
  *high = -INFINITY;
  for (guint run = begin; run < end; run++)
    if (entry->classes[run]->has_sizes)
      {
        *low = MIN (*low, entry->classes[run]->size_low);
        *high = MAX (*high, entry->classes[run]->size_high);
      }
}

static void
warn_sizes (ThComparison *self,
            Entry        *entry)
{
  double low_a, high_a, low_b, high_b, a, b;

  find_sizes (entry, 0, self->n_a, &low_a, &high_a);
  find_sizes (entry, self->n_a, self->n_a + self->n_b, &low_b, &high_b);
  if (low_a > high_a || low_b > high_b || (low_b <= high_a && low_a <= high_b))
    return;

  th_comparison_get_means (self, entry, get_length, &a, &b);
  th_comparison_warn (get_warnings (self, entry), TH_WARNING_SIZES, "", a, b);
  entry->is_apart = TRUE;
}

/* The event that samples begin or end with in all runs from @begin to before @end; "" if
 * it differs between them. */
static const char *
get_end (const Entry *entry,
         guint        begin,
         guint        end,
         gboolean     is_begin)
{
  const char *name = NULL;

  for (guint run = begin; run < end; run++)
    {
      const ThCompareClass *class = entry->classes[run];
      const char *other = is_begin ? class->begins : class->ends;

      if (name != NULL && strcmp (name, other) != 0)
        return "";
      name = other;
    }
  return name;
}

static void
warn_ends (ThComparison *self,
           Entry        *entry,
           gboolean      is_begin)
{
  const char *a = get_end (entry, 0, self->n_a, is_begin);
  const char *b = get_end (entry, self->n_a, self->n_a + self->n_b, is_begin);
  ThComparisonWarning warning = { TH_WARNING_ENDS, NULL, 0, 0 };

  if (*a == '\0' || *b == '\0' || strcmp (a, b) == 0)
    return;

  warning.subject = g_strdup (is_begin ? "begin" : "end");
  warning.text_a = g_strdup (a);
  warning.text_b = g_strdup (b);
  g_array_append_val (get_warnings (self, entry), warning);
  entry->is_apart = TRUE;
}

void
th_comparison_warn_rows_before (ThComparison *self)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = &g_array_index (self->entries, Entry, i);

      if (entry->is_rare || !is_complete (self, entry))
        continue;
      warn_load (self, entry);
      warn_sizes (self, entry);
      warn_ends (self, entry, TRUE);
      warn_ends (self, entry, FALSE);
    }
}

/* --- presence of stages --------------------------------------------------------------- */

/* The mean share of the rows of @whole that have a sample of the measure of @of; NAN if a
 * run has no rows. */
static double
get_presence (const ThComparison   *self,
              const ThCompareClass *of,
              const Entry          *whole,
              guint                 begin,
              guint                 end)
{
  double sum = 0;

  for (guint run = begin; run < end; run++)
    {
      ThCompareRun *one = th_comparison_peek_run (self, run);
      guint64 n = 0;

      if (whole->classes[run] == NULL || whole->classes[run]->n_found == 0)
        return NAN;
      for (guint i = 0; i < th_compare_run_get_n_classes (one); i++)
        {
          const ThCompareClass *class = th_compare_run_get_class (one, i);

          if (strcmp (class->base, of->base) == 0 && strcmp (class->measure, of->measure) == 0 &&
              strcmp (class->analysis, of->analysis) == 0)
            n += class->n_found;
        }
      sum += n / (double) whole->classes[run]->n_found;
    }
  return sum / (end - begin);
}

static const Entry *
find_whole (const ThComparison *self,
            const Entry        *entry)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *other = &g_array_index (self->entries, Entry, i);

      if (other != entry && other->any->is_whole_flow && !other->is_rare &&
          strcmp (other->any->base, entry->any->base) == 0 &&
          strcmp (other->any->table, entry->any->table) == 0 &&
          strcmp (other->any->analysis, entry->any->analysis) == 0)
        return other;
    }

  return NULL;
}

static void
warn_presence (ThComparison *self,
               const Entry  *entry)
{
  const Entry *whole = *entry->any->table != '\0' && !entry->any->is_whole_flow
                       ? find_whole (self, entry) : NULL;
  double a, b;

  if (whole == NULL)
    return;

  a = get_presence (self, entry->any, whole, 0, self->n_a);
  b = get_presence (self, entry->any, whole, self->n_a, self->n_a + self->n_b);
  if (fabs (a - b) > PRESENCE_SHARE)
    th_comparison_warn (get_warnings (self, entry), TH_WARNING_PRESENCE, "", a, b);
}

/* --- drift ----------------------------------------------------------------------------- */

static double
get_drift (const ThComparison *self,
           const Entry        *entry,
           guint               run)
{
  const double *quarters = entry->classes[run]->quarters;

  return log (MAX (quarters[1], 1) / MAX (quarters[0], 1));
}

static void
warn_drift (ThComparison *self,
            const Entry  *entry)
{
  double a, b;

  th_comparison_get_means (self, entry, get_drift, &a, &b);
  if (fabs (a) > log (DRIFT_RATIO) || fabs (b) > log (DRIFT_RATIO))
    th_comparison_warn (get_warnings (self, entry), TH_WARNING_DRIFT, "", exp (a), exp (b));
}

/* --- pools ------------------------------------------------------------------------------- */

static gboolean
is_of (const ThComparisonRow *pool,
       const Entry           *entry)
{
  return strcmp (entry->any->measure, pool->measure) == 0 &&
         strcmp (entry->any->analysis, pool->analysis) == 0;
}

/* The median of all samples of the measure in a run; NAN without samples. */
static double
get_pool_median (const ThComparison    *self,
                 const ThComparisonRow *pool,
                 guint                  run)
{
  g_autoptr(GArray) values = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      if (is_of (pool, entry) && entry->classes[run] != NULL && entry->classes[run]->n > 0)
        g_array_append_vals (values, entry->classes[run]->values, entry->classes[run]->n);
    }
  if (values->len == 0)
    return NAN;

  th_quantiles_sort ((gint64 *) (gpointer) values->data, values->len);
  return th_quantiles_get ((const gint64 *) (gpointer) values->data, values->len, .5);
}

static double
get_pool_side (const ThComparison    *self,
               const ThComparisonRow *pool,
               guint                  begin,
               guint                  end)
{
  double sum = 0;

  for (guint run = begin; run < end; run++)
    {
      double median = get_pool_median (self, pool, run);

      sum += isnan (median) ? NAN : th_verdict_log (median);
    }
  return sum / (end - begin);
}

/* Warns if the pool moved, but no class moved in the same direction. */
static void
warn_pool (ThComparison    *self,
           ThComparisonRow *pool)
{
  double a = get_pool_side (self, pool, 0, self->n_a);
  double b = get_pool_side (self, pool, self->n_a, self->n_a + self->n_b);
  double furthest = 0;
  guint n = 0;

  if (!(fabs (b - a) > self->options.margin))
    return;

  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);
      double difference = th_comparison_peek_row (self, entry, 0)->difference;

      if (!is_of (pool, entry) || entry->is_rare || !is_complete (self, entry))
        continue;
      n++;
      if (difference * (b - a) > 0 && fabs (difference) > self->options.margin)
        return;
      if (fabs (difference) > fabs (furthest))
        furthest = difference;
    }
  if (n > 0)
    th_comparison_warn (pool->warnings, TH_WARNING_POOL, "", exp (b - a), exp (furthest));
}

void
th_comparison_warn_rows_after (ThComparison *self)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      if (entry->is_rare)
        continue;
      warn_presence (self, entry);
      if (th_comparison_peek_row (self, entry, 0)->is_tested)
        warn_drift (self, entry);
    }
  for (guint i = 0; i < self->rows->len; i++)
    {
      ThComparisonRow *row = g_ptr_array_index (self->rows, i);

      if (row->kind == TH_COMPARISON_POOL)
        warn_pool (self, row);
    }
}
