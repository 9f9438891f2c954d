/* th-hash.h - a hash of strings that a file cannot foresee
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * g_str_hash() is known to everybody: a file of some megabytes can have names
 * that all share one place of a hash table, which then takes minutes to fill.
 * For tables of strings that come from files.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A #GHashFunc, for g_str_equal().  Its keys are drawn once in a process, so it
 * is good for nothing that is kept longer. */
guint th_string_hash (gconstpointer string);

G_END_DECLS
