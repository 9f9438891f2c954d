/* th-difference-table.h - the functions of two sides of recordings, as a table
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One row per function, with its shares on side A and side B and their change in percentage
 * points; the greatest change of self comes first, until a title is clicked.  Signals:
 * "selected", after another row is selected; "activated", with the name of the function,
 * after a row was activated by a double click or Enter.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-call-difference.h"

G_BEGIN_DECLS

#define TH_TYPE_DIFFERENCE_TABLE (th_difference_table_get_type ())
G_DECLARE_FINAL_TYPE (ThDifferenceTable, th_difference_table, TH, DIFFERENCE_TABLE, GtkWidget)

/* Shows tree @index of @difference, to which the table takes a reference; NULL: nothing. */
void  th_difference_table_set      (ThDifferenceTable *self,
                                    ThCallDifference  *difference,
                                    guint              index);
/* Shows only functions whose name or kind contains @text, ignoring case; "": all. */
void  th_difference_table_search   (ThDifferenceTable *self,
                                    const char        *text);
/* Returns text like "e1000_clean (module): self A 1.0 %, B 2.4 %, +1.40 points, ×2.40; total A
 * …" about the selected row; "" if none is.  Free with g_free(). */
char *th_difference_table_describe (ThDifferenceTable *self);

G_END_DECLS
