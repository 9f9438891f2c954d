/* test-lane.c - the pixels of a lane
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>
#include <string.h>
#include <time.h>

#include "canvas-fixture.h"
#include "th-color.h"
#include "th-ruler.h"
#include "th-scene-draw.h"
#include "th-scene-hit.h"

#define START G_GINT64_CONSTANT (188024000000)

/* Rows of a lane at scale 1, in the middle of each part. */
#define TICK_Y 25
#define RUN_Y 40
#define LOW_Y 52

/* 1 px is 1 µs. */
static const ThView view = { START, START + 240000, 240 };

typedef TestScene Fixture;

static gint64
cpu_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

static guint32
role (Fixture     *fixture,
      ThColorRole  color)
{
  return th_color_pack (th_theme_get_color (fixture->theme, color));
}

static guint32
task (Fixture    *fixture,
      const char *name)
{
  return th_color_pack (th_theme_get_task_color (fixture->theme, name));
}

#define BACK role (fixture, TH_COLOR_BACKGROUND)
#define TICK role (fixture, TH_COLOR_TICK)
#define IDLE role (fixture, TH_COLOR_IDLE)

static const ThRenderBackend doors[] = { TH_RENDER_PIXELS, TH_RENDER_VECTOR };

static void
test_ticks (Fixture       *fixture,
            gconstpointer  data)
{
  for (guint i = 0; i < G_N_ELEMENTS (doors); i++)
    {
      cairo_surface_t *surface = test_draw_lane (fixture->scene, 1, &view, 1, doors[i]);

      test_assert_columns (surface, TICK_Y, TICK,
                           "1 20 41 45 47 80 96 120-121 150 170 198 220 238");
      cairo_surface_destroy (surface);
    }
}

static void
test_bars (Fixture       *fixture,
           gconstpointer  data)
{
  for (guint i = 0; i < G_N_ELEMENTS (doors); i++)
    {
      cairo_surface_t *surface = test_draw_lane (fixture->scene, 1, &view, 1, doors[i]);

      /* Above the letters of the names, below the corners. */
      test_assert_columns (surface, 33, task (fixture, "kworker/1:2"), "80-149");
      test_assert_columns (surface, 33, task (fixture, "wget"), "150-197");
      test_assert_columns (surface, 33, IDLE, "1-79 198-237");
      test_assert_columns (surface, LOW_Y, BACK, "0-239");
      cairo_surface_destroy (surface);
    }
}

static void
test_inferred (Fixture       *fixture,
               gconstpointer  data)
{
  for (guint i = 0; i < G_N_ELEMENTS (doors); i++)
    {
      cairo_surface_t *surface = test_draw_lane (fixture->scene, 2, &view, 1, doors[i]);
      g_autofree char *dashes = test_columns (surface, 31, BACK);
      guint32 fill = test_pixel (surface, 20, 33);

      /* An inferred run is lighter than the task's color, with another upper edge, and there is
       * no idle bar where nothing is known. */
      g_assert_cmphex (fill, !=, task (fixture, "iperf3"));
      g_assert_cmphex (fill, !=, BACK);
      g_assert_cmphex (test_pixel (surface, 68, 33), ==, fill);
      g_assert_cmphex (test_pixel (surface, 90, RUN_Y), ==, BACK);
      test_assert_columns (surface, 33, IDLE, "");
      g_assert_nonnull (strstr (dashes, "0-"));
      g_assert_cmpuint (test_count_different (surface, surface, 0, 31, 240, 32, 0), ==, 0);
      g_assert_cmphex (test_pixel (surface, 21, 31), !=, test_pixel (surface, 24, 31));
      cairo_surface_destroy (surface);
    }
}

static guint
count_color (cairo_surface_t *surface,
             gint             x1,
             gint             x2,
             gint             y,
             guint32          color)
{
  guint n = 0;

  for (gint x = x1; x < x2; x++)
    n += test_pixel (surface, x, y) == color;

  return n;
}

