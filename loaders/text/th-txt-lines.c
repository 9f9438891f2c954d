/* th-txt-lines.c - reads a text line by line, in bounded memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-aligned.h"
#include "th-txt-lines.h"
#include "th-txt-token.h"

#define BUFFER_SIZE (1 << 20) /* of the longest line */
/* Small enough to stay in the processor's cache until its lines have been parsed. */
#define PIECE (1 << 18)
#define LOOK_MS 100

void
th_txt_lines_init (ThTxtLines *self,
                   ThBytes    *bytes)
{
  *self = (ThTxtLines) { .bytes = bytes, .buffer = th_aligned_alloc (BUFFER_SIZE) };
}

void
th_txt_lines_clear (ThTxtLines *self)
{
  g_clear_pointer (&self->buffer, g_free);
}

static void
fill (ThTxtLines *self)
{
  /* Queried before reading: bytes may arrive between the two calls. */
  gboolean growing = th_bytes_is_growing (self->bytes);
  gssize n;

  memmove (self->buffer, self->buffer + self->from, self->to - self->from);
  self->place += self->from;
  self->to -= self->from;
  self->from = 0;
  n = th_bytes_read (self->bytes, self->place + self->to, self->buffer + self->to,
                     MIN (BUFFER_SIZE - self->to, PIECE));
  if (n == 0 && growing)
    self->starved = TRUE;
  else if (n <= 0)
    self->at_end = TRUE;
  else
    self->to += (gsize) n;
}

/* Finds the end of the line that starts at @from; the buffer may move. */
static const char *
find_end (ThTxtLines *self)
{
  gsize seen = 0;

  while (TRUE)
    {
      const char *found = memchr (self->buffer + self->from + seen, '\n',
                                  self->to - self->from - seen);

      if (found != NULL || self->at_end || self->starved || self->to - self->from == BUFFER_SIZE)
        return found;
      seen = self->to - self->from;
      fill (self);
    }
}

static gboolean
skip_rest (ThTxtLines *self)
{
  while (self->skipping)
    {
      const char *end = find_end (self);

      self->from = end != NULL ? (gsize) (end - self->buffer) + 1 : self->to;
      self->skipping = end == NULL && !self->at_end;
      if (self->skipping && self->starved)
        return FALSE;
    }
  return self->from < self->to || !self->at_end;
}

gboolean
th_txt_lines_next (ThTxtLines *self,
                   ThTxtPart  *line,
                   guint64    *place,
                   gboolean   *whole)
{
  const char *end;

  if (!skip_rest (self))
    return FALSE;

  end = find_end (self);
  if (end == NULL &&
      (self->from == self->to || (self->starved && self->to - self->from < BUFFER_SIZE)))
    return FALSE;

  *whole = end != NULL;
  *place = self->place + self->from;
  line->text = self->buffer + self->from;
  if (end == NULL)
    end = self->buffer + self->to;
  self->skipping = !*whole && !self->at_end;
  line->size = (gsize) (end - line->text);
  self->from += line->size + (*whole ? 1 : 0);
  return TRUE;
}

void
th_txt_lines_wait (ThTxtLines *self)
{
  th_bytes_wait (self->bytes, self->place + self->to + 1, LOOK_MS);
  self->starved = FALSE;
}
