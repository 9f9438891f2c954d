/* test-scale.c - the pointer hits what is visible, also at other scales
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Run once for each scale, given by GDK_SCALE; positions are computed in pixels of the window and
 * clicked in those of the screen.
 */
#include "config.h"

#include "gui-gestures.h"
#include "gui-keyboard.h"

#include "th-timeline-private.h"

/* trace-cmd report of the sample. */
#define SWITCH_TIME G_GINT64_CONSTANT (177573737466) /* sched_switch, CPU 2, number 11 of all */
/* irq_handler_entry, CPU 0, irq=21 name=eth0 */
#define IRQ_BEGIN   G_GINT64_CONSTANT (177705413713)
#define IRQ_END     G_GINT64_CONSTANT (177705445191)

static ThTimeline *
set_up (Fixture *fixture,
        gint64   from,
        gint64   to)
{
  int scale = g_ascii_strtoll (g_getenv ("GDK_SCALE"), NULL, 10);

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  open_sample (fixture);
  g_assert_cmpint (gtk_widget_get_scale_factor (GTK_WIDGET (fixture->window)), ==, scale);
  keyboard_give (GTK_WINDOW (fixture->window));
  th_document_set_view (th_window_get_document (fixture->window), from, to);
  wait_ms (200);

  return th_window_get_timeline (fixture->window);
}

static double
x_of (ThTimeline *timeline,
      gint64      time)
{
  return timeline->time_x + th_view_time_to_x (th_document_get_view (timeline->document), time);
}

/* Returns the top of the lane of that CPU. */
static double
top_of (ThTimeline *timeline,
        guint       cpu)
{
  ThScene *scene = th_timeline_get_scene (timeline);

  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (scene, i);

      if (lane->kind == TH_LANE_CPU && lane->cpu == cpu)
        return th_timeline_lane_top (timeline, lane);
    }

  g_assert_not_reached ();
}

static void
click (ThTimeline *timeline,
       double      x,
       double      y,
       const char *key) /* a modifier to hold, or NULL */
{
  pointer_press (GTK_WIDGET (timeline), x, y, x, y, key);
}

static gint64
selected_time (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);
  ThRef ref = th_document_get_selected (document);

  return th_ref_is_none (ref) ? TH_TIME_NONE
                              : th_recording_get_time (th_document_get_recording (document), ref);
}

static gboolean
has_switch (Fixture *fixture)
{
  return selected_time (fixture) == SWITCH_TIME;
}

static gboolean
has_irq (Fixture *fixture)
{
  return selected_time (fixture) == IRQ_BEGIN;
}

/* The tick of an event whose neighbors are some pixels away. */
static void
test_event (Fixture       *fixture,
            gconstpointer  data)
{
  ThTimeline *timeline;

  if (!keyboard_is_there ())
    return;

  timeline = set_up (fixture, SWITCH_TIME - 50000, SWITCH_TIME + 50000);
  click (timeline, x_of (timeline, SWITCH_TIME), top_of (timeline, 2) + 20, NULL);
  wait_until (fixture, has_switch);
  g_assert_cmpuint (th_document_get_selected (timeline->document).cpu, ==, 2);
}

/* The interrupt in the row of that name, at a time without an event. */
static void
test_slice (Fixture       *fixture,
            gconstpointer  data)
{
  ThTimeline *timeline;
  double x, y;

  if (!keyboard_is_there ())
    return;

  timeline = set_up (fixture, IRQ_BEGIN - 20000, IRQ_END + 20000);
  x = x_of (timeline, IRQ_END - 500);
  for (y = top_of (timeline, 0); y < top_of (timeline, 1); y++)
    {
      th_timeline_set_pointer (timeline, x, y);
      if (timeline->hit.track != NULL &&
          g_str_equal (th_track_get_info (timeline->hit.track)->id, "irq"))
        break;
    }
  g_assert_cmpfloat (y, <, top_of (timeline, 1));
  click (timeline, x, y + 3, NULL);
  wait_until (fixture, has_irq);
}

static gboolean
is_third (Fixture *fixture)
{
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  const ThLane *lane = th_scene_get_lane (th_timeline_get_scene (timeline),
                                          th_timeline_get_current (timeline));

  return lane->kind == TH_LANE_CPU && lane->cpu == 3;
}

static gboolean
is_low (Fixture *fixture)
{
  ThTimeline *timeline = th_window_get_timeline (fixture->window);

  return top_of (timeline, 1) - top_of (timeline,
                                        0) <
                                          GPOINTER_TO_INT (g_object_get_data (G_OBJECT (timeline),
                                                                              "height"));
}

/* A click on the name makes the lane current; one on the arrow before it folds it. */
static void
test_label (Fixture       *fixture,
            gconstpointer  data)
{
  ThTimeline *timeline;
  double height;

  if (!keyboard_is_there ())
    return;

  timeline = set_up (fixture, SAMPLE_FIRST, SAMPLE_LAST);
  click (timeline, timeline->label_width / 2, top_of (timeline, 3) + 15, NULL);
  wait_until (fixture, is_third);

  height = top_of (timeline, 1) - top_of (timeline, 0);
  g_object_set_data (G_OBJECT (timeline), "height", GINT_TO_POINTER ((int) height));
  click (timeline, 11,
         top_of (timeline, 0) + th_scene_get_lane (th_timeline_get_scene (timeline), 1)->height / 3,
         NULL);
  wait_until (fixture, is_low);
}