static void
test_lost (Fixture       *fixture,
           gconstpointer  data)
{
  cairo_surface_t *surface = test_draw_lane (fixture->scene, 3, &view, 1, TH_RENDER_PIXELS);
  guint32 lost = role (fixture, TH_COLOR_LOST);

  /* From 97 to 130 µs and from 184 to 210: over the whole height. */
  for (gint y = 3; y < 53; y++)
    {
      g_assert_cmpuint (count_color (surface, 0, 97, y, lost), ==, 0);
      g_assert_cmpuint (count_color (surface, 131, 184, y, lost), ==, 0);
      g_assert_cmpuint (count_color (surface, 211, 240, y, lost), ==, 0);
    }
  g_assert_cmpuint (count_color (surface, 97, 130, 5, lost), >=, 4);
  g_assert_cmpuint (count_color (surface, 184, 210, 50, lost), >=, 3);
  cairo_surface_destroy (surface);
}

/* A view that begins and ends within a loss is hatched all over. */
static void
test_within_loss (Fixture       *fixture,
                  gconstpointer  data)
{
  const ThView within = { START + 100000, START + 124000, 240 };
  cairo_surface_t *surface = test_draw_lane (fixture->scene, 3, &within, 1, TH_RENDER_PIXELS);
  guint32 lost = role (fixture, TH_COLOR_LOST);

  for (gint x = 0; x < 240; x += 24)
    g_assert_cmpuint (count_color (surface, x, x + 24, 5, lost), >=, 3);
  cairo_surface_destroy (surface);
}

/* A loss shorter than a pixel is drawn two pixels wide. */
static void
test_short_loss (Fixture       *fixture,
                 gconstpointer  data)
{
  const ThView far = { START - 1000000000, START + 1000000000, 240 };
  cairo_surface_t *surface = test_draw_lane (fixture->scene, 3, &far, 1, TH_RENDER_PIXELS);
  guint32 lost = role (fixture, TH_COLOR_LOST);
  guint n = 0;

  for (gint y = 3; y < 53; y++)
    n += count_color (surface, 0, 240, y, lost);
  g_assert_cmpuint (n, >=, 10);
  g_assert_cmpuint (n, <=, 50);
  cairo_surface_destroy (surface);
}

/* The CPU time of drawing a lane of @n losses 20 times. */
static gint64
draw_losses (guint n)
{
  g_autoptr(ThRecording) recording = test_recording_new (1);
  g_autoptr(ThTheme) theme = th_theme_new (0, "Sans 10", 1);
  g_autoptr(ThScene) scene = NULL;
  g_autofree TestEvent *events = g_new (TestEvent, n);
  const ThView all = { 0, n * G_GINT64_CONSTANT (1000), 1000 };
  gint64 began;

  for (guint i = 0; i < n; i++)
    events[i] = (TestEvent) { i * G_GINT64_CONSTANT (1000), 1, -1, 1 };
  test_recording_write (recording, 0, events, n);
  test_recording_end (recording);
  scene = th_scene_new (recording, theme);
  cairo_surface_destroy (test_draw_lane (scene, 1, &all, 1, TH_RENDER_PIXELS));

  began = cpu_time ();
  for (guint i = 0; i < 20; i++)
    cairo_surface_destroy (test_draw_lane (scene, 1, &all, 1, TH_RENDER_PIXELS));
  return cpu_time () - began;
}

/* Drawing 200,000 losses costs about as much as drawing 2,000. */
static void
test_many_losses (void)
{
  gint64 few = draw_losses (2000), many = draw_losses (200000);

  g_test_message ("a lane with 2,000 losses: %.3f ms, with 200,000: %.3f ms", few / 20e6,
                  many / 20e6);
  /* Walking all of them would take tens of times as long. */
  g_assert_cmpint (many, <, 8 * few);
}

