/* th-filter-bar.c - the entry under the header that says which events to show
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-private.h"

#include <glib/gi18n-lib.h>

#include "th-event-search.h"
#include "th-expression-entry.h"
#include "th-display-text.h"

/* A text is taken once typing has rested this long. */
#define REST_MS 150

static void
show_count (ThWindow *self)
{
  ThRows *rows = th_document_get_rows (self->document);
  g_autofree char *in = NULL, *all = NULL, *text = NULL;
  guint begin, end;

  if (rows != NULL)
    {
      in = th_format_count (th_rows_get_n (rows));
      all = th_format_count (th_recording_get_n_events (th_document_get_recording (self->document)));
      /* Translators: so many of so many events */
      text = g_strdup_printf (_("%s of %s"), in, all);
    }
  gtk_label_set_text (self->filter_count, text != NULL ? text : "");
  th_expression_entry_describe (GTK_ENTRY (self->filter_entry), th_document_get_filter_error (self->document, &begin, &end), text);
}

static void
show_clear (ThWindow *self)
{
  gboolean has_text = gtk_editable_get_text (self->filter_entry)[0] != '\0';

  gtk_widget_set_visible (self->filter_clear, has_text || gtk_widget_get_visible (self->chip_scroller));
}

/* The frame of an entry is red while what is written in it is wrong. */
static void
show_error (gpointer    entry,
            const char *error,
            guint       begin,
            guint       end)
{
  GtkWidget *frame = gtk_widget_get_parent (GTK_WIDGET (entry));

  th_expression_entry_set_mistake (GTK_ENTRY (entry), error, begin, end);
  if (error != NULL)
    gtk_widget_add_css_class (frame, "error");
  else
    gtk_widget_remove_css_class (frame, "error");
}

void
th_window_show_errors (ThWindow *self)
{
  guint begin, end;
  const char *filter = th_document_get_filter_error (self->document, &begin, &end), *find, *error;
  g_autofree char *text = NULL;

  /* What is half written need not be told to be wrong. */
  if (th_suggestions_is_open (self->filter_words))
    filter = NULL;
  show_error (self->filter_entry, filter, begin, end);
  find = th_document_get_find_error (self->document, &begin, &end);
  if (th_suggestions_is_open (self->find_words))
    find = NULL;
  show_error (self->find_entry, find, begin, end);

  error = filter != NULL ? filter : find;
  text = error != NULL ? th_text_make_valid (error) : NULL;
  gtk_label_set_text (self->filter_error, text != NULL ? text : "");
  gtk_widget_set_halign (GTK_WIDGET (self->filter_error), filter != NULL ? GTK_ALIGN_START : GTK_ALIGN_END);
  gtk_widget_set_visible (GTK_WIDGET (self->filter_error), text != NULL);
}

void
th_window_update_filter (ThWindow *self)
{
  guint begin, end;

  /* A step back brings another text; a wrong one is the user's to mend. */
  if (self->filter_id == 0 && th_document_get_filter_error (self->document, &begin, &end) == NULL &&
      !g_str_equal (gtk_editable_get_text (self->filter_entry), th_document_get_filter (self->document)) && !self->filter_syncing)
    {
      self->filter_syncing = TRUE;
      gtk_editable_set_text (self->filter_entry, th_document_get_filter (self->document));
      self->filter_syncing = FALSE;
    }

  th_window_show_errors (self);
  th_window_update_chips (self);
  th_window_note_filter (self);
  show_count (self);
  show_clear (self);
  th_status_bar_queue_update (self->status_bar);
}

void
th_window_apply_filter (ThWindow *self)
{
  g_clear_handle_id (&self->filter_id, g_source_remove);
  if (self->document == NULL)
    return;

  self->filter_syncing = TRUE;
  th_document_set_filter (self->document, gtk_editable_get_text (self->filter_entry));
  self->filter_syncing = FALSE;
}

static gboolean
rested_cb (gpointer data)
{
  ThWindow *self = data;

  self->filter_id = 0;
  th_window_apply_filter (self);

  return G_SOURCE_REMOVE;
}

static void
changed_cb (ThWindow *self)
{
  show_clear (self);
  if (self->filter_syncing)
    return;

  g_clear_handle_id (&self->filter_id, g_source_remove);
  self->filter_id = g_timeout_add (REST_MS, rested_cb, self);
}

/* Enter takes the text and goes back to the lanes, but for a mistake, which is to
 * be mended. */
static void
activate_cb (ThWindow *self)
{
  guint begin, end;

  th_window_apply_filter (self);
  if (self->document == NULL || th_document_get_filter_error (self->document, &begin, &end) == NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
}

void
th_window_renew_words (ThWindow *self)
{
  ThRecording *recording = self->document != NULL ? th_document_get_recording (self->document) : NULL;

  th_expression_entry_set_recording (GTK_ENTRY (self->filter_entry), recording);
  th_expression_entry_set_recording (GTK_ENTRY (self->find_entry), recording);
  th_suggestions_set_recording (self->filter_words, recording);
  th_suggestions_set_recording (self->find_words, recording);
}

static void
words_toggled_cb (ThWindow *self)
{
  if (self->document != NULL)
    th_window_show_errors (self);
}

/* In the entry that has the focus, else in the filter's. */
static void
complete_cb (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       data)
{
  ThWindow *self = data;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->find_entry)))
    th_suggestions_open (self->find_words);
  else
    {
      if (focus == NULL || !gtk_widget_is_ancestor (focus, GTK_WIDGET (self->filter_entry)))
        gtk_entry_grab_focus_without_selecting (GTK_ENTRY (self->filter_entry));
      th_suggestions_open (self->filter_words);
    }
}

static const GActionEntry entries[] = {
  { "complete", complete_cb },
};

void
th_window_add_filter (ThWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  th_expression_entry_watch (GTK_ENTRY (self->filter_entry), "");
  th_expression_entry_watch (GTK_ENTRY (self->find_entry), "=");
  self->filter_words = th_suggestions_new (GTK_ENTRY (self->filter_entry), "");
  self->find_words = th_suggestions_new (GTK_ENTRY (self->find_entry), "=");
  g_signal_connect_object (self->filter_words, "toggled", G_CALLBACK (words_toggled_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->find_words, "toggled", G_CALLBACK (words_toggled_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->filter_entry, "changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (self->filter_entry, "activate", G_CALLBACK (activate_cb), self);
}
