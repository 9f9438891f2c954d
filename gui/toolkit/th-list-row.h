/* th-list-row.h - finds the row of a column view that a widget or a point belongs to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Associates @cell, the child of @item, with its row.  To be called when the cell is set up. */
void       th_list_row_mark_cell (GtkWidget   *cell,
                                  GtkListItem *item);
/* Returns the cell at @x, @y in @view; or NULL. */
GtkWidget *th_list_row_find_cell (GtkWidget   *view,
                                  double       x,
                                  double       y);
/* Returns the position of the row that @widget is, or whose first cell it contains;
 * GTK_INVALID_LIST_POSITION if there is none. */
guint      th_list_row_get       (GtkWidget   *widget);
/* Returns the position of the row at @x, @y in @view; or GTK_INVALID_LIST_POSITION. */
guint      th_list_row_find      (GtkWidget   *view,
                                  double       x,
                                  double       y);

G_END_DECLS
