/* th-document-view.c - one document: lanes, tables, inspector and the bars around them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-view-private.h"

#include <glib/gi18n-lib.h>

#include "th-actions.h"
#include "th-display-text.h"
#include "th-document-parts.h"
#include "th-event-search.h"
#include "th-gtk48.h"
#include "th-recent.h"
#include "th-shortcuts.h"
#include "th-style.h"
#include "th-view-actions.h"

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_PAGE,
  PROP_NOTICE,
  PROP_COMPACT,
  PROP_SHOW_BARS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThDocumentView, th_document_view, GTK_TYPE_BOX)

/* --- pages -------------------------------------------------------------- */

static void
show_page (ThDocumentView *self,
           const char     *page)
{
  gtk_stack_set_visible_child_name (self->pages, page);
  /* In GTK 4.8 a spinner on a hidden page keeps the frame clock running. */
  gtk_spinner_set_spinning (self->opening_spinner, g_str_equal (page, "opening"));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PAGE]);
}

static void
show_refusal (ThDocumentView *self)
{
  g_autofree char *title = g_strdup_printf (_("Cannot open “%s”"),
                                            th_document_get_title (self->document));
  g_autofree char *text = th_display_text_make_valid (th_document_get_error (self->document));
  GtkWidget *page = gtk_widget_get_parent (GTK_WIDGET (self->refused_title));

  gtk_label_set_text (self->refused_title, title);
  gtk_label_set_text (self->refused_text, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (page), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  show_page (self, "refused");
}

/* --- following the document --------------------------------------------- */

static void
update_actions (ThDocumentView *self)
{
  g_clear_handle_id (&self->actions_id, g_source_remove);
  th_view_actions_update (self);
  th_view_update_lane_states (self);
}

static gboolean
update_actions_cb (gpointer data)
{
  ThDocumentView *self = data;

  self->actions_id = 0;
  update_actions (self);

  return G_SOURCE_REMOVE;
}

/* Updates the actions once for any number of changes, and before the next key or click, which
 * may be for one of them: hence the priority. */
static void
queue_actions (ThDocumentView *self)
{
  if (self->actions_id == 0 && self->actions != NULL) /* NULL: disposed of */
    self->actions_id = g_idle_add_full (G_PRIORITY_HIGH, update_actions_cb, self, NULL);
}

static void
update_progress (ThDocumentView *self)
{
  ThDocumentState state = self->document != NULL ? th_document_get_state (self->document)
                                                 : TH_DOCUMENT_LOADED;
  /* A recording in progress has no end to move towards, and a pulsing bar draws all the time. */
  gboolean busy = (state == TH_DOCUMENT_OPENING || state == TH_DOCUMENT_LOADING) &&
                  !th_document_is_live (self->document);
  double progress = busy ? th_document_get_progress (self->document) : 0;

  /* Hiding the bar would free its space, and everything below it would jump. */
  gtk_widget_set_opacity (GTK_WIDGET (self->progress), busy ? 1 : 0);
  if (progress >= 0)
    gtk_progress_bar_set_fraction (self->progress, progress);
  else
    gtk_progress_bar_pulse (self->progress);
  th_status_bar_queue_update (self->status_bar);
}

static void
state_cb (ThDocumentView *self)
{
  ThDocumentState state = th_document_get_state (self->document);
  gboolean has_recording = th_document_get_recording (self->document) != NULL;

  if (state == TH_DOCUMENT_FAILED && !has_recording)
    show_refusal (self);
  else
    show_page (self, has_recording ? "recording" : "opening");

  if (state == TH_DOCUMENT_LOADED && !th_document_is_pipe (self->document) &&
      !th_document_is_unfinished (self->document))
    th_recent_add (th_document_get_file (self->document), "application/x-trace-dat");
  if (state == TH_DOCUMENT_LOADED)
    {
      th_view_check_symbols (self);
      th_view_align_by_packets (self);
    }
  update_progress (self);
  th_problem_bar_update (self->problem_bar);
  update_actions (self);
}

/* Does nothing while the window is hidden: it is filled when it is presented. */
static void
update_recording_window (ThDocumentView *self)
{
  if (self->recording_window != NULL &&
      gtk_widget_get_visible (GTK_WIDGET (self->recording_window)) &&
      th_document_get_recording (self->document) != NULL)
    th_recording_window_fill (self->recording_window, self->document);
}

static void
results_changed_cb (ThDocumentView *self)
{
  /* Analyses add lanes and make them higher. */
  th_paned_bin_place (self->lanes_bin);
  update_recording_window (self);
  th_view_show_connection (self);
  th_view_show_path (self);
}

static void
recording_changed_cb (ThDocumentView *self)
{
  show_page (self, "recording");
  th_problem_bar_update (self->problem_bar);
  th_view_say_guests (self);
  if (!self->compact)
    gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
}

static void
append_failed_cb (ThDocumentView *self)
{
  th_status_bar_say (self->status_bar, th_document_get_append_error (self->document));
}

static void
grown_cb (ThDocumentView *self)
{
  if (self->cover != NULL && th_recording_get_n_events (th_document_get_recording (self->document)))
    th_document_view_set_cover (self, NULL);
  th_status_bar_queue_update (self->status_bar);
  if (th_document_get_state (self->document) != TH_DOCUMENT_LOADED)
    return;

  th_problem_bar_update (self->problem_bar);
  update_recording_window (self);
}

static void
following_cb (ThDocumentView *self)
{
  th_view_update_live_states (self);
  queue_actions (self);
}

static void
update_live_buttons (ThDocumentView *self)
{
  gtk_widget_set_visible (self->live_buttons, self->cover == NULL && self->document != NULL &&
                                              th_document_is_live (self->document));
}

static void
live_cb (ThDocumentView *self)
{
  /* Nothing will arrive any more, also if nothing has. */
  if (self->cover != NULL && !th_document_is_live (self->document))
    th_document_view_set_cover (self, NULL);
  update_live_buttons (self);
  update_progress (self);
  following_cb (self);
}

static void
follow_changed_cb (ThDocumentView *self)
{
  th_inspector_update_journey (self->inspector);
  th_status_bar_queue_update (self->status_bar);
}

/* Says how the selected event gets into the table. */
static void
say_unlisted (ThDocumentView *self)
{
  gboolean filter = self->says_unlisted == TH_UNLISTED_BY_FILTER;
  g_autofree char *keys =
    th_shortcuts_dup_label (th_actions_find (filter ? "win.clear-filter" : "win.only-span"));
  g_autofree char *text = NULL;

  if (keys == NULL)
    text = g_strdup (filter ? _("The filter hides this event")
                            : _("This event is outside the span, and only that is listed"));
  else if (filter)
    /* Translators: %s is a key, like "Shift+Ctrl+F" */
    text = g_strdup_printf (_("The filter hides this event; %s clears the filter"), keys);
  else
    /* Translators: %s is a key, like "Alt+S" */
    text = g_strdup_printf (_("This event is outside the span; %s lists all events"), keys);
  th_status_bar_say (self->status_bar, text);
}

static void
update_unlisted (ThDocumentView *self)
{
  if (self->says_unlisted != TH_IS_LISTED &&
      th_document_get_unlisted (self->document, self->last_event) != self->says_unlisted)
    {
      self->says_unlisted = TH_IS_LISTED;
      th_status_bar_say (self->status_bar, NULL);
    }
}

/* Says why the table does not show the event that was selected, by whatever means. */
static void
selection_changed_cb (ThDocumentView *self)
{
  ThRef event = th_document_get_selected (self->document);

  update_unlisted (self);
  if (th_ref_equal (event, self->last_event))
    return;

  self->last_event = event;
  self->says_unlisted = th_document_get_unlisted (self->document, event);
  if (self->says_unlisted != TH_IS_LISTED)
    say_unlisted (self);
}

static void
filter_changed_cb (ThDocumentView *self)
{
  grown_cb (self);
  update_unlisted (self);
}

static void
style_changed_cb (ThDocumentView *self)
{
  if (self->document != NULL)
    th_document_set_theme (self->document, th_style_get_theme (th_style_get_default ()));
}

static void
connect_signals (ThDocumentView *self)
{
  static const struct
  {
    const char *name;
    void      (*callback) (ThDocumentView *self);
  } handlers[] = {
    { "notify::state", state_cb },
    { "notify::progress", update_progress },
    { "notify::live", live_cb },
    { "notify::following", following_cb },
    { "notify::paused", following_cb },
    { "recording-changed", recording_changed_cb },
    { "append-failed", append_failed_cb },
    { "grown", grown_cb },
    { "results-changed", results_changed_cb },
    { "filter-changed", filter_changed_cb },
    { "notify::only-span", update_unlisted },
    { "selection-changed", selection_changed_cb },
    { "follow-changed", follow_changed_cb },
    { "followed", th_view_show_followed },
    { "flow-restored", th_view_show_restored_flow },
  };

  self->signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    g_signal_group_connect_swapped (self->signals, handlers[i].name,
                                    G_CALLBACK (handlers[i].callback), self);
}

/* Follows everything that a condition of an action may depend on. */
static void
connect_actions (ThDocumentView *self)
{
  static const char *const names[] = {
    "recording-changed", "view-changed", "selection-changed", "results-changed", "lanes-changed",
    "filter-changed", "find-changed", "follow-changed", "followed", "grown"
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_signal_group_connect_swapped (self->signals, names[i], G_CALLBACK (queue_actions), self);
  self->markers = g_signal_group_new (TH_TYPE_MARKERS);
  g_signal_group_connect_swapped (self->markers, "changed", G_CALLBACK (queue_actions), self);
  self->search = g_signal_group_new (TH_TYPE_EVENT_SEARCH);
  g_signal_group_connect_swapped (self->search, "returned", G_CALLBACK (th_timeline_go),
                                  self->timeline);
  g_signal_connect_object (self->timeline, "current-changed", G_CALLBACK (queue_actions), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table_pane, "changed", G_CALLBACK (queue_actions), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "views-changed", G_CALLBACK (queue_actions), self,
                           G_CONNECT_SWAPPED);
  /* The action that shows the complete status needs one. */
  g_signal_connect_object (self->status_bar, "notify::text", G_CALLBACK (queue_actions), self,
                           G_CONNECT_SWAPPED);
}

/* --- the document ------------------------------------------------------- */

static void
set_children_document (ThDocumentView *self,
                       ThDocument     *document)
{
  th_timeline_set_document (self->timeline, document);
  th_table_pane_set_document (self->table_pane, document);
  th_inspector_set_document (self->inspector, document);
  th_marker_bar_set_document (self->marker_bar, document);
  th_expression_bar_set_document (TH_EXPRESSION_BAR (self->filter_bar), document);
  th_expression_bar_set_document (TH_EXPRESSION_BAR (self->find_bar), document);
  th_problem_bar_set_document (self->problem_bar, document);
  th_status_bar_set_document (self->status_bar, document);
}

static void
set_document (ThDocumentView *self,
              ThDocument     *document)
{
  ThDocument *old = self->document;

  th_view_close_dialogs (self);
  th_session_sync_close (self->session);
  th_document_view_set_live (self, NULL, NULL);
  th_document_view_set_cover (self, NULL);
  th_view_stop_copying (self);
  th_view_cancel_symbol_check (self);
  set_children_document (self, document);
  g_signal_group_set_target (self->signals, document);
  g_signal_group_set_target (self->markers,
                             document != NULL ? th_document_get_markers (document) : NULL);
  g_signal_group_set_target (self->search,
                             document != NULL ? th_document_get_search (document) : NULL);
  self->document = document != NULL ? g_object_ref (document) : NULL;
  self->last_event = TH_REF_NONE;
  self->says_unlisted = TH_IS_LISTED;
  th_view_reset_dividers (self);
  if (old != NULL)
    {
      /* A worker may hold a reference until it sees that it was cancelled. */
      g_object_run_dispose (G_OBJECT (old));
      g_object_unref (old);
    }
  gtk_widget_set_visible (self->live_buttons, FALSE);
  th_view_update_live_states (self);
  if (document != NULL)
    {
      th_view_apply_filter_options (self);
      th_view_apply_time_format (self);
      update_actions (self);
    }
}

void
th_document_view_open (ThDocumentView      *self,
                       GFile               *file,
                       const ThOpenOptions *options)
{
  g_autoptr(ThDocument) document = NULL;

  g_return_if_fail (TH_IS_DOCUMENT_VIEW (self) && G_IS_FILE (file));

  document = th_document_new (file, th_style_get_theme (th_style_get_default ()), options);
  set_document (self, document);
  th_session_sync_open (self->session, document, options);
  state_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOCUMENT]);
}

