/* th-note-file.c - the files of notes in a folder: appending and reading
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "th-atomic-file.h"

#define MAX_SLUG 40

/* --- names -------------------------------------------------------------- */

char *
th_note_file_make_name (const char *author,
                        const char *installation)
{
  GString *name = g_string_new (NULL);

  for (const char *c = author; *c != '\0' && name->len < MAX_SLUG; c++)
    if (g_ascii_isalnum (*c))
      g_string_append_c (name, g_ascii_tolower (*c));
    else if (name->len > 0 && name->str[name->len - 1] != '-')
      g_string_append_c (name, '-');
  if (name->len > 0 && name->str[name->len - 1] != '-')
    g_string_append_c (name, '-');
  g_string_append (name, installation);

  return g_string_free (g_string_append (name, TH_NOTE_FILE_SUFFIX), FALSE);
}

char *
th_note_author (void)
{
  const char *set = g_getenv ("THRESHER_AUTHOR"), *real = g_get_real_name ();

  if (set != NULL && *set != '\0')
    return g_utf8_make_valid (set, -1);

  return g_utf8_make_valid (*real != '\0' && strcmp (real, "Unknown") != 0 ? real
                                                                          : g_get_user_name (), -1);
}

static gboolean
is_installation (const char *text)
{
  return strlen (text) == 8 && strspn (text, "0123456789abcdef") == 8;
}

char *
th_note_installation (GError **error)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "thresher", NULL);
  g_autofree char *path = g_build_filename (folder, "installation", NULL), *text = NULL;
  guint32 random = 0;
  char *id;

  if (g_file_get_contents (path, &text, NULL, NULL) && is_installation (g_strstrip (text)))
    return g_steal_pointer (&text);

  if (getentropy (&random, sizeof random) != 0)
    random = g_random_int ();
  id = g_strdup_printf ("%08x", random);
  if (g_mkdir_with_parents (folder, 0700) != 0 || !g_file_set_contents (path, id, -1, error))
    {
      if (error != NULL && *error == NULL)
        g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno),
                     _("“%s” cannot be created: %s"), folder, g_strerror (errno));
      g_clear_pointer (&id, g_free);
    }

  return id;
}

/* --- appending ---------------------------------------------------------- */

static gboolean
fail (GError    **error,
      const char *path,
      int         code)
{
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code), _("Notes in “%s”: %s"), path,
               g_strerror (code));
  return FALSE;
}

/* Opens a regular file, and neither follows a link nor waits for a pipe. */
static int
open_file (const char  *path,
           int          flags,
           struct stat *facts,
           GError     **error)
{
  int fd = open (path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);

  if (fd < 0 || fstat (fd, facts) != 0)
    fail (error, path, errno);
  else if (!S_ISREG (facts->st_mode))
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                 _("“%s” is not a regular file: remove it"), path);
  else if (facts->st_size > (off_t) TH_NOTE_MAX_FILE)
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC,
                 _("“%s” is larger than %u MiB: notes never are"), path, TH_NOTE_MAX_FILE >> 20);
  else
    return fd;

  if (fd >= 0)
    close (fd);
  return -1;
}

/* Whether the file ends within a line. */
static gboolean
is_torn (int   fd,
         off_t size)
{
  char last = '\n';

  return size > 0 && pread (fd, &last, 1, size - 1) == 1 && last != '\n';
}

/* Waits for the lock, which ends with the descriptor, and then asks for the size. */
static gboolean
lock (int          fd,
      const char  *path,
      struct stat *facts,
      GError     **error)
{
  while (flock (fd, LOCK_EX) != 0)
    if (errno != EINTR)
      return fail (error, path, errno);

  return fstat (fd, facts) == 0 || fail (error, path, errno);
}

/* Appends to a file that is locked and has @old bytes: all or nothing, unless the disk fails. */
static gboolean
write_at_end (int         fd,
              const char *path,
              off_t       old,
              const char *text,
              gsize       size,
              GError    **error)
{
  ssize_t written = write (fd, text, size);

  if (written == (ssize_t) size)
    return fsync (fd) == 0 || fail (error, path, errno);

  if (written > 0 && ftruncate (fd, old) != 0)
    g_debug ("A torn line stays in %s", path);
  return fail (error, path, written < 0 ? errno : ENOSPC);
}

static gboolean
write_line (int         fd,
            const char *path,
            const char *line,
            GError    **error)
{
  g_autofree char *text = NULL;
  struct stat facts;

  if (!lock (fd, path, &facts, error))
    return FALSE;

  text = g_strconcat (is_torn (fd, facts.st_size) ? "\n" : "", line, NULL);
  return write_at_end (fd, path, facts.st_size, text, strlen (text), error);
}

static gboolean
make_folder_of (const char *path,
                GError    **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  return g_mkdir (folder, 0777) == 0 || errno == EEXIST || fail (error, folder, errno);
}

gboolean
th_note_file_append (const char        *path,
                     const ThNoteEntry *entry,
                     GError           **error)
{
  g_autofree char *line = th_note_entry_to_line (entry, error);
  struct stat facts;
  gboolean done;
  int fd;

  if (line == NULL || !make_folder_of (path, error))
    return FALSE;
  fd = open_file (path, O_RDWR | O_APPEND | O_CREAT, &facts, error);
  if (fd < 0)
    return FALSE;

  done = write_line (fd, path, line, error);
  if (close (fd) != 0 && done)
    done = fail (error, path, errno);
  if (done && facts.st_size == 0)
    th_sync_name (path);
  return done;
}

