/* th-event-column.h - the columns of the event table and their values
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A column is identified by its id, which settings and sessions store: "time", "cpu", …,
 * "field:NAME" for a field by name or label (th_field_table_find()), and "expr:TEXT" for
 * the value of an expression (th-expression.h).  It is created once and never freed, so
 * columns may be compared by address.
 */
#pragma once

#include "th-document.h"
#include "th-event-list.h"
#include "th-table.h"

G_BEGIN_DECLS

typedef enum
{
  TH_EVENT_COLUMN_NUMBER,
  TH_EVENT_COLUMN_RECORDING, /* the recording of the event, if several are on the timeline */
  TH_EVENT_COLUMN_TIME,
  TH_EVENT_COLUMN_DELTA,   /* time since the previous event */
  TH_EVENT_COLUMN_CPU,
  TH_EVENT_COLUMN_INTERFACE, /* of a frame of a capture */
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
 * @title: N_(); the name of a field, the text of an expression
 * @name: N_(); the title for use outside of a table
 * @min_chars: the minimum width; see th_event_column_get_min_chars()
 * @n_chars: the preferred width; 0: the remaining width
 * @right: numbers, which are aligned right
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

/* Returns the column of that id; NULL for an unknown word, and for a name or a text that is
 * empty, not UTF-8, or too long.  Does not check that the field exists or that the
 * expression is valid. */
const ThEventColumn *th_event_column_find     (const char *id);
/* Returns the column that a text of the user names: an existing column by its id, a field, or an
 * expression.  Returns NULL if the recording has no such column, with @begin, @end and
 * @error set as by th_expression_check(). */
const ThEventColumn *th_event_column_parse    (ThRecording *recording,
                                               const char *text,
                                               guint      *begin,
                                               guint      *end,
                                               GError    **error);
/* Returns the columns that any recording can have, in their usual order. */
const ThEventColumn *th_event_column_list     (guint      *n_columns);
/* Returns the name in the user's language, for use outside of a table. */
const char          *th_event_column_get_name (const ThEventColumn *self);
/* Returns whether any event of the recording may have a value. */
gboolean             th_event_column_is_there (const ThEventColumn *self,
                                               ThRecording         *recording);
/* Returns whether the values are numbers, as far as the recording knows. */
gboolean             th_event_column_is_right (const ThEventColumn *self,
                                               ThRecording         *recording);

/* Returns the minimum width, with which no number is cut.  @document may be NULL. */
guint                th_event_column_get_min_chars (const ThEventColumn *self,
                                               ThDocument          *document);

/* --- values ------------------------------------------------------------ */

/**
 * ThEventValue:
 * @has_number: @number is valid; times and durations are in ns (or ticks)
 * @is_unsigned: @number is a guint64
 * @is_truth: the value is a truth value
 * @unit: the unit of the value of an expression, as in ThValue
 * @text: the text to show, if it is not just the number; else %NULL.  Valid
 *   UTF-8 on one line
 *
 * Has neither a number nor a text if the event has no value.
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

/* Any thread.  Text is cut after TH_TEXT_MAX bytes unless @whole is set.  Clear with
 * th_event_value_clear(). */
void  th_event_column_get_value (const ThEventColumn *self,
                                 const ThEventPlace  *place,
                                 gboolean             whole,
                                 ThEventValue        *value);
void  th_event_value_clear      (ThEventValue        *value);

/* Returns the text of the cell; free with g_free(). */
char *th_event_column_dup_text  (const ThEventColumn *self,
                                 ThDocument          *document,
                                 ThEventRow          *row);
/* Returns the text for copying, of any length; free with g_free(). */
char *th_event_column_dup_whole (const ThEventColumn *self,
                                 ThDocument          *document,
                                 ThEventRow          *row);

G_END_DECLS
