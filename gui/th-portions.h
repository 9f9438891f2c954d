/* th-portions.h - a list reaches its view in portions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A GTK 4.8 list view makes the widgets of 200 rows as soon as there are that
 * many, in one go: 50 to 200 ms for a table with columns, in which the window
 * does not move.  Between list and view this hands out the first rows a few at
 * a time, with a frame between, and all the others at the end.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @list: taken. */
GtkSliceListModel *th_portions_new   (GListModel        *list);

/* The view is about to be led to @position: it must be there now. */
void               th_portions_reach (GtkSliceListModel *self,
                                      guint              position);

G_END_DECLS
