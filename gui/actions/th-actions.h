/* th-actions.h - the table of all actions and their shortcuts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Accelerators, the window of shortcuts, the command palette, tooltips and tests read this
 * table.  An action that is not in it has no shortcut and cannot be found by a user.  The
 * shortcuts are the default ones; the user may have changed them (th-shortcuts.h).
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  TH_ACTION_HOLD = 1 << 0,  /* repeats smoothly while the key is held */
  TH_ACTION_LOCAL = 1 << 1  /* text fields and tables get the key first */
} ThActionFlags;

/**
 * ThAction:
 * @name: with its prefix, as gtk_widget_activate_action_variant() takes it
 * @label: N_(), what it does
 * @group: N_(), heading in the window of keys
 * @accels: GTK accelerators, NULL-terminated
 * @flags: #ThActionFlags
 * @keycode: hardware code of the key that does the same by its place on the
 *   keyboard, or 0
 * @key: what that key is called on a US keyboard, as an accelerator
 * @modifiers: held with the key at that place
 * @keywords: N_(), other words by which the command palette finds it; may be %NULL
 */
typedef struct
{
  const char    *name;
  const char    *label;
  const char    *group;
  const char    *accels[5];
  ThActionFlags  flags;
  guint          keycode;
  const char    *key;
  GdkModifierType modifiers;
  const char    *keywords;
} ThAction;

/* All actions, ordered by group; static. */
const ThAction *th_actions_list     (guint            *n_actions);
/* Returns %NULL if @name is not in the table. */
const ThAction *th_actions_find     (const char       *name);

/* Enables or disables action @name of @map, a GSimpleAction. */
void      th_action_enable (GActionMap *map,
                            const char *name,
                            gboolean    enabled);

G_END_DECLS
