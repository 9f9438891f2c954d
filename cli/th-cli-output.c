/* th-cli-output.c - writes large amounts of text to standard output, fast and safely
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-cli-output.h"
#include "th-printable.h"

void
th_cli_output_init (ThCliOutput *self)
{
  /* So that a closed pipe is an error of write() instead of killing us. */
  signal (SIGPIPE, SIG_IGN);

  *self = (ThCliOutput) { .text = g_string_sized_new (TH_CLI_OUTPUT_SIZE + 4096),
                          .fd = STDOUT_FILENO };
}

static void
write_all (ThCliOutput *self,
           const char  *text,
           gsize        size)
{
  gsize done = 0;

  while (done < size && !self->closed && self->error == 0)
    {
      gssize n = write (self->fd, text + done, size - done);

      if (n >= 0)
        done += n;
      else if (errno == EPIPE)
        self->closed = TRUE;
      else if (errno != EINTR)
        self->error = errno;
    }
}

/* All text from a file passes through here, so that it can never control the terminal. */
gboolean
th_cli_output_flush (ThCliOutput *self)
{
  if (G_LIKELY (th_printable_is_clean (self->text->str, self->text->len)))
    write_all (self, self->text->str, self->text->len);
  else
    {
      g_autoptr(GString) printable = g_string_sized_new (self->text->len + 4096);

      th_printable_append (printable, self->text->str, self->text->len);
      write_all (self, printable->str, printable->len);
    }

  g_string_truncate (self->text, 0);
  return !self->closed && self->error == 0;
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
  g_set_print_handler (print_cb);
  g_set_printerr_handler (print_error_cb);
}

ThExit
th_cli_output_end (ThCliOutput *self)
{
  th_cli_output_flush (self);
  g_string_free (self->text, TRUE);
  self->text = NULL;

  if (self->error == 0)
    return TH_EXIT_WHOLE;

  g_printerr (_("thresh: cannot write the output: %s\n"), g_strerror (self->error));
  return TH_EXIT_REFUSED;
}
