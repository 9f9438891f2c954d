/* th-print-lex.c - the lexer of format texts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-pool.h"
#include "th-print-lex.h"

/* --- */

void
th_lexer_init (ThLexer    *self,
               ThPool     *pool,
               const char *text,
               gsize       size)
{
  memset (self, 0, sizeof *self);
  self->pool = pool;
  self->text = text;
  self->size = size;
  self->token = "";
}

static inline int
lexer_peek (ThLexer *self)
{
  return self->position < self->size ? (guint8) self->text[self->position] : -1;
}

static inline gboolean
is_word (int c)
{
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static inline gboolean
is_blank (int c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static inline gboolean
is_printable (int c)
{
  return c >= 0x20 && c < 0x7f;
}

static void
lexer_take (ThLexer    *self,
            ThTokenType type,
            gsize       start)
{
  self->type = type;
  self->token = th_pool_strndup (self->pool, self->text + start, self->position - start);
}

static void
lexer_word (ThLexer *self)
{
  /* Macros of mac80211 that kernels before 2.6.38 left unexpanded. */
  static const struct { const char *name, *text; } macros[] = {
    { "LOCAL_PR_FMT", "%s" }, { "STA_PR_FMT", " sta:%pM" }, { "VIF_PR_FMT", " vif:%p(%d)" },
  };
  gsize start = self->position;

  while (is_word (lexer_peek (self)))
    self->position++;
  lexer_take (self, TH_TOKEN_ITEM, start);

  for (guint i = 0; i < G_N_ELEMENTS (macros); i++)
    if (strcmp (self->token, macros[i].name) == 0)
      {
        self->type = TH_TOKEN_DQUOTE;
        self->token = macros[i].text;
      }
}

/* Appends quoted text, from after its opening quote; FALSE if it is not terminated.
 * It may contain an escaped quote and a newline; any other control character ends
 * it, like in libtraceevent. */
static gboolean
lexer_quoted (ThLexer *self,
              int      quote,
              GString *string)
{
  int last = quote;
  int c = quote;

  for (;;)
    {
      last = c;
      c = lexer_peek (self);
      if (c <= 0 || c >= 0x80)
        return FALSE;
      self->position++;
      if (c == '\\' && last == '\\')
        last = 0;
      if (!((c != quote && is_printable (c)) || last == '\\' || c == '\n'))
        return TRUE;
      g_string_append_c (string, (char) c);
    }
}

/* Reads a string; "a" "b" is one string. */
static void
lexer_string (ThLexer *self,
              int      quote)
{
  g_autoptr(GString) string = g_string_new (NULL);
  gboolean closed;
  gsize end;

  self->position++;
  for (;;)
    {
      closed = lexer_quoted (self, quote, string);
      end = self->position;
      if (!closed || quote != '"')
        break;
      while (is_blank (lexer_peek (self)) || lexer_peek (self) == '\n')
        self->position++;
      if (lexer_peek (self) != '"')
        break;
      self->position++;
    }
  self->position = end;

  if (!closed)
    self->type = TH_TOKEN_NONE;
  else
    self->type = quote == '"' ? TH_TOKEN_DQUOTE : TH_TOKEN_SQUOTE;
  self->token = th_pool_strndup (self->pool, string->str, string->len);
}

static void
lexer_operator (ThLexer *self)
{
  gsize start = self->position;
  int c = lexer_peek (self);
  int next;

  self->position++;
  next = lexer_peek (self);
  if (c == '-' && next == '>')
    self->position++;
  else if (strchr ("-+|&><", c) != NULL)
    {
      gboolean doubled = next == c;

      self->position += doubled;
      if ((!doubled || c == '>' || c == '<') && lexer_peek (self) == '=')
        self->position++;
    }
  else if ((c == '!' || c == '=') && next == '=')
    self->position++;

  lexer_take (self, TH_TOKEN_OP, start);
}

void
th_lexer_next (ThLexer *self)
{
  int c;

  while (is_blank (lexer_peek (self)))
    self->position++;

  c = lexer_peek (self);
  self->token = "";
  self->type = TH_TOKEN_NONE;
  if (c < 0)
    return;

  if (c == '\n' || c == '(' || c == ')' || c == ',')
    {
      self->position++;
      lexer_take (self, c == '\n' ? TH_TOKEN_NEWLINE : TH_TOKEN_DELIM, self->position - 1);
    }
  else if (is_word (c))
    lexer_word (self);
  else if (c == '"' || c == '\'')
    lexer_string (self, c);
  else if (is_printable (c))
    lexer_operator (self);
  else
    self->position++;
}

void
th_lexer_next_item (ThLexer *self)
{
  do
    th_lexer_next (self);
  while (self->type == TH_TOKEN_NEWLINE);
}

gboolean
th_lexer_is (ThLexer    *self,
             ThTokenType type,
             const char *token)
{
  return self->type == type && strcmp (self->token, token) == 0;
}

gboolean
th_lexer_expect (ThLexer    *self,
                 ThTokenType type,
                 const char *token)
{
  th_lexer_next (self);

  return self->type == type && (token == NULL || strcmp (self->token, token) == 0);
}
