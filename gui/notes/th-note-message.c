/* th-note-message.c - one note or reply: who wrote it, when, and its text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-message.h"

#include <glib/gi18n-lib.h>

#include "th-date-text.h"
#include "th-display-text.h"
#include "th-note-body.h"
#include "th-note-menu.h"
#include "th-widgets.h"

#define N_COLORS 6 /* avatar-0 … in parts.css */

/* --- the author --------------------------------------------------------------- */

/* The first letters of the first two words. */
static char *
make_initials (const char *author)
{
  g_auto(GStrv) words = g_strsplit_set (author, " -_.", -1);
  GString *initials = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL && g_utf8_strlen (initials->str, -1) < 2; i++)
    if (g_unichar_isalnum (g_utf8_get_char (words[i])))
      g_string_append_unichar (initials, g_unichar_toupper (g_utf8_get_char (words[i])));
  if (initials->len == 0)
    g_string_append_c (initials, '?');

  return g_string_free (initials, FALSE);
}

/* The name is beside it, so screen readers skip the picture. */
static GtkWidget *
avatar_new (const char *author)
{
  g_autofree char *initials = make_initials (author);
  g_autofree char *color = g_strdup_printf ("avatar-%u", g_str_hash (author) % N_COLORS);
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", initials, "accessible-role",
                                   GTK_ACCESSIBLE_ROLE_PRESENTATION, "valign", GTK_ALIGN_START,
                                   NULL);

  gtk_widget_add_css_class (label, "avatar");
  gtk_widget_add_css_class (label, color);
  return label;
}

char *
th_note_message_dup_time (const ThNoteEntry *entry)
{
  g_autoptr(GDateTime) now = g_date_time_new_now_local ();
  g_autoptr(GDateTime) time = g_date_time_new_from_unix_local (entry->time / G_USEC_PER_SEC);

  return time != NULL ? th_date_text_new (time, now) : g_strdup ("");
}

/* --- the menu ----------------------------------------------------------------- */

GtkWidget *
th_note_menu_button_new (ThOpenReview *review,
                         const ThNote *note)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr(GMenuModel) menu = th_note_menu_new (review, note);
  const char *name = note->number > 0 ? _("Menu of the note") : _("Menu of the reply");

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), menu);
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (button), FALSE);
  gtk_widget_set_tooltip_text (button, name);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  th_inner_button_name (button, name);
  gtk_widget_add_css_class (button, "note-menu");

  return button;
}

/* --- all of it ---------------------------------------------------------------- */

static GtkWidget *
head_new (ThOpenReview *review,
          const ThNote *note,
          gboolean      reply)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *author = th_display_text_make_valid (note->entry->author);
  g_autofree char *time = th_note_message_dup_time (note->entry), *when = NULL;
  GtkWidget *name = th_label_new (author, "heading"), *label;

  /* Translators: %s is when a note was written; its text was changed afterwards */
  when = note->edits != NULL && note->edits->len > 0 ? g_strdup_printf (_("%s, edited"), time)
                                                     : g_steal_pointer (&time);
  label = th_label_new (when, "note-time");
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), label);
  if (reply)
    gtk_box_append (GTK_BOX (box), th_note_menu_button_new (review, note));

  return box;
}

GtkWidget *
th_note_message_new (ThOpenReview *review,
                     const ThNote *note,
                     gboolean      reply)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *right = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  gtk_widget_set_hexpand (right, TRUE);
  gtk_box_append (GTK_BOX (right), head_new (review, note, reply));
  gtk_box_append (GTK_BOX (right), note->deleted
                                   ? th_paragraph_new (_("This note was deleted."), "dim-label")
                                   : th_note_body_new (note));
  gtk_box_append (GTK_BOX (box), avatar_new (note->entry->author));
  gtk_box_append (GTK_BOX (box), right);

  return box;
}
