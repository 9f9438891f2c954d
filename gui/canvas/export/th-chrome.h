/* th-chrome.h - a recording as Chrome trace JSON
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The format is the “Trace Event Format” in its form with an object; Perfetto, speedscope and
 * chrome://tracing open it.  Times are µs with three digits (ticks, if the clock counts those).
 *
 *   process 1  CPUs: a thread for the tasks that ran on each, then one for each track of it
 *   process 2  tasks: a thread for each track of a task
 *   process 3  the other tracks
 *   process 4  packets: nestable async events, a packet around its stages
 *
 * Slices are complete events ("X"); a track whose rows overlap has a thread for each row.  Points
 * are instants ("i"), values are counters ("C").  A flow of arrows ("s", "t", "f") leads from each
 * step of a packet to the next, on the CPUs where they were.
 */
#pragma once

#include "th-text-output.h"
#include "th-results.h"

G_BEGIN_DECLS

/* Appends everything that has a part in the span @from … @to.  Stops early if the output fails. */
void th_chrome_write (ThRecording *recording,
                      GPtrArray   *results,
                      gint64       from,
                      gint64       to,
                      ThTextOutput *output);

G_END_DECLS
