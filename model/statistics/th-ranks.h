/* th-ranks.h - how far two sets of samples lie apart, by their ranks alone
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * These are effect sizes without a probability: the samples of a run are far too
 * dependent on each other for one.  Pure functions: any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ThRanks:
 * @u: number of pairs of a sample of A and one of B in which that of B is bigger; ties
 *   count half
 * @cliff_delta: share of the pairs in which that of B is bigger, minus the share in which
 *   it is smaller
 * @ks_distance: biggest difference of the cumulative distributions (Kolmogorov-Smirnov)
 */
typedef struct
{
  double u;
  double cliff_delta;
  double ks_distance;
} ThRanks;

/* Compares sorted values; all results are 0 if one side has none.  Takes time
 * proportional to @n_a + @n_b. */
ThRanks th_ranks_compare (const gint64 *a,
                          gsize         n_a,
                          const gint64 *b,
                          gsize         n_b);

G_END_DECLS
