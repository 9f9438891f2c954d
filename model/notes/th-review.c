/* th-review.c - a review: a folder with recordings, sessions and notes about them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-review-file.h"
#include "th-review-private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "th-note-entry.h"

/* --- the manifest ------------------------------------------------------- */

static gboolean
save (const ThReview *self,
      GError        **error)
{
  g_autofree char *text = th_review_dup_manifest (self);
  g_autofree char *path = g_build_filename (self->folder, TH_REVIEW_MANIFEST, NULL);

  return th_review_write_file (path, text, strlen (text), error);
}

static gboolean
is_absent (const char *path)
{
  GStatBuf facts;

  return g_stat (path, &facts) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

static gboolean
is_there (const char *path)
{
  GStatBuf facts;

  return g_stat (path, &facts) == 0;
}

/* The manifest could not be read because of @reason, which is taken. */
static gpointer
fail_open (const char *folder,
           const char *manifest,
           GError     *reason,
           GError    **error)
{
  g_autofree char *text = NULL;

  if (!is_absent (folder) && !is_absent (manifest) && !is_there (manifest))
    {
      /* Whether there is one is not known. */
      g_propagate_error (error, reason);
      return NULL;
    }

  g_error_free (reason);
  if (is_absent (folder))
    text = g_strdup_printf (_("There is no review “%s”"), folder);
  else if (is_absent (manifest))
    text = g_strdup_printf (_("“%s” is not a review: it has no %s"), folder, TH_REVIEW_MANIFEST);
  else
    text = g_strdup_printf (_("“%s” is not a review: its %s cannot be read"), folder,
                            TH_REVIEW_MANIFEST);

  g_set_error_literal (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_DAMAGED, text);
  return NULL;
}

ThReview *
th_review_open (const char *folder,
                GError    **error)
{
  g_autoptr(ThReview) self = th_review_new (folder);
  g_autofree char *path = g_build_filename (self->folder, TH_REVIEW_MANIFEST, NULL), *text = NULL;
  GError *reason = NULL;
  gsize length;

  text = th_review_read_file (path, TH_REVIEW_MAX_MANIFEST, &length, &reason);
  if (text == NULL)
    return fail_open (folder, path, reason, error);

  return th_review_read_manifest (self, text, length, error) ? g_steal_pointer (&self) : NULL;
}

static gboolean
make_folders (const ThReview *self,
              GError        **error)
{
  g_autofree char *notes = th_review_dup_notes (self);
  g_autofree char *attributes = g_build_filename (self->folder, ".gitattributes", NULL);

  if (g_mkdir (self->folder, 0777) != 0)
    {
      if (errno != EEXIST)
        return th_review_fail (error, self->folder, errno);
      g_set_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_EXISTS,
                   _("“%s” exists already. Choose another name."), self->folder);
      return FALSE;
    }
  if (g_mkdir (notes, 0777) != 0)
    return th_review_fail (error, notes, errno);

  return th_review_write_file (attributes, TH_REVIEW_GIT_ATTRIBUTES,
                               strlen (TH_REVIEW_GIT_ATTRIBUTES), error);
}

ThReview *
th_review_create (const char        *folder,
                  const char *const *paths,
                  GError           **error)
{
  g_autoptr(ThReview) self = th_review_new (folder);

  /* A folder is not left behind if a recording cannot be read. */
  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autofree char *key = th_review_make_key (paths[i], error);

      if (key == NULL)
        return NULL;
    }
  self->id = th_note_make_id ();
  if (!make_folders (self, error) || !save (self, error))
    return NULL;
  for (guint i = 0; paths[i] != NULL; i++)
    if (!th_review_add (self, paths[i], NULL, error))
      return NULL;

  return g_steal_pointer (&self);
}

gboolean
th_review_set_sanitized (ThReview  *self,
                         GError   **error)
{
  self->sanitized = TRUE;
  return save (self, error);
}

/* --- recordings --------------------------------------------------------- */

