/* th-timeline.h - overview, ruler and the lanes of a document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A column of labels on the left, time on the right.  Lanes scroll, overview
 * and ruler stay.  Each visible lane is a child widget (th-lane-view.h) that
 * keeps its picture; the selected span, cursor and hover are drawn on top.
 *
 * Pinned lanes stay where the others scroll, unless they took most of the
 * height.  A label that is dragged takes its lane along.
 *
 * Signal "current-changed": keys act on another lane.
 *
 * Zooming and panning glide to a target; every door below that takes a place
 * in time ends there exactly, at once where the desktop wants no animations.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

typedef enum
{
  TH_HOLD_NONE,
  TH_HOLD_ZOOM_IN,
  TH_HOLD_ZOOM_OUT,
  TH_HOLD_PAN_LEFT,
  TH_HOLD_PAN_RIGHT
} ThHold;

#define TH_TYPE_TIMELINE (th_timeline_get_type ())
G_DECLARE_FINAL_TYPE (ThTimeline, th_timeline, TH, TIMELINE, GtkWidget)

void        th_timeline_set_document  (ThTimeline *self,
                                       ThDocument *document);

/* Glides to the span; clamped. */
void        th_timeline_go            (ThTimeline *self,
                                       gint64      from,
                                       gint64      to);
/* Glides to where @time is in the middle, as long a span as now. */
void        th_timeline_center        (ThTimeline *self,
                                       gint64      time);
/* Around the pointer where it is over the lanes, else around the selection in
 * view, else around the middle. */
void        th_timeline_zoom          (ThTimeline *self,
                                       double      factor);
/* By a share of what is in view. */
void        th_timeline_pan           (ThTimeline *self,
                                       double      share);
/* Goes on until told otherwise, as fast at any repeat rate of the keyboard, and
 * @speed times as fast as usual. */
void        th_timeline_hold          (ThTimeline *self,
                                       ThHold      hold,
                                       double      speed);
/* FALSE while the pointer is elsewhere. */
gboolean    th_timeline_get_pointer_time (ThTimeline *self,
                                       gint64     *time);
/* Where it glides to, or is. */
ThView      th_timeline_get_target    (ThTimeline *self);

/* The lane that keys act on. */
guint       th_timeline_get_current   (ThTimeline *self);
void        th_timeline_set_current   (ThTimeline *self,
                                       guint       lane);
/* Scrolls to it. */
void        th_timeline_show_current  (ThTimeline *self);
/* @step lanes down, folded ones left out. */
void        th_timeline_move_current  (ThTimeline *self,
                                       int         step);
void        th_timeline_scroll_pages  (ThTimeline *self,
                                       int         pages);
/* Height at which no lane would have to be scrolled to. */
int         th_timeline_get_wanted_height (ThTimeline *self);
/* What a click at this place of the lanes does; for tests too. */
void        th_timeline_click         (ThTimeline *self,
                                       double      x,
                                       double      y);
/* Scrolls to the lanes that the followed flow was on, its own first. */
void        th_timeline_show_followed (ThTimeline *self);
/* The menu of the lane that keys act on, beside its label. */
void        th_timeline_popup_lane_menu (ThTimeline *self);
/* The label at @y is held; the lane would go to where it is moved to; it goes
 * there.  For tests too. */
gboolean    th_timeline_grab_lane     (ThTimeline *self,
                                       double      y);
void        th_timeline_drag_lane     (ThTimeline *self,
                                       double      y);
void        th_timeline_drop_lane     (ThTimeline *self);
/* The menu of what is selected, beside it. */
void        th_timeline_popup_menu    (ThTimeline *self);
/* Fits the run of the task at the selected event; FALSE if there is none. */
/* Opens an entry for the bookmark's name at its flag, if that is in view. */
void        th_timeline_name_bookmark (ThTimeline *self,
                                       guint       index);
gboolean    th_timeline_fit_run       (ThTimeline *self);

/* No lane shows an old picture until its own is drawn. */
gboolean    th_timeline_is_sharp      (ThTimeline *self);
/* For tests: what drawing lanes may take of any frame at most. */
void        th_timeline_set_share     (ThTimeline *self,
                                       gint64      usec);
/* For tests: the widget of @lane if it is visible. */
GtkWidget  *th_timeline_get_lane_view (ThTimeline *self,
                                       guint       lane);

G_END_DECLS
