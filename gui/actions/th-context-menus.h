/* th-context-menus.h - menus at a place: what can be done with an event, a flow or a lane
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-lane-arrangement.h"
#include "th-follow.h"
#include "th-row-span.h"

G_BEGIN_DECLS

/* What the window's actions can do with the selected event.  Free with
 * g_object_unref(). */
GMenuModel *th_context_menu_for_event    (ThDocument *document);
/* Of a row of the inspector: to filter by @test (th-filter.h; NULL: nothing to filter
 * by), to copy @value, and what can be done with @field (NULL: it is none) of @ref. */
GMenuModel *th_context_menu_for_detail   (ThRecording *recording,
                                          ThRef        ref,
                                          const char  *field,
                                          const char  *value,
                                          const char  *test);
/* The same for flow @row of @results. */
GMenuModel *th_context_menu_for_flow     (ThDocument *document,
                                          ThResults  *results,
                                          guint32     row);
/* The same for a row of a table: its task, its flow, and its rows that are selected.
 * @flows: where flow @row of them is the row, else NULL; with @expression those of
 * them that it stands for (ThRowFlowsFunc). */
GMenuModel *th_context_menu_for_row      (ThDocument      *document,
                                          const ThRowSpan *span,
                                          ThResults       *flows,
                                          guint32          row,
                                          const char      *expression);
/* Markers and bookmarks at @time, as section @position of @menu. */
void        th_context_menu_insert_markers (GMenu      *menu,
                                            int         position,
                                            gint64      time);
/* What can be done with a lane, by its index: the one that keys act on. */
GMenuModel *th_context_menu_for_lane     (ThDocument *document,
                                          guint       lane);
/* Shows @model, taken, until it is used or left; the popover is lent until then. */
GtkWidget  *th_context_menu_popup        (GtkWidget  *parent,
                                          double      x,
                                          double      y,
                                          GMenuModel *model);
/* Of the bookmark with that index: rename, color, center, delete. */
GMenuModel *th_context_menu_for_bookmark (guint       index);

G_END_DECLS
