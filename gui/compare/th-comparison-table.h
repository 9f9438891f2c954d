/* th-comparison-table.h - the rows of a comparison as a table
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The rows are sorted by evidence, or by the column whose title was clicked; they can be
 * filtered by words and conditions, and grouped by measure or by verdict.  Properties:
 *   "selected" (int): index of the selected row in the comparison; -1 for none
 *   "sort", "group" (uint): a ThComparisonSort, a ThComparisonGroup
 *   "descending" (boolean)
 *   "text" (string): a filter, as in th-row-filter.h
 *   "section" (uint): the ThComparisonSection that is listed
 *   "list" (ThComparisonList, read-only): the listed rows in their order
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
gint              th_comparison_table_get_selected (ThComparisonTable *self);
void              th_comparison_table_set_selected (ThComparisonTable *self,
                                                    gint               index);
/* Selects and lists a row: shows its section, and clears the filter if that hides it. */
void              th_comparison_table_show         (ThComparisonTable *self,
                                                    gint               index);
/* Whether the focus is in the list of rows. */
gboolean          th_comparison_table_has_focus    (ThComparisonTable *self);
/* Selects the row @step places after the selected one, if it is listed. */
void              th_comparison_table_step         (ThComparisonTable *self,
                                                    int                step);

G_END_DECLS
