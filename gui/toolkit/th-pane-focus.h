/* th-pane-focus.h - moves the focus from one pane of a window to another
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * GtkPaned does so, too (F6), but goes through nested panes in the order of their dividers, and to
 * what is first in a pane, such as the tabs above rows.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Moves the focus by @step (1 or -1) from the pane that contains it to the next of @panes (array
 * of GtkWidget, in their order) that is visible and takes it; or, if it is in none of them, to the
 * first or the last one.  In the pane, the focus goes to the rows of a list if it has one. */
void th_pane_focus_step (GPtrArray *panes,
                         int        step);

G_END_DECLS