/* --- reading ------------------------------------------------------------ */

/* Reads fewer bytes if the file ends before. */
static gboolean
read_from (int         fd,
           guint64     offset,
           gsize       size,
           GByteArray *bytes)
{
  gsize done = 0;

  g_byte_array_set_size (bytes, (guint) size);
  while (done < size)
    {
      ssize_t n = pread (fd, bytes->data + done, size - done, (off_t) (offset + done));

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;
      if (n == 0)
        break;
      done += (gsize) n;
    }
  g_byte_array_set_size (bytes, (guint) done);
  return TRUE;
}

gboolean
th_note_file_read (const char *path,
                   guint64    *offset,
                   ThNotes    *notes,
                   GError    **error)
{
  g_autoptr(GByteArray) bytes = g_byte_array_new ();
  struct stat facts;
  int fd = open_file (path, O_RDONLY, &facts, error);
  guint n_invalid;
  gboolean done;

  if (fd < 0)
    return FALSE;

  if (*offset > (guint64) facts.st_size)
    *offset = 0;
  done = read_from (fd, *offset, (gsize) ((guint64) facts.st_size - *offset), bytes) ||
         fail (error, path, errno);
  close (fd);
  if (!done)
    return FALSE;

  n_invalid = th_notes_get_n_invalid (notes);
  th_notes_add_lines (notes, (const char *) bytes->data, bytes->len);
  if (th_notes_get_n_invalid (notes) > n_invalid)
    th_notes_set_invalid_file (notes, path);
  for (guint i = bytes->len; i-- > 0;)
    if (bytes->data[i] == '\n')
      {
        *offset += i + 1;
        break;
      }
  return TRUE;
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns at most TH_NOTE_MAX_FILES names, even with an error. */
static GPtrArray *
list_files (const char *folder,
            GError    **error)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GError) local = NULL;
  g_autoptr(GDir) dir = g_dir_open (folder, 0, &local);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      if (!g_str_has_suffix (name, TH_NOTE_FILE_SUFFIX) || name[0] == '.')
        continue;
      if (names->len == TH_NOTE_MAX_FILES)
        {
          g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                       _("“%s” has more than %u files of notes: the others were not read"), folder,
                       TH_NOTE_MAX_FILES);
          break;
        }
      g_ptr_array_add (names, g_strdup (name));
    }
  if (dir == NULL && !g_error_matches (local, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    g_propagate_error (error, g_steal_pointer (&local));

  g_ptr_array_sort (names, compare_names);
  return names;
}

GPtrArray *
th_note_folder_list (const char *folder,
                     GError    **error)
{
  g_autoptr(GError) local = NULL;
  g_autoptr(GPtrArray) names = list_files (folder, &local);

  if (local == NULL)
    return g_steal_pointer (&names);

  g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}

gboolean
th_note_folder_read (const char *folder,
                     ThNotes    *notes,
                     GError    **error)
{
  g_autoptr(GError) local = NULL;
  g_autoptr(GPtrArray) names = list_files (folder, &local);

  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);
      guint64 offset = 0;

      th_note_file_read (path, &offset, notes, local == NULL ? &local : NULL);
    }

  if (local == NULL)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* --- extending ---------------------------------------------------------- */

static ThNoteExtend
extend (int         fd,
        const char *path,
        const char *text,
        gsize       length,
        gboolean   *grown,
        GError    **error)
{
  g_autoptr(GByteArray) bytes = g_byte_array_new ();
  struct stat facts;
  gsize size;

  if (!lock (fd, path, &facts, error))
    return TH_NOTE_EXTEND_FAILED;
  size = MIN ((gsize) facts.st_size, length);
  if (!read_from (fd, 0, size, bytes))
    {
      fail (error, path, errno);
      return TH_NOTE_EXTEND_FAILED;
    }
  if (bytes->len < size || memcmp (bytes->data, text, size) != 0)
    return TH_NOTE_CONTRADICTS;

  *grown = length > size;
  return !*grown || write_at_end (fd, path, facts.st_size, text + size, length - size, error)
         ? TH_NOTE_EXTENDED : TH_NOTE_EXTEND_FAILED;
}

ThNoteExtend
th_note_file_extend (const char *path,
                     const char *text,
                     gsize       length,
                     gboolean   *grown,
                     GError    **error)
{
  g_autoptr(GError) local = NULL;
  struct stat facts;
  int fd = open_file (path, O_RDWR | O_APPEND, &facts, &local);
  ThNoteExtend result;

  *grown = FALSE;
  if (fd < 0)
    {
      if (g_error_matches (local, G_FILE_ERROR, G_FILE_ERROR_ACCES) ||
          g_error_matches (local, G_FILE_ERROR, G_FILE_ERROR_PERM))
        return TH_NOTE_CONTRADICTS;
      g_propagate_error (error, g_steal_pointer (&local));
      return TH_NOTE_EXTEND_FAILED;
    }

  result = extend (fd, path, text, length, grown, error);
  close (fd);
  return result;
}
