/* th-lane-shape.h - where things are in a lane of one size
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-scene.h"

G_BEGIN_DECLS

/* Logical pixels from the top of the lane. */
typedef struct
{
  double height;
  double ticks_top;
  double ticks_base;
  double tick_height;
  double runs_top;
  double runs_height;
  double stretch;     /* of the height of track rows */
} ThLaneShape;

/* Lent until the theme changes. */
const ThLaneShape *th_scene_get_shape (ThScene    *self,
                                       ThLaneSize  size);

G_END_DECLS
