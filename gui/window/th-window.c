/* th-window.c - a window: a start page, or the views of documents
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-actions.h"
#include "th-menu-shortcuts.h"
#include "th-settings.h"
#include "th-shortcuts.h"
#include "th-widgets.h"

G_DEFINE_FINAL_TYPE (ThWindow, th_window, GTK_TYPE_APPLICATION_WINDOW)

/* --- the current view --------------------------------------------------- */

static void
page_cb (ThWindow *self)
{
  gboolean is_comparing = th_window_is_comparing (self);
  gboolean has_recording = g_str_equal (th_window_get_page (self), "recording");
  gboolean is_empty = th_document_view_get_document (self->view) == NULL && !is_comparing;

  gtk_stack_set_visible_child_name (self->pages, !is_empty ? "views"
                                                 : self->review != NULL ? "notes" : "empty");
  gtk_widget_set_visible (self->zoom_buttons, has_recording);
  th_action_enable (G_ACTION_MAP (self), "save-view", has_recording || is_comparing);
  th_action_enable (G_ACTION_MAP (self), "copy-link", has_recording || is_comparing);
}

/* Adds the actions of the current view to the window. */
static void
remove_actions (ThWindow       *self,
                ThDocumentView *view)
{
  g_auto(GStrv) names =
    g_action_group_list_actions (G_ACTION_GROUP (th_document_view_get_actions (view)));

  for (guint i = 0; names[i] != NULL; i++)
    g_action_map_remove_action (G_ACTION_MAP (self), names[i]);
}

static void
add_actions (ThWindow       *self,
             ThDocumentView *view)
{
  GActionMap *actions = th_document_view_get_actions (view);
  g_auto(GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (actions));

  for (guint i = 0; names[i] != NULL; i++)
    g_action_map_add_action (G_ACTION_MAP (self), g_action_map_lookup_action (actions, names[i]));
}

static void
set_view (ThWindow       *self,
          ThDocumentView *view)
{
  ThDocumentView *old = self->view;

  if (old == view)
    return;

  self->view = view;
  g_signal_group_set_target (self->view_signals, view);
  g_binding_group_set_source (self->view_bindings, view);
  th_held_keys_set_timeline (self->held_keys,
                             view != NULL ? th_document_view_get_timeline (view) : NULL);
  /* Both views have the same action names, so new actions replace those of the old view. */
  if (view == NULL)
    remove_actions (self, old);
  else
    {
      add_actions (self, view);
      page_cb (self);
    }
}

static void
focus_cb (ThWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GtkWidget *view = focus != NULL ? gtk_widget_get_ancestor (focus, TH_TYPE_DOCUMENT_VIEW) : NULL;

  if (view != NULL)
    set_view (self, TH_DOCUMENT_VIEW (view));
}

/* The view of A stays, so it becomes the current one when the comparison ends. */
static void
comparing_cb (ThWindow *self)
{
  ThSideView *first = th_comparison_view_get_side (self->comparison, 0);

  if (!th_window_is_comparing (self))
    set_view (self, th_side_view_get_view (first));
  th_widget_set_class (self->compare, "comparing", th_window_is_comparing (self));
  /* A comparison is shown even if A is a baseline, for which no document is opened. */
  if (self->view != NULL)
    page_cb (self);
}

static void
look_at_files (ThDocumentView *view)
{
  ThDocument *document = th_document_view_get_document (view);

  if (document != NULL)
    th_document_look_at_files (document);
}

/* Checks the files, which may have changed while another window was active. */
static void
active_cb (ThWindow *self)
{
  if (gtk_window_is_active (GTK_WINDOW (self)))
    th_comparison_view_foreach (self->comparison, look_at_files);
  if (gtk_window_is_active (GTK_WINDOW (self)) && self->review != NULL)
    th_note_store_look (th_open_review_get_store (self->review));
}

void
th_window_open (ThWindow            *self,
                GFile               *file,
                const ThOpenOptions *options)
{
  g_return_if_fail (TH_IS_WINDOW (self) && G_IS_FILE (file));

  th_document_view_open (self->view, file, options);
}

void
th_window_compare (ThWindow          *self,
                   ThComparisonSides *sides)
{
  g_return_if_fail (TH_IS_WINDOW (self) && sides != NULL);

  th_comparison_view_compare (self->comparison, sides);
}

gboolean
th_window_is_comparing (ThWindow *self)
{
  g_return_val_if_fail (TH_IS_WINDOW (self), FALSE);

  return th_comparison_view_get_sides (self->comparison) != NULL;
}

gboolean
th_window_awaits_comparison (ThWindow *self)
{
  ThComparisonJob *job;

  g_return_val_if_fail (TH_IS_WINDOW (self), FALSE);

  job = th_comparison_view_get_job (self->comparison);
  return job != NULL && th_comparison_job_get_state (job) == TH_COMPARISON_JOB_RUNNING;
}

/* --- getters ------------------------------------------------------------ */

ThDocument *
th_window_get_document (ThWindow *self)
{
  return self->view != NULL ? th_document_view_get_document (self->view) : NULL;
}

