/* th-agent-install.h - copies an agent to a target
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-target.h"

G_BEGIN_DECLS

/**
 * th_agent_install:
 * @agent: the file to copy; NULL: the agent that is installed here
 *
 * Copies an agent to ~/.local/bin/thresher-agent of the user who logs in by ssh, where
 * th_target_dup_agent_argv() finds it.  The copy gets its name when it is complete.  Refuses a
 * file that is not a program, or is one for another kind of machine.  Blocks until the copy is
 * done: call it on a thread.
 *
 * Returns: the path on the target, or NULL and a sentence in the domain G_OPTION_ERROR
 */
char *th_agent_install (ThTarget    *target,
                        const char  *agent,
                        GError     **error);

G_END_DECLS
