/* th-recording-chooser.c - the dialog that chooses recordings to open or to append
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-recording-chooser.h"

#include <glib/gi18n-lib.h>

#include "th-loaders.h"

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

/* The filters only hide files in the dialog; the content decides what a file is. */
static void
add_filters (GtkFileChooser *chooser)
{
  static const char *const all[] = { "*", NULL };

  add_filter (chooser, _("All files"), all);
  for (const ThLoader *const *loader = th_loaders_list (); *loader != NULL; loader++)
    if ((*loader)->patterns != NULL)
      add_filter (chooser, _((*loader)->name), (*loader)->patterns);
}

static GtkFileChooserNative *
chooser_new (GtkWindow  *parent,
             const char *title,
             const char *accept,
             GFile      *beside)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (title, parent,
                                                               GTK_FILE_CHOOSER_ACTION_OPEN, accept,
                                                               _("_Cancel"));
  g_autoptr(GFile) folder = beside != NULL ? g_file_get_parent (beside) : NULL;

  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (chooser), TRUE);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  add_filters (GTK_FILE_CHOOSER (chooser));
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), folder, NULL);

  return chooser;
}

typedef struct
{
  GtkFileChooserNative **chooser;
  ThRecordingChosenFunc  chosen;
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

  g_clear_object (request.chooser);
  for (guint i = 0; files != NULL && i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr(GFile) file = g_list_model_get_item (files, i);

      request.chosen (request.data, file);
    }
}

void
th_recording_chooser_open (GtkFileChooserNative **chooser,
                           GtkWindow             *parent,
                           const char            *title,
                           const char            *accept,
                           GFile                 *beside,
                           ThRecordingChosenFunc  chosen,
                           gpointer               data)
{
  Request *request;

  if (*chooser != NULL)
    return;

  request = g_new (Request, 1);
  *request = (Request) { chooser, chosen, data };
  *chooser = chooser_new (parent, title, accept, beside);
  g_signal_connect_data (*chooser, "response", G_CALLBACK (response_cb), request, request_free, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (*chooser));
}
