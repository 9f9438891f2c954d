/* th-lane-names.h - finds the corresponding lane of another recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Names of lanes (th-lane-state.h) contain pids, which differ between recordings.  A task
 * corresponds to the task of the same name and pid, if there is one; the remaining tasks of a
 * name correspond to each other in ascending order of pids.  A process has the name of its
 * leader.  All other lanes, such as those of CPUs, have the same name in both recordings.
 *
 * Building it takes time proportional to the number of tasks.  Build it again when a scene has
 * got more lanes.  Main thread only.
 */
#pragma once

#include "th-document-pair.h"

G_BEGIN_DECLS

typedef struct _ThLaneNames ThLaneNames;

ThLaneNames *th_lane_names_new       (ThScene           *a,
                                      ThScene           *b);
void         th_lane_names_free      (ThLaneNames       *self);
/* Translates @name, the name of a lane on side @from, to that of its counterpart on the other
 * side; NULL if it has none.  The result is owned by @self, or is @name itself. */
const char  *th_lane_names_translate (const ThLaneNames *self,
                                      ThSide             from,
                                      const char        *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThLaneNames, th_lane_names_free)

G_END_DECLS
