/* th-agent-top.h - the top of tracefs, which belongs to everybody
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Before Linux 6.11 function_graph exists only at the top.  The agent records there if nobody else
 * does, and restores what it changed.
 */
#pragma once

#include "th-agent-error.h"
#include "th-agent-file.h"

G_BEGIN_DECLS

/* TH_AGENT_ERROR_IN_USE unless the top has no tracer, no events, no limits to tasks, and nothing in
 * its buffers. */
gboolean th_agent_top_is_unused (const ThAgentPlaces *places,
                                 GError             **error);
/* Returns what has to be written into @file, a path below the top, to undo a change of it; NULL if
 * the file cannot be read.  Free with g_free(). */
char    *th_agent_top_dup_text  (const ThAgentPlaces *places,
                                 const char          *file);

G_END_DECLS
