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

/* Words of the results that flows have in common: "server (1234) · Timer". */
typedef struct _ThPathWords ThPathWords;

ThPathWords *th_path_words_new            (ThResults         *results,
                                           ThRecording       *recording,
                                           ThResults         *waits);
void         th_path_words_free           (ThPathWords       *self);
guint32      th_path_words_get_cause      (const ThPathWords *self,
                                           ThPathCause        cause);
/* TH_CELL_NONE for TH_PATH_NO_NOTE. */
gint64       th_path_words_get_note       (const ThPathWords *self,
                                           ThPathNote         note);
/* "exact", or "unknown" if it is not known. */
guint32      th_path_words_get_confidence (const ThPathWords *self,
                                           ThConfidence       confidence);

/* Adds @parts, in order of time, as the flow of that @row.  @event: an event for parts of which
 * none is known.  FALSE if there is no event at all. */
gboolean     th_path_flow_add             (ThResults         *results,
                                           ThPathWords       *words,
                                           guint32            row,
                                           guint32            task,
                                           ThRef              event,
                                           const GArray      *parts);

G_END_DECLS
