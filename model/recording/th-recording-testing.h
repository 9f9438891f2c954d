/* th-recording-testing.h - limits and counters of recordings that only tests and benchmarks need
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Small limits make a small recording reach what otherwise takes billions of events, or more than
 * the memory of the machine.  Any thread.
 */
#pragma once

#include "th-column-cache.h"

G_BEGIN_DECLS

/* Sets how many rows a CPU that is created from now on can have (0: TH_CPU_MAX_ROWS). */
void    th_cpu_set_max_rows             (guint32        max_rows);

/* Sets the limit of caches that are created from now on (0: as usual). */
void    th_column_cache_set_usual_limit (gsize          bytes);
/* How many blocks were decoded again. */
guint64 th_column_cache_get_n_filled    (ThColumnCache *self);
/* How many units readers hold. */
guint   th_column_cache_get_n_pinned    (ThColumnCache *self);

G_END_DECLS
