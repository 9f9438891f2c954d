/* th-incremental-model.h - a list reaches its view in portions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A GTK 4.8 list view makes the widgets of 200 rows as soon as there are that
 * many, in one go: 50 to 200 ms for a table with columns, in which the window
 * does not move.  Between list and view this hands out the first rows a few at
 * a time, with a frame between, and all the others at the end.  Where a view goes
 * it takes them back in the same way.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @list: taken. */
GtkSliceListModel *th_incremental_model_new      (GListModel        *list);

/* Whether @position is there already, so that the view can be led to it.  It comes
 * by itself, soon: notify::size tells. */
gboolean           th_incremental_model_reach    (GtkSliceListModel *self,
                                                  guint              position);
/* All rows, now: the window does not move meanwhile. */
void               th_incremental_model_hand_out (GtkSliceListModel *self);
/* Takes some rows back, and hands out none any more: for a view that is about to
 * end, whose widgets take as long to free, and which is led to its first row before:
 * it has those around the one it was led to.  Returns %TRUE while there are more. */
gboolean           th_incremental_model_fold     (GtkSliceListModel *self);

G_END_DECLS
