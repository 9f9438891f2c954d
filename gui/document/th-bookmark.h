/* th-bookmark.h - a named and colored place in time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A bookmark is an object, so that lists can bind to its properties "name" and "color".
 * Main thread only.
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define TH_TYPE_BOOKMARK (th_bookmark_get_type ())
G_DECLARE_FINAL_TYPE (ThBookmark, th_bookmark, TH, BOOKMARK, GObject)

/**
 * ThBookmark:
 * @time: on the recording's clock; never changes
 * @name: UTF-8
 * @color: below TH_N_BOOKMARK_COLORS
 *
 * The fields may be read, but are written only through the functions below.
 */
struct _ThBookmark
{
  GObject parent;

  gint64  time;
  char   *name;
  guint   color;
};

/* Copies @name. */
ThBookmark *th_bookmark_new       (gint64      time,
                                   const char *name,
                                   guint       color);
/* Copies @name, which may be the bookmark's own. */
void        th_bookmark_set_name  (ThBookmark *self,
                                   const char *name);
void        th_bookmark_set_color (ThBookmark *self,
                                   guint       color);

G_END_DECLS
