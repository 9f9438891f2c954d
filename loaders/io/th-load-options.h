/* th-load-options.h - the user's settings for all loads
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Any thread may set and get them; a load reads them when it begins.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The number of worker threads of a load.  0: the default, min (cores, 8), which only tests and
 * benchmarks change. */
void       th_load_options_set_n_threads    (guint      n_threads);
guint      th_load_options_get_n_threads    (void);

/* The size of the columns in memory.  If a file can be decoded again (a trace.dat or a
 * perf.data), this is the size of its column cache (th-column-cache.h), and 0, the default, leaves
 * that to the cache.  The load of another file stops when its columns reach this many bytes, and
 * keeps what it has; 0 leaves it to th_loader_get_memory_limit(). */
void       th_load_options_set_memory_limit (gsize      bytes);
gsize      th_load_options_get_memory_limit (void);

/**
 * ThSideband:
 * @TH_SIDEBAND_LOST: lost and throttled samples, which are also shown as gaps
 * @TH_SIDEBAND_TASKS: tasks that begin, end, or get a name
 * @TH_SIDEBAND_MMAPS: files that processes map
 *
 * Which sideband records of a perf.data become events in a recording that is
 * opened from now on.  Task names, processes and gaps are read from them in any case.
 */
typedef enum
{
  TH_SIDEBAND_LOST  = 1 << 0,
  TH_SIDEBAND_TASKS = 1 << 1,
  TH_SIDEBAND_MMAPS = 1 << 2
} ThSideband;

void       th_load_options_set_sideband     (ThSideband sideband);
ThSideband th_load_options_get_sideband     (void);

/* Whether a load reads the symbols of its recording before it publishes the first event that
 * needs them.  A window sets it, as it shows events while they are loaded and must not read
 * /proc/kallsyms on the main thread.  Otherwise they are read when they are first needed. */
void       th_load_options_set_early_symbols (gboolean  early);
gboolean   th_load_options_get_early_symbols (void);

/* From now on the calling thread never waits for a file with symbols: another thread opens the file
 * and then calls @came; until then its functions have no names.  There is one such thread; NULL: no
 * thread is exempt. */
typedef void (*ThSymbolsCame) (void);

void       th_load_options_set_symbols_later (ThSymbolsCame came);
/* Whether the calling thread must not wait. */
gboolean   th_load_options_get_symbols_later (void);
/* Calls the @came of th_load_options_set_symbols_later() on the current thread. */
void       th_load_options_symbols_came    (void);

G_END_DECLS
