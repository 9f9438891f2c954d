/* th-header-sorter.h - which title of a column view was clicked to sort by
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * GTK 4.8 does not tell, and sorts by comparing objects, one for each row.  Here
 * nothing is compared: the view's sorter asks the column that was clicked last
 * first, and turns the answer round when it is to be descending.  The table then
 * sorts its rows in one go.  Main thread only.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* For gtk_column_view_column_set_sorter(); @key: not NULL. */
GtkSorter *th_header_sorter_new  (gpointer       key);
/* The key of the column, NULL if there is none: to be asked when the view's
 * sorter has changed. */
gpointer   th_header_sorter_find (GtkColumnView *view,
                                  gboolean      *descending);

G_END_DECLS
