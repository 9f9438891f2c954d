/* th-caret-context.c - where the caret is in an expression, and what may follow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-caret-context.h"
#include "th-tracecmd-syntax.h"

/* Types that were named so far, and in which parentheses: what stands beside them
 * by "and" is of these; behind "or" something else may be. */
typedef struct
{
  FilterTypes types;
  gint        depth;
  gboolean    active;
} Named;

typedef struct
{
  FilterSpot  *spot;
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
      walk->spot->place = SPOT_NOTHING;
      return;
    }

  walk->depth--;
  walk->spot->place = SPOT_NEXT;
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
  FilterSpot *spot = walk->spot;

  if (token->kind == TOKEN_NOT)
    {
      walk->negated = TRUE;
      return;
    }

  g_clear_pointer (&spot->field, g_free);
  spot->place = SPOT_NOTHING;
  walk->compared = spot->in_sum = FALSE;
  if (token->kind == TOKEN_OPEN)
    {
      walk->depth++;
      spot->place = SPOT_CONDITION;
    }
  else if (token->kind == TOKEN_TYPES)
    {
      name_token (walk, token->text);
      spot->place = SPOT_NEXT;
    }
  else if (filter_token_is_operand (token))
    {
      spot->field = token->kind == TOKEN_WORD ? g_strdup (token->text) : NULL;
      spot->place = SPOT_OPERATOR;
    }
}

static void
step_compare (Walk              *walk,
              const FilterToken *token)
{
  walk->compared = TRUE;
  walk->spot->op = token->op;
  walk->spot->place = token->op == OP_IN ? SPOT_LIST : SPOT_VALUE;
}

/* Behind a condition, or behind a word that may be one. */
static void
step_next (Walk              *walk,
           const FilterToken *token)
{
  FilterSpot *spot = walk->spot;

  if (spot->place == SPOT_OPERATOR && spot->field != NULL)
    name_types (walk, spot->field, spot->field, TRUE);
  walk->negated = FALSE;
  spot->place = SPOT_NOTHING;

  if (token->kind == TOKEN_OR)
    pass_or (walk);
  if (token->kind == TOKEN_AND || token->kind == TOKEN_OR)
    spot->place = SPOT_CONDITION;
  else if (token->kind == TOKEN_CLOSE)
    pass_close (walk);
  else if (token->kind == TOKEN_ARITHMETIC)
    spot->place = SPOT_TERM;
  else if (token->kind == TOKEN_COMPARE && !walk->compared)
    {
      g_clear_pointer (&spot->field, g_free);
      step_compare (walk, token);
    }
}

/* A value that something is computed with: what is around it stands as it did. */
static void
step_term (Walk              *walk,
           const FilterToken *token)
{
  FilterSpot *spot = walk->spot;
  gboolean is_sign = token->kind == TOKEN_ARITHMETIC || (token->kind == TOKEN_COMPARE && token->op == OP_GLOB);

  spot->in_sum = TRUE;
  if (token->kind == TOKEN_OPEN)
    walk->depth++;
  else if (filter_token_is_operand (token))
    {
      g_clear_pointer (&spot->field, g_free);
      spot->field = token->kind == TOKEN_WORD ? g_strdup (token->text) : NULL;
      spot->place = walk->compared ? SPOT_NEXT : SPOT_OPERATOR;
    }
  else if (!is_sign)
    spot->place = SPOT_NOTHING;
}

static void
step_value (Walk              *walk,
            const FilterToken *token)
{
  FilterSpot *spot = walk->spot;
  gboolean names = spot->field != NULL && token->kind == TOKEN_TEXT && (spot->op == OP_EQ || spot->op == OP_GLOB);

  if (names && strcmp (spot->field, "event") == 0)
    name_types (walk, NULL, token->text, FALSE);
  else if (names && strcmp (spot->field, "system") == 0)
    name_types (walk, token->text, NULL, FALSE);
  else if (names && strcmp (spot->field, "type") == 0)
    name_token (walk, token->text);
  if (!filter_token_is_operand (token) && token->kind != TOKEN_REGEX)
    step_term (walk, token);
  else
    spot->place = walk->compared ? SPOT_NEXT : SPOT_OPERATOR;
}

/* Of "&" the names of flags come, too. */
static void
step_arithmetic (Walk              *walk,
                 const FilterToken *token)
{
  walk->spot->op = OP_ANY;
  walk->spot->in_sum = TRUE;
  walk->spot->place = token->sum == SUM_AND && walk->spot->field != NULL ? SPOT_VALUE : SPOT_TERM;
}

