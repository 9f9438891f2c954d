/* th-comparison-panel.h - details of one row of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The verdict in a sentence, the shift of the quantiles, the distributions of both sides
 * with a brush, the causes, and the warnings.  Shift and distributions are computed by a
 * worker; the property "busy" (boolean) is true meanwhile.  Signals:
 *   "example" (guint side, gint part): asks to show the worst example of a side, for a part of
 *     the row (an index in row->parts) or for the row as a whole (-1)
 *   "select-range" (gint64 low, gint64 high): asks to select the samples v with low <= v < high
 *   "select-quantiles" (double low, double high): asks to select the samples between these
 *     quantiles of each side
 *   "step-row" (gint step): asks for the next (1) or the previous (-1) row of the table
 *   "range-changed": the brush of the distributions has moved
 */
#pragma once

#include <gtk/gtk.h>

#include "th-comparison-job.h"
#include "th-comparison.h"

G_BEGIN_DECLS

#define TH_TYPE_COMPARISON_PANEL (th_comparison_panel_get_type ())
G_DECLARE_FINAL_TYPE (ThComparisonPanel, th_comparison_panel, TH, COMPARISON_PANEL, GtkWidget)

/* While there is no row to show, shows the progress of @job if it is running.  Takes a reference
 * to @job, which may be NULL. */
void       th_comparison_panel_set_job   (ThComparisonPanel *self,
                                          ThComparisonJob   *job);
/* Shows row @index of @comparison; for -1 or NULL, says that no row is selected. */
void       th_comparison_panel_set_row   (ThComparisonPanel *self,
                                          ThComparison      *comparison,
                                          gint               index);

G_END_DECLS
