/* th-ranks.h - how far two sets of samples lie apart, by their ranks alone
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Sizes of an effect, without a probability: samples of one run are far too much
 * alike for one.  Pure functions: any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ThRanks:
 * @u: in how many pairs of a sample of each the one of B is bigger; equal pairs count half
 * @cliff_delta: the share of pairs where that of B is bigger, less the share where it is smaller
 * @ks_distance: the biggest difference of the shares up to any value (Kolmogorov-Smirnov)
 */
typedef struct
{
  double u;
  double cliff_delta;
  double ks_distance;
} ThRanks;

/* Of sorted values; all is 0 where one side has none.  Takes time in @n_a + @n_b. */
ThRanks th_ranks_compare (const gint64 *a,
                          gsize         n_a,
                          const gint64 *b,
                          gsize         n_b);

G_END_DECLS
