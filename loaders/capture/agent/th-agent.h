/* th-agent.h - one connection of thresher-agent, from its hello to its end
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One thread with one poll(2) serves the connection and the ring buffers; another one only waits
 * for grace periods.  Whatever ends the connection (the end of the input, silence, a broken output,
 * SIGTERM, a damaged frame), the agent removes what it created in tracefs; after the first three, a
 * recording that may be resumed goes on for a while.
 */
#pragma once

#include "th-agent-file.h"

G_BEGIN_DECLS

/* Serves the connection until it ends; returns the exit status of the program. */
int th_agent_run (const ThAgentPlaces *places,
                  int                  in,
                  int                  out);

G_END_DECLS
