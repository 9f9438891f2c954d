/* th-compare-colors.h - the colors of comparisons
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The blue of side A and the orange of side B are distinguishable for color-blind people, too,
 * and are never the only difference: dots of A are hollow, lines of B are dashed.  All colors
 * have enough contrast with the background for text.
 */
#pragma once

#include "th-comparison.h"
#include "th-theme.h"

G_BEGIN_DECLS

/* @side: 0 for A, 1 for B */
ThColor th_compare_get_side_color    (ThTheme               *theme,
                                      guint                  side);
ThColor th_compare_get_verdict_color (ThTheme               *theme,
                                      ThVerdict              verdict);
/* The ground of the verdict of @row, and the color of text on it, which has a contrast of at
 * least 4.5:1. */
ThColor th_compare_get_pill_color    (ThTheme               *theme,
                                      const ThComparisonRow *row);
ThColor th_compare_get_pill_ink      (ThTheme               *theme,
                                      const ThComparisonRow *row);
/* The fill of the margin within which sides count as the same. */
ThColor th_compare_get_margin_color  (ThTheme               *theme);
/* The color of the stage, the state or the interrupt that @row measures. */
ThColor th_compare_get_row_color     (ThTheme               *theme,
                                      const ThComparisonRow *row);
ThColor th_compare_get_part_color    (ThTheme               *theme,
                                      const ThComparisonPart *part);

G_END_DECLS
