/* th-command-palette.h - the chooser of all actions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Lists the table of actions with their shortcuts, the tabs of the tables, and the menu
 * items that choose a value.
 */
#pragma once

#include "th-chooser.h"
#include "th-table-pane.h"

G_BEGIN_DECLS

/* Returns a chooser that activates actions of @window.  @table_pane is %NULL while there is
 * no recording.  The caller presents it; it destroys itself. */
ThChooser *th_command_palette_new (GtkApplicationWindow *window,
                                   ThTablePane          *table_pane,
                                   GMenuModel           *menu);

G_END_DECLS
