/* th-cli-output.c - standard output and standard error, safely
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-cli-output.h"
#include "th-file-limit.h"
#include "th-printable.h"

/* Characters. */
#define MAX_QUOTED 500

void
th_cli_output_init (ThTextOutput *self)
{
  /* So that a closed pipe is an error of write() instead of killing us. */
  signal (SIGPIPE, SIG_IGN);

  th_text_output_init (self, STDOUT_FILENO);
}

/* Converts to the encoding of the terminal, like GLib's own handlers. */
static void
print_to (FILE       *stream,
          const char *text)
{
  g_autofree char *printable = th_printable_dup (text), *converted = NULL;
  const char *charset;

  if (!g_get_console_charset (&charset))
    converted = g_convert_with_fallback (printable, -1, charset, "UTF-8", "?", NULL, NULL, NULL);
  fputs (converted != NULL ? converted : printable, stream);
  fflush (stream);
}

static void
print_cb (const char *text)
{
  print_to (stdout, text);
}

static void
print_error_cb (const char *text)
{
  print_to (stderr, text);
}

void
th_cli_output_guard (void)
{
  th_file_limit_make_error ();
  g_set_print_handler (print_cb);
  g_set_printerr_handler (print_error_cb);
}

ThExit
th_cli_output_end (ThTextOutput *self)
{
  int code = th_text_output_end (self);

  if (code == 0)
    return TH_EXIT_WHOLE;

  g_printerr (_("thresh: cannot write the output: %s\n"), g_strerror (code));
  return TH_EXIT_REFUSED;
}

char *
th_cli_shorten (const char *line)
{
  g_autofree char *head = NULL;

  if (g_utf8_strlen (line, -1) <= MAX_QUOTED)
    return g_strdup (line);
  head = g_utf8_substring (line, 0, MAX_QUOTED);
  return g_strconcat (head, "…", NULL);
}

ThExit
th_cli_output_print (const char *text)
{
  ThTextOutput output;

  th_cli_output_init (&output);
  g_string_append (output.text, text);
  return th_cli_output_end (&output);
}
