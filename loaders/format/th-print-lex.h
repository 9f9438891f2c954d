/* th-print-lex.h - the words of a format text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-pool.h"

G_BEGIN_DECLS

typedef enum
{
  TH_TOKEN_NONE, /* end of the text, or a byte that cannot be */
  TH_TOKEN_NEWLINE,
  TH_TOKEN_OP,
  TH_TOKEN_DELIM, /* ( ) , */
  TH_TOKEN_ITEM,  /* word or number; this and what follows can be an argument */
  TH_TOKEN_DQUOTE,
  TH_TOKEN_SQUOTE
} ThTokenType;

typedef struct
{
  const char *text;
  gsize       size;
  gsize       position;
  ThPool     *pool;
  ThTokenType type;
  const char *token; /* of the pool; "" where there is none */
} ThLexer;

void     th_lexer_init      (ThLexer    *self,
                             ThPool     *pool,
                             const char *text,
                             gsize       size);
void     th_lexer_next      (ThLexer    *self);
void     th_lexer_next_item (ThLexer    *self); /* newlines skipped too */
gboolean th_lexer_is        (ThLexer    *self,
                             ThTokenType type,
                             const char *token);
/* Reads the next token and compares. */
gboolean th_lexer_expect    (ThLexer    *self,
                             ThTokenType type,
                             const char *token);

G_END_DECLS
