/* th-sanitize-texts.c - the notes and sessions of a review without personal data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-sanitize-texts.h"

#include <errno.h>
#include <string.h>

#include <glib/gstdio.h>

#include "th-note-file.h"
#include "th-review-file.h"
#include "th-shared-session.h"

#define MAX_FILES 10000u /* of one folder */
#define INSTALLATION 8   /* digits at the end of the name of a file of notes */

/* --- names of files -------------------------------------------------------------- */

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns the sorted names in a folder of the review that end in @suffix; none without a folder. */
static GPtrArray *
list_files (const ThSanitizePass *pass,
            const char           *folder,
            const char           *suffix)
{
  g_autofree char *path = g_build_filename (pass->review->folder, folder, NULL);
  g_autoptr(GDir) dir = g_dir_open (path, 0, NULL);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && names->len < MAX_FILES && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, suffix) && g_utf8_validate (name, -1, NULL))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

/* The name of a file of notes consists of that of the author and the number of the installation,
 * which is the same in all reviews: both are replaced, unless authors are kept. */
static char *
dup_notes_name (const ThSanitizePass *pass,
                const char           *name)
{
  ThRenames *renames = th_sanitize_pass_get_renames (pass);
  g_autofree char *number = NULL;

  if (th_renames_get_choice (renames, TH_PERSONAL_AUTHORS) == TH_PERSONAL_KEEP)
    return g_strdup (name);

  number = th_note_make_id ();
  number[INSTALLATION] = '\0';
  return th_note_file_make_name ("author", number);
}

/* --- contents ------------------------------------------------------------------ */

/* Returns the text of the file after the pass, or NULL with @error. */
static char *
convert_notes (const ThSanitizePass  *pass,
               const char            *path,
               gsize                 *size,
               GError               **error)
{
  gsize length;
  g_autofree char *text = th_review_read_file (path, TH_NOTE_MAX_FILE, &length, error);
  GString *lines;

  if (text == NULL)
    return NULL;

  lines = g_string_new (NULL);
  for (gsize begin = 0; begin < length;)
    {
      const char *feed = memchr (text + begin, '\n', length - begin);
      gsize end = feed != NULL ? (gsize) (feed - text) : length;
      g_autofree char *line = NULL;

      if (end - begin <= TH_NOTE_MAX_LINE)
        line = th_sanitize_json (&pass->json, text + begin, end - begin, FALSE);
      if (line != NULL)
        g_string_append_printf (lines, "%s\n", line);
      begin = end + 1;
    }
  *size = lines->len;
  return g_string_free (lines, FALSE);
}

/* Returns the empty text for a session that is not valid: the result has none then. */
static char *
convert_session (const ThSanitizePass  *pass,
                 const char            *path,
                 gsize                 *size,
                 GError               **error)
{
  gsize length;
  g_autofree char *text = th_review_read_file (path, TH_SHARED_SESSION_MAX_BYTES, &length, error);
  char *converted = text != NULL ? th_sanitize_json (&pass->json, text, length, TRUE) : NULL;

  if (text != NULL && converted == NULL)
    converted = g_strdup ("");
  *size = converted != NULL ? strlen (converted) : 0;
  return converted;
}

typedef struct
{
  const char *folder;
  const char *suffix;
  char     *(*convert) (const ThSanitizePass  *pass,
                        const char            *path,
                        gsize                 *size,
                        GError               **error);
  char     *(*dup_name) (const ThSanitizePass *pass,
                         const char           *name);
} TextKind;

static const TextKind text_kinds[] = {
  { "notes", TH_NOTE_FILE_SUFFIX, convert_notes, dup_notes_name },
  { "sessions", TH_SHARED_SESSION_SUFFIX, convert_session, th_sanitize_pass_dup_file_name },
};

static gboolean
save_text (const ThSanitizePass  *pass,
           const TextKind        *kind,
           const char            *name,
           const char            *text,
           gsize                  size,
           GError               **error)
{
  g_autofree char *folder = g_build_filename (pass->target, kind->folder, NULL);
  g_autofree char *path = th_sanitize_pass_dup_free_path (folder, name);

  if (g_mkdir (folder, 0777) != 0 && errno != EEXIST)
    return th_review_fail (error, folder, errno);
  return th_review_write_file (path, text, size, error);
}

static gboolean
take_text (const ThSanitizePass  *pass,
           const TextKind        *kind,
           const char            *name,
           GError               **error)
{
  g_autofree char *path = g_build_filename (pass->review->folder, kind->folder, name, NULL);
  gsize size;
  g_autofree char *text = kind->convert (pass, path, &size, error);
  g_autofree char *new_name = text != NULL ? kind->dup_name (pass, name) : NULL;

  if (text == NULL)
    return FALSE;
  return pass->target == NULL || size == 0 || save_text (pass, kind, new_name, text, size, error);
}

gboolean
th_sanitize_texts (const ThSanitizePass  *pass,
                   GError               **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (text_kinds); i++)
    {
      g_autoptr(GPtrArray) names = list_files (pass, text_kinds[i].folder, text_kinds[i].suffix);

      for (guint j = 0; j < names->len; j++)
        if (!take_text (pass, &text_kinds[i], g_ptr_array_index (names, j), error))
          return FALSE;
    }
  return TRUE;
}
