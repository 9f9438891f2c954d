/* th-result-table-private.h - declarations shared by the files of ThResultTable
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-result-table.h"

G_BEGIN_DECLS

struct _ThResultTable
{
  GtkWidget           parent;

  ThDocument         *document;
  ThRecording        *recording; /* of these rows; the document may show the next one already */
  ThResults          *results;
  ThTable            *table;
  GSignalGroup       *document_signals;
  GSignalGroup       *list_signals;
  GSignalGroup       *portions_signals;
  GSignalGroup       *selection_signals;
  GSignalGroup       *sorter_signals;
  ThResultList       *list;
  GtkSliceListModel  *portions;  /* of the list, for the view */
  ThRowSelection     *selection;
  GtkWidget          *box;
  GtkWidget          *empty;     /* shows why there are no rows */
  GtkWidget          *view;
  GtkWidget          *entry;
  GtkWidget          *complaint; /* the mistake in the expression in the entry */
  GtkWidget          *summary;   /* of all flows, in one line; NULL in other tables */
  char               *text;      /* that rows must contain, or NULL */
  gint                sort;      /* a column, or -1 */
  gboolean            descending;
  guint32             n_shown;

  /* th-result-table-columns.c */
  GPtrArray          *columns;   /* GtkColumnViewColumn, owned by the view */

  /* th-result-table-rows.c */
  guint32             lead;      /* the row that was selected last, or G_MAXUINT32 */
  gboolean            syncing;
  gboolean            is_awaited;  /* the row to be selected has not reached the view */

  /* If each row is a flow */
  ThFlows            *flows;
  GCancellable       *cancellable; /* the running job that makes the summary; or NULL */
};

/* th-result-table-columns.c */
void       th_result_table_add_columns        (ThResultTable *self);
/* Creates the button whose popover chooses the columns. */
GtkWidget *th_result_table_columns_button_new (ThResultTable *self);
/* Returns the visible columns that have text, from left to right.  Free with g_array_unref(). */
GArray    *th_result_table_list_shown_columns (ThResultTable *self);

/* th-result-table-rows.c */
/* Makes the models of the rows, the signals that the table follows, and the menu. */
void       th_result_table_add_rows           (ThResultTable *self);
/* Activates the row as a double click does. */
void       th_result_table_activate           (ThResultTable *self,
                                               guint          position);
/* Selects only that row, and adds it to the view if necessary. */
void       th_result_table_select             (ThResultTable *self,
                                               guint          position);
void       th_result_table_scroll_to          (ThResultTable *self,
                                               guint          position);
/* Sorts as a click on the title does; tables with this id remember it. */
void th_result_table_sort (ThResultTable *self,
                           guint          column,
                           gboolean       descending);

G_END_DECLS
