/* th-removed-rows.h - frees the widgets of removed rows a few at a time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A GTK 4.8 list view has widgets for 200 rows.  When a filter leaves few rows, GTK removes the
 * other widgets in one turn of the main loop, and three quarters of it are spent on freeing them:
 * 130 million instructions for a table with seven columns.  With this module they leave the
 * view just then, too, but stay in memory until the main loop is idle, and are freed in portions.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* To be called before @view gets @model, as GTK's own handler must follow. */
void th_removed_rows_free_later (GtkColumnView *view,
                                 GListModel    *model);

G_END_DECLS
