/* th-note-thread.c - a whole note: its messages, its labels, and why its subject is not shown
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-thread.h"

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-note-message.h"
#include "th-widgets.h"

#define N_LABEL_COLORS 6 /* label-0 … in parts.css */
#define LABELS_PER_ROW 3

/* --- the subject ------------------------------------------------------------------ */

/* Whether a comparison has the row is known only when the note leads there. */
static const char *
get_reason (const ThNoteItem *item)
{
  gboolean is_known = item->found < TH_NOTE_N_FOUND && item->found != TH_NOTE_NOT_HERE;

  return is_known ? th_note_found_get_text (item->found) : "";
}

/* The recording of the review that the note is about, if it can be read; G_MAXUINT: none. */
static guint
find_recording (ThOpenReview *review,
                const ThNote *note)
{
  const ThNoteAnchor *anchor = note->entry->anchor;

  for (guint i = 0; i < th_open_review_get_n_recordings (review); i++)
    if (anchor != NULL && th_open_review_get_state (review, i) == TH_REVIEW_PRESENT &&
        th_open_review_has_content (review, i, anchor->recording))
      return i;

  return G_MAXUINT;
}

/* A button that adds recording @index of the review to the view. */
static GtkWidget *
append_button_new (ThOpenReview *review,
                   guint         index)
{
  GtkWidget *button = gtk_button_new_with_label (_("Append Its Recording"));
  g_autoptr(GFile) file = th_open_review_get_file (review, index);
  g_autofree char *uri = g_file_get_uri (file), *name = g_file_get_parse_name (file);
  g_autofree char *safe = th_display_text_make_valid (name);

  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", uri);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.append-uri");
  gtk_widget_set_tooltip_text (button, safe);
  return button;
}

static void
add_subject (GtkBox       *box,
             ThOpenReview *review,
             ThNoteItem   *item)
{
  const char *reason = get_reason (item);
  guint index = item->found == TH_NOTE_NO_RECORDING ? find_recording (review, item->note)
                                                    : G_MAXUINT;

  if (reason[0] != '\0')
    gtk_box_append (box, th_paragraph_new (reason, "note-reason"));
  if (index != G_MAXUINT)
    gtk_box_append (box, append_button_new (review, index));
}

/* --- labels ----------------------------------------------------------------------- */

static GtkWidget *
pill_new (const char *name)
{
  g_autofree char *text = th_display_text_make_valid (name);
  g_autofree char *color = g_strdup_printf ("label-%u", g_str_hash (name) % N_LABEL_COLORS);
  GtkWidget *pill = th_label_new (text, "note-label");

  gtk_label_set_ellipsize (GTK_LABEL (pill), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (pill, text);
  gtk_widget_add_css_class (pill, color);
  return pill;
}

/* A flow box of GTK 4.8 gives a list a wrong height, so the rows are of a fixed length. */
static void
add_label (GtkWidget *labels,
           GtkWidget *label,
           guint      index)
{
  GtkWidget *row = gtk_widget_get_last_child (labels);

  if (index % LABELS_PER_ROW == 0)
    {
      row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
      gtk_box_append (GTK_BOX (labels), row);
    }
  gtk_box_append (GTK_BOX (row), label);
}

static GtkWidget *
labels_new (const ThNote *note)
{
  GtkWidget *labels = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *add = gtk_button_new_with_label (_("Add Label…"));

  for (guint i = 0; i < note->labels->len; i++)
    add_label (labels, pill_new (note->labels->pdata[i]), i);
  gtk_widget_add_css_class (add, "link");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (add), "notes.add-label");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (add), "s", note->entry->id);
  add_label (labels, add, note->labels->len);
  gtk_widget_add_css_class (labels, "note-labels");
  return labels;
}

/* --- all of it -------------------------------------------------------------------- */

static GtkWidget *
messages_new (ThOpenReview *review,
              const ThNote *note)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);

  gtk_widget_add_css_class (box, "note-thread");
  gtk_box_append (GTK_BOX (box), th_note_message_new (review, note, FALSE));
  for (guint i = 0; note->replies != NULL && i < note->replies->len; i++)
    gtk_box_append (GTK_BOX (box), th_note_message_new (review, note->replies->pdata[i], TRUE));
  return box;
}

GtkWidget *
th_note_thread_new (ThOpenReview *review,
                    ThNoteItem   *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);

  add_subject (GTK_BOX (box), review, item);
  gtk_box_append (GTK_BOX (box), messages_new (review, item->note));
  gtk_box_append (GTK_BOX (box), labels_new (item->note));
  return box;
}
