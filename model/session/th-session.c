/* th-session.c - the state of a recording that is restored when it is opened again: its text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-session-private.h"

#include "th-session-json.h"

const char *const th_session_lane_flags[TH_SESSION_N_LANE_FLAGS] = { "folded", "hidden", "pinned",
                                                                     "revealed", "ungrouped",
                                                                     "opened", "sized" };
const char *const th_session_markers[TH_SESSION_N_MARKERS] = { "A", "B" };

G_DEFINE_QUARK (th-session-error-quark, th_session_error)

/* --- data --------------------------------------------------------------- */

static void
bookmark_clear (gpointer data)
{
  g_free (((ThSessionBookmark *) data)->name);
}

static void
lane_clear (gpointer data)
{
  g_free (((ThSessionLane *) data)->name);
}

static void
column_clear (gpointer data)
{
  g_free (((ThSessionColumn *) data)->id);
}

static void
appended_clear (gpointer data)
{
  g_free (((ThSessionAppended *) data)->uri);
  g_free (((ThSessionAppended *) data)->key);
}

static void
analysis_clear (gpointer data)
{
  g_free (((ThSessionAnalysis *) data)->id);
  g_hash_table_unref (((ThSessionAnalysis *) data)->params);
}

static void
flow_clear (gpointer data)
{
  g_free (((ThSessionFlow *) data)->analysis);
}

static GArray *
array_new (gsize          size,
           GDestroyNotify clear)
{
  GArray *array = g_array_new (FALSE, FALSE, size);

  g_array_set_clear_func (array, clear);

  return array;
}

GArray *
th_session_flows_new (void)
{
  return array_new (sizeof (ThSessionFlow), flow_clear);
}

ThSession *
th_session_new (void)
{
  ThSession *self = g_new0 (ThSession, 1);

  self->view.from = self->view.to = TH_TIME_NONE;
  for (guint i = 0; i < TH_SESSION_N_VIEWS; i++)
    self->views[i].from = self->views[i].to = TH_TIME_NONE;
  for (guint i = 0; i < TH_SESSION_N_MARKERS; i++)
    self->markers[i] = TH_TIME_NONE;
  self->bookmarks = array_new (sizeof (ThSessionBookmark), bookmark_clear);
  self->lanes = array_new (sizeof (ThSessionLane), lane_clear);
  self->columns = array_new (sizeof (ThSessionColumn), column_clear);
  self->appended = array_new (sizeof (ThSessionAppended), appended_clear);
  self->analyses = array_new (sizeof (ThSessionAnalysis), analysis_clear);
  self->flows = th_session_flows_new ();

  return self;
}

void
th_session_free (ThSession *self)
{
  g_free (self->view.filter);
  for (guint i = 0; i < TH_SESSION_N_VIEWS; i++)
    g_free (self->views[i].filter);
  g_free (self->filter);
  g_free (self->tab);
  g_array_unref (self->bookmarks);
  g_array_unref (self->lanes);
  g_array_unref (self->columns);
  g_array_unref (self->appended);
  g_array_unref (self->analyses);
  g_array_unref (self->flows);
  g_free (self);
}

/* Returns FALSE if the place was in the part that is removed. */
static gboolean
drop_part (ThAnchor *event,
           guint     part)
{
  if (event->part == part)
    return FALSE;

  event->part -= event->part > part ? 1 : 0;
  return TRUE;
}

void
th_session_drop_appended (ThSession *self,
                          guint      index)
{
  g_return_if_fail (index < self->appended->len);

  g_array_remove_index (self->appended, index);
  self->has_selected = self->has_selected && drop_part (&self->selected, index + 1);
  for (guint i = self->flows->len; i-- > 0;)
    if (!drop_part (&g_array_index (self->flows, ThSessionFlow, i).event, index + 1))
      g_array_remove_index (self->flows, i);
}

/* --- writing ------------------------------------------------------------ */

static void
add_view (JsonBuilder         *builder,
          const ThSessionView *view)
{
  if (view->from == TH_TIME_NONE)
    return;

  json_builder_set_member_name (builder, "view");
  json_builder_begin_array (builder);
  json_builder_add_int_value (builder, view->from);
  json_builder_add_int_value (builder, view->to);
  json_builder_end_array (builder);
}

static void
add_markers (JsonBuilder     *builder,
             const ThSession *self)
{
  json_builder_set_member_name (builder, "markers");
  json_builder_begin_object (builder);
  for (guint i = 0; i < TH_SESSION_N_MARKERS; i++)
    if (self->markers[i] != TH_TIME_NONE)
      th_json_add_int (builder, th_session_markers[i], self->markers[i]);
  json_builder_end_object (builder);
}

