/* th-shift-plot.h - draws the factor by which each quantile changed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The horizontal axis shows quantiles by their log-odds, the vertical one the factors B/A: a
 * thin line for each pair of runs, a thick one for their mean, and the band of the interval.
 */
#pragma once

#include "th-shift.h"
#include "th-theme.h"

G_BEGIN_DECLS

/**
 * ThShiftPlot:
 * @shift: the shift function to draw; not owned
 * @margin: logarithm of the factor within which the sides count as the same
 * @point: index of the quantile that is marked and labelled
 * @from, @to: the brush marks the quantiles between these indices; none if they are equal
 */
typedef struct
{
  const ThShift *shift;
  double         margin;
  guint          point;
  guint          from;
  guint          to;
} ThShiftPlot;

void  th_shift_plot_draw         (ThTheme           *theme,
                                  const ThShiftPlot *plot,
                                  double             width,
                                  double             height,
                                  cairo_t           *cr);
/* Where the labels of the marked quantile and of the margin are.  FALSE if nothing is marked.  For
 * tests. */
gboolean th_shift_plot_find_labels (ThTheme           *theme,
                                    const ThShiftPlot *plot,
                                    double             width,
                                    double             height,
                                    cairo_rectangle_t *mark,
                                    cairo_rectangle_t *margin);
/* The index of the quantile at @x. */
guint th_shift_plot_find_point   (ThTheme           *theme,
                                  const ThShiftPlot *plot,
                                  double             width,
                                  double             x);
/* "p50 ×3.40 (×1.85 … ×6.25)", without the parts that are unknown.  Free with g_free(). */
char *th_shift_plot_format_point (const ThShift     *shift,
                                  guint              point);

G_END_DECLS
