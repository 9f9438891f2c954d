/* th-renames.c - the personal names and addresses that were found, and the new ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-renames-private.h"

#include <string.h>

#include "th-hash.h"
#include "th-word.h"

#define MAX_SAMPLES 64 /* of a kind that has no names */

ThRenames *
th_renames_new (const char *key)
{
  ThRenames *self = g_new0 (ThRenames, 1);

  th_renames_make_secret (self, key);
  th_renames_make_tables (self);
  return self;
}

void
th_renames_free (ThRenames *self)
{
  g_hash_table_unref (self->words);
  g_hash_table_unref (self->taken);
  g_hash_table_unref (self->entries);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  for (guint i = 0; i < TH_PERSONAL_N; i++)
    g_clear_pointer (&self->samples[i], g_hash_table_unref);
  g_free (self);
}

void
th_renames_set_choice (ThRenames        *self,
                       ThPersonalKind    kind,
                       ThPersonalChoice  choice)
{
  g_return_if_fail (!self->is_frozen);
  self->choices[kind] = choice;
}

ThPersonalChoice
th_renames_get_choice (ThRenames      *self,
                       ThPersonalKind  kind)
{
  return self->choices[kind];
}

gboolean
th_renames_is_frozen (ThRenames *self)
{
  return self->is_frozen;
}

static gboolean
has_choice (ThRenames        *self,
            const ThRename   *entry,
            ThPersonalChoice  choice)
{
  for (guint kind = 0; kind < TH_PERSONAL_N; kind++)
    if ((entry->kinds & 1u << kind) != 0 && self->choices[kind] == choice)
      return TRUE;
  return FALSE;
}

/* --- words in texts ------------------------------------------------------ */

/* Where the first word of a name is; its size is 0 if the name has none. */
static gsize
first_word (const guint8 *name,
            gsize         size,
            gsize        *length)
{
  gsize begin = 0, end;

  while (begin < size && !th_is_word ((char) name[begin]))
    begin++;
  for (end = begin; end < size && th_is_word ((char) name[end]); end++)
    ;
  *length = end - begin;
  return begin;
}

static gboolean
is_number (const char *name,
           gsize       size)
{
  return strspn (name, "0123456789") >= size;
}

/* Numbers stay in texts, where they mean something else. */
void
th_renames_index (ThRenames *self,
                  ThRename  *entry)
{
  gsize length, begin = first_word (entry->key.bytes, entry->key.size, &length);
  const ThRenameKey word = { TH_FAMILY_NAME, length, entry->key.bytes + begin };
  GPtrArray *entries;

  if (entry->key.family != TH_FAMILY_NAME || length == 0 || entry->key.size < 2 ||
      has_choice (self, entry, TH_PERSONAL_KEEP) ||
      is_number ((const char *) entry->key.bytes, entry->key.size))
    return;

  entries = g_hash_table_lookup (self->words, &word);
  if (entries == NULL)
    {
      ThRenameKey *key = g_new (ThRenameKey, 1);

      *key = (ThRenameKey) { TH_FAMILY_NAME, length, g_memdup2 (word.bytes, length) };
      entries = g_ptr_array_new ();
      g_hash_table_insert (self->words, key, entries);
    }
  g_ptr_array_insert (entries, 0, entry); /* those with more bytes are added later */
}

void
th_renames_freeze (ThRenames *self)
{
  g_autoptr(GPtrArray) entries = NULL;

  if (self->is_frozen)
    return;

  self->is_frozen = TRUE;
  th_renames_join_parts (self);
  entries = th_renames_list (self, TH_ALL_KINDS);
  for (guint i = 0; i < entries->len; i++)
    {
      ThRename *entry = g_ptr_array_index (entries, i);

      if (entry->made == NULL && has_choice (self, entry, TH_PERSONAL_RENAME))
        th_renames_make (self, entry);
      th_renames_index (self, entry);
    }
}

static gboolean
is_at (const ThRename *entry,
       const char     *text,
       gsize           size,
       gsize           begin)
{
  gsize end = begin + entry->key.size;

  return end <= size && memcmp (text + begin, entry->key.bytes, entry->key.size) == 0 &&
         (begin == 0 || !th_is_word (text[begin]) || !th_is_word (text[begin - 1])) &&
         (end == size || !th_is_word (text[end - 1]) || !th_is_word (text[end]));
}

gsize
th_renames_match (ThRenames  *self,
                  const char *text,
                  gsize       size,
                  gsize       at)
{
  gsize length, begin = first_word ((const guint8 *) text + at, MIN (size - at, 256), &length);
  const ThRenameKey word = { TH_FAMILY_NAME, length, (const guint8 *) text + at + begin };
  GPtrArray *entries = g_hash_table_lookup (self->words, &word);

  for (guint i = 0; entries != NULL && i < entries->len; i++)
    if (is_at (g_ptr_array_index (entries, i), text, size, at))
      return ((ThRename *) g_ptr_array_index (entries, i))->key.size;
  return 0;
}

