/* th-bookmark-popover.h - an entry that names a bookmark at its flag
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-markers.h"

G_BEGIN_DECLS

#define TH_TYPE_BOOKMARK_POPOVER (th_bookmark_popover_get_type ())
G_DECLARE_FINAL_TYPE (ThBookmarkPopover, th_bookmark_popover, TH, BOOKMARK_POPOVER, GtkPopover)

/* Opens an entry with the name of the bookmark at @time, selected, pointing to @x, @y
 * of @parent; does nothing if there is no such bookmark.  Typing renames the bookmark
 * at once; Return and Escape close.  The bookmark is looked up by its time whenever it
 * is renamed, because it may be removed meanwhile. */
void th_bookmark_popover_open (GtkWidget *parent,
                               double     x,
                               double     y,
                               ThMarkers *markers,
                               gint64     time);

G_END_DECLS
