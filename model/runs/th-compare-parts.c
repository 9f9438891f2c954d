/* th-compare-parts.c - where the time of the samples of a class went
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-compare-take-private.h"
#include "th-quantiles.h"

typedef struct
{
  Divider        *divider;
  ThCompareClass *class;
  guint           n_levels; /* levels that the current sample belongs to */
} Parts;

static void
add_amount (guint    number,
            double   amount,
            gpointer data)
{
  Parts *self = data;
  GArray *parts = self->class->parts;
  ThComparePart *part;

  /* Parts are numbered in order of appearance. */
  if (number == parts->len)
    {
      const PartKey *key = th_compare_divider_get (self->divider, number);

      g_array_append_val (parts, ((ThComparePart) {
        g_strdup (key->dimension), g_strdup (key->key), key->is_share
      }));
    }
  part = &g_array_index (parts, ThComparePart, number);
  for (guint level = 0; level < self->n_levels; level++)
    {
      part->sum[level] += amount;
      part->n[level] += !part->is_share;
    }
}

static int
compare_parts (gconstpointer a,
               gconstpointer b)
{
  const ThComparePart *first = a, *second = b;
  int order = strcmp (first->dimension, second->dimension);

  return order != 0 ? order : strcmp (first->key, second->key);
}

/* The least value of each level. */
static void
find_limits (const ThCompareClass *class,
             double                limits[TH_VERDICT_N_LEVELS])
{
  g_autofree gint64 *sorted = th_compare_class_dup_sorted (class);

  limits[0] = -G_MAXDOUBLE;
  limits[1] = th_quantiles_get (sorted, class->n, .9);
  limits[2] = th_quantiles_get (sorted, class->n, .99);
}

void
th_compare_parts_take (const Source   *source,
                       const Picked   *picked,
                       ThCompareClass *class)
{
  Parts self = { .class = class };
  double limits[TH_VERDICT_N_LEVELS];

  self.divider = th_compare_divider_new (source, class->spent, add_amount, &self);
  find_limits (class, limits);
  for (guint32 i = 0; i < class->n; i++)
    {
      double value = picked[i].sample.value;

      for (self.n_levels = 0; self.n_levels < TH_VERDICT_N_LEVELS &&
           value >= limits[self.n_levels]; self.n_levels++)
        {
          class->level_n[self.n_levels]++;
          class->level_sum[self.n_levels] += value;
        }
      th_compare_divide (self.divider, &picked[i]);
    }
  g_array_sort (class->parts, compare_parts);
  th_compare_divider_free (self.divider);
}
