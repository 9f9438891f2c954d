/* th-session-sync.c - what the user did to a recording is there again the next time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Read while the recording is opened, written a moment after a change and when
 * the window lets go of it.
 */
#include "config.h"

#include "th-actions.h"
#include "th-analyses.h"
#include "th-scene-edit.h"
#include "th-theme.h"
#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-restorer.h"
#include "th-document-parts.h"
#include "th-lane-arrangement.h"
#include "th-settings.h"

#define SAVE_MS 1000

/* A session has the bits in the order of its words. */
G_STATIC_ASSERT (TH_LANE_IS_FOLDED == 1 << 0 && TH_LANE_IS_HIDDEN == 1 << 1 &&
                 TH_LANE_IS_PINNED == 1 << 2 &&
                 TH_LANE_IS_REVEALED == 1 << 3 && TH_LANE_IS_UNGROUPED == 1 << 4);
G_STATIC_ASSERT (TH_SESSION_N_MARKERS == TH_N_MARKERS &&
                 TH_SESSION_MAX_BOOKMARKS >= TH_MAX_BOOKMARKS);

/* --- what there is now ---------------------------------------------------- */

static void
collect_view (ThWindow  *self,
              ThSession *session)
{
  const ThView *view = th_document_get_view (self->document);
  ThView fit = th_document_get_fit (self->document);

  /* The whole trace is what is shown at first. */
  if (th_document_has_chosen_view (self->document) &&
      (view->from != fit.from || view->to != fit.to))
    session->view = (ThSessionView) { view->from, view->to, NULL };
  for (guint i = 0; i < TH_SESSION_N_VIEWS; i++)
    session->views[i] = (ThSessionView) { self->kept.views[i].from, self->kept.views[i].to,
                                          g_strdup (self->kept.views[i].filter) };
}

static void
collect_marks (ThWindow  *self,
               ThSession *session)
{
  ThMarkers *marks = th_document_get_markers (self->document);

  for (guint i = 0; i < TH_N_MARKERS; i++)
    session->markers[i] = th_markers_get_marker (marks, i);
  for (guint i = 0; i < th_markers_get_n_bookmarks (marks); i++)
    {
      const ThBookmark *bookmark = th_markers_get_bookmark (marks, i);
      ThSessionBookmark kept = { bookmark->time, g_strdup (bookmark->name), bookmark->color };

      g_array_append_val (session->bookmarks, kept);
    }
}

/* Those of all recordings need not be kept for one. */
static void
collect_columns (ThWindow  *self,
                 ThSession *session)
{
  g_autoptr(GVariant) columns =
    th_event_table_dup_columns (th_table_pane_get_events (self->table_pane));
  GVariantIter iter;
  const char *id;
  int width;

  if (self->kept.usual_columns != NULL && g_variant_equal (columns, self->kept.usual_columns))
    return;

  g_variant_iter_init (&iter, columns);
  while (g_variant_iter_next (&iter, "(&si)", &id, &width))
    {
      ThSessionColumn column = { g_strdup (id), width };

      g_array_append_val (session->columns, column);
    }
}

static void
collect_lanes (ThWindow  *self,
               ThSession *session)
{
  g_autoptr(GArray) states = th_scene_list_states (th_document_get_scene (self->document));

  for (guint i = 0; i < states->len; i++)
    {
      const ThLaneState *state = &g_array_index (states, ThLaneState, i);
      ThSessionLane lane = { g_strdup (state->name), state->flags, state->size, state->rank,
                             state->sort };

      g_array_append_val (session->lanes, lane);
    }
  session->only_active = th_document_get_only_active (self->document);
}

static void
collect_followed (ThWindow  *self,
                  ThSession *session)
{
  session->has_selected = th_document_get_selected_anchor (self->document, &session->selected);
  g_array_unref (session->flows);
  session->flows = th_document_list_flows (self->document);
}

static void
collect_analyses (ThWindow  *self,
                  ThSession *session)
{
  const ThAnalysis *added;
  GHashTable *params;

  for (guint i = 0; (added = th_document_get_added (self->document, i, &params)) != NULL; i++)
    {
      ThSessionAnalysis analysis = { g_strdup (added->id), g_hash_table_ref (params) };

      g_array_append_val (session->analyses, analysis);
    }
}

static void
restore_parts (ThWindow        *self,
               const ThSession *session)
{
  for (guint i = 0; i < session->appended->len; i++)
    {
      const ThSessionAppended *appended = &g_array_index (session->appended, ThSessionAppended, i);
      g_autoptr(GFile) file = g_file_new_for_uri (appended->uri);

      th_document_append (self->document, file, TH_ALIGN_SHIFT, appended->shift);
    }
}

