/* th-comparison-results.h - the results of a comparison: progress, then tables of differences
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Shows how far the job has come, or why it failed, or the rows and functions that differ.
 *
 * Signals
 *   "compared":    there is another comparison, or none
 *   "row-changed": another row is selected, or none
 *
 * Main thread.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-comparison-job.h"
#include "th-side-rows.h"

G_BEGIN_DECLS

#define TH_TYPE_COMPARISON_RESULTS (th_comparison_results_get_type ())
G_DECLARE_FINAL_TYPE (ThComparisonResults, th_comparison_results, TH, COMPARISON_RESULTS, GtkBox)

/* Cancels the previous job.  Takes a reference to @job, which may be NULL. */
void                   th_comparison_results_set_job        (ThComparisonResults *self,
                                                             ThComparisonJob     *job);
/* Owned by @self, or NULL. */
ThComparisonJob       *th_comparison_results_get_job        (ThComparisonResults *self);
/* Owned by the job; NULL until it is done. */
ThComparison          *th_comparison_results_get_comparison (ThComparisonResults *self);
/* The index of the selected row; -1 for none. */
gint                   th_comparison_results_get_selected   (ThComparisonResults *self);
/* The selected row, owned by the comparison; or NULL. */
const ThComparisonRow *th_comparison_results_get_row        (ThComparisonResults *self);

/* A name of the selected row that it has in every comparison, such as
 * "packets/packet.reader/eth0:rx:wget/0"; NULL if none is selected. */
char                  *th_comparison_results_dup_row_name   (ThComparisonResults *self);
/* The name of the row to select once there are rows; NULL for the one with the most evidence. */
void                   th_comparison_results_set_wanted_row (ThComparisonResults *self,
                                                             const char          *name);
/* Whether the focus is in the list of rows. */
gboolean               th_comparison_results_rows_have_focus (ThComparisonResults *self);
/* Selects the row with this name (th_comparison_dup_row_name()), and shows the tab that lists it;
 * FALSE if the comparison has no such row. */
gboolean               th_comparison_results_show_row       (ThComparisonResults *self,
                                                             const char          *name);
/* Where the tables of a side are shown. */
ThSideRows            *th_comparison_results_get_rows    (ThComparisonResults *self,
                                                          guint                side);
/* Shows the next (1) or previous (-1) tab; wraps around at the ends. */
void                   th_comparison_results_step_tab       (ThComparisonResults *self,
                                                             int                  direction);
/* Selects the next (1) or previous (-1) row of the table that is shown. */
void                   th_comparison_results_step_row       (ThComparisonResults *self,
                                                             int                  step);
/* Shows a message over the end of the tables for some seconds. */
void                   th_comparison_results_say            (ThComparisonResults *self,
                                                             const char          *text);

G_END_DECLS
