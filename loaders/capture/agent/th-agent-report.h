/* th-agent-report.h - the dictionaries that describe a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Their keys are those of docs/protocol.md.
 */
#pragma once

#include "th-agent-pages.h"
#include "th-agent-setup.h"

G_BEGIN_DECLS

/* CONFIGURED; floating.  @resume: NULL if the recording cannot be resumed. */
GVariant *th_agent_report_configured (ThAgentInstance   *instance,
                                      const ThAgentPlan *plan,
                                      ThAgentSetup      *setup,
                                      ThAgentPages      *pages,
                                      const char        *resume);
/* Inserts the present of three clocks, as in STARTED and END. */
void      th_agent_report_times      (GVariantDict      *dict);
/* Reads the kernel's counts and inserts the arrays of STATUS and END.  @waiting: bytes that
 * wait to be sent. */
void      th_agent_report_status     (GVariantDict      *dict,
                                      ThAgentPages      *pages,
                                      guint64            buffer_kb,
                                      gsize              waiting);

G_END_DECLS
