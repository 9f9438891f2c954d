/* test-pointer.c - the mouse on the timeline: wheel, buttons and modifiers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Events are sent through the display server; test-scale.c has the positions of clicks at scale 2.
 */
#include "config.h"

#include "gui-gestures.h"
#include "gui-keyboard.h"

#include "th-settings.h"
#include "th-timeline-private.h"

#define FROM G_GINT64_CONSTANT (177620000000)
#define SPAN G_GINT64_CONSTANT (100000000)

/* trace-cmd report of the sample: rcu_preempt runs on CPU 2 from the one switch to the other. */
#define RUN_BEGIN G_GINT64_CONSTANT (177573737466)
#define RUN_END   G_GINT64_CONSTANT (177573829384)

enum { MIDDLE = 2, WHEEL_UP = 4, WHEEL_DOWN = 5 };

static gint64 wanted_from, wanted_to, wanted_off;
static double wanted_scroll;

static gboolean
is_close (gint64 time,
          gint64 wanted)
{
  return ABS (time - wanted) <= wanted_off;
}

static gboolean
has_view (Fixture *fixture)
{
  const ThView *view = th_document_get_view (th_window_get_document (fixture->window));

  return is_close (view->from, wanted_from) && is_close (view->to, wanted_to);
}

static gboolean
has_span (Fixture *fixture)
{
  gint64 from, to;

  return th_document_get_span (th_window_get_document (fixture->window), &from, &to) &&
         from == wanted_from && to == wanted_to;
}

static gboolean
has_scrolled (Fixture *fixture)
{
  return gtk_adjustment_get_value (th_window_get_timeline (fixture->window)->scroll) ==
         wanted_scroll;
}

/* Compares views with a tolerance of a pixel of @view. */
static void
expect_view (Fixture      *fixture,
             const ThView *view,
             gint64        from,
             gint64        to)
{
  wanted_from = from;
  wanted_to = to;
  wanted_off = (gint64) th_view_ns_per_px (view) + 1;
  wait_until (fixture, has_view);
}

static ThTimeline *
set_up (Fixture *fixture,
        gint64   from,
        gint64   to)
{
  ThTimeline *timeline;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  open_sample (fixture);
  timeline = th_window_get_timeline (fixture->window);
  wait_until (fixture, is_analysed);
  keyboard_give (GTK_WINDOW (fixture->window));
  th_document_set_view (th_window_get_document (fixture->window), from, to);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));

  return timeline;
}

static double
top_of_cpu (ThTimeline *timeline,
            guint       cpu)
{
  ThScene *scene = th_timeline_get_scene (timeline);

  return th_timeline_lane_top (timeline,
                               th_scene_get_lane (scene, th_scene_find_cpu (scene, 0, cpu)));
}

/* The wheel zooms by a quarter at the pointer; the direction can be reversed by a setting. */
static void
test_wheel_zooms (Fixture       *fixture,
                  gconstpointer  data)
{
  ThTimeline *timeline;
  const ThView start = { FROM, FROM + SPAN, 0 };
  double x, y;
  gint64 before, time;
  ThView view;

  if (!keyboard_is_there ())
    return;

  timeline = set_up (fixture, FROM, FROM + SPAN);
  view = *th_document_get_view (timeline->document);
  x = (int) (timeline->time_x + view.width / 4);
  y = top_of_cpu (timeline, 0) + 10;
  time = th_timeline_time_at (timeline, x);
  before = (gint64) ((time - FROM) / 1.25);

  pointer_click (GTK_WIDGET (timeline), WHEEL_UP, 1, x, y, "ctrl");
  expect_view (fixture, &view, time - before, time - before + (gint64) (SPAN / 1.25));
  pointer_click (GTK_WIDGET (timeline), WHEEL_DOWN, 1, x, y, "ctrl");
  expect_view (fixture, &view, start.from, start.to);

  g_settings_set_boolean (th_settings_get (), "reverse-wheel", TRUE);
  pointer_click (GTK_WIDGET (timeline), WHEEL_DOWN, 1, x, y, "ctrl");
  expect_view (fixture, &view, time - before, time - before + (gint64) (SPAN / 1.25));
  g_settings_reset (th_settings_get (), "reverse-wheel");
}