void
th_document_view_clear (ThDocumentView *self)
{
  g_return_if_fail (TH_IS_DOCUMENT_VIEW (self));

  set_document (self, NULL);
  update_progress (self);
  update_actions (self);
  show_page (self, "opening");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOCUMENT]);
}

ThSession *
th_document_view_dup_session (ThDocumentView *self)
{
  g_return_val_if_fail (TH_IS_DOCUMENT_VIEW (self), NULL);

  th_timeline_settle (self->timeline);
  return th_session_sync_dup_session (self->session);
}

/* --- recording ------------------------------------------------------------ */

void
th_document_view_set_live (ThDocumentView *self,
                           GtkWidget      *status,
                           GtkWidget      *page)
{
  g_return_if_fail (TH_IS_DOCUMENT_VIEW (self));

  th_status_bar_set_live (self->status_bar, status);
  if (page != self->live_page)
    th_inspector_set_page (self->inspector, "recording", _("Recording"), page);
  g_set_weak_pointer (&self->live_page, page);
}

void
th_document_view_set_cover (ThDocumentView *self,
                            GtkWidget      *cover)
{
  g_return_if_fail (TH_IS_DOCUMENT_VIEW (self));

  if (self->cover != NULL)
    gtk_stack_remove (self->content, self->cover);
  self->cover = cover;
  if (cover != NULL)
    gtk_stack_add_child (self->content, cover);
  gtk_stack_set_visible_child (self->content, cover != NULL ? cover
                                                              : GTK_WIDGET (self->lanes_bin));
  update_live_buttons (self);
}

