/* th-bookmark-popover.h - naming a bookmark where its flag is
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-markers.h"

G_BEGIN_DECLS

/* Opens an entry with the name of the bookmark at @time, selected, pointing to @x, @y
 * of @parent.  What is typed is its name at once; Return and Escape close.  The
 * bookmark is known by its time: it may go meanwhile. */
void th_bookmark_popover_open (GtkWidget   *parent,
                               double       x,
                               double       y,
                               ThMarkers   *marks,
                               gint64       time);

G_END_DECLS
