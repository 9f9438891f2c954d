/* th-window.c - one window, with one recording or none
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-actions.h"
#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-shortcuts.h"
#include "th-analysis-dialog.h"
#include "th-bookmarks-window.h"
#include "th-columns-window.h"
#include "th-menu-shortcuts.h"
#include "th-color-rules-dialog.h"
#include "th-settings.h"
#include "th-span-window.h"
#include "th-style.h"
#include "th-display-text.h"
#include "th-offsets-dialog.h"
#include "th-widgets.h"

G_DEFINE_FINAL_TYPE (ThWindow, th_window, GTK_TYPE_APPLICATION_WINDOW)

/* --- following the document --------------------------------------------- */

static void
show_page (ThWindow   *self,
           const char *page)
{
  gtk_stack_set_visible_child_name (self->pages, page);
  gtk_widget_set_visible (self->zoom_buttons, g_str_equal (page, "recording"));
  /* In GTK 4.8 a spinner on a hidden page keeps the frame clock running. */
  gtk_spinner_set_spinning (self->opening_spinner, g_str_equal (page, "opening"));
}

static void
show_refusal (ThWindow *self)
{
  g_autofree char *title = g_strdup_printf (_("Cannot open “%s”"),
                                            th_document_get_title (self->document));
  g_autofree char *text = th_display_text_make_valid (th_document_get_error (self->document));

  gtk_label_set_text (self->refused_title, title);
  gtk_label_set_text (self->refused_text, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (GTK_WIDGET (self->refused_title))),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_label_set_text (self->facts, "");
  gtk_widget_set_visible (self->facts_button, FALSE);
  show_page (self, "refused");
}

static void
update_progress (ThWindow *self)
{
  ThDocumentState state = self->document != NULL ? th_document_get_state (self->document)
                                                 : TH_DOCUMENT_LOADED;
  gboolean busy = state == TH_DOCUMENT_OPENING || state == TH_DOCUMENT_LOADING;
  double progress = busy ? th_document_get_progress (self->document) : 0;

  /* It keeps its place, so that nothing jumps when it goes. */
  gtk_widget_set_opacity (GTK_WIDGET (self->progress), busy ? 1 : 0);
  if (progress >= 0)
    gtk_progress_bar_set_fraction (self->progress, progress);
  else
    gtk_progress_bar_pulse (self->progress);
  th_status_bar_queue_update (self->status_bar);
}

static void
state_cb (ThWindow *self)
{
  ThDocumentState state = th_document_get_state (self->document);
  gboolean has_recording = th_document_get_recording (self->document) != NULL;

  if (state == TH_DOCUMENT_FAILED && !has_recording)
    show_refusal (self);
  else
    show_page (self, has_recording ? "recording" : "opening");

  if (state == TH_DOCUMENT_LOADED && !th_document_is_pipe (self->document))
    th_window_remember (self);
  if (state == TH_DOCUMENT_LOADED)
    th_window_check_symbols (self);
  update_progress (self);
  th_problem_bar_update (self->problem_bar);
  th_window_update_actions (self);
}

static void
facts_cb (ThWindow *self)
{
  const char *facts = th_document_get_facts (self->document);

  th_label_set_text (GTK_WIDGET (self->facts), facts);
  gtk_widget_set_visible (self->facts_button, facts != NULL);
  gtk_widget_set_tooltip_text (self->facts_button, facts);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->facts_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, facts != NULL ? facts : "", -1);
}

/* Of text in its usual size. */
#define LEAST_INSPECTOR_PX 360
#define MOST_INSPECTOR_PX 380
#define NARROW_INSPECTOR_PX 280

/* The lanes get what they need, the table at least a third, and the inspector
 * room for an address and for the name of an event in one line. */
