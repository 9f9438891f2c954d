/* th-tracedat-stripes.h - divides the pages of all CPUs into stripes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-tracedat-load.h"

G_BEGIN_DECLS

/* Fills the queues and the list of stripes; publishes CPUs that have no stripes.  A live load
 * begins without stripes. */
void        th_td_load_cut           (ThTdLoad        *load);
/* Adds stripes for the pages of a queue from @from on. */
void        th_td_load_cut_plain      (ThTdLoad       *load,
                                       ThTdQueue      *queue,
                                       guint64         from);
/* Sets the reference to the median of all CPUs' first stamps, which tolerates wrong ones. */
void        th_td_load_find_reference (ThTdLoad       *load);
/* For tests: bytes of pages per stripe (0: default). */
void        th_tracedat_set_stripe   (gsize           bytes);

G_END_DECLS
