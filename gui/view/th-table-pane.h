/* th-table-pane.h - the tables under the lanes, each in a tab
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The first tab has the events; further ones come as soon as an analysis has rows
 * for them: its tables, the measures and the flame graph of all of them.  A page is
 * made when it is first looked at.
 *
 * Properties: "document" (ThDocument); "tab" (string: the name of the tab that is
 * shown: "events", "measures", "flame" or "sched/wakeups"; another name shows the
 * events).  Signal: "changed", after another tab is shown, or its rows, its facts or
 * the selection have changed.
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
/* Shows the tab as soon as its table has rows. */
void          th_table_pane_want_tab         (ThTablePane *self,
                                              const char  *name);
/* The tab that is waited for, else the one that is shown. */
const char   *th_table_pane_get_wanted_tab   (ThTablePane *self);
/* The title of a tab and, in @name, its name; NULL past the last. */
const char   *th_table_pane_get_title        (ThTablePane *self,
                                              guint        index,
                                              const char **name);
/* Shows the neighbour; behind the last tab comes the first. */
void          th_table_pane_step             (ThTablePane *self,
                                              int          direction);
/* The page of a tab, made if it was not looked at yet; lent, NULL if there is none. */
GtkWidget    *th_table_pane_get_page         (ThTablePane *self,
                                              const char  *name);
GtkWidget    *th_table_pane_get_visible_page (ThTablePane *self);
ThEventTable *th_table_pane_get_events       (ThTablePane *self);
/* Brings the page that is shown up to date. */
void          th_table_pane_update           (ThTablePane *self);
/* Before the pane goes: frees widgets of some rows.  Returns %TRUE while there are more. */
gboolean      th_table_pane_fold             (ThTablePane *self);

G_END_DECLS