static void
share_room (ThWindow *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->rows));
  int wanted = th_timeline_get_wanted_height (self->timeline), width, inspector, most, least = 0;

  if (height <= 0)
    gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  /* The divider goes no further: elsewhere it would look as if the user had put it there. */
  gtk_widget_measure (gtk_paned_get_start_child (self->rows), GTK_ORIENTATION_VERTICAL, -1, &least,
                      NULL, NULL, NULL);
  self->room_given = MAX (MIN (wanted, height * 62 / 100), least);
  gtk_paned_set_position (self->rows, self->room_given);

  width = gtk_widget_get_width (GTK_WIDGET (self));
  if (width <= 0)
    return;
  inspector = CLAMP (width / 4, th_style_grow (LEAST_INSPECTOR_PX),
                     th_style_grow (MOST_INSPECTOR_PX));
  /* In a narrow window the lanes come first. */
  most = MIN (width / 2, MAX (width * 3 / 10, th_style_grow (NARROW_INSPECTOR_PX)));
  gtk_paned_set_position (self->split, width - MIN (inspector, most));
}

/* What is not seen is filled when it is opened. */
static void
update_recording_window (ThWindow *self)
{
  if (self->recording_window != NULL &&
      gtk_widget_get_visible (GTK_WIDGET (self->recording_window)) &&
      th_document_get_recording (self->document) != NULL)
    th_recording_window_fill (self->recording_window, self->document);
}

/* Analyses make lanes higher, and more; where the user put the divider it stays. */
static void
results_changed_cb (ThWindow *self)
{
  if (self->room_shared && gtk_paned_get_position (self->rows) == self->room_given)
    share_room (self);
  update_recording_window (self);
}

static void
recording_changed_cb (ThWindow *self)
{
  /* Where the user put the divider it stays. */
  if (!self->room_shared)
    share_room (self);
  self->room_shared = TRUE;
  show_page (self, "recording");
  th_problem_bar_update (self->problem_bar);
  th_window_say_guests (self);
  th_window_take_recording (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
}

static void
append_failed_cb (ThWindow *self)
{
  th_status_bar_say (self->status_bar, th_document_get_append_error (self->document));
  th_window_update_session (self);
}

static void
grown_cb (ThWindow *self)
{
  th_window_update_session (self);
  th_status_bar_queue_update (self->status_bar);
  if (th_document_get_state (self->document) != TH_DOCUMENT_LOADED)
    return;

  th_problem_bar_update (self->problem_bar);
  update_recording_window (self);
}

static void
filter_changed_cb (ThWindow *self)
{
  th_window_update_chip_actions (self);
  grown_cb (self);
}

static void
title_cb (ThWindow *self)
{
  gtk_label_set_text (self->title, th_document_get_title (self->document));
  gtk_window_set_title (GTK_WINDOW (self), th_document_get_title (self->document));
}

static void
follow (ThWindow *self)
{
  static const char *const to_session[] = { "view-changed", "filter-changed", "lanes-changed",
                                            "selection-changed", "follow-changed",
                                            "results-changed" };

  g_signal_connect_swapped (self->document, "notify::state", G_CALLBACK (state_cb), self);
  g_signal_connect_swapped (self->document, "notify::progress", G_CALLBACK (update_progress), self);
  g_signal_connect_swapped (self->document, "notify::facts", G_CALLBACK (facts_cb), self);
  g_signal_connect_swapped (self->document, "notify::title", G_CALLBACK (title_cb), self);
  g_signal_connect_swapped (self->document, "recording-changed", G_CALLBACK (recording_changed_cb),
                            self);
  g_signal_connect_swapped (self->document, "append-failed", G_CALLBACK (append_failed_cb), self);
  g_signal_connect_swapped (self->document, "grown", G_CALLBACK (grown_cb), self);
  g_signal_connect_swapped (self->document, "results-changed", G_CALLBACK (results_changed_cb),
                            self);
  g_signal_connect_swapped (self->document, "filter-changed", G_CALLBACK (filter_changed_cb), self);
  g_signal_connect_swapped (self->document, "follow-changed",
                            G_CALLBACK (th_window_follow_changed_cb), self);
  g_signal_connect_swapped (self->document, "find-changed", G_CALLBACK (th_window_update_search),
                            self);
  g_signal_connect_swapped (self->document, "followed", G_CALLBACK (th_window_followed_cb), self);
  g_signal_connect_swapped (self->document, "flow-restored",
                            G_CALLBACK (th_window_flow_restored_cb), self);
  for (guint i = 0; i < G_N_ELEMENTS (to_session); i++)
    g_signal_connect_swapped (self->document, to_session[i], G_CALLBACK (th_window_session_changed),
                              self);
  g_signal_connect_object (th_document_get_markers (self->document), "changed",
                           G_CALLBACK (th_window_session_changed), self, G_CONNECT_SWAPPED);
}

/* Those that are about the recording that goes. */
static void
close_dialogs (ThWindow *self)
{
  const GType types[] = { TH_TYPE_ANALYSIS_DIALOG, TH_TYPE_BOOKMARKS_WINDOW, TH_TYPE_COLUMNS_WINDOW,
                          TH_TYPE_COLOR_RULES_DIALOG,
                          TH_TYPE_SPAN_WINDOW, TH_TYPE_OFFSETS_DIALOG };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      GtkWindow *dialog = th_dialog_find (GTK_WINDOW (self), types[i]);

      if (dialog != NULL)
        gtk_window_destroy (dialog);
    }
}

