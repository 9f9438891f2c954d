/* th-shortcut-preferences.h - the window that changes shortcuts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It has a row for each action of th_actions_list(), with buttons to add a shortcut, to
 * remove all, and to reset them.  An entry searches for actions and shortcuts.  A change
 * takes effect at once, in all windows (th-shortcuts.h).
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_SHORTCUT_PREFERENCES (th_shortcut_preferences_get_type ())
G_DECLARE_FINAL_TYPE (ThShortcutPreferences, th_shortcut_preferences, TH, SHORTCUT_PREFERENCES,
                      GtkWindow)

/* Transient for @parent; presented by the caller. */
GtkWidget *th_shortcut_preferences_new (GtkWindow *parent);

G_END_DECLS
