/* th-text-values.h - times, values and cells of a recording as plain text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Digits are not grouped.  Free strings with g_free().
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

/* Formats a cell; "" if it is empty.  Free with g_free(). */
char      *th_text_format_cell     (ThRecording *recording,
                                   ThResults   *results,
                                   ThTable     *table,
                                   guint32      row,
                                   guint        column);

/* "188.024123456", with six digits if the clock has only microseconds; ticks as integers. */
char      *th_text_format_time     (ThRecording *recording,
                                   gint64       time);
/* "1.234 ms", see th-number-format.h; in ticks if the recording's clock counts ticks. */
char      *th_text_format_duration (ThRecording *recording,
                                   gint64       duration);
/* Formats a value of a measure. */
char      *th_text_format_value    (ThRecording *recording,
                                   ThUnit       unit,
                                   gint64       value);

G_END_DECLS