static gboolean
has_marker (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);

  return th_markers_get_marker (th_document_get_markers (document), TH_MARKER_A) == SWITCH_TIME;
}

static gboolean
is_dragged (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);
  gint64 at = th_markers_get_marker (th_document_get_markers (document), TH_MARKER_A) - SWITCH_TIME;
  double by = at / th_view_ns_per_px (th_document_get_view (document));

  /* The marker moves to the pointer and snaps to a near event. */
  return by > 201 && by < 215;
}

/* Ctrl and a click on the ruler set a marker on the event there; then its flag is dragged. */
static void
test_ruler (Fixture       *fixture,
            gconstpointer  data)
{
  ThTimeline *timeline;
  double y = th_timeline_get_overview_height () + 1 + th_timeline_get_ruler_height () / 2;
  gint64 from, to;

  if (!keyboard_is_there ())
    return;

  timeline = set_up (fixture, SWITCH_TIME - 50000, SWITCH_TIME + 50000);
  click (timeline, x_of (timeline, SWITCH_TIME) + 2, y, "ctrl");
  wait_until (fixture, has_marker);

  pointer_press (GTK_WIDGET (timeline), x_of (timeline, SWITCH_TIME) + 8, y,
                 x_of (timeline, SWITCH_TIME) + 208, y, NULL);
  wait_until (fixture, is_dragged);
  g_assert_false (th_document_get_span (timeline->document, &from, &to));
}

static gboolean
is_selected_to (Fixture *fixture,
                double   from_px,
                double   to_px)
{
  ThDocument *document = th_window_get_document (fixture->window);
  double px = th_view_ns_per_px (th_document_get_view (document));
  gint64 from, to;

  /* The ends snap to near events. */
  return th_document_get_span (document, &from, &to) &&
         ABS ((from - SWITCH_TIME) / px - from_px) <= 8 &&
         ABS ((to - SWITCH_TIME) / px - to_px) <= 8;
}

static gboolean
is_begun (Fixture *fixture)
{
  return is_selected_to (fixture, 0, 100);
}

static gboolean
is_longer (Fixture *fixture)
{
  return is_selected_to (fixture, 0, 300);
}

static gboolean
is_earlier (Fixture *fixture)
{
  return is_selected_to (fixture, -200, 300);
}

/* The span is extended from the selected event by a click, and by drags to the right and to the
 * left. */
static void
test_extend (Fixture       *fixture,
             gconstpointer  data)
{
  ThTimeline *timeline;
  double x, y;

  if (!keyboard_is_there ())
    return;

  timeline = set_up (fixture, SWITCH_TIME - 50000, SWITCH_TIME + 50000);
  x = x_of (timeline, SWITCH_TIME);
  y = top_of (timeline, 2) + 20;
  click (timeline, x, y, NULL);
  wait_until (fixture, has_switch);
  click (timeline, x + 100, y, "shift");
  wait_until (fixture, is_begun);
  pointer_press (GTK_WIDGET (timeline), x + 150, y, x + 300, y, "shift");
  wait_until (fixture, is_longer);
  pointer_press (GTK_WIDGET (timeline), x + 50, y, x - 200, y, "shift");
  wait_until (fixture, is_earlier);
}

static gint64 view_from, view_to;

static gboolean
ends_later (Fixture *fixture)
{
  return th_document_get_view (th_window_get_document (fixture->window))->to > view_to;
}

static gboolean
begins_earlier (Fixture *fixture)
{
  return th_document_get_view (th_window_get_document (fixture->window))->from < view_from;
}

/* An edge of the brush moves only that end of the view, its middle moves both. */
static void
test_brush (Fixture       *fixture,
            gconstpointer  data)
{
  ThTimeline *timeline;
  GtkWidget *overview;
  const ThView *view;
  double x, width;
  gint64 length;

  if (!keyboard_is_there ())
    return;

  view_from = SAMPLE_FIRST + (SAMPLE_LAST - SAMPLE_FIRST) / 4;
  view_to = SAMPLE_FIRST + (SAMPLE_LAST - SAMPLE_FIRST) / 2;
  timeline = set_up (fixture, view_from, view_to);
  overview = timeline->overview;
  gui_find_brush (overview, &x, &width);
  pointer_press (overview, x + width, 10, x + width + 60, 10, NULL);
  wait_until (fixture, ends_later);
  view = th_document_get_view (timeline->document);
  g_assert_cmpint (view->from, ==, view_from);

  view_to = view->to;
  pointer_press (overview, x, 10, x - 40, 10, NULL);
  wait_until (fixture, begins_earlier);
  view = th_document_get_view (timeline->document);
  g_assert_cmpint (view->to, ==, view_to);

  length = view->to - view->from;
  gui_find_brush (overview, &x, &width);
  pointer_press (overview, x + width / 2, 10, x + width / 2 + 30, 10, NULL);
  wait_until (fixture, ends_later);
  view = th_document_get_view (timeline->document);
  g_assert_cmpint (ABS (view->to - view->from - length), <=, 1);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/scale/event", test_event);
  ADD_WINDOW_TEST ("/scale/slice", test_slice);
  ADD_WINDOW_TEST ("/scale/label", test_label);
  ADD_WINDOW_TEST ("/scale/ruler", test_ruler);
  ADD_WINDOW_TEST ("/scale/extend", test_extend);
  ADD_WINDOW_TEST ("/scale/brush", test_brush);

  return g_test_run ();
}
