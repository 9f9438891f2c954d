/* th-session-state.c - the state of a document and its tables as a session, and back
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-session-state.h"

#include "th-analyses.h"
#include "th-analysis-runner.h"
#include "th-default-lanes.h"
#include "th-document-parts.h"
#include "th-event-filter.h"
#include "th-lane-arrangement.h"
#include "th-recording-loader.h"
#include "th-scene-edit.h"
#include "th-session.h"
#include "th-theme.h"

/* A session stores the flags as words in this order. */
G_STATIC_ASSERT (TH_LANE_IS_FOLDED == 1 << 0 && TH_LANE_IS_HIDDEN == 1 << 1 &&
                 TH_LANE_IS_PINNED == 1 << 2 &&
                 TH_LANE_IS_REVEALED == 1 << 3 && TH_LANE_IS_UNGROUPED == 1 << 4 &&
                 TH_LANE_IS_OPENED == 1 << 5 && TH_LANE_IS_SIZED == 1 << 6);
G_STATIC_ASSERT (TH_SESSION_N_MARKERS == TH_N_MARKERS &&
                 TH_SESSION_MAX_BOOKMARKS >= TH_MAX_BOOKMARKS);

/* --- collecting ----------------------------------------------------------- */

static void
collect_view (ThDocument *document,
              ThSession  *session)
{
  const ThView *view = th_document_get_view (document);
  ThView fit = th_document_get_fit (document);

  /* The view is the whole trace by default, so that one is not saved. */
  if (th_document_has_chosen_view (document) &&
      (view->from != fit.from || view->to != fit.to))
    session->view = (ThSessionView) { view->from, view->to, NULL };
}

static void
collect_markers (ThDocument *document,
                 ThSession  *session)
{
  ThMarkers *markers = th_document_get_markers (document);

  for (guint i = 0; i < TH_N_MARKERS; i++)
    session->markers[i] = th_markers_get_marker (markers, i);
  for (guint i = 0; i < th_markers_get_n_bookmarks (markers); i++)
    {
      const ThBookmark *bookmark = th_markers_get_bookmark (markers, i);
      ThSessionBookmark kept = { bookmark->time, g_strdup (bookmark->name), bookmark->color };

      g_array_append_val (session->bookmarks, kept);
    }
}

/* Saves the columns only if they differ from those of all recordings. */
static void
collect_columns (ThTablePane *table_pane,
                 GVariant    *usual_columns,
                 ThSession   *session)
{
  g_autoptr(GVariant) columns =
    th_event_table_dup_columns (th_table_pane_get_events (table_pane));
  GVariantIter iter;
  const char *id;
  int width;

  if (usual_columns != NULL && g_variant_equal (columns, usual_columns))
    return;

  g_variant_iter_init (&iter, columns);
  while (g_variant_iter_next (&iter, "(&si)", &id, &width))
    {
      ThSessionColumn column = { g_strdup (id), width };

      g_array_append_val (session->columns, column);
    }
}

static void
collect_lanes (ThDocument *document,
               ThSession  *session)
{
  g_autoptr(GArray) states = th_scene_list_states (th_document_get_scene (document));

  for (guint i = 0; i < states->len; i++)
    {
      const ThLaneState *state = &g_array_index (states, ThLaneState, i);
      ThSessionLane lane = { g_strdup (state->name), state->flags, state->size, state->rank,
                             state->sort };

      g_array_append_val (session->lanes, lane);
    }
  session->only_active = th_document_get_only_active (document);
}

static void
collect_followed (ThDocument *document,
                  ThSession  *session)
{
  session->has_selected = th_document_get_selected_anchor (document, &session->selected);
  g_array_unref (session->flows);
  session->flows = th_document_list_flows (document);
}

static void
collect_analyses (ThDocument *document,
                  ThSession  *session)
{
  ThAnalysisRunner *analyses = th_document_get_analyses (document);
  const ThAnalysis *added;
  GHashTable *params;

  for (guint i = 0; (added = th_analysis_runner_get_added (analyses, i, &params)) != NULL; i++)
    {
      ThSessionAnalysis analysis = { g_strdup (added->id), g_hash_table_ref (params) };

      g_array_append_val (session->analyses, analysis);
    }
}

void
th_session_state_collect (ThDocument  *document,
                          ThTablePane *table_pane,
                          GVariant    *usual_columns,
                          ThSession   *session)
{
  const char *tab = th_table_pane_get_wanted_tab (table_pane);
  ThFilterState *filter = th_event_filter_get_state (th_document_get_filter (document));

  collect_view (document, session);
  session->filter = th_filter_state_to_string (filter);
  collect_markers (document, session);
  session->tab = g_strcmp0 (tab, "events") != 0 ? g_strdup (tab) : NULL;
  collect_columns (table_pane, usual_columns, session);
  collect_lanes (document, session);
  collect_analyses (document, session);
  collect_followed (document, session);
}

