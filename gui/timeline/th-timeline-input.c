/* th-timeline-input.c - gestures of the pointer on the timeline
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-timeline-private.h"

#include <math.h>

#include "th-settings.h"

/* A press that moves less than this is a click. */
#define DRAG_PX        4
#define WHEEL_ZOOM     1.25
#define WHEEL_PAN      0.1
#define WHEEL_LANES_PX 60

/* --- drag a span, click, double-click ----------------------------------- */

/* The time at @x, snapped to an event unless Alt is held. */
static gint64
drag_time_at (ThTimeline *self,
              GtkGesture *gesture,
              double      x,
              double      y)
{
  GdkModifierType state =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  return state & GDK_ALT_MASK
         ? th_scene_round_time (th_timeline_get_scene (self), th_timeline_time_at (self, x))
         : th_timeline_snap (self, x, y);
}

/* Sets markers A and B in turn. */
static void
set_next_marker (ThTimeline *self,
                 gint64      time)
{
  ThMarkers *marks = th_document_get_markers (self->document);
  gboolean a_is_set = th_markers_get_marker (marks, TH_MARKER_A) != TH_TIME_NONE;
  gboolean b_is_set = th_markers_get_marker (marks, TH_MARKER_B) != TH_TIME_NONE;

  if (a_is_set && b_is_set)
    th_markers_set_marker (marks, TH_MARKER_B, TH_TIME_NONE);
  th_markers_set_marker (marks, a_is_set && !b_is_set ? TH_MARKER_B : TH_MARKER_A, time);
}

/* With Shift, a drag extends the span to the pointer, from its farther end, or else
 * from the selected event.  TH_TIME_NONE if there is nothing to extend. */
static gint64
find_other_end (ThTimeline *self,
                gint64      time)
{
  ThRef ref = th_document_get_selected (self->document);
  gint64 from, to;

  if (th_document_get_span (self->document, &from, &to))
    return ABS ((double) time - (double) from) < ABS ((double) time - (double) to) ? to : from;
  if (!th_ref_is_none (ref))
    return th_recording_get_time (th_document_get_recording (self->document), ref);

  return TH_TIME_NONE;
}

static void
begin_span (ThTimeline *self,
            GtkGesture *gesture,
            double      x,
            double      y)
{
  GdkModifierType state =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  gint64 end;

  self->drag_time = drag_time_at (self, gesture, x, y);
  self->drag_marker = th_timeline_find_marker (self, x, y);
  if ((state & GDK_SHIFT_MASK) == 0 ||
      (end = find_other_end (self, self->drag_time)) == TH_TIME_NONE)
    return;

  th_document_select_span (self->document, end, self->drag_time);
  self->drag_time = end;
  self->drag_marker = TH_N_MARKERS;
  self->dragging = TRUE;
}

static void
span_begin_cb (ThTimeline     *self,
               double          x,
               double          y,
               GtkGestureDrag *gesture)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->document == NULL || !th_timeline_in_time (self, x) ||
      y < th_timeline_get_overview_height ())
    {
      if (!th_timeline_in_lanes (self, x, y))
        gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      else
        th_timeline_grab_lane (self, y);
      self->drag_time = TH_TIME_NONE;
      return;
    }

  self->dragging = FALSE;
  begin_span (self, GTK_GESTURE (gesture), x, y);
}

static void
span_update_cb (ThTimeline     *self,
                double          dx,
                double          dy,
                GtkGestureDrag *gesture)
{
  double x, y;

  if (self->drag_lane != NULL && (self->dragging || fabs (dy) >= DRAG_PX))
    {
      self->dragging = TRUE;
      gtk_gesture_drag_get_start_point (gesture, &x, &y);
      th_timeline_drag_lane (self, y + dy);
    }
  if (self->drag_time == TH_TIME_NONE || (!self->dragging && fabs (dx) < DRAG_PX))
    return;

  self->dragging = TRUE;
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  x = self->time_x > 0 ? MAX (x + dx, self->time_x)
                       : MIN (x + dx, th_document_get_view (self->document)->width);
  if (self->drag_marker != TH_N_MARKERS)
    th_markers_set_marker (th_document_get_markers (self->document), self->drag_marker,
                           drag_time_at (self, GTK_GESTURE (gesture), x, y + dy));
  else
    th_document_select_span (self->document, self->drag_time,
                             drag_time_at (self, GTK_GESTURE (gesture), x, y + dy));
}

