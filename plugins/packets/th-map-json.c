/* th-map-json.c - reads the JSON of a stage map, with line numbers for errors
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-map-json.h"
#include "th-hash.h"

#define CONTENT TH_STAGE_MAP_ERROR_CONTENT
/* The parser recurses for each opening bracket: this depth needs 300 KiB of stack. */
#define MAX_OPENERS 1024
#define MAX_NAMES 8
#define MAX_TEXT 1000

G_DEFINE_QUARK (th-stage-map-error-quark, th_stage_map_error)

void
th_map_json_init (MapJson      *self,
                  const char   *name,
                  GStringChunk *strings,
                  GPtrArray    *arrays,
                  gpointer      data)
{
  *self = (MapJson) { .name = name, .strings = strings, .arrays = arrays, .data = data };
  self->open = g_array_new (FALSE, FALSE, sizeof (guint));
  self->lines = g_hash_table_new (NULL, NULL);
  self->members = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);
}

void
th_map_json_clear (MapJson *self)
{
  if (self->parser != NULL)
    self->json->object_unref (self->parser);
  g_array_unref (self->open);
  g_hash_table_unref (self->lines);
  g_hash_table_unref (self->members);
  g_free (self->twice);
}

gboolean
th_map_json_refuse (MapJson          *self,
                    GError          **error,
                    ThStageMapError   code,
                    guint             line,
                    const char       *format,
                    ...)
{
  g_autofree char *reason = NULL;
  g_autofree char *valid = NULL;
  va_list args;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);
  valid = g_utf8_make_valid (reason, -1);

  if (line > 0)
    g_set_error (error, TH_STAGE_MAP_ERROR, code, "%s:%u: %s", self->name, line, valid);
  else
    g_set_error (error, TH_STAGE_MAP_ERROR, code, "%s: %s", self->name, valid);
  return FALSE;
}

/* --- lines ------------------------------------------------------------- */

static char *
member_key (JsonObject *object,
            const char *member)
{
  return g_strdup_printf ("%p %s", (void *) object, member);
}

static void
object_start_cb (JsonParser *parser,
                 MapJson    *self)
{
  guint line = self->json->parser_get_current_line (parser);

  g_array_append_val (self->open, line);
}

static void
object_end_cb (JsonParser *parser,
               JsonObject *object,
               MapJson    *self)
{
  guint line = self->open->len > 0 ? g_array_index (self->open, guint, self->open->len - 1) : 0;

  g_hash_table_insert (self->lines, object, GUINT_TO_POINTER (line));
  if (self->open->len > 0)
    g_array_set_size (self->open, self->open->len - 1);
}

static void
object_member_cb (JsonParser *parser,
                  JsonObject *object,
                  const char *member,
                  MapJson    *self)
{
  guint line = self->json->parser_get_current_line (parser);

  if (!g_hash_table_insert (self->members, member_key (object, member), GUINT_TO_POINTER (line)) &&
      self->twice == NULL)
    {
      self->twice = g_strdup (member);
      self->twice_line = line;
    }
}

static void
error_cb (JsonParser   *parser,
          const GError *error,
          MapJson      *self)
{
  self->error_line = self->json->parser_get_current_line (parser);
}

guint
th_map_json_get_line (MapJson    *self,
                      JsonObject *object,
                      const char *member)
{
  g_autofree char *key = member != NULL ? member_key (object, member) : NULL;

  return GPOINTER_TO_UINT (key != NULL
                           ? g_hash_table_lookup (self->members, key)
                           : g_hash_table_lookup (self->lines, object));
}

/* --- members ----------------------------------------------------------- */

gboolean
th_map_json_has_member (MapJson    *self,
                        JsonObject *object,
                        const char *member)
{
  return self->json->object_has_member (object, member);
}

gboolean
th_map_json_check_members (MapJson     *self,
                           JsonObject  *object,
                           const char  *known,
                           GError     **error)
{
  g_autoptr(GList) members = self->json->object_get_members (object);

  for (GList *m = members; m != NULL; m = m->next)
    {
      g_autofree char *string = g_strdup_printf (" %s ", (const char *) m->data);

      if (strchr (m->data, ' ') != NULL || strstr (known, string) == NULL)
        return th_map_json_refuse (self, error, CONTENT,
                                   th_map_json_get_line (self, object, m->data),
                                   _("unknown name “%s”; known names are:%s"),
                                   (const char *) m->data, known);
    }

  return TRUE;
}

static gboolean
holds (MapJson      *self,
       JsonNode     *node,
       JsonNodeType  type)
{
  return self->json->node_get_node_type (node) == type;
}

