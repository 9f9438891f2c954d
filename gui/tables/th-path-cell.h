/* th-path-cell.h - a cell that shows the stages of a flow as a bar
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

/* Creates an empty cell.  @document must outlive the cell, which takes no reference. */
GtkWidget *th_path_cell_new  (ThDocument *document);
/* Shows flow @row of @results, which must stay valid until the cell is bound again. */
void       th_path_cell_bind (GtkWidget  *cell,
                              ThResults  *results,
                              guint32     row);

G_END_DECLS
