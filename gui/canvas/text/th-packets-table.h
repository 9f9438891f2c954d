/* th-packets-table.h - packets as a table: their outcome, and where their time went
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-flow-set.h"
#include "th-text-table.h"

G_BEGIN_DECLS

/* @rows: (element-type guint32), of the flows.  The first line has the titles.  Free with
 * th_text_table_free(). */
ThTextTable *th_packets_make_table (ThFlowSet *flows,
                                   GArray     *rows);
/* The rows of the slowest flows of @flows, up to @max of them, the slowest first.  Free with
 * g_array_unref(). */
GArray      *th_packets_list_slowest    (ThResults     *flows,
                                         guint          max);
/* The longest stages, at most @max: "wakeup 43.084 µs, copy 5.120 µs".  Free with g_free(). */
char        *th_packets_describe_longest (ThFlowSet    *flows,
                                         guint32        row,
                                         guint          max);
/* "Stages: napi 12.400 µs, wakeup 1.841 ms."; "" without any.  Free with g_free(). */
char        *th_packets_describe_stages (ThRecording   *recording,
                                         const ThFlows *flows,
                                         guint32        row);

G_END_DECLS
