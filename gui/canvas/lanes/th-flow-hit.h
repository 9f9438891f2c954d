/* th-flow-hit.h - which leg of a flow is under the pointer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-scene-hit.h"

G_BEGIN_DECLS

/* Sets the leg, and the event that ends it, in a lane of kind TH_LANE_FLOW. */
void th_flow_lane_hit (const ThLane *lane,
                       const ThView *view,
                       double        x,
                       ThHit        *hit);

G_END_DECLS
