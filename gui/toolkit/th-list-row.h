/* th-list-row.h - which row of a column view a widget belongs to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* To be called when @cell, the child of @item, is set up: the cell then knows its row. */
void       th_list_row_mark_cell (GtkWidget   *cell,
                                  GtkListItem *item);
/* The cell at @x, @y of @view; NULL if there is none. */
GtkWidget *th_list_row_find_cell (GtkWidget   *view,
                                  double       x,
                                  double       y);
/* The position of the row that @widget is, or has the first cell of;
 * GTK_INVALID_LIST_POSITION if it is none. */
guint      th_list_row_get       (GtkWidget   *widget);
/* The position of the row at @x, @y of @view; GTK_INVALID_LIST_POSITION if there
 * is none. */
guint      th_list_row_find      (GtkWidget   *view,
                                  double       x,
                                  double       y);

G_END_DECLS
