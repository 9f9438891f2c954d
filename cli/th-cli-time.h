/* th-cli-time.h - times on the command line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/**
 * th_cli_parse_span:
 * @from: (nullable): a time for th_time_parse(), "+" is relative to the first
 *   event; %NULL: the first event
 * @to: (nullable): the same; %NULL: the last event
 *
 * Computes the span [@begin, @end) of @recording that two options specify.
 */
gboolean th_cli_parse_span (ThRecording *recording,
                            const char  *from,
                            const char  *to,
                            gint64      *begin,
                            gint64      *end,
                            GError     **error);

G_END_DECLS
