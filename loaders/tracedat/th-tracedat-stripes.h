/* th-tracedat-stripes.h - the pages of all CPUs, cut into stripes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-tracedat-load.h"

G_BEGIN_DECLS

/* Fills queues and stripes; publishes the CPUs that have none. */
void        th_td_load_cut           (ThTdLoad        *load);
/* The middle one of all CPUs' first stamps: a few wrong ones do no harm. */
void        th_td_load_find_reference (ThTdLoad       *load);
/* For tests: bytes of pages per stripe (0: default). */
void        th_tracedat_set_stripe   (gsize           bytes);

G_END_DECLS
