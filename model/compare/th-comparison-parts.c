/* th-comparison-parts.c - divides a difference of means into parts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The difference of the means of both sides (each the mean of the means of its runs)
 * is divided by keys so that the parts add up to it.  If each sample has one key, a
 * part can change because the key became more frequent, or because its values changed:
 * a·b - c·d = (a - c)·(b + d)/2 + (b - d)·(a + c)/2, so the weights are the midpoints
 * of both sides, and nothing is left over.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-comparison-private.h"
#include "th-hash.h"

/* A part: its share of the samples and its contribution to the mean, by side. */
typedef struct
{
  const char *dimension;
  const char *key;
  gboolean    is_share;
  double      share[2];
  double      amount[2];
} Sum;

/* The most informative dimension comes first. */
static guint
get_rank (const char *dimension)
{
  static const char *const dimensions[] = { "class", "stage", "ran", "cpu", "task" };
  guint rank = 0;

  while (rank < G_N_ELEMENTS (dimensions) && strcmp (dimension, dimensions[rank]) != 0)
    rank++;

  return rank;
}

static int
compare_parts (gconstpointer a,
               gconstpointer b)
{
  const ThComparisonPart *first = a, *second = b;
  double move_a = fabs (first->values + first->mix), move_b = fabs (second->values + second->mix);
  guint rank_a = get_rank (first->dimension), rank_b = get_rank (second->dimension);

  if (rank_a != rank_b)
    return rank_a < rank_b ? -1 : 1;
  if (move_a != move_b)
    return move_a > move_b ? -1 : 1;

  return strcmp (first->key, second->key);
}

/* @middle: the middle of the means of both sides, by whose distance the mix of a key is
 * measured. */
static ThComparisonPart
divide (const Sum *sum,
        double     middle)
{
  ThComparisonPart part = { sum->dimension, sum->key, sum->amount[0], sum->amount[1] };
  double mean[2];

  part.values = sum->amount[1] - sum->amount[0];
  if (sum->is_share)
    return part;

  for (guint side = 0; side < 2; side++)
    mean[side] = sum->share[side] > 0 ? sum->amount[side] / sum->share[side] : NAN;
  if (isnan (mean[0]) || isnan (mean[1]))
    mean[0] = mean[1] = isnan (mean[0]) ? mean[1] : mean[0];
  if (isnan (mean[0]))
    return part;

  part.values = (mean[1] - mean[0]) * (sum->share[0] + sum->share[1]) / 2;
  part.mix = (sum->share[1] - sum->share[0]) * ((mean[0] + mean[1]) / 2 - middle);
  return part;
}

static void
set_parts (ThComparisonRow *row,
           const GArray    *sums)
{
  for (guint i = 0; i < sums->len; i++)
    {
      ThComparisonPart part = divide (&g_array_index (sums, Sum, i),
                                      (row->mean_a + row->mean_b) / 2);

      g_array_append_val (row->parts, part);
    }
  g_array_sort (row->parts, compare_parts);
}

/* --- the parts of a class ------------------------------------------------------- */

static gboolean
is_explained (const ThComparison    *self,
              const ThComparisonRow *row)
{
  for (guint run = 0; run < self->n_a + self->n_b; run++)
    if (row->classes[run] == NULL || row->classes[run]->level_n[row->level] == 0)
      return FALSE;

  return TRUE;
}

static Sum *
find_sum (GArray              *sums,
          GHashTable          *by_key,
          const ThComparePart *part)
{
  g_autofree char *key = g_strjoin ("\n", part->dimension, part->key, NULL);
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (by_key, key));

  if (index == 0)
    {
      Sum sum = { part->dimension, part->key, part->is_share };

      g_array_append_val (sums, sum);
      index = sums->len;
      g_hash_table_insert (by_key, g_steal_pointer (&key), GUINT_TO_POINTER (index));
    }
  return &g_array_index (sums, Sum, index - 1);
}

static void
explain_row (const ThComparison *self,
             ThComparisonRow    *row)
{
  g_autoptr(GArray) sums = g_array_new (FALSE, TRUE, sizeof (Sum));
  g_autoptr(GHashTable) by_key = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);

  for (guint run = 0; run < self->n_a + self->n_b; run++)
    {
      const ThCompareClass *class = row->classes[run];
      guint side = run >= self->n_a, level = row->level;
      double weight = 1 / (class->level_n[level] * (side == 0 ? self->n_a : self->n_b));

      *(side == 0 ? &row->mean_a : &row->mean_b) += class->level_sum[level] * weight;
      for (guint i = 0; i < class->parts->len; i++)
        {
          const ThComparePart *part = &g_array_index (class->parts, ThComparePart, i);
          Sum *sum = find_sum (sums, by_key, part);

          sum->share[side] += part->n[level] * weight;
          sum->amount[side] += part->sum[level] * weight;
        }
    }
  set_parts (row, sums);
}

