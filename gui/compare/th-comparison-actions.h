/* th-comparison-actions.h - the actions of comparisons
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * "next-pane" and "previous-pane": move the focus between the timelines, the rows and the details,
 * also without a comparison.  "compare": opens the dialog that chooses the recordings.
 * "compare-spans": compares the span between the markers with the selected span.  Only during a
 * comparison: "close-comparison", "swap-sides", "copy-recipe" (the command that repeats it),
 * "next-run" and "previous-run" (of the side with the focus), "other-side" (moves the focus),
 * "counterpart" (follows, on the other side, that of the flow that is followed on the side with
 * the focus), "link-sides", "side-by-side" (boolean: B beside A instead of below).
 */
#pragma once

#include "th-comparison-view.h"

G_BEGIN_DECLS

/* Adds them to @actions, the actions of the window that contains @view. */
void th_comparison_actions_add (ThComparisonView *view,
                                GActionMap       *actions);

G_END_DECLS
