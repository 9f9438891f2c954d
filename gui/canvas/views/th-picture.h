/* th-picture.h - the timeline as one picture, for files and the clipboard
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-scene-draw.h"

G_BEGIN_DECLS

/* Draws title, overview, ruler, labels and lanes, and returns the height of the picture.
 * With NULL for @cr, it only computes the height.  @view->width is the width of the whole
 * picture. */
double th_scene_draw_picture (ThScene         *self,
                              const ThView    *view,
                              const char      *title,
                              cairo_t         *cr,
                              ThRenderBackend  backend);

G_END_DECLS