/* --- stages -------------------------------------------------------------------------- */

/* Whether @entry is the measure of stage @stage of the flows of @row, which belongs to
 * class @whole. */
static gboolean
is_stage (const Entry           *entry,
          const ThComparisonRow *row,
          const ThCompareClass  *whole,
          const char            *stage)
{
  const char *dot = strrchr (entry->any->measure, '.');

  return dot != NULL && strcmp (dot + 1, stage) == 0 && !entry->any->is_whole_flow &&
         strcmp (entry->any->analysis, row->analysis) == 0 &&
         strcmp (entry->any->table, whole->table) == 0 &&
         strcmp (entry->any->base, whole->base) == 0;
}

static gboolean
has_moved (const ThComparisonRow *row)
{
  return row->stands_out || row->verdict == TH_VERDICT_SLOWER ||
         row->verdict == TH_VERDICT_FASTER;
}

/* The row of stage @stage, preferably of a class that moved; NULL if there is none. */
static const ThComparisonRow *
find_own (const ThComparison    *self,
          const ThComparisonRow *row,
          const char            *stage)
{
  const ThComparisonRow *own = NULL;

  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);
      const ThComparisonRow *other = th_comparison_peek_row (self, entry, row->level);

      if (is_stage (entry, row, row->classes[0], stage) && (own == NULL || has_moved (other)))
        own = other;
    }
  return own;
}

static void
find_stages (const ThComparison *self,
             ThComparisonRow    *row)
{
  for (guint i = 0; i < row->parts->len; i++)
    {
      ThComparisonPart *part = &g_array_index (row->parts, ThComparisonPart, i);

      if (strcmp (part->dimension, "stage") == 0)
        part->own = find_own (self, row, part->key);
    }
}

/* --- the classes of a pool --------------------------------------------------------- */

static void
get_samples (const Entry *entry,
             guint        run,
             double      *n,
             double      *sum)
{
  const ThCompareClass *class = entry->classes[run];

  *n = *sum = 0;
  if (class == NULL)
    return;

  *n = class->n;
  for (guint32 i = 0; i < class->n; i++)
    *sum += class->values[i];
}

static void
add_pool_run (const ThComparison *self,
              ThComparisonRow    *pool,
              GArray             *sums,
              GPtrArray          *entries,
              guint               run)
{
  g_autofree double *n = g_new (double, entries->len), *sum = g_new (double, entries->len);
  guint side = run >= self->n_a;
  double all = 0, weight;

  for (guint i = 0; i < entries->len; i++)
    {
      get_samples (g_ptr_array_index (entries, i), run, &n[i], &sum[i]);
      all += n[i];
    }
  weight = all > 0 ? 1 / (all * (side == 0 ? self->n_a : self->n_b)) : 0;
  for (guint i = 0; i < entries->len; i++)
    {
      g_array_index (sums, Sum, i).share[side] += n[i] * weight;
      g_array_index (sums, Sum, i).amount[side] += sum[i] * weight;
      *(side == 0 ? &pool->mean_a : &pool->mean_b) += sum[i] * weight;
      *(side == 0 ? &pool->a.n : &pool->b.n) += n[i];
    }
  *(side == 0 ? &pool->a.n_runs : &pool->b.n_runs) += all > 0;
}

static void
explain_pool (const ThComparison *self,
              ThComparisonRow    *pool)
{
  g_autoptr(GArray) sums = g_array_new (FALSE, TRUE, sizeof (Sum));
  g_autoptr(GPtrArray) entries = g_ptr_array_new ();

  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = &g_array_index (self->entries, Entry, i);
      Sum sum = { "class", entry->any->name };

      if (strcmp (entry->any->measure, pool->measure) != 0 ||
          strcmp (entry->any->analysis, pool->analysis) != 0)
        continue;
      g_ptr_array_add (entries, entry);
      g_array_append_val (sums, sum);
    }
  for (guint run = 0; run < self->n_a + self->n_b; run++)
    add_pool_run (self, pool, sums, entries, run);
  pool->a.value = pool->mean_a;
  pool->b.value = pool->mean_b;
  if (pool->mean_a > 0 && pool->mean_b > 0)
    pool->difference = log (pool->mean_b / pool->mean_a);
  if (pool->a.n_runs == self->n_a && pool->b.n_runs == self->n_b)
    set_parts (pool, sums);
}

void
th_comparison_explain (ThComparison *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      ThComparisonRow *row = g_ptr_array_index (self->rows, i);

      if (row->kind == TH_COMPARISON_QUANTILE && is_explained (self, row))
        {
          explain_row (self, row);
          find_stages (self, row);
        }
      else if (row->kind == TH_COMPARISON_POOL)
        explain_pool (self, row);
    }
}
