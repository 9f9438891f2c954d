/* th-lost.h - lost events as hatched bands
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <cairo.h>

#include "th-lane-cache.h"

G_BEGIN_DECLS

/* The first loss that ends after @time, or the number of losses. */
guint32 th_lost_find     (ThCpu  *cpu,
                          gint64  time);
/* When a loss began; a loss before the first event begins at @first, with the recording. */
gint64  th_lost_begin    (const ThLost *lost,
                          gint64        first);
/* Adds the columns of the losses of @cpu to the path of @cr, from @top to @bottom;
 * merges losses that touch. */
void    th_lost_add_path (ThCpu        *cpu,
                          gint64        first,
                          const ThGrid *grid,
                          double        top,
                          double        bottom,
                          cairo_t      *cr);
/* Hatches the path of @cr and clears it.  @direct uses a pixel pattern. */
void    th_lost_hatch    (ThLaneCache  *cache,
                          const ThGrid *grid,
                          double        width,
                          double        height,
                          cairo_t      *cr,
                          gboolean      direct);

G_END_DECLS
