/* th-measures-tab.h - every measure of the analyses: distribution, numbers, the worst
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A worker thread summarizes the measures; meanwhile the property "busy" is TRUE.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-histogram.h"

G_BEGIN_DECLS

#define TH_TYPE_MEASURES_TAB (th_measures_tab_get_type ())
G_DECLARE_FINAL_TYPE (ThMeasuresTab, th_measures_tab, TH, MEASURES_TAB, GtkWidget)

/* A tab for as long as the document shows this recording. */
GtkWidget *th_measures_tab_new    (ThDocument    *document);
/* Shows what was published since the last update. */
void       th_measures_tab_update (ThMeasuresTab *self);

G_END_DECLS