/* One event is visible although a million others are elsewhere. */
static void
test_single_event (void)
{
  g_autoptr(ThRecording) recording = test_recording_new (2);
  g_autoptr(ThTheme) theme = th_theme_new (0, "Sans 10", 1);
  g_autoptr(ThScene) scene = NULL;
  g_autofree TestEvent *events = g_new (TestEvent, 1000000);
  const TestEvent alone = { START + G_GINT64_CONSTANT (700123457), 5, -1, 0 };
  const ThView all = { START, START + G_GINT64_CONSTANT (1000000000), 1000 };
  cairo_surface_t *surface;

  /* All but one are within the first tenth. */
  for (guint i = 0; i < 1000000; i++)
    events[i] = (TestEvent) { START + i * G_GINT64_CONSTANT (100), 5, -1, 0 };
  test_recording_write (recording, 0, events, 1000000);
  test_recording_write (recording, 0, &alone, 1);
  test_recording_end (recording);
  scene = th_scene_new (recording, theme);

  surface = test_draw_lane (scene, 1, &all, 1, TH_RENDER_PIXELS);
  test_assert_columns (surface, TICK_Y, th_color_pack (th_theme_get_color (theme, TH_COLOR_TICK)),
                       "700");
  /* The dense part is higher than the single event. */
  g_assert_cmphex (test_pixel (surface, 50, 12), !=,
                   th_color_pack (th_theme_get_color (theme, TH_COLOR_BACKGROUND)));
  g_assert_cmphex (test_pixel (surface, 700, 12), ==,
                   th_color_pack (th_theme_get_color (theme, TH_COLOR_BACKGROUND)));
  cairo_surface_destroy (surface);
}

static void
test_not_loaded (void)
{
  g_autoptr(ThRecording) recording = test_recording_new (1);
  g_autoptr(ThTheme) theme = th_theme_new (0, "Sans 10", 1);
  g_autoptr(ThScene) scene = NULL;
  const TestEvent events[] = { { START, 0, 0, 0 }, { START + 100000, 0, -1, 0 } };
  guint32 back = th_color_pack (th_theme_get_color (theme, TH_COLOR_BACKGROUND));
  cairo_surface_t *running, *ended;

  test_recording_write (recording, 0, events, 2);
  th_cpu_publish (th_stream_get_cpu (th_recording_get_stream (recording, 0), 0), START + 100000);
  scene = th_scene_new (recording, theme);

  running = test_draw_lane (scene, 1, &view, 1, TH_RENDER_PIXELS);
  test_recording_end (recording);
  ended = test_draw_lane (scene, 1, &view, 1, TH_RENDER_PIXELS);

  g_assert_cmpuint (test_count_different (running, ended, 0, 0, 100, 56, 0), ==, 0);
  g_assert_cmpuint (test_count_different (running, ended, 101, 0, 240, 56, 0), >, 100);
  /* Never idle where nothing is known, loaded or not. */
  for (gint x = 102; x < 240; x++)
    g_assert_cmphex (test_pixel (ended, x, RUN_Y), ==, back);
  test_assert_columns (running, 33, th_color_pack (th_theme_get_color (theme, TH_COLOR_IDLE)),
                       "0-99");
  cairo_surface_destroy (running);
  cairo_surface_destroy (ended);
}

/* --- both render backends ---------------------------------------------- */

