/* th-agent-cleanup.h - removes what an agent created in tracefs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The agent itself, its guardian, and the sweep of a later agent do the same: remove the instance
 * (which alone switches off its events, filters and tracer), then the probes in the group of that
 * name, which the kernel keeps while they are enabled anywhere.
 */
#pragma once

#include "th-agent-file.h"

G_BEGIN_DECLS

#define TH_AGENT_PREFIX "thresher_"
/* An agent that changes the top of tracefs writes marks into an instance that it does not record
 * in: this, a file below the top, a tab, and the text that restores it. */
#define TH_AGENT_RESTORE_MARK "restore\t"
#define TH_AGENT_RESTORE_KB "512"
/* The end of the name of an instance that only holds marks. */
#define TH_AGENT_MARKS "_marks"

/* Stops and removes an instance, waiting for up to 10 s while it is busy.  TRUE if it is gone. */
gboolean th_agent_remove_instance (const ThAgentPlaces *places,
                                   const char          *name);
/* The same for an instance whose agent is gone, and its probes: a living agent holds a lock, whose
 * release is waited for no longer than @wait_us.  TRUE if they are gone. */
gboolean th_agent_remove_abandoned (const ThAgentPlaces *places,
                                    const char          *name,
                                    gint64               wait_us);
/* Removes all probes of a group.  TRUE if none is left. */
gboolean th_agent_remove_probes   (const ThAgentPlaces *places,
                                   const char          *group);
/* The groups of probes whose names begin with TH_AGENT_PREFIX; free with g_ptr_array_unref(). */
GPtrArray *th_agent_list_groups   (const ThAgentPlaces *places);

/* Removes what crashed agents left: instances whose lock is free, and groups of probes
 * without an instance.  Returns the names; free with g_ptr_array_unref(). */
GPtrArray *th_agent_sweep         (const ThAgentPlaces *places);

G_END_DECLS
