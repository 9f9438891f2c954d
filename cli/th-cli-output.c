/* th-cli-output.c - much text to standard output, quickly and safely
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-cli-output.h"

void
th_cli_output_init (ThCliOutput *self)
{
  /* So that a closed pipe is an answer of write() and not our end. */
  signal (SIGPIPE, SIG_IGN);

  *self = (ThCliOutput) { .text = g_string_sized_new (TH_CLI_OUTPUT_SIZE + 4096), .fd = STDOUT_FILENO };
}

gboolean
th_cli_output_flush (ThCliOutput *self)
{
  gsize done = 0;

  while (done < self->text->len && !self->closed && self->error == 0)
    {
      gssize n = write (self->fd, self->text->str + done, self->text->len - done);

      if (n >= 0)
        done += n;
      else if (errno == EPIPE)
        self->closed = TRUE;
      else if (errno != EINTR)
        self->error = errno;
    }

  g_string_truncate (self->text, 0);
  return !self->closed && self->error == 0;
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
