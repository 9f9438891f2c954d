/* th-sanitize-json.c - removes personal data from the notes and sessions of a review
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-sanitize-json.h"

#include <string.h>

#include "th-json-lex.h"

#define MAX_DEPTH 24
#define KEY_LENGTH 64

static void add_node (const ThSanitizeJson *self,
                      JsonBuilder          *builder,
                      JsonNode             *node,
                      const char           *member);

/* --- texts --------------------------------------------------------------- */

static gboolean
is_key (const char *text)
{
  return strlen (text) == KEY_LENGTH && strspn (text, "0123456789abcdef") == KEY_LENGTH;
}

/* A name as a whole. */
static char *
dup_name (const ThSanitizeJson *self,
          ThPersonalKind        kind,
          const char           *name)
{
  char *copy = g_strdup (name);

  th_renames_name (th_sanitizer_get_renames (self->sanitizer), kind, copy, strlen (copy));
  return copy;
}

static char *
dup_author (const ThSanitizeJson *self,
            const char           *name)
{
  char *copy = g_utf8_make_valid (name, -1);

  th_renames_author (th_sanitizer_get_renames (self->sanitizer), copy, strlen (copy));
  return copy;
}

/* The key of a recording that the review does not have says which one it was, so it is renamed. */
static char *
dup_key (const ThSanitizeJson *self,
         const char           *key)
{
  const char *known = g_hash_table_lookup (self->keys, key);

  return known != NULL ? g_strdup (known) : dup_name (self, TH_PERSONAL_BYTES, key);
}

static char *
dup_text (const ThSanitizeJson *self,
          const char           *text,
          const char           *member)
{
  static const char *const meanings[] = {
    "id", "kind", "of", "format", "on", "event", "table", "noun", "tab", "analysis", "align",
    "range", "address", NULL
  };

  if (member != NULL && g_strv_contains (meanings, member))
    return g_strdup (text);
  if (is_key (text))
    return dup_key (self, text);
  if (g_strcmp0 (member, "author") == 0)
    return dup_author (self, text);
  if (th_renames_is_frozen (th_sanitizer_get_renames (self->sanitizer)))
    return th_sanitizer_dup_text (self->sanitizer, text);

  th_sanitizer_survey_text (self->sanitizer, text);
  return g_strdup (text);
}

/* The URI of a recording is replaced by that of its copy. */
static char *
dup_uri (const ThSanitizeJson *self,
         JsonObject           *object)
{
  const char *key = json_object_get_string_member_with_default (object, "key", "");
  const char *uri = g_hash_table_lookup (self->uris, key);

  if (uri == NULL && self->keeps_uris)
    uri = json_object_get_string_member (object, "uri");
  return g_strdup (uri != NULL ? uri : "../recordings/missing.dat");
}

/* --- values -------------------------------------------------------------- */

static gboolean
is_text (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
}

static void
add_object (const ThSanitizeJson *self,
            JsonBuilder          *builder,
            JsonObject           *object)
{
  g_autoptr(GList) members = json_object_get_members (object);

  json_builder_begin_object (builder);
  for (GList *member = members; member != NULL; member = member->next)
    {
      JsonNode *node = json_object_get_member (object, member->data);

      json_builder_set_member_name (builder, member->data);
      if (strcmp (member->data, "uri") == 0 && is_text (node))
        {
          g_autofree char *uri = dup_uri (self, object);

          json_builder_add_string_value (builder, uri);
        }
      else
        add_node (self, builder, node, member->data);
    }
  json_builder_end_object (builder);
}

/* The cells of a row are names of columns and texts in turns. */
static void
add_array (const ThSanitizeJson *self,
           JsonBuilder          *builder,
           JsonArray            *array,
           const char           *member)
{
  gboolean is_row = g_strcmp0 (member, "cells") == 0;

  json_builder_begin_array (builder);
  for (guint i = 0; i < json_array_get_length (array); i++)
    add_node (self, builder, json_array_get_element (array, i),
              is_row ? (i % 2 == 0 ? "id" : "cell") : member);
  json_builder_end_array (builder);
}

static void
add_node (const ThSanitizeJson *self,
          JsonBuilder          *builder,
          JsonNode             *node,
          const char           *member)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    add_object (self, builder, json_node_get_object (node));
  else if (JSON_NODE_HOLDS_ARRAY (node))
    add_array (self, builder, json_node_get_array (node), member);
  else if (is_text (node))
    {
      g_autofree char *text = dup_text (self, json_node_get_string (node), member);
      g_autofree char *valid = g_utf8_make_valid (text, -1);

      json_builder_add_string_value (builder, valid);
    }
  else
    json_builder_add_value (builder, json_node_copy (node));
}

char *
th_sanitize_json (const ThSanitizeJson *self,
                  const char           *text,
                  gsize                 length,
                  gboolean              pretty)
{
  g_autoptr(JsonParser) parser = json_parser_new_immutable ();
  g_autoptr(JsonBuilder) builder = json_builder_new_immutable ();
  g_autoptr(JsonNode) root = NULL;
  JsonNode *node;

  if (!g_utf8_validate_len (text, length, NULL) || !th_json_is_safe (text, length, MAX_DEPTH) ||
      !json_parser_load_from_data (parser, text, (gssize) length, NULL) ||
      (node = json_parser_get_root (parser)) == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return NULL;

  add_node (self, builder, node, NULL);
  root = json_builder_get_root (builder);
  return json_to_string (root, pretty);
}
