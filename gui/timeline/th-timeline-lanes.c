/* th-timeline-lanes.c - widgets of the visible lanes, and the current lane
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-pinned-flows.h"
#include "th-scene-edit.h"
#include "th-timeline-private.h"
#include "th-viewport.h"

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
  double pinned = th_timeline_get_viewport (self).pinned;

  /* The next layout scrolls once more: the height of the lanes may be about to change, as when a
   * divider moves at the same time. */
  self->shows_late = !self->allocating;
  if (self->shows_late)
    gtk_widget_queue_allocate (GTK_WIDGET (self));
  /* Before the first layout, scrolling would hide the lanes above. */
  if (gtk_adjustment_get_page_size (self->scroll) <= 1)
    return;

  /* The scene may have grown since the last frame. */
  gtk_adjustment_set_upper (self->scroll,
                            MAX (th_scene_get_height (th_timeline_get_scene (self)),
                                 gtk_adjustment_get_page_size (self->scroll)));
  if (lane->y >= pinned)
    gtk_adjustment_clamp_page (self->scroll, lane->y - pinned, lane->y + lane->height);
}

void
th_timeline_set_current (ThTimeline *self,
                         guint       lane)
{
  g_return_if_fail (TH_IS_TIMELINE (self));

  if (th_timeline_get_scene (self) == NULL ||
      lane >= th_scene_get_n_lanes (th_timeline_get_scene (self)) || self->current == lane)
    return;

  self->current = lane;
  self->current_name = th_scene_get_lane (th_timeline_get_scene (self), lane)->name;
  scroll_to_lane (self, lane);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "current-changed");
}

void
th_timeline_show_current (ThTimeline *self)
{
  if (th_timeline_get_scene (self) != NULL &&
      self->current < th_scene_get_n_lanes (th_timeline_get_scene (self)))
    scroll_to_lane (self, self->current);
}

void
th_timeline_find_current (ThTimeline *self)
{
  ThScene *scene = th_timeline_get_scene (self);
  guint lane = scene != NULL ? th_scene_find_name (scene, self->current_name) : G_MAXUINT;

  if (lane != G_MAXUINT)
    self->current = lane;
  else if (scene != NULL && self->current >= th_scene_get_n_lanes (scene))
    self->current = MAX (th_scene_get_n_lanes (scene), 1) - 1;
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
  while (lane >= 0 && lane < th_scene_get_n_lanes (scene) &&
         th_scene_get_lane (scene, lane)->height <= 0)
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
  double pinned = th_timeline_get_viewport (self).pinned;

  if (th_timeline_get_scene (self) == NULL ||
      !th_scene_get_followed_range (th_timeline_get_scene (self), &top, &bottom))
    return;

  /* The scene may have grown since the last frame. */
  gtk_adjustment_set_upper (self->scroll,
                            MAX (th_scene_get_height (th_timeline_get_scene (self)), page));
  gtk_adjustment_clamp_page (self->scroll, MAX (top - pinned, bottom - page), bottom);
}

static void
ensure_lane_view (ThTimeline *self,
                  guint       n)
{
  GtkWidget *view;

  if (n < self->lanes->len)
    return;

  view = th_lane_view_new (self->document);
  /* Stacks the lane below the scroll bar and the hover card. */
  gtk_widget_insert_before (view, GTK_WIDGET (self), self->scrollbar);
  g_ptr_array_add (self->lanes, view);
}

static gboolean
is_seen (const ThViewport *port,
         const ThLane     *lane)
{
  if (lane->height <= 0)
    return FALSE;
  if (lane->y < port->pinned)
    return TRUE;

  return lane->y < port->scroll + port->height &&
         lane->y + lane->height > port->scroll + port->pinned;
}

static gboolean
reserve_cb (gpointer data)
{
  ThTimeline *self = data;

  self->reserve_id = 0;
  th_timeline_reserve_lanes (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));

  return G_SOURCE_REMOVE;
}

/* Adding a child queues a resize, which GTK ignores during allocation; it would then
 * draw neighboring widgets that have no allocation. */
static void
reserve_later (ThTimeline *self)
{
  if (self->reserve_id == 0)
    self->reserve_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, reserve_cb, self, NULL);
}

void
th_timeline_reserve_lanes (ThTimeline *self)
{
  ThScene *scene = th_timeline_get_scene (self);
  ThViewport port = th_timeline_get_viewport (self);
  guint n = 0;

  for (guint i = 0; scene != NULL && i < th_scene_get_n_lanes (scene); i++)
    if (is_seen (&port, th_scene_get_lane (scene, i)))
      ensure_lane_view (self, n++);
}

/* After scrolling, lane @index is shown by another widget, the @n-th, which gets its picture. */
static void
bring_picture (ThTimeline *self,
               guint       n,
               guint       index)
{
  ThLaneView *view = g_ptr_array_index (self->lanes, n);

  if (th_lane_view_has_lane (view, index))
    return;

  for (guint i = n + 1; i < self->lanes->len; i++)
    if (th_lane_view_has_lane (g_ptr_array_index (self->lanes, i), index))
      {
        th_lane_view_swap (view, g_ptr_array_index (self->lanes, i));
        return;
      }
}

