/* th-lost.h - lost events as hatched bands
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <cairo.h>

#include "th-grid.h"
#include "th-scene.h"

G_BEGIN_DECLS

/* The first loss that ends after @time; their number if none. */
guint32 th_lost_find     (ThCpu  *cpu,
                          gint64  time);
/* When a loss began; the one before the first event has no begin of its own. */
gint64  th_lost_begin    (ThScene      *scene,
                          const ThLost *lost);
/* Adds the columns of the losses of @cpu to the path of @cr, those that touch
 * as one, over the height from @top to @bottom. */
void    th_lost_add_path (ThScene      *scene,
                          ThCpu        *cpu,
                          const ThGrid *grid,
                          double        top,
                          double        bottom,
                          cairo_t      *cr);
/* Hatches the path of @cr, and takes it away.  @direct: with a tile of pixels. */
void    th_lost_hatch    (ThScene      *scene,
                          const ThGrid *grid,
                          double        width,
                          double        height,
                          cairo_t      *cr,
                          gboolean      direct);

G_END_DECLS
