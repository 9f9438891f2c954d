/* th-table-pane.h - the tables under the lanes, each in a tab
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The first tab has the events; others are added as soon as an analysis has rows for them:
 * the tables of each analysis, and the measures and the flame graph of all analyses.  Their
 * pages are created when they are first shown.  A room above may add one more page.
 * Properties: "document" (ThDocument); "tab" (string: the name of the visible tab:
 * "events", "measures", "flame" or a table like "sched/wakeups"; an unknown name shows the
 * events); "show-strip" (boolean: whether there is a strip with the tabs; when the strip returns,
 * so does the tab that was shown with it).  Signal: "changed", after another tab is shown, or its
 * rows, its facts or the selection have changed.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"
#include "th-event-table.h"

G_BEGIN_DECLS

#define TH_TYPE_TABLE_PANE (th_table_pane_get_type ())
G_DECLARE_FINAL_TYPE (ThTablePane, th_table_pane, TH, TABLE_PANE, GtkBox)

void          th_table_pane_set_document     (ThTablePane *self,
                                              ThDocument  *document);
const char   *th_table_pane_get_tab          (ThTablePane *self);
void          th_table_pane_set_tab          (ThTablePane *self,
                                              const char  *name);
/* Adds a tab with @page after that of the events; it stays when the recording changes.  To be
 * called once. */
void          th_table_pane_set_page         (ThTablePane *self,
                                              const char  *name,
                                              const char  *title,
                                              GtkWidget   *page);
/* Shows the tab as soon as its table has rows. */
void          th_table_pane_want_tab         (ThTablePane *self,
                                              const char  *name);
/* Returns the tab set by th_table_pane_want_tab() that has no rows yet, or else the visible
 * one. */
const char   *th_table_pane_get_wanted_tab   (ThTablePane *self);
/* Returns the title of a tab and stores its name in @name; NULL past the last tab. */
const char   *th_table_pane_get_title        (ThTablePane *self,
                                              guint        index,
                                              const char **name);
/* Shows the next or previous tab; wraps around at the ends. */
void          th_table_pane_step             (ThTablePane *self,
                                              int          direction);
GtkWidget    *th_table_pane_get_visible_page (ThTablePane *self);
ThEventTable *th_table_pane_get_events       (ThTablePane *self);
/* Returns whether the visible table has yet to build rows or to scroll to one. */
gboolean      th_table_pane_is_settling      (ThTablePane *self);
/* Frees the widgets of some rows, before the pane is destroyed.  Returns %TRUE while there
 * are more. */
gboolean      th_table_pane_fold             (ThTablePane *self);

G_END_DECLS
