/* th-renames-table.c - the tables of names and addresses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-renames-private.h"

#include <string.h>

static guint
key_hash (gconstpointer pointer)
{
  const ThRenameKey *key = pointer;
  guint hash = 5381 + key->family;

  for (gsize i = 0; i < key->size; i++)
    hash = hash * 33 + key->bytes[i];
  return hash;
}

static gboolean
key_equal (gconstpointer a,
           gconstpointer b)
{
  const ThRenameKey *one = a, *other = b;

  return one->family == other->family && one->size == other->size &&
         memcmp (one->bytes, other->bytes, one->size) == 0;
}

static void
entry_free (gpointer data)
{
  ThRename *entry = data;

  g_free ((guint8 *) entry->key.bytes);
  g_free (entry->made);
  g_free (entry);
}

static void
key_free (gpointer data)
{
  ThRenameKey *key = data;

  g_free ((guint8 *) key->bytes);
  g_free (key);
}

void
th_renames_make_tables (ThRenames *self)
{
  self->entries = g_hash_table_new_full (key_hash, key_equal, NULL, entry_free);
  self->taken = g_hash_table_new_full (key_hash, key_equal, key_free, NULL);
  self->words = g_hash_table_new_full (key_hash, key_equal, key_free,
                                       (GDestroyNotify) g_ptr_array_unref);
}

ThRename *
th_renames_find (ThRenames    *self,
                 guint         family,
                 const guint8 *bytes,
                 gsize         size)
{
  const ThRenameKey key = { (guint8) family, size, bytes };

  return g_hash_table_lookup (self->entries, &key);
}

ThRename *
th_renames_need (ThRenames      *self,
                 ThPersonalKind  kind,
                 guint           family,
                 const guint8   *bytes,
                 gsize           size)
{
  ThRename *entry = th_renames_find (self, family, bytes, size);

  if (entry == NULL)
    {
      entry = g_new0 (ThRename, 1);
      entry->key = (ThRenameKey) { (guint8) family, size,
                           (guint8 *) memcpy (g_malloc0 (size + 1), bytes, size) };
      entry->first_kind = kind;
      g_hash_table_insert (self->entries, &entry->key, entry);
    }
  entry->kinds |= 1u << kind;
  return entry;
}

int
th_rename_compare (gconstpointer a,
                   gconstpointer b)
{
  const ThRename *one = *(const ThRename *const *) a, *other = *(const ThRename *const *) b;

  if (one->key.family != other->key.family)
    return one->key.family < other->key.family ? -1 : 1;
  if (one->key.size != other->key.size)
    return one->key.size < other->key.size ? -1 : 1;
  return memcmp (one->key.bytes, other->key.bytes, one->key.size);
}

GPtrArray *
th_renames_list (ThRenames *self,
                 guint      kinds)
{
  GPtrArray *entries = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if ((((ThRename *) value)->kinds & kinds) != 0)
      g_ptr_array_add (entries, value);
  g_ptr_array_sort (entries, th_rename_compare);
  return entries;
}

void
th_renames_join_parts (ThRenames *self)
{
  GHashTableIter iter;
  gpointer value;

  if (self->choices[TH_PERSONAL_AUTHORS] == TH_PERSONAL_KEEP)
    return;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (((ThRename *) value)->is_part)
      ((ThRename *) value)->kinds |= 1u << TH_PERSONAL_AUTHORS;
}
