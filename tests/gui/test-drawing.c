/* test-drawing.c - when lanes are drawn, and how often
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"

/* A sched_switch on CPU 2, by trace-cmd report. */
#define SWITCH_ROW "11"

static gboolean
is_sharp (Fixture *fixture)
{
  return th_timeline_is_sharp (th_window_get_timeline (fixture->window));
}

/* With what analyses find, too. */
static ThTimeline *
open_drawn (Fixture *fixture)
{
  ThTimeline *timeline;

  open_sample (fixture);
  timeline = th_window_get_timeline (fixture->window);
  wait_until (fixture, is_analysed);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  wait_until (fixture, is_sharp);

  return timeline;
}

/* A lane's picture is kept until it would differ. */
static void
test_cache (Fixture       *fixture,
            gconstpointer  data)
{
  ThTimeline *timeline = open_drawn (fixture);
  GtkWidget *view = gui_get_lane_view (timeline, 1);
  guint n_drawn = gui_get_uint (view, "n-drawn");

  g_assert_cmpuint (n_drawn, >, 0);

  activate (fixture, "win.select((uint32 0, uint32 2, uint32 " SWITCH_ROW "))");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  g_assert_cmpuint (gui_get_uint (view, "n-drawn"), ==, n_drawn);

  activate (fixture, "win.zoom-in");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  wait_until (fixture, is_sharp);
  g_assert_cmpuint (gui_get_uint (view, "n-drawn"), >, n_drawn);
}

/* How many lanes are in view, and how often they were drawn. */
static guint
count_drawn (Fixture *fixture,
             guint   *n_lanes)
{
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  ThScene *scene = th_document_get_scene (th_window_get_document (fixture->window));
  guint sum = 0;

  *n_lanes = 0;
  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    {
      GtkWidget *view = gui_get_lane_view (timeline, i);

      *n_lanes += view != NULL;
      sum += view != NULL ? gui_get_uint (view, "n-drawn") : 0;
    }

  return sum;
}

static void
count_frame_cb (guint *count)
{
  (*count)++;
}

/* Lanes for which a frame has no time follow, one for each frame if it has none
 * at all, and each is drawn once. */
static void
test_late_lanes (Fixture       *fixture,
                 gconstpointer  data)
{
  ThTimeline *timeline = open_drawn (fixture);
  guint n_lanes, before, n_frames = 0;

  before = count_drawn (fixture, &n_lanes);
  g_assert_cmpuint (n_lanes, >, 4);

  g_object_set (timeline, "lane-time", (gint64) 0, NULL);
  g_signal_connect_swapped (gtk_widget_get_frame_clock (GTK_WIDGET (timeline)), "paint",
                            G_CALLBACK (count_frame_cb), &n_frames);
  activate (fixture, "win.zoom-in");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  wait_until (fixture, is_sharp);
  g_assert_cmpuint (count_drawn (fixture, &n_lanes), ==, before + n_lanes);
  g_assert_cmpuint (n_frames, >=, n_lanes);
  g_signal_handlers_disconnect_by_func (gtk_widget_get_frame_clock (GTK_WIDGET (timeline)),
                                        count_frame_cb, &n_frames);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/drawing/cache", test_cache);
  ADD_WINDOW_TEST ("/drawing/late-lanes", test_late_lanes);

  return g_test_run ();
}
