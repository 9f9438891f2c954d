/* th-result-table.h - one table of an analysis: sorted, filtered, each row leads to its event
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Properties
 *   "selected" (uint): the row that was selected last; GTK_INVALID_LIST_POSITION if there is
 *                      none.  Setting it selects only that row and shows its span, as a
 *                      click does.
 *   "list" (ThResultList, read-only): the listed rows
 * Signal "selection-changed": other rows are selected.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"
#include "th-result-list.h"
#include "th-row-copy.h"
#include "th-row-selection.h"

G_BEGIN_DECLS

#define TH_TYPE_RESULT_TABLE (th_result_table_get_type ())
G_DECLARE_FINAL_TYPE (ThResultTable, th_result_table, TH, RESULT_TABLE, GtkWidget)

/* Creates a table that is used while the document shows the current recording. */
GtkWidget    *th_result_table_new      (ThDocument    *document,
                                        ThResults     *results,
                                        ThTable       *table);
ThTable      *th_result_table_get_table (ThResultTable *self);
ThResults    *th_result_table_get_results (ThResultTable *self);
/* Shows the rows that were published since the last update. */
void          th_result_table_update   (ThResultTable *self);
/* Searches for @text as typing it into the entry does. */
void          th_result_table_seek     (ThResultTable *self,
                                        const char    *text);

/* Returns whether a row is selected. */
gboolean      th_result_table_has_selected (ThResultTable *self);
/* Copies the selected rows in the order of the list.  Returns FALSE if there are none. */
gboolean      th_result_table_copy_async (ThResultTable       *self,
                                        ThRowFormat          format,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             data);
/* Makes @source a source of all listed rows. */
void          th_result_table_get_source (ThResultTable *self,
                                        ThRowSource   *source);
/* Returns the number of rows that contain what is searched for; of all rows if nothing is. */
guint         th_result_table_get_n_found (ThResultTable *self);
/* Returns whether a table on the screen has yet to build rows. */
gboolean      th_result_table_is_settling (ThResultTable *self);
/* Returns whether a line above the rows summarizes them, as it does if they are flows. */
gboolean      th_result_table_has_summary (ThResultTable *self);
/* Frees the widgets of some rows before the table is destroyed.  Returns %TRUE while
 * there are more. */
gboolean      th_result_table_fold     (ThResultTable *self);

G_END_DECLS
