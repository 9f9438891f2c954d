/* th-flow-lookup.h - finds the flow of an event, or the slowest flow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One lookup at a time runs on a worker: looking up a key may update an index, and the slowest
 * flow is known only after all have been compared.  Another lookup, or a stop, cancels the
 * current one without a signal.
 *
 * Signal
 *   "done": the lookup ended; th_flow_lookup_get_found() returns the flow
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
/* Looks up the flow of @event in @results, an array of ThResults.  The flow of a frame of a capture
 * is that of the packet it belongs to. */
void          th_flow_lookup_find_event   (ThFlowLookup    *self,
                                           ThRecording     *recording,
                                           const GPtrArray *results,
                                           ThRef            event);
/* Looks up the flow with the greatest total, or with the greatest below that of @after unless
 * that is TH_FLOW_NONE.  Does not restart such a lookup while it runs. */
void          th_flow_lookup_find_slowest (ThFlowLookup    *self,
                                           ThResults       *results,
                                           guint32          after);
void          th_flow_lookup_stop         (ThFlowLookup    *self);
gboolean      th_flow_lookup_is_running   (ThFlowLookup    *self);
/* The results of the flow that was found; NULL if there is none.  Valid during "done". */
ThResults    *th_flow_lookup_get_found    (ThFlowLookup    *self,
                                           guint32         *row);

/* The noun for the flow of @event, translated: "packet".  NULL if none of @results can have it. */
const char   *th_flow_lookup_get_noun     (ThRecording     *recording,
                                           const GPtrArray *results,
                                           ThRef            event);
/* The label "Follow Packet" of a button or, with @mnemonic, of a menu item. */
char         *th_flow_lookup_dup_label    (const char      *noun,
                                           gboolean         mnemonic);

G_END_DECLS
