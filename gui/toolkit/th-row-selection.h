/* th-row-selection.h - the selection of a long list, and the row that leads it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A GtkSelectionModel over a bitset, because GtkMultiSelection creates an object for each
 * row when all are selected.  One of the selected rows leads: the one that was clicked
 * last, or the moving end of a range.  Signal: "lead-changed".  Main thread only.
 *
 * If all rows are selected while a model of th-incremental-model.h has not exposed all of its rows,
 * the others are selected as they appear.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_ROW_SELECTION (th_row_selection_get_type ())
G_DECLARE_FINAL_TYPE (ThRowSelection, th_row_selection, TH, ROW_SELECTION, GObject)

/* Takes ownership of @model. */
ThRowSelection  *th_row_selection_new      (GListModel     *model);
/* Selects only the row at @position; none for GTK_INVALID_LIST_POSITION. */
void             th_row_selection_set      (ThRowSelection *self,
                                            guint           position);
/* Returns the row that leads; or GTK_INVALID_LIST_POSITION. */
guint            th_row_selection_get_lead (ThRowSelection *self);
/* Returns the selected rows, which are valid until the next change. */
const GtkBitset *th_row_selection_peek     (ThRowSelection *self);
/* Returns the selected rows, including those that will be selected when they appear: a copy does
 * not need them in the view.  Free with gtk_bitset_unref(). */
GtkBitset       *th_row_selection_dup      (ThRowSelection *self);

G_END_DECLS
