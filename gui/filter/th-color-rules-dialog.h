/* th-color-rules-dialog.h - the list of colours for events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_COLOR_RULES_DIALOG (th_color_rules_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ThColorRulesDialog, th_color_rules_dialog, TH, COLOR_RULES_DIALOG, GtkWindow)

/* What is changed is saved and shown in @document at once. */
ThColorRulesDialog *th_color_rules_dialog_new    (GtkWindow     *parent,
                                                  ThDocument    *document);
/* As by its buttons. */
void           th_color_rules_dialog_add    (ThColorRulesDialog *self,
                                             const char         *expression,
                                             const char         *color);
void           th_color_rules_dialog_move   (ThColorRulesDialog *self,
                                             guint               index,
                                             int                 step);
void           th_color_rules_dialog_remove (ThColorRulesDialog *self,
                                             guint               index);

G_END_DECLS
