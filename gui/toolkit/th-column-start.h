/* th-column-start.h - a table that is wider than its pane begins at its first column
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * GTK always begins at the left edge.  Where text runs from right to left, that is the last column.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Scrolls @view to its first column, and keeps the distance from that when the table or its pane
 * is resized.  Has no effect where text runs from left to right. */
void th_column_view_keep_start (GtkColumnView *view);

G_END_DECLS
