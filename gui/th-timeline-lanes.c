/* th-timeline-lanes.c - a widget for each lane that is seen, and the lane that keys act on
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-timeline-private.h"

#include <math.h>

guint
th_timeline_get_current (ThTimeline *self)
{
  return self->current;
}

static void
scroll_to_lane (ThTimeline *self,
                guint       index)
{
  const ThLane *lane = th_scene_get_lane (th_timeline_get_scene (self), index);

  gtk_adjustment_clamp_page (self->scroll, lane->y, lane->y + lane->height);
}

void
th_timeline_set_current (ThTimeline *self,
                         guint       lane)
{
  g_return_if_fail (TH_IS_TIMELINE (self));

  if (th_timeline_get_scene (self) == NULL || lane >= th_scene_get_n_lanes (th_timeline_get_scene (self)) || self->current == lane)
    return;

  self->current = lane;
  scroll_to_lane (self, lane);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

void
th_timeline_move_current (ThTimeline *self,
                          int         step)
{
  ThScene *scene = th_timeline_get_scene (self);
  gint64 lane = (gint64) self->current + step;

  if (scene == NULL)
    return;
  if (self->current >= th_scene_get_n_lanes (scene))
    lane = 0;
  while (lane >= 0 && lane < th_scene_get_n_lanes (scene) && th_scene_get_lane (scene, lane)->height <= 0)
    lane += step;
  if (lane >= 0)
    th_timeline_set_current (self, lane);
}

void
th_timeline_scroll_pages (ThTimeline *self,
                          int         pages)
{
  gtk_adjustment_set_value (self->scroll, gtk_adjustment_get_value (self->scroll) +
                            pages * gtk_adjustment_get_page_size (self->scroll) * .9);
}

void
th_timeline_show_followed (ThTimeline *self)
{
  double top, bottom, page = gtk_adjustment_get_page_size (self->scroll);

  if (th_timeline_get_scene (self) == NULL || !th_scene_get_followed_range (th_timeline_get_scene (self), &top, &bottom))
    return;

  /* The scene may have grown since the last frame. */
  gtk_adjustment_set_upper (self->scroll, MAX (th_scene_get_height (th_timeline_get_scene (self)), page));
  gtk_adjustment_clamp_page (self->scroll, MAX (top, bottom - page), bottom);
}

static ThLaneView *
ensure_lane_view (ThTimeline *self,
                  guint       n)
{
  GtkWidget *view;

  if (n == self->lanes->len)
    {
      view = th_lane_view_new (self->document, &self->pace);
      /* Below the scroll bar and the card. */
      gtk_widget_insert_before (view, GTK_WIDGET (self), self->scrollbar);
      g_ptr_array_add (self->lanes, view);
    }

  return g_ptr_array_index (self->lanes, n);
}

void
th_timeline_reserve_lanes (ThTimeline *self)
{
  ThScene *scene = th_timeline_get_scene (self);
  double top = gtk_adjustment_get_value (self->scroll);
  double bottom = top + gtk_widget_get_height (GTK_WIDGET (self));
  guint n = 0;

  for (guint i = 0; scene != NULL && i < th_scene_get_n_lanes (scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (scene, i);

      if (lane->height > 0 && lane->y < bottom && lane->y + lane->height > top)
        ensure_lane_view (self, n++);
    }
}

GtkWidget *
th_timeline_get_lane_view (ThTimeline *self,
                           guint       lane)
{
  for (guint i = 0; i < self->n_lanes_used; i++)
    if (th_lane_view_get_lane (g_ptr_array_index (self->lanes, i)) == lane)
      return g_ptr_array_index (self->lanes, i);

  return NULL;
}

void
th_timeline_allocate_lanes (ThTimeline *self,
                            int         width,
                            double      page)
{
  ThScene *scene = th_timeline_get_scene (self);
  double scroll = gtk_adjustment_get_value (self->scroll);
  GtkWidget *current = NULL;
  const ThLane *lane;
  guint n = 0, first;

  first = scene != NULL ? th_scene_find_lane (scene, scroll) : G_MAXUINT;
  for (guint i = first; scene != NULL && i < th_scene_get_n_lanes (scene); i++)
    {
      ThLaneView *view;

      lane = th_scene_get_lane (scene, i);
      if (lane->y >= scroll + page)
        break;
      if (lane->height <= 0)
        continue;

      view = ensure_lane_view (self, n++);
      gtk_widget_set_child_visible (GTK_WIDGET (view), TRUE);
      th_lane_view_bind (view, i, self->label_width, i == self->current);
      gtk_widget_measure (GTK_WIDGET (view), GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
      gtk_widget_size_allocate (GTK_WIDGET (view),
                                &(GtkAllocation) { 0, LANES_TOP + lround (lane->y - scroll), width, ceil (lane->height) }, -1);
      if (i == self->current)
        current = GTK_WIDGET (view);
    }

  for (guint i = n; i < self->lanes->len; i++)
    gtk_widget_set_child_visible (g_ptr_array_index (self->lanes, i), FALSE);
  self->n_lanes_used = n;
  if (current != NULL)
    gtk_accessible_update_relation (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT, current, -1);
}

int
th_timeline_get_wanted_height (ThTimeline *self)
{
  return LANES_TOP + (th_timeline_get_scene (self) != NULL ? ceil (th_scene_get_height (th_timeline_get_scene (self))) : 0) + 12;
}
