/* th-parts-bar.h - the parts of a difference of means as a stacked bar
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Widths are proportional to how far each part moved the mean.  Parts that moved it in the
 * direction of the difference come first; after a gap, those that moved it against the
 * difference are hatched.
 */
#pragma once

#include "th-comparison.h"
#include "th-theme.h"

G_BEGIN_DECLS

/* Finds the parts of @dimension: row->parts from *@begin up to, not including, *@end.  FALSE if
 * there are none. */
gboolean th_parts_bar_find_dimension (const ThComparisonRow  *row,
                                      const char             *dimension,
                                      guint                  *begin,
                                      guint                  *end);
/* The amount by which @part changed the mean. */
double   th_parts_bar_get_moved      (const ThComparisonPart *part);
/* Whether @part moved the mean of @row against the difference.  Public for tests. */
gboolean th_parts_bar_is_against     (const ThComparisonRow  *row,
                                      const ThComparisonPart *part);
void     th_parts_bar_draw           (ThTheme                *theme,
                                      const ThComparisonRow  *row,
                                      const char             *dimension,
                                      double                  width,
                                      double                  height,
                                      cairo_t                *cr);
/* The index in row->parts of the part at @x; -1 if there is none. */
gint     th_parts_bar_find_part      (const ThComparisonRow  *row,
                                      const char             *dimension,
                                      double                  width,
                                      double                  x);

G_END_DECLS