/* With Shift, the wheel pans by a tenth of the view; alone it scrolls the lanes. */
static void
test_wheel_moves (Fixture       *fixture,
                  gconstpointer  data)
{
  ThTimeline *timeline;
  double x, y;
  ThView view;

  if (!keyboard_is_there ())
    return;

  timeline = set_up (fixture, FROM, FROM + SPAN);
  view = *th_document_get_view (timeline->document);
  x = timeline->time_x + view.width / 2;
  y = top_of_cpu (timeline, 0) + 10;
  pointer_click (GTK_WIDGET (timeline), WHEEL_DOWN, 2, x, y, "shift");
  expect_view (fixture, &view, FROM + SPAN / 5, FROM + SPAN + SPAN / 5);
  pointer_click (GTK_WIDGET (timeline), WHEEL_UP, 3, x, y, "shift");
  expect_view (fixture, &view, FROM - SPAN / 10, FROM + SPAN - SPAN / 10);

  /* Make the lanes higher than the window. */
  gtk_paned_set_position (GTK_PANED (gtk_widget_get_ancestor (GTK_WIDGET (timeline),
                                                              GTK_TYPE_PANED)), 250);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  g_assert_cmpfloat (gtk_adjustment_get_upper (timeline->scroll), >,
                     gtk_adjustment_get_page_size (timeline->scroll) + 60);
  wanted_scroll = 60;
  pointer_click (GTK_WIDGET (timeline), WHEEL_DOWN, 1, x, y, NULL);
  wait_until (fixture, has_scrolled);
  g_assert_true (has_view (fixture));
  wanted_scroll = 0;
  pointer_click (GTK_WIDGET (timeline), WHEEL_UP, 1, x, y, NULL);
  wait_until (fixture, has_scrolled);
}

/* The time that was under the pointer follows it. */
static void
test_middle_pans (Fixture       *fixture,
                  gconstpointer  data)
{
  ThTimeline *timeline;
  double x, y;
  gint64 by;
  ThView view;

  if (!keyboard_is_there ())
    return;

  timeline = set_up (fixture, FROM, FROM + SPAN);
  view = *th_document_get_view (timeline->document);
  x = timeline->time_x + view.width / 2;
  y = top_of_cpu (timeline, 0) + 10;
  by = (gint64) (100 * th_view_ns_per_px (&view));
  pointer_drag (GTK_WIDGET (timeline), MIDDLE, x, y, x - 100, y, NULL);
  expect_view (fixture, &view, FROM + by, FROM + SPAN + by);
}

/* Fits the run under the pointer, with a twentieth on either side. */
static void
test_double_click (Fixture       *fixture,
                   gconstpointer  data)
{
  const gint64 margin = (RUN_END - RUN_BEGIN) / 20;
  ThTimeline *timeline;
  double x, y;

  if (!keyboard_is_there ())
    return;

  timeline = set_up (fixture, RUN_BEGIN - 200000, RUN_END + 200000);
  x = timeline->time_x + th_view_time_to_x (th_document_get_view (timeline->document),
                                            (RUN_BEGIN + RUN_END) / 2);
  for (y = top_of_cpu (timeline, 2) + 3; y < top_of_cpu (timeline, 3); y++)
    {
      th_timeline_set_pointer (timeline, x, y);
      if (timeline->hit.run != G_MAXUINT32 && timeline->hit.track == NULL)
        break;
    }
  pointer_click (GTK_WIDGET (timeline), 1, 2, x, y + 3, NULL);
  wanted_off = 0;
  wanted_from = RUN_BEGIN - margin;
  wanted_to = RUN_END + margin;
  wait_until (fixture, has_view);
}

