/* th-bookmark-row.h - a row of the list of bookmarks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"
#include "th-markers.h"

G_BEGIN_DECLS

#define TH_TYPE_BOOKMARK_ROW (th_bookmark_row_get_type ())
G_DECLARE_FINAL_TYPE (ThBookmarkRow, th_bookmark_row, TH, BOOKMARK_ROW, GtkListBoxRow)

/* Creates a row that edits @bookmark, which belongs to @document; takes references to both.  The
 * window must have the action "win.go-bookmark". */
GtkWidget *th_bookmark_row_new (ThDocument *document,
                                ThBookmark *bookmark);

G_END_DECLS
