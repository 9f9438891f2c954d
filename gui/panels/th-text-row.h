/* th-text-row.h - a row of a list box that shows the text of an item
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-text-item.h"

G_BEGIN_DECLS

#define TH_TYPE_TEXT_ROW (th_text_row_get_type ())
G_DECLARE_FINAL_TYPE (ThTextRow, th_text_row, TH, TEXT_ROW, GtkListBoxRow)

/* Shows the rows of a list of th_text_items_new() in @box, which takes a reference to it. */
void th_text_rows_bind (GtkListBox *box,
                        GListStore *list);

G_END_DECLS
