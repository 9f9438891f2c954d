/* th-bookmarks-window.h - the list of bookmarks: renames, colors, shows and deletes them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Edits apply at once, and the list follows changes made elsewhere.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_BOOKMARKS_WINDOW (th_bookmarks_window_get_type ())
G_DECLARE_FINAL_TYPE (ThBookmarksWindow, th_bookmarks_window, TH, BOOKMARKS_WINDOW, GtkWindow)

/* Not modal; @parent must have the action "win.go-bookmark". */
GtkWidget *th_bookmarks_window_new (GtkWindow  *parent,
                                    ThDocument *document);

G_END_DECLS
