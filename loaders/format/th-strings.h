/* th-strings.h - interned strings of a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Unlike those of g_intern_string(), they are freed with their table.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A table for th_strings_take(); free it with g_hash_table_unref(). */
GHashTable *th_strings_new  (void);
/* Takes ownership of @string.  Returns the equal string in @table, which lives as long as
 * the table. */
const char *th_strings_take (GHashTable *table,
                             char       *string);

G_END_DECLS
