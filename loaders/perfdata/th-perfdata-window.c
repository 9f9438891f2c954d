/* th-perfdata-window.c - reads records of a file here and there, mostly forwards
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-aligned.h"
#include "th-perfdata-record.h"
#include "th-perfdata-window.h"

#define PAGE 4096
#define MAX_AHEAD (128 * 1024)
/* One whole record that begins in the first page, or what is read ahead. */
#define WINDOW (MAX_AHEAD + PAGE)

G_STATIC_ASSERT (WINDOW >= TH_PF_MAX_RECORD + PAGE);

void
th_pf_window_init (ThPfWindow *self,
                   ThBytes    *bytes)
{
  *self = (ThPfWindow) { .bytes = bytes, .window = th_aligned_alloc (WINDOW), .ahead = PAGE };
}

void
th_pf_window_clear (ThPfWindow *self)
{
  g_clear_pointer (&self->window, g_free);
}

const guint8 *
th_pf_window_read (ThPfWindow *self,
                   guint64     offset,
                   gsize       size)
{
  guint64 start = offset - offset % PAGE, end = self->start + self->n;
  gboolean goes_on = self->n > 0 && offset >= self->start && offset < end + PAGE;
  gssize n;

  g_return_val_if_fail (size <= TH_PF_MAX_RECORD, NULL);

  self->ahead = goes_on ? MIN (2 * self->ahead, MAX_AHEAD) : PAGE;
  n = th_bytes_read (self->bytes, start, self->window, MAX (self->ahead, offset - start + size));
  self->start = start;
  self->n = MAX (n, 0);
  return offset - start + size <= self->n ? self->window + (offset - start) : NULL;
}
