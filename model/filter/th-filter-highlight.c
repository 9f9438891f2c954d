/* th-filter-highlight.c - finds the words of an expression, for syntax highlighting
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-filter-highlight.h"

#include "th-filter-names.h"

static void
add (GArray           *words,
     ThFilterWordKind  kind,
     guint             begin,
     guint             end)
{
  ThFilterWord word = { kind, begin, end };

  g_array_append_val (words, word);
}

/* @is_value: it follows a comparison operator, or is in a set, and is not a field. */
static void
add_token (GArray            *words,
           const FilterToken *token,
           gboolean           is_value)
{
  switch (token->kind)
    {
    case TOKEN_WORD:
      add (words, is_value ? TH_FILTER_WORD_VALUE : TH_FILTER_WORD_NAME, token->begin, token->end);
      break;
    case TOKEN_TYPES:
      add (words, TH_FILTER_WORD_NAME, token->begin, token->end);
      break;
    case TOKEN_NUMBER:
      add (words, TH_FILTER_WORD_NUMBER, token->begin, token->end);
      break;
    case TOKEN_TEXT:
    case TOKEN_REGEX:
      add (words, TH_FILTER_WORD_TEXT, token->begin, token->end);
      break;
    default:
      if (token->in_words)
        add (words, TH_FILTER_WORD_KEYWORD, token->begin, token->end);
    }
}

GArray *
th_filter_find_words (ThRecording *recording,
                      const char  *text)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (ThFilterWord));
  g_autoptr(GArray) tokens = filter_lex_loosely (recording, text);
  gboolean in_set = FALSE, compared = FALSE;

  for (guint i = 0; i < tokens->len; i++)
    {
      const FilterToken *token = &g_array_index (tokens, FilterToken, i);

      add_token (words, token,
                 in_set ||
                 (compared &&
                  !(token->kind == TOKEN_WORD && filter_name_is_value (recording, token->text))));
      compared = token->kind == TOKEN_COMPARE || (compared && token->kind == TOKEN_ARITHMETIC);
      in_set = token->kind == TOKEN_OPEN_LIST || (in_set && token->kind != TOKEN_CLOSE_LIST);
    }

  return words;
}
