/* th-flow-lookup.h - finds the flow to follow: that of an event, or the slowest
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One lookup at a time, on a worker: looking up a key may bring an index up to
 * date, and the slowest flow is known only once all have been looked at.  Another
 * lookup, or a stop, ends the one before without telling.
 *
 * Signal
 *   "done": the lookup ended; th_flow_lookup_get_found() has what it found
 *
 * Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-recording.h"
#include "th-results.h"

G_BEGIN_DECLS

#define TH_TYPE_FLOW_LOOKUP (th_flow_lookup_get_type ())
G_DECLARE_FINAL_TYPE (ThFlowLookup, th_flow_lookup, TH, FLOW_LOOKUP, GObject)

ThFlowLookup *th_flow_lookup_new          (void);
/* The flow of @event among @results (ThResults). */
void          th_flow_lookup_find_event   (ThFlowLookup    *self,
                                           ThRecording     *recording,
                                           const GPtrArray *results,
                                           ThRef            event);
/* The flow of greatest total, or the greatest below flow @after unless that is
 * TH_FLOW_NONE.  One that is under way is not begun again. */
void          th_flow_lookup_find_slowest (ThFlowLookup    *self,
                                           ThResults       *results,
                                           guint32          after);
void          th_flow_lookup_stop         (ThFlowLookup    *self);
gboolean      th_flow_lookup_is_running   (ThFlowLookup    *self);
/* During "done".  Lent; NULL: there is none. */
ThResults    *th_flow_lookup_get_found    (ThFlowLookup    *self,
                                           guint32         *row);

/* What @event is one of, translated: "packet".  NULL if none of @results can hold it. */
const char   *th_flow_lookup_get_noun     (ThRecording     *recording,
                                           const GPtrArray *results,
                                           ThRef            event);

G_END_DECLS
