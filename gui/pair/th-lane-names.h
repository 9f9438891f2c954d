/* th-lane-names.h - which lane of another recording shows the same
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Names of lanes (th-lane-state.h) hold pids, which differ between recordings.  A task that has a
 * lane corresponds to the task of the same name: to that with the same pid, if there is one;
 * the others of a name correspond to each other in ascending order of pids.  A process is
 * named by its leader.  All other lanes, such as those of CPUs, have the same name in both
 * recordings.
 *
 * Takes time proportional to the number of tasks.  Make it again when a scene gets more
 * lanes.  Main thread only.
 */
#pragma once

#include "th-document-pair.h"

G_BEGIN_DECLS

typedef struct _ThLaneNames ThLaneNames;

ThLaneNames *th_lane_names_new       (ThScene           *a,
                                      ThScene           *b);
void         th_lane_names_free      (ThLaneNames       *self);
/* The name on the other side of the lane that is called @name on side @from; NULL if it has no
 * counterpart there.  Owned by @self, or @name itself. */
const char  *th_lane_names_translate (const ThLaneNames *self,
                                      ThSide             from,
                                      const char        *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThLaneNames, th_lane_names_free)

G_END_DECLS
