/* th-note-row.c - a note in the list of notes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-row.h"

#include <glib/gi18n-lib.h>

#include "th-context-menus.h"
#include "th-display-text.h"
#include "th-gtk48.h"
#include "th-note-body.h"
#include "th-note-caption.h"
#include "th-note-menu.h"
#include "th-note-message.h"
#include "th-note-thread.h"
#include "th-widgets.h"

#define LINE_CHARS 42 /* of a longer text, two lines are shown */

struct _ThNoteRow
{
  GtkBox        parent;

  GtkWidget    *head;
  GtkWidget    *number;
  GtkWidget    *title;
  GtkWidget    *state;
  GtkWidget    *menu;     /* button, while there is a thread; or NULL */
  GtkWidget    *excerpt;
  GtkWidget    *foot;
  GtkWidget    *detail;   /* when it was written, and its subject */
  GtkWidget    *replies;
  GtkWidget    *thread;   /* while the row is selected; or NULL */

  ThOpenReview *review;
  ThNotePlaces *places;
  ThNoteFiller *filler;
  ThNoteItem   *item;     /* or NULL */
  GSignalGroup *signals;  /* of the item */
  gboolean      is_selected;
};

G_DEFINE_FINAL_TYPE (ThNoteRow, th_note_row, GTK_TYPE_BOX)

/* --- texts --------------------------------------------------------------------- */

/* The texts of the row, which are shown and read by screen readers. */
typedef struct
{
  char *author;
  char *subject;
  char *excerpt;
  char *replies;
} Texts;

static char *
dup_replies (const ThNoteItem *item)
{
  guint n = item->note->replies != NULL ? item->note->replies->len : 0;
  g_autofree char *count = th_format_count (n);
  g_autofree char *replies = n > 0 ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s reply",
                                                                   "%s replies", n), count)
                                   : g_strdup ("");

  if (!item->is_unread)
    return g_steal_pointer (&replies);

  /* Translators: a note that the user has not read */
  return n > 0 ? g_strdup_printf (_("new, %s"), replies) : g_strdup (_("new"));
}

static void
make_texts (Texts        *texts,
            ThNotePlaces *places,
            ThNoteItem   *item)
{
  texts->author = th_display_text_make_valid (item->note->entry->author);
  texts->subject = th_note_caption_new (places, item->note);
  texts->excerpt = th_note_body_dup_excerpt (item->note);
  texts->replies = dup_replies (item);
}

static void
clear_texts (Texts *texts)
{
  g_free (texts->author);
  g_free (texts->subject);
  g_free (texts->excerpt);
  g_free (texts->replies);
}

/* --- parts ---------------------------------------------------------------------- */

/* Shows the whole of a short text. */
static void
set_fixed (GtkWidget  *widget,
           const char *text)
{
  GtkInscription *inscription = GTK_INSCRIPTION (widget);
  guint n_chars = (guint) g_utf8_strlen (text, -1);

  gtk_inscription_set_min_chars (inscription, n_chars > 1 ? n_chars + 1 : n_chars);
  gtk_inscription_set_nat_chars (inscription, n_chars > 1 ? n_chars + 1 : n_chars);
  gtk_inscription_set_text (inscription, text);
}

static void
show_state (ThNoteRow    *self,
            const ThNote *note)
{
  gboolean is_open = note->resolved == NULL;

  set_fixed (self->state, is_open ? C_("note", "Open") : _("✓ Resolved"));
  gtk_widget_remove_css_class (self->state, is_open ? "resolved" : "open");
  gtk_widget_add_css_class (self->state, is_open ? "open" : "resolved");
  gtk_widget_remove_css_class (self->number, is_open ? "resolved" : "open");
  gtk_widget_add_css_class (self->number, is_open ? "open" : "resolved");
}

static void
show_head (ThNoteRow   *self,
           const Texts *texts)
{
  const ThNote *note = self->item->note;
  g_autofree char *number = g_strdup_printf ("%u", note->number);
  g_autofree char *time = th_note_message_dup_time (note->entry);
  g_autofree char *detail = g_strconcat (time, time[0] != '\0' ? " · " : "", texts->subject, NULL);

  set_fixed (self->number, number);
  gtk_inscription_set_text (GTK_INSCRIPTION (self->title),
                            self->is_selected ? texts->subject : texts->author);
  gtk_inscription_set_text (GTK_INSCRIPTION (self->detail), detail);
  show_state (self, note);
}

static void
show_excerpt (ThNoteRow   *self,
              const Texts *texts)
{
  guint n_lines = g_utf8_strlen (texts->excerpt, -1) > LINE_CHARS ? 2 : 1;

  gtk_inscription_set_min_lines (GTK_INSCRIPTION (self->excerpt), n_lines);
  gtk_inscription_set_nat_lines (GTK_INSCRIPTION (self->excerpt), n_lines);
  gtk_inscription_set_text (GTK_INSCRIPTION (self->excerpt), texts->excerpt);
  set_fixed (self->replies, texts->replies);
  gtk_widget_set_visible (self->excerpt, !self->is_selected);
  gtk_widget_set_visible (self->foot, !self->is_selected);
  th_widget_set_class (GTK_WIDGET (self), "unread", self->item->is_unread);
}

