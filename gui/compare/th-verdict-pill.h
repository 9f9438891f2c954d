/* th-verdict-pill.h - shows a verdict as a sign and a word on a colored background
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-comparison.h"

G_BEGIN_DECLS

#define TH_TYPE_VERDICT_PILL (th_verdict_pill_get_type ())
G_DECLARE_FINAL_TYPE (ThVerdictPill, th_verdict_pill, TH, VERDICT_PILL, GtkWidget)

GtkWidget  *th_verdict_pill_new      (void);
/* Shows the verdict of @row; nothing for NULL or for a row without a verdict. */
void        th_verdict_pill_set_row  (ThVerdictPill         *self,
                                      const ThComparisonRow *row);

/* Replaces the CSS class of @widget with that of the verdict of @row, such as "slower" or
 * "cant-tell"; removes it for NULL. */
void        th_verdict_pill_set_class (GtkWidget             *widget,
                                       const ThComparisonRow *row);

G_END_DECLS
