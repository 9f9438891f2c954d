/* th-event-list.h - the events of a recording in order of time, as a list model
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Rows are made when they are looked at.  While a recording grows the list
 * holds what is certain, the events before the watermark, so that rows are
 * only ever added at its end.
 *
 * Signals: "renewing" and "renewed", before and after all of the rows became
 * other ones.  Who holds a ThEventRow then holds what came in its place: it says
 * with "items-changed" only how many more or less there are.  Where none comes there is
 * no "renewing".
 *
 * It may be restricted to the rows that a filter lets through and to a span of
 * time, and what it then holds may be listed in another order (th-event-sort.h).
 *
 * A GTK 4.8 list view adds up heights in an int and shows nothing past some 60
 * million rows, so the list is a window of at most TH_EVENT_LIST_MAX events,
 * which is moved to where one looks.
 */
#pragma once

#include <gio/gio.h>

#include "th-expression.h"
#include "th-order.h"
#include "th-reader.h"

G_BEGIN_DECLS

#define TH_EVENT_LIST_MAX 30000000u

/**
 * ThEventPlace:
 * @reader: of the thread that asks
 * @before: the row before in the order of time, or %TH_REF_NONE
 * @number: of the row, from 0
 * @expressions: of the thread that asks
 */
typedef struct
{
  ThRecording   *recording;
  ThReader      *reader;
  ThRef          ref;
  ThRef          before;
  guint64        number;
  ThExpressions *expressions;
} ThEventPlace;

/**
 * ThSortedEvent:
 * @before: the row before in the order of time, or %TH_REF_NONE
 * @row: which of that order it is
 */
typedef struct
{
  ThRef   ref;
  ThRef   before;
  guint32 row;
} ThSortedEvent;

#define TH_TYPE_EVENT_ROW (th_event_row_get_type ())
G_DECLARE_FINAL_TYPE (ThEventRow, th_event_row, TH, EVENT_ROW, GObject)

ThRef       th_event_row_get_ref    (ThEventRow  *self);
guint64     th_event_row_get_number (ThEventRow  *self);
/* Read when first asked for; lent until the list's texts are others. */
const char *th_event_row_get_info   (ThEventRow  *self);
/* The same however long; free with g_free(). */
char       *th_event_row_dup_whole_info (ThEventRow *self);
void        th_event_row_get_place  (ThEventRow   *self,
                                     ThEventPlace *place);

#define TH_TYPE_EVENT_LIST (th_event_list_get_type ())
G_DECLARE_FINAL_TYPE (ThEventList, th_event_list, TH, EVENT_LIST, GObject)

ThEventList *th_event_list_new      (void);
/* @cpus: guint numbers, or NULL for all.  NULL @recording empties the list. */
void         th_event_list_set_recording (ThEventList  *self,
                                          ThRecording  *recording,
                                          const GArray *cpus);
/* Lists only @rows; NULL: all events.  Rows keep their numbers. */
void         th_event_list_set_rows (ThEventList  *self,
                                     ThRows       *rows);
/* Lists only events with from <= time < to; TH_TIME_NONE for both: all. */
void         th_event_list_set_span (ThEventList  *self,
                                     gint64        from,
                                     gint64        to);
/* The order of time that the list has now; lent, may be NULL. */
ThOrder     *th_event_list_get_order (ThEventList *self);
/* Lists the rows of that order so: @places has each once, as ThSortedEvent.
 * Taken; NULL: by time.  Forgotten as soon as there are other rows. */
void         th_event_list_set_places (ThEventList *self,
                                      GArray       *places);
gboolean     th_event_list_has_places (ThEventList *self);
/* Whether the info of its rows is short where th-compact-info.h knows how; no signal. */
void         th_event_list_set_compact (ThEventList *self,
                                      gboolean      compact);
/* The same rows, for as long as they are wanted; with a reader of its own. */
ThEventList *th_event_list_copy     (ThEventList  *self);
/* Adds the events that were loaded since the last update. */
void         th_event_list_update   (ThEventList  *self);
/* The number of all events, inside and outside of the window. */
guint64      th_event_list_get_n_events (ThEventList *self);
/* The position of @ref, moving the window there if need be; G_MAXUINT if the
 * list does not hold it (yet). */
guint        th_event_list_find     (ThEventList  *self,
                                     ThRef         ref);
/* The position of the first row at or after the time of @ref, or of the last row,
 * moving the window there if need be; G_MAXUINT if there is none, or the rows are in
 * another order. */
guint        th_event_list_find_near (ThEventList  *self,
                                     ThRef         ref);
ThRef        th_event_list_get_ref  (ThEventList  *self,
                                     guint         position);

G_END_DECLS
