/* th-viewport.h - the part of the lanes that is seen
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-lane.h"

G_BEGIN_DECLS

/* Lanes above @pinned stay on top, the others are scrolled down by @scroll;
 * @height is that of all that is seen. */
typedef struct
{
  double pinned;
  double scroll;
  double height;
} ThViewport;

/* Where @y of @lane is in a viewport; what is scrolled away ends at the lower edge
 * of the pinned lanes. */
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
