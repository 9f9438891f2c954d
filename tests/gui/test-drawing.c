/* test-drawing.c - when lanes are drawn, and how often
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "gui-fixture.h"
#include "th-event-filter.h"

#include "th-scene-draw.h"
#include "th-thread-pool.h"
#include "th-timeline-private.h"

/* A sched_switch on CPU 2, by trace-cmd report. */
#define SWITCH_ROW "11"

static gboolean
is_sharp (Fixture *fixture)
{
  return gui_is (th_window_get_timeline (fixture->window), "sharp");
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

static void
settle (Fixture *fixture)
{
  th_timeline_settle (th_window_get_timeline (fixture->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (th_window_get_timeline (fixture->window)));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (th_window_get_timeline (fixture->window)));
  wait_until (fixture, is_sharp);
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
count_cb (guint *n)
{
  (*n)++;
}

/* Lanes whose pictures are not ready in a frame are shown by later frames, and each is drawn
 * once. */
static void
test_late_lanes (Fixture       *fixture,
                 gconstpointer  data)
{
  ThTimeline *timeline = open_drawn (fixture);
  guint n_lanes, before, n_frames = 0, n_notified = 0;

  before = count_drawn (fixture, &n_lanes);
  g_assert_cmpuint (n_lanes, >, 4);

  g_object_set (timeline, "lane-time", (gint64) 0, NULL);
  g_signal_connect_swapped (gtk_widget_get_frame_clock (GTK_WIDGET (timeline)), "paint",
                            G_CALLBACK (count_cb), &n_frames);
  g_signal_connect_swapped (timeline, "notify::sharp", G_CALLBACK (count_cb), &n_notified);
  activate (fixture, "win.zoom-in");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  wait_until (fixture, is_sharp);
  g_assert_cmpuint (count_drawn (fixture, &n_lanes), ==, before + n_lanes);
  g_assert_cmpuint (n_frames, >=, 2);
  g_assert_cmpuint (n_notified, ==, 2);
  g_signal_handlers_disconnect_by_func (timeline, count_cb, &n_notified);
  g_signal_handlers_disconnect_by_func (gtk_widget_get_frame_clock (GTK_WIDGET (timeline)),
                                        count_cb, &n_frames);
}

static void
note_reading_cb (ThStatusBar *bar,
                 GParamSpec  *pspec,
                 GString     *told)
{
  g_autofree char *activity = NULL;

  g_object_get (bar, "activity", &activity, NULL);
  g_string_append (told, strstr (activity, "Reading events…") != NULL ? "+" : "-");
}

static gboolean
is_told (Fixture *fixture)
{
  return strstr (gui_get_activity (fixture->window), "Reading events…") != NULL;
}

static gboolean
is_not_told (Fixture *fixture)
{
  return !is_told (fixture);
}

/* The status bar tells if lanes are late for more than a moment, and only then. */
static void
test_told (Fixture       *fixture,
           gconstpointer  data)
{
  ThTimeline *timeline = open_drawn (fixture);
  ThStatusBar *bar = TH_STATUS_BAR (find_widget (GTK_WIDGET (fixture->window),
                                                 TH_TYPE_STATUS_BAR));
  g_autoptr(GString) told = g_string_new (NULL);

  g_signal_connect (bar, "notify::activity", G_CALLBACK (note_reading_cb), told);
  activate (fixture, "win.zoom-in");
  settle (fixture);
  g_assert_null (strchr (told->str, '+'));

  /* The frame that shows the pictures comes after the timer, since both wait for this thread. */
  g_object_set (timeline, "lane-time", (gint64) 0, NULL);
  activate (fixture, "win.zoom-in");
  th_timeline_settle (timeline);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
  g_assert_false (is_sharp (fixture));
  g_usleep (300 * 1000);
  wait_until (fixture, is_sharp);
  wait_until (fixture, is_not_told);
  g_assert_nonnull (strchr (told->str, '+'));
  g_assert_false (gui_is (timeline, "reading"));
  g_signal_handlers_disconnect_by_func (bar, note_reading_cb, told);
}

/* Returns the time area of a lane as the window shows it: packed pixels without padding. */
static guint32 *
dup_shown (Fixture   *fixture,
           GtkWidget *view,
           int        x,
           int        width,
           int        height)
{
  g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new (view);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr(GskRenderNode) node = NULL;
  g_autoptr(GdkTexture) texture = NULL;
  int whole = x + width;
  g_autofree guint32 *all = g_new0 (guint32, whole * height);
  guint32 *pixels = g_new0 (guint32, width * height);

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (view), height);
  node = gtk_snapshot_free_to_node (snapshot);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (fixture->window)),
                                         node, &GRAPHENE_RECT_INIT (0, 0, whole, height));
  gdk_texture_download (texture, (guchar *) all, whole * 4);
  for (int y = 0; y < height; y++)
    memcpy (pixels + y * width, all + y * whole + x, width * 4);

  return pixels;
}

