/* th-color-rules-dialog.h - the list of colors for events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each change is saved and shown in the document at once.  Actions: rule.add,
 * rule.move-up (position) and rule.remove (position).
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_COLOR_RULES_DIALOG (th_color_rules_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ThColorRulesDialog, th_color_rules_dialog, TH, COLOR_RULES_DIALOG, GtkWindow)

/* @document must have a recording. */
ThColorRulesDialog *th_color_rules_dialog_new (GtkWindow  *parent,
                                               ThDocument *document);

G_END_DECLS
