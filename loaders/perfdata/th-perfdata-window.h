/* th-perfdata-window.h - reads records of a file here and there, mostly forwards
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * For one thread.  Each read fetches a window of the file.  Windows grow while reads are
 * sequential, so that a long stretch takes few reads, and a record far from the last one costs no
 * more than a page.
 */
#pragma once

#include "th-bytes.h"

G_BEGIN_DECLS

typedef struct
{
  ThBytes *bytes;  /* unowned */
  guint8  *window;
  guint64  start;  /* offset of the window, a multiple of a page */
  gsize    n;      /* bytes in it */
  gsize    ahead;  /* how many the next read should have */
} ThPfWindow;

void          th_pf_window_init  (ThPfWindow *self,
                                  ThBytes    *bytes);
void          th_pf_window_clear (ThPfWindow *self);
/* Returns the @size bytes at @offset, at most TH_PF_MAX_RECORD, or NULL if they cannot be read.
 * They are valid until the next call. */
const guint8 *th_pf_window_read  (ThPfWindow *self,
                                  guint64     offset,
                                  gsize       size);

static inline const guint8 *
th_pf_window_get (ThPfWindow *self,
                  guint64     offset,
                  gsize       size)
{
  guint64 at = offset - self->start;

  return G_LIKELY (at < self->n && size <= self->n - at) ? self->window + at
                                                         : th_pf_window_read (self, offset, size);
}

G_END_DECLS
