/* th-lane-shape.h - positions of the parts of a lane, by lane size
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-scene.h"

G_BEGIN_DECLS

/* In logical pixels from the top of the lane. */
typedef struct
{
  double height;
  double ticks_top;
  double ticks_base;
  double tick_height;
  double runs_top;
  double runs_height;
  double stretch;     /* factor for the height of track rows */
} ThLaneShape;

/* Valid until the theme changes. */
const ThLaneShape *th_scene_get_shape (ThScene    *self,
                                       ThLaneSize  size);

G_END_DECLS
