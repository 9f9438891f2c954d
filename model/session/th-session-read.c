/* th-session-read.c - reads a session from untrusted text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-session-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>

#include "th-json-lex.h"

/* The parser recurses once per level. */
#define MAX_DEPTH 8
#define MAX_STRING 16384
/* With later times, differences would overflow. */
#define MAX_TIME (G_GINT64_CONSTANT (1) << 62)
#define MAX_RANK 1000000
#define MAX_WIDTH 4000

/* --- members ------------------------------------------------------------ */

static JsonNode *
get_member (JsonObject *object,
            const char *name,
            JsonNodeType type)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && json_node_get_node_type (node) == type ? node : NULL;
}

static gboolean
read_int (JsonNode *node,
          gint64    min,
          gint64    max,
          gint64   *value)
{
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;

  *value = json_node_get_int (node);
  return *value >= min && *value <= max;
}

static gboolean
get_int (JsonObject *object,
         const char *name,
         gint64      min,
         gint64      max,
         gint64     *value)
{
  return read_int (json_object_get_member (object, name), min, max, value);
}

static gboolean
get_time (JsonObject *object,
          const char *name,
          gint64     *time)
{
  return get_int (object, name, -MAX_TIME, MAX_TIME, time);
}

/* Returns a text to be freed with g_free(), or NULL. */
static char *
dup_string (JsonObject *object,
            const char *name)
{
  JsonNode *node = get_member (object, name, JSON_NODE_VALUE);
  const char *text = node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
                     ? json_node_get_string (node) : NULL;

  return text != NULL && strnlen (text, MAX_STRING + 1) <= MAX_STRING &&
         g_utf8_validate (text, -1, NULL) ? g_strdup (text) : NULL;
}

static gboolean
is_true (JsonObject *object,
         const char *name)
{
  JsonNode *node = get_member (object, name, JSON_NODE_VALUE);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_BOOLEAN &&
         json_node_get_boolean (node);
}

/* Returns the @index-th element if it is an object.  Sets *@n to the number of elements. */
static JsonObject *
get_element (JsonObject *object,
             const char *name,
             guint       index,
             guint      *n)
{
  JsonNode *node = get_member (object, name, JSON_NODE_ARRAY);
  JsonArray *array = node != NULL ? json_node_get_array (node) : NULL;
  JsonNode *element;

  *n = array != NULL ? json_array_get_length (array) : 0;
  if (index >= *n)
    return NULL;

  element = json_array_get_element (array, index);
  return JSON_NODE_HOLDS_OBJECT (element) ? json_node_get_object (element) : NULL;
}

/* --- parts -------------------------------------------------------------- */

static void
read_view (ThSession  *self,
           JsonObject *root)
{
  JsonNode *node = get_member (root, "view", JSON_NODE_ARRAY);
  JsonArray *array = node != NULL ? json_node_get_array (node) : NULL;
  gint64 from, to;

  if (array != NULL && json_array_get_length (array) == 2 &&
      read_int (json_array_get_element (array, 0), -MAX_TIME, MAX_TIME, &from) &&
      read_int (json_array_get_element (array, 1), -MAX_TIME, MAX_TIME, &to) && from < to)
    self->view.from = from, self->view.to = to;
}

static void
read_markers (ThSession  *self,
              JsonObject *root)
{
  JsonNode *node = get_member (root, "markers", JSON_NODE_OBJECT);
  gint64 time;

  for (guint i = 0; node != NULL && i < TH_SESSION_N_MARKERS; i++)
    if (get_time (json_node_get_object (node), th_session_markers[i], &time))
      self->markers[i] = time;
}

static void
read_bookmarks (ThSession  *self,
                JsonObject *root)
{
  guint n = 1;

  for (guint i = 0; i < n && self->bookmarks->len < TH_SESSION_MAX_BOOKMARKS; i++)
    {
      JsonObject *object = get_element (root, "bookmarks", i, &n);
      ThSessionBookmark bookmark = { 0 };
      gint64 color = 0;

      if (object == NULL || !get_time (object, "time", &bookmark.time))
        continue;
      bookmark.name = dup_string (object, "name");
      bookmark.color = get_int (object, "color", 0, G_MAXUINT8, &color) ? (guint) color : 0;
      g_array_append_val (self->bookmarks, bookmark);
    }
}

