/* th-menu.h - menus at a place: what can be done with an event, a flow or a lane
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document-lanes.h"
#include "th-follow.h"
#include "th-row-span.h"

G_BEGIN_DECLS

/* What the window's actions can do with the selected event.  Free with
 * g_object_unref(). */
GMenuModel *th_menu_for_event    (ThDocument *document);
/* Text of a stranger as a label: an underline means no key.  Free with g_free(). */
char       *th_menu_escape       (const char *text);
/* Of a row of the inspector: to filter by @test (th-filter.h; NULL: nothing to filter
 * by), to copy @value, and what can be done with @field (NULL: it is none) of @ref. */
GMenuModel *th_menu_for_detail   (ThRecording *recording,
                                  ThRef        ref,
                                  const char  *field,
                                  const char  *value,
                                  const char  *test);
/* The same for flow @row of @results. */
GMenuModel *th_menu_for_flow     (ThDocument *document,
                                  ThResults  *results,
                                  guint32     row);
/* The same for a row of a table: its task, its flow, and its rows that are selected.
 * @flows: where flow @row of them is the row, else NULL; with @expression those of
 * them that it stands for (ThRowFlowsFunc). */
GMenuModel *th_menu_for_row      (ThDocument      *document,
                                  const ThRowSpan *span,
                                  ThResults       *flows,
                                  guint32          row,
                                  const char      *expression);
/* Markers and bookmarks at @time, as section @position of @menu. */
void        th_menu_insert_marks (GMenu      *menu,
                                  int         position,
                                  gint64      time);
/* What can be done with a lane, by its index: the one that keys act on. */
GMenuModel *th_menu_for_lane     (ThDocument *document,
                                  guint       lane);
/* Shows @model, taken, until it is used or left; the popover is lent until then. */
GtkWidget  *th_menu_popup        (GtkWidget  *parent,
                                  double      x,
                                  double      y,
                                  GMenuModel *model);
/* The same with a popover of one's own, taken. */
void        th_menu_popup_widget (GtkWidget  *parent,
                                  double      x,
                                  double      y,
                                  GtkWidget  *popover);
/* Of the bookmark with that index: rename, color, center, delete. */
GMenuModel *th_menu_for_bookmark (guint       index);

/* Cells of a column view tell which row they are in: to be called when one is
 * set up. */
void        th_menu_mark_cell    (GtkWidget   *cell,
                                  GtkListItem *item);
/* The one at @x, @y of @view; NULL if there is none. */
GtkWidget  *th_menu_find_cell    (GtkWidget   *view,
                                  double       x,
                                  double       y);
/* The position of the row that @widget is, or has the first cell of; GTK_INVALID_LIST_POSITION
 * if it is none. */
guint       th_menu_get_row      (GtkWidget   *widget);
/* The position of the row at @x, @y of @view; GTK_INVALID_LIST_POSITION if
 * there is none. */
guint       th_menu_find_row     (GtkWidget   *view,
                                  double       x,
                                  double       y);

G_END_DECLS