static void
span_end_cb (ThTimeline     *self,
             double          dx,
             double          dy,
             GtkGestureDrag *gesture)
{
  GdkModifierType state =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  double x, y;

  if (self->dragging && self->drag_lane != NULL)
    th_timeline_drop_lane (self);
  else if (!self->dragging && self->drag_time != TH_TIME_NONE && (state & GDK_CONTROL_MASK))
    set_next_marker (self, self->drag_time);
  else if (!self->dragging && self->drag_marker == TH_N_MARKERS &&
           gtk_gesture_drag_get_start_point (gesture, &x, &y))
    th_timeline_click (self, x, y);

  self->dragging = FALSE;
  self->drag_lane = NULL;
  self->drag_marker = TH_N_MARKERS;
  self->drag_time = TH_TIME_NONE;
}

static void
pressed_cb (ThTimeline *self,
            int         n_press,
            double      x,
            double      y)
{
  if (n_press == 2 && th_timeline_in_lanes (self, x, y) && th_timeline_in_time (self, x))
    th_timeline_fit_run (self);
}

static void
menu_cb (ThTimeline *self,
         int         n_press,
         double      x,
         double      y)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->document != NULL)
    th_timeline_popup_menu_at (self, x, y);
}

/* --- middle drag, pinch ------------------------------------------------- */

static void
pan_begin_cb (ThTimeline *self,
              double      x,
              double      y)
{
  th_timeline_stop_motion (self);
  if (self->document != NULL)
    self->drag_view = *th_document_get_view (self->document);
  self->drag_scroll = gtk_adjustment_get_value (self->scroll);
}

static void
pan_update_cb (ThTimeline *self,
               double      dx,
               double      dy)
{
  gint64 first, last;
  ThView moved;

  if (self->document == NULL || !th_document_get_range (self->document, &first, &last))
    return;

  moved = th_view_pan (&self->drag_view, (gint64) (-dx * th_view_ns_per_px (&self->drag_view)),
                       first, last);
  th_document_set_view (self->document, moved.from, moved.to);
  gtk_adjustment_set_value (self->scroll, self->drag_scroll - dy);
}

static void
pinch_begin_cb (ThTimeline *self)
{
  pan_begin_cb (self, 0, 0);
}

static void
pinch_changed_cb (ThTimeline *self,
                  double      scale,
                  GtkGesture *gesture)
{
  double x = self->time_x + self->drag_view.width / 2, y;
  gint64 first, last;
  ThView zoomed;

  if (self->document == NULL || !th_document_get_range (self->document, &first, &last))
    return;

  gtk_gesture_get_bounding_box_center (gesture, &x, &y);
  zoomed = th_view_zoom (&self->drag_view, scale, x - self->time_x, first, last);
  th_document_set_view (self->document, zoomed.from, zoomed.to);
}

/* --- wheel -------------------------------------------------------------- */

