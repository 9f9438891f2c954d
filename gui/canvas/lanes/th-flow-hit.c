/* th-flow-hit.c - which leg of a flow is under the pointer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-flow-hit.h"
#include "th-flows.h"

/* The greatest distance of the pointer from a leg. */
#define REACH_PX 2

void
th_flow_lane_hit (const ThLane *lane,
                  const ThView *view,
                  double        x,
                  ThHit        *hit)
{
  ThFlows *flows = th_results_get_flows (lane->results);
  const ThFlow *flow = th_flows_get (flows, lane->flow);
  g_autoptr(GArray) legs = th_flows_list_legs (flows, flow);
  double reach = REACH_PX;

  hit->results = lane->results;
  for (guint i = 0; i < legs->len; i++)
    {
      const ThLeg *leg = &g_array_index (legs, ThLeg, i);
      double from = th_view_time_to_x (view, MIN (leg->begin, leg->end));
      double to = th_view_time_to_x (view, MAX (leg->begin, leg->end));
      double distance = MAX (MAX (from - x, x - to), 0);

      if (distance > reach || (distance == reach && hit->leg != G_MAXUINT32))
        continue;
      reach = distance;
      hit->leg = i;
      hit->ref = th_flows_get_step (flows, flow, leg->end_step).anchor;
    }
}
