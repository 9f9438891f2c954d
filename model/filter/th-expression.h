/* th-expression.h - the value of an expression for one event
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The language of th-filter.h, evaluated to a value instead of a decision: `len * 8`,
 * `next_comm`, `ts - 188s` and `packet.total` have these values; everything else
 * (`prev_state == 1`, `irq:*`) is true or false.  A single word is taken as a field, of the
 * record or of every event, before it is taken as an event.
 *
 * An event has no value if it lacks the field, if an arithmetic expression has no result, or
 * if it has none of the fields of a condition.  The results of analyses are those of the
 * flow with the event's key: the packet with its skb address at that time.  They are
 * available as soon as that flow is known, without waiting for the others.
 *
 * ThExpressions evaluates many expressions.  It belongs to one thread and holds a reference
 * to its recording.  An invalid text has no values; it may become valid when types or flows
 * are added to the recording.
 */
#pragma once

#include "th-recording.h"
#include "th-table.h"

G_BEGIN_DECLS

typedef enum
{
  TH_VALUE_NONE,
  TH_VALUE_NUMBER,
  TH_VALUE_TEXT,
  TH_VALUE_TRUTH
} ThValueKind;

/**
 * ThValue:
 * @unit: of a NUMBER: TH_COLUMN_COUNT if it has no unit, TH_COLUMN_TIME, _DURATION,
 *   _BYTES, _ADDRESS or _SHARE
 * @is_unsigned: @number is a guint64
 * @number: of a NUMBER; 0 or 1 of a TRUTH
 * @text: of a TEXT, as it was recorded; of a NUMBER, the text to show instead, such as the
 *   names of flags or a symbol; else %NULL
 */
typedef struct
{
  ThValueKind  kind;
  ThColumnKind unit;
  gboolean     is_unsigned;
  gint64       number;
  char        *text;
} ThValue;

void     th_value_clear      (ThValue      *value);

/* Returns whether the text is a valid expression; @begin, @end, @error as in th_filter_new(). */
gboolean th_expression_check (ThRecording  *recording,
                              const char   *text,
                              guint        *begin,
                              guint        *end,
                              GError      **error);
/* Returns the kind of the values, as far as the recording knows; NONE for an invalid expression.
 * @unit: of numbers, as in ThValue. */
ThValueKind th_expression_get_kind (ThRecording  *recording,
                              const char   *text,
                              ThColumnKind *unit);

typedef struct _ThExpressions ThExpressions;

ThExpressions *th_expressions_new  (ThRecording   *recording);
void           th_expressions_free (ThExpressions *self);
/* Sets @value, to be cleared with th_value_clear(). */
void           th_expressions_read (ThExpressions *self,
                                    const char    *text,
                                    ThRef          ref,
                                    ThValue       *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThExpressions, th_expressions_free)

G_END_DECLS
