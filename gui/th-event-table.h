/* th-event-table.h - all events as a table, the textual equivalent of the lanes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Selecting a row selects the event in the document, and the other way round;
 * what was selected elsewhere is scrolled to.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"
#include "th-event-list.h"

G_BEGIN_DECLS

#define TH_TYPE_EVENT_TABLE (th_event_table_get_type ())
G_DECLARE_FINAL_TYPE (ThEventTable, th_event_table, TH, EVENT_TABLE, GtkWidget)

void         th_event_table_set_document (ThEventTable *self,
                                          ThDocument   *document);
/* GTK_INVALID_LIST_POSITION: none */
guint        th_event_table_get_selected (ThEventTable *self);
void         th_event_table_select       (ThEventTable *self,
                                          guint         position);
ThEventList *th_event_table_get_list     (ThEventTable *self);
/* The selected row as text, columns parted by tabs; NULL if there is none. */
char        *th_event_table_dup_row      (ThEventTable *self);

/* As a double click on it does. */
void          th_event_table_activate  (ThEventTable *self,
                                        guint         position);

G_END_DECLS
