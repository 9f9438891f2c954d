/* th-filter-row.h - one saved filter, which can be applied, renamed and deleted
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Its buttons and its name activate the actions of the ThFilterDialog around it:
 * saved.apply, saved.remove and saved.rename.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-filter-store.h"

G_BEGIN_DECLS

#define TH_TYPE_FILTER_ROW (th_filter_row_get_type ())
G_DECLARE_FINAL_TYPE (ThFilterRow, th_filter_row, TH, FILTER_ROW, GtkListBoxRow)

GtkWidget *th_filter_row_new (ThSavedFilter *filter);

G_END_DECLS
