/* th-byte-cursor.c - reads numbers and texts of a file's header in sequence
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-aligned.h"
#include "th-byte-cursor.h"

static gboolean
cursor_has (ThByteCursor *self,
            guint64       size)
{
  if (!self->failed && self->pos <= self->end && size <= self->end - self->pos)
    return TRUE;

  self->failed = TRUE;
  return FALSE;
}

void
th_byte_cursor_read (ThByteCursor *self,
                     void         *buffer,
                     gsize         size)
{
  if (cursor_has (self, size) &&
      th_bytes_read (self->bytes, self->pos, buffer, size) == (gssize) size)
    {
      self->pos += size;
      return;
    }

  self->failed = TRUE;
  memset (buffer, 0, size);
}

void
th_byte_cursor_skip (ThByteCursor *self,
                     guint64       size)
{
  if (cursor_has (self, size))
    self->pos += size;
}

guint64
th_byte_cursor_uint (ThByteCursor *self,
                     guint         size)
{
  guint8 raw[8] = { 0 };

  g_assert (size == 2 || size == 4 || size == 8);

  th_byte_cursor_read (self, raw, size);
  if (self->failed)
    return 0;
  if (size == 2)
    return th_bytes_u16 (raw, self->big_endian);
  return size == 4 ? th_bytes_u32 (raw, self->big_endian) : th_bytes_u64 (raw, self->big_endian);
}

char *
th_byte_cursor_dup (ThByteCursor *self,
                    guint64       size)
{
  g_autofree char *text = NULL;

  /* Checked before the allocation, which is thus at most the size of the file. */
  if (!cursor_has (self, size) || size >= G_MAXSSIZE)
    return NULL;

  text = th_aligned_try_alloc (size + 1);
  if (text == NULL)
    {
      self->failed = TRUE;
      return NULL;
    }

  th_byte_cursor_read (self, text, size);
  text[size] = '\0';
  return self->failed ? NULL : g_steal_pointer (&text);
}

char *
th_byte_cursor_text (ThByteCursor *self,
                     gsize         max)
{
  g_autofree char *window = NULL;
  gsize room = MIN (max, self->end - MIN (self->pos, self->end));
  guint64 start = self->pos;
  const char *nul;

  if (self->failed || (window = th_byte_cursor_dup (self, room)) == NULL)
    return NULL;

  nul = memchr (window, '\0', room);
  if (nul == NULL)
    {
      self->failed = TRUE;
      return NULL;
    }

  self->pos = start + (nul - window) + 1;
  return g_steal_pointer (&window);
}
