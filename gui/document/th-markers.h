/* th-markers.h - places that the user marked: A, B and bookmarks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Times on the recording's clock.  The signal "changed" follows every change;
 * whoever shows times since marker A follows it too.  Main thread only.
 */
#pragma once

#include <glib-object.h>

#include "th-ref.h"

G_BEGIN_DECLS

typedef enum
{
  TH_MARKER_A,
  TH_MARKER_B,
  TH_N_MARKERS
} ThMarker;

/* Bookmarks beyond that are refused. */
#define TH_MAX_BOOKMARKS 1000
typedef struct
{
  gint64 time;
  char  *name;
  guint  color;
} ThBookmark;

#define TH_TYPE_MARKERS (th_markers_get_type ())
G_DECLARE_FINAL_TYPE (ThMarkers, th_markers, TH, MARKERS, GObject)

ThMarkers          *th_markers_new             (void);

/* TH_TIME_NONE: not set. */
gint64            th_markers_get_marker      (ThMarkers    *self,
                                              ThMarker      marker);
void              th_markers_set_marker      (ThMarkers    *self,
                                              ThMarker      marker,
                                              gint64        time);
/* From the earlier marker to the later; FALSE unless both are set. */
gboolean          th_markers_get_span        (ThMarkers    *self,
                                              gint64       *from,
                                              gint64       *to);

guint             th_markers_get_n_bookmarks (ThMarkers    *self);
/* In order of time; lent until the next change. */
const ThBookmark *th_markers_get_bookmark    (ThMarkers    *self,
                                              guint         index);
/* @name: NULL for the next number.  Where there is one at that very time, that
 * one is renamed.  Returns its index, G_MAXUINT if there are too many. */
guint             th_markers_add_bookmark    (ThMarkers    *self,
                                              gint64        time,
                                              const char   *name);
/* @name is copied; @color < TH_N_BOOKMARK_COLORS. */
void              th_markers_edit_bookmark   (ThMarkers    *self,
                                              guint         index,
                                              const char   *name,
                                              guint         color);
void              th_markers_remove_bookmark (ThMarkers    *self,
                                              guint         index);
/* The next bookmark after (@step 1) or the last before (-1) @time; G_MAXUINT
 * if there is none. */
guint             th_markers_find_bookmark   (ThMarkers    *self,
                                              gint64        time,
                                              int           step);

G_END_DECLS
