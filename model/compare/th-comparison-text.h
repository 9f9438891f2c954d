/* th-comparison-text.h - puts comparisons into words
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * In the language of the user, for windows and for commands.  What is returned is free
 * of characters that steer a terminal, and is freed with g_free().
 */
#pragma once

#include "th-comparison.h"

G_BEGIN_DECLS

/* "p50", "p90", "p99"; "mean" of a pool, "" of a count. */
const char *th_comparison_row_get_level (const ThComparisonRow     *row);
/* "reader · wget", without the class where there is one alone. */
char       *th_comparison_format_name   (const ThComparisonRow     *row);
/* "8.40 µs"; counts a second of what is counted. */
char       *th_comparison_format_value  (const ThComparisonRow     *row,
                                         double                     value);
/* "8.40 → 28.6 µs" */
char       *th_comparison_format_values (const ThComparisonRow     *row);
/* What a logarithm of a factor means: "+240 %", "-38 %", "×17". */
char       *th_comparison_format_change (double                     difference);
/* "+240 % (+85 % … +520 %)", without the interval where there is none. */
char       *th_comparison_format_interval (const ThComparisonRow   *row);
/* "slower", "can't tell", …; "stands out" where that is all that is known. */
const char *th_comparison_format_verdict (const ThComparisonRow    *row);
/* A sentence or two: what the verdict means, and what would tell more. */
char       *th_comparison_describe_row  (const ThComparisonRow     *row);
/* What warnings of a kind mean; static. */
const char *th_comparison_describe_warning_kind (ThWarningKind     kind);
/* "57.5 % → 76.7 %", what raised it, A before B; "" where it is no number. */
char       *th_comparison_format_warning_numbers (const ThComparisonWarning *warning);
/* Both in a sentence, behind what it is about. */
char       *th_comparison_describe_warning (const ThComparisonWarning *warning);
/* "stage wakeup", "ran: hog", "CPU 3" */
char       *th_comparison_describe_part (const ThComparisonPart    *part);

G_END_DECLS
