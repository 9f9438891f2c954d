/* th-row-filter.h - which rows of a comparison the user wants to see
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The text of a filter has words and conditions, separated by blanks; a row must meet all of them:
 *   reader p99         words, each of which occurs in the texts of the row, ignoring case
 *   change > 20%       B is slower by more than that; also -20%, ×2 or x2
 *   b > 50us           the value of B (or of A), in ns, us, ms or s; a bare number is in the
 *                      unit of the row
 *   n >= 100           the samples of the side that has fewer
 *   runs = 5           the runs of the side that has fewer
 *   verdict:slower     also "verdict = slower"; the beginning of a verdict is enough
 * The operators are < <= > >= and =.  "and" between conditions is ignored.
 */
#pragma once

#include "th-comparison.h"

G_BEGIN_DECLS

typedef struct _ThRowFilter ThRowFilter;

#define TH_ROW_FILTER_ERROR (th_row_filter_error_quark ())

GQuark       th_row_filter_error_quark (void);
/* NULL with @error set, in words for the user, if a condition makes no sense. */
ThRowFilter *th_row_filter_new         (const char            *text,
                                        GError               **error);
void         th_row_filter_free        (ThRowFilter           *self);
/* @texts: the case-folded texts of @row that words are searched in */
gboolean     th_row_filter_matches     (const ThRowFilter     *self,
                                        const ThComparisonRow *row,
                                        const char            *texts);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThRowFilter, th_row_filter_free)

G_END_DECLS
