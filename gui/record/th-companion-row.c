/* th-companion-row.c - a further target of a recording, on the page of the recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-companion-row.h"

#include "th-widgets.h"

static void
show (ThCompanion *companion,
      GParamSpec  *pspec,
      GtkWidget   *label)
{
  g_autofree char *text = NULL;
  gboolean trouble;

  g_object_get (companion, "text", &text, "trouble", &trouble, NULL);
  th_label_set_text (label, text);
  if (trouble)
    gtk_widget_add_css_class (label, "error");
}

GtkWidget *
th_companion_row_new (ThCompanion *companion)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *text = th_paragraph_new ("", "value"), *title;
  g_autofree char *name = NULL;

  g_object_get (companion, "name", &name, NULL);
  title = th_label_new (name, NULL);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_tooltip_text (title, name);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), text);
  g_signal_connect_object (companion, "notify::text", G_CALLBACK (show), text, 0);
  show (companion, NULL, text);
  return box;
}