static char *
collect (ThWindow *self)
{
  g_autoptr(ThSession) session = th_session_new ();
  const char *name = th_table_pane_get_wanted_tab (self->table_pane);

  collect_view (self, session);
  session->filter = th_filter_state_to_string (th_document_get_filter_state (self->document));
  collect_marks (self, session);
  session->tab = g_strcmp0 (name, "events") != 0 ? g_strdup (name) : NULL;
  collect_columns (self, session);
  collect_lanes (self, session);
  collect_analyses (self, session);
  collect_followed (self, session);
  th_part_keys_collect (self->kept.part_keys, session);

  return th_session_to_text (session);
}

/* --- recordings that were not seen before ---------------------------------- */

#define LANES_KEY "default-lanes"

/* A task or a process of this recording is none of another. */
static gboolean
is_general (const char *name)
{
  return !g_str_has_prefix (name, "task/") && !g_str_has_prefix (name, "process/");
}

static void
keep_lanes_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       data)
{
  ThWindow *self = data;
  g_autoptr(GArray) states = th_scene_list_states (th_document_get_scene (self->document));
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(suiii)"));
  for (guint i = 0; i < states->len; i++)
    {
      const ThLaneState *state = &g_array_index (states, ThLaneState, i);

      if (is_general (state->name))
        g_variant_builder_add (&builder, "(suiii)", state->name, state->flags, (int) state->size,
                               (int) state->rank, (int) state->sort);
    }
  if (th_settings_get () != NULL &&
      g_settings_set_value (th_settings_get (), LANES_KEY, g_variant_builder_end (&builder)))
    th_status_bar_say (self->status_bar, _("Other recordings will use this lane arrangement"));
}

static void
forget_lanes_cb (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       data)
{
  if (th_settings_get () != NULL)
    g_settings_reset (th_settings_get (), LANES_KEY);
  th_status_bar_say (((ThWindow *) data)->status_bar,
                     _("Other recordings will use the default lane arrangement"));
}

static void
set_lanes (ThWindow *self,
           GArray   *states)
{
  th_scene_set_states (th_document_get_scene (self->document),
                       (const ThLaneState *) (gpointer) states->data, states->len);
  th_document_lanes_changed (self->document);
}

static ThLaneState
make_state (const char *name,
            guint       flags,
            int         size,
            int         rank,
            int         sort)
{
  return (ThLaneState) { (char *) name, flags, CLAMP (size, 0, TH_N_LANE_SIZES - 1), MAX (rank, -1),
                         CLAMP (sort, 0, TH_SORT_NAME) };
}

static void
use_default_lanes (ThWindow *self)
{
  g_autoptr(GVariant) lanes = th_settings_get () != NULL
                              ? g_settings_get_value (th_settings_get (), LANES_KEY) : NULL;
  g_autoptr(GArray) states = g_array_new (FALSE, FALSE, sizeof (ThLaneState));
  GVariantIter iter;
  const char *name;
  guint flags;
  int size, rank, sort;

  if (lanes == NULL || g_variant_n_children (lanes) == 0)
    return;

  g_variant_iter_init (&iter, lanes);
  while (g_variant_iter_next (&iter, "(&suiii)", &name, &flags, &size, &rank, &sort))
    {
      ThLaneState state = make_state (name, flags, size, rank, sort);

      g_array_append_val (states, state);
    }
  set_lanes (self, states);
}

/* --- writing ------------------------------------------------------------ */

static gboolean
can_save (ThWindow *self)
{
  /* Not the half of it. */
  return self->kept.key != NULL && self->kept.session == NULL && self->document != NULL &&
         th_document_get_recording (self->document) != NULL;
}

/* Whether there is something new to be written. */
static gboolean
take_text (ThWindow *self)
{
  char *text = collect (self);
  gboolean same = g_strcmp0 (text, self->kept.text) == 0;

  g_free (self->kept.text);
  self->kept.text = text;

  return !same;
}

/* What was read, or what there is without anything having been done; taken. */
static void
begin_text (ThWindow *self,
            char     *text)
{
  g_free (self->kept.text);
  self->kept.text = text;
  g_clear_pointer (&self->kept.file, th_session_file_unref);
  self->kept.file = th_session_file_new (self->kept.key, text);
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  if (th_session_file_save_finish (result)) /* nor cancelled: the window is there */
    th_status_bar_say (((ThWindow *) data)->status_bar, _("Another window changed what is "
                                                          "remembered of this recording, too. "
                                                          "Both changes are kept; you see the "
                                                          "other's when you open the recording "
                                                          "again."));
}

