/* th-document.c - a recording in a window: creates its objects and connects them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-private.h"

#include "th-lane-state.h"
#include "th-literals.h"
#include "th-scene-edit.h"
#include "th-scene-filter.h"
#include "th-recording-facts.h"
#include "th-symbol-news.h"

/* The margin on either side of what the task of --task did: a share of that, and a minimum. */
#define TASK_MARGIN_SHARE 50
#define MIN_TASK_MARGIN_NS 10

G_DEFINE_FINAL_TYPE (ThDocument, th_document, G_TYPE_OBJECT)

static guint signals[N_SIGNALS];
static GParamSpec *properties[N_PROPS];

void
th_document_emit (ThDocument *self,
                  guint       signal)
{
  g_signal_emit (self, signals[signal], 0);
}

void
th_document_notify (ThDocument *self,
                    guint       prop)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[prop]);
}

ThRecording *
th_document_get_recording (ThDocument *self)
{
  return th_recording_loader_get_recording (self->loader);
}

/* --- view --------------------------------------------------------------- */

ThPlace
th_document_get_place (ThDocument *self)
{
  ThPlace place = { th_event_filter_get_state (self->filter), 0 };

  if (th_flow_follower_get_followed (self->follower, NULL) != NULL ||
      !th_restorer_get_code (self->restorer, &place.followed))
    place.followed = th_flow_follower_encode (self->follower);

  return place;
}

void
th_document_settle (ThDocument *self)
{
  th_navigator_settle (self->navigator, th_document_get_place (self));
}

gboolean
th_document_get_range (ThDocument *self,
                       gint64     *first,
                       gint64     *last)
{
  ThRecording *recording = th_document_get_recording (self);

  return recording != NULL && th_recording_get_range (recording, first, last);
}

ThView
th_document_get_fit (ThDocument *self)
{
  gint64 first = 0, last = 0;
  gboolean has_range = th_document_get_range (self, &first, &last);

  return th_navigator_get_fit (self->navigator, has_range, first, last);
}

void
th_document_follow_range (ThDocument *self,
                          gboolean    later)
{
  ThView view = th_document_get_fit (self);
  gint64 first, last;

  if (th_document_get_range (self, &first, &last) &&
      th_live_view_move (self->live, first, last, &view))
    th_navigator_follow (self->navigator, view, later);
  else if (!th_navigator_has_chosen (self->navigator))
    th_navigator_fit (self->navigator, view, th_document_get_place (self), later);
}

void
th_document_set_view (ThDocument *self,
                      gint64      from,
                      gint64      to)
{
  gint64 first, last;

  g_return_if_fail (TH_IS_DOCUMENT (self));

  if (!th_document_get_range (self, &first, &last))
    return;

  if (th_live_view_is_following (self->live))
    {
      /* Back returns to what was in view. */
      th_document_settle (self);
      th_live_view_leave (self->live);
    }
  th_navigator_choose (self->navigator, from, to, first,
                       th_live_view_get_newest (self->live, last));
}

void
th_document_set_view_width (ThDocument *self,
                            double      width)
{
  if (th_navigator_set_width (self->navigator, width))
    th_document_follow_range (self, TRUE);
}

static void
rested_cb (ThDocument *self)
{
  th_document_settle (self);
  th_document_emit (self, SIGNAL_VIEW_CHANGED);
}

static void
live_cb (ThDocument *self)
{
  th_document_notify (self, PROP_LIVE);
}

static void
following_present_cb (ThDocument *self)
{
  th_document_notify (self, PROP_FOLLOWING);
}

static void
view_changed_cb (ThDocument *self)
{
  th_document_emit (self, SIGNAL_VIEW_CHANGED);
}

/* --- loading ------------------------------------------------------------ */

static void
update_summary (ThDocument *self)
{
  g_free (self->summary);
  self->summary = th_recording_facts_line (th_document_get_recording (self), self->scene);
  th_document_notify (self, PROP_FACTS);
}

static void
closing_cb (ThDocument *self)
{
  th_restorer_keep (self->restorer);
  th_analysis_runner_stop (self->runner);
  th_event_search_stop (self->search);
  th_event_filter_stop (self->filter);
  th_event_coloring_stop (self->coloring);
  th_flow_follower_forget (self->follower);
  th_selection_set_recording (self->selection, NULL);
}

