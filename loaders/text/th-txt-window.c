/* th-txt-window.c - reads the lines of one event again
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-aligned.h"
#include "th-txt-file.h"
#include "th-txt-line.h"
#include "th-txt-token.h"
#include "th-txt-window.h"

#define SMALL_WINDOW 2048
#define LARGE_WINDOW 65536

/* Returns the lines after the first that belong to the same event; sets *@open if they
 * may continue after the window. */
static ThTxtPart
find_rest (const char *at,
           const char *end,
           gboolean   *open)
{
  const char *from = at;
  const char *last = at;
  ThTxtLine line;

  while (at < end)
    {
      const char *line_end = memchr (at, '\n', (gsize) (end - at));

      if (line_end == NULL)
        break;
      th_txt_parse_line (at, (gsize) (line_end - at), &line);
      if (line.kind != TH_TXT_OTHER)
        {
          *open = FALSE;
          return (ThTxtPart) { from, (gsize) (last - from) };
        }
      if (line_end > at && !(line_end == at + 1 && *at == '\r'))
        last = line_end;
      at = line_end + 1;
    }
  *open = TRUE;
  /* The last line of the file may lack a line break. */
  if (at < end)
    {
      th_txt_parse_line (at, (gsize) (end - at), &line);
      last = line.kind == TH_TXT_OTHER ? end : last;
    }
  return (ThTxtPart) { from, (gsize) (last - from) };
}

static gboolean
read_size (ThTxtWindow *self,
           gsize        size)
{
  gssize n = th_bytes_read (self->file->base.bytes, self->place, self->buffer, size);
  const char *end = self->buffer + MAX (n, 0);
  const char *line_end = n > 0 ? memchr (self->buffer, '\n', (gsize) n) : NULL;
  gboolean open = line_end == NULL;

  if (n <= 0)
    return FALSE;
  self->rest = (ThTxtPart) { end, 0 };
  if (line_end != NULL)
    self->rest = find_rest (line_end + 1, end, &open);
  /* The event continues after the window: the caller tries again with a larger one. */
  if (open && (gsize) n == size && size < LARGE_WINDOW)
    return FALSE;

  th_txt_parse_line (self->buffer, (gsize) ((line_end != NULL ? line_end : end) - self->buffer),
                     &self->line);
  return self->line.kind == TH_TXT_EVENT;
}

void
th_txt_window_init (ThTxtWindow *self,
                    ThTxtFile   *file)
{
  *self = (ThTxtWindow) { .file = file, .buffer = th_aligned_alloc (LARGE_WINDOW) };
}

void
th_txt_window_clear (ThTxtWindow *self)
{
  g_clear_pointer (&self->buffer, g_free);
}

gboolean
th_txt_window_read (ThTxtWindow *self,
                    guint64      place)
{
  self->place = place;
  return read_size (self, SMALL_WINDOW) || read_size (self, LARGE_WINDOW);
}
