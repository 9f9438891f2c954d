/* th-filter-lexer.c - splits an expression into tokens
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-filter-error.h"
#include "th-filter-names.h"
#include "th-filter-token.h"

typedef struct
{
  ThRecording *recording;
  const char  *text;
  guint        at;
  guint        from;  /* where the token begins */
  GArray      *tokens;
  guint       *begin;
  guint       *end;
  GError     **error;
} Lexer;

static gboolean fail (Lexer      *lexer,
                      guint       from,
                      guint       to,
                      const char *format,
                      ...) G_GNUC_PRINTF (4, 5);

static gboolean
fail (Lexer      *lexer,
      guint       from,
      guint       to,
      const char *format,
      ...)
{
  va_list arguments;

  va_start (arguments, format);
  filter_fail_v (lexer->begin, lexer->end, lexer->error, TH_FILTER_ERROR_SYNTAX, from, to, format,
                 arguments);
  va_end (arguments);

  return FALSE;
}

/* --- characters -------------------------------------------------------- */

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '*' || c == '?' || (guchar) c >= 0x80;
}

/* Returns the end of the word at @at.  A name may contain dots and, as in trace-cmd's names of
 * types, one slash. */
static guint
word_end (const char *text,
          guint       at)
{
  while (is_word (text[at]) || ((text[at] == '.' || text[at] == '/') && is_word (text[at + 1])))
    at++;

  return at;
}

/* The letters of a unit, possibly an invalid one. */
static guint
unit_end (const char *text,
          guint       at)
{
  while (text[at] != '*' && text[at] != '?' &&
         (is_word (text[at]) || (text[at] == '.' && g_ascii_isalnum (text[at + 1]))))
    at++;

  return at;
}

static FilterToken *
add (Lexer     *lexer,
     TokenKind  kind,
     guint      to)
{
  FilterToken token = { .kind = kind, .begin = lexer->from, .end = to };

  g_array_append_val (lexer->tokens, token);
  lexer->at = to;
  return &g_array_index (lexer->tokens, FilterToken, lexer->tokens->len - 1);
}

/* --- numbers ----------------------------------------------------------- */

static const struct
{
  const char *name;
  guint64     scale;
  gboolean    is_time;
} units[] = {
  { "ns", 1, TRUE }, { "us", 1000, TRUE }, { "µs", 1000, TRUE }, { "μs", 1000, TRUE },
  { "ms", 1000000, TRUE }, { "s", 1000000000, TRUE },
  { "B", 1, FALSE }, { "KB", 1 << 10, FALSE }, { "MB", 1 << 20, FALSE }, { "GB", 1 << 30, FALSE }
};

static gboolean
read_digits (const char *text,
             guint      *at,
             guint       base,
             guint64    *value)
{
  for (; g_ascii_isxdigit (text[*at]) && (guint) g_ascii_xdigit_value (text[*at]) < base; ++*at)
    if (__builtin_mul_overflow (*value, base, value) ||
        __builtin_add_overflow (*value, (guint64) g_ascii_xdigit_value (text[*at]), value))
      return FALSE;

  return TRUE;
}

static void
read_fraction (const char *text,
               guint      *at,
               guint32    *nano)
{
  guint32 place = 100000000;

  for (++*at; g_ascii_isdigit (text[*at]); ++*at, place /= 10)
    *nano += place * (text[*at] - '0');
}

gboolean
filter_is_unit (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (units[i].name, text) == 0)
      return TRUE;

  return FALSE;
}

static gboolean
read_unit (Lexer        *lexer,
           guint        *at,
           FilterNumber *number)
{
  guint to = unit_end (lexer->text, *at);

  if (to == *at)
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strlen (units[i].name) == to - *at &&
        strncmp (units[i].name, lexer->text + *at, to - *at) == 0)
      {
        number->scale = units[i].scale;
        number->is_time = units[i].is_time;
        *at = to;
        return TRUE;
      }

  return fail (lexer, *at, to,
               _("“%.*s” is not a unit: use one of ns, us, ms, s, B, KB, MB and GB"),
               (int) (to - *at), lexer->text + *at);
}

