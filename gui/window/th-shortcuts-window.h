/* th-shortcuts-window.h - the window that lists all shortcuts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Transient for @parent; lists the actions with their current shortcuts.  Presented by the
 * caller. */
GtkWidget *th_shortcuts_window_new (GtkWindow *parent);

G_END_DECLS
