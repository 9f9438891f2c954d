/* th-cli-time.h - times and CPUs on the command line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/**
 * th_cli_parse_time:
 * @text: "188.024", "188.024s", "12ms", "40us", "40µs", "7ns"; with a "+" in
 *   front it counts from @first.  For a tick clock a whole number
 * @ticks: whether the clock counts something that is not ns
 * @first: time of the first event
 * @time: (out): the time in the recording's unit
 *
 * Exact to the nanosecond: nothing passes through a double.
 */
gboolean th_cli_parse_time (const char  *text,
                            gboolean     ticks,
                            gint64       first,
                            gint64      *time,
                            GError     **error);

/**
 * th_cli_parse_span:
 * @from: (nullable): as above; missing: from the first event
 * @to: (nullable): as above; missing: to the last event
 *
 * The times [@begin, @end) of @recording that two options ask for.
 */
gboolean th_cli_parse_span (ThRecording *recording,
                            const char  *from,
                            const char  *to,
                            gint64      *begin,
                            gint64      *end,
                            GError     **error);

/* CPU numbers from "0,2-3"; NULL with @error set if it is no such list. */
GArray  *th_cli_parse_cpus (const char  *text,
                            GError     **error);

G_END_DECLS
