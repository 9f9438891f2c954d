/* th-review-merge.c - merges another copy of a review into this one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-review-merge.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "th-atomic-file.h"
#include "th-hash.h"
#include "th-note-file.h"
#include "th-review-file.h"
#include "th-review-session.h"

#define COPY_STEP (1u << 20)

/* --- contents ----------------------------------------------------------- */

static gboolean
make_folder (const char *path,
             GError    **error)
{
  return g_mkdir (path, 0777) == 0 || errno == EEXIST || th_review_fail (error, path, errno);
}

/* "ann-1f03b8c2.jsonl" becomes "ann-1f03b8c2.5d41402a.jsonl": the same content always gets the
 * same name. */
static char *
make_own_name (const char *name,
               const char *suffix,
               const char *text,
               gsize       length)
{
  g_autofree char *hash = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text,
                                                       length);

  return g_strdup_printf ("%.*s.%.8s%s", (int) (strlen (name) - strlen (suffix)), name, hash,
                          suffix);
}

/* --- notes -------------------------------------------------------------- */

/* Calls @func for each complete line, without its line feed. */
static void
foreach_line (const char *text,
              gsize       length,
              void      (*func) (char    *line,
                                 gpointer data),
              gpointer    data)
{
  const char *end;

  for (; (end = memchr (text, '\n', length)) != NULL; text = end + 1)
    {
      gsize size = (gsize) (end - text);

      func (g_strndup (text, size), data);
      length -= size + 1;
    }
}

static void
add_known (char    *line,
           gpointer data)
{
  g_hash_table_add (data, line);
}

/* The lines of all files of notes of the review. */
static GHashTable *
list_known (const char *folder,
            GError    **error)
{
  g_autoptr(GHashTable) known = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);
  g_autoptr(GPtrArray) names = th_note_folder_list (folder, error);

  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL), *text = NULL;
      gsize length;

      if (!(text = th_review_read_file (path, TH_NOTE_MAX_FILE, &length, error)))
        return NULL;
      foreach_line (text, length, add_known, known);
    }

  return names != NULL ? g_steal_pointer (&known) : NULL;
}

typedef struct
{
  GHashTable *known;
  GString    *lines;
} Unknown;

static void
add_unknown (char    *line,
             gpointer data)
{
  Unknown *unknown = data;

  if (*line == '\0' || g_hash_table_contains (unknown->known, line))
    {
      g_free (line);
      return;
    }

  g_string_append_printf (unknown->lines, "%s\n", line);
  g_hash_table_add (unknown->known, line);
}

typedef struct
{
  const char *from; /* folders */
  const char *to;
  GHashTable *known;
  const ThReviewTranslation *translation;
  ThReviewMerged *merged;
} Notes;

/* Merges the file @name, of which both copies have a part. */
static gboolean
merge_grown (Notes      *self,
             const char *name,
             const char *text,
             gsize       length,
             GError    **error)
{
  g_autoptr(GString) lines = g_string_new (NULL);
  Unknown unknown = { self->known, lines };
  g_autofree char *path = g_build_filename (self->to, name, NULL), *own = NULL, *beside = NULL;
  gboolean grown;

  switch (th_note_file_extend (path, text, length, &grown, error))
    {
    case TH_NOTE_EXTENDED:
      self->merged->n_notes += grown;
      return TRUE;
    case TH_NOTE_CONTRADICTS:
      break;
    case TH_NOTE_EXTEND_FAILED:
    default:
      return FALSE;
    }

  foreach_line (text, length, add_unknown, &unknown);
  if (lines->len == 0)
    return TRUE;

  own = make_own_name (name, TH_NOTE_FILE_SUFFIX, lines->str, lines->len);
  beside = g_build_filename (self->to, own, NULL);
  self->merged->n_notes++;
  return th_review_write_file (beside, lines->str, lines->len, error);
}

/* The text of a file of notes of the other copy; NULL with @error, or without one if this copy has
 * all of it. */
static char *
read_notes (Notes      *self,
            const char *name,
            gsize      *length,
            GError    **error)
{
  g_autofree char *path = g_build_filename (self->from, name, NULL);
  g_autofree char *text = th_review_read_file (path, TH_NOTE_MAX_FILE, length, error);

  return text == NULL || self->translation == NULL
         ? g_steal_pointer (&text)
         : self->translation->notes (text, *length, length, self->translation->data);
}

