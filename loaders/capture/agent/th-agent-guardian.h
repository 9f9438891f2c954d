/* th-agent-guardian.h - a process that cleans up after the agent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The guardian waits for the end of a pipe that only the agent holds, so it notices every
 * death of the agent, SIGKILL included.  It is forked before the agent opens files of the
 * instance: one that it held would keep the instance busy.
 */
#pragma once

#include "th-agent-file.h"

G_BEGIN_DECLS

typedef struct _ThAgentGuardian ThAgentGuardian;

/* NULL, with errno set, if no process can be created. */
ThAgentGuardian *th_agent_guardian_new      (const ThAgentPlaces *places);
int              th_agent_guardian_get_pid  (ThAgentGuardian     *self);
/* From now on the guardian is to remove this instance and its probes. */
void             th_agent_guardian_watch    (ThAgentGuardian     *self,
                                             const char          *instance);
/* And to write @text into @file, a path below the top of tracefs, before that. */
void             th_agent_guardian_restore  (ThAgentGuardian     *self,
                                             const char          *file,
                                             const char          *text);
/* The agent has cleaned up itself: the guardian ends. */
void             th_agent_guardian_dismiss  (ThAgentGuardian     *self);
/* Something is left: the guardian tries again when this process ends. */
void             th_agent_guardian_leave    (ThAgentGuardian     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThAgentGuardian, th_agent_guardian_dismiss)

G_END_DECLS
