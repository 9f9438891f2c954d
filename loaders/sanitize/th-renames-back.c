/* th-renames-back.c - a table that leads from the new names to the old ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-renames-private.h"

#include <string.h>

ThRenames *
th_renames_new_back (void)
{
  ThRenames *self = th_renames_new (NULL);

  self->is_frozen = self->is_complete = TRUE;
  return self;
}

static void
add (ThRenames      *self,
     ThPersonalKind  kind,
     guint           family,
     const guint8   *old_bytes,
     const guint8   *new_bytes,
     gsize           size)
{
  ThRename *entry = th_renames_need (self, kind, family, new_bytes, size);
  gboolean is_ambiguous = entry->made != NULL && memcmp (entry->made, old_bytes, size) != 0;

  if (entry->made == NULL)
    th_renames_index (self, entry);
  g_free (entry->made);
  entry->made = g_memdup2 (is_ambiguous ? new_bytes : old_bytes, size);
}

gboolean
th_renames_add_back (ThRenames      *self,
                     ThPersonalKind  kind,
                     const char     *old_name,
                     const char     *new_name)
{
  guint8 old_address[TH_ADDRESS_MAX], new_address[TH_ADDRESS_MAX];
  ThAddressFamily old_family, new_family;
  gsize size = strlen (new_name);

  if (kind == TH_PERSONAL_ADDRESSES &&
      th_address_parse (old_name, strlen (old_name), &old_family, old_address) > 0 &&
      th_address_parse (new_name, size, &new_family, new_address) > 0)
    {
      if (old_family != new_family)
        return FALSE;
      add (self, kind, old_family, old_address, new_address, th_address_get_size (old_family));
      return TRUE;
    }

  if (kind == TH_PERSONAL_FILES && size > 0 && *old_name != '\0')
    {
      th_renames_take_file (self, g_strdup (new_name), g_strdup (old_name));
      return TRUE;
    }
  if (size == 0 || strlen (old_name) != size)
    return FALSE;
  add (self, kind, TH_FAMILY_NAME, (const guint8 *) old_name, (const guint8 *) new_name, size);
  return TRUE;
}