static gboolean
merge_notes_file (Notes      *self,
                  const char *name,
                  GError    **error)
{
  g_autofree char *to = g_build_filename (self->to, name, NULL), *text = NULL;
  g_autoptr(GError) local = NULL;
  gsize length;

  if (!(text = read_notes (self, name, &length, &local)))
    {
      if (local == NULL)
        return TRUE;
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (g_file_test (to, G_FILE_TEST_EXISTS))
    return merge_grown (self, name, text, length, error);

  self->merged->n_notes++;
  return th_review_write_file (to, text, length, error);
}

static gboolean
merge_notes (const ThReview            *self,
             const ThReview            *other,
             const ThReviewTranslation *translation,
             ThReviewMerged            *merged,
             GError                   **error)
{
  g_autofree char *from = th_review_dup_notes (other), *to = th_review_dup_notes (self);
  g_autoptr(GHashTable) known = make_folder (to, error) ? list_known (to, error) : NULL;
  g_autoptr(GPtrArray) names = known != NULL ? th_note_folder_list (from, error) : NULL;
  Notes notes = { from, to, known, translation, merged };

  for (guint i = 0; names != NULL && i < names->len; i++)
    if (!merge_notes_file (&notes, names->pdata[i], error))
      return FALSE;

  return names != NULL;
}

/* --- sessions ----------------------------------------------------------- */

/* The text of a session of the other copy; NULL as read_notes() does. */
static char *
read_session (const ThReview             *other,
              const ThReviewTranslation  *translation,
              char                      **name,
              gsize                      *length,
              GError                    **error)
{
  g_autofree char *path = th_review_dup_session (other, *name);
  g_autofree char *text = th_review_read_file (path, TH_SHARED_SESSION_MAX_BYTES, length, error);

  return text == NULL || translation == NULL
         ? g_steal_pointer (&text)
         : translation->session (name, text, *length, length, translation->data);
}

/* What the session @text of @review says; a damaged one can only be compared as it is. */
static char *
read_meaning (const ThReview *review,
              const char     *text,
              gsize           length)
{
  char *plain = th_review_session_make_plain (review, text, length);

  return plain != NULL ? plain : g_strndup (text, length);
}

static gboolean
says_the_same (const ThReview *self,
               const char     *path,
               const char     *meaning)
{
  gsize length;
  g_autofree char *text = th_review_read_file (path, TH_SHARED_SESSION_MAX_BYTES, &length, NULL);
  g_autofree char *own = text != NULL ? read_meaning (self, text, length) : NULL;

  return g_strcmp0 (own, meaning) == 0;
}

/* @source: the review whose keys and paths @text has. */
static gboolean
save_session (const ThReview  *self,
              const ThReview  *source,
              const char      *name,
              const char      *text,
              gsize            length,
              ThReviewMerged  *merged,
              GError         **error)
{
  g_autofree char *to = th_review_dup_session (self, name), *own = NULL;
  g_autofree char *meaning = read_meaning (source, text, length);
  g_autofree char *moved = th_review_session_move (self, source, text, length);

  if (says_the_same (self, to, meaning))
    return TRUE;

  if (g_file_test (to, G_FILE_TEST_EXISTS))
    {
      own = make_own_name (name, TH_SHARED_SESSION_SUFFIX, meaning, strlen (meaning));
      g_free (to);
      to = th_review_dup_session (self, own);
      if (g_file_test (to, G_FILE_TEST_EXISTS))
        return TRUE;
    }
  merged->n_sessions++;
  return moved != NULL ? th_review_write_file (to, moved, strlen (moved), error)
                       : th_review_write_file (to, text, length, error);
}

static gboolean
merge_session (const ThReview            *self,
               const ThReview            *other,
               const char                *name,
               const ThReviewTranslation *translation,
               ThReviewMerged            *merged,
               GError                   **error)
{
  g_autofree char *own = g_strdup (name), *text = NULL;
  g_autoptr(GError) local = NULL;
  gsize length;

  text = read_session (other, translation, &own, &length, &local);
  if (text != NULL)
    return save_session (self, translation == NULL ? other : self, own, text, length, merged,
                         error);
  if (local == NULL)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static gboolean
merge_sessions (const ThReview            *self,
                const ThReview            *other,
                const ThReviewTranslation *translation,
                ThReviewMerged            *merged,
                GError                   **error)
{
  g_autoptr(GPtrArray) names = th_review_list_sessions (other, error);
  g_autofree char *folder = th_review_dup_session (self, NULL);

  if (names == NULL)
    return FALSE;
  if (names->len > 0 && !make_folder (folder, error))
    return FALSE;

  for (guint i = 0; i < names->len; i++)
    if (!merge_session (self, other, g_ptr_array_index (names, i), translation, merged, error))
      return FALSE;

  return TRUE;
}

/* --- recordings --------------------------------------------------------- */

/* Whether @path is below the folder of the review, and not by a link. */
static gboolean
is_inside (const ThReview *self,
           const char     *path)
{
  g_autofree char *real = realpath (path, NULL), *folder = realpath (self->folder, NULL);
  gsize n = folder != NULL ? strlen (folder) : 0;

  return real != NULL && n > 0 && strncmp (real, folder, n) == 0 && real[n] == '/';
}

static gboolean
copy_bytes (int           from,
            ThAtomicFile *to)
{
  g_autofree guint8 *buffer = g_malloc (COPY_STEP);

  for (;;)
    {
      gssize n = read (from, buffer, COPY_STEP);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return n == 0;
      if (!th_write_all (to->fd, buffer, (gsize) n))
        return FALSE;
    }
}

static gboolean
copy_file (const char *from,
           const char *to,
           GError    **error)
{
  g_auto(ThAtomicFile) file = TH_ATOMIC_FILE_INIT;
  int fd = open (from, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  gboolean done;

  if (fd < 0)
    return th_review_fail (error, from, errno);

  done = (th_atomic_file_begin (&file, to) && copy_bytes (fd, &file) &&
          th_atomic_file_commit (&file)) || th_review_fail (error, to, errno);
  close (fd);
  return done;
}

/* Copies the recording into this review, under a name that is free. */
static gboolean
bring_in (ThReview                *self,
          const ThReviewRecording *recording,
          const char              *path,
          GError                 **error)
{
  g_autofree char *folder = g_build_filename (self->folder, "recordings", NULL);
  g_autofree char *name = g_path_get_basename (path), *to = g_build_filename (folder, name, NULL);

  if (!make_folder (folder, error))
    return FALSE;
  if (g_file_test (to, G_FILE_TEST_EXISTS))
    {
      g_autofree char *own = g_strdup_printf ("%.8s-%s", recording->key, name);

      g_free (to);
      to = g_build_filename (folder, own, NULL);
    }

  return copy_file (path, to, error) && th_review_add (self, to, recording->cut_of, error);
}

static gboolean
is_present (const ThReview *self,
            const char     *key)
{
  for (guint i = 0; i < self->recordings->len; i++)
    {
      const ThReviewRecording *recording = g_ptr_array_index (self->recordings, i);

      if (strcmp (recording->key, key) == 0)
        return th_review_check (self, recording) == TH_REVIEW_PRESENT;
    }

  return FALSE;
}

static gboolean
is_known (const ThReview            *self,
          const ThReviewTranslation *translation,
          const char                *key)
{
  return key != NULL && (is_present (self, key) ||
                         (translation != NULL &&
                          translation->has_recording (key, translation->data)));
}

static gboolean
merge_recording (ThReview                   *self,
                 const ThReview             *other,
                 const ThReviewRecording    *recording,
                 const ThReviewTranslation  *translation,
                 ThReviewMerged             *merged,
                 GError                    **error)
{
  g_autofree char *path = th_review_dup_path (other, recording);

  if (is_known (self, translation, recording->key) ||
      is_known (self, translation, recording->cut_of))
    return TRUE;
  if (th_review_check (other, recording) != TH_REVIEW_PRESENT)
    {
      merged->n_missing++;
      return TRUE;
    }

  merged->n_recordings++;
  return is_inside (other, path) ? bring_in (self, recording, path, error)
                                 : th_review_add (self, path, recording->cut_of, error);
}

gboolean
th_review_merge (ThReview                  *self,
                 const ThReview            *other,
                 const ThReviewTranslation *translation,
                 ThReviewMerged            *merged,
                 GError                   **error)
{
  *merged = (ThReviewMerged) { 0 };
  if (translation == NULL && self->id != NULL && other->id != NULL &&
      strcmp (self->id, other->id) != 0)
    {
      g_set_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_OTHER,
                   _("“%s” is not a copy of “%s”: it is another review"),
                   th_review_get_place (other), self->folder);
      return FALSE;
    }

  if (!merge_notes (self, other, translation, merged, error))
    return FALSE;
  for (guint i = 0; i < other->recordings->len; i++)
    if (!merge_recording (self, other, g_ptr_array_index (other->recordings, i), translation,
                          merged, error))
      return FALSE;

  /* They refer to the recordings where they are now. */
  return merge_sessions (self, other, translation, merged, error);
}
