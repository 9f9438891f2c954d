/* th-command-row.c - a command to run on a target, with a button that copies it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-command-row.h"

#include <glib/gi18n-lib.h>

#include "th-widgets.h"

static void
copy_cb (GtkWidget *button)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (button),
                          g_object_get_data (G_OBJECT (button), "command"));
}

GtkWidget *
th_command_row_new (const char *command)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *text = th_paragraph_new (command, "command");
  GtkWidget *button = th_icon_button_new ("edit-copy-symbolic", _("Copy the Command"));

  gtk_widget_set_hexpand (text, TRUE);
  th_widget_set_code (text);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_object_set_data (G_OBJECT (button), "command", (gpointer) command);
  g_signal_connect (button, "clicked", G_CALLBACK (copy_cb), NULL);
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), button);
  return box;
}