static gboolean
lex_number (Lexer *lexer)
{
  FilterNumber number = { 0, };
  const char *text = lexer->text;
  guint at = lexer->at;
  gboolean fits;

  if (text[at] == '-')
    {
      number.negative = TRUE;
      at++;
    }

  if (text[at] == '0' && (text[at + 1] == 'x' || text[at + 1] == 'X') &&
      g_ascii_isxdigit (text[at + 2]))
    {
      at += 2;
      fits = read_digits (text, &at, 16, &number.whole);
    }
  else
    {
      fits = read_digits (text, &at, 10, &number.whole);
      if (text[at] == '.' && g_ascii_isdigit (text[at + 1]))
        read_fraction (text, &at, &number.nano);
    }

  if (!fits)
    return fail (lexer, lexer->at, word_end (text, at), "%s", _("This number is too large"));
  if (!read_unit (lexer, &at, &number))
    return FALSE;

  add (lexer, TOKEN_NUMBER, at)->number = number;
  return TRUE;
}

/* --- texts and words --------------------------------------------------- */

/* A backslash escapes a quote; before any other character it is kept, because patterns contain
 * many backslashes. */
static gboolean
lex_quoted (Lexer     *lexer,
            TokenKind  kind)
{
  char quote = lexer->text[lexer->at];
  GString *inside = g_string_new (NULL);
  guint at = lexer->at + 1;
  FilterToken *token;

  for (; lexer->text[at] != quote && lexer->text[at] != '\0'; at++)
    {
      if (lexer->text[at] == '\\' &&
          (lexer->text[at + 1] == quote || (lexer->text[at + 1] == '\\' && kind == TOKEN_TEXT)))
        {
          if (lexer->text[at + 1] == '\\')
            g_string_append_c (inside, '\\');
          at++;
        }
      g_string_append_c (inside, lexer->text[at]);
    }

  if (lexer->text[at] == '\0')
    {
      g_string_free (inside, TRUE);
      if (kind == TOKEN_REGEX)
        return fail (lexer, lexer->at, at, "%s",
                     _("The closing “/” of this regular expression is missing"));
      return fail (lexer, lexer->at, at, _("The closing %c of this text is missing"), quote);
    }

  token = add (lexer, kind, at + 1);
  token->quote = quote;
  token->text = g_string_free (inside, FALSE);
  if (kind == TOKEN_REGEX && lexer->text[lexer->at] == 'i')
    {
      token->ignore_case = TRUE;
      token->end = ++lexer->at;
    }

  return TRUE;
}

static gboolean
lex_keyword (Lexer      *lexer,
             const char *word,
             guint       to)
{
  static const struct { const char *word; TokenKind kind; FilterOp op; } keywords[] = {
    { "and", TOKEN_AND, 0 }, { "or", TOKEN_OR, 0 }, { "not", TOKEN_NOT, 0 },
    { "in", TOKEN_COMPARE, OP_IN }, { "contains", TOKEN_COMPARE, OP_CONTAINS }
  };

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (g_ascii_strcasecmp (word, keywords[i].word) == 0)
      {
        FilterToken *token = add (lexer, keywords[i].kind, to);

        token->op = keywords[i].op;
        token->in_words = TRUE;
        return TRUE;
      }

  return FALSE;
}

/* "len*8" is a product unless an event has that name, as "len/8" is a quotient;
 * "napi-wait" is one name if a stage is called that. */
