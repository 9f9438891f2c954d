/* th-review-manifest.c - a review in memory, and its manifest as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-review-private.h"

#include <glib/gi18n-lib.h>

#include "th-note-entry.h"
#include "th-session-json.h"

#define FORMAT "thresher-review"
#define MAX_DEPTH 8
#define MAX_PATH 4096u

static void
recording_free (gpointer data)
{
  ThReviewRecording *recording = data;

  g_free (recording->path);
  g_free (recording->key);
  g_free (recording->cut_of);
  g_free (recording);
}

ThReview *
th_review_new (const char *folder)
{
  ThReview *self = g_new0 (ThReview, 1);

  self->folder = g_canonicalize_filename (folder, NULL);
  self->recordings = g_ptr_array_new_with_free_func (recording_free);

  return self;
}

void
th_review_append (ThReview   *self,
                  const char *path,
                  const char *key,
                  const char *cut_of)
{
  ThReviewRecording *recording = g_new0 (ThReviewRecording, 1);

  recording->path = g_strdup (path);
  recording->key = g_strdup (key);
  recording->cut_of = g_strdup (cut_of);
  g_ptr_array_add (self->recordings, recording);
}

void
th_review_free (ThReview *self)
{
  if (self == NULL)
    return;

  g_free (self->folder);
  g_free (self->archive);
  g_free (self->id);
  g_ptr_array_unref (self->recordings);
  g_free (self);
}

/* --- writing ------------------------------------------------------------ */

char *
th_review_dup_manifest (const ThReview *self)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_autoptr(JsonNode) root = NULL;

  json_builder_begin_object (builder);
  th_json_add_text (builder, "format", FORMAT);
  th_json_add_int (builder, "version", TH_REVIEW_VERSION);
  th_json_add_text (builder, "id", self->id);
  th_json_add_true (builder, "sanitized", self->sanitized);
  json_builder_set_member_name (builder, "recordings");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->recordings->len; i++)
    {
      const ThReviewRecording *recording = g_ptr_array_index (self->recordings, i);

      json_builder_begin_object (builder);
      th_json_add_text (builder, "path", recording->path);
      th_json_add_text (builder, "key", recording->key);
      th_json_add_text (builder, "cut-of", recording->cut_of);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);

  return json_to_string (root, TRUE);
}

/* --- reading ------------------------------------------------------------ */

static void
read_recordings (ThReview  *self,
                 JsonArray *array)
{
  guint n = MIN (json_array_get_length (array), TH_REVIEW_MAX_RECORDINGS);

  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      const char *path = object != NULL ? th_json_get_text (object, "path", MAX_PATH) : NULL;
      const char *key = object != NULL ? th_json_get_text (object, "key", TH_NOTE_MAX_KEY) : NULL;

      if (path == NULL || *path == '\0' || key == NULL)
        continue;
      th_review_append (self, path, key, th_json_get_text (object, "cut-of", TH_NOTE_MAX_KEY));
    }
}

gboolean
th_review_read_manifest (ThReview   *self,
                         const char *text,
                         gsize       length,
                         GError    **error)
{
  g_autoptr(JsonNode) root = th_json_parse (text, length, MAX_DEPTH, NULL);
  JsonObject *object = root != NULL ? json_node_get_object (root) : NULL;
  const char *format = object != NULL ? th_json_get_text (object, "format", 64) : NULL;
  JsonNode *recordings;
  gint64 version;

  if (g_strcmp0 (format, FORMAT) != 0 ||
      !th_json_get_int (object, "version", 1, G_MAXINT64, &version))
    {
      g_set_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_DAMAGED,
                   _("“%s” is not a review: its %s is damaged"), self->folder, TH_REVIEW_MANIFEST);
      return FALSE;
    }
  if (version > TH_REVIEW_VERSION)
    {
      g_set_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_NEWER,
                   _("“%s” was written by a later version of Thresher: update this one"),
                   self->folder);
      return FALSE;
    }

  self->id = g_strdup (th_json_get_text (object, "id", TH_NOTE_MAX_ID));
  self->sanitized = json_object_get_boolean_member_with_default (object, "sanitized", FALSE);
  recordings = json_object_get_member (object, "recordings");
  if (recordings != NULL && JSON_NODE_HOLDS_ARRAY (recordings))
    read_recordings (self, json_node_get_array (recordings));
  return TRUE;
}
