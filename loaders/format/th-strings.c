/* th-strings.c - interned strings of a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-hash.h"
#include "th-strings.h"

GHashTable *
th_strings_new (void)
{
  return g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);
}

const char *
th_strings_take (GHashTable *table,
                 char       *string)
{
  const char *kept = g_hash_table_lookup (table, string);

  if (kept == NULL)
    {
      g_hash_table_add (table, string);
      return string;
    }
  g_free (string);
  return kept;
}
