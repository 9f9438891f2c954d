/* th-overview-density.h - the event density and the losses of the whole recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-density.h"
#include "th-scene-draw.h"

G_BEGIN_DECLS

/* What must be counted for an overview of that width; NULL if there is none.  @last: see
 * th_density_new(). */
ThDensity *th_overview_density_new (ThScene         *scene,
                                    double           width,
                                    const ThDensity *last);
/* Draws the overview without the brush that marks the visible part.  @density must have been
 * counted; NULL leaves out the events. */
void       th_scene_draw_overview  (ThScene         *self,
                                    const ThDensity *density,
                                    double           width,
                                    double           height,
                                    cairo_t         *cr,
                                    ThRenderBackend  backend);

G_END_DECLS
