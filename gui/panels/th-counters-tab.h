/* th-counters-tab.h - what the machine counted during the recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One row per counter that moved, what matters first; a button shows the events of the
 * recording that the counter stands for.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_COUNTERS_TAB (th_counters_tab_get_type ())
G_DECLARE_FINAL_TYPE (ThCountersTab, th_counters_tab, TH, COUNTERS_TAB, GtkWidget)

/* Whether the current recording of the document holds counters. */
gboolean   th_counters_tab_has_any (ThDocument *document);
/* Creates a tab for the current recording of the document. */
GtkWidget *th_counters_tab_new     (ThDocument *document);

G_END_DECLS