/* Arranges the lanes as in the old scene.  Emits nothing, because the widgets hold rows of the
 * old recording until "recording-changed". */
static void
replace_scene (ThDocument  *self,
               ThRecording *recording)
{
  g_autoptr(GArray) lanes = self->scene != NULL ? th_scene_list_states (self->scene) : NULL;

  g_clear_pointer (&self->scene, th_scene_free);
  self->scene = th_scene_new (recording, self->theme);
  if (lanes != NULL)
    th_scene_set_states (self->scene, (const ThLaneState *) (gpointer) lanes->data, lanes->len);
  th_scene_set_tight (self->scene, self->lanes.is_tight);
  self->times.zero = th_markers_get_marker (self->markers, TH_MARKER_A);
  th_scene_set_zero (self->scene, self->times.zero);
  if (self->cpus != NULL)
    th_scene_show_cpus (self->scene, (const guint *) (gpointer) self->cpus->data, self->cpus->len);
}

static void
replaced_cb (ThDocument *self)
{
  ThRecording *recording = th_document_get_recording (self);

  replace_scene (self, recording);
  th_selection_set_recording (self->selection, recording);
  th_flow_follower_set_recording (self->follower, recording, self->scene);
  th_restorer_move (self->restorer);
  self->serial++;
  update_summary (self);
  th_live_view_begin (self->live, th_recording_is_live (recording),
                      !th_navigator_has_chosen (self->navigator));
}

/* Restarts the search on the rows of the filter, unless it already runs on them. */
static void
start_search (ThDocument *self)
{
  ThRows *rows = th_event_filter_get_rows (self->filter);

  if (!th_event_search_is_within (self->search, rows))
    th_event_search_start (self->search, th_document_get_recording (self), rows);
}

static void
start_filter (ThDocument *self)
{
  th_event_search_stop (self->search);
  th_event_filter_start (self->filter, th_document_get_recording (self));
  start_search (self);
}

/* Applies the filter of the command line, once the names of the recording are known. */
static void
take_filter_option (ThDocument *self)
{
  g_autofree char *text = self->options != NULL ? g_steal_pointer (&self->options->filter) : NULL;
  g_autoptr(ThFilterState) state = text != NULL ? th_filter_state_parse (text) : NULL;

  if (state != NULL)
    th_event_filter_set_state (self->filter, state);
}

static void
opened_cb (ThDocument *self)
{
  th_analysis_runner_start (self->runner, th_document_get_recording (self));
  start_filter (self);
  take_filter_option (self);
  th_event_coloring_start (self->coloring, th_document_get_recording (self));
  th_document_emit (self, SIGNAL_RECORDING_CHANGED);
  th_document_emit (self, SIGNAL_FOLLOW_CHANGED);
  th_document_emit (self, SIGNAL_SELECTION_CHANGED);
}

static void
grown_cb (ThDocument *self)
{
  if (th_live_view_is_paused (self->live))
    return;

  th_live_view_update_present (self->live);
  self->serial++;
  th_scene_update (self->scene);
  th_document_follow_range (self, FALSE);
  update_summary (self);
  th_restorer_look (self->restorer);
  th_document_emit (self, SIGNAL_GROWN);
}

static void
task_found_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      data)
{
  ThDocument *self = TH_DOCUMENT (source);
  ThRecording *recording;
  gint64 from, to, margin;
  ThRef event;

  if (!th_open_options_find_task_finish (result, &recording, &from, &to, &event) ||
      recording != th_document_get_recording (self))
    return;

  margin = (to - from) / TASK_MARGIN_SHARE + MIN_TASK_MARGIN_NS;
  if (!th_navigator_has_chosen (self->navigator))
    th_document_set_view (self, from - margin, to + margin);
  th_restorer_forget_selected (self->restorer);
  th_selection_select (self->selection, event);
}

/* Shows what the command line asked for.  Has an effect after the first load only. */
static void
show_options (ThDocument *self)
{
  g_autoptr(ThOpenOptions) options = g_steal_pointer (&self->options);
  ThRecording *recording = th_document_get_recording (self);
  gint64 first, last, from, to;

  if (options == NULL || !th_document_get_range (self, &first, &last))
    return;

  if (th_open_options_find_span (options, recording, first, last, &from, &to))
    th_document_set_view (self, from, to);
  if (options->task != NULL)
    th_open_options_find_task (recording, options->task, self, self->cancellable, task_found_cb);
}