void
th_document_view_show_page (ThDocumentView *self,
                            const char     *name)
{
  g_return_if_fail (TH_IS_DOCUMENT_VIEW (self));

  th_view_set_inspector (self, TRUE);
  th_inspector_show_page (self->inspector, name);
}

void
th_document_view_set_comparison (ThDocumentView       *self,
                                 ThComparison         *comparison,
                                 ThDocumentView *const views[2],
                                 const char *const     names[2])
{
  g_return_if_fail (TH_IS_DOCUMENT_VIEW (self));

  g_clear_pointer (&self->comparison, th_comparison_unref);
  if (comparison != NULL)
    self->comparison = th_comparison_ref (comparison);
  for (guint i = 0; i < 2; i++)
    {
      self->compared[i] = comparison != NULL ? views[i] : NULL;
      g_free (self->sides[i]);
      self->sides[i] = comparison != NULL ? g_strdup (names[i]) : NULL;
    }
}

void
th_document_view_set_review (ThDocumentView *self,
                             const char     *path)
{
  g_return_if_fail (TH_IS_DOCUMENT_VIEW (self));

  g_free (self->review);
  self->review = g_strdup (path);
}

void
th_document_view_close (ThDocumentView *self)
{
  g_return_if_fail (TH_IS_DOCUMENT_VIEW (self));

  th_timeline_settle (self->timeline);
  th_session_sync_close (self->session);
  th_view_close_dialogs (self);
}

