/* th-shortcuts-window.h - the keys that do something, by what they do
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Over @parent: lists the actions with the keys they have now; presented by the caller. */
GtkWidget *th_shortcuts_window_new (GtkWindow *parent);

G_END_DECLS
