/* th-session-json.c - reads and writes members of JSON objects
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-session-json.h"

#include <string.h>

#include "th-json-lex.h"

/* --- writing ------------------------------------------------------------ */

void
th_json_add_text (JsonBuilder *builder,
                  const char  *name,
                  const char  *value)
{
  g_autofree char *valid = NULL;

  if (value == NULL)
    return;

  valid = g_utf8_make_valid (value, -1);
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, valid);
}

void
th_json_add_string (JsonBuilder *builder,
                    const char  *name,
                    const char  *value)
{
  if (value != NULL && *value != '\0')
    th_json_add_text (builder, name, value);
}

void
th_json_add_int (JsonBuilder *builder,
                 const char  *name,
                 gint64       value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

void
th_json_add_texts (JsonBuilder *builder,
                   const char  *name,
                   char       **values)
{
  if (values == NULL)
    return;

  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (guint i = 0; values[i] != NULL; i++)
    {
      g_autofree char *valid = g_utf8_make_valid (values[i], -1);

      json_builder_add_string_value (builder, valid);
    }
  json_builder_end_array (builder);
}

void
th_json_add_hex (JsonBuilder *builder,
                 const char  *name,
                 guint64      value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_MODIFIER "x", value);

  th_json_add_text (builder, name, text);
}

void
th_json_add_true (JsonBuilder *builder,
                  const char  *name,
                  gboolean     value)
{
  if (!value)
    return;

  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, TRUE);
}

/* --- reading ------------------------------------------------------------ */

JsonNode *
th_json_parse (const char *text,
               gsize       length,
               guint       max_depth,
               GError    **error)
{
  g_autoptr(JsonParser) parser = json_parser_new ();
  JsonNode *root;

  if (!g_utf8_validate_len (text, length, NULL) || !th_json_is_safe (text, length, max_depth) ||
      !json_parser_load_from_data (parser, text, (gssize) length, error))
    return NULL;
  root = json_parser_get_root (parser);

  return root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? json_parser_steal_root (parser) : NULL;
}

JsonNode *
th_json_get_member (JsonObject *object,
                    const char *name,
                    JsonNodeType type)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && json_node_get_node_type (node) == type ? node : NULL;
}

JsonObject *
th_json_get_object (JsonObject *object,
                    const char *name)
{
  JsonNode *node = th_json_get_member (object, name, JSON_NODE_OBJECT);

  return node != NULL ? json_node_get_object (node) : NULL;
}

static gboolean
read_int (JsonNode *node,
          gint64    min,
          gint64    max,
          gint64   *value)
{
  gint64 number;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;

  number = json_node_get_int (node);
  if (number < min || number > max)
    return FALSE;

  *value = number;
  return TRUE;
}

gboolean
th_json_get_int (JsonObject *object,
                 const char *name,
                 gint64      min,
                 gint64      max,
                 gint64     *value)
{
  return read_int (json_object_get_member (object, name), min, max, value);
}

gboolean
th_json_read_time (JsonNode *node,
                   gint64   *time)
{
  return read_int (node, -TH_SESSION_MAX_TIME, TH_SESSION_MAX_TIME, time);
}

gboolean
th_json_get_time (JsonObject *object,
                  const char *name,
                  gint64     *time)
{
  return th_json_read_time (json_object_get_member (object, name), time);
}

static const char *
read_text (JsonNode *node,
           gsize     max)
{
  const char *text = node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
                     json_node_get_value_type (node) == G_TYPE_STRING
                     ? json_node_get_string (node) : NULL;

  /* Escapes may hold what the bytes of the file may not. */
  return text != NULL && strnlen (text, max + 1) <= max && g_utf8_validate (text, -1, NULL)
         ? text : NULL;
}

const char *
th_json_get_text (JsonObject *object,
                  const char *name,
                  gsize       max)
{
  return read_text (json_object_get_member (object, name), max);
}

gboolean
th_json_get_texts (JsonObject *object,
                   const char *name,
                   guint       max_n,
                   gsize       max,
                   char     ***values)
{
  JsonNode *node = json_object_get_member (object, name);
  JsonArray *array = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node)
                                                                  : NULL;
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  *values = NULL;
  if (node == NULL)
    return TRUE;
  if (array == NULL || json_array_get_length (array) > max_n)
    return FALSE;

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      const char *text = read_text (json_array_get_element (array, i), max);

      if (text == NULL)
        return FALSE;
      g_strv_builder_add (builder, text);
    }

  *values = g_strv_builder_end (builder);
  return TRUE;
}

char *
th_json_dup_string (JsonObject *object,
                    const char *name)
{
  return object != NULL ? g_strdup (th_json_get_text (object, name, TH_SESSION_MAX_STRING)) : NULL;
}

gboolean
th_json_get_hex (JsonObject *object,
                 const char *name,
                 guint64    *value)
{
  const char *text = th_json_get_text (object, name, 16);

  return text != NULL && g_ascii_string_to_unsigned (text, 16, 0, G_MAXUINT64, value, NULL);
}

gboolean
th_json_is_true (JsonObject *object,
                 const char *name)
{
  JsonNode *node = th_json_get_member (object, name, JSON_NODE_VALUE);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_BOOLEAN &&
         json_node_get_boolean (node);
}

JsonObject *
th_json_get_element (JsonObject *object,
                     const char *name,
                     guint       index,
                     guint      *n)
{
  JsonNode *node = th_json_get_member (object, name, JSON_NODE_ARRAY);
  JsonArray *array = node != NULL ? json_node_get_array (node) : NULL;
  JsonNode *element;

  *n = array != NULL ? json_array_get_length (array) : 0;
  if (index >= *n)
    return NULL;

  element = json_array_get_element (array, index);
  return JSON_NODE_HOLDS_OBJECT (element) ? json_node_get_object (element) : NULL;
}
