/* th-menu-shortcuts.h - menus that show the shortcuts of their items
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * GTK shows the accelerators of the application by itself.  Single keys are not among
 * these, since text entries must get them first, so they are added to the items here.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Copies @model and adds the first shortcut of each action for which GTK shows none.  The
 * copy does not follow later changes. */
GMenuModel *th_menu_shortcuts_copy  (GMenuModel    *model);
/* Makes @button show such a copy of @model, which follows changes of the shortcuts. */
void        th_menu_shortcuts_set   (GtkMenuButton *button,
                                     GMenuModel    *model);

G_END_DECLS
