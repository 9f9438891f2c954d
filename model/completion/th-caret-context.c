/* th-caret-context.c - where the caret is in an expression, and what may follow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-caret-context.h"
#include "th-tracecmd-syntax.h"

/* The types named so far, per parenthesis: conditions joined by "and" are about these, and
 * after "or" other types may follow. */
typedef struct
{
  FilterTypes types;
  gint        depth;
  gboolean    active;
} Named;

typedef struct
{
  CaretContext  *context;
  ThRecording *recording;
  GArray      *named;
  gint         depth;
  gboolean     negated;
  gboolean     compared; /* the right of a comparison has begun */
} Walk;

/* --- types that were named ---------------------------------------------- */

static void
name_types (Walk        *walk,
            const char  *system,
            const char  *event,
            gboolean     either)
{
  Named named = { { system != NULL ? filter_text_new (TEXT_GLOB, FALSE, system) : NULL,
                    event != NULL ? filter_text_new (TEXT_GLOB, FALSE, event) : NULL, either },
                  walk->depth, TRUE };

  if (walk->negated || !filter_types_match_any (&named.types, walk->recording))
    filter_types_clear (&named.types);
  else
    g_array_append_val (walk->named, named);
}

static void
name_token (Walk       *walk,
            const char *text)
{
  g_auto(GStrv) parts = g_strsplit (text, ":", 2);

  name_types (walk, parts[0], parts[1], FALSE);
}

static void
pass_or (Walk *walk)
{
  for (guint i = 0; i < walk->named->len; i++)
    if (g_array_index (walk->named, Named, i).depth >= walk->depth)
      g_array_index (walk->named, Named, i).active = FALSE;
}

static void
pass_close (Walk *walk)
{
  if (walk->depth == 0)
    {
      walk->context->place = CARET_NOTHING;
      return;
    }

  walk->depth--;
  walk->context->place = CARET_NEXT;
  for (guint i = 0; i < walk->named->len; i++)
    {
      Named *named = &g_array_index (walk->named, Named, i);

      if (named->depth > walk->depth)
        *named = (Named) { named->types, walk->depth, TRUE };
    }
}

/* --- the walk ----------------------------------------------------------- */

static void
step_condition (Walk              *walk,
                const FilterToken *token)
{
  CaretContext *context = walk->context;

  if (token->kind == TOKEN_NOT)
    {
      walk->negated = TRUE;
      return;
    }

  g_clear_pointer (&context->field, g_free);
  context->place = CARET_NOTHING;
  walk->compared = context->in_arith = FALSE;
  if (token->kind == TOKEN_OPEN)
    {
      walk->depth++;
      context->place = CARET_CONDITION;
    }
  else if (token->kind == TOKEN_TYPES)
    {
      name_token (walk, token->text);
      context->place = CARET_NEXT;
    }
  else if (filter_token_is_operand (token))
    {
      context->field = token->kind == TOKEN_WORD ? g_strdup (token->text) : NULL;
      context->place = CARET_OPERATOR;
    }
}

static void
step_compare (Walk              *walk,
              const FilterToken *token)
{
  walk->compared = TRUE;
  walk->context->op = token->op;
  walk->context->place = token->op == OP_IN ? CARET_LIST : CARET_VALUE;
}

/* The caret follows a condition, or a word that may be one. */
static void
step_next (Walk              *walk,
           const FilterToken *token)
{
  CaretContext *context = walk->context;

  if (context->place == CARET_OPERATOR && context->field != NULL)
    name_types (walk, context->field, context->field, TRUE);
  walk->negated = FALSE;
  context->place = CARET_NOTHING;

  if (token->kind == TOKEN_OR)
    pass_or (walk);
  if (token->kind == TOKEN_AND || token->kind == TOKEN_OR)
    context->place = CARET_CONDITION;
  else if (token->kind == TOKEN_CLOSE)
    pass_close (walk);
  else if (token->kind == TOKEN_ARITHMETIC)
    context->place = CARET_TERM;
  else if (token->kind == TOKEN_COMPARE && !walk->compared)
    {
      g_clear_pointer (&context->field, g_free);
      step_compare (walk, token);
    }
}

