/* th-comparison-columns.h - the columns of the table of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-comparison-list.h"
#include "th-factor-axis.h"

G_BEGIN_DECLS

/**
 * ThComparisonCells:
 * @is_narrow: changes are shown without their intervals
 *
 * The state that the cells show; owned by the table, which keeps it up to date.
 */
typedef struct
{
  ThComparison *comparison;
  ThFactorAxis  axis;
  gboolean      is_narrow;
} ThComparisonCells;

/* Adds all columns to @view, which is sorted by clicking their titles; @cells must outlive
 * it. */
void                 th_comparison_columns_add  (GtkColumnView           *view,
                                                 const ThComparisonCells *cells);
/* Shows the columns that fit the table: a narrow one has neither the values nor the number of
 * runs.  Without verdicts, those about quantiles and verdicts are hidden. */
void                 th_comparison_columns_choose (GtkColumnView         *view,
                                                 gboolean                 is_narrow,
                                                 gboolean                 has_verdicts);
/* The column whose title sorts by @sort; owned by @view. */
GtkColumnViewColumn *th_comparison_columns_find (GtkColumnView           *view,
                                                 ThComparisonSort         sort);

G_END_DECLS
