/* th-side-view.h - one side of a comparison: which run is shown, and its view
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Without a comparison this is a view of a document and nothing else.
 *
 * Properties: "side" (uint: 0 for A, 1 for B; construct-only), "run" (uint, with notify: the
 * index of the run that is shown), "view" (ThDocumentView, read-only), "document" (ThDocument,
 * read-only, with notify: see th_side_view_get_document()).
 *
 * Signal: "step" (gint step): asks for the next (1) or the previous (-1) sample.
 *
 * Main thread.
 */
#pragma once

#include "th-comparison-sides.h"
#include "th-document-view.h"

G_BEGIN_DECLS

#define TH_TYPE_SIDE_VIEW (th_side_view_get_type ())
G_DECLARE_FINAL_TYPE (ThSideView, th_side_view, TH, SIDE_VIEW, GtkBox)

/* Shows the first run of the side, unless its view already shows a run of it.  NULL ends the
 * comparison: the view stays. */
void            th_side_view_set_sides (ThSideView        *self,
                                        ThComparisonSides *sides);
/* Opens the file of a run in the view. */
void            th_side_view_set_run   (ThSideView        *self,
                                        guint              run);
guint           th_side_view_get_run   (ThSideView        *self);
/* Sets whether the filter of this side applies to both sides and is shown elsewhere.  Then the
 * filter bar of the view is shown only on side A, and only during a search. */
void            th_side_view_set_shares_filter (ThSideView     *self,
                                                gboolean        shares);
/* Whether there are samples to step through. */
void            th_side_view_set_steps (ThSideView        *self,
                                        gboolean           can_step);
/* Owned by @self. */
ThDocumentView *th_side_view_get_view  (ThSideView        *self);
/* The document of the view; NULL while the run that is shown is a baseline.  Owned by @self. */
ThDocument     *th_side_view_get_document (ThSideView     *self);

G_END_DECLS
