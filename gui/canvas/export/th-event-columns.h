/* th-event-columns.h - selected values of each event, one line per event
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The values of expressions (th-expression.h), in the given order.  As text, values are
 * in readable form and separated by tabs; as CSV, the first line has the expressions,
 * times are integers and booleans are "true" or "false"; as JSON, each event is an
 * object whose members are the expressions, with null if there is no value.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

typedef enum
{
  TH_EVENT_COLUMNS_TEXT,
  TH_EVENT_COLUMNS_CSV,
  TH_EVENT_COLUMNS_JSON
} ThEventColumnsStyle;

typedef struct _ThEventColumns ThEventColumns;

/* @expressions: %NULL-terminated; must outlive the object. */
ThEventColumns *th_event_columns_new         (ThRecording         *recording,
                                              char               **expressions,
                                              ThEventColumnsStyle  style);
void            th_event_columns_free        (ThEventColumns      *self);
/* Appends the header before the first event. */
void            th_event_columns_append_head (ThEventColumns      *self,
                                              GString             *text);
void            th_event_columns_append      (ThEventColumns      *self,
                                              ThRef                ref,
                                              GString             *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThEventColumns, th_event_columns_free)

G_END_DECLS
