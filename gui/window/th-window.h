/* th-window.h - a window: a start page, or the views of documents
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The window has one view of a document (th-document-view.h), which is empty at first.
 * Others can be put beside it.  The view that has, or had last, the focus is the current
 * one: header bar, menus and the actions of the window belong to it.
 *
 * Everything that can be done is an action of the table in th-actions.c; menus, buttons,
 * keys, gestures and tests use these.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document-view.h"
#include "th-event-table.h"

G_BEGIN_DECLS

#define TH_TYPE_WINDOW (th_window_get_type ())
G_DECLARE_FINAL_TYPE (ThWindow, th_window, TH, WINDOW, GtkApplicationWindow)

ThWindow       *th_window_new             (GtkApplication      *application);
/* Replaces what is open in the current view.  @options may be %NULL. */
void            th_window_open            (ThWindow            *self,
                                           GFile               *file,
                                           const ThOpenOptions *options);

/* The current view; lent.  The functions below ask it. */
ThDocumentView *th_window_get_view        (ThWindow            *self);
/* Lent; NULL while the view is empty. */
ThDocument     *th_window_get_document    (ThWindow            *self);
ThTimeline     *th_window_get_timeline    (ThWindow            *self);
ThEventTable   *th_window_get_table       (ThWindow            *self);
ThMarkerBar    *th_window_get_marker_bar  (ThWindow            *self);
ThInspector    *th_window_get_inspector   (ThWindow            *self);
/* "empty", "opening", "recording" or "refused" */
const char     *th_window_get_page        (ThWindow            *self);
/* The page of a tab: "events", "measures" or "sched/wakeups", made if it was not looked at
 * yet; lent, NULL if there is none. */
GtkWidget      *th_window_get_tab         (ThWindow            *self,
                                           const char          *name);

/* Takes what was dropped: files (a GdkFileList) are opened; with %GDK_ACTION_LINK, which is
 * that of Control and Shift, they are appended to the timeline.  Returns %FALSE if @value
 * is something else. */
gboolean        th_window_take_drop       (ThWindow            *self,
                                           const GValue        *value,
                                           GdkDragAction        actions);

/* A picture of the window as it is now.  Free with g_object_unref(). */
GdkTexture     *th_window_render          (ThWindow            *self);
/* The same in @file: an SVG if its name ends so, or else a PNG, which has ".png" added to
 * its name if that has another ending.  Written on a worker. */
void            th_window_save_picture_as (ThWindow            *self,
                                           GFile               *file);

G_END_DECLS