/* A span begins and ends at events that are near; with Alt it does not. */
static void
test_alt_does_not_snap (Fixture       *fixture,
                        gconstpointer  data)
{
  ThTimeline *timeline;
  double from, to, y;

  if (!keyboard_is_there ())
    return;

  timeline = set_up (fixture, RUN_BEGIN - 50000, RUN_END + 50000);
  from = (int) (timeline->time_x + th_view_time_to_x (th_document_get_view (timeline->document),
                                                      RUN_BEGIN)) + 4;
  to = (int) (timeline->time_x + th_view_time_to_x (th_document_get_view (timeline->document),
                                                    RUN_END)) + 4;
  y = top_of_cpu (timeline, 2) + 10;

  pointer_drag (GTK_WIDGET (timeline), 1, from, y, to, y, NULL);
  wanted_from = RUN_BEGIN;
  wanted_to = RUN_END;
  wait_until (fixture, has_span);

  pointer_drag (GTK_WIDGET (timeline), 1, from, y, to, y, "alt");
  wanted_from = th_timeline_time_at (timeline, from);
  wanted_to = th_timeline_time_at (timeline, to);
  g_assert_cmpint (wanted_from, >, RUN_BEGIN);
  wait_until (fixture, has_span);
}

/* Times in text have whole microseconds, and so has each time taken from the pointer or the middle
 * of the view, so that no length has digits that were not measured. */
static void
test_coarse_places (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "e1000-ftrace-default.txt",
                                                 NULL);
  ThDocument *document;
  ThTimeline *timeline;
  g_autofree char *length = NULL;
  double y;
  gint64 from, to, marker;

  if (!keyboard_is_there ())
    return;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  document = open_path (fixture, path);
  wait_until (fixture, is_analysed);
  timeline = th_window_get_timeline (fixture->window);
  keyboard_give (GTK_WINDOW (fixture->window));
  th_document_set_view (document, G_GINT64_CONSTANT (683081111111),
                        G_GINT64_CONSTANT (683084444447));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  y = top_of_cpu (timeline, 2) + 10;
  pointer_drag (GTK_WIDGET (timeline), 1, timeline->time_x + 101, y, timeline->time_x + 467, y,
                "alt");
  wait_ms (200);
  g_assert_true (th_document_get_span (document, &from, &to));
  g_assert_cmpint (to - from, >, 100000);
  g_assert_cmpint (from % 1000, ==, 0);
  g_assert_cmpint (to % 1000, ==, 0);
  length = th_document_format_length (document, to - from);
  g_assert_true (g_regex_match_simple ("^([0-9]+ µs|[0-9]\\.[0-9]{3} ms)$", length, 0, 0));

  th_document_clear_span (document);
  activate (fixture, "win.set-marker-a");
  marker = th_markers_get_marker (th_document_get_markers (document), TH_MARKER_A);
  g_assert_cmpint (marker, !=, TH_TIME_NONE);
  g_assert_cmpint (marker % 1000, ==, 0);
}

/* The brush is at the place of the view; a click beside it moves the view there, a drag moves it
 * along. */
static void
test_overview (Fixture       *fixture,
               gconstpointer  data)
{
  const gint64 span = SPAN / 10;
  ThTimeline *timeline;
  GtkWidget *overview;
  double x, width, y;
  gint64 time;
  ThView strip;

  if (!keyboard_is_there ())
    return;

  timeline = set_up (fixture, FROM, FROM + span);
  overview = timeline->overview;
  strip = th_document_get_fit (timeline->document);
  strip.width = gtk_widget_get_width (overview);
  y = gtk_widget_get_height (overview) / 2;
  gui_find_brush (overview, &x, &width);
  g_assert_cmpfloat_with_epsilon (x, th_view_time_to_x (&strip, FROM), .1);
  g_assert_cmpfloat_with_epsilon (width, span / th_view_ns_per_px (&strip), .1);

  x = (int) (strip.width * 3 / 4);
  time = th_view_x_to_time (&strip, x);
  pointer_click (overview, 1, 1, x, y, NULL);
  expect_view (fixture, &strip, time - span / 2, time + span / 2);

  time -= (gint64) (200 * th_view_ns_per_px (&strip));
  pointer_drag (overview, 1, x + 10, y, x + 10 - 200, y, NULL);
  expect_view (fixture, &strip, time - span / 2, time + span / 2);
}

