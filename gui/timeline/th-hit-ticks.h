/* th-hit-ticks.h - where the hits of a search are, as ticks on a strip of time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A column of two pixels that has a hit is filled.  What the columns hold is kept
 * until hits or view change: a frame costs what it shows.
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

/* From @x on, of the document's hits over the time of @view. */
void th_hit_ticks_snapshot (ThHitTicks   *self,
                            GtkSnapshot  *snapshot,
                            ThDocument   *document,
                            const ThView *view,
                            double        x,
                            double        top,
                            double        height);
/* How many columns have a hit, of the last snapshot. */
guint th_hit_ticks_get_n   (const ThHitTicks *self);
void th_hit_ticks_clear    (ThHitTicks   *self);

G_END_DECLS
