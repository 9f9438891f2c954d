/* th-lost.h - lost events as hatched bands
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <cairo.h>

#include "th-grid.h"
#include "th-scene.h"

G_BEGIN_DECLS

/* The first loss that ends after @time, or the number of losses. */
guint32 th_lost_find     (ThCpu  *cpu,
                          gint64  time);
/* When a loss began; a loss before the first event begins with the recording. */
gint64  th_lost_begin    (ThScene      *scene,
                          const ThLost *lost);
/* Adds the columns of the losses of @cpu to the path of @cr, from @top to @bottom;
 * merges losses that touch. */
void    th_lost_add_path (ThScene      *scene,
                          ThCpu        *cpu,
                          const ThGrid *grid,
                          double        top,
                          double        bottom,
                          cairo_t      *cr);
/* Hatches the path of @cr and clears it.  @direct uses a pixel pattern. */
void    th_lost_hatch    (ThScene      *scene,
                          const ThGrid *grid,
                          double        width,
                          double        height,
                          cairo_t      *cr,
                          gboolean      direct);

G_END_DECLS
