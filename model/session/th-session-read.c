/* th-session-read.c - reads a session from untrusted text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-session-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-hash.h"
#include "th-session-json.h"

#define MAX_DEPTH 10
#define MAX_RANK 1000000
#define MAX_WIDTH 4000

/* --- parts -------------------------------------------------------------- */

static void
read_view (ThSession  *self,
           JsonObject *root)
{
  JsonNode *node = th_json_get_member (root, "view", JSON_NODE_ARRAY);
  JsonArray *array = node != NULL ? json_node_get_array (node) : NULL;
  gint64 from, to;

  if (array != NULL && json_array_get_length (array) == 2 &&
      th_json_read_time (json_array_get_element (array, 0), &from) &&
      th_json_read_time (json_array_get_element (array, 1), &to) && from < to)
    self->view.from = from, self->view.to = to;
}

static void
read_markers (ThSession  *self,
              JsonObject *root)
{
  JsonNode *node = th_json_get_member (root, "markers", JSON_NODE_OBJECT);
  gint64 time;

  for (guint i = 0; node != NULL && i < TH_SESSION_N_MARKERS; i++)
    if (th_json_get_time (json_node_get_object (node), th_session_markers[i], &time))
      self->markers[i] = time;
}

static void
read_bookmarks (ThSession  *self,
                JsonObject *root)
{
  guint n = 1;

  for (guint i = 0; i < n && self->bookmarks->len < TH_SESSION_MAX_BOOKMARKS; i++)
    {
      JsonObject *object = th_json_get_element (root, "bookmarks", i, &n);
      ThSessionBookmark bookmark = { 0 };
      gint64 color = 0;

      if (object == NULL || !th_json_get_time (object, "time", &bookmark.time))
        continue;
      bookmark.name = th_json_dup_string (object, "name");
      bookmark.color = th_json_get_int (object, "color", 0, G_MAXUINT8, &color) ? (guint) color : 0;
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
      JsonObject *object = th_json_get_element (root, "views", i, &n);
      gint64 from, to;

      if (object == NULL || !th_json_get_time (object, "from", &from) ||
          !th_json_get_time (object, "to", &to) || from >= to)
        continue;
      self->views[i] = (ThSessionView) { from, to, th_json_dup_string (object, "filter") };
    }
}

static void
read_columns (ThSession  *self,
              JsonObject *root)
{
  guint n = 1;

  for (guint i = 0; i < n && self->columns->len < TH_SESSION_MAX_COLUMNS; i++)
    {
      JsonObject *object = th_json_get_element (root, "columns", i, &n);
      ThSessionColumn column = { th_json_dup_string (object, "id"), 0 };
      gint64 width;

      if (column.id == NULL)
        continue;
      if (th_json_get_int (object, "width", 0, MAX_WIDTH, &width))
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
      JsonObject *object = th_json_get_element (root, "lanes", i, &n);
      ThSessionLane lane = { th_json_dup_string (object, "name"), 0, 0, -1, 0 };
      gint64 value;

      if (lane.name == NULL)
        continue;
      for (guint f = 0; f < TH_SESSION_N_LANE_FLAGS; f++)
        lane.flags |= th_json_is_true (object, th_session_lane_flags[f]) ? 1u << f : 0;
      if (th_json_get_int (object, "size", -8, 8, &value))
        lane.size = (int) value;
      if (th_json_get_int (object, "rank", 0, MAX_RANK, &value))
        lane.rank = (int) value;
      if (th_json_get_int (object, "sort", 0, 8, &value))
        lane.sort = (int) value;
      g_array_append_val (self->lanes, lane);
    }
}

static void
read_appended (ThSession  *self,
               JsonObject *root)
{
  guint n = 1;

  for (guint i = 0; i < MIN (n, TH_SESSION_MAX_APPENDED); i++)
    {
      JsonObject *object = th_json_get_element (root, "appended", i, &n);
      ThSessionAppended appended = { 0 };

      if (i >= n)
        break;
      if (object != NULL && th_json_get_time (object, "shift", &appended.shift))
        {
          appended.uri = th_json_dup_string (object, "uri");
          appended.key = th_json_dup_string (object, "key");
        }
      /* Unusable ones are dropped later, because the other members count them as parts. */
      g_array_append_val (self->appended, appended);
    }
  self->n_unusable = n - MIN (n, self->appended->len);
}

