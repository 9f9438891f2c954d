/* th-comparison-text.h - puts comparisons into words
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Strings are in the language of the user, for windows and for commands, and contain no
 * terminal control characters.  Free those that are not const with g_free().
 */
#pragma once

#include "th-comparison.h"

G_BEGIN_DECLS

/* "p50", "p90", "p99"; "mean" for a pool, "" for a count. */
const char *th_comparison_row_get_level (const ThComparisonRow     *row);
/* "reader · wget", or only the measure if it has a single class. */
char       *th_comparison_format_name   (const ThComparisonRow     *row);
/* "reader · wget p99": names the row in every comparison that has it, in every language. */
char       *th_comparison_dup_row_name  (const ThComparisonRow     *row);
/* The index of the row with that name; -1 if @comparison has none. */
gint        th_comparison_find_row_name (const ThComparison        *comparison,
                                         const char                *name);
/* "8.40 µs"; counts are per second. */
char       *th_comparison_format_value  (const ThComparisonRow     *row,
                                         double                     value);
/* "8.40 → 28.6 µs", "857 µs → 1.20 ms" */
char       *th_comparison_format_pair   (const ThComparisonRow     *row,
                                         double                     a,
                                         double                     b);
/* Likewise for the values of a row, with "–" for a side without runs. */
char       *th_comparison_format_values (const ThComparisonRow     *row);
/* "+8.5 %", "−12 %", "0 %" */
char       *th_comparison_format_percent (double                   percent);
/* Formats the logarithm of a factor: "+240 %", "−38 %", "×17", "> ×1000", "< −99 %". */
char       *th_comparison_format_change (double                     difference);
/* "+240 % (+85 % … +520 %)", without the interval if there is none. */
char       *th_comparison_format_interval (const ThComparisonRow   *row);
/* "slower", "can't tell", …; "stands out" if nothing more is known. */
const char *th_comparison_format_verdict (const ThComparisonRow    *row);
/* "12 runs": how many per side would be enough to detect a change of 50 %, if the verdict is "can't
 * tell"; else "". */
char       *th_comparison_format_runs   (const ThComparisonRow     *row);
/* A sentence or two: what the verdict means, and what would make it more certain. */
char       *th_comparison_describe_row  (const ThComparisonRow     *row);
/* The meaning of the warnings of a kind; static. */
const char *th_comparison_describe_warning_kind (ThWarningKind     kind);
/* "57.5 % → 76.7 %": the numbers or texts that raised the warning, A before B; "" if it
 * has none. */
char       *th_comparison_format_warning_numbers (const ThComparisonWarning *warning);
/* The number of consecutive warnings of one kind, beginning with that at @begin. */
guint       th_comparison_count_alike   (const GArray              *warnings,
                                         guint                      begin);
/* A sentence with the subject, the meaning and the numbers of the warning. */
char       *th_comparison_describe_warning (const ThComparisonWarning *warning);
/* "stage wakeup", "ran: hog", "CPU 3" */
char       *th_comparison_describe_part (const ThComparisonPart    *part);

/* --- details (th-comparison-detail-text.c) ---------------------------------------- */

/* "5 : 5 runs, 24 tests, margin 10 %" */
char       *th_comparison_describe      (const ThComparison        *comparison);
/* Why no counters of the machine are compared: "… only if all runs carry them.  These do not:
 * late-1.dat, and 3 more."; NULL if they are. */
char       *th_comparison_describe_counters (const ThComparison    *comparison);
/* The margin of @row as a logarithm; that of the family for rows that are not tested. */
double      th_comparison_get_row_margin (const ThComparison       *comparison,
                                          const ThComparisonRow    *row);
/* Whether @row is slower, faster, or stands out. */
gboolean    th_comparison_row_has_moved (const ThComparisonRow     *row);
/* Whether anything can be said about the quantile of @row, if only "can't tell". */
gboolean    th_comparison_row_is_judged (const ThComparisonRow     *row);
/* "▲", "▼", "=", "?", …: a sign for the verdict; "" if there is none. */
const char *th_comparison_get_sign      (const ThComparisonRow     *row);
/* "Slower", "Can't tell", …: the verdict as a word of its own. */
char       *th_comparison_format_verdict_title (const ThComparisonRow *row);
/* Two lines: "8.63 → 154 µs · p50 of 5 : 5 runs, in turns",
 * "5 904 : 5 929 samples · margin 10 %". */
char       *th_comparison_format_facts  (const ThComparison        *comparison,
                                         const ThComparisonRow     *row);
/* "mean 2.49 → 8.40 ms", "mean of the samples from p90 on: 8.40 → 28.6 ms": what the parts of the
 * row add up to. */
char       *th_comparison_format_means  (const ThComparisonRow     *row);
/* The same for a heading: "Why: mean 2.49 → 8.40 ms" */
char       *th_comparison_format_why    (const ThComparisonRow     *row);
/* The part of both sides, "17.2 → 34.1 µs", if their difference is the difference of means that
 * the part explains.  Otherwise that difference, "+47.0 µs", as a key that becomes less frequent
 * contributes less and may yet raise the mean. */
char       *th_comparison_format_contribution (const ThComparisonRow *row,
                                         const ThComparisonPart    *part);
/* "+5.71 ms": by how much the mean, or a part of it, changed. */
char       *th_comparison_format_moved  (const ThComparisonRow     *row,
                                         double                     moved);
/* "97 %": the share of @moved in the difference of the means; "" without a difference. */
char       *th_comparison_format_share  (const ThComparisonRow     *row,
                                         double                     moved);
/* "stage wakeup · slower": the part, and for a stage its own verdict, as a stage is to blame
 * only if that verdict says so. */
char       *th_comparison_format_part   (const ThComparisonPart    *part);
/* "By stage": how the parts of a dimension divide the difference. */
char       *th_comparison_format_dimension (const char             *dimension);

G_END_DECLS
