/* th-json-lex.c - checks JSON text before it is given to a parser
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-json-lex.h"

#include <string.h>

/* Returns the length in bytes of the escape at @text, which follows the backslash; 0 if it is
 * invalid. */
static gsize
escape_length (const char *text,
               gsize       length)
{
  guint value = 0;

  if (length == 0)
    return 0;
  if (text[0] != 'u')
    return strchr ("\"\\/bfnrt", text[0]) != NULL && text[0] != '\0' ? 1 : 0;
  if (length < 5)
    return 0;

  for (guint i = 1; i < 5; i++)
    {
      if (!g_ascii_isxdigit (text[i]))
        return 0;
      value = value * 16 + (guint) g_ascii_xdigit_value (text[i]);
    }
  /* Reject halves of surrogate pairs, as json-glib takes the two bytes after one for the other
   * half. */
  return value >= 0xd800 && value <= 0xdfff ? 0 : 5;
}

/* Returns the length of the string at @text, including its quotes; 0 if there is none. */
static gsize
string_length (const char *text,
               gsize       length)
{
  for (gsize i = 1; i < length; i++)
    {
      gsize n;

      if (text[i] == '"')
        return i + 1;
      if (text[i] != '\\')
        continue;
      if ((n = escape_length (text + i + 1, length - i - 1)) == 0)
        return 0;
      i += n;
    }

  return 0;
}

/* The lists and objects around a place of the text. */
typedef struct
{
  guint depth;
  guint max_depth;
  guint members[TH_JSON_MAX_DEPTH]; /* so far, of each */
} Nesting;

static gboolean
nesting_open (Nesting *self)
{
  if (self->depth == self->max_depth)
    return FALSE;

  self->members[self->depth++] = 0;
  return TRUE;
}

static gboolean
nesting_add_member (Nesting *self)
{
  return self->depth == 0 || ++self->members[self->depth - 1] <= TH_JSON_MAX_MEMBERS;
}

/* Whether @byte may occur in a number or in true, false or null, is white space, or separates
 * values. */
static gboolean
is_plain (char byte)
{
  return g_ascii_isalnum (byte) || (byte != '\0' && strchr ("+-. \t\r\n,", byte) != NULL);
}

gboolean
th_json_is_safe (const char *text,
                 gsize       length,
                 guint       max_depth)
{
  Nesting nesting = { .max_depth = MIN (max_depth, TH_JSON_MAX_DEPTH) };

  for (gsize i = 0; i < length; i++)
    {
      gsize n = 1;

      if (text[i] == '"')
        n = string_length (text + i, length - i);
      else if (text[i] == '[' || text[i] == '{')
        n = nesting_open (&nesting);
      else if (text[i] == ']' || text[i] == '}')
        nesting.depth -= nesting.depth > 0;
      else if (text[i] == ':')
        n = nesting_add_member (&nesting);
      else
        n = is_plain (text[i]);
      if (n == 0)
        return FALSE;
      i += n - 1;
    }

  return TRUE;
}