static void
read_views (ThSession  *self,
            JsonObject *root)
{
  guint n = 1;

  for (guint i = 0; i < MIN (n, TH_SESSION_N_VIEWS); i++)
    {
      JsonObject *object = get_element (root, "views", i, &n);
      gint64 from, to;

      if (object == NULL || !get_time (object, "from", &from) || !get_time (object, "to", &to) ||
          from >= to)
        continue;
      self->views[i] = (ThSessionView) { from, to, dup_string (object, "filter") };
    }
}

static void
read_columns (ThSession  *self,
              JsonObject *root)
{
  guint n = 1;

  for (guint i = 0; i < n && self->columns->len < TH_SESSION_MAX_COLUMNS; i++)
    {
      JsonObject *object = get_element (root, "columns", i, &n);
      ThSessionColumn column = { object != NULL ? dup_string (object, "id") : NULL, 0 };
      gint64 width;

      if (column.id == NULL)
        continue;
      if (get_int (object, "width", 0, MAX_WIDTH, &width))
        column.width = (int) width;
      g_array_append_val (self->columns, column);
    }
}

static void
read_lanes (ThSession  *self,
            JsonObject *root)
{
  guint n = 1;

  for (guint i = 0; i < n && self->lanes->len < TH_SESSION_MAX_LANES; i++)
    {
      JsonObject *object = get_element (root, "lanes", i, &n);
      ThSessionLane lane = { object != NULL ? dup_string (object, "name") : NULL, 0, 0, -1, 0 };
      gint64 value;

      if (lane.name == NULL)
        continue;
      for (guint f = 0; f < TH_SESSION_N_LANE_FLAGS; f++)
        lane.flags |= is_true (object, th_session_lane_flags[f]) ? 1u << f : 0;
      if (get_int (object, "size", -8, 8, &value))
        lane.size = (int) value;
      if (get_int (object, "rank", 0, MAX_RANK, &value))
        lane.rank = (int) value;
      if (get_int (object, "sort", 0, 8, &value))
        lane.sort = (int) value;
      g_array_append_val (self->lanes, lane);
    }
}

static void
read_appended (ThSession  *self,
               JsonObject *root)
{
  guint n = 1;

  for (guint i = 0; i < n && self->appended->len < TH_SESSION_MAX_APPENDED; i++)
    {
      JsonObject *object = get_element (root, "appended", i, &n);
      ThSessionAppended appended = { 0 };

      if (object == NULL || !get_time (object, "shift", &appended.shift))
        continue;
      appended.uri = dup_string (object, "uri");
      appended.key = dup_string (object, "key");
      g_array_append_val (self->appended, appended);
      if (appended.uri == NULL || appended.key == NULL)
        g_array_set_size (self->appended, self->appended->len - 1);
    }
}

static GHashTable *
read_params (JsonObject *object)
{
  GHashTable *params = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  JsonNode *node = get_member (object, "params", JSON_NODE_OBJECT);
  JsonObject *members = node != NULL ? json_node_get_object (node) : NULL;
  g_autoptr(GList) names = members != NULL ? json_object_get_members (members) : NULL;

  for (GList *name = names; name != NULL && g_hash_table_size (params) < TH_SESSION_MAX_PARAMS;
       name = name->next)
    {
      char *text = dup_string (members, name->data);

      if (text != NULL)
        g_hash_table_replace (params, g_strdup (name->data), text);
    }

  return params;
}

static void
read_analyses (ThSession  *self,
               JsonObject *root)
{
  guint n = 1;

  for (guint i = 0; i < n && self->analyses->len < TH_SESSION_MAX_ANALYSES; i++)
    {
      JsonObject *object = get_element (root, "analyses", i, &n);
      ThSessionAnalysis analysis = { object != NULL ? dup_string (object, "id") : NULL, NULL };

      if (analysis.id == NULL)
        continue;
      analysis.params = read_params (object);
      g_array_append_val (self->analyses, analysis);
    }
}

