/* th-counter-lines.h - words and numbers of lines with counters
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ThCounterLines: walks over the lines of a text that have words.
 * @line: the current line
 * @word: its words, separated by blanks; may be stolen with g_steal_pointer()
 * @n: the number of words, at least 1
 * @number: the number of the line in the text, from 0
 */
typedef struct
{
  const char *line;
  char      **word;
  guint       n;
  guint       number;
  /*< private >*/
  char      **lines;
  guint       next;
} ThCounterLines;

/* Copies @text. */
void      th_counter_lines_init  (ThCounterLines *self,
                                  const char     *text);
void      th_counter_lines_clear (ThCounterLines *self);
/* Goes to the next line, at first to the first one; FALSE after the last. */
gboolean  th_counter_lines_next  (ThCounterLines *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ThCounterLines, th_counter_lines_clear)

/* The words between blanks; free with g_strfreev(). */
char    **th_counter_line_split  (const char *line);
/* Removes the colon at the end of @word; FALSE if it has none. */
gboolean  th_counter_word_chop_colon (char *word);
/* Reads all of @word as a number; negative ones are allowed in base 10.  A u64 beyond G_MAXINT64
 * keeps its bits, so differences are right. */
gboolean  th_counter_line_number (const char *word,
                                  guint       base,
                                  gint64     *number);

G_END_DECLS
