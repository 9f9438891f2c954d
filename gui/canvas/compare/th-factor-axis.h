/* th-factor-axis.h - a logarithmic axis of factors: ×½, ×1, ×2, ×4
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Positions are natural logarithms of factors.
 */
#pragma once

#include "th-comparison.h"
#include "th-theme.h"

G_BEGIN_DECLS

/**
 * ThFactorAxis:
 * @low, @high: logarithms at its ends, which are powers of two; @low < 0 < @high
 */
typedef struct
{
  double low;
  double high;
} ThFactorAxis;

/* Initializes an axis from @low to @high, whose ends are extended to powers of two: at least ×½
 * and ×2, at most 20 powers of two to each side. */
void   th_factor_axis_init     (ThFactorAxis       *self,
                                double              low,
                                double              high);
/* Initializes an axis for the evidence of all rows of @comparison: it contains all changes with
 * most of their intervals, and most of the uncertain rows. */
void   th_factor_axis_fit      (ThFactorAxis       *self,
                                const ThComparison *comparison);
/* The position of @value as a share of the axis' length; below 0 or above 1 outside of it. */
double th_factor_axis_get_share (const ThFactorAxis *self,
                                double              value);
/* The x coordinate of @value between margins that leave room for half a label. */
double th_factor_axis_get_x    (const ThFactorAxis *self,
                                ThTheme            *theme,
                                double              width,
                                double              value);
/* The distance between ticks, which are its multiples, so that there are about @max of them. */
double th_factor_axis_get_step (const ThFactorAxis *self,
                                guint               max);
/* "×½", "×1", "×64".  Free with g_free(). */
char  *th_factor_axis_format   (double              value);
/* Draws the labels of a horizontal axis, centered in @height. */
void   th_factor_axis_draw     (const ThFactorAxis *self,
                                ThTheme            *theme,
                                double              width,
                                double              height,
                                cairo_t            *cr);

G_END_DECLS
