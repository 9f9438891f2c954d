/* th-quantiles.h - quantiles of samples that are not independent, and their precision
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

/* Sorts @values in ascending order, in time and memory proportional to @n. */
void     th_quantiles_sort     (gint64       *values,
                                gsize         n);

/* The quantile @p of @n > 0 sorted values, as R's type 7: the order statistic
 * (n-1)·p, counted from 0, with linear interpolation between neighbors. */
double   th_quantiles_get      (const gint64 *sorted,
                                gsize         n,
                                double        p);

/* The design effect at @quantile of @n values in order of time: the variance of the
 * shares below @quantile in up to 32 blocks of them, relative to that of independent
 * values; at least 1.  FALSE if there are fewer than 16 values. */
gboolean th_quantiles_design_effect (const gint64 *values,
                                gsize         n,
                                double        quantile,
                                double       *effect);

/* The confidence interval from *@low to *@high of the quantile @p of the population that
 * @n sorted values were sampled from: the Wilson score interval of the share @p among
 * @n / @effect observations.  It extends @z standard deviations to each side. */
void     th_quantiles_interval (const gint64 *sorted,
                                gsize         n,
                                double        p,
                                double        effect,
                                double        z,
                                double       *low,
                                double       *high);

G_END_DECLS