void
th_document_end_live (ThDocument *self)
{
  const ThView *view = th_navigator_get_view (self->navigator);
  gboolean was_following = th_live_view_is_following (self->live);

  th_live_view_set_paused (self->live, FALSE);
  if (was_following)
    th_document_settle (self);
  th_live_view_end (self->live);
  if (was_following)
    th_document_set_view (self, view->from, view->to);
}

static void
loaded_cb (ThDocument *self)
{
  const ThView *view = th_navigator_get_view (self->navigator);

  th_document_end_live (self);
  /* Task names may have arrived after the events that were evaluated. */
  if (!th_filter_state_is_empty (th_event_filter_get_state (self->filter)) ||
      th_event_search_get_text (self->search)[0] != '\0')
    start_filter (self);
  if (th_event_coloring_has_rules (self->coloring))
    th_event_coloring_start (self->coloring, th_document_get_recording (self));
  /* The view was chosen in an earlier load, which may have been longer. */
  if (th_navigator_has_chosen (self->navigator))
    th_document_set_view (self, view->from, view->to);
  show_options (self);
}

/* --- filter, colors and search ------------------------------------------ */

static void
filter_replaced_cb (ThDocument *self)
{
  if (!th_event_search_is_within (self->search, th_event_filter_get_rows (self->filter)))
    th_event_search_stop (self->search);
  th_scene_set_rows (self->scene, th_event_filter_get_lane_rows (self->filter),
                     th_event_filter_get_hides (self->filter));
}

static void
filter_decided_cb (ThDocument *self)
{
  self->serial++;
  th_document_emit (self, SIGNAL_FILTER_CHANGED);
  start_search (self);
}

static void
filter_error_cb (ThDocument *self)
{
  th_document_emit (self, SIGNAL_FILTER_CHANGED);
}

static void
filter_state_cb (ThDocument *self)
{
  if (!th_navigator_is_stepping (self->navigator))
    th_document_settle (self);
}

static void
coloring_replaced_cb (ThDocument *self)
{
  th_event_coloring_show (self->coloring, self->scene);
}

static void
coloring_changed_cb (ThDocument *self)
{
  self->serial++;
  th_document_emit (self, SIGNAL_THEME_CHANGED);
  th_document_notify (self, PROP_COLORING);
}

static void
search_changed_cb (ThDocument *self)
{
  th_document_notify (self, PROP_STEPPING);
  th_document_emit (self, SIGNAL_FIND_CHANGED);
}

/* --- results, selection and flows ---------------------------------------- */

static void
results_added_cb (ThDocument *self,
                  ThResults  *results)
{
  th_scene_add_results (self->scene, results);
}

static void
results_removed_cb (ThDocument *self,
                    ThResults  *results)
{
  th_scene_remove_results (self->scene, results);
}

static void
results_changed_cb (ThDocument *self)
{
  if (th_live_view_is_paused (self->live))
    return;

  self->serial++;
  th_scene_update (self->scene);
  th_document_emit (self, SIGNAL_RESULTS_CHANGED);
  th_flow_follower_retry (self->follower);
  th_restorer_look (self->restorer);
}

/* Shows what arrived during the pause. */
static void
paused_cb (ThDocument *self)
{
  th_document_notify (self, PROP_PAUSED);
  if (th_live_view_is_paused (self->live))
    return;

  grown_cb (self);
  results_changed_cb (self);
}

static void
selection_changed_cb (ThDocument *self)
{
  if (!th_ref_is_none (th_selection_get_event (self->selection)))
    th_restorer_forget_selected (self->restorer);
  th_document_emit (self, SIGNAL_SELECTION_CHANGED);
}

/* Makes the current view a step of the history, to which Back returns. */
static void
following_cb (ThDocument *self)
{
  th_document_settle (self);
  th_restorer_forget_followed (self->restorer);
}

static void
follow_changed_cb (ThDocument *self)
{
  self->serial++;
  th_document_emit (self, SIGNAL_FOLLOW_CHANGED);
}

static void
followed_cb (ThDocument *self)
{
  th_navigator_rest (self->navigator);
  th_document_emit (self, SIGNAL_FOLLOWED);
}