static gboolean
save_cb (gpointer data)
{
  ThWindow *self = data;

  self->kept.changed_id = 0;
  /* Without a key a recording would be left out; this is called again when it comes. */
  if (can_save (self) && !th_part_keys_is_busy (self->kept.part_keys) && take_text (self))
    th_session_file_save_async (self->kept.file, self->kept.text, self->kept.cancellable, saved_cb,
                                self);

  return G_SOURCE_REMOVE;
}

void
th_window_session_changed (ThWindow *self)
{
  if (can_save (self) && self->kept.changed_id == 0)
    self->kept.changed_id = g_timeout_add (SAVE_MS, save_cb, self);
}

void
th_window_close_session (ThWindow *self)
{
  /* What is written now must not be overtaken by what was to be written. */
  if ((self->kept.changed_id != 0 || th_part_keys_is_busy (self->kept.part_keys)) &&
      can_save (self))
    {
      th_part_keys_complete (self->kept.part_keys);
      if (take_text (self))
        th_session_file_save_now (self->kept.file, self->kept.text);
    }

  g_clear_handle_id (&self->kept.changed_id, g_source_remove);
  g_cancellable_cancel (self->kept.cancellable);
  g_clear_object (&self->kept.cancellable);
  g_clear_pointer (&self->kept.session, th_session_free);
  g_clear_pointer (&self->kept.key, g_free);
  g_clear_pointer (&self->kept.text, g_free);
  g_clear_pointer (&self->kept.file, th_session_file_unref);
  g_clear_pointer (&self->kept.usual_columns, g_variant_unref);
  if (self->problem_bar != NULL)
    th_problem_bar_set_missing (self->problem_bar, NULL);
  if (self->kept.part_keys != NULL)
    th_part_keys_clear (self->kept.part_keys);
  for (guint i = 0; i < TH_SESSION_N_VIEWS; i++)
    {
      g_clear_pointer (&self->kept.views[i].filter, g_free);
      self->kept.views[i] = (ThSessionView) { TH_TIME_NONE, TH_TIME_NONE, NULL };
    }
}

/* --- reading ------------------------------------------------------------ */

static void
restore_marks (ThWindow        *self,
               const ThSession *session)
{
  ThMarkers *marks = th_document_get_markers (self->document);
  guint index;

  for (guint i = 0; i < TH_N_MARKERS; i++)
    if (session->markers[i] != TH_TIME_NONE && th_markers_get_marker (marks, i) == TH_TIME_NONE)
      th_markers_set_marker (marks, i, session->markers[i]);
  for (guint i = 0; i < session->bookmarks->len; i++)
    {
      const ThSessionBookmark *bookmark = &g_array_index (session->bookmarks, ThSessionBookmark, i);

      index = th_markers_add_bookmark (marks, bookmark->time, bookmark->name);
      if (index != G_MAXUINT)
        th_markers_edit_bookmark (marks, index, th_markers_get_bookmark (marks, index)->name,
                                  bookmark->color % TH_N_BOOKMARK_COLORS);
    }
}

static void
restore_columns (ThWindow        *self,
                 const ThSession *session)
{
  GVariantBuilder builder;

  if (session->columns->len == 0)
    return;

  g_variant_builder_init (&builder, TH_EVENT_TABLE_COLUMNS_TYPE);
  for (guint i = 0; i < session->columns->len; i++)
    {
      const ThSessionColumn *column = &g_array_index (session->columns, ThSessionColumn, i);

      g_variant_builder_add (&builder, "(si)", column->id, column->width);
    }
  th_event_table_set_columns (th_table_pane_get_events (self->table_pane),
                              g_variant_builder_end (&builder));
}

static void
restore_lanes (ThWindow        *self,
               const ThSession *session)
{
  g_autoptr(GArray) states = g_array_new (FALSE, FALSE, sizeof (ThLaneState));

  for (guint i = 0; i < session->lanes->len; i++)
    {
      const ThSessionLane *lane = &g_array_index (session->lanes, ThSessionLane, i);
      ThLaneState state = make_state (lane->name, lane->flags, lane->size, lane->rank, lane->sort);

      g_array_append_val (states, state);
    }
  set_lanes (self, states);
  if (session->only_active)
    th_document_set_only_active (self->document, TRUE);
}

