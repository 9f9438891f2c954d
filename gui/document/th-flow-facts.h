/* th-flow-facts.h - a short summary of the flows of an analysis
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * "38 412 packets · p50 61 µs · p99 1.94 ms · 17 dropped".  The work is done on a worker.
 */
#pragma once

#include "th-document.h"

G_BEGIN_DECLS

/* Whether row n of the table describes flow n. */
gboolean    th_flow_facts_is_table (ThResults            *results,
                                    ThTable              *table);
void        th_flow_facts_async    (ThDocument           *document,
                                    ThResults            *results,
                                    GCancellable         *cancellable,
                                    GAsyncReadyCallback   callback,
                                    gpointer              data);
/* Free with g_free(); NULL if it was cancelled. */
char       *th_flow_facts_finish   (ThDocument           *document,
                                    GAsyncResult         *result);

/* The time that @flow spent in each stage, one stage per line: "gro 1.510 ms, 63 %".  Free with
 * g_free(). */
char       *th_flow_facts_dup_stages (ThDocument         *document,
                                    ThFlows              *flows,
                                    const ThFlow         *flow);

G_END_DECLS
