/* th-overview-density.h - the whole recording as one density, with its losses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-scene-draw.h"

G_BEGIN_DECLS

/* Without the brush that shows which part is in view. */
void th_scene_draw_overview (ThScene         *self,
                             double           width,
                             double           height,
                             cairo_t         *cr,
                             ThRenderBackend  backend);

G_END_DECLS
