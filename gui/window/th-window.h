/* th-window.h - one window, with one recording or none
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Everything that can be done is an action of the table in th-actions.c; menus,
 * buttons, keys, gestures and tests go through these.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"
#include "th-event-table.h"
#include "th-inspector.h"
#include "th-marker-bar.h"
#include "th-timeline.h"

G_BEGIN_DECLS

#define TH_TYPE_WINDOW (th_window_get_type ())
G_DECLARE_FINAL_TYPE (ThWindow, th_window, TH, WINDOW, GtkApplicationWindow)

ThWindow     *th_window_new          (GtkApplication *application);
/* Replaces what is open in this window. */
void          th_window_open         (ThWindow              *self,
                                      GFile                 *file,
                                      const ThOpenOptions   *wish);
/* Lent; NULL while the window is empty. */
ThDocument   *th_window_get_document (ThWindow       *self);
ThTimeline   *th_window_get_timeline (ThWindow       *self);
ThEventTable *th_window_get_table    (ThWindow       *self);
ThMarkerBar  *th_window_get_marker_bar (ThWindow     *self);
ThInspector  *th_window_get_inspector (ThWindow      *self);
/* "empty", "opening", "recording" or "refused" */
const char   *th_window_get_page     (ThWindow       *self);

/* "events", "measures" or "sched/wakeups", made if it was not looked at yet;
 * lent, NULL if there is none. */
GtkWidget    *th_window_get_tab      (ThWindow       *self,
                                      const char     *name);

/* A picture of the window as it is now.  Free with g_object_unref(). */
GdkTexture   *th_window_render       (ThWindow       *self);
/* The same in @file: an SVG where its name ends so, else a PNG, which has ".png" added
 * to its name if that is called otherwise.  On a worker. */
void          th_window_save_picture_as (ThWindow    *self,
                                      GFile          *file);

G_END_DECLS