static guint
find_word_end (const Lexer *lexer)
{
  const char *text = lexer->text;
  guint from = lexer->at, to = word_end (text, from), at = from;
  g_autofree char *whole = g_strndup (text + from, to - from);

  for (guint next = to;
       text[next] == '-' && is_word (text[next + 1]) && strstr (whole, "stage.") != NULL;)
    {
      g_autofree char *longer = NULL;

      next = word_end (text, next + 1);
      longer = g_strndup (text + from, next - from);
      to = filter_name_is_of_flows (lexer->recording, longer) ? next : to;
    }

  while (at < to && text[at] != '*' && text[at] != '/')
    at++;
  if (at == from || at == to || text[to] == ':')
    return to;
  if (text[at] == '/')
    return filter_is_quotient (lexer->recording, text + from, at - from) ? at : to;
  if (filter_name_is_type (lexer->recording, whole, whole))
    return to;

  whole[at - from] = '\0';
  return filter_name_is_value (lexer->recording, whole) ? at : to;
}

static gboolean
lex_word (Lexer *lexer)
{
  guint from = lexer->at;
  guint to = find_word_end (lexer);
  g_autofree char *word = g_strndup (lexer->text + from, to - from);
  TokenKind kind = TOKEN_WORD;
  char *slash;

  if (lex_keyword (lexer, word, to))
    return TRUE;

  if ((slash = strchr (word, '/')) != NULL)
    {
      *slash = ':';
      kind = TOKEN_TYPES;
    }
  else if (lexer->text[to] == ':' && is_word (lexer->text[to + 1]))
    {
      to = word_end (lexer->text, to + 1);
      g_free (word);
      word = g_strndup (lexer->text + from, to - from);
      kind = TOKEN_TYPES;
    }

  add (lexer, kind, to)->text = g_steal_pointer (&word);
  return TRUE;
}

/* --- signs ------------------------------------------------------------- */

/* Longer operators precede those that they begin with. */
static const struct { const char *sign; TokenKind kind; int op; } signs[] = {
  { "&&", TOKEN_AND, 0 }, { "||", TOKEN_OR, 0 },
  { "<<", TOKEN_ARITHMETIC, ARITH_LEFT }, { ">>", TOKEN_ARITHMETIC, ARITH_RIGHT },
  { "!=~", TOKEN_COMPARE, OP_NOT_REGEX }, { "==", TOKEN_COMPARE, OP_EQ },
  { "!=", TOKEN_COMPARE, OP_NE },
  { "=~", TOKEN_COMPARE, OP_REGEX }, { "!~", TOKEN_COMPARE, OP_NOT_GLOB },
  { "<=", TOKEN_COMPARE, OP_LE }, { ">=", TOKEN_COMPARE, OP_GE },
  { "<", TOKEN_COMPARE, OP_LT }, { ">", TOKEN_COMPARE, OP_GT },
  { "~", TOKEN_COMPARE, OP_GLOB },
  { "+", TOKEN_ARITHMETIC, ARITH_ADD }, { "-", TOKEN_ARITHMETIC, ARITH_SUBTRACT },
  { "*", TOKEN_ARITHMETIC, ARITH_MULTIPLY },
  { "/", TOKEN_ARITHMETIC, ARITH_DIVIDE }, { "%", TOKEN_ARITHMETIC, ARITH_REMAINDER },
  { "&", TOKEN_ARITHMETIC, ARITH_AND },
  { "|", TOKEN_ARITHMETIC, ARITH_OR }, { "^", TOKEN_ARITHMETIC, ARITH_XOR },
  { "!", TOKEN_NOT, 0 }, { "(", TOKEN_OPEN, 0 }, { ")", TOKEN_CLOSE, 0 },
  { "{", TOKEN_OPEN_LIST, 0 }, { "}", TOKEN_CLOSE_LIST, 0 },
  { ",", TOKEN_COMMA, 0 }, { "..", TOKEN_RANGE, 0 }
};

