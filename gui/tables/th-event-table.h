/* th-event-table.h - all events as a table, the textual equivalent of the lanes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Selecting a row selects the event in the document, and the other way round;
 * what was selected elsewhere is scrolled to.  More rows may be selected than
 * that one, to copy them.
 *
 * Rows are in the order of time.  When only those of the selected span are
 * listed, a click on a title sorts them by that column, up to
 * TH_EVENT_SORT_MAX of them.
 *
 * Columns are chosen, moved by their titles and sized by the edges of these.
 * Signals
 *   "columns-changed": the user chose, moved or sized one
 *   "facts-changed":   what th_event_table_get_facts() says
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
/* The row of the selected event; GTK_INVALID_LIST_POSITION: none */
guint         th_event_table_get_selected (ThEventTable *self);
void          th_event_table_select       (ThEventTable *self,
                                           guint         position);
ThRowSelection *th_event_table_get_selection (ThEventTable *self);
ThEventList  *th_event_table_get_list     (ThEventTable *self);
/* As a double click on it does. */
void          th_event_table_activate     (ThEventTable *self,
                                           guint         position);
/* Before its end: frees widgets of some rows.  Returns %TRUE while there are more. */
gboolean      th_event_table_fold         (ThEventTable *self);

/* --- columns ----------------------------------------------------------- */

/* More are not shown. */
#define TH_EVENT_TABLE_MAX_COLUMNS 32
#define TH_EVENT_TABLE_COLUMNS_TYPE G_VARIANT_TYPE ("a(si)")

/* Id and width in pixels (0: its own) of each, from left to right; unknown and
 * repeated ones are left out, and at least one is shown. */
void          th_event_table_set_columns  (ThEventTable *self,
                                           GVariant     *columns);
/* Free with g_variant_unref(). */
GVariant     *th_event_table_dup_columns  (ThEventTable *self);
/* Those of th_settings_get(). */
void          th_event_table_reset_columns (ThEventTable *self);
/* Of ThEventColumn, from left to right; free with g_ptr_array_unref(). */
GPtrArray    *th_event_table_list_columns (ThEventTable *self);
/* At @index, or at the end; as the user does it. */
void          th_event_table_add_column   (ThEventTable        *self,
                                           const ThEventColumn *column,
                                           guint                index);
void          th_event_table_remove_column (ThEventTable        *self,
                                           const ThEventColumn *column);
/* By @step places to the right, or left. */
void          th_event_table_move_column  (ThEventTable        *self,
                                           const ThEventColumn *column,
                                           int                  step);

/* --- rows of the selected span ------------------------------------------ */

void          th_event_table_set_only_span (ThEventTable *self,
                                           gboolean      only_span);
gboolean      th_event_table_get_only_span (ThEventTable *self);
/* Sorts what is listed of the span. */
void          th_event_table_sort         (ThEventTable        *self,
                                           const ThEventColumn *column,
                                           gboolean             descending);
/* That it sorts, or why not; NULL if there is nothing to say. */
const char   *th_event_table_get_facts    (ThEventTable *self);

/* --- copying ------------------------------------------------------------ */

/* The selected rows as they are listed, or all of the selected span by time;
 * FALSE if there are none. */
gboolean      th_event_table_copy_async   (ThEventTable        *self,
                                           gboolean             span,
                                           ThRowFormat          format,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             data);
/* All rows that are listed; FALSE if there is no recording. */
gboolean      th_event_table_get_source   (ThEventTable        *self,
                                           ThRowSource         *source);
/* What the selected event has in @column; NULL if there is none. */
char         *th_event_table_dup_cell     (ThEventTable        *self,
                                           const ThEventColumn *column);

G_END_DECLS
