/* th-number-format.h - formats counts, times and durations for people
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The window and `thresh` print times with these functions, so both show the same
 * digits.  Both cut off what they have no room for; only shares are rounded.
 *
 * No digit is invented: where a clock tells whole microseconds, a time has six
 * digits after the point, and a duration has no nanoseconds.  Those that come out of
 * a calculation are shown, though: a mean may have them, a duration that the tracer
 * measured with a better clock (as function_graph does), and all times of a recording
 * that was moved by them.  Differences of times and percentiles, which are samples
 * (nearest rank), have none.
 */
#pragma once

#include "th-ref.h"

G_BEGIN_DECLS

typedef enum
{
  TH_FORMAT_PLAIN = 1 << 0, /* for a terminal: ASCII hyphen as minus, ticks without words */
  TH_FORMAT_FULL  = 1 << 1  /* every digit of a duration, not only three after the point */
} ThFormatFlags;

/* "1 284 031" with thin spaces.  This and what follows: free with g_free(). */
char *th_format_count    (guint64       count);

/* As th_format_count() where room is short: "12 345", "284 k", "1.28 M". */
char *th_format_count_short (guint64    count);

/* "188.024046310", "188.024046" of a clock that tells microseconds, "1 284 031"
 * ticks (TH_FORMAT_PLAIN: "1284031"). */
char *th_format_time     (gint64        time,
                          ThResolution  resolution,
                          ThFormatFlags flags);

/* "175.000 µs", "2.184 s", "12 ns", "175 ticks"; of a clock that tells microseconds
 * "175 µs".  TH_FORMAT_FULL: "6.257964 ms".  TH_FORMAT_PLAIN: ticks as "175". */
char *th_format_duration (gint64        duration,
                          ThResolution  resolution,
                          ThFormatFlags flags);

/* From @from to @to in µs, with a sign: "+12.104"; of a clock that tells
 * microseconds "+12"; in ticks of one that counts these: "+12104". */
char *th_format_offset   (gint64        from,
                          gint64        to,
                          ThResolution  resolution);

/* A share of a whole, from 0 to 1, rounded: "12.3 %", "0.042 %". */
char *th_format_share    (double        share);

/* The change of a share in percentage points, rounded and with a sign: "+2.81", "+17.2";
 * "0" if there is none. */
char *th_format_points   (double        change,
                          ThFormatFlags flags);

/* @value × 10^-@exponent with @digits (at most @exponent) after the point, the rest
 * cut off, and with @separator between threes of these digits. */
void  th_append_decimal  (GString      *text,
                          gint64        value,
                          guint         exponent,
                          guint         digits,
                          const char   *separator);

G_END_DECLS
