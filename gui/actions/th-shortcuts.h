/* th-shortcuts.h - the keys of an action: the usual ones, or those that the user chose
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the user chose is in the settings ("keys": names of actions, their keys);
 * what there is no action or no key of this keyboard's is left out.  A key does
 * one thing: where the user gave a usual key of one action to another, the first
 * has it again when the other gives it up.
 *
 * Main thread.
 */
#pragma once

#include "th-actions.h"

G_BEGIN_DECLS

/* The keys that do @action now: accelerators, NULL-terminated, the first is the one
 * to tell of.  Lent until they change.  What th_actions_list() has by its place on
 * the keyboard is among them by its name on a US keyboard. */
const char *const *th_shortcuts_get      (const ThAction    *action);
/* Escape ends what goes on, in every window: it is not to be chosen. */
gboolean        th_shortcuts_is_fixed    (const ThAction    *action);
/* Whether the user chose them. */
gboolean        th_shortcuts_is_own      (const ThAction    *action);

/* Whether the application takes it as an accelerator before any widget. */
gboolean        th_shortcuts_is_global   (const ThAction    *action,
                                          const char        *accel);
/* The action of a key that is not an accelerator of the application.  *@fast: it
 * goes on while the key is held, and Shift is held, too. */
const ThAction *th_shortcuts_to_action   (guint              keyval,
                                          guint              keycode,
                                          GdkModifierType    state,
                                          gboolean          *fast);

/* The key that is pressed as an accelerator, and which action has it now (or NULL).
 * NULL: it cannot be chosen: Escape, what moves the focus, a modifier alone.  Free
 * with g_free(). */
char           *th_shortcuts_name        (guint              keyval,
                                          guint              keycode,
                                          GdkModifierType    state,
                                          const ThAction   **owner);
/* One key more for @action, and for no other. */
void            th_shortcuts_add         (const ThAction    *action,
                                          const char        *accel);
/* No key at all. */
void            th_shortcuts_clear       (const ThAction    *action);
/* The usual ones; %NULL: of all actions. */
void            th_shortcuts_reset       (const ThAction    *action);
/* @callback, swapped, while @object lives: the keys are others now. */
void            th_shortcuts_watch       (gpointer           object,
                                          GCallback          callback);

/* Tells @application those that are global, now and when they change. */
void            th_shortcuts_set_accels  (GtkApplication    *application);

/* For people: "Ctrl+O". Free with g_free(). */
char           *th_shortcuts_label       (const char        *accel);
/* The first of @action's, or %NULL.  Free with g_free(). */
char           *th_shortcuts_dup_label   (const ThAction    *action);
/* "Zoom in (W)".  Free with g_free(). */
char           *th_shortcuts_describe    (const ThAction    *action);
/* That as the tooltip of @widget, always with the keys of now; another @action may
 * be set later. */
void            th_shortcuts_set_tooltip (GtkWidget         *widget,
                                          const char        *action);

G_END_DECLS