static gboolean
scroll_cb (ThTimeline               *self,
           double                    dx,
           double                    dy,
           GtkEventControllerScroll *controller)
{
  GdkModifierType state =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  gboolean wheel = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_WHEEL;
  double step = wheel ? 1 : 1 / 40.0; /* a touchpad reports pixels */
  double turn = th_settings_get () != NULL &&
                g_settings_get_boolean (th_settings_get (), "reverse-wheel") ? -step : step;

  if (self->document == NULL)
    return FALSE;

  self->keys_lead = FALSE;
  if (state & GDK_SHIFT_MASK)
    {
      dx = dx != 0 ? dx : dy;
      dy = 0;
    }

  if (state & GDK_CONTROL_MASK)
    th_timeline_zoom_at (self, pow (WHEEL_ZOOM, -dy * turn),
                         MAX (self->pointer_x - self->time_x, 0), wheel);
  else if (dx != 0)
    th_timeline_pan (self, dx * turn * WHEEL_PAN);
  else
    gtk_adjustment_set_value (self->scroll,
                              gtk_adjustment_get_value (self->scroll) + dy * step * WHEEL_LANES_PX);

  return TRUE;
}

/* --- hover -------------------------------------------------------------- */

static void
motion_cb (ThTimeline *self,
           double      x,
           double      y)
{
  /* GTK also reports motion if the pointer rests while something beneath it changes. */
  if (x != self->pointer_x || y != self->pointer_y)
    self->keys_lead = FALSE;
  th_timeline_set_pointer (self, x, y);
}

static void
leave_cb (ThTimeline *self)
{
  th_timeline_set_pointer (self, -1, -1);
}

/* A key hides the card, as it does a tooltip: the card would cover what the key does, and its
 * subject may no longer be below the pointer.  Neither applies to the keys of a menu. */
static gboolean
key_cb (ThTimeline         *self,
        guint               keyval G_GNUC_UNUSED,
        guint               keycode G_GNUC_UNUSED,
        GdkModifierType     state G_GNUC_UNUSED,
        GtkEventController *controller)
{
  GdkEvent *event = gtk_event_controller_get_current_event (controller);

  if (event != NULL && !gdk_key_event_is_modifier (event) &&
      (self->menu == NULL || !gtk_widget_get_mapped (self->menu)))
    {
      self->keys_lead = TRUE;
      gtk_widget_set_visible (self->card, FALSE);
    }
  return GDK_EVENT_PROPAGATE;
}

/* Keys move the view even while the focus is elsewhere in the window, so they are watched there. */
static void
root_cb (ThTimeline *self)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));

  if (self->keys != NULL)
    gtk_widget_remove_controller (gtk_event_controller_get_widget (self->keys), self->keys);
  g_clear_weak_pointer (&self->keys);
  if (root == NULL)
    return;

  g_set_weak_pointer (&self->keys, gtk_event_controller_key_new ());
  gtk_event_controller_set_propagation_phase (self->keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (self->keys, "key-pressed", G_CALLBACK (key_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (root, self->keys);
}

static void
add_drag (ThTimeline *self,
          guint       button,
          GCallback   begin,
          GCallback   update,
          GCallback   end)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), button);
  g_signal_connect_swapped (drag, "drag-begin", begin, self);
  g_signal_connect_swapped (drag, "drag-update", update, self);
  if (end != NULL)
    g_signal_connect_swapped (drag, "drag-end", end, self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

void
th_timeline_add_input (ThTimeline *self)
{
  GtkEventController *scroll =
    gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkGesture *menu = gtk_gesture_click_new ();

  add_drag (self, GDK_BUTTON_PRIMARY, G_CALLBACK (span_begin_cb), G_CALLBACK (span_update_cb),
            G_CALLBACK (span_end_cb));
  add_drag (self, GDK_BUTTON_MIDDLE, G_CALLBACK (pan_begin_cb), G_CALLBACK (pan_update_cb), NULL);

  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (menu, "pressed", G_CALLBACK (menu_cb), self);
  g_signal_connect_swapped (pinch, "begin", G_CALLBACK (pinch_begin_cb), self);
  g_signal_connect_swapped (pinch, "scale-changed", G_CALLBACK (pinch_changed_cb), self);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (pinch));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (menu));
  th_timeline_add_tooltips (self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect (self, "notify::root", G_CALLBACK (root_cb), NULL);
}
