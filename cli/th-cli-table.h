/* th-cli-table.h - columns of text that line up
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Widths are counted in characters of the terminal, so that grouped digits,
 * names in other scripts and translations line up too.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThCliTable ThCliTable;

/* @alignment: one letter a column, 'l' or 'r'. */
ThCliTable *th_cli_table_new    (const char *alignment);
void        th_cli_table_free   (ThCliTable *self);

/* One cell after the other, row by row; @text is taken. */
void        th_cli_table_take   (ThCliTable *self,
                                 char       *text);
void        th_cli_table_add    (ThCliTable *self,
                                 const char *text);

/* Each row indented by two spaces; cells two spaces apart. */
void        th_cli_table_append (ThCliTable *self,
                                 GString    *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCliTable, th_cli_table_free)

G_END_DECLS
