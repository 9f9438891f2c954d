/* th-sanitize-merge.c - merges another copy of a review, which may be sanitized, into this one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-sanitize-merge.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-hash.h"
#include "th-note-file.h"
#include "th-review-file.h"
#include "th-sanitize-back.h"

/**
 * Answers:
 * @review: the original
 * @json: renames back; of notes
 * @session_keys: new key of a recording → that of its file, for sessions
 * @lines: id of an entry of the original → its line
 */
typedef struct
{
  const ThReview *review;
  const ThReview *other;
  ThSanitizeBack *back;
  ThSanitizeJson  json;
  GHashTable     *session_keys;
  GHashTable     *lines;
} Answers;

/* --- notes -------------------------------------------------------------- */

typedef void (*LineFunc) (const char *line,
              gsize       length,
              gpointer    data);

/* Calls @func for each complete line. */
static void
foreach_line (const char *text,
              gsize       length,
              LineFunc    func,
              gpointer    data)
{
  const char *end;

  for (; (end = memchr (text, '\n', length)) != NULL; text = end + 1)
    {
      gsize size = (gsize) (end - text);

      func (text, size, data);
      length -= size + 1;
    }
}

static void
add_known (const char *line,
           gsize       length,
           gpointer    lines)
{
  g_autoptr(ThNoteEntry) entry = NULL;

  if (th_note_entry_from_line (line, length, &entry) == TH_NOTE_LINE_ENTRY)
    g_hash_table_insert (lines, g_strdup (entry->id), g_strndup (line, length));
}

static gboolean
read_known (Answers  *self,
            GError  **error)
{
  g_autofree char *folder = th_review_dup_notes (self->review);
  g_autoptr(GPtrArray) names = th_note_folder_list (folder, error);

  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, g_ptr_array_index (names, i), NULL);
      gsize length;
      g_autofree char *text = th_review_read_file (path, TH_NOTE_MAX_FILE, &length, error);

      if (text == NULL)
        return FALSE;
      foreach_line (text, length, add_known, self->lines);
    }
  return names != NULL;
}

typedef struct
{
  Answers *answers;
  GString *text;
  guint    n_new;
} Translated;

/* Entries of the original keep the lines of the original, also after a first merge, so a file of
 * answers that has grown still begins with the same bytes. */
static void
translate_line (const char *line,
                gsize       length,
                gpointer    data)
{
  Translated *self = data;
  g_autoptr(ThNoteEntry) entry = NULL;
  ThNoteLine kind = th_note_entry_from_line (line, length, &entry);
  const char *known = entry != NULL ? g_hash_table_lookup (self->answers->lines, entry->id) : NULL;
  g_autofree char *made = NULL;

  if (kind == TH_NOTE_LINE_INVALID)
    return;
  if (known == NULL)
    made = th_sanitize_json (&self->answers->json, line, length, FALSE);
  if (made != NULL)
    self->n_new++;
  if (known != NULL || made != NULL)
    g_string_append_printf (self->text, "%s\n", known != NULL ? known : made);
}

static char *
translate_notes (const char *text,
                 gsize       length,
                 gsize      *translated,
                 gpointer    data)
{
  Translated self = { data, g_string_new (NULL), 0 };

  foreach_line (text, length, translate_line, &self);
  *translated = self.text->len;
  return g_string_free (self.text, self.n_new == 0);
}

/* --- sessions and recordings ------------------------------------------- */

/* URIs become relative to the folder of sessions, as they are in all that the program writes. */
static char *
make_relative (const Answers *self,
               const char    *text)
{
  g_autofree char *folder = th_review_dup_session (self->review, NULL);
  g_autofree char *uri = g_filename_to_uri (folder, NULL, NULL);
  g_autoptr(ThSharedSession) session = NULL;

  session = th_shared_session_from_text (text, strlen (text), uri, NULL);
  return session != NULL ? th_shared_session_to_text (session, uri) : NULL;
}