static void
set_document (ThWindow   *self,
              ThDocument *document)
{
  close_dialogs (self);
  th_window_close_session (self);
  th_window_stop_copying (self);
  th_window_forget_symbols (self);
  th_timeline_set_document (self->timeline, document);
  th_table_pane_set_document (self->table_pane, document);
  th_inspector_set_document (self->inspector, document);
  th_marker_bar_set_document (self->marker_bar, document);
  th_expression_bar_set_document (TH_EXPRESSION_BAR (self->filter_bar), document);
  th_expression_bar_set_document (TH_EXPRESSION_BAR (self->find_bar), document);
  th_problem_bar_set_document (self->problem_bar, document);
  th_status_bar_set_document (self->status_bar, document);

  if (self->document != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->document, self);
      /* Its worker holds a reference until it has noticed. */
      g_object_run_dispose (G_OBJECT (self->document));
      g_clear_object (&self->document);
    }

  self->room_shared = FALSE;
  self->document = document != NULL ? g_object_ref (document) : NULL;
  if (document != NULL)
    {
      follow (self);
      th_window_renew_ways (self);
      th_window_update_chip_actions (self);
      th_window_update_search (self);
    }
}

void
th_window_open (ThWindow            *self,
                GFile               *file,
                const ThOpenOptions *wish)
{
  g_autoptr(ThDocument) document = NULL;
  g_autofree char *format = NULL;
  GAction *action;

  g_return_if_fail (TH_IS_WINDOW (self) && G_IS_FILE (file));

  document = th_document_new (file, th_style_get_theme (th_style_get_default ()), wish);
  action = g_action_map_lookup_action (G_ACTION_MAP (self), "time-format");
  set_document (self, document);
  g_variant_get (g_action_get_state (action), "s", &format);
  th_document_set_time_format (document, th_window_find_time_format (format));
  th_window_open_session (self, wish == NULL ||
                          (wish->from == NULL && wish->to == NULL && wish->task == NULL));

  title_cb (self);
  facts_cb (self);
  state_cb (self);
}

static void
style_changed_cb (ThWindow *self)
{
  if (self->document != NULL)
    th_document_set_theme (self->document, th_style_get_theme (th_style_get_default ()));
}

/* --- getters ------------------------------------------------------------ */

ThDocument *
th_window_get_document (ThWindow *self)
{
  return self->document;
}

ThTimeline *
th_window_get_timeline (ThWindow *self)
{
  return self->timeline;
}

ThEventTable *
th_window_get_table (ThWindow *self)
{
  return th_table_pane_get_events (self->table_pane);
}

ThMarkerBar *
th_window_get_marker_bar (ThWindow *self)
{
  return self->marker_bar;
}

ThInspector *
th_window_get_inspector (ThWindow *self)
{
  return self->inspector;
}

const char *
th_window_get_page (ThWindow *self)
{
  return gtk_stack_get_visible_child_name (self->pages);
}

GtkWidget *
th_window_get_tab (ThWindow   *self,
                   const char *name)
{
  return th_table_pane_get_page (self->table_pane, name);
}

/* --- class -------------------------------------------------------------- */

