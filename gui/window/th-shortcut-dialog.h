/* th-shortcut-dialog.h - asks for the new shortcut of an action
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Takes all keys that are pressed while it is open, except those that close it or move the
 * focus.  A shortcut that no action uses is assigned at once.  For any other the dialog says
 * which action uses it, and Return reassigns it.
 */
#pragma once

#include "th-actions.h"

G_BEGIN_DECLS

#define TH_TYPE_SHORTCUT_DIALOG (th_shortcut_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ThShortcutDialog, th_shortcut_dialog, TH, SHORTCUT_DIALOG, GtkWindow)

/* Transient for @parent; presented by the caller. */
GtkWidget *th_shortcut_dialog_new (GtkWindow      *parent,
                                   const ThAction *action);

G_END_DECLS