/* Returns the time area of a lane as this thread draws it now. */
static guint32 *
dup_drawn (Fixture *fixture,
           guint    lane,
           int      width,
           int      height)
{
  ThDocument *document = th_window_get_document (fixture->window);
  guint32 *pixels = g_new0 (guint32, width * height);
  cairo_surface_t *surface = cairo_image_surface_create_for_data ((guchar *) pixels,
                                                                  CAIRO_FORMAT_ARGB32, width,
                                                                  height, width * 4);
  cairo_t *cr = cairo_create (surface);

  th_scene_draw_lane (th_document_get_scene (document), lane, th_document_get_view (document), cr,
                      TH_RENDER_PIXELS);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  cairo_surface_destroy (surface);

  return pixels;
}

/* Checks that each lane in view shows its current picture, pixel by pixel.  Returns the number of
 * lanes. */
static guint
check_pictures (Fixture *fixture)
{
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  ThDocument *document = th_window_get_document (fixture->window);
  int width = th_document_get_view (document)->width;
  guint n_checked = 0;

  for (guint i = 0; i < th_scene_get_n_lanes (th_document_get_scene (document)); i++)
    {
      GtkWidget *view = gui_get_lane_view (timeline, i);
      int height = view != NULL ? gtk_widget_get_height (view) : 0;
      g_autofree guint32 *shown = NULL, *drawn = NULL;

      if (view == NULL)
        continue;
      shown = dup_shown (fixture, view, timeline->time_x, width, height);
      drawn = dup_drawn (fixture, i, width, height);
      g_assert_cmpmem (shown, width * height * 4, drawn, width * height * 4);
      n_checked++;
    }

  return n_checked;
}

/* Workers draw the same pictures as this thread: with a followed flow, with a filter, and after
 * the view moved in every frame. */
static void
test_same_picture (Fixture       *fixture,
                   gconstpointer  data)
{
  ThTimeline *timeline = open_drawn (fixture);
  ThDocument *document = th_window_get_document (fixture->window);
  gint64 length = SAMPLE_LAST - SAMPLE_FIRST;

  g_assert_cmpuint (check_pictures (fixture), >, 4);
  activate (fixture, "win.slowest");
  settle (fixture);
  check_pictures (fixture);

  g_object_set (timeline, "lane-time", (gint64) 0, NULL);
  for (guint i = 1; i <= 30; i++)
    {
      th_document_set_view (document, SAMPLE_FIRST + length / 100 * i,
                            SAMPLE_FIRST + length / 100 * i + length / i);
      gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
    }
  settle (fixture);
  g_assert_cmpuint (check_pictures (fixture), >, 4);

  th_event_filter_set_text (th_document_get_filter (document), "type == sched_switch");
  wait_until (fixture, is_sharp);
  settle (fixture);
  check_pictures (fixture);
}

static void
zoom_late (Fixture *fixture)
{
  ThTimeline *timeline = th_window_get_timeline (fixture->window);

  g_object_set (timeline, "lane-time", (gint64) 0, NULL);
  th_timeline_zoom (timeline, 0.8);
  th_timeline_settle (timeline);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (timeline));
}

/* Lanes are removed, the recording is replaced and the window is closed while workers draw. */
static void
test_gone_while_drawn (Fixture       *fixture,
                       gconstpointer  data)
{
  open_drawn (fixture);
  for (guint i = 0; i < 8; i++)
    {
      zoom_late (fixture);
      activate (fixture, i % 2 == 0 ? "win.hide-lane" : "win.show-lanes");
    }
  settle (fixture);
  g_assert_cmpuint (check_pictures (fixture), >, 4);

  for (guint i = 0; i < 3; i++)
    {
      zoom_late (fixture);
      activate (fixture, "win.reload");
      wait_until (fixture, is_analysed);
    }
  settle (fixture);
  g_assert_cmpuint (check_pictures (fixture), >, 4);
  zoom_late (fixture);
}

/* Scrolling shows the pictures that there are, and draws only the lanes that come into view. */
static void
test_scrolled (Fixture       *fixture,
               gconstpointer  data)
{
  ThTimeline *timeline = open_drawn (fixture);
  ThScene *scene = th_document_get_scene (th_window_get_document (fixture->window));
  guint n_kept = 0;
  g_autofree guint *before = g_new0 (guint, th_scene_get_n_lanes (scene));

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 500);
  wait_ms (200);
  settle (fixture);
  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    if (gui_get_lane_view (timeline, i) != NULL)
      before[i] = gui_get_uint (gui_get_lane_view (timeline, i), "n-drawn");

  th_timeline_scroll_pages (timeline, 1);
  settle (fixture);
  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    if (before[i] > 0 && gui_get_lane_view (timeline, i) != NULL)
      {
        g_assert_cmpuint (gui_get_uint (gui_get_lane_view (timeline, i), "n-drawn"), ==, before[i]);
        n_kept++;
      }
  g_assert_cmpuint (n_kept, >, 0);
  g_assert_null (gui_get_lane_view (timeline, 0));
  check_pictures (fixture);
}

