/* th-window-unpack.c - asks where to unpack an archive of a review, unpacks and opens it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-refusal.h"
#include "th-review-unpacking.h"

/* Shorter work shows no progress. */
#define PATIENCE_MS 300
#define TICK_MS 100

typedef struct
{
  ThWindow       *window;
  GCancellable   *cancellable;
  gint            permille;
  guint           timer;
  GtkWidget      *dialog; /* once the work takes longer */
  GtkProgressBar *bar;    /* owned by @dialog */
} Unpacking;

static void
unpacking_free (Unpacking *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_pointer ((GtkWindow **) &self->dialog, gtk_window_destroy);
  g_object_unref (self->cancellable);
  g_object_unref (self->window);
  g_free (self);
}

/* --- progress ----------------------------------------------------------------- */

static gboolean
tick_cb (gpointer data)
{
  Unpacking *self = data;

  gtk_progress_bar_set_fraction (self->bar, g_atomic_int_get (&self->permille) / 1000.0);
  return G_SOURCE_CONTINUE;
}

static void
cancel_cb (Unpacking *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_pointer ((GtkWindow **) &self->dialog, gtk_window_destroy);
}

static gboolean
show_progress_cb (gpointer data)
{
  Unpacking *self = data;
  GtkWidget *area;

  self->dialog = gtk_message_dialog_new (GTK_WINDOW (self->window), GTK_DIALOG_MODAL,
                                         GTK_MESSAGE_OTHER, GTK_BUTTONS_CANCEL, "%s",
                                         _("Unpacking the Review"));
  area = gtk_message_dialog_get_message_area (GTK_MESSAGE_DIALOG (self->dialog));
  self->bar = GTK_PROGRESS_BAR (gtk_progress_bar_new ());
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("How much is unpacked"), -1);
  gtk_box_append (GTK_BOX (area), GTK_WIDGET (self->bar));
  g_signal_connect_swapped (self->dialog, "response", G_CALLBACK (cancel_cb), self);
  gtk_window_present (GTK_WINDOW (self->dialog));
  self->timer = g_timeout_add (TICK_MS, tick_cb, self);
  return G_SOURCE_REMOVE;
}

/* --- unpacking ---------------------------------------------------------------- */

static void
unpacked_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  Unpacking *self = data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GFile) folder = th_review_unpacking_finish (result, &error);
  g_autoptr(ThWindow) window = g_object_ref (self->window);

  unpacking_free (self);
  if (window->view == NULL) /* it was closed */
    return;
  if (folder != NULL)
    th_window_open_file (window, folder);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    th_refusal_show (GTK_WINDOW (window), _("The review was not unpacked"), error->message);
}

static void
unpack (ThWindow *self,
        GFile    *archive,
        GFile    *parent)
{
  Unpacking *unpacking = g_new0 (Unpacking, 1);

  unpacking->window = g_object_ref (self);
  unpacking->cancellable = g_cancellable_new ();
  g_signal_connect_object (self, "destroy", G_CALLBACK (g_cancellable_cancel),
                           unpacking->cancellable, G_CONNECT_SWAPPED);
  unpacking->timer = g_timeout_add (PATIENCE_MS, show_progress_cb, unpacking);
  th_review_unpacking_start_async (archive, parent, &unpacking->permille, unpacking->cancellable,
                                   unpacked_cb, unpacking);
}

/* --- asking ------------------------------------------------------------------- */

static void
response_cb (GtkFileChooserNative *chooser,
             int                   response,
             GFile                *archive)
{
  ThWindow *self = TH_WINDOW (gtk_native_dialog_get_transient_for (GTK_NATIVE_DIALOG (chooser)));
  g_autoptr(GFile) parent = response == GTK_RESPONSE_ACCEPT
                            ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser)) : NULL;

  if (parent != NULL)
    unpack (self, archive, parent);
  g_clear_object (&self->chooser);
}

static void
unref_file (gpointer  file,
            GClosure *closure)
{
  g_object_unref (file);
}

void
th_window_unpack_review (ThWindow *self,
                         GFile    *archive)
{
  g_autoptr(GFile) folder = g_file_get_parent (archive);

  if (self->chooser != NULL)
    return;

  self->chooser = gtk_file_chooser_native_new (_("Unpack the Review Into a Folder"),
                                               GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
                                               _("_Unpack"), _("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (self->chooser), folder, NULL);
  g_signal_connect_data (self->chooser, "response", G_CALLBACK (response_cb),
                         g_object_ref (archive), unref_file, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* The archive and the folder; for tests and scripts. */
static void
unpack_review_at_cb (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       data)
{
  const char *archive_uri, *parent_uri;
  g_autoptr(GFile) archive = NULL, parent = NULL;

  g_variant_get (parameter, "(&s&s)", &archive_uri, &parent_uri);
  archive = g_file_new_for_uri (archive_uri);
  parent = g_file_new_for_uri (parent_uri);
  unpack (data, archive, parent);
}

void
th_window_init_unpack (ThWindow *self)
{
  static const GActionEntry entries[] = {
    { "unpack-review-at", unpack_review_at_cb, "(ss)" },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