static void
allocate_lane (ThTimeline *self,
               ThLaneView *view,
               guint       index,
               int         width)
{
  const ThLane *lane = th_scene_get_lane (th_timeline_get_scene (self), index);
  int top = lround (th_timeline_lane_top (self, lane));

  gtk_widget_set_child_visible (GTK_WIDGET (view), TRUE);
  th_lane_view_bind (view, index, self->label_width, index == self->current);
  gtk_widget_measure (GTK_WIDGET (view), GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_size_allocate (GTK_WIDGET (view),
                            &(GtkAllocation) { 0, top, width, ceil (lane->height) }, -1);
}

void
th_timeline_allocate_lanes (ThTimeline *self,
                            int         width)
{
  ThScene *scene = th_timeline_get_scene (self);
  ThViewport port = th_timeline_get_viewport (self);
  GtkWidget *current = NULL;
  guint n = 0;

  self->n_pinned_used = 0;
  for (guint i = 0; scene != NULL && i < th_scene_get_n_lanes (scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (scene, i);
      ThLaneView *view;

      if (lane->y >= port.pinned && lane->y >= port.scroll + port.height)
        break;
      if (!is_seen (&port, lane))
        continue;

      if (n == self->lanes->len)
        {
          reserve_later (self);
          break;
        }

      bring_picture (self, n, i);
      view = g_ptr_array_index (self->lanes, n++);
      self->n_pinned_used += lane->y < port.pinned;
      allocate_lane (self, view, i, width);
      if (i == self->current)
        current = GTK_WIDGET (view);
    }

  for (guint i = n; i < self->lanes->len; i++)
    gtk_widget_set_child_visible (g_ptr_array_index (self->lanes, i), FALSE);
  self->n_lanes_used = n;
  if (current != NULL)
    gtk_accessible_update_relation (GTK_ACCESSIBLE (self),
                                    GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT, current, -1);
}

int
th_timeline_get_wanted_height (ThTimeline *self)
{
  ThScene *scene = th_timeline_get_scene (self);
  int height = scene != NULL ? ceil (th_scene_get_height (scene)) : 0;

  return th_timeline_get_lanes_top () + height + 12;
}

/* --- moving lanes by their labels --------------------------------------- */

gboolean
th_timeline_grab_lane (ThTimeline *self,
                       double      y)
{
  ThScene *scene = th_timeline_get_scene (self);
  guint lane = scene != NULL && y >= th_timeline_get_lanes_top ()
               ? th_scene_find_lane (scene, th_timeline_scene_y (self, y)) : G_MAXUINT;

  self->drag_lane = NULL;
  self->drop_before = G_MAXUINT;
  if (lane == G_MAXUINT || !th_scene_can_move (scene, lane))
    return FALSE;

  self->drag_lane = th_scene_get_lane (scene, lane)->name;
  return TRUE;
}

/* Drops before the lane at @y, or after it if @y is in its lower half. */
void
th_timeline_drag_lane (ThTimeline *self,
                       double      y)
{
  ThScene *scene = th_timeline_get_scene (self);
  guint lane;

  if (self->drag_lane == NULL)
    return;

  y = th_timeline_scene_y (self,
                           CLAMP (y, th_timeline_get_lanes_top (),
                                  gtk_widget_get_height (GTK_WIDGET (self)) - 1));
  lane = th_scene_find_lane (scene, y);
  self->drop_pinned = lane != G_MAXUINT && th_scene_get_lane (scene, lane)->pinned;
  if (lane == G_MAXUINT)
    lane = th_scene_get_n_lanes (scene);
  else if (y - th_scene_get_lane (scene, lane)->y > th_scene_get_lane (scene, lane)->height / 2)
    lane++;
  self->drop_before = lane;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
th_timeline_drop_lane (ThTimeline *self)
{
  ThScene *scene = th_timeline_get_scene (self);
  guint lane = th_scene_find_name (scene, self->drag_lane), before = self->drop_before;

  g_autofree char *name = g_strdup (self->drag_lane);
  g_autofree char *target = NULL;

  self->drag_lane = NULL;
  self->drop_before = G_MAXUINT;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (lane == G_MAXUINT || before == G_MAXUINT)
    return;

  /* Dropping among the pinned lanes pins a lane, dropping elsewhere unpins it. */
  target = before < th_scene_get_n_lanes (scene)
           ? g_strdup (th_scene_get_lane (scene, before)->name) : NULL;
  if (th_scene_get_lane (scene, lane)->pinned != self->drop_pinned &&
      th_scene_set_pinned (scene, lane, self->drop_pinned))
    {
      lane = th_scene_find_name (scene, name);
      before = target != NULL ? th_scene_find_name (scene, target) : th_scene_get_n_lanes (scene);
    }
  if (lane != G_MAXUINT && before != G_MAXUINT)
    th_scene_move_before (scene, lane, before);
  th_document_lanes_changed (self->document);
}