/* An operand of arithmetic: the surrounding context stays the same. */
static void
step_term (Walk              *walk,
           const FilterToken *token)
{
  CaretContext *context = walk->context;
  gboolean is_sign = token->kind == TOKEN_ARITHMETIC ||
                     (token->kind == TOKEN_COMPARE && token->op == OP_GLOB);

  context->in_arith = TRUE;
  if (token->kind == TOKEN_OPEN)
    walk->depth++;
  else if (filter_token_is_operand (token))
    {
      g_clear_pointer (&context->field, g_free);
      context->field = token->kind == TOKEN_WORD ? g_strdup (token->text) : NULL;
      context->place = walk->compared ? CARET_NEXT : CARET_OPERATOR;
    }
  else if (!is_sign)
    context->place = CARET_NOTHING;
}

static void
step_value (Walk              *walk,
            const FilterToken *token)
{
  CaretContext *context = walk->context;
  gboolean names = context->field != NULL && token->kind == TOKEN_TEXT &&
                   (context->op == OP_EQ || context->op == OP_GLOB);

  if (names && strcmp (context->field, "event") == 0)
    name_types (walk, NULL, token->text, FALSE);
  else if (names && strcmp (context->field, "system") == 0)
    name_types (walk, token->text, NULL, FALSE);
  else if (names && strcmp (context->field, "type") == 0)
    name_token (walk, token->text);
  if (!filter_token_is_operand (token) && token->kind != TOKEN_REGEX)
    step_term (walk, token);
  else
    context->place = walk->compared ? CARET_NEXT : CARET_OPERATOR;
}

/* After "&", the names of flags are offered, too. */
static void
step_arithmetic (Walk              *walk,
                 const FilterToken *token)
{
  walk->context->op = OP_ANY;
  walk->context->in_arith = TRUE;
  walk->context->place = token->arith == ARITH_AND && walk->context->field != NULL ? CARET_VALUE
                                                                                   : CARET_TERM;
}

static void
step (Walk              *walk,
      const FilterToken *token)
{
  CaretContext *context = walk->context;

  switch (context->place)
    {
    case CARET_CONDITION:
      step_condition (walk, token);
      break;
    case CARET_OPERATOR:
      if (token->kind == TOKEN_ARITHMETIC)
        {
          step_arithmetic (walk, token);
          break;
        }
      if (token->kind != TOKEN_COMPARE)
        {
          step_next (walk, token);
          break;
        }
      step_compare (walk, token);
      break;
    case CARET_VALUE:
      step_value (walk, token);
      break;
    case CARET_TERM:
      step_term (walk, token);
      break;
    case CARET_LIST:
      context->place = token->kind == TOKEN_OPEN_LIST ? CARET_LIST_VALUE : CARET_NOTHING;
      break;
    case CARET_LIST_VALUE:
      context->place = filter_token_is_operand (token) ? CARET_LIST_NEXT : CARET_NOTHING;
      break;
    case CARET_LIST_NEXT:
      context->place = token->kind == TOKEN_CLOSE_LIST ? CARET_NEXT
                    : token->kind == TOKEN_COMMA || token->kind == TOKEN_RANGE ? CARET_LIST_VALUE
                                                                               : CARET_NOTHING;
      break;
    case CARET_NEXT:
      step_next (walk, token);
      break;
    default:
      break;
    }
}

/* In trace-cmd's syntax, the types before a colon apply to everything that follows. */
static guint
walk_prefix (Walk       *walk,
             const char *text)
{
  g_autoptr(GArray) types = g_array_new (FALSE, TRUE, sizeof (FilterTypes));
  guint begin, end, from = filter_find_prefix (walk->recording, text, types, &begin, &end, NULL);

  for (guint i = 0; i < types->len; i++)
    {
      Named named = { g_array_index (types, FilterTypes, i), -1, TRUE };

      g_array_append_val (walk->named, named);
    }

  return from;
}