static void
test_doors (void)
{
  static const double scales[] = { 1, 1.25, 1.5, 2 };
  static const ThThemeFlags styles[] = { 0, TH_THEME_DARK };
  g_autoptr(ThRecording) recording = test_recording_small ();

  for (guint s = 0; s < G_N_ELEMENTS (scales); s++)
    for (guint t = 0; t < G_N_ELEMENTS (styles); t++)
      {
        g_autoptr(ThTheme) theme = th_theme_new (styles[t], "Sans 10", 1);
        g_autoptr(ThScene) scene = th_scene_new (recording, theme);

        for (guint lane = 0; lane < th_scene_get_n_lanes (scene); lane++)
          {
            const ThView wide = { START - 3000, START + 230000, 800 };
            cairo_surface_t *pixels = test_draw_lane (scene, lane, &wide, scales[s],
                                                      TH_RENDER_PIXELS);
            cairo_surface_t *vector = test_draw_lane (scene, lane, &wide, scales[s],
                                                      TH_RENDER_VECTOR);
            gint width = cairo_image_surface_get_width (pixels);
            gint height = cairo_image_surface_get_height (pixels);
            guint n = test_count_different (pixels, vector, 0, 0, width, height, 24);

            /* Corners and the edges of the hatch are smoothed differently. */
            g_test_message ("scale %g lane %u: %u of %d pixels differ", scales[s], lane, n,
                            width * height);
            g_assert_cmpuint (n, <, width * height / 500 + 1);
            cairo_surface_destroy (pixels);
            cairo_surface_destroy (vector);
          }
      }
}

typedef struct
{
  ThLaneContent   *content;
  cairo_surface_t *surface;
} OtherThread;

static gpointer
draw_on_thread (gpointer data)
{
  OtherThread *self = data;
  ThLaneCache *cache = th_lane_cache_new ();
  cairo_t *cr = cairo_create (self->surface);

  th_lane_content_draw (self->content, cache, &view, cr, TH_RENDER_PIXELS);
  cairo_destroy (cr);
  cairo_surface_flush (self->surface);
  th_lane_content_free (self->content);
  th_lane_cache_free (cache);

  return NULL;
}

/* Other threads draw the same pictures, also of a scene that has been freed. */
static void
test_other_thread (void)
{
  ThRecording *recording = test_recording_small ();
  ThTheme *theme = th_theme_new (0, NULL, 1);
  ThScene *scene = th_scene_new (recording, theme);
  OtherThread others[5];
  cairo_surface_t *here[5];
  GThread *threads[5];

  for (guint lane = 0; lane < G_N_ELEMENTS (here); lane++)
    {
      here[lane] = test_draw_lane (scene, lane, &view, 1, TH_RENDER_PIXELS);
      others[lane].content = th_lane_content_new (scene, lane);
      others[lane].surface =
        cairo_image_surface_create (CAIRO_FORMAT_ARGB32, cairo_image_surface_get_width (here[lane]),
                                    cairo_image_surface_get_height (here[lane]));
      threads[lane] = g_thread_new ("lane", draw_on_thread, &others[lane]);
    }
  th_scene_free (scene);
  th_theme_unref (theme);
  th_recording_unref (recording);

  for (guint lane = 0; lane < G_N_ELEMENTS (here); lane++)
    {
      gsize size = cairo_image_surface_get_stride (here[lane]) *
                   cairo_image_surface_get_height (here[lane]);

      g_thread_join (threads[lane]);
      g_assert_cmpmem (cairo_image_surface_get_data (others[lane].surface), size,
                       cairo_image_surface_get_data (here[lane]), size);
      cairo_surface_destroy (others[lane].surface);
      cairo_surface_destroy (here[lane]);
    }
}

/* A lane drawn into a part of a larger picture changes only that part, and looks the same as when
 * drawn alone. */
static void
test_placed (Fixture       *fixture,
             gconstpointer  data)
{
  cairo_surface_t *large = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 300, 100);
  cairo_t *cr = cairo_create (large);

  cairo_set_source_rgb (cr, 1, 0, 1);
  cairo_paint (cr);
  cairo_save (cr);
  cairo_rectangle (cr, 40, 10, 100, 100);
  cairo_clip (cr);
  cairo_translate (cr, 30, 20);
  th_scene_draw_lane (fixture->scene, 4, &view, cr, TH_RENDER_PIXELS);
  cairo_restore (cr);
  cairo_destroy (cr);
  cairo_surface_flush (large);

  for (gint y = 0; y < 100; y++)
    for (gint x = 0; x < 300; x++)
      if (x < 40 || x >= 140 || y < 20 || y >= 76)
        g_assert_cmphex (test_pixel (large, x, y), ==, 0xffff00ff);
      else
        g_assert_cmphex (test_pixel (large, x, y), !=, 0xffff00ff);
  cairo_surface_destroy (large);
}

