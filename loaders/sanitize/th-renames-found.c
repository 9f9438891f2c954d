/* th-renames-found.c - lists the names that were found, with their counts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-renames-private.h"

#include <string.h>

#include <arpa/inet.h>

guint64
th_renames_get_count (ThRenames      *self,
                      ThPersonalKind  kind)
{
  return self->counts[kind];
}

static char *
entry_text (const ThRenameKey *key,
            const guint8      *bytes)
{
  char text[INET6_ADDRSTRLEN];

  switch (key->family)
    {
    case TH_ADDRESS_V4:
      return g_strdup (inet_ntop (AF_INET, bytes, text, sizeof text));
    case TH_ADDRESS_V6:
      return g_strdup (inet_ntop (AF_INET6, bytes, text, sizeof text));
    case TH_ADDRESS_MAC:
      return g_strdup_printf ("%02x:%02x:%02x:%02x:%02x:%02x", bytes[0], bytes[1], bytes[2],
                              bytes[3], bytes[4], bytes[5]);
    default:
      return g_utf8_make_valid ((const char *) bytes, (gssize) key->size);
    }
}

static int
compare_counts (gconstpointer a,
                gconstpointer b,
                gpointer      kind)
{
  guint one = (*(const ThRename *const *) a)->counts[GPOINTER_TO_UINT (kind)];
  guint other = (*(const ThRename *const *) b)->counts[GPOINTER_TO_UINT (kind)];

  return one != other ? (one > other ? -1 : 1) : th_rename_compare (a, b);
}

static GPtrArray *
list_kind (ThRenames      *self,
           ThPersonalKind  kind)
{
  GPtrArray *entries;

  if (kind == TH_PERSONAL_AUTHORS)
    th_renames_join_parts (self);
  entries = th_renames_list (self, 1u << kind);
  g_ptr_array_sort_with_data (entries, compare_counts, GUINT_TO_POINTER (kind));
  return entries;
}

guint
th_renames_get_n_names (ThRenames      *self,
                        ThPersonalKind  kind)
{
  g_autoptr(GPtrArray) entries = list_kind (self, kind);

  return entries->len +
         (self->samples[kind] != NULL ? g_hash_table_size (self->samples[kind]) : 0);
}

char **
th_renames_dup_samples (ThRenames      *self,
                        ThPersonalKind  kind,
                        guint           max)
{
  g_autoptr(GPtrArray) entries = list_kind (self, kind);
  GPtrArray *samples = g_ptr_array_new ();

  for (guint i = 0; i < entries->len && samples->len < max; i++)
    {
      const ThRename *entry = g_ptr_array_index (entries, i);

      g_ptr_array_add (samples, entry_text (&entry->key, entry->key.bytes));
    }
  if (self->samples[kind] != NULL)
    {
      g_autoptr(GList) texts = g_hash_table_get_keys (self->samples[kind]);

      texts = g_list_sort (texts, (GCompareFunc) strcmp);
      for (GList *text = texts; text != NULL && samples->len < max; text = text->next)
        g_ptr_array_add (samples, g_strdup (text->data));
    }
  g_ptr_array_add (samples, NULL);
  return (char **) g_ptr_array_free (samples, FALSE);
}

void
th_renames_foreach (ThRenames     *self,
                    ThRenamesFunc  func,
                    gpointer       data)
{
  g_autoptr(GPtrArray) entries = th_renames_list (self, TH_ALL_KINDS);

  for (guint i = 0; i < entries->len; i++)
    {
      const ThRename *entry = g_ptr_array_index (entries, i);
      g_autofree char *old_name = entry_text (&entry->key, entry->key.bytes), *new_name = NULL;

      if (entry->made == NULL)
        continue;
      new_name = entry_text (&entry->key, entry->made);
      func (entry->first_kind, old_name, new_name, data);
    }
  for (guint i = 0; self->files != NULL && i < self->files->len; i++)
    {
      const ThRenameFile *file = g_ptr_array_index (self->files, i);

      if (self->choices[TH_PERSONAL_FILES] != TH_PERSONAL_KEEP)
        func (TH_PERSONAL_FILES, file->old_name, file->new_name, data);
    }
}
