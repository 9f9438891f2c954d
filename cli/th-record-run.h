/* th-record-run.h - one recording by `thresh record`, from the connection to the file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-capture.h"
#include "th-commands.h"
#include "th-record-plan.h"

G_BEGIN_DECLS

typedef enum
{
  TH_RECORD_FILE,        /* record to the file of the plan */
  TH_RECORD_ESTIMATE,    /* measure what the plan would record */
  TH_RECORD_LIST_EVENTS, /* print the events of the target */
  TH_RECORD_LIST_PRESETS /* print the presets, and what of them the target has */
} ThRecordMode;

/* @agent: the agent's path on the targets, or NULL.  Runs a main loop until all targets have ended;
 * SIGINT and SIGTERM stop the recordings in order, and at once when they are sent again. */
ThExit th_record_run (ThTarget *const    *targets,
                      guint               n_targets,
                      const char         *agent,
                      const ThRecordPlan *plan,
                      ThPresets          *presets,
                      ThRecordMode        mode,
                      gboolean            is_quiet);

G_END_DECLS