/* Drawing beyond each edge of the target touches no pixel outside it, which the sanitizers check.
 * */
static void
test_outside (Fixture       *fixture,
              gconstpointer  data)
{
  static const double places[] = { -1000, -100, -30, 0, 90, 2000 };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    for (guint j = 0; j < G_N_ELEMENTS (places); j++)
      {
        cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 100, 100);
        cairo_t *cr = cairo_create (surface);

        cairo_translate (cr, places[i], places[j]);
        for (guint lane = 0; lane < 5; lane++)
          th_scene_draw_lane (fixture->scene, lane, &view, cr, TH_RENDER_PIXELS);
        g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
        cairo_destroy (cr);
        cairo_surface_destroy (surface);
      }
}

/* A target without pixels gets vectors, whatever backend was requested. */
static void
test_no_image (Fixture       *fixture,
               gconstpointer  data)
{
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cr = cairo_create (surface);
  double x, y, width, height;

  th_scene_draw_lane (fixture->scene, 1, &view, cr, TH_RENDER_PIXELS);
  cairo_destroy (cr);
  cairo_recording_surface_ink_extents (surface, &x, &y, &width, &height);
  g_assert_cmpfloat (width, >=, 240);
  g_assert_cmpfloat (height, >=, 56);
  cairo_surface_destroy (surface);
}

/* --- moving ------------------------------------------------------------ */

/* Panning by a pixel moves the picture by a pixel. */
static void
assert_pans (ThScene *scene,
             guint    lane,
             gint64   from,
             gint64   step)
{
  const ThView before = { from, from + 600 * step, 600 };
  const ThView after = { from + step * 7, from + step * 607, 600 };
  cairo_surface_t *a = test_draw_lane (scene, lane, &before, 1, TH_RENDER_PIXELS);
  cairo_surface_t *b = test_draw_lane (scene, lane, &after, 1, TH_RENDER_PIXELS);
  guint n = 0;

  /* Names of bars that extend beyond the view stay in view, so compare only below and above them.
   * */
  for (gint y = 0; y < 56; y++)
    for (gint x = 7; x < 600; x++)
      n += (y < 33 || y > 46) && test_pixel (a, x, y) != test_pixel (b, x - 7, y);
  g_assert_cmpuint (n, ==, 0);
  cairo_surface_destroy (a);
  cairo_surface_destroy (b);
}

static void
test_pan (void)
{
  static const gint64 steps[] = { 3, 170, 400, 1000, 33331, 1000003, 3000000 };
  g_autoptr(ThRecording) recording = test_recording_dense (1, 50000);
  g_autoptr(ThTheme) theme = th_theme_new (0, "Sans 10", 1);
  g_autoptr(ThScene) scene = th_scene_new (recording, theme);

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    for (gint64 shift = 0; shift < 40; shift++)
      assert_pans (scene, 1, START + 77 + shift * 13 * steps[i], steps[i]);
}

static void
assert_same (ThScene      *kept,
             ThScene      *fresh,
             const ThView *at)
{
  cairo_surface_t *a = test_draw_lane (kept, 1, at, 1, TH_RENDER_PIXELS);
  cairo_surface_t *b = test_draw_lane (fresh, 1, at, 1, TH_RENDER_PIXELS);

  g_assert_cmpuint (test_count_different (a, b, 0, 0, at->width, 56, 0), ==, 0);
  cairo_surface_destroy (a);
  cairo_surface_destroy (b);
}

