/* th-window.h - a window: a start page, or the views of documents
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The window has one view of a document (th-document-view.h), which is empty at first.
 * Others can be added below it.  The view that has the focus or had it last is the current
 * one: header bar, menus and the actions of the window apply to it.
 * Menus, buttons, keys, gestures and tests all use the actions of the table in th-actions.c.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-comparison-sides.h"
#include "th-document-view.h"
#include "th-event-table.h"

G_BEGIN_DECLS

#define TH_TYPE_WINDOW (th_window_get_type ())
G_DECLARE_FINAL_TYPE (ThWindow, th_window, TH, WINDOW, GtkApplicationWindow)

ThWindow       *th_window_new             (GtkApplication      *application);
/* Replaces the document of the current view.  @options may be %NULL. */
void            th_window_open            (ThWindow            *self,
                                           GFile               *file,
                                           const ThOpenOptions *options);

/* Compares two sides of recordings in this window. */
void            th_window_compare         (ThWindow            *self,
                                           ThComparisonSides   *sides);

gboolean        th_window_is_comparing    (ThWindow            *self);

/* Returns the current view, which the window owns.  The functions below refer to it. */
ThDocumentView *th_window_get_view        (ThWindow            *self);
/* Owned by the view; NULL while the view is empty. */
ThDocument     *th_window_get_document    (ThWindow            *self);
ThTimeline     *th_window_get_timeline    (ThWindow            *self);
ThEventTable   *th_window_get_table       (ThWindow            *self);
ThMarkerBar    *th_window_get_marker_bar  (ThWindow            *self);
ThInspector    *th_window_get_inspector   (ThWindow            *self);
/* Returns "empty", "opening", "recording" or "refused". */
const char     *th_window_get_page        (ThWindow            *self);
/* Returns the page of a tab ("events", "measures" or "sched/wakeups"), creating it if needed;
 * NULL if there is no such tab.  The view owns it. */
GtkWidget      *th_window_get_tab         (ThWindow            *self,
                                           const char          *name);

/* Handles files (a GdkFileList) that are dropped at the height @y of the views: opens them, or
 * on the lower half compares them with the open recording, as further recordings of B during
 * a comparison; with %GDK_ACTION_LINK (Control and Shift) appends them to the timeline.
 * Returns %FALSE if @value is something else. */
gboolean        th_window_take_drop       (ThWindow            *self,
                                           const GValue        *value,
                                           double               y,
                                           GdkDragAction        actions);

/* Returns a picture of the window; NULL if it cannot be drawn yet.  Free with
 * g_object_unref(). */
GdkTexture     *th_window_render          (ThWindow            *self);
/* Saves a picture of the window in @file, on a worker thread: an SVG if the name ends in
 * ".svg", else a PNG.  Adds ".png" to any other name. */
void            th_window_save_picture_as (ThWindow            *self,
                                           GFile               *file);

G_END_DECLS