static gboolean
lex_sign (Lexer *lexer)
{
  const char *rest = lexer->text + lexer->at;

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (g_str_has_prefix (rest, signs[i].sign))
      {
        FilterToken *token = add (lexer, signs[i].kind, lexer->at + strlen (signs[i].sign));

        if (token->kind == TOKEN_ARITHMETIC)
          token->arith = signs[i].op;
        else
          token->op = signs[i].op;
        return TRUE;
      }

  if (rest[0] == '=')
    return fail (lexer, lexer->at, lexer->at + 1, "%s", _("Use “==” to compare"));

  return fail (lexer, lexer->at, lexer->at + 1, _("Unexpected “%c”"),
               g_ascii_isprint (rest[0]) ? rest[0] : '?');
}

/* Whether the preceding token is a value, so that an arithmetic operator here is binary. */
static gboolean
after_value (const Lexer *lexer)
{
  TokenKind last = lexer->tokens->len > 0
                   ? g_array_index (lexer->tokens, FilterToken, lexer->tokens->len - 1).kind
                   : TOKEN_END;

  return last == TOKEN_WORD || last == TOKEN_NUMBER || last == TOKEN_TEXT || last == TOKEN_CLOSE;
}

/* Whether a number begins here.  A name may begin with a digit, too (9p:...). */
static gboolean
at_number (const Lexer *lexer)
{
  const char *rest = lexer->text + lexer->at;
  guint to;

  if (rest[0] == '-')
    return g_ascii_isdigit (rest[1]) && !after_value (lexer);
  if (!g_ascii_isdigit (rest[0]))
    return FALSE;

  to = word_end (lexer->text, lexer->at);
  return !(lexer->text[to] == ':' && is_word (lexer->text[to + 1]));
}

/* Whether a slash begins a pattern here rather than being an operator. */
static gboolean
after_regex_sign (const Lexer *lexer)
{
  const FilterToken *last;

  if (lexer->tokens->len == 0)
    return FALSE;

  last = &g_array_index (lexer->tokens, FilterToken, lexer->tokens->len - 1);
  return last->kind == TOKEN_COMPARE &&
         (last->op == OP_REGEX || last->op == OP_NOT_REGEX || last->op == OP_NOT_GLOB);
}

static gboolean
lex_token (Lexer *lexer)
{
  char c = lexer->text[lexer->at];

  lexer->from = lexer->at;
  if (c == '"' || c == '\'')
    return lex_quoted (lexer, TOKEN_TEXT);
  if (c == '/' && after_regex_sign (lexer))
    return lex_quoted (lexer, TOKEN_REGEX);
  if (at_number (lexer))
    return lex_number (lexer);
  if (is_word (c) && !(c == '*' && after_value (lexer)))
    return lex_word (lexer);

  return lex_sign (lexer);
}

static void
token_clear (gpointer data)
{
  g_free (((FilterToken *) data)->text);
}

static gboolean
lex (Lexer *lexer)
{
  for (;;)
    {
      while (g_ascii_isspace (lexer->text[lexer->at]))
        lexer->at++;
      if (lexer->text[lexer->at] == '\0')
        return TRUE;
      if (!lex_token (lexer))
        return FALSE;
    }
}

GArray *
filter_lex (ThRecording  *recording,
            const char   *text,
            guint         from,
            guint        *begin,
            guint        *end,
            GError      **error)
{
  g_autoptr(GArray) tokens = g_array_new (FALSE, FALSE, sizeof (FilterToken));
  Lexer lexer = { recording, text, from, from, tokens, begin, end, error };

  g_array_set_clear_func (tokens, token_clear);
  if (!lex (&lexer))
    return NULL;

  lexer.from = lexer.at;
  add (&lexer, TOKEN_END, lexer.at);
  return g_steal_pointer (&tokens);
}

GArray *
filter_lex_loosely (ThRecording *recording,
                    const char  *text)
{
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (FilterToken));
  guint begin, end;
  Lexer lexer = { recording, text, 0, 0, tokens, &begin, &end, NULL };

  g_array_set_clear_func (tokens, token_clear);
  while (!lex (&lexer))
    lexer.at++;
  return tokens;
}
