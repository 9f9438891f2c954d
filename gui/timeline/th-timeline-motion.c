/* th-timeline-motion.c - animated changes of the view, and held keys
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-timeline-private.h"

#include <math.h>

#include "th-settings.h"
#include "th-time.h"

#define GLIDE_USEC     140000
#define ZOOM_PER_SEC   8.0  /* zoom factor per second of a held key */
#define PAN_PER_SEC    1.2  /* widths of the view per second */
/* A late frame must not make the view jump. */
#define MAX_FRAME_USEC 50000

static gboolean
wants_animation (ThTimeline *self)
{
  gboolean enabled = TRUE;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &enabled,
                NULL);

  if (th_settings_get () != NULL && !g_settings_get_boolean (th_settings_get (), "animations"))
    return FALSE;

  return enabled && gtk_widget_get_mapped (GTK_WIDGET (self));
}

static void
glide_step (ThTimeline *self,
            gint64      now)
{
  const ThView *from = &self->glide_from, *to = &self->glide_to;
  double t = CLAMP ((now - self->glide_begin) / (double) GLIDE_USEC, 0, 1);

  if (t >= 1)
    {
      self->glide_begin = 0;
      th_document_set_view (self->document, to->from, to->to);
      return;
    }

  t = 1 - pow (1 - t, 3);
  th_document_set_view (self->document,
                        from->from + (gint64) (t * (double) (to->from - from->from)),
                        from->to + (gint64) (t * (double) (to->to - from->to)));
}

static void
hold_step (ThTimeline *self,
           gint64      now)
{
  double seconds = CLAMP (now - self->hold_last, 0, MAX_FRAME_USEC) / 1e6;
  const ThView *view = th_document_get_view (self->document);
  double factor = pow (ZOOM_PER_SEC, seconds * self->hold_speed);
  double way = PAN_PER_SEC * seconds * self->hold_speed * (double) (view->to - view->from);
  gint64 first, last;
  ThView moved;

  self->hold_last = now;
  if (!th_document_get_range (self->document, &first, &last))
    return;

  if (self->hold == TH_HOLD_ZOOM_IN || self->hold == TH_HOLD_ZOOM_OUT)
    {
      double x = th_timeline_in_time (self, self->pointer_x) ? self->pointer_x - self->time_x
                                                             : view->width / 2;

      moved = th_view_zoom (view, self->hold == TH_HOLD_ZOOM_IN ? factor : 1 / factor, x, first,
                            last);
    }
  else
    moved = th_view_pan (view, (gint64) (self->hold == TH_HOLD_PAN_LEFT ? -way : way), first, last);

  th_document_set_view (self->document, moved.from, moved.to);
}

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       data)
{
  ThTimeline *self = (ThTimeline *) widget;
  gint64 now = gdk_frame_clock_get_frame_time (clock);

  if (self->document != NULL)
    {
      if (self->glide_begin != 0)
        glide_step (self, now);
      else if (self->hold != TH_HOLD_NONE)
        hold_step (self, now);
    }

  if (self->document != NULL && (self->glide_begin != 0 || self->hold != TH_HOLD_NONE))
    return G_SOURCE_CONTINUE;

  self->tick_id = 0;
  return G_SOURCE_REMOVE;
}

static gint64
start_ticking (ThTimeline *self)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self));

  if (self->tick_id == 0)
    self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);

  return clock != NULL ? gdk_frame_clock_get_frame_time (clock) : g_get_monotonic_time ();
}

void
th_timeline_stop_motion (ThTimeline *self)
{
  self->glide_begin = 0;
  self->hold = TH_HOLD_NONE;
  if (self->tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
  self->tick_id = 0;
}

ThView
th_timeline_get_target (ThTimeline *self)
{
  return self->glide_begin != 0 ? self->glide_to : *th_document_get_view (self->document);
}

static void
glide_to (ThTimeline *self,
          ThView      target,
          gboolean    glide)
{
  if (!glide || !wants_animation (self))
    {
      self->glide_begin = 0;
      th_document_set_view (self->document, target.from, target.to);
      return;
    }

  self->glide_from = *th_document_get_view (self->document);
  self->glide_to = target;
  self->glide_begin = start_ticking (self);
}

void
th_timeline_settle (ThTimeline *self)
{
  g_return_if_fail (TH_IS_TIMELINE (self));

  if (self->glide_begin != 0)
    glide_to (self, self->glide_to, FALSE);
}

void
th_timeline_go (ThTimeline *self,
                gint64      from,
                gint64      to)
{
  ThView target;
  gint64 first, last;

  g_return_if_fail (TH_IS_TIMELINE (self));

  if (self->document == NULL || !th_document_get_range (self->document, &first, &last))
    return;

  target = (ThView) { from, to, th_document_get_view (self->document)->width };
  glide_to (self, th_view_clamp (&target, first, last), TRUE);
}

void
th_timeline_center (ThTimeline *self,
                    gint64      time)
{
  ThView view;
  gint64 from;

  g_return_if_fail (TH_IS_TIMELINE (self));

  if (self->document == NULL)
    return;

  view = th_timeline_get_target (self);
  from = th_time_shift (time, -((view.to - view.from) / 2));
  th_timeline_go (self, from, th_time_shift (from, view.to - view.from));
}

void
th_timeline_zoom_at (ThTimeline *self,
                     double      factor,
                     double      x,
                     gboolean    glide)
{
  gint64 first, last;
  ThView target;

  if (self->document == NULL || !th_document_get_range (self->document, &first, &last))
    return;

  target = th_timeline_get_target (self);
  glide_to (self, th_view_zoom (&target, factor, x, first, last), glide);
}

/* The position that a key zooms around. */
static double
zoom_place (ThTimeline *self)
{
  const ThView *view = th_document_get_view (self->document);
  gint64 time, to;

  if (th_timeline_in_time (self, self->pointer_x) &&
      self->pointer_y >= th_timeline_get_overview_height ())
    return self->pointer_x - self->time_x;

  if (th_document_get_span (self->document, &time, &to))
    time += (to - time) / 2;
  else
    time = th_document_get_cursor (self->document);
  if (time == TH_TIME_NONE)
    return view->width / 2;

  return time >= view->from && time < view->to ? th_view_time_to_x (view, time) : view->width / 2;
}

void
th_timeline_zoom (ThTimeline *self,
                  double      factor)
{
  g_return_if_fail (TH_IS_TIMELINE (self));

  if (self->document != NULL)
    th_timeline_zoom_at (self, factor, zoom_place (self), TRUE);
}

void
th_timeline_pan (ThTimeline *self,
                 double      share)
{
  gint64 first, last;
  ThView target;

  g_return_if_fail (TH_IS_TIMELINE (self));

  if (self->document == NULL || !th_document_get_range (self->document, &first, &last))
    return;

  target = th_timeline_get_target (self);
  glide_to (self,
            th_view_pan (&target, (gint64) (share * (double) (target.to - target.from)), first,
                         last), TRUE);
}

void
th_timeline_hold (ThTimeline *self,
                  ThHold      hold,
                  double      speed)
{
  gboolean begins;

  g_return_if_fail (TH_IS_TIMELINE (self));

  begins = hold != TH_HOLD_NONE && hold != self->hold;
  self->hold = hold;
  self->hold_speed = speed;
  if (begins)
    self->hold_last = start_ticking (self);
}