/* --- names and addresses -------------------------------------------------- */

static gboolean
is_kept (ThPersonalKind  kind,
         const char     *name,
         gsize           size)
{
  switch (kind)
    {
    case TH_PERSONAL_TASKS:
      return th_personal_keeps_task (name, size);
    case TH_PERSONAL_HOSTS:
      return th_personal_keeps_host (name, size);
    case TH_PERSONAL_BUILD:
      return th_personal_keeps_version (name, size);
    default:
      return th_personal_keeps_component (name, size);
    }
}

static void
apply (ThRenames        *self,
       ThRename         *entry,
       ThPersonalChoice  choice,
       char             *name)
{
  if (choice == TH_PERSONAL_REMOVE)
    memset (name, 'x', entry->key.size);
  else if (choice == TH_PERSONAL_RENAME)
    {
      if (entry->made == NULL)
        th_renames_make (self, entry);
      if (entry->made != NULL)
        memcpy (name, entry->made, entry->key.size);
    }
}

/* NULL if it stays. */
static ThRename *
look_up (ThRenames      *self,
         ThPersonalKind  kind,
         guint           family,
         const guint8   *bytes,
         gsize           size)
{
  return self->is_complete ? th_renames_find (self, family, bytes, size)
                           : th_renames_need (self, kind, family, bytes, size);
}

void
th_renames_name (ThRenames      *self,
                 ThPersonalKind  kind,
                 char           *name,
                 gsize           size)
{
  ThRename *entry;

  if (is_kept (kind, name, size))
    return;

  entry = look_up (self, kind, TH_FAMILY_NAME, (const guint8 *) name, size);
  if (entry == NULL)
    return;
  if (self->is_frozen)
    apply (self, entry, self->choices[kind], name);
  else
    {
      entry->counts[kind]++;
      self->counts[kind]++;
    }
}

void
th_renames_replace (ThRenames *self,
                    char      *name,
                    gsize      size)
{
  ThRename *entry = th_renames_find (self, TH_FAMILY_NAME, (const guint8 *) name, size);

  if (entry != NULL)
    apply (self, entry, has_choice (self, entry, TH_PERSONAL_RENAME) ? TH_PERSONAL_RENAME
                                                                     : TH_PERSONAL_REMOVE, name);
}

/* The new address, or NULL if it stays. */
static const guint8 *
new_address (ThRenames       *self,
             ThAddressFamily  family,
             const guint8    *address)
{
  static const guint8 zero[TH_ADDRESS_MAX];
  ThPersonalChoice choice = self->choices[TH_PERSONAL_ADDRESSES];
  ThRename *entry;

  if (th_address_is_common (family, address))
    return NULL;

  entry = look_up (self, TH_PERSONAL_ADDRESSES, family, address, th_address_get_size (family));
  if (entry == NULL)
    return NULL;
  if (!self->is_frozen)
    {
      entry->counts[TH_PERSONAL_ADDRESSES]++;
      self->counts[TH_PERSONAL_ADDRESSES]++;
      return NULL;
    }
  if (choice == TH_PERSONAL_RENAME && entry->made == NULL)
    th_renames_make (self, entry);
  return choice == TH_PERSONAL_KEEP ? NULL : choice == TH_PERSONAL_REMOVE ? zero : entry->made;
}

void
th_renames_address (ThRenames       *self,
                    ThAddressFamily  family,
                    guint8          *address)
{
  const guint8 *made = new_address (self, family, address);

  if (made != NULL)
    memcpy (address, made, th_address_get_size (family));
}

void
th_renames_address_text (ThRenames       *self,
                         ThAddressFamily  family,
                         const guint8    *address,
                         char            *text,
                         gsize            size)
{
  const guint8 *made = new_address (self, family, address);

  if (made != NULL)
    th_address_overwrite (family, text, size, made);
}

gboolean
th_renames_has_v4 (ThRenames    *self,
                   const guint8 *address)
{
  return !th_address_is_common (TH_ADDRESS_V4, address) &&
         th_renames_find (self, TH_ADDRESS_V4, address, 4) != NULL;
}

void
th_renames_count (ThRenames      *self,
                  ThPersonalKind  kind,
                  const char     *sample,
                  gsize           size)
{
  if (self->is_frozen)
    return;

  self->counts[kind]++;
  if (sample == NULL || size == 0)
    return;
  if (self->samples[kind] == NULL)
    self->samples[kind] = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);
  if (g_hash_table_size (self->samples[kind]) < MAX_SAMPLES)
    {
      char *text = g_utf8_make_valid (sample, (gssize) MIN (size, 200));

      g_hash_table_add (self->samples[kind], g_strchomp (text));
    }
}
