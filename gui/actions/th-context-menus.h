/* th-context-menus.h - context menus of events, flows, rows, lanes and markers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-lane-arrangement.h"
#include "th-follow.h"
#include "th-row-span.h"

G_BEGIN_DECLS

/* The menu of the selected event.  This one and the others are freed with
 * g_object_unref(). */
GMenuModel *th_context_menu_for_event    (ThDocument *document);
/* The menu of a row of the inspector: filtering by @test (th-filter.h; or %NULL), copying
 * @value, and the actions on @field of @ref (%NULL: the row is not a field). */
GMenuModel *th_context_menu_for_detail   (ThRecording *recording,
                                          ThRef        ref,
                                          const char  *field,
                                          const char  *value,
                                          const char  *test);
/* The menu of flow @row of @results. */
GMenuModel *th_context_menu_for_flow     (ThDocument *document,
                                          ThResults  *results,
                                          guint32     row);
/* The menu of a row of a table: actions on its task, its flow and the selected rows.
 * @flows: the row is flow @row of these, or %NULL; @expression: matches the flows that the
 * row stands for (ThRowFlowsFunc). */
GMenuModel *th_context_menu_for_row      (ThDocument      *document,
                                          const ThRowSpan *span,
                                          ThResults       *flows,
                                          guint32          row,
                                          const char      *expression);
/* Inserts items that set markers and bookmarks at @time, as section @position of @menu. */
void        th_context_menu_insert_markers (GMenu      *menu,
                                            int         position,
                                            gint64      time);
/* The menu of the lane with that index, which is the current one. */
GMenuModel *th_context_menu_for_lane     (ThDocument *document,
                                          guint       lane);
/* Shows @model, which is taken, until the user has chosen or left it; the popover is lent
 * until then. */
GtkWidget  *th_context_menu_popup        (GtkWidget  *parent,
                                          double      x,
                                          double      y,
                                          GMenuModel *model);
/* The menu of the bookmark with that index. */
GMenuModel *th_context_menu_for_bookmark (guint       index);

G_END_DECLS
