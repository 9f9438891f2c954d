/* th-color-rule-row.h - one rule for the color of events: its color and its expression
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The row edits its rule directly.  Its buttons activate the actions rule.move-up and
 * rule.remove of the ThColorRulesDialog around it, with the position of the row.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-color-rules.h"
#include "th-recording.h"

G_BEGIN_DECLS

#define TH_TYPE_COLOR_RULE_ROW (th_color_rule_row_get_type ())
G_DECLARE_FINAL_TYPE (ThColorRuleRow, th_color_rule_row, TH, COLOR_RULE_ROW, GtkListBoxRow)

GtkWidget *th_color_rule_row_new          (ThColorRule    *rule,
                                           ThRecording    *recording);
/* Call it whenever rows were added, moved or removed. */
void       th_color_rule_row_update_place (ThColorRuleRow *self);
/* Focuses the button that moves the rule up, if @up and the rule is not the first, or else the
 * button that deletes it. */
void       th_color_rule_row_focus_button (ThColorRuleRow *self,
                                           gboolean        up);
void       th_color_rule_row_focus_field  (ThColorRuleRow *self);

G_END_DECLS
