/* th-expression.h - the value of an expression for one event
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The language of th-filter.h, asked for values instead of whether an event passes: `len * 8`,
 * `next_comm`, `ts - 188s` and `packet.total` are the values themselves; everything else
 * (`prev_state == 1`, `irq:*`) is true or false.  A word alone is a field, of the record or of
 * every event, before it is an event.
 *
 * An event has no value where it has no such field, where an arithmetic expression has none, and
 * where it has none of the fields that a condition speaks of.  What analyses found is that
 * of the flow which has the event's key: the packet with its skb address at that
 * time.  It is there as soon as that flow is known, without waiting for the others.
 *
 * ThExpressions read many of them.  They belong to one thread and keep their
 * recording alive.  A text that is wrong has no values; it may come to have some
 * when types or flows were added to the recording.
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
 * @unit: of a NUMBER: TH_COLUMN_COUNT for a plain one, TH_COLUMN_TIME, _DURATION,
 *   _BYTES, _ADDRESS or _SHARE
 * @is_unsigned: @number is a guint64
 * @number: of a NUMBER; 0 or 1 of a TRUTH
 * @text: of a TEXT, as it was recorded; of a NUMBER what a person reads instead: the
 *   names of flags, a symbol; else %NULL
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

/* Whether it is one; @begin, @end, @error as of th_filter_new(). */
gboolean th_expression_check (ThRecording  *recording,
                              const char   *text,
                              guint        *begin,
                              guint        *end,
                              GError      **error);
/* What its values are, as far as the recording knows; NONE for a wrong one.  @unit:
 * of numbers, as in ThValue. */
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