static gboolean
holds_type (MapJson  *self,
            JsonNode *node,
            GType     type)
{
  return holds (self, node, JSON_NODE_VALUE) && self->json->node_get_value_type (node) == type;
}

static const char *
get_string (MapJson  *self,
            JsonNode *node)
{
  return holds_type (self, node, G_TYPE_STRING) ? self->json->node_get_string (node) : NULL;
}

gboolean
th_map_json_read_text (MapJson     *self,
                       JsonObject  *object,
                       const char  *member,
                       gboolean     optional,
                       const char **text,
                       GError     **error)
{
  JsonNode *node = self->json->object_get_member (object, member);
  const char *value;

  *text = NULL;
  if (node == NULL)
    return optional ||
           th_map_json_refuse (self, error, CONTENT, th_map_json_get_line (self, object, NULL),
                               _("“%s” is missing"), member);
  if (!(value = get_string (self, node)) || *value == '\0' || strlen (value) > MAX_TEXT)
    return th_map_json_refuse (self, error, CONTENT, th_map_json_get_line (self, object, member),
                               _("“%s” must be text of 1 to %d characters"), member, MAX_TEXT);

  *text = g_string_chunk_insert (self->strings, value);
  return TRUE;
}

gboolean
th_map_json_read_id (MapJson     *self,
                     JsonObject  *object,
                     const char **id,
                     GError     **error)
{
  if (!th_map_json_read_text (self, object, "id", FALSE, id, error))
    return FALSE;
  if (strspn (*id, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen (*id) || strlen (*id) > 40)
    return th_map_json_refuse (self, error, CONTENT, th_map_json_get_line (self, object, "id"),
                               _("“%s” is not an id: use a–z, 0–9 and “-”"), *id);

  return TRUE;
}

gboolean
th_map_json_read_bool (MapJson     *self,
                       JsonObject  *object,
                       const char  *member,
                       gboolean    *value,
                       GError     **error)
{
  JsonNode *node = self->json->object_get_member (object, member);

  *value = FALSE;
  if (node == NULL)
    return TRUE;
  if (!holds_type (self, node, G_TYPE_BOOLEAN))
    return th_map_json_refuse (self, error, CONTENT, th_map_json_get_line (self, object, member),
                               _("“%s” must be true or false"), member);

  *value = self->json->node_get_boolean (node);
  return TRUE;
}

gboolean
th_map_json_read_choice (MapJson            *self,
                         JsonObject         *object,
                         const char         *member,
                         const char *const  *strings,
                         guint              *value,
                         GError            **error)
{
  g_autofree char *all = NULL;
  const char *text;

  if (!th_map_json_read_text (self, object, member, TRUE, &text, error))
    return FALSE;
  if (text == NULL)
    return TRUE;

  for (guint i = 0; strings[i] != NULL; i++)
    if (strcmp (strings[i], text) == 0)
      {
        *value = i;
        return TRUE;
      }

  all = g_strjoinv (", ", (char **) strings);
  return th_map_json_refuse (self, error, CONTENT, th_map_json_get_line (self, object, member),
                             _("“%s” cannot be “%s”; use one of: %s"), member, text, all);
}

gboolean
th_map_json_read_names (MapJson             *self,
                        JsonObject          *object,
                        const char          *member,
                        gboolean           (*good) (const char *),
                        const char          *what,
                        const char *const  **names,
                        GError             **error)
{
  JsonNode *node = self->json->object_get_member (object, member);
  guint line = th_map_json_get_line (self, object, member);
  JsonArray *array = node != NULL && holds (self, node, JSON_NODE_ARRAY)
                     ? self->json->node_get_array (node) : NULL;
  guint n = array != NULL ? self->json->array_get_length (array) : 1;
  const char **list;

  if (node == NULL)
    return th_map_json_refuse (self, error, CONTENT, th_map_json_get_line (self, object, NULL),
                               _("“%s” is missing"), member);
  if (n == 0 || n > MAX_NAMES)
    return th_map_json_refuse (self, error, CONTENT, line, _("“%s” must have 1 to %d names"),
                               member, MAX_NAMES);

  list = g_new0 (const char *, n + 1);
  g_ptr_array_add (self->arrays, list);
  for (guint i = 0; i < n; i++)
    {
      const char *name = get_string (self, array != NULL ? self->json->array_get_element (array, i)
                                                         : node);

      if (name == NULL || strlen (name) > MAX_TEXT || !good (name))
        return th_map_json_refuse (self, error, CONTENT, line, "“%s”: %s",
                                   name != NULL ? name : member, what);
      list[i] = g_string_chunk_insert (self->strings, name);
    }

  *names = list;
  return TRUE;
}

gboolean
th_map_json_read_objects (MapJson     *self,
                          JsonObject  *root,
                          const char  *member,
                          guint        max,
                          MapJsonObjectFunc read_object,
                          gsize        size,
                          gpointer     elements,
                          guint       *n,
                          GError     **error)
{
  JsonNode *node = self->json->object_get_member (root, member);
  guint line = th_map_json_get_line (self, root, member);
  g_autoptr(GArray) list = g_array_new (FALSE, TRUE, size);
  JsonArray *array;

  if (node == NULL)
    return TRUE;
  if (!holds (self, node, JSON_NODE_ARRAY))
    return th_map_json_refuse (self, error, CONTENT, line, _("“%s” is not a list"), member);

  array = self->json->node_get_array (node);
  if (self->json->array_get_length (array) > max)
    return th_map_json_refuse (self, error, CONTENT, line, _("“%s” has more than %u entries"),
                               member, max);

  for (guint i = 0; i < self->json->array_get_length (array); i++)
    {
      JsonNode *element = self->json->array_get_element (array, i);

      if (!holds (self, element, JSON_NODE_OBJECT))
        return th_map_json_refuse (self, error, CONTENT, line,
                                   _("“%s” has an entry that is not an object"), member);
      if (!read_object (self, self->json->node_get_object (element), list, error))
        return FALSE;
    }

  *n = list->len;
  *(gpointer *) elements = g_array_steal (list, NULL);
  g_ptr_array_add (self->arrays, *(gpointer *) elements);
  return TRUE;
}

/* --- parsing ----------------------------------------------------------- */

/* Rejects input that would overflow the stack of the parser. */
static gboolean
check_text (MapJson     *self,
            const char  *text,
            gsize        length,
            GError     **error)
{
  guint n_openers = 0;

  if (length > TH_STAGE_MAP_MAX_SIZE)
    return th_map_json_refuse (self, error, TH_STAGE_MAP_ERROR_FILE, 0,
                               _("it is larger than %d bytes"), TH_STAGE_MAP_MAX_SIZE);
  if (!g_utf8_validate (text, length, NULL))
    return th_map_json_refuse (self, error, TH_STAGE_MAP_ERROR_SYNTAX, 0,
                               _("it is not UTF-8 text"));

  for (gsize i = 0; i < length; i++)
    n_openers += text[i] == '[' || text[i] == '{';
  if (n_openers > MAX_OPENERS)
    return th_map_json_refuse (self, error, TH_STAGE_MAP_ERROR_SYNTAX, 0,
                               _("it has more than %d lists and objects"), MAX_OPENERS);

  return TRUE;
}

static void
connect (MapJson    *self,
         const char *signal,
         GCallback   callback)
{
  self->json->signal_connect_data (self->parser, signal, callback, self, NULL, 0);
}

static gboolean
parse (MapJson     *self,
       const char  *text,
       gsize        length,
       GError     **error)
{
  g_autoptr(GError) syntax = NULL;
  JsonNode *root;

  connect (self, "object-start", G_CALLBACK (object_start_cb));
  connect (self, "object-end", G_CALLBACK (object_end_cb));
  connect (self, "object-member", G_CALLBACK (object_member_cb));
  connect (self, "error", G_CALLBACK (error_cb));

  if (!self->json->parser_load_from_data (self->parser, text, length, &syntax))
    {
      /* "<data>:7:9: " */
      const char *reason = strstr (syntax->message, ": ");

      return th_map_json_refuse (self, error, TH_STAGE_MAP_ERROR_SYNTAX, self->error_line, "%s",
                                 reason != NULL ? reason + 2 : syntax->message);
    }
  if (self->twice != NULL)
    return th_map_json_refuse (self, error, CONTENT, self->twice_line, _("“%s” appears twice"),
                               self->twice);
  if (!(root = self->json->parser_get_root (self->parser)) || !holds (self, root, JSON_NODE_OBJECT))
    return th_map_json_refuse (self, error, CONTENT, 1,
                               _("this is not an object: a stage map has the form { … }"));

  return TRUE;
}

JsonObject *
th_map_json_parse (MapJson     *self,
                   const char  *text,
                   gsize        length,
                   GError     **error)
{
  const char *reason;

  if (!check_text (self, text, length, error))
    return NULL;
  if (!(self->json = th_json_glib_load (&reason)))
    {
      th_map_json_refuse (self, error, TH_STAGE_MAP_ERROR_FILE, 0,
                          _("the library that reads it cannot be loaded: %s"), reason);
      return NULL;
    }

  self->parser = self->json->parser_new ();
  if (!parse (self, text, length, error))
    return NULL;

  return self->json->node_get_object (self->json->parser_get_root (self->parser));
}
