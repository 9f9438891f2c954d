/* th-note-body.c - the text of a note: paragraphs, lists, code and links
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-body.h"

#include <stdlib.h>

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-note-text.h"
#include "th-widgets.h"

char *
th_note_body_dup_safe (const char *text)
{
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *line = lines[i];

      lines[i] = th_display_text_make_whole (line);
      g_free (line);
    }

  return g_strjoinv ("\n", lines);
}

char *
th_note_body_dup_line (const ThNote *note)
{
  g_autofree char *line = th_note_text_dup_line (note->text != NULL ? note->text : "");

  return th_display_text_make_valid (line);
}

char *
th_note_body_dup_excerpt (const ThNote *note)
{
  return note->deleted ? g_strdup (_("This note was deleted.")) : th_note_body_dup_line (note);
}

/* --- markup ----------------------------------------------------------------- */

static void
append_escaped (GString    *markup,
                const char *text,
                gsize       length)
{
  g_autofree char *escaped = g_markup_escape_text (text, (gssize) length);

  g_string_append (markup, escaped);
}

static void
append_span (GString          *markup,
             const char       *text,
             const ThNoteSpan *span,
             guint             index)
{
  gsize length = span->end - span->begin;

  if (span->kind == TH_NOTE_SPAN_CODE)
    g_string_append (markup, "<span font_family=\"monospace\" background=\"#808080\" "
                     "background_alpha=\"18%\">");
  else
    g_string_append_printf (markup, "<a href=\"%u\">", index);
  append_escaped (markup, text + span->begin, length);
  g_string_append (markup, span->kind == TH_NOTE_SPAN_CODE ? "</span>" : "</a>");
}

/* The marks around code are not part of its span, and are not shown. */
static char *
make_markup (const char        *text,
             const ThNoteBlock *block,
             const GArray      *spans)
{
  GString *markup = g_string_new (NULL);
  guint at = block->begin;

  for (guint i = 0; i < spans->len; i++)
    {
      const ThNoteSpan *span = &g_array_index (spans, ThNoteSpan, i);
      guint mark = span->kind == TH_NOTE_SPAN_CODE ? 1 : 0;

      if (span->begin < block->begin + mark || span->end + mark > block->end || span->begin < at)
        continue;
      append_escaped (markup, text + at, span->begin - mark - at);
      append_span (markup, text, span, i);
      at = span->end + mark;
    }
  append_escaped (markup, text + at, block->end - at);

  return g_string_free (markup, FALSE);
}

/* --- widgets ---------------------------------------------------------------- */

static gboolean
follow_cb (GtkWidget  *label,
           const char *uri,
           const char *id)
{
  gtk_widget_activate_action (label, "notes.follow-link", "(su)", id, (guint) atoi (uri));
  return TRUE;
}

static void
free_id (gpointer  id,
         GClosure *closure)
{
  g_free (id);
}

static GtkWidget *
label_new (const char *markup,
           const char *id)
{
  GtkWidget *label = th_paragraph_new (NULL, NULL);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_widget_set_hexpand (label, TRUE);
  g_signal_connect_data (label, "activate-link", G_CALLBACK (follow_cb), g_strdup (id), free_id, 0);

  return label;
}

static GtkWidget *
item_new (const ThNoteBlock *block,
          GtkWidget         *label)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *number = g_strdup_printf ("%u.", block->number);
  GtkWidget *mark = th_label_new (block->kind == TH_NOTE_BLOCK_BULLET ? "•" : number, NULL);

  gtk_widget_set_valign (mark, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), mark);
  gtk_box_append (GTK_BOX (box), label);

  return box;
}

GtkWidget *
th_note_body_new (const ThNote *note)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  g_autofree char *text = th_note_body_dup_safe (note->text != NULL ? note->text : "");
  g_autoptr(GArray) blocks = th_note_text_list_blocks (text);
  g_autoptr(GArray) spans = th_note_text_list_spans (text);

  for (guint i = 0; i < blocks->len; i++)
    {
      const ThNoteBlock *block = &g_array_index (blocks, ThNoteBlock, i);
      g_autofree char *markup = make_markup (text, block, spans);
      GtkWidget *label = label_new (markup, note->entry->id);

      gtk_box_append (GTK_BOX (box), block->kind == TH_NOTE_BLOCK_PARAGRAPH
                                     ? label : item_new (block, label));
    }

  return box;
}
