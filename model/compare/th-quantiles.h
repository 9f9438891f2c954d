/* th-quantiles.h - quantiles of samples, and how well samples that depend on each other tell them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Samples that follow each other in time are not independent: a burst of slow
 * packets is one observation rather than fifty.  The design effect is the factor
 * by which that shrinks their number.  Pure functions: any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Sorts @values ascending; takes time proportional to @n, and @n values of memory. */
void     th_quantiles_sort     (gint64       *values,
                                gsize         n);

/* The quantile @p of @n > 0 sorted values, as R's type 7: the order statistic
 * number (n-1)·p, counted from 0, with linear interpolation between neighbours. */
double   th_quantiles_get      (const gint64 *sorted,
                                gsize         n,
                                double        p);

/* The design effect at @quantile of @n values in order of time: how many times
 * the means of 32 blocks of them vary more than those of independent values
 * would; at least 1.  FALSE: there are too few values (under 16) to tell. */
gboolean th_quantiles_design_effect (const gint64 *values,
                                gsize         n,
                                double        quantile,
                                double       *effect);

/* The interval from *@low to *@high that holds the quantile @p of what @n sorted
 * values are a sample of, by the score interval (Wilson) of the share @p among
 * @n / @effect observations; @z: how many standard deviations wide on each side. */
void     th_quantiles_interval (const gint64 *sorted,
                                gsize         n,
                                double        p,
                                double        effect,
                                double        z,
                                double       *low,
                                double       *high);

G_END_DECLS
