/* th-shortcuts.h - the shortcuts of actions: the default ones, or those of the user
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The shortcuts of the user are in the settings ("keys": by the name of the action).  Names
 * without an action and accelerators that are not valid are left out.  A shortcut belongs
 * to one action.  If the user gave a default shortcut of one action to another, the first
 * gets it back when the other gives it up.
 *
 * Main thread.
 */
#pragma once

#include "th-actions.h"

G_BEGIN_DECLS

/* The current accelerators of @action, NULL-terminated; menus and tooltips show the first.
 * Lent until they change.  A shortcut by hardware code has the name that it has on a US
 * keyboard. */
const char *const *th_shortcuts_get      (const ThAction    *action);
/* Whether the shortcut cannot be changed: Escape cancels in every window. */
gboolean        th_shortcuts_is_fixed    (const ThAction    *action);
/* Whether the user changed the shortcuts of @action. */
gboolean        th_shortcuts_is_own      (const ThAction    *action);

/* Whether @accel is an accelerator of the application, which no widget gets. */
gboolean        th_shortcuts_is_global   (const ThAction    *action,
                                          const char        *accel);
/* The action of a key that is not an accelerator of the application.  *@fast: the action
 * repeats while the key is held, and Shift is held, too. */
const ThAction *th_shortcuts_to_action   (guint              keyval,
                                          guint              keycode,
                                          GdkModifierType    state,
                                          gboolean          *fast);

/* The accelerator of a pressed key and, in *@owner, the action that has it, or %NULL.
 * Returns %NULL if the key cannot be chosen: Escape, keys that move the focus, a modifier
 * alone.  Free with g_free(). */
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
/* Calls @callback with @object, while that lives, after shortcuts have changed. */
void            th_shortcuts_watch       (gpointer           object,
                                          GCallback          callback);

/* Sets the accelerators of @application, and again when they change. */
void            th_shortcuts_set_accels  (GtkApplication    *application);

/* The label of an accelerator: "Ctrl+O".  Free with g_free(). */
char           *th_shortcuts_label       (const char        *accel);
/* The label of the first shortcut of @action, or %NULL.  Free with g_free(). */
char           *th_shortcuts_dup_label   (const ThAction    *action);
/* The action and its first shortcut: "Zoom in (W)".  Free with g_free(). */
char           *th_shortcuts_describe    (const ThAction    *action);
/* Sets that as the tooltip of @widget and keeps it up to date.  Another @action may be set
 * later. */
void            th_shortcuts_set_tooltip (GtkWidget         *widget,
                                          const char        *action);

G_END_DECLS