static void
flow_restored_cb (ThDocument *self)
{
  th_document_emit (self, SIGNAL_FLOW_RESTORED);
}

/* --- properties of the loader -------------------------------------------- */

static void
state_cb (ThDocument *self)
{
  th_document_notify (self, PROP_STATE);
}

static void
progress_cb (ThDocument *self)
{
  th_document_notify (self, PROP_PROGRESS);
}

static void
title_cb (ThDocument *self)
{
  th_document_notify (self, PROP_TITLE);
}

static void
changed_cb (ThDocument *self)
{
  th_document_notify (self, PROP_CHANGED);
}

static void
append_failed_cb (ThDocument *self)
{
  th_document_emit (self, SIGNAL_APPEND_FAILED);
}

/* Times may be relative to marker A. */
static void
markers_changed_cb (ThDocument *self)
{
  gint64 zero = th_markers_get_marker (self->markers, TH_MARKER_A);

  if (self->scene == NULL || zero == self->times.zero)
    return;

  self->times.zero = zero;
  th_scene_set_zero (self->scene, zero);
  if (self->times.format != TH_TIME_SINCE_ZERO)
    return;

  self->serial++;
  th_document_notify (self, PROP_TIME_FORMAT);
}

/* --- connections --------------------------------------------------------- */

typedef struct
{
  const char *signal;
  GCallback   callback;
} Connection;

static void
connect_all (ThDocument       *self,
             gpointer          object,
             const Connection *connections) /* terminated by an entry without a signal */
{
  for (guint i = 0; connections[i].signal != NULL; i++)
    g_signal_connect_object (object, connections[i].signal, connections[i].callback, self,
                             G_CONNECT_SWAPPED);
}

static void
connect_loader (ThDocument *self)
{
  static const Connection connections[] = {
    { "closing", G_CALLBACK (closing_cb) }, { "replaced", G_CALLBACK (replaced_cb) },
    { "opened", G_CALLBACK (opened_cb) }, { "grown", G_CALLBACK (grown_cb) },
    { "loaded", G_CALLBACK (loaded_cb) }, { "append-failed", G_CALLBACK (append_failed_cb) },
    { "notify::state", G_CALLBACK (state_cb) }, { "notify::progress", G_CALLBACK (progress_cb) },
    { "notify::title", G_CALLBACK (title_cb) }, { "notify::changed", G_CALLBACK (changed_cb) },
    { NULL, NULL }
  };

  connect_all (self, self->loader, connections);
}

static void
connect_queries (ThDocument *self)
{
  static const Connection filter[] = {
    { "replaced", G_CALLBACK (filter_replaced_cb) }, { "decided", G_CALLBACK (filter_decided_cb) },
    { "notify::state", G_CALLBACK (filter_state_cb) },
    { "notify::error", G_CALLBACK (filter_error_cb) },
    { NULL, NULL }
  };
  static const Connection coloring[] = {
    { "replaced", G_CALLBACK (coloring_replaced_cb) },
    { "changed", G_CALLBACK (coloring_changed_cb) },
    { NULL, NULL }
  };
  static const Connection search[] = { { "changed", G_CALLBACK (search_changed_cb) },
                                       { NULL, NULL } };

  connect_all (self, self->filter, filter);
  connect_all (self, self->coloring, coloring);
  connect_all (self, self->search, search);
}

static void
symbols_changed_cb (ThDocument *self)
{
  th_document_emit (self, SIGNAL_NAMES_CHANGED);
}

static void
connect_view (ThDocument *self)
{
  static const Connection navigator[] = {
    { "changed", G_CALLBACK (view_changed_cb) }, { "rested", G_CALLBACK (rested_cb) },
    { NULL, NULL }
  };
  static const Connection live[] = {
    { "notify::live", G_CALLBACK (live_cb) },
    { "notify::following", G_CALLBACK (following_present_cb) },
    { "notify::paused", G_CALLBACK (paused_cb) },
    { NULL, NULL }
  };
  static const Connection selection[] = { { "changed", G_CALLBACK (selection_changed_cb) },
                                          { NULL, NULL } };
  static const Connection markers[] = { { "changed", G_CALLBACK (markers_changed_cb) },
                                      { NULL, NULL } };

  connect_all (self, self->navigator, navigator);
  connect_all (self, self->live, live);
  connect_all (self, self->selection, selection);
  connect_all (self, self->markers, markers);
}

