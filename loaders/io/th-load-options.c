/* th-load-options.c - the user's settings for all loads
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-load-options.h"

#define MAX_DEFAULT_THREADS 8

static guint n_threads_set;
static gsize memory_limit_set;
static gint sideband_set;
static gint early_symbols_set;
static GThread *hasty;              /* the thread that must not wait for symbols; atomic */
static ThSymbolsCame symbols_came;  /* atomic */

void
th_load_options_set_n_threads (guint n_threads)
{
  g_atomic_int_set (&n_threads_set, n_threads);
}

guint
th_load_options_get_n_threads (void)
{
  guint n = g_atomic_int_get (&n_threads_set);
  guint n_processors;

  if (n != 0)
    return n;

  n_processors = g_get_num_processors (); /* reads a file of sysfs */
  return MIN (n_processors, MAX_DEFAULT_THREADS);
}

void
th_load_options_set_memory_limit (gsize bytes)
{
  __atomic_store_n (&memory_limit_set, bytes, __ATOMIC_RELAXED);
}

gsize
th_load_options_get_memory_limit (void)
{
  return __atomic_load_n (&memory_limit_set, __ATOMIC_RELAXED);
}

void
th_load_options_set_sideband (ThSideband sideband)
{
  g_atomic_int_set (&sideband_set, sideband);
}

ThSideband
th_load_options_get_sideband (void)
{
  return g_atomic_int_get (&sideband_set);
}

void
th_load_options_set_early_symbols (gboolean early)
{
  g_atomic_int_set (&early_symbols_set, early);
}

gboolean
th_load_options_get_early_symbols (void)
{
  return g_atomic_int_get (&early_symbols_set);
}

void
th_load_options_set_symbols_later (ThSymbolsCame came)
{
  g_atomic_pointer_set (&symbols_came, came);
  g_atomic_pointer_set (&hasty, came != NULL ? g_thread_self () : NULL);
}

gboolean
th_load_options_get_symbols_later (void)
{
  return g_atomic_pointer_get (&hasty) == g_thread_self ();
}

void
th_load_options_symbols_came (void)
{
  ThSymbolsCame came = g_atomic_pointer_get (&symbols_came);

  if (came != NULL)
    came ();
}
