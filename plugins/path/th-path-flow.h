/* th-path-flow.h - a critical path as a flow, so that it can be followed like a packet
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-path-walk.h"

G_BEGIN_DECLS

/* The stages are the causes (ThPathCause), and the rules tell why a part is not known
 * (ThPathNote). */
extern const ThFlowsInfo th_path_flows_info;

/* Adds @parts, in order of time, as the flow of that @row.  @event: an event for parts of which
 * none is known.  FALSE if there is no event at all. */
gboolean    th_path_flow_add       (ThResults    *results,
                                    ThRecording  *recording,
                                    ThResults    *waits,
                                    guint32       row,
                                    guint32       task,
                                    ThRef         event,
                                    const GArray *parts);

/* "waiting for a timer"; translated. */
const char *th_path_get_cause_text (ThPathCause   cause);
/* "no wakeup was recorded"; translated. */
const char *th_path_get_note_text  (ThPathNote    note);

G_END_DECLS
