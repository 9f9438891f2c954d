/* th-actions.h - the one table of what can be done, and with which keys
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Accelerators, the window of keys, tooltips and the tests read this table; an
 * action that is not in it has no key and is not found by a user.  The keys are
 * the usual ones: those that hold may be the user's (th-shortcuts.h).
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  TH_ACTION_HOLD = 1 << 0,  /* goes on, paced by time, while the key is held */
  TH_ACTION_LOCAL = 1 << 1  /* text fields and tables have this key first */
} ThActionFlags;

/**
 * ThAction:
 * @name: detailed, as gtk_widget_activate_action_variant() wants it
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

/* All of them, in the order of their groups; static. */
const ThAction *th_actions_list     (guint            *n_actions);
/* NULL if it is not in the table. */
const ThAction *th_actions_find     (const char       *name);

/* Of action @name of @map, a GSimpleAction. */
void      th_action_enable (GActionMap *map,
                            const char *name,
                            gboolean    enabled);

G_END_DECLS
