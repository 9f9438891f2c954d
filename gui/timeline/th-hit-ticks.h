/* th-hit-ticks.h - search hits as ticks on a strip of time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A column of two pixels is filled if it has a hit.  The columns are cached until the hits
 * or the view change, so the cost of a frame depends only on its width.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

typedef struct
{
  guint    search;    /* th_document_get_find_serial() */
  guint64  n_decided;
  ThView   view;
  guint8  *columns;
  guint    n_columns;
} ThHitTicks;

/* Draws the document's hits within @view, from @x on. */
void th_hit_ticks_snapshot (ThHitTicks   *self,
                            GtkSnapshot  *snapshot,
                            ThDocument   *document,
                            const ThView *view,
                            double        x,
                            double        top,
                            double        height);
void th_hit_ticks_clear    (ThHitTicks   *self);

G_END_DECLS
