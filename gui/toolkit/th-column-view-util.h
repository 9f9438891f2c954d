/* th-column-view-util.h - the cells of a table: written anew where they are, and which of them has
 * the keys
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A list view binds a cell once.  When something changes that all cells of a
 * table show (the format of times), giving the view its model again makes 200
 * rows of widgets in one go, and loses its place.  Here the cells that are bound
 * are remembered and bound once more.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @factory: a GtkSignalListItemFactory. */
void th_column_view_remember (GtkListItemFactory *factory);

/* A title stands over its numbers, at the @right: GTK 4.8 has no word for that.
 * Where one reads from right to left all titles stand there. */
void th_column_view_align_title (GtkColumnView  *view,
                                 guint           column,
                                 gboolean        right);

/* @text at the begin of its line: at the left, or where one reads from right to left
 * at the right.  A @number is at the right in both, with its last digit under those
 * of the others. */
void th_column_view_set_text (GtkInscription     *cell,
                              const char         *text,
                              gboolean            number);

/* A cell that is cut tells all of its text in a tip, in as many lines as it takes.
 * Needs cells of th_list_row_mark_cell(). */
void th_column_view_add_tips (GtkColumnView      *view);
/* What the tip of @cell, which may be around an inscription, would say; NULL where all
 * of it is seen.  Free with g_free(). */
char *th_column_view_dup_tip (GtkWidget          *cell);

/* Of all columns whose factory remembers. */
void th_column_view_rebind   (GtkColumnView      *view);

/* If @list, the list view inside a column view, has the focus: row @position has
 * it.  What selects a row from elsewhere leaves the place of the focus where it
 * was, which may be a row that is not even seen.  Needs cells of
 * th_list_row_mark_cell(). */
void th_column_view_lead_keys (GtkWidget         *list,
                               guint              position);
/* The rows have a name, and Tab leaves the table; GTK 4.8 goes through all of its rows first. */
void th_column_view_pass_tab  (GtkColumnView     *view);

G_END_DECLS
