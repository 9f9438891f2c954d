/* th-agent-answers.h - answers the questions of a window about the machine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-agent-error.h"
#include "th-agent-file.h"

G_BEGIN_DECLS

/* Returns the dictionary of the ANSWER to that of an ASK; floating. */
GVariant *th_agent_answer (const ThAgentPlaces *places,
                           GVariant            *question,
                           GError             **error);

G_END_DECLS
