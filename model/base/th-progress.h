/* th-progress.h - progress and cancellation, shared by a worker and the thread that waits for it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ThProgress:
 * @cancelled: not 0 once the work should end
 * @permille: how much is done; 0 while that is unknown
 *
 * Both are atomic.
 */
typedef struct
{
  gint cancelled;
  gint permille;
} ThProgress;

/* Both accept %NULL. */
static inline gboolean
th_progress_is_cancelled (ThProgress *self)
{
  return self != NULL && g_atomic_int_get (&self->cancelled) != 0;
}

static inline void
th_progress_set (ThProgress *self,
                 double      part)
{
  if (self != NULL)
    g_atomic_int_set (&self->permille, (gint) (1000 * part));
}

G_END_DECLS
