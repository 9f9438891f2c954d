/* th-record-question.c - questions before something that was recorded is lost
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-record-question.h"

#include <glib/gi18n-lib.h>

#include "th-gtk48.h"

typedef struct
{
  ThRecordAnswer keep, discard;
  gpointer       object;
} Question;

static void
question_free (gpointer  data,
               GClosure *closure)
{
  Question *question = data;

  g_object_unref (question->object);
  g_free (question);
}

static void
response_cb (GtkDialog *dialog,
             int        response,
             gpointer   data)
{
  Question question = *(Question *) data;

  g_object_ref (question.object);
  gtk_window_destroy (GTK_WINDOW (dialog));
  if (response == GTK_RESPONSE_REJECT)
    question.discard (question.object);
  else if (response == GTK_RESPONSE_ACCEPT)
    question.keep (question.object);
  g_object_unref (question.object);
}

static void
ask (GtkWindow      *parent,
     const char     *title,
     const char     *text,
     ThRecordAnswer  keep,
     ThRecordAnswer  discard,
     gpointer        object)
{
  GtkWidget *dialog = gtk_message_dialog_new (parent, GTK_DIALOG_MODAL |
                                              GTK_DIALOG_DESTROY_WITH_PARENT,
                                              GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE, "%s", title);
  Question *question = g_new0 (Question, 1);

  gtk_message_dialog_format_secondary_text (GTK_MESSAGE_DIALOG (dialog), "%s", text);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _("_Cancel"), GTK_RESPONSE_CANCEL);
  gtk_widget_add_css_class (gtk_dialog_add_button (GTK_DIALOG (dialog), _("_Discard"),
                                                   GTK_RESPONSE_REJECT), "destructive-action");
  if (keep != NULL)
    gtk_widget_add_css_class (gtk_dialog_add_button (GTK_DIALOG (dialog), _("_Stop and Keep"),
                                                     GTK_RESPONSE_ACCEPT), "suggested-action");
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), keep != NULL ? GTK_RESPONSE_ACCEPT
                                                                     : GTK_RESPONSE_CANCEL);
  *question = (Question) { keep, discard, g_object_ref (object) };
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), question, question_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
th_record_ask_discard (GtkWindow      *parent,
                       const char     *text,
                       ThRecordAnswer  discard,
                       gpointer        object)
{
  ask (parent, _("Discard the recording?"), text, NULL, discard, object);
}

void
th_record_ask_close (GtkWindow      *parent,
                     ThRecordAnswer  keep,
                     ThRecordAnswer  discard,
                     gpointer        object)
{
  ask (parent, _("A recording is in progress"),
       _("It ends when the window is closed. What was recorded so far can be kept."), keep, discard,
       object);
}
