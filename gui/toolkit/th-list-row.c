/* th-list-row.c - finds the row of a column view that a widget or a point belongs to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-list-row.h"

void
th_list_row_mark_cell (GtkWidget   *cell,
                       GtkListItem *item)
{
  g_object_set_data (G_OBJECT (cell), "th-list-item", item);
}

/* The picked widget may be a child of the cell or a container around it. */
GtkWidget *
th_list_row_find_cell (GtkWidget *view,
                       double     x,
                       double     y)
{
  for (GtkWidget *at = gtk_widget_pick (view, x, y, GTK_PICK_DEFAULT); at != NULL && at != view;
       at = gtk_widget_get_parent (at))
    {
      GtkWidget *child = gtk_widget_get_first_child (at);

      if (g_object_get_data (G_OBJECT (at), "th-list-item") != NULL)
        return at;
      if (child != NULL && g_object_get_data (G_OBJECT (child), "th-list-item") != NULL)
        return child;
    }

  return NULL;
}

guint
th_list_row_get (GtkWidget *widget)
{
  for (GtkWidget *at = widget; at != NULL; at = gtk_widget_get_first_child (at))
    {
      GtkListItem *item = g_object_get_data (G_OBJECT (at), "th-list-item");

      if (item != NULL)
        return gtk_list_item_get_position (item);
    }

  return GTK_INVALID_LIST_POSITION;
}

guint
th_list_row_find (GtkWidget *view,
                  double     x,
                  double     y)
{
  GtkWidget *cell = th_list_row_find_cell (view, x, y);

  return cell != NULL ? th_list_row_get (cell) : GTK_INVALID_LIST_POSITION;
}
