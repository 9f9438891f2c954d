/* th-overview-density.h - the event density and the losses of the whole recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-scene-draw.h"

G_BEGIN_DECLS

/* Draws the overview without the brush that marks the visible part. */
void th_scene_draw_overview (ThScene         *self,
                             double           width,
                             double           height,
                             cairo_t         *cr,
                             ThRenderBackend  backend);

G_END_DECLS
