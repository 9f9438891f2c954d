/* th-journey-others.h - the flows of other analyses that a flow has events in common with
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A packet is a part of its transit from machine to machine, and may end a request.
 */
#pragma once

#include "th-journey.h"

G_BEGIN_DECLS

typedef struct
{
  ThResults *results; /* owned by the caller's list */
  guint32    row;
} ThOtherFlow;

/* Looks at the first and the last event that is the flow's own.  @all: the results of the
 * recording, of which only finished ones are searched.
 * Returns (element-type ThOtherFlow): free with g_array_unref(). */
GArray *th_journey_list_others (ThRecording     *recording,
                                const GPtrArray *all,
                                ThResults       *results,
                                guint32          row);

G_END_DECLS
