/* th-default-lanes.h - the default lane arrangement
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Applied to recordings that are opened for the first time, and stored in the settings.
 * It leaves out the lanes of tasks and processes, which other recordings do not have.
 */
#pragma once

#include "th-lane-state.h"
#include "th-scene.h"

G_BEGIN_DECLS

/* Stores the arrangement of @scene.  Returns %FALSE if it could not be stored. */
gboolean    th_default_lanes_save       (ThScene    *scene);
/* Resets the settings, so that recordings start with the built-in arrangement. */
void        th_default_lanes_reset      (void);
/* Arranges the lanes of @scene.  Returns %FALSE if no arrangement is stored. */
gboolean    th_default_lanes_apply      (ThScene    *scene);

/* Returns a state with numbers from a file or the settings clamped to valid values.  The
 * caller keeps ownership of @name, which the state refers to. */
ThLaneState th_default_lanes_make_state (const char *name,
                                         guint       flags,
                                         int         size,
                                         int         rank,
                                         int         sort);

G_END_DECLS
