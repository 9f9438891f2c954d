/* th-verdict-pill.h - a verdict: a sign and a word on a coloured ground
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
/* Nothing is shown for NULL, and for a row that is not judged. */
void        th_verdict_pill_set_row  (ThVerdictPill         *self,
                                      const ThComparisonRow *row);

/* The sign of the verdict of @row: "▲", "▼", "=", "?", …; static. */
const char *th_verdict_pill_get_sign (const ThComparisonRow *row);
/* Gives @widget the CSS class of the verdict of @row, "slower" or "cant-tell", and no
 * other one; none for NULL. */
void        th_verdict_pill_set_class (GtkWidget             *widget,
                                       const ThComparisonRow *row);

G_END_DECLS
