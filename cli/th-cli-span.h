/* th-cli-span.h - the span of time that options choose
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-cli-options.h"
#include "th-recording.h"

G_BEGIN_DECLS

/* If no part of the recording lies in the span, reports that, and from when to when the recording
 * goes.  @end may be before @begin. */
void     th_cli_report_outside (const char         *command,
                                ThRecording        *recording,
                                gint64              begin,
                                gint64              end);
/* Parses --from and --to with th_time_span_parse().  A mistake is reported, and FALSE returned; a
 * span outside of the recording is reported, too. */
gboolean th_cli_parse_span     (const char         *command,
                                ThRecording        *recording,
                                const ThCliOptions *options,
                                gint64             *begin,
                                gint64             *end);

G_END_DECLS
