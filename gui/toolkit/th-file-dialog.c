/* th-file-dialog.c - asks which file to open or to save
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-file-dialog.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-display-text.h"

typedef struct
{
  GtkFileChooserNative **open;
  ThFileChosenFunc       chosen;
  gpointer               data;
} Request;

static void
request_free (gpointer  request,
              GClosure *closure)
{
  g_free (request);
}

/* Releases the dialog first, as what is done with a file may destroy the owner of the field. */
static void
response_cb (GtkNativeDialog *dialog,
             int              response,
             const Request   *pending)
{
  Request request = *pending;
  g_autoptr(GListModel) files = response == GTK_RESPONSE_ACCEPT
                                ? gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog)) : NULL;

  g_clear_object (request.open);
  for (guint i = 0; files != NULL && i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr(GFile) file = g_list_model_get_item (files, i);

      request.chosen (request.data, file);
    }
}

static void
add_kind (GtkFileChooser   *chooser,
          const ThFileKind *kind)
{
  g_autoptr(GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, kind->name);
  for (guint i = 0; kind->patterns[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, kind->patterns[i]);
  gtk_file_chooser_add_filter (chooser, filter);
}

static GtkFileChooserNative *
dialog_new (const ThFileDialog *self)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (self->title, self->parent,
                                                              self->action, self->accept,
                                                              _("_Cancel"));
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (dialog);
  g_autoptr(GFile) folder = self->beside != NULL ? g_file_get_parent (self->beside) : NULL;

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_file_chooser_set_select_multiple (chooser, self->multiple);
  for (guint i = 0; i < self->n_kinds; i++)
    add_kind (chooser, &self->kinds[i]);
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (chooser, folder, NULL);
  if (self->name != NULL)
    gtk_file_chooser_set_current_name (chooser, self->name);

  return dialog;
}

void
th_file_dialog_open (GtkFileChooserNative **open,
                     const ThFileDialog    *self,
                     ThFileChosenFunc       chosen,
                     gpointer               data)
{
  Request *request;

  if (*open != NULL)
    return;

  request = g_new (Request, 1);
  *request = (Request) { open, chosen, data };
  *open = dialog_new (self);
  g_signal_connect_data (*open, "response", G_CALLBACK (response_cb), request, request_free, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (*open));
}

char *
th_file_dialog_suggest_name (GFile      *file,
                             const char *suffix)
{
  g_autofree char *base = g_file_get_basename (file), *valid = NULL;
  char *dot = strrchr (base, '.');

  if (dot != NULL && dot != base)
    *dot = '\0';
  valid = th_display_text_make_valid (base);
  return g_strconcat (valid, suffix, NULL);
}
