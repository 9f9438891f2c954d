/* th-print-lex.h - the lexer of format texts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-pool.h"

G_BEGIN_DECLS

typedef enum
{
  TH_TOKEN_NONE, /* end of the text, or an invalid byte */
  TH_TOKEN_NEWLINE,
  TH_TOKEN_OP,
  TH_TOKEN_DELIM, /* ( ) , */
  TH_TOKEN_ITEM,  /* word or number; this and the kinds below can be an argument */
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
  const char *token; /* owned by the pool; "" if there is none */
} ThLexer;

void     th_lexer_init      (ThLexer    *self,
                             ThPool     *pool,
                             const char *text,
                             gsize       size);
void     th_lexer_next      (ThLexer    *self);
void     th_lexer_next_item (ThLexer    *self); /* also skips newlines */
gboolean th_lexer_is        (ThLexer    *self,
                             ThTokenType type,
                             const char *token);
/* Reads the next token; FALSE if it is not @type and @token. */
gboolean th_lexer_expect    (ThLexer    *self,
                             ThTokenType type,
                             const char *token);

G_END_DECLS
