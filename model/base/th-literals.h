/* th-literals.h - parses and formats times and lists of CPUs as people write them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * th_time_parse:
 * @text: "188.024", "188.024s", "12 ms", "40us", "40µs", "7ns"; with "+" in
 *   front it counts from @zero.  For a tick clock a whole number.  As the
 *   program shows times they are read, too: blanks between digits and before
 *   the unit, a real minus sign
 * @ticks: whether the clock counts something that is not ns
 * @zero: where "+" counts from: the first event, a marker
 * @time: (out): the time in the recording's unit
 *
 * Exact to the nanosecond: nothing passes through a double; what is finer is
 * cut off. FALSE for any other text, and for what no gint64 holds. Any thread.
 */
gboolean th_time_parse (const char *text,
                        gboolean    ticks,
                        gint64      zero,
                        gint64     *time);

/* "+0.0125 s", "-3 s", "+500" for ticks: as th_time_parse() reads it.  Free with
 * g_free(). */
char    *th_offset_format (gint64   offset,
                           gboolean ticks);

/* Numbers from "0,2-3", in that order; NULL with @error (G_OPTION_ERROR, what to
 * write instead) if it is no such list. Any thread. */
GArray  *th_cpus_parse (const char  *text,
                        GError     **error);

G_END_DECLS
