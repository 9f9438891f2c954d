/* th-number-format.h - formats counts, times and durations for people
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The window and `thresh` print times with these functions, so both show the same digits.  Digits
 * beyond those shown are truncated; only shares are rounded.
 *
 * No digit is invented: if a clock has a resolution of microseconds, a time has six digits after
 * the point, and a duration has no nanoseconds.  Nanoseconds that result from a calculation are
 * shown, however: in a mean, in a duration that the tracer measured with a better clock (as
 * function_graph does), and in all times of a recording whose shift has nanoseconds.
 * Differences of times and percentiles, which are samples (nearest rank), have none.
 */
#pragma once

#include "th-ref.h"

G_BEGIN_DECLS

typedef enum
{
  TH_FORMAT_PLAIN = 1 << 0, /* for a terminal: ASCII hyphen as minus, ticks without words */
  TH_FORMAT_FULL  = 1 << 1  /* every digit of a duration, not only three after the point */
} ThFormatFlags;

/* Between groups of three digits, and between a short count and its unit: a narrow no-break space
 * (U+202F).  In a line that is written from right to left a breaking space like U+2009 would swap
 * the groups. */
#define TH_DIGIT_SEPARATOR "\xe2\x80\xaf"

#define TH_MINUS "\xe2\x88\x92" /* U+2212 */

/* "1 284 031", with TH_DIGIT_SEPARATOR.  Free the results of all functions here with g_free(). */
char *th_format_count    (guint64       count);

/* Like th_format_count(), but short: "12 345", "284 k", "1.28 M". */
char *th_format_count_short (guint64    count);

/* "188.024046310"; "188.024046" with a resolution of microseconds; "1 284 031" for ticks
 * (TH_FORMAT_PLAIN: "1284031"). */
char *th_format_time     (gint64        time,
                          ThResolution  resolution,
                          ThFormatFlags flags);

/* "175.000 µs", "2.184 s", "12 ns", "175 ticks"; with a resolution of microseconds
 * "175 µs".  TH_FORMAT_FULL: "6.257964 ms".  TH_FORMAT_PLAIN: ticks as "175". */
char *th_format_duration (gint64        duration,
                          ThResolution  resolution,
                          ThFormatFlags flags);

/* The time from @from to @to in µs, with a sign: "+12.104"; "+12" with a resolution of
 * microseconds; in ticks for a clock that counts them: "+12104". */
char *th_format_offset   (gint64        from,
                          gint64        to,
                          ThResolution  resolution);

/* A share of a whole, from 0 to 1, rounded: "12.3 %", "0.042 %". */
char *th_format_share    (double        share);

/* The change of a share in percentage points, rounded and with a sign: "+2.81", "+17.2";
 * "0" if there is none. */
char *th_format_points   (double        change,
                          ThFormatFlags flags);

/* Appends @value × 10^-@exponent with @digits (at most @exponent) after the point, which are
 * truncated and grouped in threes with @separator. */
void  th_append_decimal  (GString      *text,
                          gint64        value,
                          guint         exponent,
                          guint         digits,
                          const char   *separator);

G_END_DECLS
