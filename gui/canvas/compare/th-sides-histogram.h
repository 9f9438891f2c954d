/* th-sides-histogram.h - draws the distributions of both sides in one histogram
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The horizontal axis shows values on a logarithmic scale, the vertical one the share of the
 * side's samples, so that sides with different numbers of samples can be compared.  A has a
 * solid line, B a dashed one.  A range of values may be marked.
 */
#pragma once

#include "th-log-histogram.h"
#include "th-theme.h"

G_BEGIN_DECLS

/**
 * ThSidesHistogram:
 * @histogram: the histogram to draw; not owned
 * @unit: unit of its values
 * @from, @to: the edges between which values are marked; equal if none are
 */
typedef struct
{
  const ThLogHistogram *histogram;
  ThUnit                unit;
  guint                 from;
  guint                 to;
} ThSidesHistogram;

void   th_sides_histogram_draw      (ThTheme                *theme,
                                     const ThSidesHistogram *self,
                                     double                  width,
                                     double                  height,
                                     cairo_t                *cr);
/* The edge that is closest to @x. */
guint  th_sides_histogram_find_edge (const ThSidesHistogram *self,
                                     double                  width,
                                     double                  x);
/* The x coordinate of the edge @number.  Public for tests. */
double th_sides_histogram_get_x     (const ThSidesHistogram *self,
                                     double                  width,
                                     guint                   edge);

G_END_DECLS
