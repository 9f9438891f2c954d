/* th-lane-chooser.h - the chooser of a lane to go to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Lists all lanes of the scene, and all tasks, whether their lanes are visible or not.
 * The one that is chosen becomes visible and the current lane.
 */
#pragma once

#include "th-chooser.h"
#include "th-document.h"
#include "th-timeline.h"

G_BEGIN_DECLS

/* @document has a scene; @timeline shows it.  Presented by the caller; destroys itself. */
ThChooser *th_lane_chooser_new (GtkWindow  *parent,
                                ThDocument *document,
                                ThTimeline *timeline);

G_END_DECLS
