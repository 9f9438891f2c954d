/* th-default-lanes.h - the lane arrangement of recordings that were not opened before
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Stored in the settings.  Lanes of tasks and processes are left out, as those of one
 * recording are not in another.
 */
#pragma once

#include "th-lane-state.h"
#include "th-scene.h"

G_BEGIN_DECLS

/* Stores the arrangement of @scene.  Returns %FALSE if it could not be written. */
gboolean    th_default_lanes_save       (ThScene    *scene);
/* Resets the settings: recordings start with the built-in arrangement again. */
void        th_default_lanes_reset      (void);
/* Arranges the lanes of @scene.  Returns %FALSE if no arrangement is stored. */
gboolean    th_default_lanes_apply      (ThScene    *scene);

/* A state whose numbers come from a file or from the settings, limited to what is
 * valid; @name is lent. */
ThLaneState th_default_lanes_make_state (const char *name,
                                         guint       flags,
                                         int         size,
                                         int         rank,
                                         int         sort);

G_END_DECLS
