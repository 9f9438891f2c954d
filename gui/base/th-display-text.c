/* th-display-text.c - makes text from a trace safe to display
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-printable.h"
#include "th-display-text.h"

#include <string.h>

/* Returns @valid on one line, without blanks at its end: line breaks become a sign, tabs become
 * blanks, and characters that are invisible or change the direction of the text are written
 * out. */
static char *
flatten (const char *valid)
{
  GString *flat = g_string_new (NULL);

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      if (c == '\n' && at[1] != '\0')
        g_string_append (flat, " ⏎ ");
      else if (c == '\t')
        g_string_append_c (flat, ' ');
      else if (c != '\n')
        th_printable_append (flat, at, (gsize) (g_utf8_next_char (at) - at));
    }

  return g_strchomp (g_string_free (flat, FALSE));
}

static char *
make_valid (const char *text,
            gsize       length,
            gsize       max)
{
  gboolean cut = length > max;
  g_autofree char *valid = g_utf8_make_valid (text, cut ? max : length);
  g_autofree char *flat = flatten (valid);

  return cut ? g_strconcat (flat, "…", NULL) : g_steal_pointer (&flat);
}

static char *
take_string (GString *text,
             gsize    max)
{
  char *valid = make_valid (text->str, strnlen (text->str, text->len), max);

  g_string_free (text, TRUE);
  return valid;
}

char *
th_display_text_make_valid (const char *text)
{
  return text != NULL ? g_strchug (make_valid (text, strlen (text), TH_TEXT_MAX)) : g_strdup ("");
}

char *
th_display_text_take_string (GString *text)
{
  return g_strchug (take_string (text, TH_TEXT_MAX));
}

char *
th_display_text_make_whole (const char *text)
{
  return text != NULL ? g_strchug (make_valid (text, strlen (text), G_MAXSIZE)) : g_strdup ("");
}

char *
th_display_text_take_whole (GString *text)
{
  return g_strchug (take_string (text, G_MAXSIZE));
}

char *
th_display_text_cut (const char *text,
                     gsize       max)
{
  gsize length = strlen (text);

  if (length <= max)
    return g_strdup (text);

  while (max > 0 && (text[max] & 0xc0) == 0x80)
    max--;
  return g_strdup_printf ("%.*s…", (int) max, text);
}

char *
th_display_text_take_plain (char *number)
{
  g_autofree char *text = number;
  GString *plain = g_string_new (NULL);

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      if (c == 0x2212)
        g_string_append_c (plain, '-');
      else if (c != 0x2009 && c != 0x202f)
        g_string_append_unichar (plain, c);
    }

  return g_string_free (plain, FALSE);
}

static GString *
event_text (ThReader *reader,
            ThRef     ref,
            gboolean  compact)
{
  GString *text = g_string_new (NULL);

  if (reader == NULL || !(compact ? th_reader_get_compact_text (reader, ref, text)
                                  : th_reader_get_text (reader, ref, FALSE, text)))
    g_string_truncate (text, 0);

  return text;
}

char *
th_display_text_of_event (ThReader *reader,
                          ThRef     ref)
{
  return th_display_text_take_string (event_text (reader, ref, FALSE));
}

char *
th_display_text_of_event_compact (ThReader *reader,
                                  ThRef     ref)
{
  return take_string (event_text (reader, ref, TRUE), TH_TEXT_MAX);
}

char *
th_display_text_of_event_whole (ThReader *reader,
                                ThRef     ref,
                                gboolean  compact)
{
  char *text = take_string (event_text (reader, ref, compact), G_MAXSIZE);

  return compact ? text : g_strchug (text);
}