/* --- restoring ------------------------------------------------------------ */

static void
restore_markers (ThDocument      *document,
                 const ThSession *session)
{
  ThMarkers *markers = th_document_get_markers (document);
  guint index;

  for (guint i = 0; i < TH_N_MARKERS; i++)
    if (session->markers[i] != TH_TIME_NONE && th_markers_get_marker (markers, i) == TH_TIME_NONE)
      th_markers_set_marker (markers, i, session->markers[i]);
  for (guint i = 0; i < session->bookmarks->len; i++)
    {
      const ThSessionBookmark *bookmark = &g_array_index (session->bookmarks, ThSessionBookmark, i);

      index = th_markers_add_bookmark (markers, bookmark->time, bookmark->name);
      if (index != G_MAXUINT)
        th_markers_edit_bookmark (markers, index, th_markers_get_bookmark (markers, index)->name,
                                  bookmark->color % TH_N_BOOKMARK_COLORS);
    }
}

static void
restore_columns (ThTablePane     *table_pane,
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
  th_event_table_set_columns (th_table_pane_get_events (table_pane),
                              g_variant_builder_end (&builder));
}

static void
restore_lanes (ThDocument      *document,
               const ThSession *session)
{
  g_autoptr(GArray) states = g_array_new (FALSE, FALSE, sizeof (ThLaneState));

  for (guint i = 0; i < session->lanes->len; i++)
    {
      const ThSessionLane *lane = &g_array_index (session->lanes, ThSessionLane, i);
      ThLaneState state = th_default_lanes_make_state (lane->name, lane->flags, lane->size,
                                                       lane->rank, lane->sort);

      g_array_append_val (states, state);
    }
  th_scene_set_states (th_document_get_scene (document),
                       (const ThLaneState *) (gpointer) states->data, states->len);
  th_document_lanes_changed (document);
  if (session->only_active)
    th_document_set_only_active (document, TRUE);
}

/* Leaves out analyses that do not exist in this version or that reject their parameters. */
static void
restore_analyses (ThDocument      *document,
                  const ThSession *session)
{
  for (guint i = 0; i < session->analyses->len; i++)
    {
      const ThSessionAnalysis *kept = &g_array_index (session->analyses, ThSessionAnalysis, i);
      const ThAnalysis *analysis = th_analyses_find (kept->id);

      if (analysis != NULL)
        th_analysis_runner_add (th_document_get_analyses (document), analysis, kept->params, NULL);
    }
}

static void
restore_parts (ThDocument      *document,
               const ThSession *session)
{
  for (guint i = 0; i < session->appended->len; i++)
    {
      const ThSessionAppended *appended = &g_array_index (session->appended, ThSessionAppended, i);
      g_autoptr(GFile) file = g_file_new_for_uri (appended->uri);

      th_document_append (document, file, TH_ALIGN_SHIFT, appended->shift);
    }
}

static void
restore_filter (ThDocument *document,
                const char *saved)
{
  g_autoptr(ThFilterState) state = th_filter_state_parse (saved);

  th_event_filter_set_state (th_document_get_filter (document), state);
}

void
th_session_state_restore (ThDocument      *document,
                          ThTablePane     *table_pane,
                          const ThSession *session)
{
  restore_markers (document, session);
  restore_columns (table_pane, session);
  restore_analyses (document, session);
  restore_lanes (document, session);
  if (session->filter != NULL &&
      th_filter_state_is_empty (th_event_filter_get_state (th_document_get_filter (document))))
    restore_filter (document, session->filter);
  th_table_pane_want_tab (table_pane, session->tab);
  if (th_document_get_n_appended (document) == 0)
    restore_parts (document, session);
}

static void
restore_view (ThDocument          *document,
              const ThSessionView *view)
{
  gint64 first, last;

  /* A view that the user or the command line has chosen has priority. */
  if (view->from != TH_TIME_NONE && !th_document_has_chosen_view (document) &&
      th_document_get_range (document, &first, &last))
    th_document_set_view (document, view->from, view->to);
}

gboolean
th_session_state_restore_places (ThDocument      *document,
                                 const ThSession *session)
{
  gboolean loading = th_document_get_state (document) == TH_DOCUMENT_LOADING;
  gint64 first, last;

  if (!th_document_is_joined (document) ||
      (loading && (!th_document_get_range (document, &first, &last) ||
                   session->view.from == TH_TIME_NONE || last < session->view.to)))
    return FALSE;

  restore_view (document, &session->view);
  th_document_restore (document,
                       session->has_selected &&
                       th_ref_is_none (th_document_get_selected (document))
                       ? &session->selected : NULL,
                       session->flows);
  return TRUE;
}
