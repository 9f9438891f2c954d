/* th-record-trace-cmd.h - records by trace-cmd where there is no agent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * trace-cmd runs on the target, in the top instance, and writes a temporary file there, which is
 * fetched over the same connection when it stops.  What only an agent can do is refused: ring,
 * until, hold, limit.  A target of exec: is refused, too.
 */
#pragma once

#include "th-commands.h"
#include "th-record-plan.h"

G_BEGIN_DECLS

/* SIGINT and SIGTERM stop the recording in order. */
ThExit th_record_by_trace_cmd (ThTarget           *target,
                               const ThRecordPlan *plan,
                               ThPresets          *presets,
                               gboolean            is_quiet);

G_END_DECLS
