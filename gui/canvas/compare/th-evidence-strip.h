/* th-evidence-strip.h - the runs of a row as dots, with the interval and the margin
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Runs of A are hollow dots above, runs of B full dots below, all as factors of the mean of A.
 * A whisker between them shows the interval of the difference, with a mark at the difference
 * itself.  Behind them is the margin within which the sides count as the same.  What is outside
 * the axis is drawn at its end: a dot as a triangle, a whisker with an arrowhead.
 */
#pragma once

#include "th-factor-axis.h"

G_BEGIN_DECLS

void     th_evidence_strip_draw     (ThTheme               *theme,
                                     const ThFactorAxis    *axis,
                                     const ThComparison    *comparison,
                                     const ThComparisonRow *row,
                                     double                 width,
                                     double                 height,
                                     cairo_t               *cr);
/* The index of the run at @x, @y, where the runs of A precede those of B; -1 if there is
 * none. */
gint     th_evidence_strip_find_run (ThTheme               *theme,
                                     const ThFactorAxis    *axis,
                                     const ThComparison    *comparison,
                                     const ThComparisonRow *row,
                                     double                 width,
                                     double                 height,
                                     double                 x,
                                     double                 y);
/* The factor of run @number, as a logarithm; FALSE if the run has no samples of the row.  Public
 * for tests. */
gboolean th_evidence_strip_get_run  (const ThComparisonRow *row,
                                     guint                  number,
                                     double                *factor);

/* Draws "○ run of A  ● run of B  ⊢⊣ interval  ▮ margin" from @x on, centered in @height.
 * Returns its width; @cr may be NULL. */
double   th_evidence_strip_draw_legend (ThTheme            *theme,
                                     double                 x,
                                     double                 height,
                                     cairo_t               *cr);

G_END_DECLS
