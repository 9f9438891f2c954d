/* th-incremental-model.h - exposes a list to its view in portions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A GTK 4.8 list view builds the widgets of 200 rows as soon as its model has that
 * many: a table with columns blocks the window for 50 to 200 ms.  This model sits
 * between list and view.  It exposes the first rows a few per frame, then all the
 * others at once.  Before a view is destroyed, it withdraws them in the same way.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Takes ownership of @list. */
GtkSliceListModel *th_incremental_model_new      (GListModel        *list);

/* Exposes fewer rows per frame if the view has more than ten columns, also those of a list that is
 * so short that it would be exposed at once.  The list must still be empty. */
void               th_incremental_model_set_n_columns (GtkSliceListModel *self,
                                                       guint              n_columns);

/* Makes the first rows of a list, which must still be empty, come after the next frame, so that
 * a window that opens with a recording does not wait for its table. */
void               th_incremental_model_delay    (GtkSliceListModel *self);
/* Returns whether the row at @position is exposed, so that the view can scroll to it.  If not,
 * it will be soon: wait for notify::size. */
gboolean           th_incremental_model_reach    (GtkSliceListModel *self,
                                                  guint              position);
/* Returns whether further rows will be exposed. */
gboolean           th_incremental_model_is_growing (GtkSliceListModel *self);
/* Exposes the first @n rows at once. */
void               th_incremental_model_expose   (GtkSliceListModel *self,
                                                  guint              n);
/* Exposes all rows at once, which blocks the window for a moment. */
void               th_incremental_model_expose_all (GtkSliceListModel *self);
/* Withdraws some rows and exposes no more.  For a view that is about to be destroyed,
 * because freeing its widgets takes as long as building them.  The caller scrolls to
 * the first row before; a view keeps the widgets around its scroll position.
 * Returns %TRUE while there are more rows to withdraw. */
gboolean           th_incremental_model_fold     (GtkSliceListModel *self);

G_END_DECLS