/* One that this program does not have, or that does not fit, is left out. */
static void
restore_analyses (ThWindow        *self,
                  const ThSession *session)
{
  for (guint i = 0; i < session->analyses->len; i++)
    {
      const ThSessionAnalysis *kept = &g_array_index (session->analyses, ThSessionAnalysis, i);
      const ThAnalysis *analysis = th_analyses_find (kept->id);

      if (analysis != NULL)
        th_document_add_analysis (self->document, analysis, kept->params, NULL);
    }
}

static void
set_filter (ThWindow   *self,
            const char *saved) /* or NULL */
{
  g_autoptr(ThFilterState) state = saved != NULL ? th_filter_state_parse (saved) : NULL;

  th_document_set_filter_state (self->document, state);
}

/* What needs the recording, but none of its events. */
static void
restore (ThWindow  *self,
         ThSession *session)
{
  for (guint i = 0; i < TH_SESSION_N_VIEWS; i++)
    self->kept.views[i] = (ThSessionView) { session->views[i].from, session->views[i].to,
                                            g_steal_pointer (&session->views[i].filter) };
  restore_marks (self, session);
  restore_columns (self, session);
  restore_analyses (self, session);
  restore_lanes (self, session);
  if (session->filter != NULL &&
      th_filter_state_is_empty (th_document_get_filter_state (self->document)))
    set_filter (self, session->filter);
  th_table_pane_want_tab (self->table_pane, session->tab);
  if (th_document_get_n_appended (self->document) == 0)
    restore_parts (self, session);
}

static void
restore_view (ThWindow            *self,
              const ThSessionView *view)
{
  gint64 first, last;

  /* Not over what the user, or the command line, wanted meanwhile. */
  if (view->from != TH_TIME_NONE && !th_document_has_chosen_view (self->document) &&
      th_document_get_range (self->document, &first, &last))
    th_document_set_view (self->document, view->from, view->to);
}

/* What needs the events, of all recordings: TRUE once they are there. */
static gboolean
restore_places (ThWindow        *self,
                const ThSession *session)
{
  gboolean loading = th_document_get_state (self->document) == TH_DOCUMENT_LOADING;
  gint64 first, last;

  if (!th_document_is_joined (self->document) ||
      (loading && (!th_document_get_range (self->document, &first, &last) ||
                   session->view.from == TH_TIME_NONE || last < session->view.to)))
    return FALSE;

  restore_view (self, &session->view);
  th_document_restore (self->document,
                          session->has_selected &&
                          th_ref_is_none (th_document_get_selected (self->document))
                          ? &session->selected : NULL,
                          session->flows);
  return TRUE;
}

void
th_window_update_session (ThWindow *self)
{
  ThSession *session;

  if (self->kept.session == NULL || self->document == NULL ||
      th_document_get_recording (self->document) == NULL)
    return;

  if (!self->kept.restored)
    {
      /* What changes now comes here again. */
      session = g_steal_pointer (&self->kept.session);
      self->kept.restored = TRUE;
      restore (self, session);
      self->kept.session = session;
    }
  if (restore_places (self, self->kept.session))
    {
      g_clear_pointer (&self->kept.session, th_session_free);
      th_window_session_changed (self);
    }
}

/* Where nothing was done yet there is nothing to write. */
static void
take_text_as_written (ThWindow *self)
{
  if (can_save (self) && self->kept.restored && self->kept.text == NULL)
    begin_text (self, collect (self));
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  ThWindow *self = data;
  g_autoptr(ThStoredSession) stored = th_session_store_load_finish (result);
  gboolean is_other;

  if (stored == NULL) /* off, or cancelled: @self may be gone */
    return;

  if (stored->complaint != NULL)
    th_status_bar_say (self->status_bar, stored->complaint);
  if (!self->kept.restored && th_document_get_n_appended (self->document) == 0)
    th_problem_bar_set_missing (self->problem_bar, stored->missing);
  is_other = g_strcmp0 (stored->key, self->kept.key) != 0;
  g_free (self->kept.key);
  self->kept.key = g_steal_pointer (&stored->key);
  /* The file in other bytes: what was done to it stays, and is of these now. */
  if (is_other && self->kept.key != NULL)
    begin_text (self, NULL);
  if (self->kept.restored)
    {
      th_window_session_changed (self);
      return;
    }

  self->kept.session = g_steal_pointer (&stored->session);
  self->kept.restored = self->kept.session == NULL;
  if (self->kept.session != NULL)
    begin_text (self, th_session_to_text (self->kept.session));
  else
    take_text_as_written (self);
  if (self->kept.session != NULL && !self->kept.wants_view)
    {
      self->kept.session->view.from = TH_TIME_NONE;
      g_array_set_size (self->kept.session->flows, 0);
    }
  th_window_update_session (self);
  th_problem_bar_update (self->problem_bar);
}

