/* th-window-files.c - files that are chosen in a dialog or dropped on the window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-recording-chooser.h"

void
th_window_open_file (ThWindow *self,
                     GFile    *file)
{
  GApplication *application = G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self)));

  /* The application knows whether it is open already. */
  g_application_open (application, &file, 1, "");
}

/* --- dialog ------------------------------------------------------------- */

static void
response_cb (ThWindow *self,
             int       response)
{
  g_autoptr(GListModel) files = response == GTK_RESPONSE_ACCEPT
                                ? gtk_file_chooser_get_files (GTK_FILE_CHOOSER (self->chooser))
                                : NULL;

  for (guint i = 0; files != NULL && i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr(GFile) file = g_list_model_get_item (files, i);

      th_window_open_file (self, file);
    }
  g_clear_object (&self->chooser);
}

void
th_window_choose_file (ThWindow *self)
{
  ThDocument *document = th_document_view_get_document (self->view);

  if (self->chooser != NULL)
    return;

  self->chooser = th_recording_chooser_new (GTK_WINDOW (self), _("Open a Recording"), _("_Open"),
                                            document != NULL ? th_document_get_file (document)
                                                             : NULL);
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* --- drop --------------------------------------------------------------- */

gboolean
th_window_take_drop (ThWindow     *self,
                     const GValue *value,
                     GdkDragAction actions)
{
  gboolean append = actions == GDK_ACTION_LINK;
  GSList *files;

  if (!G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    return FALSE;

  files = gdk_file_list_get_files (g_value_get_boxed (value));
  for (GSList *link = files; link != NULL; link = link->next)
    if (append)
      th_document_view_append (self->view, link->data);
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
th_window_add_drop_target (ThWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST,
                                               GDK_ACTION_COPY | GDK_ACTION_LINK);

  g_signal_connect_swapped (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
