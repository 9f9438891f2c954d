/* th-journey-links.h - the events of other recordings that belong to a flow: frames of captures
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Any thread; there is no state.
 */
#pragma once

#include "th-journey.h"
#include "th-reader.h"

G_BEGIN_DECLS

/* A link to an event of @flow; @step: the index of the step with that event. */
typedef struct
{
  guint32            step;
  const ThEventLink *link; /* owned by the links */
} ThJourneyLink;

/* The links to the steps of @flow, in the order of the steps, at most @max of them.
 * @links may be NULL.
 * Returns (element-type ThJourneyLink): free with g_array_unref(). */
GArray *th_journey_list_links (const ThFlows       *flows,
                               const ThFlow        *flow,
                               const ThEventLinks  *links,
                               guint                max);
/* "a segment of it (inferred) · eth0".  Free with g_free(). */
char   *th_journey_dup_link   (ThRecording         *recording,
                               const ThEventLinks  *links,
                               const ThEventLink   *link);
/* The text of the linked event: "10.0.0.1 → 10.0.0.2 TCP 1514 …".  Free with g_free(). */
char   *th_journey_dup_linked (ThReader            *reader,
                               const ThEventLink   *link);

/* The other events that the event of @link belongs to: the same packet in the recording of another
 * machine.  Returns (element-type ThEventLink): free with g_array_unref(). */
GArray *th_journey_list_same  (const ThEventLinks  *links,
                               const ThEventLink   *link);
/* "the same packet in server.dat: netif_receive_skb 0xffff88810a34c000, 12.1 µs later (inferred)",
 * for @same of that list.  @duration: the time between the two, without a sign.  Free with
 * g_free(). */
char   *th_journey_dup_same   (ThRecording         *recording,
                               const ThEventLink   *link,
                               const ThEventLink   *same,
                               const char          *duration);
/* The time from the event that @link belongs to to that of @same. */
gint64  th_journey_get_delay  (ThRecording         *recording,
                               const ThEventLink   *link,
                               const ThEventLink   *same);

G_END_DECLS
