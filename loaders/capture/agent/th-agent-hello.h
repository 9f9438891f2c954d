/* th-agent-hello.h - what the agent says about itself and its machine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-agent-instance.h"

G_BEGIN_DECLS

/* The dictionary of HELLO; floating.  @instance is NULL if none could be made, for the reason in
 * @obstacle.  @swept: names of instances that were removed, or NULL. */
GVariant *th_agent_hello_new (const ThAgentPlaces *places,
                              ThAgentInstance     *instance,
                              const GError        *obstacle,
                              GPtrArray           *swept);

G_END_DECLS
