/* th-text-table.h - aligned columns of text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Widths are counted in terminal columns, so that grouped digits, names in other
 * scripts and translations are aligned, too.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThTextTable ThTextTable;

/* @alignment: one letter per column, 'l' or 'r'. */
ThTextTable *th_text_table_new    (const char *alignment);
void        th_text_table_free   (ThTextTable *self);

/* Adds the next cell, row by row; takes ownership of @text. */
void        th_text_table_take   (ThTextTable *self,
                                 char       *text);
void        th_text_table_add    (ThTextTable *self,
                                 const char *text);

/* The cells as they are printed, row by row; the first row usually has the titles. */
guint       th_text_table_get_n_columns (const ThTextTable *self);
guint       th_text_table_get_n_rows    (const ThTextTable *self);
const char *th_text_table_get_cell      (const ThTextTable *self,
                                        guint             row,
                                        guint             column);
/* Whether the cells of the column are aligned at the right. */
gboolean    th_text_table_is_right      (const ThTextTable *self,
                                        guint             column);
/* Whether the column has nothing but a title. */
gboolean    th_text_table_is_empty      (const ThTextTable *self,
                                        guint             column);

/* Rows are indented by two spaces, and cells are two spaces apart. */
void        th_text_table_append (ThTextTable *self,
                                 GString    *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThTextTable, th_text_table_free)

G_END_DECLS
