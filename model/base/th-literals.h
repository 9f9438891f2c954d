/* th-literals.h - parses and formats times and lists of CPUs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * th_time_parse:
 * @text: "188.024", "188.024s", "12 ms", "40us", "40µs", "7ns"; with "+" in
 *   front it is relative to @zero.  With a tick clock, a whole number.  The forms in
 *   which the program shows times are accepted too: blanks between digits and before
 *   the unit, a typographic minus sign
 * @ticks: whether the clock counts ticks rather than ns
 * @zero: the origin of "+": the first event, a marker
 * @time: (out): the time in the recording's unit
 *
 * Exact to the nanosecond, since no double is involved; further digits are truncated.  FALSE for
 * any other text and for a time that does not fit a gint64.  Any thread.
 */
gboolean th_time_parse (const char *text,
                        gboolean    ticks,
                        gint64      zero,
                        gint64     *time);

/* Formats an offset so that th_time_parse() can read it: "+0.0125 s", "-3 s", "+500" for ticks.
 * Free with g_free(). */
char    *th_offset_format (gint64   offset,
                           gboolean ticks);

/* Parses "0,2-3" into numbers, in that order.  If @text is not such a list, returns NULL, and
 * @error (G_OPTION_ERROR) says what to write instead.  Any thread. */
GArray  *th_cpus_parse (const char  *text,
                        GError     **error);
/* "0,2-3" of ascending numbers; free with g_free().  Any thread. */
char    *th_cpus_format (const GArray *cpus);

G_END_DECLS
