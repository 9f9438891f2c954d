/* th-event-table-private.h - declarations shared by the files of ThEventTable
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
  int                 n_scroll_ticks; /* from 0; negative: the rows are not laid out yet */
  gboolean            missed; /* rows or the selection changed while the table was hidden */
  gboolean            is_awaited; /* the row of the selected event has not reached the view */
  gboolean            awaits_place; /* nor has the place where it would be */
  gboolean            syncing;  /* the table and the document update each other */
  const ThRows       *seen_rows; /* the rows of the latest filter; only compared */
  gint64              seen_at;

  /* Columns; th-column-set.c */
  GSimpleActionGroup *actions;  /* prefix "table."; for the menus of the titles */
  gboolean            arranging;
  gboolean            has_several; /* several recordings: a column names that of each event */
  gboolean            has_only_frames; /* a capture: a column names the interface of each */

  /* Rows of the span; th-event-table-sort.c */
  gboolean             only_span;
  guint                span_id; /* timeout until the span has rested */
  const ThEventColumn *sort;
  gboolean             descending;
  GCancellable        *sorting; /* the running sort; or NULL */
  char                *facts;
};

/* th-column-set.c */
/* Adds the columns of the settings to the view, and connects to columns_signals. */
void th_event_table_add_columns    (ThEventTable *self);
/* Called when another recording was opened, which decides which columns exist and which of them
 * are numeric. */
void th_event_table_update_columns (ThEventTable *self);
gboolean th_event_table_has_expressions (ThEventTable *self);
/* Returns the columns of the view, GtkColumnViewColumn, from left to right; owned by the view. */
GListModel *th_event_table_get_columns (ThEventTable *self);
const ThEventColumn *th_event_table_find_column (ThEventTable        *self,
                                                 GtkColumnViewColumn *view_column);
/* Returns the column of a cell of the view; @cell may be NULL. */
const ThEventColumn *th_event_table_get_cell_column (GtkWidget        *cell);

/* th-event-table-sort.c */
/* Connects to sorter_signals. */
void th_event_table_add_sort       (ThEventTable *self);
void th_event_table_stop_sort      (ThEventTable *self);
/* Sorts the rows again, after they have changed, if the user chose an order. */
void th_event_table_sort_again     (ThEventTable *self);
void th_event_table_span_changed   (ThEventTable *self);

/* th-event-table-selection.c */
/* Selects the row of the document's event, and scrolls to it unless @quietly. */
void th_event_table_show_selected  (ThEventTable *self,
                                    gboolean      quietly);
/* Scrolls to the rows around the place of the selected event, if it is not listed. */
void th_event_table_show_place     (ThEventTable *self);
void th_event_table_scroll_to      (ThEventTable *self,
                                    gint64        position);
/* Selects the event of the row that leads the selection now. */
void th_event_table_lead_changed   (ThEventTable *self);
/* Called when more rows have reached the view; one of them may be awaited. */
void th_event_table_rows_came      (ThEventTable *self);
/* Remembers a change if the table is hidden. */
void th_event_table_note_missed    (ThEventTable *self);
/* Called when the table is shown: catches up with the changes meanwhile. */
void th_event_table_mapped         (ThEventTable *self);
/* Called when Tab has moved the focus into the table. */
void th_event_table_entered        (ThEventTable *self);

/* th-event-table-tail.c */
/* Watches whether the user looks elsewhere. */
void th_event_table_add_tail       (ThEventTable *self);
/* Scrolls to the newest event if the view follows the present. */
void th_event_table_tail           (ThEventTable *self);
/* The user looks elsewhere. */
void th_event_table_leave_tail     (ThEventTable *self);

G_END_DECLS
