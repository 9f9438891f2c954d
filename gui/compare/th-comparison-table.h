/* th-comparison-table.h - the rows of a comparison as a table
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The rows are sorted by evidence, or by the column whose title was clicked; they can be
 * filtered by words, and grouped by measure or by verdict.  Properties:
 *   "selected" (int): index of the selected row in the comparison; -1 for none
 *   "sort", "group" (uint): a ThComparisonSort, a ThComparisonGroup
 *   "descending" (boolean)
 *   "text" (string): words that rows must contain
 *   "has-counts" (boolean): counts of tables and events are listed
 */
#pragma once

#include "th-comparison-list.h"

G_BEGIN_DECLS

#define TH_TYPE_COMPARISON_TABLE (th_comparison_table_get_type ())
/* The cast is TH_COMPARISON_TABLE_WIDGET(), because TH_COMPARISON_TABLE is a kind of row. */
G_DECLARE_FINAL_TYPE (ThComparisonTable, th_comparison_table, TH, COMPARISON_TABLE_WIDGET,
                      GtkWidget)

/* Shows @comparison; for NULL, says that there is none.  Keeps the selection if @comparison has
 * a row of the same measure, class and quantile. */
void              th_comparison_table_set_comparison (ThComparisonTable *self,
                                                    ThComparison      *comparison);
ThComparison     *th_comparison_table_get_comparison (ThComparisonTable *self);
gint              th_comparison_table_get_selected (ThComparisonTable *self);
void              th_comparison_table_set_selected (ThComparisonTable *self,
                                                    gint               index);
void              th_comparison_table_sort         (ThComparisonTable *self,
                                                    ThComparisonSort   sort,
                                                    gboolean           descending);
/* The listed rows in their order; owned by the table. */
ThComparisonList *th_comparison_table_get_list     (ThComparisonTable *self);

G_END_DECLS
