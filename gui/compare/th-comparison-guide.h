/* th-comparison-guide.h - leads from a row of a comparison to events in the timelines
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It also watches the search for the counterpart of a flow (th-flow-counterpart.h).
 *
 * Signals
 *   "answered" (guint side): that side shows what was asked for
 *   "message" (const char *text): why nothing is shown
 *
 * Main thread.
 */
#pragma once

#include "th-comparison.h"
#include "th-pairing.h"

G_BEGIN_DECLS

#define TH_TYPE_COMPARISON_GUIDE (th_comparison_guide_get_type ())
G_DECLARE_FINAL_TYPE (ThComparisonGuide, th_comparison_guide, TH, COMPARISON_GUIDE, GObject)

ThComparisonGuide *th_comparison_guide_new          (ThPairing             *pairing);
/* Shows the worst example of @row on @side: that with most of a part (an index in row->parts),
 * or the largest sample for -1. */
void               th_comparison_guide_show_example (ThComparisonGuide     *self,
                                                     guint                  side,
                                                     const ThComparisonRow *row,
                                                     int                    part);
/* Shows the next (1) or previous (-1) sample on @side, the largest first: of the marked range, or
 * else of @row. */
void               th_comparison_guide_step_example (ThComparisonGuide     *self,
                                                     guint                  side,
                                                     const ThComparisonRow *row,
                                                     int                    step);
/* Marks the samples of @row between two quantiles of each side in both timelines. */
void               th_comparison_guide_mark_quantiles (ThComparisonGuide *self,
                                                       const ThComparisonRow *row,
                                                       double                 low,
                                                       double                 high);
/* Marks the samples v of @row with low <= v < high in both timelines. */
void               th_comparison_guide_mark_range   (ThComparisonGuide     *self,
                                                     const ThComparisonRow *row,
                                                     gint64                 low,
                                                     gint64                 high);
/* Follows, on the other side, the counterpart of the flow that is followed on @side.  If none is,
 * shows that of the selected event, if it is a sample of @row (which may be NULL). */
void               th_comparison_guide_show_counterpart
                                                    (ThComparisonGuide     *self,
                                                     guint                  side,
                                                     const ThComparisonRow *row);

G_END_DECLS
