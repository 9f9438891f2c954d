/* th-start-page.h - the page of a window that has no recording yet
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Buttons open a recording, the sample, or a recent file.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_START_PAGE (th_start_page_get_type ())
G_DECLARE_FINAL_TYPE (ThStartPage, th_start_page, TH, START_PAGE, GtkBox)

/* Returns the recent files as menu items, updated with the page, which owns the menu. */
GMenuModel *th_start_page_get_recent_menu (ThStartPage *self);

G_END_DECLS
