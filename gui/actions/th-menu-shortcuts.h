/* th-menu-shortcuts.h - menus that show the shortcuts of their items
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * GTK shows accelerators of the application, but single keys are not accelerators, as text
 * entries must get them first.  They are added to the menu items here.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Copies @model and adds the first shortcut of each action for which GTK shows none.  Later
 * changes do not update the copy. */
GMenuModel *th_menu_shortcuts_copy  (GMenuModel    *model);
/* Gives @button such a copy of @model as its menu.  The copy is made when the menu is first opened,
 * and again after shortcuts have changed, because building the widgets of a long menu takes as long
 * as several frames.  Until then @button has no menu model. */
void        th_menu_shortcuts_set   (GtkMenuButton *button,
                                     GMenuModel    *model);

G_END_DECLS