static void
connect_results (ThDocument *self)
{
  static const Connection runner[] = {
    { "added", G_CALLBACK (results_added_cb) }, { "removed", G_CALLBACK (results_removed_cb) },
    { "changed", G_CALLBACK (results_changed_cb) }, { NULL, NULL }
  };
  static const Connection follower[] = {
    { "following", G_CALLBACK (following_cb) }, { "changed", G_CALLBACK (follow_changed_cb) },
    { "followed", G_CALLBACK (followed_cb) }, { NULL, NULL }
  };
  static const Connection restorer[] = { { "followed", G_CALLBACK (flow_restored_cb) },
                                         { NULL, NULL } };

  connect_all (self, self->runner, runner);
  connect_all (self, self->follower, follower);
  connect_all (self, self->restorer, restorer);
}

/* --- class -------------------------------------------------------------- */

static void
th_document_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  ThDocument *self = TH_DOCUMENT (object);

  switch (prop_id)
    {
    case PROP_STATE: g_value_set_uint (value, th_recording_loader_get_state (self->loader)); break;
    case PROP_PROGRESS: g_value_set_double (value,
                                            th_recording_loader_get_progress (self->loader)); break;
    case PROP_TITLE: g_value_set_string (value,
                                         th_recording_loader_get_title (self->loader)); break;
    case PROP_FACTS: g_value_set_string (value, self->summary); break;
    case PROP_TIME_FORMAT: g_value_set_uint (value, self->times.format); break;
    case PROP_CHANGED: g_value_set_boolean (value,
                                            th_recording_loader_get_changed (self->loader)); break;
    case PROP_COLORING: g_value_set_boolean (value,
                                             th_event_coloring_is_running (self->coloring)); break;
    case PROP_STEPPING: g_value_set_boolean (value,
                                             th_event_search_is_stepping (self->search)); break;
    case PROP_LIVE: g_value_set_boolean (value, th_live_view_is_live (self->live)); break;
    case PROP_FOLLOWING: g_value_set_boolean (value,
                                              th_live_view_is_following (self->live)); break;
    case PROP_PAUSED: g_value_set_boolean (value, th_live_view_is_paused (self->live)); break;
    case PROP_ONLY_SPAN: g_value_set_boolean (value, self->only_span); break;
    case PROP_LINKED_TIME: g_value_set_int64 (value, self->linked_time); break;
    case PROP_POINTER_TIME: g_value_set_int64 (value, self->pointer_time); break;
    case PROP_LINKED_POINTER: g_value_set_int64 (value, self->linked_pointer); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

/* Does not wait for the workers, each of which holds a reference to its own object only. */
static void
th_document_dispose (GObject *object)
{
  ThDocument *self = TH_DOCUMENT (object);

  g_cancellable_cancel (self->cancellable);
  th_analysis_runner_stop (self->runner);
  th_event_search_stop (self->search);
  th_event_filter_forget (self->filter);
  th_event_coloring_stop (self->coloring);
  th_navigator_stop (self->navigator);
  g_clear_handle_id (&self->lanes.timer_id, g_source_remove);
  th_flow_follower_forget (self->follower);
  th_selection_set_recording (self->selection, NULL);
  g_clear_pointer (&self->scene, th_scene_free);
  th_recording_loader_close (self->loader);

  G_OBJECT_CLASS (th_document_parent_class)->dispose (object);
}

static void
th_document_finalize (GObject *object)
{
  ThDocument *self = TH_DOCUMENT (object);

  g_clear_object (&self->restorer);
  g_clear_object (&self->follower);
  g_clear_object (&self->search);
  g_clear_object (&self->coloring);
  g_clear_object (&self->filter);
  g_clear_object (&self->selection);
  g_clear_object (&self->live);
  g_clear_object (&self->navigator);
  g_clear_object (&self->runner);
  g_clear_object (&self->loader);
  g_clear_object (&self->markers);
  g_clear_object (&self->flags);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->summary, g_free);
  g_clear_pointer (&self->options, th_open_options_free);
  g_clear_pointer (&self->cpus, g_array_unref);
  g_clear_pointer (&self->theme, th_theme_unref);

  G_OBJECT_CLASS (th_document_parent_class)->finalize (object);
}