/* A scene that has drawn before, also other views, draws the same as a new one. */
static void
test_kept (void)
{
  static const gint64 shifts[] = { 1, 7, 0, -3, 599, -600, 663, 664, 665, 5000, -4300, -12, 12 };
  g_autoptr(ThRecording) recording = test_recording_dense (1, 50000);
  g_autoptr(ThTheme) theme = th_theme_new (0, "Sans 10", 1);
  g_autoptr(ThScene) scene = th_scene_new (recording, theme);

  for (gint64 step = 3; step < 4000000; step = step * 7 + 1)
    {
      ThView at = { START + 77000000, START + 77000000 + 600 * step, 600 };

      for (guint i = 0; i < G_N_ELEMENTS (shifts); i++)
        {
          g_autoptr(ThScene) fresh = th_scene_new (recording, theme);

          at.from += shifts[i] * step;
          at.to += shifts[i] * step;
          assert_same (scene, fresh, &at);
        }
    }
}

/* Cached data are computed again when there are more events. */
static void
test_kept_growing (void)
{
  g_autoptr(ThRecording) recording = test_recording_new (1);
  g_autoptr(ThTheme) theme = th_theme_new (0, "Sans 10", 1);
  g_autoptr(ThScene) scene = th_scene_new (recording, theme);
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (recording, 0), 0);

  for (guint i = 0; i < 60; i++)
    {
      g_autoptr(ThScene) fresh = NULL;
      const TestEvent event = { START + i * 4000, 1 + i / 9, i % 9 == 8 ? (gint32) i / 9 + 2 : -1,
                                0 };

      test_recording_write (recording, 0, &event, 1);
      th_cpu_publish (cpu, event.time);
      th_scene_update (scene);
      fresh = th_scene_new (recording, theme);
      assert_same (scene, fresh, &view);
    }
}

/* Any view can be drawn, also one that no window would request. */
static void
test_odd_views (Fixture       *fixture,
                gconstpointer  data)
{
  static const ThView views[] = {
    { 0, 1, 1 }, { START, START, 100 }, { START + 5, START, 100 }, { START, START + 20, 1400 },
    { G_MININT64 / 2, G_MAXINT64 / 2, 300 }, { START, START + 1000, 0 },
    { START, START + 1000, -5 },
    { START, START + 1000, 0.3 }, { START + 80000, START + 80001, 640 },
    { G_MININT64, G_MAXINT64, 640 }
  };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1400, 200);
      cairo_t *cr = cairo_create (surface);

      for (guint lane = 0; lane < 5; lane++)
        for (guint d = 0; d < G_N_ELEMENTS (doors); d++)
          {
            th_scene_draw_lane (fixture->scene, lane, &views[i], cr, doors[d]);
            th_scene_draw_ruler (fixture->scene, &views[i], 21, d, cr);
            th_scene_hit (fixture->scene, &views[i], 10, 30);
          }
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) \
  g_test_add ("/canvas/lane/" path, Fixture, NULL, test_scene_set_up, func, test_scene_tear_down)
  ADD ("ticks", test_ticks);
  ADD ("bars", test_bars);
  ADD ("inferred", test_inferred);
  ADD ("lost", test_lost);
  ADD ("within-loss", test_within_loss);
  ADD ("short-loss", test_short_loss);
  g_test_add_func ("/canvas/lane/many-losses", test_many_losses);
  g_test_add_func ("/canvas/lane/single-event", test_single_event);
  g_test_add_func ("/canvas/lane/not-loaded", test_not_loaded);
  g_test_add_func ("/canvas/lane/doors", test_doors);
  g_test_add_func ("/canvas/lane/other-thread", test_other_thread);
  ADD ("placed", test_placed);
  ADD ("outside", test_outside);
  ADD ("no-image", test_no_image);
  g_test_add_func ("/canvas/lane/pan", test_pan);
  g_test_add_func ("/canvas/lane/kept", test_kept);
  g_test_add_func ("/canvas/lane/kept-growing", test_kept_growing);
  ADD ("odd-views", test_odd_views);

  return g_test_run ();
}
