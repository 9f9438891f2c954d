/* th-caret-context.h - where the caret is in an expression, and what may follow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The tokens before the caret tell what may come next, and which event types the conditions so
 * far leave.
 */
#pragma once

#include "th-filter-token.h"
#include "th-filter-types.h"

G_BEGIN_DECLS

typedef enum
{
  CARET_NOTHING,
  CARET_CONDITION,
  CARET_OPERATOR,   /* after a field, or after an operand */
  CARET_VALUE,
  CARET_TERM,       /* an operand of arithmetic */
  CARET_LIST,       /* where "{" must stand */
  CARET_LIST_VALUE,
  CARET_LIST_NEXT,  /* "," or "}" */
  CARET_NEXT        /* after a condition */
} CaretPlace;

typedef struct
{
  CaretPlace place;
  char       *field;   /* that a value or an operator is for; NULL: a constant */
  gboolean    in_arith;  /* it is computed with */
  FilterOp    op;
  guint       depth;   /* of open parentheses */
  GArray     *types;   /* of FilterTypes: one of these, if there are any */
  guint       begin;   /* what of the text a word replaces */
  guint       end;
  char       *word;    /* what is there before the caret, without quotes */
  gboolean    quoted;
} CaretContext;

void     caret_context_init      (CaretContext *context,
                                  ThRecording  *recording,
                                  const char   *text,
                                  guint         caret);
void     caret_context_clear     (CaretContext       *context);
/* Whether events of @type can match at the caret. */
gboolean caret_context_has_type  (const CaretContext *context,
                                  ThRecording        *recording,
                                  guint               type);

G_END_DECLS
