/* th-result-list.h - the rows of one analysis' table in a chosen order, as a list model
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The order is an array of row numbers, made on a worker thread; objects exist
 * only for rows that are looked at.
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
/* Orders anew, with what was published meanwhile; shown when it is done.
 * @column: -1 for the order of rows.  @text: rows that hold it in a word, a
 * task, a CPU or an address, in either case; NULL or "": all.  In a table of
 * flows it may be an expression (th_result_list_is_expression()). */
void          th_result_list_arrange  (ThResultList *self,
                                       gint          column,
                                       gboolean      descending,
                                       const char   *text);
/* Whether @text is meant as an expression over the rows: it compares something.
 * FALSE with @error set where it is, and makes no sense yet. */
gboolean      th_result_list_is_expression (ThResultList *self,
                                       const char   *text,
                                       GError      **error);
/* Rows of flows that are parts of others are left out by the next
 * th_result_list_arrange(); NULL: none are. */
void          th_result_list_hide_parts (ThResultList *self,
                                       ThFlows      *flows);
/* The position of a row; G_MAXUINT if it is left out. */
guint         th_result_list_find     (ThResultList *self,
                                       guint32       row);
/* All of them as they are listed now.
 * Returns (element-type guint32): free with g_array_unref(). */
GArray       *th_result_list_dup_rows (ThResultList *self);
/* G_MAXUINT32 past the end. */
guint32       th_result_list_get_row  (ThResultList *self,
                                       guint         position);

G_END_DECLS
