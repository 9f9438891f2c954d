/* th-conditions-bar.h - the conditions of a comparison in one line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A condition has a check mark if it is fine, otherwise a warning sign; the latter come first.
 * The conditions that do not fit are counted on a button, whose popover lists all conditions
 * with their warnings in full.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-comparison.h"

G_BEGIN_DECLS

#define TH_TYPE_CONDITIONS_BAR (th_conditions_bar_get_type ())
G_DECLARE_FINAL_TYPE (ThConditionsBar, th_conditions_bar, TH, CONDITIONS_BAR, GtkWidget)

/* Shows the conditions of @comparison; nothing for NULL. */
void th_conditions_bar_set_comparison (ThConditionsBar *self,
                                       ThComparison    *comparison);

G_END_DECLS
