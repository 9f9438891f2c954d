/* th-counter-lines.c - words and numbers of lines with counters
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-counter-lines.h"

char **
th_counter_line_split (const char *line)
{
  g_auto(GStrv) parts = g_strsplit_set (line, " \t\r", -1);
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; parts[i] != NULL; i++)
    if (parts[i][0] != '\0')
      g_strv_builder_add (builder, parts[i]);
  return g_strv_builder_end (builder);
}

void
th_counter_lines_init (ThCounterLines *self,
                       const char     *text)
{
  *self = (ThCounterLines) { .lines = g_strsplit (text, "\n", -1) };
}

void
th_counter_lines_clear (ThCounterLines *self)
{
  g_clear_pointer (&self->word, g_strfreev);
  g_clear_pointer (&self->lines, g_strfreev);
}

gboolean
th_counter_lines_next (ThCounterLines *self)
{
  while (self->lines[self->next] != NULL)
    {
      self->number = self->next++;
      self->line = self->lines[self->number];
      g_strfreev (self->word);
      self->word = th_counter_line_split (self->line);
      self->n = g_strv_length (self->word);
      if (self->n > 0)
        return TRUE;
    }
  return FALSE;
}

gboolean
th_counter_word_chop_colon (char *word)
{
  if (!g_str_has_suffix (word, ":"))
    return FALSE;

  word[strlen (word) - 1] = '\0';
  return TRUE;
}

gboolean
th_counter_line_number (const char *word,
                        guint       base,
                        gint64     *number)
{
  guint64 value;

  if (word[0] == '-' && base == 10)
    return g_ascii_string_to_signed (word, base, G_MININT64, G_MAXINT64, number, NULL);
  if (!g_ascii_string_to_unsigned (word, base, 0, G_MAXUINT64, &value, NULL))
    return FALSE;

  *number = (gint64) value;
  return TRUE;
}
