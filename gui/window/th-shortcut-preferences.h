/* th-shortcut-preferences.h - where the user gives actions other keys
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A row for each action of th_actions_list(), with buttons to add a key, to take
 * all away, and to have the usual ones again; an entry leaves those with a word, or
 * with a key.  What is changed holds at once, in all windows (th-shortcuts.h).
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_SHORTCUT_PREFERENCES (th_shortcut_preferences_get_type ())
G_DECLARE_FINAL_TYPE (ThShortcutPreferences, th_shortcut_preferences, TH, SHORTCUT_PREFERENCES,
                      GtkWindow)

/* Beside @parent; presented by the caller. */
GtkWidget *th_shortcut_preferences_new (GtkWindow *parent);

G_END_DECLS
