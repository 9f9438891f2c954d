/* th-event-columns.h - chosen values of each event, a line each
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What expressions (th-expression.h) come to, in the order that they were asked for.
 * As text the values are parted by tabs, as a person reads them; as CSV a line of the
 * expressions comes first, times are integers and what is true or false is that word;
 * as JSON each event is an object by the expressions, with null where it has no value.
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

/* @expressions: %NULL-terminated, lent as long as it lives. */
ThEventColumns *th_event_columns_new         (ThRecording         *recording,
                                              char               **expressions,
                                              ThEventColumnsStyle  style);
void            th_event_columns_free        (ThEventColumns      *self);
/* What comes before the first. */
void            th_event_columns_append_head (ThEventColumns      *self,
                                              GString             *text);
void            th_event_columns_append      (ThEventColumns      *self,
                                              ThRef                ref,
                                              GString             *text);

/* FALSE after a mistake of one of them, which has been told for @command; with
 * @growing only what more events would not mend is one. */
gboolean        th_event_columns_check       (const char          *command,
                                              ThRecording         *recording,
                                              char               **expressions,
                                              gboolean             growing);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThEventColumns, th_event_columns_free)

G_END_DECLS
