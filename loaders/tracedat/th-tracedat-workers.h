/* th-tracedat-workers.h - the threads that decode the stripes of a trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-tracedat-load.h"

G_BEGIN_DECLS

/* Decodes all stripes from @next on and appends them.  Uses at most @n_threads threads, the calling
 * one included, and returns when all of them are done.  The number is also bounded by
 * th_load_options_get_n_threads() and by the number of stripes. */
void th_td_load_run (ThTdLoad *load,
                     guint     n_threads);

G_END_DECLS