static void
status_updated_cb (ThWindow *self)
{
  th_action_enable (G_ACTION_MAP (self), "status", !th_status_bar_is_empty (self->status_bar));
  th_window_update_actions (self);
}

static void
restore_size (ThWindow *self)
{
  GSettings *settings = th_settings_get ();
  int width = 1440, height = 900;

  if (settings != NULL)
    g_settings_get (settings, "window-size", "(ii)", &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), CLAMP (width, 400, 16384),
                               CLAMP (height, 300, 16384));
}

/* GTK 4.8 forgets what it was told before there is a surface. */
static void
restore_maximized (ThWindow *self)
{
  GSettings *settings = th_settings_get ();

  g_signal_handlers_disconnect_by_func (self, restore_maximized, NULL);
  if (settings != NULL && g_settings_get_boolean (settings, "maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
}

/* --- closing ------------------------------------------------------------- */

/* The one that stays when it is closed is kept here, the others by GTK. */
static void
destroy_dialogs (ThWindow *self)
{
  GtkWindow *dialog;

  self->recording_window = NULL;
  while ((dialog = th_dialog_find (GTK_WINDOW (self), GTK_TYPE_WINDOW)) != NULL)
    gtk_window_destroy (dialog);
}

/* Holds both until the window has ended. */
typedef struct
{
  ThWindow     *window;
  GApplication *application;
} Farewell;

static gboolean
fold_cb (gpointer data)
{
  Farewell *farewell = data;

  if (th_table_pane_fold (farewell->window->table_pane))
    return G_SOURCE_CONTINUE;

  gtk_window_destroy (GTK_WINDOW (farewell->window));
  return G_SOURCE_REMOVE;
}

static void
farewell_free (gpointer data)
{
  Farewell *farewell = data;

  g_object_unref (farewell->window);
  if (farewell->application != NULL)
    g_application_release (farewell->application);
  g_clear_object (&farewell->application);
  g_free (farewell);
}

/* It is gone at once, for the user, the application and those who open the recording
 * again; the thousands of widgets of its tables end in turns, as another window
 * would not move meanwhile. */
static void
take_leave (ThWindow *self)
{
  Farewell *farewell = g_new0 (Farewell, 1);

  farewell->window = g_object_ref (self);
  if (gtk_window_get_application (GTK_WINDOW (self)) != NULL)
    {
      farewell->application =
        G_APPLICATION (g_object_ref (gtk_window_get_application (GTK_WINDOW (self))));
      g_application_hold (farewell->application);
    }
  th_window_close_session (self);
  destroy_dialogs (self);
  /* GTK forgets what it would have moved it to */
  gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
  gtk_widget_hide (GTK_WIDGET (self));
  gtk_window_set_application (GTK_WINDOW (self), NULL);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, fold_cb, farewell, farewell_free);
}

static gboolean
th_window_close_request (GtkWindow *window)
{
  GSettings *settings = th_settings_get ();
  int width, height;

  if (settings != NULL)
    {
      gtk_window_get_default_size (window, &width, &height);
      if (width > 0 && height > 0)
        g_settings_set (settings, "window-size", "(ii)", width, height);
      g_settings_set_boolean (settings, "maximized", gtk_window_is_maximized (window));
    }

  take_leave (TH_WINDOW (window));
  return TRUE;
}

static void
th_window_dispose (GObject *object)
{
  ThWindow *self = TH_WINDOW (object);

  if (self->timeline != NULL)
    set_document (self, NULL);
  th_window_stop_copying (self);
  th_window_forget_symbols (self);
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  g_clear_handle_id (&self->hold_id, g_source_remove);
  self->held = NULL;
  th_window_clear_sift (self);
  g_clear_object (&self->chooser);
  g_clear_object (&self->recent_menu);
  destroy_dialogs (self);
  self->timeline = NULL;
  g_clear_object (&self->kept.part_keys);
  self->status_bar = NULL;
  self->problem_bar = NULL;

  G_OBJECT_CLASS (th_window_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, ThWindow, title);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, marker_bar);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, facts);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, facts_button);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, opening_spinner);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, progress);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, filter_bar);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, find_bar);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, problem_bar);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, refused_title);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, refused_text);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, recent_box);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, recent_list);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, sample_button);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, zoom_buttons);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, zoom_in);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, zoom_out);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, fit);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, open_menu);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, menu);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, split);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, filter_error);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, rows);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, timeline);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, table_pane);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, inspector);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, status_bar);
}