static gboolean
get_number (JsonObject *object,
            const char *name,
            guint      *number)
{
  gint64 value = 0;

  if (json_object_has_member (object, name) && !get_int (object, name, 0, G_MAXUINT16, &value))
    return FALSE;

  *number = (guint) value;
  return TRUE;
}

static gboolean
read_event (JsonObject *root,
            const char *name,
            ThAnchor   *event)
{
  JsonNode *node = get_member (root, name, JSON_NODE_OBJECT);
  JsonObject *object = node != NULL ? json_node_get_object (node) : NULL;
  gint64 row;

  if (object == NULL || !get_number (object, "part", &event->part) ||
      !get_number (object, "stream", &event->stream) ||
      !get_number (object, "cpu", &event->cpu) || !get_int (object, "row", 0, G_MAXUINT32, &row) ||
      !get_time (object, "time", &event->time))
    return FALSE;

  event->row = (guint32) row;
  return TRUE;
}

static void
read_flows (ThSession  *self,
            JsonObject *root)
{
  guint n = 1;

  for (guint i = 0; i < n && self->flows->len < TH_SESSION_MAX_FLOWS; i++)
    {
      JsonObject *object = get_element (root, "flows", i, &n);
      ThSessionFlow flow = { 0 };
      g_autofree char *key = object != NULL ? dup_string (object, "key") : NULL;

      if (key == NULL || !g_ascii_string_to_unsigned (key, 16, 0, G_MAXUINT64, &flow.key, NULL) ||
          !read_event (object, "event", &flow.event) ||
          (flow.analysis = dup_string (object, "analysis")) == NULL)
        continue;
      flow.followed = is_true (object, "followed");
      flow.kept = is_true (object, "kept");
      g_array_append_val (self->flows, flow);
    }
}

/* --- the whole session -------------------------------------------------- */

static gboolean
damaged (GError    **error,
         const char *reason)
{
  g_set_error (error, TH_SESSION_ERROR, TH_SESSION_ERROR_DAMAGED, "%s", reason);

  return FALSE;
}

static gboolean
check (JsonNode  *root,
       GError   **error)
{
  g_autofree char *format = NULL;
  gint64 version;

  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return damaged (error, _("this is not a session"));

  format = dup_string (json_node_get_object (root), "format");
  if (g_strcmp0 (format, TH_SESSION_FORMAT) != 0 ||
      !get_int (json_node_get_object (root), "version", 1, G_MAXINT64, &version))
    return damaged (error, _("this is not a session"));
  if (version > TH_SESSION_VERSION)
    {
      g_set_error (error, TH_SESSION_ERROR, TH_SESSION_ERROR_NEWER, "%s",
                   _("it was written by a newer version of this program"));
      return FALSE;
    }

  return TRUE;
}

static ThSession *
read_session (JsonObject *root)
{
  ThSession *self = th_session_new ();

  read_view (self, root);
  self->filter = dup_string (root, "filter");
  read_markers (self, root);
  read_bookmarks (self, root);
  read_views (self, root);
  self->tab = dup_string (root, "tab");
  read_columns (self, root);
  self->only_active = is_true (root, "only-active");
  read_lanes (self, root);
  read_appended (self, root);
  read_analyses (self, root);
  self->has_selected = read_event (root, "selected", &self->selected);
  read_flows (self, root);

  return self;
}

ThSession *
th_session_from_text (const char  *text,
                      gsize        length,
                      GError     **error)
{
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autoptr(GError) reason = NULL;

  if (length > TH_SESSION_MAX_BYTES || !g_utf8_validate (text, length, NULL) ||
      !th_json_is_safe (text, length, MAX_DEPTH))
    {
      damaged (error, _("this is not a session"));
      return NULL;
    }
  if (!json_parser_load_from_data (parser, text, length, &reason))
    {
      damaged (error, reason->message);
      return NULL;
    }

  return check (json_parser_get_root (parser), error)
         ? read_session (json_node_get_object (json_parser_get_root (parser))) : NULL;
}