static void
walk_tokens (Walk   *walk,
             GArray *tokens)
{
  CaretContext *context = walk->context;

  context->place = CARET_CONDITION;
  for (guint i = 0; i + 1 < tokens->len; i++)
    step (walk, &g_array_index (tokens, FilterToken, i));
  context->depth = walk->depth;
  if (context->place == CARET_VALUE && (context->op == OP_REGEX || context->op == OP_NOT_REGEX))
    context->place = CARET_NOTHING;

  for (guint i = 0; i < walk->named->len; i++)
    {
      Named *named = &g_array_index (walk->named, Named, i);

      if (named->active)
        g_array_append_val (context->types, named->types);
      else
        filter_types_clear (&named->types);
    }
}

/* --- the word ----------------------------------------------------------- */

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || (c != '\0' && strchr ("_*?.", c) != NULL) || (guchar) c >= 0x80;
}

static guint
word_begin (const char *text,
            guint       caret)
{
  guint at = caret;

  while (at > 0 && (is_word (text[at - 1]) || text[at - 1] == ':' || text[at - 1] == '/') &&
         !(at >= 2 && text[at - 1] == '.' && text[at - 2] == '.'))
    at--;
  /* Incomplete operators, which have no meaning yet. */
  if (at == caret && at > 0 && strchr ("=!", text[at - 1]) != NULL &&
      !(at >= 2 && strchr ("=!<>", text[at - 2]) != NULL))
    at--;

  return at;
}

/* Returns the tokens before the word; an unterminated string at the end is part of the word. */
static GArray *
lex_before (CaretContext *context,
            ThRecording  *recording,
            const char   *text,
            guint         from)
{
  g_autofree char *before = g_strndup (text, context->begin);
  guint begin = 0, end = 0;
  GArray *tokens = filter_lex (recording, before, from, &begin, &end, NULL);

  if (tokens != NULL || end != context->begin || (text[begin] != '"' && text[begin] != '\''))
    return tokens;

  context->begin = begin;
  context->quoted = TRUE;
  before[begin] = '\0';
  return filter_lex (recording, before, from, &begin, &end, NULL);
}

static void
find_word (CaretContext *context,
           const char   *text,
           guint         caret)
{
  guint from = context->begin + (context->quoted ? 1 : 0);

  context->end = caret;
  while (context->quoted ? text[context->end] != '\0' &&
         text[context->end] != text[context->begin] && is_word (text[context->end])
                      : is_word (text[context->end]) ||
         (text[context->end] == ':' && is_word (text[context->end + 1])))
    context->end++;
  if (context->quoted && text[context->end] == text[context->begin])
    context->end++;
  context->word = g_strndup (text + from, caret - from);
}

void
caret_context_init (CaretContext *context,
                    ThRecording  *recording,
                    const char   *text,
                    guint         caret)
{
  g_autoptr(GArray) named = g_array_new (FALSE, TRUE, sizeof (Named));
  Walk walk = { context, recording, named, 0, FALSE };
  g_autofree char *before = NULL;
  g_autoptr(GArray) tokens = NULL;
  guint from;

  *context = (CaretContext) { .place = CARET_NOTHING,
                              .types = g_array_new (FALSE, TRUE, sizeof (FilterTypes)) };
  g_array_set_clear_func (context->types, (GDestroyNotify) filter_types_clear);
  context->begin = word_begin (text, caret);
  before = g_strndup (text, context->begin);
  from = walk_prefix (&walk, before);
  tokens = lex_before (context, recording, text, from);
  find_word (context, text, caret);
  if (tokens != NULL)
    walk_tokens (&walk, tokens);
  else
    for (guint i = 0; i < named->len; i++)
      filter_types_clear (&g_array_index (named, Named, i).types);
}

void
caret_context_clear (CaretContext *context)
{
  g_free (context->field);
  g_free (context->word);
  g_array_unref (context->types);
}

gboolean
caret_context_has_type (const CaretContext *context,
                        ThRecording        *recording,
                        guint               type)
{
  for (guint i = 0; i < context->types->len; i++)
    if (filter_types_match_type (&g_array_index (context->types, FilterTypes, i), recording, type))
      return TRUE;

  return context->types->len == 0;
}
