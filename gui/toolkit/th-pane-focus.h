/* th-pane-focus.h - moves the focus from one pane of a window to another
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * F6 of GtkPaned does that, too, but it visits nested panes in the order of their dividers, and
 * focuses whatever comes first in a pane, such as the tabs above the rows.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Moves the focus from the pane that has it to the next (@step 1) or previous one (@step -1) of
 * @panes, an array of GtkWidget, skipping those that are hidden or cannot take it; if none has
 * it, to the first or last one.  In a pane with a list, the list's rows are focused. */
void th_pane_focus_step (GPtrArray *panes,
                         int        step);
/* Moves the focus to the rows of the list in @pane, or else to what comes first there.  Returns
 * %FALSE if nothing in @pane can take it. */
gboolean th_pane_focus_rows (GtkWidget *pane);

G_END_DECLS
