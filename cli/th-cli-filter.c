/* th-cli-filter.c - filters events, and reports errors of expressions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-analyses.h"
#include "th-runner.h"
#include "th-cli-filter.h"
#include "th-cli-output.h"
#include "th-filter.h"
#include "th-load-options.h"
#include "th-printable.h"

/* How many bytes of an expression are shown before and after a mistake in it. */
#define MAX_BESIDE 300

static gboolean has_given_up;

/* The width of @text[0 … n-1] in terminal columns. */
static guint
columns (const char *text,
         gsize       n)
{
  g_autofree char *part = g_strndup (text, n);
  g_autofree char *shown = th_printable_line (part);
  guint width = 0;

  for (const char *p = shown; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_iszerowidth (g_utf8_get_char (p)))
      width += g_unichar_iswide (g_utf8_get_char (p)) ? 2 : 1;

  return width;
}

/* The beginning of a character, @n bytes before or after @at. */
static gsize
move_to_char (const char *text,
              gsize       at,
              gssize      n)
{
  gsize length = strlen (text);
  gsize to = n < 0 ? at - MIN (at, (gsize) -n) : at + MIN (length - at, (gsize) n);

  while (to > 0 && to < length && (text[to] & 0xc0) == 0x80)
    to--;
  return to;
}

/* Cuts what is far from the wrong place out of a long expression. */
static char *
dup_near (const char *expression,
          guint      *begin,
          guint      *end)
{
  gsize from = move_to_char (expression, *begin, -MAX_BESIDE), to;

  *end = (guint) MIN (*end, move_to_char (expression, *begin, MAX_BESIDE));
  to = move_to_char (expression, *end, MAX_BESIDE);
  *begin -= (guint) from;
  *end -= (guint) from;
  return g_strndup (expression + from, to - from);
}

void
th_cli_print_error (const char *command,
                    const char *expression,
                    guint       begin,
                    guint       end,
                    const char *message)
{
  gsize length = strlen (expression);
  g_autofree char *line = th_printable_line (message);
  g_autofree char *sentence = th_cli_shorten (line);
  g_autofree char *near = NULL, *shown = NULL;
  guint indent, width;

  begin = MIN (begin, length);
  end = CLAMP (end, begin, length);
  near = dup_near (expression, &begin, &end);
  shown = th_printable_line (near);
  indent = columns (near, begin);
  width = MAX (columns (near + begin, end - begin), 1);
  g_printerr ("thresh %s: %s\n  %s\n  %*s", command, sentence, shown, (int) indent, "");
  for (guint i = 0; i < width; i++)
    g_printerr ("^");
  g_printerr ("\n");
}

void
th_cli_report_given_up (const char *command,
                        guint       n)
{
  if (n == 0)
    return;

  has_given_up = TRUE;
  g_printerr (ngettext ("thresh %s: a regular expression took too long on %u event, which was "
                        "skipped.\n",
                        "thresh %s: a regular expression took too long on %u events, which were "
                        "skipped.\n", n),
              command, n);
}

ThExit
th_cli_check_given_up (ThExit status)
{
  return status == TH_EXIT_WHOLE && has_given_up ? TH_EXIT_PART : status;
}

void
th_cli_analyze_for (ThRecording *recording,
                    const char  *expression)
{
  g_autoptr(ThRunner) feed = th_runner_new (recording, th_analyses_list ());
  g_autoptr(GPtrArray) added = th_runner_add_named (feed, expression);

  while (added->len > 0 && th_runner_advance (feed))
    ;
}

ThRows *
th_cli_filter (const char  *command,
               ThRecording *recording,
               const char  *expression)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThFilter) filter = NULL;
  ThRows *rows;
  guint begin, end;

  th_cli_analyze_for (recording, expression);
  if (!(filter = th_filter_new (recording, expression, &begin, &end, &error)))
    {
      th_cli_print_error (command, expression, begin, end, error->message);
      return NULL;
    }

  rows = th_rows_new (recording);
  th_cli_report_given_up (command,
                          th_filter_evaluate (filter, rows, NULL, th_load_options_get_n_threads (),
                                              NULL));
  return rows;
}
