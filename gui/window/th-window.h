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

G_BEGIN_DECLS

#define TH_TYPE_WINDOW (th_window_get_type ())
G_DECLARE_FINAL_TYPE (ThWindow, th_window, TH, WINDOW, GtkApplicationWindow)

ThWindow       *th_window_new             (GtkApplication      *application);
/* Replaces the document of the current view.  @options may be %NULL. */
void            th_window_open            (ThWindow            *self,
                                           GFile               *file,
                                           const ThOpenOptions *options);

/* Shows what a session file (th-shared-session-file.h) says, in place of the current view.  Asks
 * for recordings that are missing or have changed. */
void            th_window_open_session    (ThWindow            *self,
                                           GFile               *file);

/* Opens the review in @folder, and the first of its recordings, in a window without a document. */
void            th_window_open_review     (ThWindow            *self,
                                           GFile               *folder);
/* Asks where to unpack an archive of a review, unpacks it there and opens it. */
void            th_window_unpack_review   (ThWindow            *self,
                                           GFile               *archive);
/* The folder of the review that is open or being opened; NULL if there is none. */
GFile          *th_window_get_review      (ThWindow            *self);

/* Compares two sides of recordings in this window. */
void            th_window_compare         (ThWindow            *self,
                                           ThComparisonSides   *sides);

gboolean        th_window_is_comparing    (ThWindow            *self);
/* Whether the recordings of both sides are still being compared. */
gboolean        th_window_awaits_comparison (ThWindow          *self);

/* The next five functions refer to the current view, which owns what they return.  The document
 * is NULL while the view is empty. */
ThDocument     *th_window_get_document    (ThWindow            *self);
ThTimeline     *th_window_get_timeline    (ThWindow            *self);
ThInspector    *th_window_get_inspector   (ThWindow            *self);
ThTablePane    *th_window_get_table_pane  (ThWindow            *self);
/* Returns "empty", "opening", "recording" or "refused". */
const char     *th_window_get_page        (ThWindow            *self);

/* The size of the window is not saved for the next one. */
void            th_window_forget_size     (ThWindow            *self);
/* Returns a picture of the window; NULL if it cannot be drawn yet.  Free with
 * g_object_unref(). */
GdkTexture     *th_window_render          (ThWindow            *self);

G_END_DECLS