gboolean
th_document_view_fold (ThDocumentView *self)
{
  return th_table_pane_fold (self->table_pane);
}

void
th_document_view_say (ThDocumentView *self,
                      const char     *text)
{
  th_status_bar_say (self->status_bar, text);
}

void
th_document_view_remark (ThDocumentView *self,
                         const char     *text)
{
  if (self->status_bar != NULL) /* NULL once the window is closed */
    th_status_bar_remark (self->status_bar, text);
}

ThDocument *
th_document_view_get_document (ThDocumentView *self)
{
  return self->document;
}

const char *
th_document_view_get_page (ThDocumentView *self)
{
  return gtk_stack_get_visible_child_name (self->pages);
}

GActionMap *
th_document_view_get_actions (ThDocumentView *self)
{
  return G_ACTION_MAP (self->actions);
}

ThTimeline *
th_document_view_get_timeline (ThDocumentView *self)
{
  return self->timeline;
}

ThTablePane *
th_document_view_get_table_pane (ThDocumentView *self)
{
  return self->table_pane;
}

ThInspector *
th_document_view_get_inspector (ThDocumentView *self)
{
  return self->inspector;
}

/* --- class -------------------------------------------------------------- */

static void
th_document_view_get_property (GObject    *object,
                               guint       id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  ThDocumentView *self = TH_DOCUMENT_VIEW (object);

  switch (id)
    {
    case PROP_DOCUMENT: g_value_set_object (value, self->document); break;
    case PROP_PAGE: g_value_set_string (value, th_document_view_get_page (self)); break;
    case PROP_NOTICE: g_object_get_property (G_OBJECT (self->status_bar), "notice", value); break;
    case PROP_COMPACT: g_value_set_boolean (value, self->compact); break;
    case PROP_SHOW_BARS: g_value_set_boolean (value, gtk_widget_get_visible (self->bars)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

void
th_document_view_move_filter (ThDocumentView *self,
                              GtkBox         *place)
{
  GtkWidget *filter = GTK_WIDGET (self->filter_bar);
  GtkWidget *parent = gtk_widget_get_parent (filter);
  GtkWidget *target = place != NULL ? GTK_WIDGET (place) : self->bars;

  g_return_if_fail (TH_IS_DOCUMENT_VIEW (self));

  if (parent == target)
    return;

  g_object_ref (filter);
  gtk_box_remove (GTK_BOX (parent), filter);
  gtk_box_prepend (GTK_BOX (target), filter);
  th_filter_bar_set_for_both (self->filter_bar, place != NULL);
  g_object_unref (filter);
}

static void
show_tables (ThDocumentView *self)
{
  gboolean is_here = gtk_paned_get_end_child (self->rows) != NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->table_pane), !self->compact || !is_here);
}

void
th_document_view_move_tables (ThDocumentView *self,
                              GtkBox         *place)
{
  g_autoptr(GtkWidget) tables = g_object_ref (GTK_WIDGET (self->table_pane));
  GtkWidget *parent = gtk_widget_get_parent (tables);

  g_return_if_fail (TH_IS_DOCUMENT_VIEW (self));

  if (parent == GTK_WIDGET (self->rows))
    gtk_paned_set_end_child (self->rows, NULL);
  else
    gtk_box_remove (GTK_BOX (parent), tables);
  if (place != NULL)
    gtk_box_append (place, tables);
  else
    gtk_paned_set_end_child (self->rows, tables);
  show_tables (self);
  update_actions (self);
}

static void
set_compact (ThDocumentView *self,
             gboolean        compact)
{
  self->compact = compact;
  show_tables (self);
  gtk_widget_set_visible (GTK_WIDGET (self->status_bar), !compact);
  gtk_widget_set_visible (self->refused_icon, !compact);
  self->shows_inspector[TH_ROOM_COMPACT] = FALSE;
  th_view_apply_room (self);
  update_actions (self);
}

static void
th_document_view_set_property (GObject      *object,
                               guint         id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  ThDocumentView *self = TH_DOCUMENT_VIEW (object);

  switch (id)
    {
    case PROP_COMPACT: set_compact (self, g_value_get_boolean (value)); break;
    case PROP_SHOW_BARS: gtk_widget_set_visible (self->bars, g_value_get_boolean (value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

/* Closing the window only hides it, so it must be destroyed here. */
static void
destroy_recording_window (ThDocumentView *self)
{
  ThRecordingWindow *window = self->recording_window;

  g_clear_weak_pointer (&self->recording_window);
  if (window != NULL)
    gtk_window_destroy (GTK_WINDOW (window));
}

static void
th_document_view_dispose (GObject *object)
{
  ThDocumentView *self = TH_DOCUMENT_VIEW (object);

  if (self->session != NULL)
    set_document (self, NULL);
  destroy_recording_window (self);
  g_clear_weak_pointer (&self->live_page);
  g_clear_object (&self->session);
  g_clear_object (&self->signals);
  g_clear_object (&self->markers);
  g_clear_object (&self->search);
  g_clear_object (&self->chooser);
  g_clear_object (&self->actions);
  /* From here on nothing is queued any more. */
  g_clear_handle_id (&self->actions_id, g_source_remove);
  g_clear_handle_id (&self->room_id, g_source_remove);
  g_clear_pointer (&self->connection, g_free);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->row_flows, g_free);
  g_clear_pointer (&self->review, g_free);
  th_document_view_set_comparison (self, NULL, NULL, NULL);

  G_OBJECT_CLASS (th_document_view_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *klass)
{
  gtk_widget_class_bind_template_child (klass, ThDocumentView, pages);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, opening_spinner);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, refused_icon);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, refused_title);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, refused_text);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, progress);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, problem_bar);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, bars);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, filter_bar);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, find_bar);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, live_buttons);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, pause_button);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, present_button);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, inspector_button);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, marker_bar);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, mistake_label);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, inspector_bin);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, content);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, lanes_bin);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, rows);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, timeline);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, table_pane);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, inspector);
  gtk_widget_class_bind_template_child (klass, ThDocumentView, status_bar);
}

