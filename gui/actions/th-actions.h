/* th-actions.h - the table of all actions and their shortcuts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Accelerators, the shortcuts window, the command palette, tooltips and tests use this table.
 * An action that is not in it has no shortcut and is not in the palette.  The shortcuts are
 * the default ones; the user may have changed them (th-shortcuts.h).
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
 * @name: name with prefix, for gtk_widget_activate_action_variant()
 * @label: N_(), short description
 * @group: N_(), heading in the shortcuts window
 * @accels: GTK accelerators, NULL-terminated
 * @flags: #ThActionFlags
 * @keycode: hardware code of a key that activates the action on any keyboard layout, or 0
 * @key: accelerator of that key on a US keyboard
 * @modifiers: modifiers held with that key
 * @keywords: N_(), further search terms in the command palette; may be %NULL
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

/* Returns all actions, ordered by group; static. */
const ThAction *th_actions_list     (guint            *n_actions);
/* Returns %NULL if @name is not in the table. */
const ThAction *th_actions_find     (const char       *name);

/* Enables or disables action @name of @map, a GSimpleAction. */
void      th_action_enable (GActionMap *map,
                            const char *name,
                            gboolean    enabled);

G_END_DECLS
