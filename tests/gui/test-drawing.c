/* test-drawing.c - when lanes are drawn, and how often
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"

#include "th-timeline-private.h"

/* A sched_switch on CPU 2, by trace-cmd report. */
#define SWITCH_ROW "11"

static gboolean
is_sharp (Fixture *fixture)
{
  return th_timeline_is_sharp (th_window_get_timeline (fixture->window));
}

/* Opens the sample and waits for the analyses. */
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

/* A lane's picture is kept as long as it would not change. */
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

/* Returns how many lanes are in view; sets how often they were drawn. */
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

/* Lanes for which a frame has no time are drawn in later frames, at least one per frame, and each
 * is drawn once. */
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

static void
count_cb (guint *n)
{
  (*n)++;
}

/* Returns how many pixels of the column at @time have the colour of the cursor. */
static guint
count_cursor (Fixture *fixture,
              gint64   time)
{
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  ThDocument *document = th_window_get_document (fixture->window);
  ThColor color = th_theme_get_color (th_scene_get_theme (th_document_get_scene (document)),
                                      TH_COLOR_CURSOR);
  guint wanted = (guint) (color.red * 255 + .5) << 16 | (guint) (color.green * 255 + .5) << 8 |
                 (guint) (color.blue * 255 + .5);
  int width = gtk_widget_get_width (GTK_WIDGET (timeline));
  int height = gtk_widget_get_height (GTK_WIDGET (timeline));
  guint x = timeline->time_x + th_view_time_to_x (th_document_get_view (document), time), n = 0;
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr(GskRenderNode) node = NULL;
  g_autoptr(GdkTexture) texture = NULL;
  g_autofree guint32 *pixels = g_new0 (guint32, width * height);

  th_timeline_snapshot_overlay (timeline, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  if (node == NULL)
    return 0;

  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (fixture->window)),
                                         node, &GRAPHENE_RECT_INIT (0, 0, width, height));
  gdk_texture_download (texture, (guchar *) pixels, width * 4);
  for (int y = 0; y < height; y++)
    n += (pixels[y * width + x] & 0xffffff) == wanted;

  return n;
}

/* A dashed line at the time of a linked selection: about half as many pixels as the line of the
 * selected event. */
static void
test_linked_time (Fixture       *fixture,
                  gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  gint64 middle = SAMPLE_FIRST + (SAMPLE_LAST - SAMPLE_FIRST) / 2;
  guint n_changed = 0, n_solid;

  wait_until (fixture, is_analysed);
  th_document_set_wakeups (document, FALSE);
  th_document_clear_selection (document);
  g_assert_cmpuint (count_cursor (fixture, middle), ==, 0);
  g_signal_connect_swapped (document, "notify::linked-time", G_CALLBACK (count_cb), &n_changed);
  th_document_set_linked_time (document, middle);
  th_document_set_linked_time (document, middle);
  g_assert_cmpuint (n_changed, ==, 1);

  activate (fixture, "win.select((uint32 0, uint32 0, uint32 0))");
  n_solid = count_cursor (fixture, th_recording_get_time (th_document_get_recording (document),
                                                          th_document_get_selected (document)));
  g_assert_cmpuint (n_solid, >, 100);
  g_assert_cmpuint (count_cursor (fixture, middle), >, n_solid * 4 / 10);
  g_assert_cmpuint (count_cursor (fixture, middle), <, n_solid * 6 / 10);
  th_document_set_linked_time (document, TH_TIME_NONE);
  g_assert_cmpuint (count_cursor (fixture, middle), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/drawing/cache", test_cache);
  ADD_WINDOW_TEST ("/drawing/late-lanes", test_late_lanes);
  ADD_WINDOW_TEST ("/drawing/linked-time", test_linked_time);

  return g_test_run ();
}