static void
add_bookmarks (JsonBuilder     *builder,
               const ThSession *self)
{
  json_builder_set_member_name (builder, "bookmarks");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->bookmarks->len; i++)
    {
      const ThSessionBookmark *bookmark = &g_array_index (self->bookmarks, ThSessionBookmark, i);

      json_builder_begin_object (builder);
      th_json_add_int (builder, "time", bookmark->time);
      th_json_add_string (builder, "name", bookmark->name);
      th_json_add_int (builder, "color", bookmark->color);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_views (JsonBuilder     *builder,
           const ThSession *self)
{
  json_builder_set_member_name (builder, "views");
  json_builder_begin_array (builder);
  for (guint i = 0; i < TH_SESSION_N_VIEWS; i++)
    {
      const ThSessionView *view = &self->views[i];

      if (view->from == TH_TIME_NONE)
        {
          json_builder_add_null_value (builder);
          continue;
        }
      json_builder_begin_object (builder);
      th_json_add_int (builder, "from", view->from);
      th_json_add_int (builder, "to", view->to);
      th_json_add_string (builder, "filter", view->filter);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_columns (JsonBuilder     *builder,
             const ThSession *self)
{
  if (self->columns->len == 0)
    return;

  json_builder_set_member_name (builder, "columns");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->columns->len; i++)
    {
      const ThSessionColumn *column = &g_array_index (self->columns, ThSessionColumn, i);

      json_builder_begin_object (builder);
      th_json_add_string (builder, "id", column->id);
      if (column->width > 0)
        th_json_add_int (builder, "width", column->width);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_lanes (JsonBuilder     *builder,
           const ThSession *self)
{
  json_builder_set_member_name (builder, "lanes");
  json_builder_begin_array (builder);
  for (guint i = 0; i < MIN (self->lanes->len, TH_SESSION_MAX_LANES); i++)
    {
      const ThSessionLane *lane = &g_array_index (self->lanes, ThSessionLane, i);

      json_builder_begin_object (builder);
      th_json_add_string (builder, "name", lane->name);
      for (guint f = 0; f < TH_SESSION_N_LANE_FLAGS; f++)
        th_json_add_true (builder, th_session_lane_flags[f], lane->flags >> f & 1);
      if (lane->size != 0)
        th_json_add_int (builder, "size", lane->size);
      if (lane->rank >= 0)
        th_json_add_int (builder, "rank", lane->rank);
      if (lane->sort != 0)
        th_json_add_int (builder, "sort", lane->sort);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_appended (JsonBuilder     *builder,
              const ThSession *self)
{
  if (self->appended->len == 0)
    return;

  json_builder_set_member_name (builder, "appended");
  json_builder_begin_array (builder);
  for (guint i = 0; i < MIN (self->appended->len, TH_SESSION_MAX_APPENDED); i++)
    {
      const ThSessionAppended *appended = &g_array_index (self->appended, ThSessionAppended, i);

      json_builder_begin_object (builder);
      th_json_add_string (builder, "uri", appended->uri);
      th_json_add_string (builder, "key", appended->key);
      th_json_add_int (builder, "shift", appended->shift);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_params (JsonBuilder *builder,
            GHashTable  *params)
{
  g_autoptr(GList) names = g_list_sort (g_hash_table_get_keys (params), (GCompareFunc) g_strcmp0);

  json_builder_set_member_name (builder, "params");
  json_builder_begin_object (builder);
  for (GList *name = names; name != NULL; name = name->next)
    th_json_add_string (builder, name->data, g_hash_table_lookup (params, name->data));
  json_builder_end_object (builder);
}

static void
add_analyses (JsonBuilder     *builder,
              const ThSession *self)
{
  if (self->analyses->len == 0)
    return;

  json_builder_set_member_name (builder, "analyses");
  json_builder_begin_array (builder);
  for (guint i = 0; i < MIN (self->analyses->len, TH_SESSION_MAX_ANALYSES); i++)
    {
      const ThSessionAnalysis *analysis = &g_array_index (self->analyses, ThSessionAnalysis, i);

      json_builder_begin_object (builder);
      th_json_add_string (builder, "id", analysis->id);
      add_params (builder, analysis->params);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_event (JsonBuilder    *builder,
           const char     *name,
           const ThAnchor *event)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  if (event->part > 0)
    th_json_add_int (builder, "part", event->part);
  if (event->stream > 0)
    th_json_add_int (builder, "stream", event->stream);
  th_json_add_int (builder, "cpu", event->cpu);
  th_json_add_int (builder, "row", event->row);
  th_json_add_int (builder, "time", event->time);
  json_builder_end_object (builder);
}

static void
add_flows (JsonBuilder     *builder,
           const ThSession *self)
{
  if (self->flows->len == 0)
    return;

  json_builder_set_member_name (builder, "flows");
  json_builder_begin_array (builder);
  for (guint i = 0; i < MIN (self->flows->len, TH_SESSION_MAX_FLOWS); i++)
    {
      const ThSessionFlow *flow = &g_array_index (self->flows, ThSessionFlow, i);

      json_builder_begin_object (builder);
      th_json_add_string (builder, "analysis", flow->analysis);
      th_json_add_hex (builder, "key", flow->key);
      add_event (builder, "event", &flow->event);
      th_json_add_true (builder, "followed", flow->followed);
      th_json_add_true (builder, "kept", flow->kept);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

void
th_session_build (const ThSession *self,
                  JsonBuilder     *builder)
{
  json_builder_begin_object (builder);
  th_json_add_string (builder, "format", TH_SESSION_FORMAT);
  th_json_add_int (builder, "version", TH_SESSION_VERSION);
  add_view (builder, &self->view);
  th_json_add_string (builder, "filter", self->filter);
  add_markers (builder, self);
  add_bookmarks (builder, self);
  add_views (builder, self);
  th_json_add_string (builder, "tab", self->tab);
  add_columns (builder, self);
  th_json_add_true (builder, "only-active", self->only_active);
  add_lanes (builder, self);
  add_appended (builder, self);
  add_analyses (builder, self);
  if (self->has_selected)
    add_event (builder, "selected", &self->selected);
  add_flows (builder, self);
  json_builder_end_object (builder);
}

char *
th_session_to_text (const ThSession *self)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_autoptr(JsonNode) root = NULL;

  th_session_build (self, builder);
  root = json_builder_get_root (builder);
  return json_to_string (root, TRUE);
}