static void
remove_thread (ThNoteRow *self)
{
  if (self->thread == NULL)
    return;

  gtk_box_remove (GTK_BOX (self->head), self->menu);
  gtk_box_remove (GTK_BOX (self), self->thread);
  self->menu = self->thread = NULL;
  gtk_widget_set_tooltip_text (self->title, NULL);
}

/* Adds the parts that only the selected row has. */
static void
add_thread (ThNoteRow   *self,
            const Texts *texts)
{
  self->menu = th_note_menu_button_new (self->review, self->item->note);
  self->thread = th_note_thread_new (self->review, self->item);
  gtk_box_append (GTK_BOX (self->head), self->menu);
  gtk_box_append (GTK_BOX (self), self->thread);
  gtk_widget_set_tooltip_text (self->title, texts->subject);
}

/* GTK 4.8 has no property for the name of a list item. */
static void
name_row (ThNoteRow   *self,
          const Texts *texts)
{
  const ThNote *note = self->item->note;
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self));
  g_autofree char *name = NULL;

  /* Translators: number, state, author, subject and text of a note, and how many replies it has */
  name = g_strdup_printf (_("Note %u, %s, by %s, about %s: %s %s"), note->number,
                          note->resolved != NULL ? _("resolved") : _("open"), texts->author,
                          texts->subject, texts->excerpt, texts->replies);
  if (parent != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (parent), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                    -1);
}

void
th_note_row_fill (GtkWidget *row)
{
  ThNoteRow *self = TH_NOTE_ROW (row);
  Texts texts;

  remove_thread (self);
  make_texts (&texts, self->places, self->item);
  show_head (self, &texts);
  show_excerpt (self, &texts);
  name_row (self, &texts);
  if (self->is_selected)
    add_thread (self, &texts);
  clear_texts (&texts);
}

static void
changed_cb (ThNoteRow *self)
{
  if (self->item != NULL)
    th_note_filler_add (self->filler, GTK_WIDGET (self), self->is_selected);
}

void
th_note_row_set_item (ThNoteRow  *self,
                      ThNoteItem *item,
                      gboolean    is_selected,
                      gboolean    is_urgent)
{
  g_return_if_fail (TH_IS_NOTE_ROW (self));

  g_set_object (&self->item, item);
  g_signal_group_set_target (self->signals, item);
  self->is_selected = is_selected;
  if (item != NULL)
    th_note_filler_add (self->filler, GTK_WIDGET (self), is_selected || is_urgent);
  else
    {
      th_note_filler_remove (self->filler, GTK_WIDGET (self));
      remove_thread (self);
    }
}

static void
menu_cb (ThNoteRow *self,
         int        n_press,
         double     x,
         double     y)
{
  if (self->item != NULL)
    th_context_menu_popup (GTK_WIDGET (self), x, y,
                           th_note_menu_new (self->review, self->item->note));
}

/* --- class ----------------------------------------------------------------------- */

static void
th_note_row_dispose (GObject *object)
{
  ThNoteRow *self = TH_NOTE_ROW (object);

  if (self->filler != NULL)
    th_note_filler_remove (self->filler, GTK_WIDGET (self));
  g_clear_object (&self->filler);
  g_clear_object (&self->signals);
  g_clear_object (&self->item);
  g_clear_object (&self->review);
  g_clear_object (&self->places);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_NOTE_ROW);

  G_OBJECT_CLASS (th_note_row_parent_class)->dispose (object);
}

static void
th_note_row_class_init (ThNoteRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_note_row_dispose;
  gtk_widget_class_set_css_name (widget_class, "noterow");
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-note-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ThNoteRow, head);
  gtk_widget_class_bind_template_child (widget_class, ThNoteRow, number);
  gtk_widget_class_bind_template_child (widget_class, ThNoteRow, title);
  gtk_widget_class_bind_template_child (widget_class, ThNoteRow, state);
  gtk_widget_class_bind_template_child (widget_class, ThNoteRow, excerpt);
  gtk_widget_class_bind_template_child (widget_class, ThNoteRow, foot);
  gtk_widget_class_bind_template_child (widget_class, ThNoteRow, detail);
  gtk_widget_class_bind_template_child (widget_class, ThNoteRow, replies);
  gtk_widget_class_bind_template_callback (widget_class, menu_cb);
}

static void
th_note_row_init (ThNoteRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->signals = g_signal_group_new (TH_TYPE_NOTE_ITEM);
  g_signal_group_connect_swapped (self->signals, "changed", G_CALLBACK (changed_cb), self);
}

GtkWidget *
th_note_row_new (ThOpenReview *review,
                 ThNotePlaces *places,
                 ThNoteFiller *filler)
{
  ThNoteRow *self = g_object_new (TH_TYPE_NOTE_ROW, NULL);

  self->review = g_object_ref (review);
  self->places = g_object_ref (places);
  self->filler = g_object_ref (filler);
  g_signal_connect_object (places, "format-changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
