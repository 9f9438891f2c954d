/* th-file-dialog.c - asks which file to open or to save
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-file-dialog.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-widgets.h"

typedef struct
{
  GtkFileChooserNative **open;
  ThFileChosenFunc       chosen;
  gpointer               data;
  char                 **endings; /* of names, one for each kind; NULL: names stay as they are */
  /* NULL if a portal shows the dialog.  GtkFileChooserNative uses it without a reference, even
   * after it was destroyed together with its parent. */
  GtkWindow             *shown;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_strfreev (request->endings);
  g_clear_object (&request->shown);
  g_free (request);
}

static const Request *
get_request (gpointer dialog)
{
  return g_object_get_data (dialog, "th-request");
}

/* --- endings ------------------------------------------------------------------- */

static const char *
get_chosen_ending (const Request  *request,
                   GtkFileChooser *chooser)
{
  g_autoptr(GListModel) filters = gtk_file_chooser_get_filters (chooser);
  GtkFileFilter *chosen = gtk_file_chooser_get_filter (chooser);

  for (guint i = 0; i < g_list_model_get_n_items (filters); i++)
    {
      g_autoptr(GtkFileFilter) filter = g_list_model_get_item (filters, i);

      if (filter == chosen)
        return request->endings[i];
    }

  return request->endings[0];
}

/* Returns the ending that @name has, or NULL. */
static const char *
find_ending (const Request *request,
             const char    *name)
{
  g_autofree char *lower = g_utf8_strdown (name, -1);

  for (guint i = 0; request->endings[i] != NULL; i++)
    if (g_str_has_suffix (lower, request->endings[i]))
      return request->endings[i];

  return NULL;
}

/* Who chooses another kind gets a file of that kind. */
static void
filter_cb (GtkFileChooser *chooser)
{
  const Request *request = get_request (chooser);
  g_autofree char *name = gtk_file_chooser_get_current_name (chooser), *renamed = NULL;
  const char *ending;

  if (name == NULL || *name == '\0')
    return;

  ending = find_ending (request, name);
  if (ending != NULL)
    name[strlen (name) - strlen (ending)] = '\0';
  renamed = g_strconcat (name, get_chosen_ending (request, chooser), NULL);
  gtk_file_chooser_set_current_name (chooser, renamed);
}

/* Adds the ending of the chosen kind to a name that has none.  If there is a file of that name,
 * the dialog shows the whole name, so that it asks whether to replace the file. */
static gboolean
complete_name (GtkNativeDialog *dialog,
               GFile          **file)
{
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (dialog);
  const Request *request = get_request (dialog);
  g_autofree char *base = g_file_get_basename (*file), *name = g_filename_display_name (base);
  g_autofree char *whole = NULL;
  g_autoptr(GFile) folder = g_file_get_parent (*file);

  if (folder == NULL || find_ending (request, name) != NULL)
    return TRUE;

  whole = g_strconcat (base, get_chosen_ending (request, chooser), NULL);
  g_object_unref (*file);
  *file = g_file_get_child (folder, whole);
  if (!g_file_query_exists (*file, NULL))
    return TRUE;

  g_free (name);
  name = g_filename_display_name (whole);
  gtk_file_chooser_set_current_name (chooser, name);
  gtk_native_dialog_show (dialog);
  return FALSE;
}

/* --- the dialog ---------------------------------------------------------------- */

/* Releases the dialog first, as what is done with a file may destroy the owner of the field. */
static void
response_cb (GtkNativeDialog *dialog,
             int              response)
{
  Request request = *get_request (dialog);
  g_autoptr(GListModel) files = response == GTK_RESPONSE_ACCEPT
                                ? gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog)) : NULL;

  if (files != NULL && request.endings != NULL)
    {
      g_autoptr(GFile) file = g_list_model_get_item (files, 0);

      if (file == NULL || !complete_name (dialog, &file))
        return;

      g_clear_object (request.open);
      request.chosen (request.data, file);
      return;
    }

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

/* The endings of names to save under: "*.csv" stands for ".csv". */
static char **
dup_endings (const ThFileDialog *self)
{
  char **endings;

  if (self->action != GTK_FILE_CHOOSER_ACTION_SAVE || self->n_kinds == 0)
    return NULL;

  endings = g_new0 (char *, self->n_kinds + 1);
  for (guint i = 0; i < self->n_kinds; i++)
    endings[i] = g_strdup (self->kinds[i].patterns[0] + 1);
  return endings;
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
  *request = (Request) { open, chosen, data, dup_endings (self), NULL };
  *open = dialog_new (self);
  g_object_set_data_full (G_OBJECT (*open), "th-request", request, request_free);
  g_signal_connect (*open, "response", G_CALLBACK (response_cb), NULL);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (*open));

  g_set_object (&request->shown, th_dialog_find (self->parent, GTK_TYPE_FILE_CHOOSER_DIALOG));
  /* GtkFileChooserNative does not notify it. */
  if (request->shown != NULL && request->endings != NULL)
    g_signal_connect_object (request->shown, "notify::filter", G_CALLBACK (filter_cb), *open,
                             G_CONNECT_SWAPPED);
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
