/* th-popup.h - menus and popovers at a place of a widget
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows @popover, taken, at a place of @parent until it is used or left. */
void  th_popup_widget (GtkWidget  *parent,
                       double      x,
                       double      y,
                       GtkWidget  *popover);
/* Text from a file as the label of an item: its underlines are no mnemonics.
 * Free with g_free(). */
char *th_popup_escape (const char *text);

G_END_DECLS
