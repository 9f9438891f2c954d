/* th-header-sorter.h - finds the column and the direction that a column view is sorted by
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * GTK 4.8 does not report them, and sorts by comparing one object per row.  The sorters of
 * this module compare nothing: the view's sorter asks the sorter of the last clicked column
 * first and inverts its answer for a descending order, which reveals both.  The table then
 * sorts its rows itself.  Main thread only.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Creates a sorter for gtk_column_view_column_set_sorter(); @key identifies the column and must
 * not be NULL. */
GtkSorter *th_header_sorter_new  (gpointer       key);
/* Returns the key of the column that the view is sorted by; or NULL.  To be called when the
 * view's sorter has changed. */
gpointer   th_header_sorter_find (GtkColumnView *view,
                                  gboolean      *descending);

G_END_DECLS
