/* th-event-column.h - what a column of the event table says of an event
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A column is known by its id, which settings and sessions keep: "time", "cpu",
 * …, "field:NAME" for a field by name or label (th_field_table_find()), and
 * "expr:TEXT" for what an expression comes to (th-expression.h).  It is made once
 * and never freed, so it may be compared by its address.
 */
#pragma once

#include "th-document.h"
#include "th-event-list.h"
#include "th-table.h"

G_BEGIN_DECLS

typedef enum
{
  TH_EVENT_COLUMN_NUMBER,
  TH_EVENT_COLUMN_RECORDING, /* of several on the timeline */
  TH_EVENT_COLUMN_TIME,
  TH_EVENT_COLUMN_DELTA,   /* since the row before, in the order of time */
  TH_EVENT_COLUMN_CPU,
  TH_EVENT_COLUMN_TASK,
  TH_EVENT_COLUMN_PID,
  TH_EVENT_COLUMN_TGID,
  TH_EVENT_COLUMN_LATENCY, /* th-irq-flags.h */
  TH_EVENT_COLUMN_EVENT,
  TH_EVENT_COLUMN_INFO,
  TH_EVENT_COLUMN_FIELD,
  TH_EVENT_COLUMN_EXPRESSION
} ThEventColumnKind;

/**
 * ThEventColumn:
 * @id: stable
 * @title: N_(); of a field its name, of an expression its text
 * @name: N_(), the title where it has to stand alone
 * @min_chars: width that it does not go below; see th_event_column_get_min_chars()
 * @n_chars: width that it asks for; 0: takes what is left
 * @right: of numbers, which stand under each other
 */
typedef struct
{
  ThEventColumnKind  kind;
  const char        *id;
  const char        *title;
  const char        *name;
  guint              min_chars;
  guint              n_chars;
  gboolean           right;
} ThEventColumn;

/* NULL for an id that is none: an unknown word, a name or a text that is
 * empty, no UTF-8, or too long.  Whether it means something is not asked. */
const ThEventColumn *th_event_column_find     (const char *id);
/* What a text asks for that the user wrote: a column that there is, by its id, a
 * field, or an expression.  NULL with @begin, @end and @error as of
 * th_expression_check() where the recording has no such. */
const ThEventColumn *th_event_column_parse    (ThRecording *recording,
                                               const char *text,
                                               guint      *begin,
                                               guint      *end,
                                               GError    **error);
/* The columns that every recording can have, in their usual order. */
const ThEventColumn *th_event_column_list     (guint      *n_columns);
/* The name in the user's language, for use outside of a table. */
const char          *th_event_column_get_name (const ThEventColumn *self);
/* Whether any event of the recording may have it. */
gboolean             th_event_column_is_there (const ThEventColumn *self,
                                               ThRecording         *recording);
/* Whether its values are numbers, as far as the recording knows. */
gboolean             th_event_column_is_right (const ThEventColumn *self,
                                               ThRecording         *recording);

/* The width below which the column is not shrunk: numbers are never cut.  @document may
 * be NULL. */
guint                th_event_column_get_min_chars (const ThEventColumn *self,
                                               ThDocument          *document);

/* --- values ------------------------------------------------------------ */

/**
 * ThEventValue:
 * @has_number: @number is good: times and durations in ns (or ticks)
 * @is_unsigned: @number is a guint64
 * @is_truth: it is true or false
 * @unit: of a number of an expression, as in ThValue
 * @text: what a person reads, where it is not that number; else %NULL.  Valid
 *   UTF-8 on one line
 *
 * Nothing at all where the event lacks it.
 */
typedef struct
{
  gboolean has_number;
  gboolean is_unsigned;
  gboolean is_truth;
  ThColumnKind unit;
  gint64   number;
  char    *text;
} ThEventValue;

/* Any thread.  Text is cut after TH_TEXT_MAX bytes unless it is wanted @whole.  Clear with
 * th_event_value_clear(). */
void  th_event_column_get_value (const ThEventColumn *self,
                                 const ThEventPlace  *place,
                                 gboolean             whole,
                                 ThEventValue        *value);
void  th_event_value_clear      (ThEventValue        *value);

/* What the cell shows; free with g_free(). */
char *th_event_column_dup_text  (const ThEventColumn *self,
                                 ThDocument          *document,
                                 ThEventRow          *row);
/* The whole text for copying, however long it is. */
char *th_event_column_dup_whole (const ThEventColumn *self,
                                 ThDocument          *document,
                                 ThEventRow          *row);

G_END_DECLS
