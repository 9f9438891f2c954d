/* th-window-files.c - choosing, dropping and remembering files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-parts.h"
#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-recent-file.h"
#include "th-settings.h"
#include "th-display-text.h"
#include "th-widgets.h"

#define MAX_RECENT 8

/* Here if the window is empty or was refused a file, else in another one. */
void
th_window_open_file (ThWindow *self,
                     GFile    *file)
{
  GApplication *application = G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self)));

  /* The application knows whether it is open already. */
  g_application_open (application, &file, 1, "");
}

/* --- dialog ------------------------------------------------------------- */

void
th_window_append_file (ThWindow *self,
                       GFile    *file)
{
  if (self->document == NULL || th_document_get_state (self->document) == TH_DOCUMENT_FAILED)
    {
      th_window_open_file (self, file);
      return;
    }

  th_document_append (self->document, file, TH_ALIGN_SHIFT, 0);
}

static void
response_cb (ThWindow *self,
             int       response)
{
  gboolean append = g_object_get_data (G_OBJECT (self->chooser), "append") != NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr(GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (self->chooser));

      for (guint i = 0; i < g_list_model_get_n_items (files); i++)
        {
          g_autoptr(GFile) file = g_list_model_get_item (files, i);

          if (append)
            th_window_append_file (self, file);
          else
            th_window_open_file (self, file);
        }
    }

  g_clear_object (&self->chooser);
}

static void
add_filter (GtkFileChooser    *chooser,
            const char        *name,
            const char *const *patterns)
{
  g_autoptr(GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; patterns[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
  gtk_file_chooser_add_filter (chooser, filter);
}

/* For the dialog only: content decides what a file is. */
static void
add_filters (GtkFileChooser *chooser)
{
  static const char *const all[] = { "*", NULL };

  add_filter (chooser, _("All files"), all);
  for (const ThLoader *const *loader = th_loaders_list (); *loader != NULL; loader++)
    if ((*loader)->patterns != NULL)
      add_filter (chooser, _((*loader)->name), (*loader)->patterns);
}

static void
choose (ThWindow   *self,
        const char *title,
        const char *accept,
        gboolean    append)
{
  if (self->chooser != NULL)
    return;

  self->chooser = gtk_file_chooser_native_new (title, GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_OPEN, accept, _("_Cancel"));
  g_object_set_data (G_OBJECT (self->chooser), "append", GINT_TO_POINTER (append));
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (self->chooser), TRUE);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  add_filters (GTK_FILE_CHOOSER (self->chooser));
  if (self->document != NULL)
    {
      g_autoptr(GFile) folder = g_file_get_parent (th_document_get_file (self->document));

      if (folder != NULL)
        gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (self->chooser), folder, NULL);
    }
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

void
th_window_choose_file (ThWindow *self)
{
  choose (self, _("Open a Recording"), _("_Open"), FALSE);
}

void
th_window_choose_appended (ThWindow *self)
{
  choose (self, _("Append a Recording to This Timeline"), _("_Append"), TRUE);
}

/* --- recent ------------------------------------------------------------- */

void
th_window_remember (ThWindow *self)
{
  g_autofree char *uri = g_file_get_uri (th_document_get_file (self->document));
  char *groups[] = { (char *) "thresher", NULL };
  GtkRecentData data = {
    .mime_type = (char *) "application/x-trace-dat",
    .app_name = (char *) "Thresher",
    .app_exec = (char *) "thresher %f",
    .groups = groups,
  };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

static int
compare_recent (gconstpointer a,
                gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_modified ((GtkRecentInfo *) b),
                              gtk_recent_info_get_modified ((GtkRecentInfo *) a));
}

/* A menu takes "_" for a mnemonic. */
static void
add_recent_item (ThWindow   *self,
                 const char *text,
                 const char *uri)
{
  g_auto(GStrv) parts = g_strsplit (text, "_", -1);
  g_autofree char *escaped = g_strjoinv ("__", parts);
  g_autoptr(GMenuItem) item = g_menu_item_new (escaped, NULL);

  g_menu_item_set_action_and_target (item, "win.open-uri", "s", uri);
  g_menu_append_item (self->recent_menu, item);
}

static GtkWidget *
recent_label_new (const char *text,
                  const char *style)
{
  GtkWidget *label = th_label_new (text, style);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  return label;
}

static void
add_recent_button (ThWindow   *self,
                   const char *name,
                   const char *place,
                   const char *tip,
                   const char *uri)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *told = g_strconcat (name, ", ", place, NULL);

  gtk_box_append (GTK_BOX (box), recent_label_new (name, NULL));
  gtk_box_append (GTK_BOX (box), recent_label_new (place, "dim-label"));
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_set_tooltip_text (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, told, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.open-uri");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", uri);
  gtk_box_append (GTK_BOX (self->recent_list), button);
}

static void
add_recent (ThWindow      *self,
            GtkRecentInfo *info)
{
  const char *uri = gtk_recent_info_get_uri (info);
  g_autoptr(GFile) file = g_file_new_for_uri (uri);
  g_autofree char *name = th_display_text_make_valid (gtk_recent_info_get_display_name (info));
  g_autofree char *place = th_recent_file_describe (file);
  g_autofree char *line = g_strconcat (name, " — ", place, NULL);
  g_autofree char *path = gtk_recent_info_get_uri_display (info);
  g_autofree char *tip = path != NULL ? th_display_text_make_valid (path) : NULL;

  add_recent_item (self, line, uri);
  add_recent_button (self, name, place, tip, uri);
}

void
th_window_update_recent (ThWindow *self)
{
  g_autolist(GtkRecentInfo) all = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  guint n = 0;

  th_widget_clear (self->recent_list);
  g_menu_remove_all (self->recent_menu);

  all = g_list_sort (all, compare_recent);
  for (GList *link = all; link != NULL && n < MAX_RECENT; link = link->next)
    if (gtk_recent_info_has_group (link->data, "thresher") &&
        (!gtk_recent_info_is_local (link->data) || gtk_recent_info_exists (link->data)))
      {
        add_recent (self, link->data);
        n++;
      }

  gtk_widget_set_visible (self->recent_box, n > 0);
}

/* --- drop --------------------------------------------------------------- */

gboolean
th_window_take_drop (ThWindow      *self,
                     const GValue  *value,
                     GdkDragAction  actions)
{
  gboolean append = actions == GDK_ACTION_LINK;
  GSList *files;

  if (!G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    return FALSE;

  files = gdk_file_list_get_files (g_value_get_boxed (value));
  for (GSList *link = files; link != NULL; link = link->next)
    if (append)
      th_window_append_file (self, link->data);
    else
      th_window_open_file (self, link->data);
  g_slist_free (files);

  return TRUE;
}

static gboolean
drop_cb (ThWindow      *self,
         const GValue  *value,
         double         x,
         double         y,
         GtkDropTarget *target)
{
  GdkDrop *drop = gtk_drop_target_get_current_drop (target);

  return th_window_take_drop (self, value,
                              drop != NULL ? gdk_drop_get_actions (drop) : GDK_ACTION_COPY);
}

void
th_window_add_files (ThWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST,
                                               GDK_ACTION_COPY | GDK_ACTION_LINK);
  g_autoptr(GFile) sample = th_settings_find_sample ();

  g_signal_connect_swapped (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));

  gtk_widget_set_visible (self->sample_button, sample != NULL);
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed",
                           G_CALLBACK (th_window_update_recent), self, G_CONNECT_SWAPPED);
  th_window_update_recent (self);
}
