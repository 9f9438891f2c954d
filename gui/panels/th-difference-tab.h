/* th-difference-tab.h - how the functions of two sides of recordings differ
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A flame graph of the difference, with the widths of either side, and a table of the
 * functions.  Without call chains the tab says how to record some.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-call-difference.h"

G_BEGIN_DECLS

#define TH_TYPE_DIFFERENCE_TAB (th_difference_tab_get_type ())
G_DECLARE_FINAL_TYPE (ThDifferenceTab, th_difference_tab, TH, DIFFERENCE_TAB, GtkWidget)

/* Shows @difference, to which the tab takes a reference; NULL: nothing.  The same tree as
 * before is shown if @difference has it, too. */
void       th_difference_tab_set (ThDifferenceTab  *self,
                                  ThCallDifference *difference);
/* Says which sides have runs of baselines, which keep no call chains.  @n: how many, by side. */
void       th_difference_tab_set_baselines (ThDifferenceTab *self,
                                            const guint      n[TH_N_CALL_SIDES]);

G_END_DECLS
