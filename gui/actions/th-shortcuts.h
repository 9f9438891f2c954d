/* th-shortcuts.h - the shortcuts of actions: default and user-defined
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * User-defined shortcuts are in the settings ("keys", by action name).  Unknown actions and
 * invalid accelerators are ignored.  A shortcut belongs to one action.  If the user assigned
 * a default shortcut of one action to another, the first gets it back when it is removed
 * from the other.
 *
 * Main thread.
 */
#pragma once

#include "th-actions.h"

G_BEGIN_DECLS

/* Returns the current accelerators of @action, NULL-terminated and valid until they change;
 * menus and tooltips show the first.  A shortcut by hardware code has its name on a US
 * keyboard. */
const char *const *th_shortcuts_get      (const ThAction    *action);
/* Returns whether the shortcut cannot be changed: Escape cancels in every window. */
gboolean        th_shortcuts_is_fixed    (const ThAction    *action);
/* Returns whether the user has changed the shortcuts of @action. */
gboolean        th_shortcuts_is_own      (const ThAction    *action);

/* Returns whether @accel is an accelerator of the application, which widgets do not get. */
gboolean        th_shortcuts_is_global   (const ThAction    *action,
                                          const char        *accel);
/* Returns the action of a key that is not an accelerator of the application, or %NULL.
 * Sets *@fast if the action repeats while the key is held, and Shift is held in addition. */
const ThAction *th_shortcuts_to_action   (guint              keyval,
                                          guint              keycode,
                                          GdkModifierType    state,
                                          gboolean          *fast);

/* Returns the accelerator of a pressed key and stores the action that uses it, or %NULL, in
 * *@owner.  Returns %NULL if the key cannot be a shortcut: Escape, keys that move the focus,
 * a lone modifier.  Free with g_free(). */
char           *th_shortcuts_name        (guint              keyval,
                                          guint              keycode,
                                          GdkModifierType    state,
                                          const ThAction   **owner);
/* Adds a shortcut to @action and removes it from other actions. */
void            th_shortcuts_add         (const ThAction    *action,
                                          const char        *accel);
/* Removes all shortcuts of @action. */
void            th_shortcuts_clear       (const ThAction    *action);
/* Resets the shortcuts of @action, or of all actions if it is %NULL. */
void            th_shortcuts_reset       (const ThAction    *action);
/* Calls @callback with @object after shortcuts have changed, until @object is destroyed. */
void            th_shortcuts_watch       (gpointer           object,
                                          GCallback          callback);

/* Sets the accelerators of @application and updates them when they change. */
void            th_shortcuts_set_accels  (GtkApplication    *application);

/* Returns the label of an accelerator: "Ctrl+O".  Free with g_free(). */
char           *th_shortcuts_label       (const char        *accel);
/* Returns the label of the first shortcut of @action, or %NULL.  Free with g_free(). */
char           *th_shortcuts_dup_label   (const ThAction    *action);
/* Returns the action and its first shortcut: "Zoom in (W)".  Free with g_free(). */
char           *th_shortcuts_describe    (const ThAction    *action);
/* Sets this description as the tooltip of @widget and keeps it up to date; if the widget is not
 * mapped yet, only when the main loop is idle.  Another @action may be set later. */
void            th_shortcuts_set_tooltip (GtkWidget         *widget,
                                          const char        *action);

G_END_DECLS
