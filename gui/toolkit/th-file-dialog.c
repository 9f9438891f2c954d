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
  ThFileKind            *kinds;   /* of a file to be saved; NULL: its name stays as it is */
  guint                  n_kinds;
  /* NULL if a portal shows the dialog.  GtkFileChooserNative has no reference to it, but uses it
   * even after it was destroyed together with its parent. */
  GtkWindow             *shown;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_free (request->kinds);
  g_clear_object (&request->shown);
  g_free (request);
}

static const Request *
get_request (gpointer dialog)
{
  return g_object_get_data (dialog, "th-request");
}

/* --- suffixes ------------------------------------------------------------------ */

const char *
th_file_kind_get_suffix (const ThFileKind *self)
{
  return self->patterns[0] + 1;
}

int
th_file_kinds_find (const ThFileKind *kinds,
                    guint             n_kinds,
                    const char       *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; i < n_kinds; i++)
    if (g_str_has_suffix (lower, th_file_kind_get_suffix (&kinds[i])))
      return i;

  return -1;
}

static const char *
get_chosen_suffix (GtkFileChooser *chooser)
{
  const Request *request = get_request (chooser);
  g_autoptr(GListModel) filters = gtk_file_chooser_get_filters (chooser);
  GtkFileFilter *chosen = gtk_file_chooser_get_filter (chooser);
  guint kind = 0;

  for (guint i = 0; i < request->n_kinds; i++)
    {
      g_autoptr(GtkFileFilter) filter = g_list_model_get_item (filters, i);

      if (filter == chosen)
        kind = i;
    }

  return th_file_kind_get_suffix (&request->kinds[kind]);
}

/* Gives the name the suffix of the kind that was chosen. */
static void
filter_cb (GtkFileChooser *chooser)
{
  const Request *request = get_request (chooser);
  g_autofree char *name = gtk_file_chooser_get_current_name (chooser), *renamed = NULL;
  int kind;

  if (name == NULL || *name == '\0')
    return;

  kind = th_file_kinds_find (request->kinds, request->n_kinds, name);
  if (kind >= 0)
    name[strlen (name) - strlen (th_file_kind_get_suffix (&request->kinds[kind]))] = '\0';
  renamed = g_strconcat (name, get_chosen_suffix (chooser), NULL);
  gtk_file_chooser_set_current_name (chooser, renamed);
}

/* Adds the suffix of the chosen kind to a name that has none.  If a file with that name
 * exists, shows the dialog again with the complete name, so that it asks whether to replace the
 * file, and returns FALSE. */
static gboolean
complete_name (GtkNativeDialog *dialog,
               GFile          **file)
{
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (dialog);
  const Request *request = get_request (dialog);
  g_autofree char *name = g_file_get_basename (*file), *complete = NULL, *displayed = NULL;
  g_autoptr(GFile) folder = g_file_get_parent (*file);

  if (request->kinds == NULL || folder == NULL ||
      th_file_kinds_find (request->kinds, request->n_kinds, name) >= 0)
    return TRUE;

  complete = g_strconcat (name, get_chosen_suffix (chooser), NULL);
  g_object_unref (*file);
  *file = g_file_get_child (folder, complete);
  if (!g_file_query_exists (*file, NULL))
    return TRUE;

  displayed = g_filename_display_name (complete);
  gtk_file_chooser_set_current_name (chooser, displayed);
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
  g_autoptr(GPtrArray) chosen = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; files != NULL && i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr(GFile) file = g_list_model_get_item (files, i);

      if (!complete_name (dialog, &file))
        return;
      g_ptr_array_add (chosen, g_steal_pointer (&file));
    }

  g_clear_object (request.open);
  for (guint i = 0; i < chosen->len; i++)
    request.chosen (request.data, chosen->pdata[i]);
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
  *request = (Request) { open, chosen, data, .n_kinds = self->n_kinds };
  if (self->action == GTK_FILE_CHOOSER_ACTION_SAVE && self->n_kinds > 0)
    request->kinds = g_memdup2 (self->kinds, self->n_kinds * sizeof *self->kinds);
  *open = dialog_new (self);
  g_object_set_data_full (G_OBJECT (*open), "th-request", request, request_free);
  g_signal_connect (*open, "response", G_CALLBACK (response_cb), NULL);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (*open));

  g_set_object (&request->shown, th_dialog_find (self->parent, GTK_TYPE_FILE_CHOOSER_DIALOG));
  /* GtkFileChooserNative itself does not emit "notify::filter". */
  if (request->shown != NULL && request->kinds != NULL)
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
