/* th-cli-table.h - aligned columns of text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Widths are counted in terminal columns, so that grouped digits, names in other
 * scripts and translations are aligned, too.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThCliTable ThCliTable;

/* @alignment: one letter per column, 'l' or 'r'. */
ThCliTable *th_cli_table_new    (const char *alignment);
void        th_cli_table_free   (ThCliTable *self);

/* Adds the next cell, row by row; takes ownership of @text. */
void        th_cli_table_take   (ThCliTable *self,
                                 char       *text);
void        th_cli_table_add    (ThCliTable *self,
                                 const char *text);

/* Rows are indented by two spaces, and cells are two spaces apart. */
void        th_cli_table_append (ThCliTable *self,
                                 GString    *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCliTable, th_cli_table_free)

G_END_DECLS
