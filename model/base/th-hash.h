/* th-hash.h - a string hash that a file cannot predict
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * g_str_hash() has no key, so a file of a few megabytes can hold names that all
 * collide, and filling a hash table with them takes minutes.  Use this one for
 * tables of strings that come from files.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A #GHashFunc to go with g_str_equal().  Its keys are drawn once per process, so
 * hashes must not be saved. */
guint th_string_hash (gconstpointer string);

G_END_DECLS
