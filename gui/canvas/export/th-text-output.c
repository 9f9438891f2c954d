/* th-text-output.c - writes large amounts of text, fast and safely
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-text-output.h"

#include <errno.h>
#include <unistd.h>

#include "th-printable.h"

void
th_text_output_init (ThTextOutput *self,
                     int           fd)
{
  *self = (ThTextOutput) { .text = g_string_sized_new (TH_TEXT_OUTPUT_SIZE + 4096), .fd = fd };
}

static void
write_all (ThTextOutput *self,
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

gboolean
th_text_output_flush (ThTextOutput *self)
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
  return !self->closed && self->error == 0 &&
         !th_progress_is_cancelled (self->progress);
}

int
th_text_output_end (ThTextOutput *self)
{
  th_text_output_flush (self);
  g_string_free (self->text, TRUE);
  self->text = NULL;
  return self->error;
}
