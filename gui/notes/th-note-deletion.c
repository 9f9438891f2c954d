/* th-note-deletion.c - deletes a note once the user has confirmed it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-deletion.h"

#include <glib/gi18n-lib.h>

static void
response_cb (GtkDialog *dialog,
             int        response,
             char      *id)
{
  ThOpenReview *review = g_object_get_data (G_OBJECT (dialog), "review");

  if (response == GTK_RESPONSE_OK)
    th_open_review_change (review, TH_NOTE_KIND_DELETE, id, NULL);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
free_id (gpointer  id,
         GClosure *closure)
{
  g_free (id);
}

void
th_note_deletion_ask (GtkWidget    *widget,
                      ThOpenReview *review,
                      const char   *id)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *dialog = gtk_message_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                              GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                              GTK_MESSAGE_QUESTION, GTK_BUTTONS_CANCEL, "%s",
                                              _("Delete the note?"));
  GtkWidget *button = gtk_dialog_add_button (GTK_DIALOG (dialog), _("_Delete"), GTK_RESPONSE_OK);

  gtk_message_dialog_format_secondary_text (GTK_MESSAGE_DIALOG (dialog), "%s",
                                            _("This cannot be undone. Replies stay."));
  gtk_widget_add_css_class (button, "destructive-action");
  g_object_set_data_full (G_OBJECT (dialog), "review", g_object_ref (review), g_object_unref);
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), g_strdup (id), free_id, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
