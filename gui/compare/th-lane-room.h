/* th-lane-room.h - whether the lanes of both sides have room for their CPUs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each side should show its CPUs at a glance: four, or all if it has fewer.  If one of the sides
 * has too little height for them with their track rows, both documents have tight lanes
 * (th_document_set_tight()), until this object is freed.  The result depends only on the heights
 * and on which CPUs and tracks there are, not on what the user folded or resized.
 *
 * Property (with notify): "wanted" (int, read-only): the height of a timeline that shows these CPUs
 * of either side in tight lanes; 0 until a side has a recording.
 *
 * Main thread.
 */
#pragma once

#include "th-side-view.h"

G_BEGIN_DECLS

#define TH_TYPE_LANE_ROOM (th_lane_room_get_type ())
G_DECLARE_FINAL_TYPE (ThLaneRoom, th_lane_room, TH, LANE_ROOM, GObject)

/* Takes references. */
ThLaneRoom *th_lane_room_new        (ThSideView *first,
                                     ThSideView *second);
int         th_lane_room_get_wanted (ThLaneRoom *self);

G_END_DECLS
