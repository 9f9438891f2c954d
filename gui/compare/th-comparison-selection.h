/* th-comparison-selection.h - the selected row of a comparison, for a view
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A GtkSelectionModel over those first rows of a ThComparisonList that the view has received so
 * far.  Selects the row that is selected in the list, and never a title.
 */
#pragma once

#include "th-comparison-list.h"

G_BEGIN_DECLS

#define TH_TYPE_COMPARISON_SELECTION (th_comparison_selection_get_type ())
G_DECLARE_FINAL_TYPE (ThComparisonSelection, th_comparison_selection, TH, COMPARISON_SELECTION,
                      GObject)

/* @model holds the first rows of @list. */
ThComparisonSelection *th_comparison_selection_new (ThComparisonList *list,
                                                    GListModel       *model);

G_END_DECLS
