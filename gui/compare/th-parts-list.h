/* th-parts-list.h - the parts that moved the mean of a row, as a bar and a list
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Shows the parts of one dimension (stages, who ran, CPUs, …) at a time, the largest first; the
 * smallest ones are summed up in one row.  The property "part" (int) is the index of the
 * selected part in row->parts, or -1; a part that was summed up with others cannot be selected.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-comparison.h"

G_BEGIN_DECLS

#define TH_TYPE_PARTS_LIST (th_parts_list_get_type ())
G_DECLARE_FINAL_TYPE (ThPartsList, th_parts_list, TH, PARTS_LIST, GtkWidget)

/* Shows the parts of row @index of @comparison; nothing for NULL.  Keeps the dimension chosen by
 * the user if the row has it. */
void th_parts_list_set      (ThPartsList  *self,
                             ThComparison *comparison,
                             guint         index);
gint th_parts_list_get_part (ThPartsList  *self);

G_END_DECLS