static void
th_document_view_class_init (ThDocumentViewClass *klass)
{
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags writable = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_document_view_dispose;
  G_OBJECT_CLASS (klass)->get_property = th_document_view_get_property;
  G_OBJECT_CLASS (klass)->set_property = th_document_view_set_property;
  properties[PROP_DOCUMENT] = g_param_spec_object ("document", NULL, NULL, TH_TYPE_DOCUMENT,
                                                   readable);
  properties[PROP_PAGE] = g_param_spec_string ("page", NULL, NULL, NULL, readable);
  properties[PROP_NOTICE] = g_param_spec_string ("notice", NULL, NULL, NULL, readable);
  properties[PROP_COMPACT] = g_param_spec_boolean ("compact", NULL, NULL, FALSE, writable);
  properties[PROP_SHOW_BARS] = g_param_spec_boolean ("show-bars", NULL, NULL, TRUE, writable);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
  g_signal_new ("step-tab", TH_TYPE_DOCUMENT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_INT);

  g_type_ensure (TH_TYPE_PANED_BIN);
  g_type_ensure (TH_TYPE_MARKER_BAR);
  g_type_ensure (TH_TYPE_TIMELINE);
  g_type_ensure (TH_TYPE_TABLE_PANE);
  g_type_ensure (TH_TYPE_INSPECTOR);
  g_type_ensure (TH_TYPE_FILTER_BAR);
  g_type_ensure (TH_TYPE_FIND_BAR);
  g_type_ensure (TH_TYPE_PROBLEM_BAR);
  g_type_ensure (TH_TYPE_STATUS_BAR);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-document-view.ui");
  bind_children (widget_class);
}

