/* th-filter-token.h - the tokens of an expression, and the lexer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A token has the range of its bytes in the text, so that a diagnostic can point at them.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/* The maximum length of an expression in bytes; expressions may come from files. */
#define FILTER_MAX_TEXT 4096

typedef enum
{
  TOKEN_END,
  TOKEN_WORD,   /* a name, or a part of a name with * and ? */
  TOKEN_TYPES,  /* system:event */
  TOKEN_NUMBER,
  TOKEN_TEXT,
  TOKEN_REGEX,
  TOKEN_COMPARE,
  TOKEN_ARITHMETIC,
  TOKEN_AND,
  TOKEN_OR,
  TOKEN_NOT,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_OPEN_LIST,
  TOKEN_CLOSE_LIST,
  TOKEN_COMMA,
  TOKEN_RANGE
} TokenKind;

typedef enum
{
  OP_THERE, /* a field alone */
  OP_TYPES, /* event types alone */
  OP_EQ,
  OP_NE,
  OP_LT,
  OP_LE,
  OP_GT,
  OP_GE,
  OP_ANY,
  OP_GLOB,
  OP_NOT_GLOB,
  OP_REGEX,
  OP_NOT_REGEX,
  OP_IN,
  OP_CONTAINS
} FilterOp;

typedef enum
{
  ARITH_VALUE, /* no operator: a field, a number or a name */
  ARITH_ADD,
  ARITH_SUBTRACT,
  ARITH_MULTIPLY,
  ARITH_DIVIDE,
  ARITH_REMAINDER,
  ARITH_LEFT,
  ARITH_RIGHT,
  ARITH_AND,
  ARITH_XOR,
  ARITH_OR,
  ARITH_NEGATE,
  ARITH_INVERT
} FilterArithKind;

/* The number is @whole + @nano / 10^9, in units of @scale (0: it has no unit). */
typedef struct
{
  gboolean negative;
  guint64  whole;
  guint32  nano;
  guint64  scale;
  gboolean is_time; /* the unit is a unit of time */
} FilterNumber;

typedef struct
{
  TokenKind       kind;
  guint           begin;
  guint           end;
  FilterOp        op;
  FilterArithKind arith;       /* of an ARITHMETIC */
  gboolean        in_words;    /* written as "and", not "&&" */
  char            quote;       /* of a TEXT */
  gboolean        ignore_case; /* of a REGEX */
  char           *text;        /* of a WORD, TYPES, TEXT, REGEX */
  FilterNumber    number;
} FilterToken;

static inline gboolean
filter_token_is_operand (const FilterToken *token)
{
  return token->kind == TOKEN_WORD || token->kind == TOKEN_NUMBER || token->kind == TOKEN_TEXT;
}

static inline gboolean
filter_op_is_text (FilterOp op)
{
  return op == OP_GLOB || op == OP_NOT_GLOB || op == OP_REGEX || op == OP_NOT_REGEX ||
         op == OP_CONTAINS;
}

static inline gboolean
filter_op_is_order (FilterOp op)
{
  return op == OP_LT || op == OP_LE || op == OP_GT || op == OP_GE;
}

/* Whether @text is a unit of a number, such as ms. */
gboolean filter_is_unit     (const char    *text);
/* Splits @text into tokens, beginning at byte @from.  The elements are FilterToken; the last one
 * is an END.  Returns NULL with @begin, @end and @error set if that fails.  The recording
 * determines whether "len/8" is a quotient or a type (th-filter-names.h). */
GArray  *filter_lex         (ThRecording   *recording,
                             const char    *text,
                             guint          from,
                             guint         *begin,
                             guint         *end,
                             GError       **error);
/* Does the same for any text: skips what is not a token, and adds no END. */
GArray  *filter_lex_loosely (ThRecording   *recording,
                             const char    *text);

G_END_DECLS
