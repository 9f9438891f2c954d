/* th-hit-ticks.h - search hits as ticks on a strip of time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A column of two pixels is filled if it has a hit.  A worker thread finds those columns, because
 * events may have to be decoded for it; until then the ticks are those that were found last, at
 * their times.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"
#include "th-strip-job.h"

G_BEGIN_DECLS

typedef struct _ThHitColumns ThHitColumns;

typedef struct
{
  ThHitColumns *columns; /* found last, or NULL */
  ThStripJob   *job;     /* finds newer ones, or NULL */
} ThHitTicks;

/* Finds the hits of @document within @view again if there are others; waits for the worker until
 * the monotonic time @until.  Call it in each frame before drawing; @strip is drawn again once the
 * worker is done.  Returns whether the ticks are up to date. */
gboolean th_hit_ticks_bring (ThHitTicks   *self,
                             GtkWidget    *strip,
                             ThDocument   *document,
                             const ThView *view,
                             gint64        until);
/* Draws the ticks within @view, from @x on. */
void th_hit_ticks_snapshot (ThHitTicks   *self,
                            GtkSnapshot  *snapshot,
                            ThDocument   *document,
                            const ThView *view,
                            double        x,
                            double        top,
                            double        height);
void th_hit_ticks_clear    (ThHitTicks   *self);

G_END_DECLS
