/* th-ruler.h - the time axis above the lanes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <cairo.h>

#include "th-scene-times.h"
#include "th-view.h"

G_BEGIN_DECLS

/* Draws ticks and times into view->width × @height.  If space is short, labels only have the
 * digits that differ; labels are never truncated. */
void th_scene_draw_ruler (ThScene      *self,
                          const ThView *view,
                          double        height,
                          ThTimeFormat  format,
                          cairo_t      *cr);

G_END_DECLS