ThTimeline *
th_window_get_timeline (ThWindow *self)
{
  return th_document_view_get_timeline (self->view);
}

ThInspector *
th_window_get_inspector (ThWindow *self)
{
  return th_document_view_get_inspector (self->view);
}

ThTablePane *
th_window_get_table_pane (ThWindow *self)
{
  return th_document_view_get_table_pane (self->view);
}

const char *
th_window_get_page (ThWindow *self)
{
  return th_window_get_document (self) != NULL ? th_document_view_get_page (self->view) : "empty";
}

/* --- size --------------------------------------------------------------- */

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

/* GTK 4.8 ignores gtk_window_maximize() before there is a surface. */
static void
restore_maximized (ThWindow *self)
{
  GSettings *settings = th_settings_get ();

  g_signal_handlers_disconnect_by_func (self, restore_maximized, NULL);
  if (settings != NULL && g_settings_get_boolean (settings, "maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
}

/* --- closing ------------------------------------------------------------- */

static void
destroy_dialogs (ThWindow *self)
{
  GtkWindow *dialog;

  while ((dialog = th_dialog_find (GTK_WINDOW (self), GTK_TYPE_WINDOW)) != NULL)
    gtk_window_destroy (dialog);
}

/* Holds references to both until the window is destroyed. */
typedef struct
{
  ThWindow     *window;
  GApplication *application;
} Closing;

static gboolean
fold_cb (gpointer data)
{
  Closing *closing = data;

  for (guint side = 0; side < 2; side++)
    {
      ThSideView *view = th_comparison_view_get_side (closing->window->comparison, side);

      if (view != NULL && th_document_view_fold (th_side_view_get_view (view)))
        return G_SOURCE_CONTINUE;
    }

  gtk_window_destroy (GTK_WINDOW (closing->window));
  return G_SOURCE_REMOVE;
}

static void
closing_free (gpointer data)
{
  Closing *closing = data;

  g_object_unref (closing->window);
  if (closing->application != NULL)
    g_application_release (closing->application);
  g_clear_object (&closing->application);
  g_free (closing);
}

/* Hides the window and removes it from the application at once.  The thousands of widgets of
 * its tables are freed in small portions, so that other windows stay responsive. */
static void
close_in_portions (ThWindow *self)
{
  Closing *closing = g_new0 (Closing, 1);

  closing->window = g_object_ref (self);
  if (gtk_window_get_application (GTK_WINDOW (self)) != NULL)
    {
      closing->application =
        G_APPLICATION (g_object_ref (gtk_window_get_application (GTK_WINDOW (self))));
      g_application_hold (closing->application);
    }
  th_comparison_view_foreach (self->comparison, th_document_view_close);
  destroy_dialogs (self);
  /* GTK 4.8 would leak the widget to which it would move the focus. */
  gtk_widget_grab_focus (GTK_WIDGET (th_window_get_timeline (self)));
  gtk_widget_hide (GTK_WIDGET (self));
  gtk_window_set_application (GTK_WINDOW (self), NULL);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, fold_cb, closing, closing_free);
}

static void
keep_size (GtkWindow *window)
{
  GSettings *settings = th_settings_get ();
  int width, height;

  if (settings == NULL || TH_WINDOW (window)->forgets_size)
    return;

  gtk_window_get_default_size (window, &width, &height);
  if (width > 0 && height > 0)
    g_settings_set (settings, "window-size", "(ii)", width, height);
  g_settings_set_boolean (settings, "maximized", gtk_window_is_maximized (window));
}

void
th_window_forget_size (ThWindow *self)
{
  g_return_if_fail (TH_IS_WINDOW (self));

  self->forgets_size = TRUE;
}

static gboolean
th_window_close_request (GtkWindow *window)
{
  if (th_window_ask_close (TH_WINDOW (window)))
    return TRUE;

  keep_size (window);
  close_in_portions (TH_WINDOW (window));
  return TRUE;
}

static void
th_window_dispose (GObject *object)
{
  ThWindow *self = TH_WINDOW (object);

  th_window_forget_recording (self);
  th_window_forget_review (self);
  if (self->view_signals != NULL)
    set_view (self, NULL);
  g_clear_object (&self->view_signals);
  g_clear_object (&self->view_bindings);
  g_clear_object (&self->held_keys);
  g_clear_object (&self->chooser);
  g_clear_object (&self->archive);
  destroy_dialogs (self);

  G_OBJECT_CLASS (th_window_parent_class)->dispose (object);
}

/* Most windows open with a recording and never show the start page. */
static ThStartPage *
get_start_page (ThWindow *self)
{
  if (self->start_page == NULL)
    {
      self->start_page = g_object_new (TH_TYPE_START_PAGE, NULL);
      gtk_box_append (self->start_place, GTK_WIDGET (self->start_page));
    }

  return self->start_page;
}

static void
start_page_shown_cb (ThWindow *self)
{
  get_start_page (self);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, ThWindow, title);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, open_menu);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, main_menu);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, menu);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, compare);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, zoom_buttons);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, share);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, zoom_in);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, zoom_out);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, fit);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, start_place);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, notes_page);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, comparison);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, record_controls);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, record_bar);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, review_bar);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, drop_zones);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, open_zone);
  gtk_widget_class_bind_template_child (widget_class, ThWindow, compare_zone);
}

