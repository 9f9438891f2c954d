/* th-cli-time.h - times on the command line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/**
 * th_cli_parse_span:
 * @from: (nullable): as th_time_parse() takes it, "+" counts from the first
 *   event; missing: from the first event
 * @to: (nullable): the same; missing: to the last event
 *
 * The times [@begin, @end) of @recording that two options ask for.
 */
gboolean th_cli_parse_span (ThRecording *recording,
                            const char  *from,
                            const char  *to,
                            gint64      *begin,
                            gint64      *end,
                            GError     **error);

G_END_DECLS
