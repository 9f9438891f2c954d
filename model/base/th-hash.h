/* th-hash.h - hashes that a file cannot predict
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * g_str_hash() and g_int64_hash() have no key, so a file of a few megabytes can hold names
 * or addresses that all collide, and filling a hash table with them takes minutes.  Use these
 * for tables whose keys come from files.  Their own keys are drawn once per process, so hashes
 * must not be saved.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A #GHashFunc to go with g_str_equal(). */
guint th_string_hash (gconstpointer string);
/* A #GHashFunc to go with g_int64_equal(). */
guint th_int64_hash  (gconstpointer number);
/* Hashes @size bytes. */
guint th_bytes_hash  (gconstpointer bytes,
                      gsize         size);

G_END_DECLS
