/* th-measures-tab.h - the measures of all analyses: histogram, statistics, worst samples
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The property "busy" is TRUE while a worker thread summarizes the measures.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-histogram.h"

G_BEGIN_DECLS

#define TH_TYPE_MEASURES_TAB (th_measures_tab_get_type ())
G_DECLARE_FINAL_TYPE (ThMeasuresTab, th_measures_tab, TH, MEASURES_TAB, GtkWidget)

/* Creates a tab for the current recording of the document. */
GtkWidget *th_measures_tab_new    (ThDocument    *document);
/* Shows results that were published since the last update. */
void       th_measures_tab_update (ThMeasuresTab *self);

G_END_DECLS
