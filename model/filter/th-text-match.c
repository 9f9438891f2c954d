/* th-text-match.c - compares texts with words, globs and regular expressions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-text-match.h"

/* The number of steps that a regular expression may take for one text, and the number of texts
 * that may exceed it before the expression is given up. */
#define REGEX_STEPS "50000"
#define MAX_OVER    200

FilterText *
filter_text_new (FilterTextKind  kind,
                 gboolean        negate,
                 const char     *word)
{
  FilterText *self = g_new0 (FilterText, 1);

  self->kind = kind;
  self->negate = negate;
  self->words = g_ptr_array_new_with_free_func (g_free);
  if (word == NULL)
    return self;

  self->fold = kind == TEXT_CONTAINS && !g_str_is_ascii (word);
  g_ptr_array_add (self->words, self->fold ? g_utf8_casefold (word, -1) : g_strdup (word));

  return self;
}

/* The limit is part of the pattern, because GRegex has no other interface for it.  RAW is set
 * because texts of a trace need not be UTF-8. */
FilterText *
filter_text_new_regex (const char  *pattern,
                       gboolean     ignore_case,
                       gboolean     negate,
                       GError     **error)
{
  g_autofree char *limited = g_strconcat ("(*LIMIT_MATCH=" REGEX_STEPS ")", pattern, NULL);
  GRegexCompileFlags flags = G_REGEX_RAW | G_REGEX_OPTIMIZE | (ignore_case ? G_REGEX_CASELESS : 0);
  GRegex *regex = g_regex_new (limited, flags, 0, NULL);
  FilterText *self;

  /* Compile the text itself again, so that the error refers to what the user wrote. */
  if (regex == NULL)
    regex = g_regex_new (pattern, flags, 0, error);
  if (regex == NULL)
    return NULL;

  self = filter_text_new (TEXT_REGEX, negate, NULL);
  self->regex = regex;
  return self;
}

void
filter_text_free (FilterText *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->words);
  g_clear_pointer (&self->regex, g_regex_unref);
  g_free (self);
}

/* Linear, because a match only ever backtracks to the last star. */
static gboolean
matches_glob (const char *pattern,
              const char *text,
              gsize       size)
{
  const char *end = text + size;
  const char *star = NULL, *retry = NULL;

  while (text < end)
    {
      if (*pattern == '*')
        {
          star = ++pattern;
          retry = text;
        }
      else if (*pattern != '\0' && (*pattern == '?' || *pattern == *text))
        {
          /* A question mark is a character, not a byte. */
          do
            text++;
          while (*pattern == '?' && text < end && ((guchar) *text & 0xc0) == 0x80);
          pattern++;
        }
      else if (star != NULL)
        {
          pattern = star;
          text = ++retry;
        }
      else
        return FALSE;
    }

  while (*pattern == '*')
    pattern++;

  return *pattern == '\0';
}

static gboolean
equals (const FilterText *self,
        const char       *text,
        gsize             size)
{
  for (guint i = 0; i < self->words->len; i++)
    {
      const char *word = g_ptr_array_index (self->words, i);

      if (strncmp (word, text, size) == 0 && word[size] == '\0')
        return TRUE;
    }

  return FALSE;
}

static gboolean
contains_folded (const char *needle,
                 const char *text,
                 gsize       size)
{
  g_autofree char *valid = g_utf8_make_valid (text, size);
  g_autofree char *folded = g_utf8_casefold (valid, -1);

  return strstr (folded, needle) != NULL;
}

static gboolean
contains (const FilterText *self,
          const char       *text,
          gsize             size)
{
  const char *needle = g_ptr_array_index (self->words, 0);
  gsize length = strlen (needle);
  char lower = g_ascii_tolower (needle[0]);
  char upper = g_ascii_toupper (needle[0]);

  if (self->exact)
    return memmem (text, size, needle, length) != NULL;
  if (self->fold)
    return contains_folded (needle, text, size);

  for (gsize i = 0; i + length <= size; i++)
    if ((text[i] == lower || text[i] == upper || length == 0) &&
        g_ascii_strncasecmp (text + i, needle, length) == 0)
      return TRUE;

  return FALSE;
}

static gboolean
regex_matches (const FilterText *self,
               const char       *text,
               gsize             size,
               FilterPatience   *patience)
{
  g_autoptr(GError) error = NULL;
  gboolean matches;

  if (patience->n_over >= MAX_OVER)
    return FALSE;

  matches = g_regex_match_full (self->regex, text, size, 0, 0, NULL, &error);
  if (error != NULL)
    patience->n_over++;

  return matches;
}

gboolean
filter_text_match (const FilterText *self,
                   const char       *text,
                   gsize             size,
                   FilterPatience   *patience)
{
  gboolean matches = FALSE;

  switch (self->kind)
    {
    case TEXT_EQUAL:
      matches = equals (self, text, size);
      break;
    case TEXT_GLOB:
      matches = matches_glob (g_ptr_array_index (self->words, 0), text, size);
      break;
    case TEXT_REGEX:
      matches = regex_matches (self, text, size, patience);
      break;
    case TEXT_CONTAINS:
      matches = contains (self, text, size);
      break;
    case TEXT_THERE:
      matches = size > 0;
      break;
    }

  return matches != self->negate;
}

/* In a basic regular expression, + ? | ( ) { } are literal unless they follow a backslash, and
 * so is a star at the beginning. */
char *
filter_regex_from_basic (const char *pattern,
                         gboolean    whole)
{
  GString *result = g_string_new (whole ? "^(?:" : "");
  gboolean at_start = TRUE;

  for (const char *at = pattern; *at != '\0'; at++)
    {
      gboolean special = strchr ("+?|(){}", *at) != NULL;

      if (*at == '\\' && at[1] != '\0' && strchr ("+?|(){}", at[1]) != NULL)
        g_string_append_c (result, *++at);
      else if (*at == '\\' && at[1] != '\0')
        g_string_append_printf (result, "\\%c", *++at);
      else if (*at == '[')
        {
          /* Brackets are copied unchanged; a "]" directly after the opening bracket is
           * literal. */
          const char *to =
            strchr (at + (at[1] == '^' ? 2 : 1) + (at[at[1] == '^' ? 2 : 1] == ']' ? 1 : 0), ']');

          if (to == NULL)
            to = at + strlen (at) - 1;
          g_string_append_len (result, at, to - at + 1);
          at = to;
        }
      else if (special || (*at == '*' && at_start))
        g_string_append_printf (result, "\\%c", *at);
      else
        g_string_append_c (result, *at);
      at_start = *at == '^' && at == pattern;
    }

  if (whole)
    g_string_append (result, ")$");
  return g_string_free (result, FALSE);
}