/* The path of @path, which is canonical, from @folder: "../web.dat". */
static char *
make_relative (const char *folder,
               const char *path)
{
  g_auto(GStrv) from = g_strsplit (folder, "/", -1), to = g_strsplit (path, "/", -1);
  GString *relative = g_string_new (NULL);
  guint i = 0;

  while (from[i] != NULL && to[i] != NULL && to[i + 1] != NULL && strcmp (from[i], to[i]) == 0)
    i++;
  for (guint up = i; from[up] != NULL; up++)
    g_string_append (relative, "../");
  for (; to[i] != NULL; i++)
    g_string_append_printf (relative, "%s%s", to[i], to[i + 1] != NULL ? "/" : "");

  return g_string_free (relative, FALSE);
}

ThReviewRecording *
th_review_find (const ThReview *self,
                const char     *key)
{
  for (guint i = 0; i < self->recordings->len; i++)
    {
      ThReviewRecording *recording = g_ptr_array_index (self->recordings, i);

      if (strcmp (recording->key, key) == 0)
        return recording;
    }

  return NULL;
}

/* Takes over what others have changed in the manifest since it was read.  Recordings are never
 * removed from it. */
static void
refresh (ThReview *self)
{
  g_autoptr(ThReview) now = th_review_open (self->folder, NULL);

  for (guint i = 0; now != NULL && i < now->recordings->len; i++)
    {
      ThReviewRecording *theirs = g_ptr_array_index (now->recordings, i);
      ThReviewRecording *mine = th_review_find (self, theirs->key);

      if (mine != NULL)
        {
          g_free (mine->path);
          mine->path = g_strdup (theirs->path);
        }
      else
        th_review_append (self, theirs->path, theirs->key, theirs->cut_of);
    }
}

/* Two people may change the manifest at once: it is locked until end_change(), as far as the file
 * system can do that. */
static int
begin_change (ThReview *self)
{
  int fd = open (self->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  while (fd >= 0 && flock (fd, LOCK_EX) != 0 && errno == EINTR)
    ;
  refresh (self);
  return fd;
}

static void
end_change (int fd)
{
  if (fd >= 0)
    close (fd);
}

static gboolean
point_at (ThReview          *self,
          ThReviewRecording *recording,
          const char        *path,
          GError           **error)
{
  g_autofree char *canonical = g_canonicalize_filename (path, NULL);

  g_free (recording->path);
  recording->path = make_relative (self->folder, canonical);
  return save (self, error);
}

static gboolean
add (ThReview   *self,
     const char *path,
     const char *key,
     const char *cut_of,
     GError    **error)
{
  ThReviewRecording *recording = th_review_find (self, key);

  if (recording == NULL && self->recordings->len >= TH_REVIEW_MAX_RECORDINGS)
    {
      g_set_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_FILE,
                   _("A review has at most %u recordings: start another one"),
                   TH_REVIEW_MAX_RECORDINGS);
      return FALSE;
    }

  if (recording == NULL)
    {
      th_review_append (self, "", key, cut_of);
      recording = g_ptr_array_index (self->recordings, self->recordings->len - 1);
    }
  if (recording->cut_of == NULL)
    recording->cut_of = g_strdup (cut_of);
  return point_at (self, recording, path, error);
}

gboolean
th_review_add (ThReview   *self,
               const char *path,
               const char *cut_of,
               GError    **error)
{
  g_autofree char *key = th_review_make_key (path, error);
  gboolean done;
  int fd;

  if (key == NULL)
    return FALSE;

  fd = begin_change (self);
  done = add (self, path, key, cut_of, error);
  end_change (fd);
  return done;
}

static gboolean
locate (ThReview   *self,
        const char *path,
        const char *key,
        GError    **error)
{
  ThReviewRecording *recording = th_review_find (self, key);

  if (recording != NULL)
    return point_at (self, recording, path, error);

  g_set_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_OTHER,
               _("“%s” does not have the content of any recording of the review: choose another "
                 "file, or add this one"), path);
  return FALSE;
}

