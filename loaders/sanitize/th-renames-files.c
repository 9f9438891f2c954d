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

  *file = (ThRenameFile) { old_name, new_name, { strlen (old_name), get_stem (old_name) },
                           { strlen (new_name), get_stem (new_name) } };
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
static gboolean
are_kept (const ThRenames *self)
{
  return self->choices[TH_PERSONAL_FILES] == TH_PERSONAL_KEEP;
}

const char *
th_renames_get_file (ThRenames *self,
                     guint      index)
{
  const ThRenameFile *file = self->files != NULL && index < self->files->len
                             ? g_ptr_array_index (self->files, index) : NULL;

  return file == NULL ? NULL : are_kept (self) ? file->old_name : file->new_name;
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
         (!th_is_word (text[at + length]) || !th_is_word (name[length - 1]));
}

/* Whether a word that begins with @first can begin at @at; false nearly everywhere. */
static gboolean
can_begin (char        first,
           const char *text,
           gsize       at)
{
  return text[at] == first && (at == 0 || !th_is_word (text[at - 1]) || !th_is_word (first));
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

/* The length of @file's name at @at, with its suffix or without; 0 if it is not there.  Sets *@form
 * to the index of that length. */
static gsize
match (const ThRenameFile *file,
       const char         *text,
       gsize               at,
       gboolean            is_name,
       guint              *form)
{
  if (!can_begin (file->old_name[0], text, at))
    return 0;

  /* Without a suffix it has only one form. */
  for (*form = file->old_lengths[0] == file->old_lengths[1]; *form < 2; (*form)++)
    {
      gsize length = file->old_lengths[*form];
      gboolean counts = *form == 0 ||
                        (length >= MIN_STEM && (is_name || is_telling (file->old_name, length)));

      if (counts && is_at (file->old_name, length, text, at))
        return length;
    }
  return 0;
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
      guint form;
      gsize length = match (file, text, at, is_name, &form);

      if (length <= longest)
        continue;
      longest = length;
      *made = are_kept (self) ? file->old_name : file->new_name;
      *made_length = (are_kept (self) ? file->old_lengths : file->new_lengths)[form];
    }

  return longest;
}
