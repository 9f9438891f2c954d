/* th-shortcut-dialog.h - asks for a key, and says what it does already
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Takes every key that is pressed while it is open, but for those that GTK needs
 * to leave it.  One that does nothing else is given to the action at once; of
 * another it says what that is, and Return gives it away.
 */
#pragma once

#include "th-actions.h"

G_BEGIN_DECLS

#define TH_TYPE_SHORTCUT_DIALOG (th_shortcut_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ThShortcutDialog, th_shortcut_dialog, TH, SHORTCUT_DIALOG, GtkWindow)

/* Over @parent; presented by the caller. */
GtkWidget *th_shortcut_dialog_new (GtkWindow      *parent,
                                   const ThAction *action);

G_END_DECLS
