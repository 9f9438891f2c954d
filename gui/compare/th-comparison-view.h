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
 * Property with notify: "side-by-side" (boolean: B is beside A instead of below; FALSE by
 * default; kept when a comparison ends, and restored with a comparison that is repeated).
 *
 * Main thread.
 */
#pragma once

#include "th-comparison-job.h"
#include "th-comparison-memory.h"
#include "th-pairing.h"
#include "th-side-view.h"

G_BEGIN_DECLS

#define TH_TYPE_COMPARISON_VIEW (th_comparison_view_get_type ())
G_DECLARE_FINAL_TYPE (ThComparisonView, th_comparison_view, TH, COMPARISON_VIEW, GtkBox)

/* Replaces the comparison.  The view of A keeps its document if that is one of its runs. */
void               th_comparison_view_compare   (ThComparisonView  *self,
                                                 ThComparisonSides *sides);
/* Likewise, with the settings of a session file instead of those of the last time. */
void               th_comparison_view_restore   (ThComparisonView  *self,
                                                 ThComparisonSides *sides,
                                                 const ThComparisonMemory *settings);
/* The current settings; %NULL without a comparison.  Free with th_comparison_memory_free(). */
ThComparisonMemory *th_comparison_view_dup_settings (ThComparisonView *self);
/* Ends the comparison: only the view of A stays. */
void               th_comparison_view_end       (ThComparisonView  *self);

void               th_comparison_view_set_side_by_side
                                                (ThComparisonView  *self,
                                                 gboolean           side_by_side);
gboolean           th_comparison_view_get_side_by_side
                                                (ThComparisonView  *self);

/* Searches for the counterpart of the flow that is followed on @side, and follows it on the
 * other side. */
void               th_comparison_view_show_counterpart
                                                (ThComparisonView  *self,
                                                 guint              side);

/* The name of the selected row (th_comparison_dup_row_name()); NULL if none is selected.  @focused:
 * NULL unless the list of rows has the focus, too.  Free with g_free(). */
char              *th_comparison_view_dup_row   (ThComparisonView  *self,
                                                 gboolean           focused);
/* Selects the row with this name and shows it; FALSE if there is none. */
gboolean           th_comparison_view_show_row  (ThComparisonView  *self,
                                                 const char        *name);
/* Shows a message above the results for some seconds.  Those of the two views are shown there,
 * too, as a comparison has no status bars. */
void               th_comparison_view_say       (ThComparisonView  *self,
                                                 const char        *text);

/* The next two are owned by @self; NULL without a comparison. */
ThComparisonSides *th_comparison_view_get_sides (ThComparisonView  *self);
ThComparisonJob   *th_comparison_view_get_job   (ThComparisonView  *self);
/* Owned by @self; that of B is NULL without a comparison. */
ThSideView        *th_comparison_view_get_side  (ThComparisonView  *self,
                                                 guint              side);
/* Owned by @self; NULL without a comparison. */
ThPairing         *th_comparison_view_get_pairing (ThComparisonView *self);
/* Returns the visible parts that the focus can go to, in their order: the timelines, the rows and
 * the details.  Free with g_ptr_array_unref(). */
GPtrArray         *th_comparison_view_list_panes (ThComparisonView *self);
/* Calls @func for the view of each side. */
void               th_comparison_view_foreach   (ThComparisonView  *self,
                                                 void             (*func) (ThDocumentView *view));
/* The side whose view is or contains @widget; 0 if there is none. */
guint              th_comparison_view_find_side (ThComparisonView  *self,
                                                 GtkWidget         *widget);

G_END_DECLS
