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

/* A link to the event of the step with the index @step. */
typedef struct
{
  guint32            step;
  const ThEventLink *link; /* owned by the links */
} ThJourneyLink;

/* The first @max links to events of @flow, in the order of its steps; a frame comes once.  @links
 * may be NULL.
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

/* The other links of the same frame, which lead to the packet in the recordings of other machines.
 * Returns (element-type ThEventLink): free with g_array_unref(). */
GArray *th_journey_list_same  (const ThEventLinks  *links,
                               const ThEventLink   *link);
/* "the same packet in server.dat: netif_receive_skb 0xffff88810a34c000, 12.1 µs later (inferred)".
 * @same: an element of that list; @duration: the absolute value of the delay.  Free with
 * g_free(). */
char   *th_journey_dup_same   (ThRecording         *recording,
                               const ThEventLink   *link,
                               const ThEventLink   *same,
                               const char          *duration);
/* The time from the packet of @link to that of @same; negative if the latter is earlier. */
gint64  th_journey_get_delay  (ThRecording         *recording,
                               const ThEventLink   *link,
                               const ThEventLink   *same);

G_END_DECLS
