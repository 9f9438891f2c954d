/* th-event-table.h - all events as a table, the textual equivalent of the lanes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Selecting a row selects the event in the document, and vice versa; the table scrolls to
 * an event that was selected elsewhere.  More rows can be selected for copying.
 *
 * Rows are ordered by time.  While only the rows of the selected span are listed, a click
 * on a title sorts them by that column, if there are at most TH_EVENT_SORT_MAX.
 *
 * Columns are chosen, moved by their titles, and sized by the edges of the titles.
 *
 * Property "selected" (uint): the row that was selected last; GTK_INVALID_LIST_POSITION if
 * there is none.
 * Signals
 *   "columns-changed": the user chose, moved or resized a column
 *   "facts-changed":   the text of th_event_table_get_facts() has changed
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"
#include "th-event-column.h"
#include "th-event-copy.h"
#include "th-event-list.h"
#include "th-row-selection.h"

G_BEGIN_DECLS

#define TH_TYPE_EVENT_TABLE (th_event_table_get_type ())
G_DECLARE_FINAL_TYPE (ThEventTable, th_event_table, TH, EVENT_TABLE, GtkWidget)

void          th_event_table_set_document (ThEventTable *self,
                                           ThDocument   *document);
ThEventList  *th_event_table_get_list     (ThEventTable *self);
/* Returns whether a table on the screen has yet to build rows or to scroll to one. */
gboolean      th_event_table_is_settling  (ThEventTable *self);
/* Frees the widgets of some rows before the table is destroyed.  Returns %TRUE while
 * there are more. */
gboolean      th_event_table_fold         (ThEventTable *self);

/* --- columns ----------------------------------------------------------- */

/* The maximum number of columns shown. */
#define TH_EVENT_TABLE_MAX_COLUMNS 32
#define TH_EVENT_TABLE_COLUMNS_TYPE G_VARIANT_TYPE ("a(si)")

/* Sets the columns from left to right, each with its id and its width in pixels (0: natural).
 * Unknown and repeated columns are ignored, and at least one is shown. */
void          th_event_table_set_columns  (ThEventTable *self,
                                           GVariant     *columns);
/* Free with g_variant_unref(). */
GVariant     *th_event_table_dup_columns  (ThEventTable *self);
/* Shows the columns of the settings. */
void          th_event_table_reset_columns (ThEventTable *self);
/* Returns (element-type ThEventColumn): from left to right; free with g_ptr_array_unref(). */
GPtrArray    *th_event_table_list_columns (ThEventTable *self);
/* Inserts the column at @index, or at the end if that is too large; counts as a choice of the
 * user. */
void          th_event_table_add_column   (ThEventTable        *self,
                                           const ThEventColumn *column,
                                           guint                index);
void          th_event_table_remove_column (ThEventTable        *self,
                                           const ThEventColumn *column);
/* Moves the column by @step places to the right (negative: left). */
void          th_event_table_move_column  (ThEventTable        *self,
                                           const ThEventColumn *column,
                                           int                  step);

/* --- rows of the selected span ------------------------------------------ */

void          th_event_table_set_only_span (ThEventTable *self,
                                           gboolean      only_span);
gboolean      th_event_table_get_only_span (ThEventTable *self);
/* Sorts the listed rows of the span. */
void          th_event_table_sort         (ThEventTable        *self,
                                           const ThEventColumn *column,
                                           gboolean             descending);
/* Returns a text saying that the table is being sorted, or why it cannot be; or NULL. */
const char   *th_event_table_get_facts    (ThEventTable *self);

/* --- copying ------------------------------------------------------------ */

/* Copies the selected rows in the order of the list or, if @span is set, all events of the
 * selected span by time.  Returns FALSE if there are none. */
gboolean      th_event_table_copy_async   (ThEventTable        *self,
                                           gboolean             span,
                                           ThRowFormat          format,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             data);
/* Makes @source a source of all listed rows.  Returns FALSE if there is no recording. */
gboolean      th_event_table_get_source   (ThEventTable        *self,
                                           ThRowSource         *source);
/* Returns the text of the selected event in @column; NULL if no event is selected. */
char         *th_event_table_dup_cell     (ThEventTable        *self,
                                           const ThEventColumn *column);

G_END_DECLS
