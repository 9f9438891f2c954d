/* th-report-sides.h - the comparisons of a report
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-comparison.h"
#include "th-review.h"

G_BEGIN_DECLS

/**
 * ThReportSides:
 * @title: of the session that holds the comparison; printable, or %NULL
 * @files: of A and B: paths, or "PATH@FROM..TO" for a span
 * @runs: (element-type ThCompareRun): of A and B
 * @comparison: %NULL until the runs are compared
 * @names: what the names of these files have in common
 */
typedef struct
{
  char         *title;
  GStrv         files[2];
  GPtrArray    *runs[2];
  ThComparison *comparison;
  char         *names[2];
} ThReportSides;

/* Returns an empty (element-type ThReportSides), which owns its elements: free with
 * g_array_unref(). */
GArray        *th_report_sides_new              (void);
/* Adds sides without files, and with empty runs.  Valid until the next ones are added. */
ThReportSides *th_report_sides_add              (GArray         *sides);
/* Adds the files of the comparisons that the sessions of @review hold, which the caller loads and
 * compares.  They are recordings of the review, or other files with the content that the session
 * names.  A comparison without all of its files is left out, and @problems (element-type utf8)
 * gets a message about it. */
void           th_report_sides_add_sessions     (GArray         *sides,
                                                 const ThReview *review,
                                                 GPtrArray      *problems);
/* Sets the names, and returns the (element-type ThReportComparison) of those that have been
 * compared; it borrows from @sides.  Free with g_array_unref(). */
GArray        *th_report_sides_list_comparisons (GArray         *sides);

G_END_DECLS
