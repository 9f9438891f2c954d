/* th-timeline.h - overview, ruler and the lanes of a document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Labels are on the left, time on the right.  Lanes scroll below the fixed overview
 * and ruler.  Each visible lane is a child widget (th-lane-view.h) that caches its
 * picture; the selected span, cursor and hover are drawn on top.  Pinned lanes stay
 * while the others scroll, unless they would take most of the height.  Dragging a
 * label moves its lane.
 * Property "lane-time" (int64, µs): the maximum time that any frame waits for pictures of lanes,
 * which workers draw; those that are not ready by then are shown by a later frame.
 * Property "sharp" (boolean, read-only): every lane and the overview show their current
 * pictures.
 * Property "reading" (boolean, read-only): some have not been current for a while although the
 * view rests, since events of the view are being decoded.
 * Property "lanes-height" (int, read-only): the height available for lanes; 0 before the first
 * allocation.  Its "notify" is emitted during an allocation, when no widget may be changed.
 * Signal "current-changed": another lane became the current one, which keys act on.
 * Zooming and panning are animated to a target; every function below that takes a
 * time ends there exactly, and at once if the desktop disables animations.
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

/* Shows that span, clamped to the recording. */
void        th_timeline_go            (ThTimeline *self,
                                       gint64      from,
                                       gint64      to);
/* Centers @time without zooming. */
void        th_timeline_center        (ThTimeline *self,
                                       gint64      time);
/* Zooms around the pointer if it is over the lanes, else around the selection if it
 * is in view, else around the middle. */
void        th_timeline_zoom          (ThTimeline *self,
                                       double      factor);
/* Pans by a share of the visible span. */
void        th_timeline_pan           (ThTimeline *self,
                                       double      share);
/* Zooms or pans until the next call, independent of the keyboard's repeat rate;
 * @speed 1 is the normal speed. */
void        th_timeline_hold          (ThTimeline *self,
                                       ThHold      hold,
                                       double      speed);
/* Returns FALSE if the pointer is not over the lanes. */
gboolean    th_timeline_get_pointer_time (ThTimeline *self,
                                       gint64     *time);
/* Returns the view at the end of the running animation, or else the current one. */
ThView      th_timeline_get_target    (ThTimeline *self);
/* Ends a running animation at its target, at once. */
void        th_timeline_settle        (ThTimeline *self);

/* Returns the current lane, which keys act on. */
guint       th_timeline_get_current   (ThTimeline *self);
void        th_timeline_set_current   (ThTimeline *self,
                                       guint       lane);
/* Scrolls to the current lane. */
void        th_timeline_show_current  (ThTimeline *self);
/* Moves the current lane down by @step, skipping folded ones. */
void        th_timeline_move_current  (ThTimeline *self,
                                       int         step);
void        th_timeline_scroll_pages  (ThTimeline *self,
                                       int         pages);
/* Returns the height of the overview and the ruler, which are above the lanes. */
double      th_timeline_get_lanes_top     (void);
/* Returns the height at which all lanes would be visible. */
int         th_timeline_get_wanted_height (ThTimeline *self);
/* Does what a click at that position of the lanes does. */
void        th_timeline_click         (ThTimeline *self,
                                       double      x,
                                       double      y);
/* Scrolls to the lanes of the followed flow, its own first. */
void        th_timeline_show_followed (ThTimeline *self);
/* Opens the menu of the current lane beside its label. */
void        th_timeline_popup_lane_menu (ThTimeline *self);
/* The steps of dragging a lane: grab its label at @y, move it, drop it. */
gboolean    th_timeline_grab_lane     (ThTimeline *self,
                                       double      y);
void        th_timeline_drag_lane     (ThTimeline *self,
                                       double      y);
void        th_timeline_drop_lane     (ThTimeline *self);
/* Opens the context menu of the selected event beside it. */
void        th_timeline_popup_menu    (ThTimeline *self);
/* Opens an entry for the bookmark's name at its flag, if that is in view. */
void        th_timeline_name_bookmark (ThTimeline *self,
                                       guint       index);
/* Fits the view to the run of the task at the selected event.  Returns FALSE if there is none. */
gboolean    th_timeline_fit_run       (ThTimeline *self);

G_END_DECLS
