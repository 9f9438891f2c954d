/* th-timeline-geometry.c - positions of the parts of the timeline
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-timeline-private.h"

#include <math.h>

#include "th-style.h"
#include "th-viewport.h"

#define OVERVIEW_HEIGHT 38
#define RULER_HEIGHT 22
/* The share of the height that pinned lanes may take; beyond it they scroll, too. */
#define PINNED_SHARE 0.6

ThScene *
th_timeline_get_scene (ThTimeline *self)
{
  return self->document != NULL ? th_document_get_scene (self->document) : NULL;
}

/* --- heights ------------------------------------------------------------- */

double
th_timeline_get_overview_height (void)
{
  return th_style_grow (OVERVIEW_HEIGHT);
}

double
th_timeline_get_ruler_height (void)
{
  return th_style_grow (RULER_HEIGHT);
}

double
th_timeline_get_lanes_top (void)
{
  return th_timeline_get_overview_height () + 1 + th_timeline_get_ruler_height ();
}

/* --- lanes ---------------------------------------------------------------- */

ThViewport
th_timeline_get_viewport (ThTimeline *self)
{
  ThScene *scene = th_timeline_get_scene (self);
  double height = MAX (gtk_widget_get_height (GTK_WIDGET (self)) - th_timeline_get_lanes_top (), 1);
  double pinned = scene != NULL ? th_scene_get_pinned_height (scene) : 0;

  return (ThViewport) { pinned <= height * PINNED_SHARE ? pinned : 0,
                        lround (gtk_adjustment_get_value (self->scroll)), height };
}

double
th_timeline_lane_top (ThTimeline   *self,
                      const ThLane *lane)
{
  ThViewport port = th_timeline_get_viewport (self);

  return th_timeline_get_lanes_top () + lane->y - (lane->y < port.pinned ? 0 : port.scroll);
}

double
th_timeline_scene_y (ThTimeline *self,
                     double      y)
{
  ThViewport port = th_timeline_get_viewport (self);

  return y - th_timeline_get_lanes_top () + (y - th_timeline_get_lanes_top () < port.pinned
                                             ? 0 : port.scroll);
}

const ThLane *
th_timeline_get_lane_at (ThTimeline *self,
                         double      y)
{
  ThScene *scene = th_timeline_get_scene (self);
  guint index = scene != NULL && y >= th_timeline_get_lanes_top ()
                ? th_scene_find_lane (scene, th_timeline_scene_y (self, y)) : G_MAXUINT;

  return index != G_MAXUINT ? th_scene_get_lane (scene, index) : NULL;
}

/* --- time ----------------------------------------------------------------- */

gboolean
th_timeline_in_lanes (ThTimeline *self,
                      double      x,
                      double      y)
{
  return th_timeline_get_scene (self) != NULL && x >= 0 && y >= th_timeline_get_lanes_top () &&
         y < gtk_widget_get_height (GTK_WIDGET (self));
}

gboolean
th_timeline_in_time (ThTimeline *self,
                     double      x)
{
  return self->time_x > 0 ? x >= self->time_x
                          : x < gtk_widget_get_width (GTK_WIDGET (self)) - self->label_width;
}

gint64
th_timeline_time_at (ThTimeline *self,
                     double      x)
{
  return th_view_x_to_time (th_document_get_view (self->document), x - self->time_x);
}

double
th_timeline_place_flag (ThTimeline *self,
                        double      x,
                        double      line_width,
                        double      flag_width)
{
  double end = self->time_x + th_document_get_view (self->document)->width;

  if (x + flag_width <= end)
    return x;

  return MAX (x + line_width - flag_width, self->time_x);
}
