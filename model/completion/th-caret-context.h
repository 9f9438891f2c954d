/* th-caret-context.h - the context of the caret in an expression, and what may follow it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The tokens before the caret determine what may come next, and which event types can still
 * match.
 */
#pragma once

#include "th-filter-token.h"
#include "th-filter-types.h"

G_BEGIN_DECLS

typedef enum
{
  CARET_NOTHING,
  CARET_CONDITION,
  CARET_OPERATOR,   /* after a field or an operand */
  CARET_VALUE,
  CARET_TERM,       /* an operand of arithmetic */
  CARET_LIST,       /* where "{" is required */
  CARET_LIST_VALUE,
  CARET_LIST_NEXT,  /* "," or "}" */
  CARET_NEXT        /* after a condition */
} CaretPlace;

typedef struct
{
  CaretPlace place;
  char       *field;   /* the field that a value or an operator belongs to; NULL: a constant */
  gboolean    in_arith;  /* the field is part of arithmetic */
  FilterOp    op;
  guint       depth;   /* number of open parentheses */
  GArray     *types;   /* of FilterTypes: the possible types; all if it is empty */
  guint       begin;   /* the bytes of the text that a word replaces */
  guint       end;
  char       *word;    /* the part of the word before the caret, without quotes */
  gboolean    quoted;
} CaretContext;

void     caret_context_init      (CaretContext *context,
                                  ThRecording  *recording,
                                  const char   *text,
                                  guint         caret);
void     caret_context_clear     (CaretContext       *context);
/* Returns whether events of @type can match at the caret. */
gboolean caret_context_has_type  (const CaretContext *context,
                                  ThRecording        *recording,
                                  guint               type);

G_END_DECLS
