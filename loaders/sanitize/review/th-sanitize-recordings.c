/* th-sanitize-recordings.c - the recordings of a review without personal data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-sanitize-recordings.h"

#include <string.h>

#include <glib/gi18n-lib.h>

static gboolean
check_recording (const ThSanitizePass     *pass,
                 const ThReviewRecording  *recording,
                 const char               *path,
                 GError                  **error)
{
  if (th_review_check (pass->review, recording) == TH_REVIEW_PRESENT)
    return TRUE;

  g_set_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_FILE,
               _("The recording “%s” of the review is missing or has changed. A review can only be "
                 "sanitized with all of its recordings: put it back first."), path);
  return FALSE;
}

/* Returns the path of the copy of the @index-th recording, which was surveyed. */
static char *
dup_copy_path (const ThSanitizePass *pass,
               guint                 index)
{
  g_autofree char *folder = g_build_filename (pass->target, "recordings", NULL);

  return th_sanitize_pass_dup_free_path (folder, th_renames_get_file
                                                   (th_sanitize_pass_get_renames (pass), index));
}

static gboolean
has_recording (const ThSanitizePass *pass,
               const char           *key)
{
  for (guint i = 0; i < pass->review->recordings->len; i++)
    {
      const ThReviewRecording *recording = g_ptr_array_index (pass->review->recordings, i);

      if (strcmp (recording->key, key) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Notes and sessions that name the recording @old_key then name the copy. */
static void
note_key (ThSanitizePass *pass,
          const char     *old_key,
          const char     *key,
          const char     *copy)
{
  g_autofree char *base = g_path_get_basename (copy);
  g_autofree char *escaped = g_uri_escape_string (base, NULL, TRUE);

  g_hash_table_insert (pass->json.keys, g_strdup (old_key), g_strdup (key));
  g_hash_table_insert (pass->json.uris, g_strdup (old_key),
                       g_strconcat ("../recordings/", escaped, NULL));
}

/* If the recording is a part of one that the review does not have, notes about that are about the
 * part from then on. */
static gboolean
note_copy (ThSanitizePass           *pass,
           const ThReviewRecording  *recording,
           const char               *copy,
           GError                  **error)
{
  g_autofree char *key = th_review_make_key (copy, error);

  if (key == NULL)
    return FALSE;

  note_key (pass, recording->key, key, copy);
  if (recording->cut_of != NULL && !has_recording (pass, recording->cut_of))
    note_key (pass, recording->cut_of, key, copy);
  return TRUE;
}

static gboolean
write_recording (ThSanitizePass           *pass,
                 ThReview                 *written,
                 guint                     index,
                 const char               *path,
                 GError                  **error)
{
  const ThReviewRecording *recording = g_ptr_array_index (pass->review->recordings, index);
  g_autofree char *copy = dup_copy_path (pass, index);
  const char *cut_of = recording->cut_of != NULL
                       ? g_hash_table_lookup (pass->json.keys, recording->cut_of) : NULL;

  return th_sanitizer_write (pass->json.sanitizer, path, copy, pass->progress, error) &&
         th_review_add (written, copy, cut_of, error) && note_copy (pass, recording, copy, error);
}

/* The key by which notes name the recording is replaced by that of its copy, so it is no personal
 * data; that of another recording is. */
static void
note_own_key (const ThSanitizePass *pass,
              const char           *key)
{
  if (key != NULL)
    g_hash_table_insert (pass->json.keys, g_strdup (key), g_strdup (key));
}

static gboolean
survey_recording (const ThSanitizePass     *pass,
                  const ThReviewRecording  *recording,
                  const char               *path,
                  GError                  **error)
{
  g_autofree char *base = g_path_get_basename (path), *valid = g_utf8_make_valid (base, -1);

  note_own_key (pass, recording->key);
  note_own_key (pass, recording->cut_of);
  th_renames_add_file (th_sanitize_pass_get_renames (pass), valid);
  if (th_sanitizer_survey (pass->json.sanitizer, path, pass->progress, error))
    return TRUE;

  g_prefix_error (error, "“%s”: ", valid);
  return FALSE;
}

gboolean
th_sanitize_recordings (ThSanitizePass  *pass,
                        ThReview        *written,
                        GError         **error)
{
  for (guint i = 0; i < pass->review->recordings->len; i++)
    {
      const ThReviewRecording *recording = g_ptr_array_index (pass->review->recordings, i);
      g_autofree char *path = th_review_dup_path (pass->review, recording);

      if (!check_recording (pass, recording, path, error) ||
          (written == NULL ? !survey_recording (pass, recording, path, error)
           : !write_recording (pass, written, i, path, error)))
        return FALSE;
    }
  return TRUE;
}