static gboolean
ready_cb (gpointer data)
{
  ++*(guint *) data;

  return G_SOURCE_REMOVE;
}

/* Orders the pictures of all lanes at one view. */
static void
order_lanes (ThLanePainter *painter,
             ThScene       *scene,
             gint64         to)
{
  th_lane_painter_begin (painter);
  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    {
      const ThPictureKey key = { .from = SAMPLE_FIRST, .to = to, .width = 300,
                                 .height = MAX (ceil (th_scene_get_lane (scene, i)->height), 1),
                                 .scale = 1, .what = i };

      th_lane_painter_order (painter, &key, th_lane_content_new (scene, i));
    }
  th_lane_painter_commit (painter);
}

/* With several workers and an order that changes while they draw, each lane gets the picture that
 * was ordered last, and nothing is left to do. */
static void
test_painter (Fixture       *fixture,
              gconstpointer  data)
{
  ThScene *scene;
  guint n_ready = 0;
  ThLanePainter *painter = th_lane_painter_new (3, ready_cb, &n_ready);

  open_drawn (fixture);
  scene = th_document_get_scene (th_window_get_document (fixture->window));
  for (guint i = 0; i < 40; i++)
    {
      order_lanes (painter, scene, SAMPLE_LAST - i);
      if (i % 3 == 0)
        th_lane_painter_wait (painter, g_get_monotonic_time () + 1000);
      if (i == 20)
        th_lane_painter_clear (painter);
    }
  th_lane_painter_wait (painter, g_get_monotonic_time () + 20 * G_USEC_PER_SEC);

  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    {
      ThTextureCache cache = { NULL, };

      g_assert_true (th_lane_painter_take (painter, i, &cache));
      g_assert_cmpint (cache.key.to, ==, SAMPLE_LAST - 39);
      g_assert_cmpint (gdk_texture_get_width (cache.texture), ==, 300);
      g_assert_false (th_lane_painter_take (painter, i, &cache));
      th_texture_cache_clear (&cache);
    }
  n_ready = 0;
  wait_ms (50);
  g_assert_cmpuint (n_ready, ==, 0);

  order_lanes (painter, scene, SAMPLE_LAST);
  th_lane_painter_free (painter);
  g_assert_true (th_thread_pool_wait (20000));
}

/* Returns how many pixels of the column at @time have the color of the cursor. */
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

static gboolean
is_settled (Fixture *fixture)
{
  return !th_table_pane_is_settling (gui_get_table_pane (fixture));
}

static gboolean
is_row_shown (Fixture *fixture)
{
  ThEventTable *table = gui_get_table (fixture->window);
  GtkWidget *scroller = find_widget (GTK_WIDGET (table), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  double height = gtk_adjustment_get_upper (place) / SAMPLE_EVENTS;
  double top = gui_get_selected_row (table) * height;

  return top >= gtk_adjustment_get_value (place) &&
         top + height <= gtk_adjustment_get_value (place) + gtk_adjustment_get_page_size (place);
}

/* The table is not at rest before it has scrolled to an event that was selected elsewhere, so that
 * a picture of the window can wait for it. */
static void
test_settled (Fixture       *fixture,
              gconstpointer  data)
{
  GtkWidget *table;
  guint top;

  open_drawn (fixture);
  table = GTK_WIDGET (gui_get_table (fixture->window));
  wait_until (fixture, is_settled);
  top = gui_get_selected_row (table);

  th_document_select (th_window_get_document (fixture->window), (ThRef) { 0, 0, 1900 });
  g_assert_cmpuint (gui_get_selected_row (table), !=, top);
  g_assert_false (is_settled (fixture));
  g_assert_false (is_row_shown (fixture));
  wait_until (fixture, is_settled);
  wait_until (fixture, is_row_shown);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/drawing/cache", test_cache);
  ADD_WINDOW_TEST ("/drawing/late-lanes", test_late_lanes);
  ADD_WINDOW_TEST ("/drawing/told", test_told);
  ADD_WINDOW_TEST ("/drawing/same-picture", test_same_picture);
  ADD_WINDOW_TEST ("/drawing/gone-while-drawn", test_gone_while_drawn);
  ADD_WINDOW_TEST ("/drawing/scrolled", test_scrolled);
  ADD_WINDOW_TEST ("/drawing/painter", test_painter);
  ADD_WINDOW_TEST ("/drawing/linked-time", test_linked_time);
  ADD_WINDOW_TEST ("/drawing/settled", test_settled);

  return g_test_run ();
}
