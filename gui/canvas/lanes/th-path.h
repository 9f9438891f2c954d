/* th-path.h - small pictures of one flow: its path as a bar, symbols of confidence
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * For cells and panels; the lane of a flow is drawn by the scene
 * (th_scene_pin_flow()).  All functions paint at the origin of the cairo_t, over the
 * existing content, on any target.
 */
#pragma once

#include <cairo.h>

#include "th-flows.h"
#include "th-theme.h"

G_BEGIN_DECLS

/* The color of legs of @stage, which may be TH_FLOW_NO_STAGE. */
ThColor th_path_get_color       (ThTheme       *theme,
                                 const ThFlows *flows,
                                 guint          stage);

/* Draws the legs one after the other, the whole as 100 %.  Legs that run backwards
 * take no room.  A flow without legs is a thin line. */
void    th_path_draw_bar        (ThTheme       *theme,
                                 const ThFlows *flows,
                                 const ThFlow  *flow,
                                 double         width,
                                 double         height,
                                 cairo_t       *cr);

/* Draws a symbol of @size × @size: filled, half filled, diamond, cross or ring. */
void    th_path_draw_confidence (ThColor        color,
                                 ThConfidence   confidence,
                                 double         size,
                                 cairo_t       *cr);

G_END_DECLS
