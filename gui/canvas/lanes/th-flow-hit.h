/* th-flow-hit.h - which leg of a flow is under the pointer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-scene-hit.h"

G_BEGIN_DECLS

/* Finds the leg at @x in a TH_LANE_FLOW, and the event that ends it. */
void th_flow_lane_hit (const ThLane *lane,
                       const ThView *view,
                       double        x,
                       ThHit        *hit);

G_END_DECLS
