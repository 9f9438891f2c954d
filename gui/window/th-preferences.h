/* th-preferences.h - the settings of all recordings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each row is bound to a key of th_settings_get().  A change takes effect at once, in all
 * windows.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_PREFERENCES (th_preferences_get_type ())
G_DECLARE_FINAL_TYPE (ThPreferences, th_preferences, TH, PREFERENCES, GtkWindow)

/* @parent is the window whose lanes and columns can be made the default, or %NULL.  The
 * caller presents the window.  Returns %NULL if there are no settings. */
GtkWidget *th_preferences_new (GtkWindow *parent);

G_END_DECLS
