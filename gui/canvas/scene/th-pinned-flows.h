/* th-pinned-flows.h - flows with a lane of their own, and the followed flow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-flows.h"
#include "th-scene.h"

G_BEGIN_DECLS

/* Gives flow @row of @results a lane in the section between CPUs and tasks; the
 * results must have been added.  Returns %FALSE if there are TH_SCENE_MAX_FLOWS
 * already. */
#define TH_SCENE_MAX_FLOWS 64
gboolean      th_scene_pin_flow           (ThScene   *self,
                                           ThResults *results,
                                           guint32    row);
void          th_scene_unpin_flow         (ThScene   *self,
                                           ThResults *results,
                                           guint32    row);
/* Draws the path of a flow from lane to lane; NULL @results stop that.  @dim dims everything off
 * its path.  The lane of the task that read a packet is below the lane of the packet meanwhile,
 * unless the user pinned or hid it. */
void          th_scene_follow             (ThScene   *self,
                                           ThResults *results,
                                           guint32    row,
                                           gboolean   dim);
/* The lane of a flow, or G_MAXUINT if it is not pinned. */
guint         th_scene_find_flow          (ThScene   *self,
                                           ThResults *results,
                                           guint32    row);
/* The followed flow, whose steps are in *@flows, or %NULL.  Owned by the results. */
const ThFlow *th_scene_get_followed       (ThScene  *self,
                                           ThFlows **flows);
/* Whether everything off the path of the followed flow is dimmed. */
gboolean      th_scene_dims_off_path      (ThScene *self);
/* The top and bottom of all lanes that the followed flow was on, its own included.
 * Returns %FALSE if there are none. */
gboolean      th_scene_get_followed_range (ThScene *self,
                                           double  *top,
                                           double  *bottom);

G_END_DECLS
