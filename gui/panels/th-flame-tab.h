/* th-flame-tab.h - the call trees of all analyses, one at a time as a flame graph
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-flame-chart.h"

G_BEGIN_DECLS

#define TH_TYPE_FLAME_TAB (th_flame_tab_get_type ())
G_DECLARE_FINAL_TYPE (ThFlameTab, th_flame_tab, TH, FLAME_TAB, GtkWidget)

/* Creates a tab for the current recording of the document. */
GtkWidget *th_flame_tab_new    (ThDocument *document);
/* Shows results that were published since the last update. */
void       th_flame_tab_update (ThFlameTab *self);

G_END_DECLS