gboolean
th_review_locate (ThReview   *self,
                  const char *path,
                  GError    **error)
{
  g_autofree char *key = th_review_make_key (path, error);
  gboolean done;
  int fd;

  if (key == NULL)
    return FALSE;

  fd = begin_change (self);
  done = locate (self, path, key, error);
  end_change (fd);
  return done;
}

const char *
th_review_get_place (const ThReview *self)
{
  return self->archive != NULL ? self->archive : self->folder;
}

const char *
th_review_get_original (const ThReviewRecording *recording)
{
  return recording->cut_of != NULL ? recording->cut_of : recording->key;
}

ThReviewRecording *
th_review_find_original (const ThReview *self,
                         const char     *key)
{
  ThReviewRecording *found = th_review_find (self, key);

  for (guint i = 0; found == NULL && i < self->recordings->len; i++)
    {
      ThReviewRecording *recording = g_ptr_array_index (self->recordings, i);

      if (strcmp (th_review_get_original (recording), key) == 0)
        found = recording;
    }

  return found;
}

/* How many recordings have the file name @name. */
static guint
count_named (const ThReview *self,
             const char     *name)
{
  guint n = 0;

  for (guint i = 0; i < self->recordings->len; i++)
    {
      const ThReviewRecording *recording = g_ptr_array_index (self->recordings, i);
      g_autofree char *base = g_filename_display_basename (recording->path);

      n += strcmp (base, name) == 0;
    }

  return n;
}

char *
th_review_dup_name (const ThReview *self,
                    const char     *key)
{
  const ThReviewRecording *recording = key != NULL ? th_review_find_original (self, key) : NULL;
  g_autofree char *name = NULL;

  if (recording == NULL)
    return NULL;

  name = g_filename_display_basename (recording->path);
  return count_named (self, name) == 1 ? g_steal_pointer (&name)
                                       : g_filename_display_name (recording->path);
}

char *
th_review_dup_path (const ThReview          *self,
                    const ThReviewRecording *recording)
{
  return g_canonicalize_filename (recording->path, self->folder);
}

ThReviewState
th_review_check (const ThReview          *self,
                 const ThReviewRecording *recording)
{
  g_autofree char *path = th_review_dup_path (self, recording);
  g_autofree char *key = th_review_make_key (path, NULL);

  if (key == NULL)
    return TH_REVIEW_MISSING;

  return strcmp (key, recording->key) == 0 ? TH_REVIEW_PRESENT : TH_REVIEW_CHANGED;
}

char *
th_review_dup_notes (const ThReview *self)
{
  return g_build_filename (self->folder, "notes", NULL);
}

/* --- sessions ----------------------------------------------------------- */

static char *
dup_sessions (const ThReview *self)
{
  return g_build_filename (self->folder, "sessions", NULL);
}

char *
th_review_dup_session (const ThReview *self,
                       const char     *name)
{
  return g_build_filename (self->folder, "sessions", name, NULL);
}

ThSharedSession *
th_review_load_session (const ThReview  *self,
                        const char      *name,
                        GError         **error)
{
  g_autofree char *path = th_review_dup_session (self, name);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *whole = g_canonicalize_filename (folder, NULL);
  g_autofree char *uri = g_filename_to_uri (whole, NULL, error), *text = NULL;
  gsize length;

  if (uri == NULL ||
      !(text = th_review_read_file (path, TH_SHARED_SESSION_MAX_BYTES, &length, error)))
    return NULL;

  return th_shared_session_from_text (text, length, uri, error);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
th_review_list_sessions (const ThReview *self,
                         GError        **error)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = dup_sessions (self);
  g_autoptr(GError) local = NULL;
  g_autoptr(GDir) dir = g_dir_open (folder, 0, &local);
  const char *name;

  if (dir == NULL && !g_error_matches (local, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    {
      g_set_error_literal (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_FILE, local->message);
      return NULL;
    }

  while (dir != NULL && names->len < TH_REVIEW_MAX_SESSIONS && (name = g_dir_read_name (dir)))
    if (*name != '.' && g_str_has_suffix (name, TH_SHARED_SESSION_SUFFIX))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return g_steal_pointer (&names);
}