static void
load (ThWindow *self)
{
  g_cancellable_cancel (self->kept.cancellable);
  g_clear_object (&self->kept.cancellable);
  self->kept.cancellable = g_cancellable_new ();
  th_session_store_load_async (th_document_get_file (self->document), self->kept.cancellable,
                               loaded_cb, self);
}

void
th_window_open_session (ThWindow *self,
                        gboolean  wants_view)
{
  self->kept.wants_view = wants_view;
  self->kept.restored = FALSE;
  self->kept.has_taken = FALSE;
  self->kept.usual_columns =
    th_event_table_dup_columns (th_table_pane_get_events (self->table_pane));
  load (self);
}

/* The first time, or the file was loaded again: it may have changed. */
void
th_window_take_recording (ThWindow *self)
{
  if (!self->kept.has_taken)
    {
      use_default_lanes (self);
      take_text_as_written (self);
    }
  else if (self->kept.restored)
    load (self);
  self->kept.has_taken = TRUE;
  th_part_keys_find (self->kept.part_keys, self->document);
  th_window_update_session (self);
}

/* --- saved views ---------------------------------------------------------- */

void
th_window_store_view (ThWindow *self,
                      guint     index)
{
  ThSessionView *saved = &self->kept.views[index];
  g_autofree char *text = g_strdup_printf (_("View %u saved"), index + 1);
  ThView view;

  if (self->document == NULL || th_document_get_recording (self->document) == NULL)
    return;

  view = th_timeline_get_target (self->timeline);
  g_free (saved->filter);
  *saved = (ThSessionView) { view.from, view.to,
                             th_filter_state_to_string (th_document_get_filter_state (self->document)) };
  th_status_bar_say (self->status_bar, text);
  th_window_session_changed (self);
}

void
th_window_recall_view (ThWindow *self,
                       guint     index)
{
  const ThSessionView *saved = &self->kept.views[index];

  if (self->document == NULL || saved->from == TH_TIME_NONE)
    return;

  set_filter (self, saved->filter);
  th_timeline_go (self->timeline, saved->from, saved->to);
}

/* "store-view-1" … "recall-view-5": the number is in the name. */
static guint
index_of (GSimpleAction *action)
{
  const char *name = g_action_get_name (G_ACTION (action));

  return (guint) (name[strlen (name) - 1] - '1');
}

static void
store_cb (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       data)
{
  th_window_store_view (data, index_of (action));
}

static void
recall_cb (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       data)
{
  th_window_recall_view (data, index_of (action));
}

static const GActionEntry entries[] = {
  { "store-view-1", store_cb },
  { "store-view-2", store_cb },
  { "store-view-3", store_cb },
  { "store-view-4", store_cb },
  { "store-view-5", store_cb },
  { "recall-view-1", recall_cb },
  { "recall-view-2", recall_cb },
  { "recall-view-3", recall_cb },
  { "recall-view-4", recall_cb },
  { "recall-view-5", recall_cb },
  { "keep-lanes", keep_lanes_cb },
  { "forget-lanes", forget_lanes_cb },
};

void
th_window_update_saved_views (ThWindow *self)
{
  gboolean has = self->document != NULL && th_document_get_recording (self->document) != NULL;

  th_action_enable (G_ACTION_MAP (self), "keep-lanes", has);
  for (guint i = 0; i < TH_SESSION_N_VIEWS; i++)
    {
      th_action_enable (G_ACTION_MAP (self), entries[i].name, has);
      th_action_enable (G_ACTION_MAP (self), entries[TH_SESSION_N_VIEWS + i].name,
                        has && self->kept.views[i].from != TH_TIME_NONE);
    }
}

void
th_window_add_session (ThWindow *self)
{
  for (guint i = 0; i < TH_SESSION_N_VIEWS; i++)
    self->kept.views[i].from = self->kept.views[i].to = TH_TIME_NONE;
  self->kept.part_keys = th_part_keys_new ();
  g_signal_connect_object (self->kept.part_keys, "found", G_CALLBACK (th_window_session_changed),
                           self, G_CONNECT_SWAPPED);
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (th_table_pane_get_events (self->table_pane), "columns-changed",
                           G_CALLBACK (th_window_session_changed), self, G_CONNECT_SWAPPED);
  th_window_update_saved_views (self);
}
