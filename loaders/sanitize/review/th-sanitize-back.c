/* th-sanitize-back.c - what leads from a sanitized review back to the original
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-sanitize-back.h"

#include <errno.h>
#include <string.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "th-hash.h"
#include "th-review-file.h"
#include "th-review-session.h"
#include "th-session-json.h"

#define FORMAT "thresher-sanitized"
#define VERSION 1
#define MAX_BYTES (256u << 20)
#define MAX_DEPTH 8
#define MAX_ID 64

/* --- the place ---------------------------------------------------------- */

/* NULL if @id, which is untrusted, is none. */
static char *
dup_path (const char *id)
{
  g_autofree char *name = NULL;

  if (id == NULL || *id == '\0' || strlen (id) > MAX_ID ||
      strspn (id, "0123456789abcdef-") != strlen (id))
    return NULL;

  name = g_strconcat (id, ".json", NULL);
  return g_build_filename (g_get_user_state_dir (), "thresher", "sanitized", name, NULL);
}

void
th_sanitize_back_forget (const char *id)
{
  g_autofree char *path = dup_path (id);

  if (path != NULL)
    g_unlink (path);
}

/* --- writing ------------------------------------------------------------ */

char *
th_sanitize_back_make_digest (const ThReview *review,
                              const char     *name)
{
  g_autofree char *path = th_review_dup_session (review, name), *plain = NULL;
  gsize length;
  g_autofree char *text = th_review_read_file (path, TH_SHARED_SESSION_MAX_BYTES, &length, NULL);

  if (text != NULL)
    plain = th_review_session_make_plain (review, text, length);
  return plain != NULL ? g_compute_checksum_for_string (G_CHECKSUM_SHA256, plain, -1) : NULL;
}

static void
add_recordings (JsonBuilder          *builder,
                const ThSanitizePass *pass)
{
  for (guint i = 0; i < pass->review->recordings->len; i++)
    {
      const ThReviewRecording *recording = g_ptr_array_index (pass->review->recordings, i);

      json_builder_begin_object (builder);
      th_json_add_text (builder, "key", g_hash_table_lookup (pass->json.keys, recording->key));
      th_json_add_text (builder, "original", th_review_get_original (recording));
      json_builder_end_object (builder);
    }
}

static gboolean
add_sessions (JsonBuilder     *builder,
              const ThReview  *written,
              GError         **error)
{
  g_autoptr(GPtrArray) names = th_review_list_sessions (written, error);

  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      g_autofree char *digest = th_sanitize_back_make_digest (written,
                                                              g_ptr_array_index (names, i));

      if (digest != NULL)
        json_builder_add_string_value (builder, digest);
    }
  return names != NULL;
}

static void
add_name (ThPersonalKind  kind,
          const char     *old_name,
          const char     *new_name,
          gpointer        builder)
{
  json_builder_begin_object (builder);
  th_json_add_text (builder, "kind", th_personal_get_id (kind));
  th_json_add_text (builder, "old", old_name);
  th_json_add_text (builder, "new", new_name);
  json_builder_end_object (builder);
}

static gboolean
begin_array (JsonBuilder *builder,
             const char  *name)
{
  json_builder_set_member_name (builder, name);
  return json_builder_begin_array (builder) != NULL;
}

/* Returns the text of the file, or NULL with @error. */
static char *
make_text (const ThSanitizePass  *pass,
           const ThReview        *written,
           GError               **error)
{
  g_autoptr(JsonBuilder) builder = json_builder_new_immutable ();
  g_autoptr(JsonNode) root = NULL;

  json_builder_begin_object (builder);
  th_json_add_text (builder, "format", FORMAT);
  th_json_add_int (builder, "version", VERSION);
  th_json_add_text (builder, "review", pass->review->id);
  begin_array (builder, "recordings");
  add_recordings (builder, pass);
  json_builder_end_array (builder);
  begin_array (builder, "sessions");
  if (!add_sessions (builder, written, error))
    return NULL;
  json_builder_end_array (builder);
  begin_array (builder, "names");
  th_renames_foreach (th_sanitize_pass_get_renames (pass), add_name, builder);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  return json_to_string (root, FALSE);
}

