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
/* "8.40 µs"; counts are per second. */
char       *th_comparison_format_value  (const ThComparisonRow     *row,
                                         double                     value);
/* "8.40 → 28.6 µs" */
char       *th_comparison_format_values (const ThComparisonRow     *row);
/* Formats the logarithm of a factor: "+240 %", "-38 %", "×17". */
char       *th_comparison_format_change (double                     difference);
/* "+240 % (+85 % … +520 %)", without the interval if there is none. */
char       *th_comparison_format_interval (const ThComparisonRow   *row);
/* "slower", "can't tell", …; "stands out" if nothing more is known. */
const char *th_comparison_format_verdict (const ThComparisonRow    *row);
/* A sentence or two: what the verdict means, and what would make it more certain. */
char       *th_comparison_describe_row  (const ThComparisonRow     *row);
/* The meaning of the warnings of a kind; static. */
const char *th_comparison_describe_warning_kind (ThWarningKind     kind);
/* "57.5 % → 76.7 %": the numbers or texts that raised the warning, A before B; "" if it
 * has none. */
char       *th_comparison_format_warning_numbers (const ThComparisonWarning *warning);
/* A sentence with the subject, the meaning and the numbers of the warning. */
char       *th_comparison_describe_warning (const ThComparisonWarning *warning);
/* "stage wakeup", "ran: hog", "CPU 3" */
char       *th_comparison_describe_part (const ThComparisonPart    *part);

G_END_DECLS
