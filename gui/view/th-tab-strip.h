/* th-tab-strip.h - the row of tabs above the tables
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A tab activates "win.tab" with its name, whose state says which tab is shown.  Tabs that
 * have no room are hidden, and a button opens a menu of all of them.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TH_TYPE_TAB_STRIP (th_tab_strip_get_type ())
G_DECLARE_FINAL_TYPE (ThTabStrip, th_tab_strip, TH, TAB_STRIP, GtkBox)

/* Adds a tab at @place, which is at most the number of tabs.  @part is the index of the recording
 * on the timeline, G_MAXUINT: all of them; @recording its name, which the tab shows, or %NULL. */
void        th_tab_strip_insert    (ThTabStrip *self,
                                    guint       place,
                                    const char *name,
                                    const char *title,
                                    guint       part,
                                    const char *recording);
void        th_tab_strip_remove    (ThTabStrip *self,
                                    guint       index);
void        th_tab_strip_clear     (ThTabStrip *self);
/* Scrolls to the tab of that name, if there is one, in the next frame. */
void        th_tab_strip_reveal    (ThTabStrip *self,
                                    const char *name);
/* The strip owns both; %NULL if there is no tab at @index. */
const char *th_tab_strip_get_name  (ThTabStrip *self,
                                    guint       index);
const char *th_tab_strip_get_title (ThTabStrip *self,
                                    guint       index);

G_END_DECLS
