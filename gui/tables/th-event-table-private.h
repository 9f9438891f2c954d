/* th-event-table-private.h - what the files of ThEventTable share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-event-table.h"

G_BEGIN_DECLS

struct _ThEventTable
{
  GtkWidget           parent;

  ThDocument         *document;
  GSignalGroup       *document_signals;
  GSignalGroup       *list_signals;
  GSignalGroup       *portions_signals;
  GSignalGroup       *selection_signals;
  GSignalGroup       *columns_signals;
  GSignalGroup       *sorter_signals;
  ThEventList        *list;
  GtkSliceListModel  *portions; /* of the list, for the view */
  ThRowSelection     *selection;
  GtkWidget          *empty_state; /* around the scroller; th_empty_state_new() */
  GtkWidget          *scroller;
  GtkWidget          *view;
  GtkWidget          *inner;    /* the list view inside the column view; may be NULL */
  guint               jump_id;
  guint               scroll_id;
  guint               scroll_position;
  int                 n_scroll_ticks; /* from 0; below while the rows have no place yet */
  gboolean            missed; /* rows came, or another was selected, while none was seen */
  gboolean            is_awaited; /* the row of the selected event has not reached the view */
  gboolean            awaits_place; /* the same of where it was */
  gboolean            syncing;  /* table and document tell each other */
  const ThRows       *seen_rows; /* that a filter began to fill; to compare alone */
  gint64              seen_at;

  /* Columns; th-column-set.c */
  GSimpleActionGroup *actions;  /* "table.": of the titles' menus */
  gboolean            arranging;
  gboolean            has_several; /* recordings, so a column names that of each event */

  /* Rows of the span; th-event-table-sort.c */
  gboolean             only_span;
  guint                span_id; /* the span has not rested yet */
  const ThEventColumn *sort;
  gboolean             descending;
  GCancellable        *sorting; /* NULL: no job is under way */
  char                *facts;
};

/* th-column-set.c */
/* Adds the columns of the settings to the view, and connects to columns_signals. */
void th_event_table_add_columns    (ThEventTable *self);
/* Another recording was opened: it decides which columns exist and which are numbers. */
void th_event_table_update_columns (ThEventTable *self);
gboolean th_event_table_has_expressions (ThEventTable *self);
/* The columns of the view, GtkColumnViewColumn, from left to right.  Lent. */
GListModel *th_event_table_get_columns (ThEventTable *self);
const ThEventColumn *th_event_table_find_column (ThEventTable        *self,
                                                 GtkColumnViewColumn *view_column);
/* The column of a cell of the view; @cell may be NULL. */
const ThEventColumn *th_event_table_get_cell_column (GtkWidget        *cell);

/* th-event-table-sort.c */
/* Connects to sorter_signals. */
void th_event_table_add_sort       (ThEventTable *self);
void th_event_table_stop_sort      (ThEventTable *self);
/* The rows have changed: sorts them again if the user chose an order. */
void th_event_table_sort_again     (ThEventTable *self);
void th_event_table_span_changed   (ThEventTable *self);

/* th-event-table-selection.c */
/* Selects the row of the document's event, and scrolls to it unless @quietly. */
void th_event_table_show_selected  (ThEventTable *self,
                                    gboolean      quietly);
/* If the event is not listed, scrolls to the rows around its place. */
void th_event_table_show_place     (ThEventTable *self);
void th_event_table_scroll_to      (ThEventTable *self,
                                    gint64        position);
/* Scrolls after the next layout, with some rows above and below. */
void th_event_table_scroll_around  (ThEventTable *self,
                                    guint         position);
/* Selects the event of the row that leads the selection now. */
void th_event_table_lead_changed   (ThEventTable *self);
/* More rows have reached the view; one of them may be awaited. */
void th_event_table_rows_came      (ThEventTable *self);
/* Something changed while the table was not shown. */
void th_event_table_note_missed    (ThEventTable *self);
/* The table is shown: it catches up with what changed meanwhile. */
void th_event_table_mapped         (ThEventTable *self);
/* Tab moved the focus into the table. */
void th_event_table_entered        (ThEventTable *self);

G_END_DECLS