static gboolean
has_menu (Fixture *fixture)
{
  GtkWidget *menu = th_window_get_timeline (fixture->window)->menu;

  return menu != NULL && gtk_widget_get_mapped (menu);
}

static gboolean
has_no_menu (Fixture *fixture)
{
  return !has_menu (fixture);
}

static gboolean
has_card (Fixture *fixture)
{
  return gtk_widget_get_visible (th_window_get_timeline (fixture->window)->card);
}

/* The hover card is hidden by a menu.  When the menu closes, the card is shown again if the
 * pointer is at the same place. */
static void
test_card (Fixture       *fixture,
           gconstpointer  data)
{
  ThTimeline *timeline = set_up (fixture, RUN_BEGIN, RUN_END);
  double x =
    timeline->time_x + th_document_get_view (th_window_get_document (fixture->window))->width / 2;
  double y = top_of_cpu (timeline, 2) + 30;

  for (guint away = 0; away < 2; away++)
    {
      pointer_click (GTK_WIDGET (timeline), 3, 1, x, y, NULL);
      wait_until (fixture, has_menu);
      wait_ms (100);
      g_assert_false (has_card (fixture));

      th_timeline_set_pointer (timeline, x, y);
      g_assert_false (has_card (fixture));
      if (away)
        keyboard_away ();
      keyboard_press ("Escape");
      wait_until (fixture, has_no_menu);
      wait_ms (100);
      g_assert_cmpint (has_card (fixture), ==, !away);
    }
}

static gboolean
has_no_card (Fixture *fixture)
{
  return !has_card (fixture);
}

/* A key that moves the view or the selection hides the hover card until the pointer moves or turns
 * the wheel; a modifier key does not. */
static void
test_card_and_keys (Fixture       *fixture,
                    gconstpointer  data)
{
  static const char *const keys[] = { "Right", "plus", "period" };
  ThTimeline *timeline = set_up (fixture, RUN_BEGIN, RUN_END);
  double x =
    timeline->time_x + th_document_get_view (th_window_get_document (fixture->window))->width / 2;
  double y = top_of_cpu (timeline, 2) + 30;

  if (!keyboard_is_there ())
    return;

  gtk_widget_grab_focus (GTK_WIDGET (timeline));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      pointer_click (GTK_WIDGET (timeline), 1, 1, x + i, y, NULL);
      wait_until (fixture, has_card);
      keyboard_press ("Control_L");
      wait_ms (100);
      g_assert_true (has_card (fixture));
      keyboard_press (keys[i]);
      wait_until (fixture, has_no_card);
      wait_ms (500);
      g_assert_false (has_card (fixture));
    }

  pointer_click (GTK_WIDGET (timeline), WHEEL_UP, 1, x, y, "ctrl");
  wait_until (fixture, has_card);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/pointer/wheel-zooms", test_wheel_zooms);
  ADD_WINDOW_TEST ("/pointer/wheel-moves", test_wheel_moves);
  ADD_WINDOW_TEST ("/pointer/middle-pans", test_middle_pans);
  ADD_WINDOW_TEST ("/pointer/double-click", test_double_click);
  ADD_WINDOW_TEST ("/pointer/alt-does-not-snap", test_alt_does_not_snap);
  ADD_WINDOW_TEST ("/pointer/coarse-places", test_coarse_places);
  ADD_WINDOW_TEST ("/pointer/overview", test_overview);
  ADD_WINDOW_TEST ("/pointer/card", test_card);
  ADD_WINDOW_TEST ("/pointer/card-and-keys", test_card_and_keys);

  return g_test_run ();
}
