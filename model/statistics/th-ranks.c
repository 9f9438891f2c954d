/* th-ranks.c - how far two sets of samples lie apart, by their ranks alone
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-ranks.h"

/* The number of values from @begin on that equal @value. */
static gsize
count_equal (const gint64 *values,
             gsize         n,
             gsize         begin,
             gint64        value)
{
  gsize end = begin;

  while (end < n && values[end] == value)
    end++;

  return end - begin;
}

ThRanks
th_ranks_compare (const gint64 *a,
                  gsize         n_a,
                  const gint64 *b,
                  gsize         n_b)
{
  ThRanks ranks = { 0, 0, 0 };
  gsize below_a = 0, below_b = 0;

  if (n_a == 0 || n_b == 0)
    return ranks;

  while (below_a < n_a || below_b < n_b)
    {
      gint64 value = below_b >= n_b || (below_a < n_a && a[below_a] < b[below_b]) ? a[below_a]
                                                                                : b[below_b];
      gsize equal_a = count_equal (a, n_a, below_a, value);
      gsize equal_b = count_equal (b, n_b, below_b, value);

      ranks.u += equal_b * (below_a + equal_a / 2.);
      below_a += equal_a;
      below_b += equal_b;
      ranks.ks_distance = MAX (ranks.ks_distance,
                               fabs (below_a / (double) n_a - below_b / (double) n_b));
    }
  ranks.cliff_delta = 2 * ranks.u / ((double) n_a * n_b) - 1;
  return ranks;
}
