/* th-bookmarks-window.h - the bookmarks in a list: named, coloured, gone to, deleted
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What is changed counts at once, and the list follows what is changed elsewhere.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_BOOKMARKS_WINDOW (th_bookmarks_window_get_type ())
G_DECLARE_FINAL_TYPE (ThBookmarksWindow, th_bookmarks_window, TH, BOOKMARKS_WINDOW, GtkWindow)

/* Not modal; @parent has the action "win.go-bookmark". */
GtkWidget *th_bookmarks_window_new (GtkWindow  *parent,
                                    ThDocument *document);

G_END_DECLS
