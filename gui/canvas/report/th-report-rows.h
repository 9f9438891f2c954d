/* th-report-rows.h - notes about rows of the comparisons of a report
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-report-private.h"

G_BEGIN_DECLS

/* Returns the index of @comparison in the report. */
guint      th_report_get_comparison (const ThReport           *self,
                                     const ThReportComparison *comparison);
/* Returns (element-type ThNote): the notes about the row of any comparison; NULL if there are
 * none. */
GPtrArray *th_report_list_row_notes (const ThReport           *self,
                                     const ThComparisonRow    *row);
/* The name of the part of the report that shows the row of that name, and which comparison has it;
 * NULL if none has.  Free with g_free(). */
char      *th_report_find_row       (const ThReport            *self,
                                     const char                *row,
                                     const ThReportComparison **comparison);

G_END_DECLS
