/* th-result-list.h - the rows of a table of results in a chosen order, as a list model
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The order is an array of row numbers that a worker thread makes; a row object is created
 * when it is requested.
 */
#pragma once

#include <gio/gio.h>

#include "th-recording.h"
#include "th-results.h"

G_BEGIN_DECLS

#define TH_TYPE_RESULT_ROW (th_result_row_get_type ())
G_DECLARE_FINAL_TYPE (ThResultRow, th_result_row, TH, RESULT_ROW, GObject)

guint32       th_result_row_get_row   (ThResultRow *self);

#define TH_TYPE_RESULT_LIST (th_result_list_get_type ())
G_DECLARE_FINAL_TYPE (ThResultList, th_result_list, TH, RESULT_LIST, GObject)

/* @recording: NULL if the table has no tasks and is not one of flows. */
ThResultList *th_result_list_new      (ThRecording  *recording,
                                       ThResults    *results,
                                       ThTable      *table);
/* Sorts and filters the rows again, including those published since, in the background.
 * @column: -1 for the order of the table.  @text: lists the rows with this text in a word, a
 * task, a CPU or an address, ignoring case; NULL or "": all rows.  In a table of flows it
 * may be an expression (th_result_list_is_expression()). */
void          th_result_list_arrange  (ThResultList *self,
                                       gint          column,
                                       gboolean      descending,
                                       const char   *text);
/* Returns whether @text is an expression over the rows, which contains a comparison.  Returns
 * FALSE with @error set if it looks like one but is not valid. */
gboolean      th_result_list_is_expression (ThResultList *self,
                                       const char   *text,
                                       GError      **error);
/* Makes the next th_result_list_arrange() leave out rows of @flows that are parts of others;
 * NULL: lists all rows. */
void          th_result_list_hide_parts (ThResultList *self,
                                       ThFlows      *flows);
/* Returns the position of a row; G_MAXUINT if it is not listed. */
guint         th_result_list_find     (ThResultList *self,
                                       guint32       row);
/* Returns (element-type guint32): all rows in the current order; free with g_array_unref(). */
GArray       *th_result_list_dup_rows (ThResultList *self);
/* Returns the row at a position; G_MAXUINT32 past the end. */
guint32       th_result_list_get_row  (ThResultList *self,
                                       guint         position);

G_END_DECLS
