/* th-menu-shortcuts.h - menus that show the keys of their items
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * GTK shows the accelerators of the application by itself.  Single keys are not among
 * these, since text entries must get them first, so they are added to the items here.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A copy of @model, with the first key of each action that GTK would not show.
 * Later changes of @model or of the keys do not reach it. */
GMenuModel *th_menu_shortcuts_copy  (GMenuModel    *model);
/* Makes @button show such a copy of @model, which is renewed when the keys change. */
void        th_menu_shortcuts_set   (GtkMenuButton *button,
                                     GMenuModel    *model);

G_END_DECLS