static void
add_actions (ThDocumentView *self)
{
  g_autoptr(GPropertyAction) tab = g_property_action_new ("tab", self->table_pane, "tab");

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (tab));
  th_view_add_document_actions (self);
  th_view_add_time_actions (self);
  th_view_add_event_actions (self);
  th_view_add_lane_actions (self);
  th_view_add_marker_actions (self);
  th_view_add_packet_actions (self);
  th_view_add_connection_actions (self);
  th_view_add_path_actions (self);
  th_view_add_frame_actions (self);
  th_view_add_search_actions (self);
  th_view_add_chip_actions (self);
  th_view_add_filter_actions (self);
  th_view_add_table_actions (self);
  th_view_add_column_actions (self);
  th_view_add_field_actions (self);
  th_view_add_saved_view_actions (self);
  th_view_add_part_actions (self);
  th_view_add_symbol_actions (self);
  th_view_add_export_actions (self);
  th_view_add_live_actions (self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "win", G_ACTION_GROUP (self->actions));
  update_actions (self);
}

static void
notice_cb (ThDocumentView *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NOTICE]);
}

static void
add_session (ThDocumentView *self)
{
  self->session = th_session_sync_new (self->table_pane);
  g_signal_connect_object (self->session, "message", G_CALLBACK (th_status_bar_say),
                           self->status_bar, G_CONNECT_SWAPPED);
  g_object_bind_property (self->session, "missing", self->problem_bar, "missing",
                          G_BINDING_DEFAULT);
}

static void
th_document_view_init (ThDocumentView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_view_make_dividers (self);
  add_session (self);
  add_actions (self);
  connect_signals (self);
  connect_actions (self);
  th_shortcuts_set_tooltip (self->pause_button, "win.pause-picture");
  th_shortcuts_set_tooltip (self->present_button, "win.follow-present");
  th_shortcuts_set_tooltip (self->inspector_button, "win.inspector");
  th_status_bar_set_marker_bar (self->status_bar, self->marker_bar);
  g_signal_connect_object (self->status_bar, "notify::notice", G_CALLBACK (notice_cb), self,
                           G_CONNECT_SWAPPED);
  g_object_bind_property (self->timeline, "reading", self->status_bar, "reading",
                          G_BINDING_SYNC_CREATE);
  g_signal_connect_object (self->timeline, "current-changed",
                           G_CALLBACK (th_status_bar_queue_update), self->status_bar,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table_pane, "changed", G_CALLBACK (th_status_bar_queue_update),
                           self->status_bar, G_CONNECT_SWAPPED);
  g_signal_connect_object (th_style_get_default (), "changed", G_CALLBACK (style_changed_cb), self,
                           G_CONNECT_SWAPPED);
}
