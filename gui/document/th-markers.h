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

#define TH_TYPE_MARKS (th_marks_get_type ())
G_DECLARE_FINAL_TYPE (ThMarks, th_marks, TH, MARKS, GObject)

ThMarks          *th_marks_new             (void);

/* TH_TIME_NONE: not set. */
gint64            th_marks_get_marker      (ThMarks    *self,
                                            ThMarker    marker);
void              th_marks_set_marker      (ThMarks    *self,
                                            ThMarker    marker,
                                            gint64      time);
/* From the earlier marker to the later; FALSE unless both are set. */
gboolean          th_marks_get_span        (ThMarks    *self,
                                            gint64     *from,
                                            gint64     *to);

guint             th_marks_get_n_bookmarks (ThMarks    *self);
/* In order of time; lent until the next change. */
const ThBookmark *th_marks_get_bookmark    (ThMarks    *self,
                                            guint       index);
/* @name: NULL for the next number.  Where there is one at that very time, that
 * one is renamed.  Returns its index, G_MAXUINT if there are too many. */
guint             th_marks_add_bookmark    (ThMarks    *self,
                                            gint64      time,
                                            const char *name);
/* @name is copied; @color < TH_N_BOOKMARK_COLORS. */
void              th_marks_edit_bookmark   (ThMarks    *self,
                                            guint       index,
                                            const char *name,
                                            guint       color);
void              th_marks_remove_bookmark (ThMarks    *self,
                                            guint       index);
/* The next bookmark after (@step 1) or the last before (-1) @time; G_MAXUINT
 * if there is none. */
guint             th_marks_find_bookmark   (ThMarks    *self,
                                            gint64      time,
                                            int         step);

G_END_DECLS
