/* th-shift.h - by which factor each quantile of a class changed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The shift function shows what p50, p90 and p99 alone cannot: whether all samples became
 * slower, or only the slowest.  It has a line for each pair of runs, their mean, and a
 * band that follows from the spread between runs, never from the samples of a single run.
 *
 * Runs are paired in the order of their sides: with equal numbers of runs, run i of A with
 * run i of B, which were recorded one after the other if the runs are in turns.  With
 * unequal numbers, each run of the larger side is paired with the mean of the other side,
 * so that no run counts twice.  The mean line and the band do not depend on the pairing.
 *
 * Copies and sorts the samples, which takes about 30 ms per million.  Any thread.
 */
#pragma once

#include "th-comparison.h"

G_BEGIN_DECLS

/* The number of quantiles: from .01 to .999, equally spaced by their log-odds. */
#define TH_SHIFT_N_POINTS 60

/**
 * ThShift:
 * @p: the quantiles, ascending; .5, .9 and .99 are among them
 * @n_lines: number of pairs of runs in which both have samples
 * @lines: (array length=n_lines): logarithm of the factor B over A for each quantile; NAN
 *   where a run has no sample beyond the quantile
 * @mean: mean of B minus mean of A, over the runs that have samples; NAN where a line is
 * @has_band: @low and @high are known: three or more runs per side, each with samples
 * @low, @high: interval of @mean with the probability of error and the least variance
 *   of the comparison's tests, so that it is the interval of the row at p50, p90 and
 *   p99; between these, the least variance is interpolated.  NAN where @mean is
 */
typedef struct
{
  double   p[TH_SHIFT_N_POINTS];
  guint    n_lines;
  double (*lines)[TH_SHIFT_N_POINTS];
  double   mean[TH_SHIFT_N_POINTS];
  gboolean has_band;
  double   low[TH_SHIFT_N_POINTS];
  double   high[TH_SHIFT_N_POINTS];
} ThShift;

/* The shift function of the class of @row; NULL if @row is no quantile, or if a side has no
 * samples. */
ThShift *th_shift_new        (const ThComparison    *comparison,
                              const ThComparisonRow *row);
void     th_shift_free       (ThShift               *self);
/* The index of the quantile that is closest to @p. */
guint    th_shift_find       (const ThShift         *self,
                              double                 p);

/* The log-odds of @p, which is above 0 and below 1. */
double   th_shift_logit      (double                 p);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThShift, th_shift_free)

G_END_DECLS
