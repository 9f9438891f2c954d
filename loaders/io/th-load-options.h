/* th-load-options.h - what the user set for all loads
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each may be set and asked from any thread; a load asks when it begins.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How many workers a load uses: min (cores, 8), or what was set (0: default). */
void       th_load_options_set_n_threads    (guint      n_threads);
guint      th_load_options_get_n_threads    (void);

/* At so many bytes of columns a load stops and keeps what it has: a quarter of
 * the machine's memory, or what was set (0: default).  An event takes 12 to 14
 * bytes, however short its line is: a gzip file of 3.4 MB that holds 40 million
 * lines took 500 MB.  Such a file is bounded by this limit alone. */
void       th_load_options_set_memory_limit (gsize      bytes);
gsize      th_load_options_get_memory_limit (void);

/**
 * ThSideband:
 * @TH_SIDEBAND_LOST: losses and throttling, which are gaps besides
 * @TH_SIDEBAND_TASKS: tasks that begin, end, or get a name
 * @TH_SIDEBAND_MMAPS: files that processes map
 *
 * Which sideband records of a perf.data become events in a recording that is
 * opened from now on.  Names, processes and gaps come from them in any case.
 */
typedef enum
{
  TH_SIDEBAND_LOST  = 1 << 0,
  TH_SIDEBAND_TASKS = 1 << 1,
  TH_SIDEBAND_MMAPS = 1 << 2
} ThSideband;

void       th_load_options_set_sideband     (ThSideband sideband);
ThSideband th_load_options_get_sideband     (void);

G_END_DECLS
