/* th-filter-menu.h - the menu of the filter bar
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Saved and recent filters, the scope of the filter, event colors and the syntax.
 * Its items are actions of the document view.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define TH_TYPE_FILTER_MENU (th_filter_menu_get_type ())
G_DECLARE_FINAL_TYPE (ThFilterMenu, th_filter_menu, TH, FILTER_MENU, GObject)

ThFilterMenu *th_filter_menu_new       (void);
/* Updates the saved and the recent filters, which any window may have changed. */
void          th_filter_menu_update    (ThFilterMenu *self);
/* Owned by the menu. */
GMenuModel   *th_filter_menu_get_model (ThFilterMenu *self);

G_END_DECLS
