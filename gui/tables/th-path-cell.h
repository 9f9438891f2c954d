/* th-path-cell.h - where the time of a flow went, as a bar in a cell
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

/* A cell without a flow yet; @document outlives it. */
GtkWidget *th_path_cell_new  (ThDocument *document);
void       th_path_cell_bind (GtkWidget  *cell,
                              ThResults  *results,
                              guint32     row);

G_END_DECLS
