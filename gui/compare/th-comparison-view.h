/* th-comparison-view.h - one view of a document, or two sides and what differs between them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Without a comparison it shows a single view and nothing else.  A comparison adds the view
 * of B below it, the table of differences and the details of one of them.  The recordings
 * are compared by a job (th-comparison-job.h) that loads them on its own, so that any
 * number of runs can be compared while one of each side is shown.
 *
 * Properties, read-only, with notify: "pairing" (ThPairing; NULL without a comparison),
 * "comparing" (boolean), "title" and "summary" (strings
 * for the header bar; NULL without a comparison), "job" (ThComparisonJob; NULL without a
 * comparison).
 *
 * Main thread.
 */
#pragma once

#include "th-comparison-job.h"
#include "th-pairing.h"
#include "th-side-view.h"

G_BEGIN_DECLS

#define TH_TYPE_COMPARISON_VIEW (th_comparison_view_get_type ())
G_DECLARE_FINAL_TYPE (ThComparisonView, th_comparison_view, TH, COMPARISON_VIEW, GtkBox)

/* Replaces the comparison.  The view of A keeps its document if that is one of its runs. */
void               th_comparison_view_compare   (ThComparisonView  *self,
                                                 ThComparisonSides *sides);
/* Ends the comparison: only the view of A stays. */
void               th_comparison_view_end       (ThComparisonView  *self);

/* Shows B beside A instead of below. */
void               th_comparison_view_set_side_by_side
                                                (ThComparisonView  *self,
                                                 gboolean           side_by_side);

/* Aligns by the followed flows, unless the user chose an alignment: otherwise the view of the
 * other side would leave its flow when this side goes to one. */
void               th_comparison_view_align_flows (ThComparisonView *self);

/* Owned by @self; NULL without a comparison. */
ThComparisonSides *th_comparison_view_get_sides (ThComparisonView  *self);
/* Owned by @self; that of B is NULL without a comparison. */
ThSideView        *th_comparison_view_get_side  (ThComparisonView  *self,
                                                 guint              side);
/* Owned by @self; NULL without a comparison. */
ThPairing         *th_comparison_view_get_pairing (ThComparisonView *self);
/* Calls @func for the view of each side. */
void               th_comparison_view_foreach   (ThComparisonView  *self,
                                                 void             (*func) (ThDocumentView *view));
/* The side whose view is or contains @widget; 0 if there is none. */
guint              th_comparison_view_find_side (ThComparisonView  *self,
                                                 GtkWidget         *widget);

G_END_DECLS
