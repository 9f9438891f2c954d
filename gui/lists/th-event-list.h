/* th-event-list.h - the events of a recording in chronological order, as a list model
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A row object is created when it is requested.  While a recording grows, the list holds
 * the events before the watermark, whose order is final, so that rows are only ever
 * appended.
 *
 * Signals: "renewing" is emitted before and "renewed" after all rows are replaced.  An
 * existing ThEventRow then describes the event that is now at its position, and
 * "items-changed" only reports how much the length changed.  "renewing" is not emitted if
 * the list becomes empty.
 *
 * The list can be restricted to the rows that match a filter and to a span of time, and
 * the result can be listed in another order (th-event-sort.h).
 *
 * A list view of GTK 4.8 sums heights in an int and shows nothing beyond about 60 million
 * rows.  The list is therefore a window of at most TH_EVENT_LIST_MAX events, which moves
 * to the position that is searched for.
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
 * @reader: to be used by the calling thread only
 * @before: the previous event in time, or %TH_REF_NONE
 * @number: the number of the row, from 0
 * @expressions: to be used by the calling thread only
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
 * @before: the previous event in time, or %TH_REF_NONE
 * @row: the index of the event in chronological order
 */
typedef struct
{
  ThRef   ref;
  ThRef   before;
  guint32 row;
} ThSortedEvent;

#define TH_TYPE_EVENT_ROW (th_event_row_get_type ())
G_DECLARE_FINAL_TYPE (ThEventRow, th_event_row, TH, EVENT_ROW, GObject)

/* Reads the text at the first call.  The row owns it; valid until th_event_list_set_compact() or
 * th_event_list_renew_texts(). */
const char *th_event_row_get_info   (ThEventRow  *self);
/* Returns the same text at any length; free with g_free(). */
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
/* Returns the chronological order of the listed events; owned by the list, may be NULL. */
ThOrder     *th_event_list_get_order (ThEventList *self);
/* Lists the rows in the order of @places, which has each of them once as a ThSortedEvent; NULL:
 * in chronological order.  Takes ownership of @places, which is dropped when the rows
 * change. */
void         th_event_list_set_places (ThEventList *self,
                                      GArray       *places);
gboolean     th_event_list_has_places (ThEventList *self);
/* Sets whether rows have the compact info of th-compact-info.h, if there is one.  Emits no
 * signal. */
void         th_event_list_set_compact (ThEventList *self,
                                      gboolean      compact);
/* Makes rows read their info again, because more names are known now.  Emits no signal. */
void         th_event_list_renew_texts (ThEventList *self);
/* Returns a list of the same rows that does not follow this one and has its own reader. */
ThEventList *th_event_list_copy     (ThEventList  *self);
/* Adds the events that were loaded since the last update. */
void         th_event_list_update   (ThEventList  *self);
/* Returns the number of all events, inside and outside of the window. */
guint64      th_event_list_get_n_events (ThEventList *self);
/* Returns the position of @ref, moving the window there if necessary; G_MAXUINT if the list does
 * not contain it (yet). */
guint        th_event_list_find     (ThEventList  *self,
                                     ThRef         ref);
/* Returns the position of the first row at or after the time of @ref, or of the last row, moving
 * the window there if necessary; G_MAXUINT if the list is empty or not in chronological
 * order. */
guint        th_event_list_find_near (ThEventList  *self,
                                     ThRef         ref);
ThRef        th_event_list_get_ref  (ThEventList  *self,
                                     guint         position);

G_END_DECLS
