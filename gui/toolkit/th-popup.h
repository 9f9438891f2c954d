/* th-popup.h - menus and popovers shown at a position inside a widget
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows @popover at @x, @y in @parent until it closes; takes ownership of it. */
void  th_popup_widget (GtkWidget  *parent,
                       double      x,
                       double      y,
                       GtkWidget  *popover);
/* Escapes text from a file for a menu label, so that underscores make no mnemonics.
 * Free with g_free(). */
char *th_popup_escape (const char *text);

G_END_DECLS
