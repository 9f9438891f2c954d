/* th-renames-files.c - the names of the files of recordings, which become recording-1.dat and so on
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-renames-private.h"

#include <string.h>

#include "th-word.h"

#define MIN_STEM 3 /* bytes */

static gsize
get_stem (const char *name)
{
  const char *dot = strrchr (name, '.');

  return dot != NULL && dot != name ? (gsize) (dot - name) : strlen (name);
}

static void
file_free (gpointer data)
{
  ThRenameFile *file = data;

  g_free (file->old_name);
  g_free (file->new_name);
  g_free (file);
}

void
th_renames_take_file (ThRenames *self,
                      char      *old_name,
                      char      *new_name)
{
  ThRenameFile *file = g_new (ThRenameFile, 1);

  *file = (ThRenameFile) { old_name, new_name };
  if (self->files == NULL)
    self->files = g_ptr_array_new_with_free_func (file_free);
  g_ptr_array_add (self->files, file);
}

void
th_renames_add_file (ThRenames  *self,
                     const char *name)
{
  guint number = self->files != NULL ? self->files->len + 1 : 1;

  g_return_if_fail (!self->is_frozen);

  th_renames_take_file (self, g_strdup (name), g_strdup_printf ("recording-%u.dat", number));
  th_renames_count (self, TH_PERSONAL_FILES, name, strlen (name));
}

/* A kept name also stays in texts, so that they still name the recording. */
static const char *
get_made (ThRenames          *self,
          const ThRenameFile *file)
{
  return self->choices[TH_PERSONAL_FILES] == TH_PERSONAL_KEEP ? file->old_name : file->new_name;
}

const char *
th_renames_get_file (ThRenames *self,
                     guint      index)
{
  return self->files != NULL && index < self->files->len
         ? get_made (self, g_ptr_array_index (self->files, index)) : NULL;
}

/* --- in texts ------------------------------------------------------------ */

/* Whether the @length bytes of @name are the word at @at. */
static gboolean
is_at (const char *name,
       gsize       length,
       const char *text,
       gsize       at)
{
  return strncmp (text + at, name, length) == 0 &&
         (at == 0 || !th_is_word (text[at - 1]) || !th_is_word (name[0])) &&
         (!th_is_word (text[at + length]) || !th_is_word (name[length - 1]));
}

/* A name like "tcp" or "6.1" means something else in most texts. */
static gboolean
is_telling (const char *name,
            gsize       length)
{
  gboolean has_letter = FALSE, has_other = FALSE;

  for (gsize i = 0; i < length; i++)
    {
      has_letter |= th_is_word (name[i]) && !g_ascii_isdigit (name[i]);
      has_other |= !th_is_word (name[i]);
    }
  return has_letter && has_other;
}

gsize
th_renames_match_file (ThRenames   *self,
                       const char  *text,
                       gsize        at,
                       gboolean     is_name,
                       const char **made,
                       gsize       *made_length)
{
  gsize longest = 0;

  for (guint i = 0; self->files != NULL && i < self->files->len; i++)
    {
      const ThRenameFile *file = g_ptr_array_index (self->files, i);
      const gsize lengths[] = { strlen (file->old_name), get_stem (file->old_name) };
      const char *new_name = get_made (self, file);
      const gsize made_lengths[] = { strlen (new_name), get_stem (new_name) };

      for (guint j = lengths[0] == lengths[1] ? 1 : 0; j < G_N_ELEMENTS (lengths); j++)
        if (lengths[j] > longest && (j == 0 || lengths[j] >= MIN_STEM) &&
            (is_name || j == 0 || is_telling (file->old_name, lengths[j])) &&
            is_at (file->old_name, lengths[j], text, at))
          {
            longest = lengths[j];
            *made = new_name;
            *made_length = made_lengths[j];
          }
    }

  return longest;
}
