/* th-viewport.h - the visible part of the lanes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-lane.h"

G_BEGIN_DECLS

/* Lanes above @pinned stay at the top, the others are scrolled by @scroll; @height is
 * the height of both together. */
typedef struct
{
  double pinned;
  double scroll;
  double height;
} ThViewport;

/* Converts @y in @lane to the viewport; positions scrolled out of view are clamped to
 * the lower edge of the pinned lanes. */
static inline double
th_viewport_place (const ThViewport *self,
                   const ThLane     *lane,
                   double            y)
{
  if (lane->y < self->pinned)
    return lane->y + y;

  return MAX (lane->y + y - self->scroll, self->pinned);
}

G_END_DECLS
