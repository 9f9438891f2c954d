/* th-renames-authors.c - the names of people, who are also called by a part of their name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-renames-private.h"

#define MIN_PART 3 /* letters; a shorter part is a word of many texts */

/* The part is renamed in texts like a name, but what else it may be is not kept with the authors:
 * that somebody is called "Guest" says nothing about the machine "guest". */
static void
add_part (ThRenames  *self,
          const char *part,
          gsize       size)
{
  ThRename *entry = th_renames_find (self, TH_FAMILY_NAME, (const guint8 *) part, size);
  guint16 kinds = entry != NULL ? entry->kinds : 0;

  if (th_personal_keeps_component (part, size))
    return;

  entry = th_renames_need (self, TH_PERSONAL_AUTHORS, TH_FAMILY_NAME, (const guint8 *) part, size);
  entry->kinds = kinds;
  entry->is_part = TRUE;
}

void
th_renames_author (ThRenames *self,
                   char      *name,
                   gsize      size)
{
  const char *part = name, *end = name + size;
  guint n = 0;

  for (const char *c = name; !self->is_frozen && c < end; c = g_utf8_next_char (c))
    {
      if (g_unichar_isalnum (g_utf8_get_char (c)))
        n++;
      else
        {
          if (n >= MIN_PART)
            add_part (self, part, (gsize) (c - part));
          part = g_utf8_next_char (c);
          n = 0;
        }
    }
  if (n >= MIN_PART && part > name)
    add_part (self, part, (gsize) (end - part));
  th_renames_name (self, TH_PERSONAL_AUTHORS, name, size);
}
