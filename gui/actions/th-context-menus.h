/* th-context-menus.h - context menus of events, flows, rows, lanes and markers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"
#include "th-lane-arrangement.h"
#include "th-row-span.h"

G_BEGIN_DECLS

/* Returns the menu of the selected event.  Free this and the other menus with
 * g_object_unref(). */
GMenuModel *th_context_menu_for_event    (ThDocument *document);
/* Returns the menu of a row of the inspector.  It filters by @test (th-filter.h; may be
 * %NULL), copies @value, and has the actions on @field of @ref (%NULL if the row is not a
 * field). */
GMenuModel *th_context_menu_for_detail   (ThRecording *recording,
                                          ThRef        ref,
                                          const char  *field,
                                          const char  *value,
                                          const char  *test);
/* Returns the menu of flow @row of @results. */
GMenuModel *th_context_menu_for_flow     (ThDocument *document,
                                          ThResults  *results,
                                          guint32     row);
/* Returns the menu of a row of a table: actions on its task, its flow and the selected rows.
 * @results: those of the table.  @is_flow: the row is flow @row of @results.  @expression: matches
 * the flows of @results that the row represents (ThRowFlowsFunc), @events their events; or both
 * %NULL.  @connection: the number of the connection of that recording that it is about, or
 * TH_CELL_NONE. */
GMenuModel *th_context_menu_for_row      (ThDocument      *document,
                                          const ThRowSpan *span,
                                          ThResults       *results,
                                          guint32          row,
                                          gboolean         is_flow,
                                          const char      *expression,
                                          const char      *events,
                                          gint64           connection);
/* The menu of the ruler at @time. */
GMenuModel *th_context_menu_for_ruler      (gint64      time);
/* Inserts items that set markers and bookmarks at @time, as section @position of @menu. */
void        th_context_menu_insert_markers (GMenu      *menu,
                                            int         position,
                                            gint64      time);
/* Appends an item that writes a note about what the menu is for; it is there only while a review is
 * open.  @on: the kind of subject, as in the action "win.note-on". */
void        th_context_menu_append_note  (GMenu      *menu,
                                          const char *on);
/* Returns the menu of the lane with index @lane, which is the current one. */
GMenuModel *th_context_menu_for_lane     (ThDocument *document,
                                          guint       lane);
/* Shows @model and takes ownership of it.  Returns its popover, which is destroyed after it
 * was closed. */
GtkWidget  *th_context_menu_popup        (GtkWidget  *parent,
                                          double      x,
                                          double      y,
                                          GMenuModel *model);
/* Returns the menu of the bookmark with that index. */
GMenuModel *th_context_menu_for_bookmark (guint       index);

G_END_DECLS
