/* th-picture.h - everything as one picture, for files and the clipboard
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-scene-draw.h"

G_BEGIN_DECLS

/* Title line, overview, ruler, labels and lanes.  @view->width is that of the whole
 * picture.  Returns the height it takes; with @cr NULL it only does that. */
double th_scene_draw_picture (ThScene         *self,
                              const ThView    *view,
                              const char      *title,
                              cairo_t         *cr,
                              ThRenderBackend  backend);

G_END_DECLS
