/* th-column-view-util.h - texts, tooltips and rebinding of the cells of a column view
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A list view binds a cell once.  When something changes that all cells show, such as the
 * format of times, setting the model again would build 200 rows of widgets at once and lose
 * the scroll position.  These functions remember the bound cells instead and bind them
 * again in place.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-gtk48.h"

G_BEGIN_DECLS

/* Remembers the cells that @factory, a GtkSignalListItemFactory, binds. */
void th_column_view_remember (GtkListItemFactory *factory);

/* Shows @text at the start of the line.  A @number is right-aligned and written from left to right
 * in both text directions, so that the digits of a column line up and a sign comes first. */
void th_column_view_set_text (GtkInscription     *cell,
                              const char         *text,
                              gboolean            number);

/* Gives ellipsized cells a tooltip with their whole text, on as many lines as it
 * needs.  Cells must have gone through th_list_row_mark_cell(). */
void th_column_view_add_tips (GtkColumnView      *view);

/* Binds the cells of all columns again whose factory was passed to
 * th_column_view_remember(). */
void th_column_view_rebind   (GtkColumnView      *view);
/* Returns the list view inside @view, whose children are the rows; NULL if this version
 * of GTK has none. */
GtkWidget *th_column_view_find_list (GtkColumnView *view);
/* Scrolls until the row at @position is visible. */
void th_column_view_scroll_to (GtkColumnView      *view,
                               guint               position);

G_END_DECLS