static void
drop_unusable (ThSession *self)
{
  for (guint i = self->appended->len; i-- > 0;)
    {
      const ThSessionAppended *appended = &g_array_index (self->appended, ThSessionAppended, i);

      if (appended->uri != NULL && appended->key != NULL)
        continue;
      th_session_drop_appended (self, i);
      self->n_unusable++;
    }
}

static GHashTable *
read_params (JsonObject *object)
{
  GHashTable *params = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, g_free);
  JsonNode *node = th_json_get_member (object, "params", JSON_NODE_OBJECT);
  JsonObject *members = node != NULL ? json_node_get_object (node) : NULL;
  g_autoptr(GList) names = members != NULL ? json_object_get_members (members) : NULL;

  for (GList *name = names; name != NULL && g_hash_table_size (params) < TH_SESSION_MAX_PARAMS;
       name = name->next)
    {
      char *text = th_json_dup_string (members, name->data);

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
      JsonObject *object = th_json_get_element (root, "analyses", i, &n);
      ThSessionAnalysis analysis = { th_json_dup_string (object, "id"), NULL };

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

  if (json_object_has_member (object, name) &&
      !th_json_get_int (object, name, 0, G_MAXUINT16, &value))
    return FALSE;

  *number = (guint) value;
  return TRUE;
}

static gboolean
read_event (JsonObject *root,
            const char *name,
            ThAnchor   *event)
{
  JsonNode *node = th_json_get_member (root, name, JSON_NODE_OBJECT);
  JsonObject *object = node != NULL ? json_node_get_object (node) : NULL;
  gint64 row;

  if (object == NULL || !get_number (object, "part", &event->part) ||
      !get_number (object, "stream", &event->stream) ||
      !get_number (object, "cpu", &event->cpu) ||
      !th_json_get_int (object, "row", 0, G_MAXUINT32, &row) ||
      !th_json_get_time (object, "time", &event->time))
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
      JsonObject *object = th_json_get_element (root, "flows", i, &n);
      ThSessionFlow flow = { 0 };

      if (object == NULL || !th_json_get_hex (object, "key", &flow.key) ||
          !read_event (object, "event", &flow.event) ||
          (flow.analysis = th_json_dup_string (object, "analysis")) == NULL)
        continue;
      flow.followed = th_json_is_true (object, "followed");
      flow.kept = th_json_is_true (object, "kept");
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

gboolean
th_session_check (JsonObject *root,
                  const char *format,
                  gint64      newest,
                  GError    **error)
{
  g_autofree char *name = th_json_dup_string (root, "format");
  gint64 version;

  if (g_strcmp0 (name, format) != 0 ||
      !th_json_get_int (root, "version", 1, G_MAXINT64, &version))
    return damaged (error, _("this is not a session"));
  if (version > newest)
    {
      g_set_error (error, TH_SESSION_ERROR, TH_SESSION_ERROR_NEWER, "%s",
                   _("it was written by a newer version of this program"));
      return FALSE;
    }

  return TRUE;
}

ThSession *
th_session_read (JsonObject *root,
                 GError    **error)
{
  g_autoptr(ThSession) self = th_session_new ();

  if (!th_session_check (root, TH_SESSION_FORMAT, TH_SESSION_VERSION, error))
    return NULL;

  read_view (self, root);
  self->filter = th_json_dup_string (root, "filter");
  read_markers (self, root);
  read_bookmarks (self, root);
  read_views (self, root);
  self->tab = th_json_dup_string (root, "tab");
  read_columns (self, root);
  self->only_active = th_json_is_true (root, "only-active");
  read_lanes (self, root);
  read_appended (self, root);
  read_analyses (self, root);
  self->has_selected = read_event (root, "selected", &self->selected);
  read_flows (self, root);
  drop_unusable (self);

  return g_steal_pointer (&self);
}

JsonNode *
th_session_parse (const char  *text,
                  gsize        length,
                  gsize        max_length,
                  GError     **error)
{
  g_autoptr(GError) reason = NULL;
  JsonNode *root = length <= max_length ? th_json_parse (text, length, MAX_DEPTH, &reason) : NULL;

  if (root == NULL)
    damaged (error, reason != NULL ? reason->message : _("this is not a session"));
  return root;
}

ThSession *
th_session_from_text (const char  *text,
                      gsize        length,
                      GError     **error)
{
  g_autoptr(JsonNode) root = th_session_parse (text, length, TH_SESSION_MAX_BYTES, error);

  return root != NULL ? th_session_read (json_node_get_object (root), error) : NULL;
}
