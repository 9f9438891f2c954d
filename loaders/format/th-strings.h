/* th-strings.h - strings from a file, each kept once
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What g_intern_string() keeps stays for the life of the process; this stays as long as its
 * owner keeps the table.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A table for th_strings_take(); free it with g_hash_table_unref(). */
GHashTable *th_strings_new  (void);
/* Takes @string.  Returns the one in @table that equals it, which lives as long as the
 * table. */
const char *th_strings_take (GHashTable *table,
                             char       *string);

G_END_DECLS