static void
th_document_class_init (ThDocumentClass *klass)
{
  static const char *const names[N_SIGNALS] = {
    "recording-changed", "grown", "view-changed", "selection-changed", "theme-changed",
    "results-changed", "filter-changed", "follow-changed", "followed", "flow-restored",
    "find-changed", "lanes-changed",
    "append-failed", "names-changed"
  };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = th_document_get_property;
  object_class->dispose = th_document_dispose;
  object_class->finalize = th_document_finalize;

  properties[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, 0, TH_DOCUMENT_FAILED, 0, flags);
  properties[PROP_PROGRESS] = g_param_spec_double ("progress", NULL, NULL, -1, 1, 0, flags);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_FACTS] = g_param_spec_string ("facts", NULL, NULL, NULL, flags);
  properties[PROP_TIME_FORMAT] = g_param_spec_uint ("time-format", NULL, NULL, 0,
                                                    TH_N_TIME_FORMATS - 1, 0, flags);
  properties[PROP_CHANGED] = g_param_spec_boolean ("changed", NULL, NULL, FALSE, flags);
  properties[PROP_COLORING] = g_param_spec_boolean ("coloring", NULL, NULL, FALSE, flags);
  properties[PROP_STEPPING] = g_param_spec_boolean ("stepping", NULL, NULL, FALSE, flags);
  properties[PROP_LINKED_TIME] = g_param_spec_int64 ("linked-time", NULL, NULL, G_MININT64,
                                                     G_MAXINT64, TH_TIME_NONE, flags);
  properties[PROP_POINTER_TIME] = g_param_spec_int64 ("pointer-time", NULL, NULL, G_MININT64,
                                                      G_MAXINT64, TH_TIME_NONE, flags);
  properties[PROP_LINKED_POINTER] = g_param_spec_int64 ("linked-pointer", NULL, NULL, G_MININT64,
                                                        G_MAXINT64, TH_TIME_NONE, flags);
  properties[PROP_LIVE] = g_param_spec_boolean ("live", NULL, NULL, FALSE, flags);
  properties[PROP_FOLLOWING] = g_param_spec_boolean ("following", NULL, NULL, FALSE, flags);
  properties[PROP_PAUSED] = g_param_spec_boolean ("paused", NULL, NULL, FALSE, flags);
  properties[PROP_ONLY_SPAN] = g_param_spec_boolean ("only-span", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], TH_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
}

static void
th_document_init (ThDocument *self)
{
  self->cancellable = g_cancellable_new ();
  self->markers = th_markers_new ();
  self->flags = th_flags_new ();
  self->times.zero = TH_TIME_NONE;
  self->linked_time = self->pointer_time = self->linked_pointer = TH_TIME_NONE;
  self->navigator = th_navigator_new ();
  self->live = th_live_view_new ();
  self->selection = th_selection_new ();
  self->runner = th_analysis_runner_new ();
  self->filter = th_event_filter_new ();
  self->coloring = th_event_coloring_new ();
  self->search = th_event_search_new (self->selection, self->navigator);
  self->follower = th_flow_follower_new (self->runner, self->selection);
}

ThDocument *
th_document_new (GFile               *file,
                 ThTheme             *theme,
                 const ThOpenOptions *options)
{
  ThDocument *self;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  self = g_object_new (TH_TYPE_DOCUMENT, NULL);
  self->theme = th_theme_ref (theme);
  self->options = options != NULL ? th_open_options_copy (options) : NULL;
  if (options != NULL && options->cpus != NULL)
    self->cpus = th_cpus_parse (options->cpus, NULL);
  self->loader = th_recording_loader_new (file, options != NULL ? options->append : NULL);
  if (options != NULL && options->feed != NULL)
    th_recording_loader_set_feed (self->loader, options->feed);
  self->restorer = th_restorer_new (self->loader, self->runner, self->selection, self->follower);
  connect_loader (self);
  connect_queries (self);
  connect_view (self);
  connect_results (self);
  g_signal_connect_object (th_symbol_news_get_default (), "symbols-changed",
                           G_CALLBACK (symbols_changed_cb), self,
                           G_CONNECT_SWAPPED);
  th_recording_loader_open (self->loader);

  return self;
}