static void
step (Walk              *walk,
      const FilterToken *token)
{
  FilterSpot *spot = walk->spot;

  switch (spot->place)
    {
    case SPOT_CONDITION:
      step_condition (walk, token);
      break;
    case SPOT_OPERATOR:
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
    case SPOT_VALUE:
      step_value (walk, token);
      break;
    case SPOT_TERM:
      step_term (walk, token);
      break;
    case SPOT_LIST:
      spot->place = token->kind == TOKEN_OPEN_LIST ? SPOT_LIST_VALUE : SPOT_NOTHING;
      break;
    case SPOT_LIST_VALUE:
      spot->place = filter_token_is_operand (token) ? SPOT_LIST_NEXT : SPOT_NOTHING;
      break;
    case SPOT_LIST_NEXT:
      spot->place = token->kind == TOKEN_CLOSE_LIST ? SPOT_NEXT
                    : token->kind == TOKEN_COMMA || token->kind == TOKEN_RANGE ? SPOT_LIST_VALUE : SPOT_NOTHING;
      break;
    case SPOT_NEXT:
      step_next (walk, token);
      break;
    default:
      break;
    }
}

/* trace-cmd's types before a colon hold for all that follows. */
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
  FilterSpot *spot = walk->spot;

  spot->place = SPOT_CONDITION;
  for (guint i = 0; i + 1 < tokens->len; i++)
    step (walk, &g_array_index (tokens, FilterToken, i));
  spot->depth = walk->depth;
  if (spot->place == SPOT_VALUE && (spot->op == OP_REGEX || spot->op == OP_NOT_REGEX))
    spot->place = SPOT_NOTHING;

  for (guint i = 0; i < walk->named->len; i++)
    {
      Named *named = &g_array_index (walk->named, Named, i);

      if (named->active)
        g_array_append_val (spot->types, named->types);
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
  /* The beginnings of signs that say nothing yet. */
  if (at == caret && at > 0 && strchr ("=!", text[at - 1]) != NULL && !(at >= 2 && strchr ("=!<>", text[at - 2]) != NULL))
    at--;

  return at;
}

/* The text before the word; where it ends in a text without an end, the word
 * begins there. */
static GArray *
lex_before (FilterSpot  *spot,
            ThRecording *recording,
            const char  *text,
            guint        from)
{
  g_autofree char *before = g_strndup (text, spot->begin);
  guint begin = 0, end = 0;
  GArray *tokens = filter_lex (recording, before, from, &begin, &end, NULL);

  if (tokens != NULL || end != spot->begin || (text[begin] != '"' && text[begin] != '\''))
    return tokens;

  spot->begin = begin;
  spot->quoted = TRUE;
  before[begin] = '\0';
  return filter_lex (recording, before, from, &begin, &end, NULL);
}

static void
find_word (FilterSpot *spot,
           const char *text,
           guint       caret)
{
  guint from = spot->begin + (spot->quoted ? 1 : 0);

  spot->end = caret;
  while (spot->quoted ? text[spot->end] != '\0' && text[spot->end] != text[spot->begin] && is_word (text[spot->end])
                      : is_word (text[spot->end]) || (text[spot->end] == ':' && is_word (text[spot->end + 1])))
    spot->end++;
  if (spot->quoted && text[spot->end] == text[spot->begin])
    spot->end++;
  spot->word = g_strndup (text + from, caret - from);
}

void
filter_spot_init (FilterSpot  *spot,
                  ThRecording *recording,
                  const char  *text,
                  guint        caret)
{
  g_autoptr(GArray) named = g_array_new (FALSE, TRUE, sizeof (Named));
  Walk walk = { spot, recording, named, 0, FALSE };
  g_autofree char *before = NULL;
  g_autoptr(GArray) tokens = NULL;
  guint from;

  *spot = (FilterSpot) { .place = SPOT_NOTHING, .types = g_array_new (FALSE, TRUE, sizeof (FilterTypes)) };
  g_array_set_clear_func (spot->types, (GDestroyNotify) filter_types_clear);
  spot->begin = word_begin (text, caret);
  before = g_strndup (text, spot->begin);
  from = walk_prefix (&walk, before);
  tokens = lex_before (spot, recording, text, from);
  find_word (spot, text, caret);
  if (tokens != NULL)
    walk_tokens (&walk, tokens);
  else
    for (guint i = 0; i < named->len; i++)
      filter_types_clear (&g_array_index (named, Named, i).types);
}

void
filter_spot_clear (FilterSpot *spot)
{
  g_free (spot->field);
  g_free (spot->word);
  g_array_unref (spot->types);
}

gboolean
filter_spot_has_type (const FilterSpot *spot,
                      ThRecording      *recording,
                      guint             type)
{
  for (guint i = 0; i < spot->types->len; i++)
    if (filter_types_match_type (&g_array_index (spot->types, FilterTypes, i), recording, type))
      return TRUE;

  return spot->types->len == 0;
}
