/* th-path.h - small pictures of one flow: its path as a bar, signs of sureness
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * For cells and panels; the lane of a flow belongs to the scene
 * (th_scene_pin_flow()).  All paint at the origin of the cairo_t, on what is
 * there, and take any target.
 */
#pragma once

#include <cairo.h>

#include "th-flows.h"
#include "th-theme.h"

G_BEGIN_DECLS

/* What colours a leg of @stage (TH_FLOW_NO_STAGE too). */
ThColor     th_path_get_color     (ThTheme       *theme,
                                   const ThFlows *flows,
                                   guint          stage);

/* The legs one behind the other as 100 %.  Legs that run backwards take no
 * room.  A flow without a leg is a thin line. */
void        th_path_draw_bar      (ThTheme       *theme,
                                   const ThFlows *flows,
                                   const ThFlow  *flow,
                                   double         width,
                                   double         height,
                                   cairo_t       *cr);

/* A sign of @size × @size: filled, half filled, diamond, cross, ring. */
void        th_path_draw_sureness (ThColor     color,
                                   ThSureness  sureness,
                                   double      size,
                                   cairo_t    *cr);

G_END_DECLS