/* GTK 4.8 would keep a popover that is open or has the focus when its window is destroyed
 * (move_focus_widget() in gtkwindow.c), and query its tooltip later, without a surface. */
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

  g_type_ensure (TH_TYPE_WINDOW_TITLE);
  g_type_ensure (TH_TYPE_COMPARISON_VIEW);
  g_type_ensure (TH_TYPE_RECORD_BAR);
  g_type_ensure (TH_TYPE_REVIEW_BAR);
  g_type_ensure (TH_TYPE_RECORD_CONTROLS);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-window.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, start_page_shown_cb);
}

/* Creates the menu with "Open…", "Compare With…" and the recent files, when it is first opened. */
static void
opening_open_menu_cb (GtkMenuButton *button,
                      ThWindow      *self)
{
  g_autoptr(GMenu) menu = g_menu_new ();
  g_autoptr(GMenu) open = g_menu_new ();
  g_autoptr(GMenuItem) close = g_menu_item_new (_("C_lose Comparison"), "win.close-comparison");

  if (gtk_menu_button_get_menu_model (button) != NULL)
    return;

  g_menu_item_set_attribute (close, "hidden-when", "s", "action-disabled");
  g_menu_append (open, _("_Open…"), "win.open");
  g_menu_append (open, _("Open _Review…"), "win.open-review");
  g_menu_append (open, _("_Append to This Timeline…"), "win.append");
  g_menu_append (open, _("O_ffsets…"), "win.offsets");
  g_menu_append (open, _("_Compare With…"), "win.compare");
  g_menu_append_item (open, close);
  g_menu_append (open, _("_Reload"), "win.reload");
  g_menu_append (open, _("New _Window"), "app.new-window");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (open));
  g_menu_append_section (menu, _("Recent"), th_start_page_get_recent_menu (get_start_page (self)));
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

static void
init_header_bar (ThWindow *self)
{
  gtk_menu_button_set_create_popup_func (self->open_menu,
                                         (GtkMenuButtonCreatePopupFunc) opening_open_menu_cb, self,
                                         NULL);
  th_menu_shortcuts_set (self->menu, self->main_menu);
  th_menu_button_take_back_focus (self->menu);
  th_menu_button_take_back_focus (self->open_menu);
  th_shortcuts_set_tooltip (self->share, "win.share");
  th_shortcuts_set_tooltip (self->zoom_in, "win.zoom-in");
  th_shortcuts_set_tooltip (self->zoom_out, "win.zoom-out");
  th_shortcuts_set_tooltip (self->fit, "win.fit");
  th_shortcuts_set_tooltip (self->compare, "win.compare");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->zoom_in), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Zoom in"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->zoom_out), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Zoom out"), -1);
  g_object_bind_property (self->title, "name", self, "title", G_BINDING_DEFAULT);
  g_object_bind_property (self->comparison, "title", self->title, "comparison",
                          G_BINDING_SYNC_CREATE);
  g_object_bind_property (self->comparison, "summary", self->title, "conditions",
                          G_BINDING_SYNC_CREATE);
}

static void
init_view (ThWindow *self)
{
  self->view_signals = g_signal_group_new (TH_TYPE_DOCUMENT_VIEW);
  g_signal_group_connect_swapped (self->view_signals, "notify::document", G_CALLBACK (page_cb),
                                  self);
  g_signal_group_connect_swapped (self->view_signals, "notify::page", G_CALLBACK (page_cb), self);
  self->view_bindings = g_binding_group_new ();
  g_binding_group_bind (self->view_bindings, "document", self->title, "document",
                        G_BINDING_SYNC_CREATE);
  g_signal_connect_swapped (self->comparison, "notify::comparing", G_CALLBACK (comparing_cb), self);
  g_signal_connect_swapped (self->title, "notify::review", G_CALLBACK (page_cb), self);
  comparing_cb (self);
}

static void
th_window_init (ThWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->held_keys = th_held_keys_new (GTK_WINDOW (self));
  th_window_add_actions (self);
  th_window_add_drop_target (self);
  init_header_bar (self);
  init_view (self);
  th_window_init_recording (self);
  th_window_init_share (self);
  th_window_init_review (self);
  th_window_init_unpack (self);
  restore_size (self);
  th_buttons_name (GTK_WIDGET (self));
  g_signal_connect_after (self, "map", G_CALLBACK (restore_maximized), NULL);
  g_signal_connect (self, "notify::focus-widget", G_CALLBACK (focus_cb), NULL);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (active_cb), NULL);
}

ThWindow *
th_window_new (GtkApplication *application)
{
  return g_object_new (TH_TYPE_WINDOW, "application", application, NULL);
}
