/* th-tab-box.h - a row of tabs, and a menu of all of them if they do not fit
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The children of a ThTabBox in a .ui file are its tabs, GtkToggleButtons.  A tab that is only
 * partly visible is hidden, since it would show a part of a word.
 *
 * The tabs are one stop of the Tab key, at the active one; the arrow keys, Home and End move the
 * focus among them.
 *
 * Main thread.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns a new menu of all tabs. */
typedef GMenuModel *(*ThTabMenuFunc) (gpointer data);

#define TH_TYPE_TAB_BOX (th_tab_box_get_type ())
G_DECLARE_FINAL_TYPE (ThTabBox, th_tab_box, TH, TAB_BOX, GtkBox)

/* What contains the tabs, for adding and removing them. */
GtkBox *th_tab_box_get_tabs (ThTabBox      *self);
/* Has @func create the menu instead of listing the labels of the tabs, which it activates. */
void    th_tab_box_set_menu (ThTabBox      *self,
                             ThTabMenuFunc  func,
                             gpointer       data);
/* Scrolls to @tab as soon as it has been allocated, and again whenever the width of the row or of
 * the space for it changes, until another tab is revealed. */
void    th_tab_box_reveal   (ThTabBox      *self,
                             GtkWidget     *tab);

G_END_DECLS
