/* th-markers.h - the markers A and B, and the bookmarks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Times are on the recording's clock.  The signal "changed" is emitted after every change,
 * including changes to a bookmark's name or color.  Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-bookmark.h"
#include "th-ref.h"

G_BEGIN_DECLS

typedef enum
{
  TH_MARKER_A,
  TH_MARKER_B,
  TH_N_MARKERS
} ThMarker;

/* The maximum; more bookmarks are refused. */
#define TH_MAX_BOOKMARKS 1000

#define TH_TYPE_MARKERS (th_markers_get_type ())
G_DECLARE_FINAL_TYPE (ThMarkers, th_markers, TH, MARKERS, GObject)

ThMarkers        *th_markers_new             (void);

/* TH_TIME_NONE if the marker is not set. */
gint64            th_markers_get_marker      (ThMarkers    *self,
                                              ThMarker      marker);
void              th_markers_set_marker      (ThMarkers    *self,
                                              ThMarker      marker,
                                              gint64        time);
/* The span between the markers, with @from <= @to; FALSE unless both are set. */
gboolean          th_markers_get_span        (ThMarkers    *self,
                                              gint64       *from,
                                              gint64       *to);

/* The bookmarks in order of time, as a list of ThBookmark; owned by @self. */
GListModel       *th_markers_get_bookmarks   (ThMarkers    *self);
guint             th_markers_get_n_bookmarks (ThMarkers    *self);
/* Owned by @self; valid until the bookmark is removed. */
ThBookmark       *th_markers_get_bookmark    (ThMarkers    *self,
                                              guint         index);
/* Adds a bookmark, or renames the one at that time; if @name is NULL, the name is the next number.
 * Returns the index of the bookmark, or G_MAXUINT if there are too many. */
guint             th_markers_add_bookmark    (ThMarkers    *self,
                                              gint64        time,
                                              const char   *name);
/* Copies @name; @color is below TH_N_BOOKMARK_COLORS. */
void              th_markers_edit_bookmark   (ThMarkers    *self,
                                              guint         index,
                                              const char   *name,
                                              guint         color);
void              th_markers_remove_bookmark (ThMarkers    *self,
                                              guint         index);
/* The first bookmark after @time if @step is 1, or the last before it if @step is -1; G_MAXUINT
 * if there is none. */
guint             th_markers_find_bookmark   (ThMarkers    *self,
                                              gint64        time,
                                              int           step);

G_END_DECLS