/* Leaves out sessions that have not changed since they were sent. */
static char *
translate_session (char       **name,
                   const char  *text,
                   gsize        length,
                   gsize       *translated,
                   gpointer     data)
{
  const Answers *self = data;
  ThSanitizeJson json = self->json;
  g_autofree char *digest = th_sanitize_back_make_digest (self->other, *name), *made = NULL;
  char *relative, *own_name;

  if (digest == NULL || g_hash_table_contains (self->back->sessions, digest))
    return NULL;

  json.keys = self->session_keys;
  made = th_sanitize_json (&json, text, length, TRUE);
  relative = made != NULL ? make_relative (self, made) : NULL;
  if (relative == NULL)
    return NULL;

  own_name = th_sanitizer_dup_name (json.sanitizer, *name);
  g_free (*name);
  *name = own_name;
  *translated = strlen (relative);
  return relative;
}

static gboolean
has_recording (const char *key,
               gpointer    data)
{
  return g_hash_table_contains (((const Answers *) data)->back->keys, key);
}

/* --- all of it ---------------------------------------------------------- */

/* Where the original of each recording is now. */
static void
list_recordings (Answers *self)
{
  GHashTableIter iter;
  gpointer key, original;

  g_hash_table_iter_init (&iter, self->back->keys);
  while (g_hash_table_iter_next (&iter, &key, &original))
    for (guint i = 0; i < self->review->recordings->len; i++)
      {
        const ThReviewRecording *recording = g_ptr_array_index (self->review->recordings, i);
        g_autofree char *path = NULL;

        if (strcmp (th_review_get_original (recording), original) != 0)
          continue;
        path = th_review_dup_path (self->review, recording);
        g_hash_table_insert (self->session_keys, g_strdup (key), g_strdup (recording->key));
        g_hash_table_insert (self->json.uris, g_strdup (key),
                             g_filename_to_uri (path, NULL, NULL));
      }
}

static void
answers_begin (Answers        *self,
               ThSanitizeBack *back)
{
  self->back = back;
  self->lines = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, g_free);
  self->session_keys = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, g_free);
  self->json.sanitizer = th_sanitizer_new_taking (g_steal_pointer (&back->renames));
  self->json.keys = g_hash_table_ref (back->keys);
  self->json.uris = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, g_free);
  self->json.keeps_uris = TRUE;
  list_recordings (self);
}

static void
answers_clear (Answers *self)
{
  g_clear_pointer (&self->lines, g_hash_table_unref);
  g_clear_pointer (&self->session_keys, g_hash_table_unref);
  g_clear_pointer (&self->json.sanitizer, th_sanitizer_free);
  g_clear_pointer (&self->json.keys, g_hash_table_unref);
  g_clear_pointer (&self->json.uris, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Answers, answers_clear)

static gboolean
merge_answers (ThReview        *self,
               const ThReview  *other,
               ThSanitizeBack  *back,
               ThReviewMerged  *merged,
               GError         **error)
{
  g_auto(Answers) answers = { .review = self, .other = other };
  const ThReviewTranslation translation = { translate_notes, translate_session, has_recording,
                                            &answers };

  answers_begin (&answers, back);
  return read_known (&answers, error) &&
         th_review_merge (self, other, &translation, merged, error);
}

gboolean
th_sanitize_merge (ThReview        *self,
                   const ThReview  *other,
                   ThReviewMerged  *merged,
                   GError         **error)
{
  g_autoptr(ThSanitizeBack) back = NULL;

  if (!other->sanitized || g_strcmp0 (self->id, other->id) == 0)
    return th_review_merge (self, other, NULL, merged, error);

  back = th_sanitize_back_load (other, error);
  if (back == NULL)
    return FALSE;
  if (g_strcmp0 (back->review, self->id) == 0)
    return merge_answers (self, other, back, merged, error);

  g_set_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_OTHER,
               _("“%s” answers another review than “%s”, without personal data: merge it into "
                 "that one"), th_review_get_place (other), self->folder);
  return FALSE;
}