gboolean
th_sanitize_back_save (const ThSanitizePass  *pass,
                       const ThReview        *written,
                       GError               **error)
{
  g_autofree char *path = dup_path (written->id), *text = make_text (pass, written, error);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr(GError) local = NULL;

  if (text == NULL)
    return FALSE;
  if (g_mkdir_with_parents (folder, 0700) != 0)
    return th_review_fail (error, folder, errno);
  if (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &local))
    return TRUE;

  g_set_error_literal (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_FILE, local->message);
  return FALSE;
}

/* --- reading ------------------------------------------------------------ */

void
th_sanitize_back_free (ThSanitizeBack *self)
{
  g_free (self->review);
  g_hash_table_unref (self->keys);
  g_hash_table_unref (self->sessions);
  g_clear_pointer (&self->renames, th_renames_free);
  g_free (self);
}

static void
read_recording (JsonArray *array,
                guint      index,
                JsonNode  *node,
                gpointer   self)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *key = object != NULL ? th_json_get_text (object, "key", MAX_ID) : NULL;
  const char *original = key != NULL ? th_json_get_text (object, "original", MAX_ID) : NULL;

  if (original != NULL)
    g_hash_table_insert (((ThSanitizeBack *) self)->keys, g_strdup (key), g_strdup (original));
}

static void
read_session (JsonArray *array,
              guint      index,
              JsonNode  *node,
              gpointer   self)
{
  const char *digest = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;

  if (digest != NULL)
    g_hash_table_add (((ThSanitizeBack *) self)->sessions, g_strdup (digest));
}

static void
read_name (JsonArray *array,
           guint      index,
           JsonNode  *node,
           gpointer   self)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *id = object != NULL ? th_json_get_text (object, "kind", MAX_ID) : NULL;
  const char *old_name = id != NULL ? th_json_get_text (object, "old", G_MAXINT) : NULL;
  const char *new_name = id != NULL ? th_json_get_text (object, "new", G_MAXINT) : NULL;
  ThPersonalKind kind;

  if (old_name != NULL && new_name != NULL && th_personal_parse (id, &kind))
    th_renames_add_back (((ThSanitizeBack *) self)->renames, kind, old_name, new_name);
}

static void
foreach_member (JsonObject       *object,
                const char       *name,
                JsonArrayForeach  func,
                ThSanitizeBack   *self)
{
  JsonNode *member = th_json_get_member (object, name, JSON_NODE_ARRAY);

  if (member != NULL)
    json_array_foreach_element (json_node_get_array (member), func, self);
}

static ThSanitizeBack *
read_text (const char *text,
           gsize       length)
{
  g_autoptr(JsonNode) root = th_json_parse (text, length, MAX_DEPTH, NULL);
  JsonObject *object = root != NULL ? json_node_get_object (root) : NULL;
  ThSanitizeBack *self;
  gint64 version;

  if (object == NULL || g_strcmp0 (th_json_get_text (object, "format", MAX_ID), FORMAT) != 0 ||
      !th_json_get_int (object, "version", VERSION, VERSION, &version))
    return NULL;

  self = g_new0 (ThSanitizeBack, 1);
  self->review = g_strdup (th_json_get_text (object, "review", MAX_ID));
  self->keys = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, g_free);
  self->sessions = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);
  self->renames = th_renames_new_back ();
  foreach_member (object, "recordings", read_recording, self);
  foreach_member (object, "sessions", read_session, self);
  foreach_member (object, "names", read_name, self);
  return self;
}

ThSanitizeBack *
th_sanitize_back_load (const ThReview  *other,
                       GError         **error)
{
  g_autofree char *path = dup_path (other->id), *text = NULL;
  ThSanitizeBack *self;
  gsize length;

  if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      /* Translators: %s are the folder or archive of a review and the path of a file */
      g_set_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_OTHER,
                   _("“%s” answers a review without personal data, and the names that lead back to "
                     "the original are not here. Merge it where the review was sanitized, as the "
                     "same user, or copy this file from there: %s"), th_review_get_place (other),
                   path != NULL ? path : "—");
      return NULL;
    }

  text = th_review_read_file (path, MAX_BYTES, &length, error);
  if (text == NULL)
    return NULL;
  self = read_text (text, length);
  if (self == NULL)
    g_set_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_DAMAGED,
                 _("“%s” is damaged, or of a later version of Thresher"), path);
  return self;
}
