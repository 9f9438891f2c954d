/* th-bookmark-popover.h - an entry that names a bookmark at its flag
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-markers.h"

G_BEGIN_DECLS

/* Opens an entry with the selected name of the bookmark at @time, pointing to @x, @y
 * of @parent.  Typing renames the bookmark at once; Return and Escape close.  The
 * bookmark is looked up by its time, as it may be removed meanwhile. */
void th_bookmark_popover_open (GtkWidget   *parent,
                               double       x,
                               double       y,
                               ThMarkers   *marks,
                               gint64       time);

G_END_DECLS
