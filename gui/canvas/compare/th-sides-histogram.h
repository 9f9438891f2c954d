/* th-sides-histogram.h - the distributions of both sides over each other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Values from left to right on a logarithmic axis, upwards the share of the side's samples,
 * so that sides with unequal numbers of samples compare.  A has a solid line, B a dashed
 * one.  A range of values may be marked.
 */
#pragma once

#include "th-log-histogram.h"
#include "th-theme.h"

G_BEGIN_DECLS

/**
 * ThSidesHistogram:
 * @histogram: what is drawn; not owned
 * @unit: unit of its values
 * @from, @to: the edges between which values are marked; equal for none
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
double th_sides_histogram_get_x     (const ThSidesHistogram *self,
                                     double                  width,
                                     guint                   edge);

G_END_DECLS