/* GTK 4.8 would keep a popover that is open, or has the focus, when its window goes
 * (move_focus_widget of gtkwindow.c), and ask it for a tip later, without a surface. */
static void
th_window_unmap (GtkWidget *widget)
{
  gtk_window_set_focus (GTK_WINDOW (widget), NULL);
  th_popovers_close (widget);

  GTK_WIDGET_CLASS (th_window_parent_class)->unmap (widget);
}

static void
th_window_class_init (ThWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_window_dispose;
  widget_class->unmap = th_window_unmap;
  GTK_WINDOW_CLASS (klass)->close_request = th_window_close_request;

  g_type_ensure (TH_TYPE_MARKER_BAR);
  g_type_ensure (TH_TYPE_TIMELINE);
  g_type_ensure (TH_TYPE_TABLE_PANE);
  g_type_ensure (TH_TYPE_INSPECTOR);
  g_type_ensure (TH_TYPE_FILTER_BAR);
  g_type_ensure (TH_TYPE_FIND_BAR);
  g_type_ensure (TH_TYPE_PROBLEM_BAR);
  g_type_ensure (TH_TYPE_STATUS_BAR);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-window.ui");
  bind_children (widget_class);
}

/* "Open…", then what was open lately. */
static void
fill_open_menu (ThWindow *self)
{
  g_autoptr(GMenu) menu = g_menu_new ();
  g_autoptr(GMenu) open = g_menu_new ();

  self->recent_menu = g_menu_new ();
  g_menu_append (open, _("_Open…"), "win.open");
  g_menu_append (open, _("_Append to This Timeline…"), "win.append");
  g_menu_append (open, _("O_ffsets…"), "win.offsets");
  g_menu_append (open, _("_Reload"), "win.reload");
  g_menu_append (open, _("New _Window"), "app.new-window");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (open));
  g_menu_append_section (menu, _("Recent"), G_MENU_MODEL (self->recent_menu));
  gtk_menu_button_set_menu_model (self->open_menu, G_MENU_MODEL (menu));
}

static void
th_window_init (ThWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_window_add_actions (self);
  th_window_add_keys (self);
  fill_open_menu (self);
  th_menu_shortcuts_set (self->menu, gtk_menu_button_get_menu_model (self->menu));
  th_menu_button_take_back_focus (self->menu);
  th_menu_button_take_back_focus (self->open_menu);
  th_window_add_files (self);
  th_window_add_symbols (self);
  th_window_add_field (self);
  restore_size (self);
  g_signal_connect_after (self, "map", G_CALLBACK (restore_maximized), NULL);

  th_shortcuts_set_tooltip (self->zoom_in, "win.zoom-in");
  th_shortcuts_set_tooltip (self->zoom_out, "win.zoom-out");
  th_shortcuts_set_tooltip (self->fit, "win.fit");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->zoom_in), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Zoom in"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->zoom_out), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Zoom out"), -1);
  th_buttons_name (GTK_WIDGET (self));
  show_page (self, "empty");
  g_signal_connect_object (self->timeline, "current-changed",
                           G_CALLBACK (th_status_bar_queue_update), self->status_bar,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table_pane, "changed", G_CALLBACK (th_status_bar_queue_update),
                           self->status_bar, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table_pane, "notify::tab", G_CALLBACK (th_window_session_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->status_bar, "updated", G_CALLBACK (status_updated_cb), self,
                           G_CONNECT_SWAPPED);
  th_status_bar_set_marker_bar (self->status_bar, self->marker_bar);
  status_updated_cb (self);
  g_signal_connect_object (th_style_get_default (), "changed", G_CALLBACK (style_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

ThWindow *
th_window_new (GtkApplication *application)
{
  return g_object_new (TH_TYPE_WINDOW, "application", application, NULL);
}
