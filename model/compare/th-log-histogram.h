/* th-log-histogram.h - the samples of both sides, counted in bins of equal ratio
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Both sides have the same bins, so that their histograms can be drawn over each other.
 * Edges are whole numbers: counts between edges are exact.  Immutable.  Counting visits
 * each sample once or twice, a few ms per million.  Any thread.
 */
#pragma once

#include "th-comparison.h"

G_BEGIN_DECLS

/**
 * ThLogHistogram:
 * @n_bins: at least 1; less than requested where bins would lie between whole numbers
 * @edges: (array length=n_bins+1): ascending; bin i has the values v with
 *   edges[i] <= v < edges[i + 1].  The first is the least value, which may be 0 or less
 * @counts: (array length=n_bins): for each side
 * @n: number of samples of each side
 */
typedef struct
{
  guint    n_bins;
  gint64  *edges;
  guint64 *counts[2];
  guint64  n[2];
} ThLogHistogram;

/* Counts the samples of all runs in up to @n_bins bins; NULL if @row is no quantile, or if
 * there are no samples. */
ThLogHistogram *th_log_histogram_new   (const ThComparison    *comparison,
                                        const ThComparisonRow *row,
                                        guint                  n_bins);
void            th_log_histogram_free  (ThLogHistogram        *self);
/* The number of samples of @side in the bins that overlap @low <= v < @high; exact if both
 * are edges. */
guint64         th_log_histogram_count (const ThLogHistogram  *self,
                                        guint                  side,
                                        gint64                 low,
                                        gint64                 high);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThLogHistogram, th_log_histogram_free)

G_END_DECLS
