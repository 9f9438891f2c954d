/* th-pinned-flows.h - flows that have a lane, and the flow that is followed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-flows.h"
#include "th-scene.h"

G_BEGIN_DECLS

/* Flow @row of @results, which were added, gets a lane in the section between
 * CPUs and tasks.  Returns %FALSE if there are TH_SCENE_MAX_FLOWS already. */
#define TH_SCENE_MAX_FLOWS 64
gboolean      th_scene_pin_flow           (ThScene   *self,
                                           ThResults *results,
                                           guint32    row);
void          th_scene_unpin_flow         (ThScene   *self,
                                           ThResults *results,
                                           guint32    row);
/* The flow whose path from lane to lane is drawn; NULL: none.  With @dim
 * everything off its path is dimmed. */
void          th_scene_follow             (ThScene   *self,
                                           ThResults *results,
                                           guint32    row,
                                           gboolean   dim);
/* Its lane; G_MAXUINT if it is not pinned. */
guint         th_scene_find_flow          (ThScene   *self,
                                           ThResults *results,
                                           guint32    row);
/* %NULL if no flow is followed; else *@flows holds its steps.  Lent. */
const ThFlow *th_scene_get_followed       (ThScene  *self,
                                           ThFlows **flows);
/* Whether what is off the path of the followed flow is dimmed. */
gboolean      th_scene_dims_others        (ThScene   *self);
/* Top and bottom of all lanes that the followed flow was on, its own included;
 * %FALSE if there are none. */
gboolean      th_scene_get_followed_range (ThScene *self,
                                           double  *top,
                                           double  *bottom);

G_END_DECLS
