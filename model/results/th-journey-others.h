/* th-journey-others.h - the flow of an event, and what other flows have the same events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The events of a packet may be events of a transit from machine to machine, too.
 */
#pragma once

#include "th-journey.h"
#include "th-reader.h"

G_BEGIN_DECLS

/* Whether events of @type have a field with the key of flows of @results, which has flows. */
gboolean th_journey_has_key       (ThRecording     *recording,
                                   ThResults       *results,
                                   guint            type);
/* The row of the flow of @results that the event is a step of, or that was in flight at that time;
 * TH_FLOW_NONE if there is none.  @results has flows. */
guint32  th_journey_find_of_event (ThRecording     *recording,
                                   ThReader        *reader,
                                   ThResults       *results,
                                   ThRef            event);

typedef struct
{
  ThResults *results; /* owned by the caller's list */
  guint32    row;
} ThOtherFlow;

/* The flows of @all that have the first or the last own event of a flow.  Results whose flows are
 * not indexed yet are left out (th_flows_is_prepared()), so this does not block.
 * Returns (element-type ThOtherFlow): free with g_array_unref(). */
GArray *th_journey_list_others (ThRecording     *recording,
                                const GPtrArray *all,
                                ThResults       *results,
                                guint32          row);

G_END_DECLS
