/* th-row-selection.h - which rows of a long list are selected, and which one leads
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A GtkSelectionModel over a bitset: GtkMultiSelection makes an object for each
 * row when all are selected.  Of what is selected one row leads: the one that
 * was clicked last, or the end that moved.  The signal "lead-changed" follows
 * it, whoever changed it.  Main thread only.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_ROW_SELECTION (th_row_selection_get_type ())
G_DECLARE_FINAL_TYPE (ThRowSelection, th_row_selection, TH, ROW_SELECTION, GObject)

/* @model: taken. */
ThRowSelection  *th_row_selection_new      (GListModel     *model);
/* That row alone; GTK_INVALID_LIST_POSITION: none. */
void             th_row_selection_set      (ThRowSelection *self,
                                            guint           position);
/* GTK_INVALID_LIST_POSITION: none. */
guint            th_row_selection_get_lead (ThRowSelection *self);
/* Lent until the next change. */
const GtkBitset *th_row_selection_peek     (ThRowSelection *self);

G_END_DECLS
