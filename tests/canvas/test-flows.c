/* test-flows.c - lanes of flows, the path of the followed flow, path bars
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>

#include "flow-fixture.h"
#include "th-color.h"
#include "th-draw.h"
#include "th-journey.h"
#include "th-path.h"
#include "th-pinned-flows.h"
#include "th-scene-draw.h"
#include "th-scene-edit.h"
#include "th-scene-hit.h"

/* 1 px is 1 µs. */
static const ThView view = { FLOW_START, FLOW_START + 400000, 400 };
static const ThRenderBackend doors[] = { TH_RENDER_PIXELS, TH_RENDER_VECTOR };

typedef TestScene Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  test_scene_set_up (fixture, data);
  th_results_unref (fixture->results);
  fixture->results = test_results_flows ();
  th_scene_add_results (fixture->scene, fixture->results);
}

static guint
pin (Fixture *fixture,
     guint32  row)
{
  g_assert_true (th_scene_pin_flow (fixture->scene, fixture->results, row));

  return th_scene_find_flow (fixture->scene, fixture->results, row);
}

static guint32
context (Fixture   *fixture,
         ThContext  which)
{
  return th_color_pack (th_theme_get_context_color (fixture->theme, which));
}

static guint
count (cairo_surface_t *surface,
       guint32          color,
       gint             x1,
       gint             x2)
{
  guint n = 0;

  for (gint y = 0; y < cairo_image_surface_get_height (surface); y++)
    for (gint x = x1; x < x2; x++)
      n += test_pixel (surface, x, y) == color;

  return n;
}

/* --- lanes ------------------------------------------------------------- */

static void
test_pin (Fixture       *fixture,
          gconstpointer  data)
{
  ThScene *scene = fixture->scene;
  guint lane;

  g_assert_cmpuint (th_scene_find_flow (scene, fixture->results, 0), ==, G_MAXUINT);
  lane = pin (fixture, TEST_FLOW_DELIVERED);
  /* After the heading, four CPUs and a heading of its own. */
  g_assert_cmpuint (lane, ==, 6);
  g_assert_cmpstr (th_scene_get_lane (scene, 5)->title, ==, "Followed packet");
  g_assert_cmpstr (th_scene_get_lane (scene, 5)->detail, ==, "1");
  g_assert_cmpint (th_scene_get_lane (scene, lane)->kind, ==, TH_LANE_FLOW);
  g_assert_cmpstr (th_scene_get_lane (scene, lane)->title, ==, "…1c5bb300#2");
  g_assert_cmpstr (th_scene_get_lane (scene, lane)->detail, ==, "eth0 · 1\u202f440 B");

  /* Pinning it again adds no lane. */
  g_assert_cmpuint (pin (fixture, TEST_FLOW_DELIVERED), ==, 6);
  g_assert_cmpuint (pin (fixture, TEST_FLOW_BACKWARDS), ==, 7);
  g_assert_cmpstr (th_scene_get_lane (scene, 7)->title, ==, "0x1234#2");
  g_assert_cmpstr (th_scene_get_lane (scene, 5)->title, ==, "Followed packets");
  th_scene_set_folded (scene, 5, TRUE);
  g_assert_cmpfloat (th_scene_get_lane (scene, 7)->height, ==, 0);
  th_scene_update (scene);
  g_assert_cmpfloat (th_scene_get_lane (scene, 7)->height, ==, 0);
  g_assert_cmpfloat (th_scene_get_lane (scene, 4)->height, >, 0);

  th_scene_unpin_flow (scene, fixture->results, TEST_FLOW_DELIVERED);
  g_assert_cmpuint (th_scene_find_flow (scene, fixture->results, TEST_FLOW_BACKWARDS), ==, 6);
  th_scene_remove_results (scene, fixture->results);
  g_assert_cmpuint (th_scene_get_n_lanes (scene), ==, 5);
}

/* Finds the first and last pixel row that the text of a label covers. */
static void
find_letters (Fixture *fixture,
              guint    lane,
              gint    *top,
              gint    *bottom)
{
  gint height = th_scene_get_lane (fixture->scene, lane)->height;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 190, height);
  cairo_t *cr = cairo_create (surface);

  th_scene_draw_label (fixture->scene, lane, 190, FALSE, cr);
  cairo_destroy (cr);

  *top = height;
  *bottom = -1;
  /* The last row is the line between two lanes. */
  for (gint y = 0; y < height - 1; y++)
    for (gint x = 0; x < 190; x++)
      if (test_pixel (surface, x, y) != test_pixel (surface, 0, 0))
        {
          *top = MIN (*top, y);
          *bottom = y;
        }
  cairo_surface_destroy (surface);
}

/* A title without a detail below it is centered, beside the bar. */
static void
test_label (Fixture       *fixture,
            gconstpointer  data)
{
  guint lane = pin (fixture, TEST_FLOW_DELIVERED);
  gint top, bottom, middle = th_scene_get_lane (fixture->scene, lane)->height / 2;

  find_letters (fixture, lane, &top, &bottom);
  g_assert_cmpint (top, <, middle - 8);
  g_assert_cmpint (bottom, >, middle + 8);

  lane = pin (fixture, TEST_FLOW_BACKWARDS);
  g_assert_cmpstr (th_scene_get_lane (fixture->scene, lane)->detail, ==, "");
  find_letters (fixture, lane, &top, &bottom);
  g_assert_cmpint (ABS ((top + bottom) / 2 - middle), <=, 2);
}

/* Returns the second pixel row of the bar, which is above the letters. */
static gint
bar_row (Fixture *fixture,
         guint    lane)
{
  double height = th_scene_get_lane (fixture->scene, lane)->height;
  double bar = MAX (18, ceil (th_theme_get_line_height (fixture->theme) * 0.85) + 3);

  return floor ((height - bar) / 2 + 0.5) + 1;
}

static void
test_legs (Fixture       *fixture,
           gconstpointer  data)
{
  guint lane = pin (fixture, TEST_FLOW_DELIVERED);
  static const struct { gint x; ThContext context; } expected[] = {
    { 45, TH_CONTEXT_IRQ }, { 61, TH_CONTEXT_IRQ }, { 63, TH_CONTEXT_NAPI },
    { 94, TH_CONTEXT_NAPI }, { 96, TH_CONTEXT_STACK },
    { 119, TH_CONTEXT_STACK }, { 121, TH_CONTEXT_WAKEUP }, { 179, TH_CONTEXT_WAKEUP },
    { 181, TH_CONTEXT_COPY }, { 210, TH_CONTEXT_COPY }
  };

  for (guint d = 0; d < G_N_ELEMENTS (doors); d++)
    {
      cairo_surface_t *surface = test_draw_lane (fixture->scene, lane, &view, 1, doors[d]);
      gint y = bar_row (fixture, lane);

      for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
        g_assert_cmphex (test_pixel (surface, expected[i].x, y), ==,
                         context (fixture, expected[i].context));
      g_assert_cmphex (test_pixel (surface, 38, y), ==,
                       th_color_pack (th_theme_get_color (fixture->theme, TH_COLOR_BACKGROUND)));
      g_assert_cmphex (test_pixel (surface, 217, y), ==,
                       th_color_pack (th_theme_get_color (fixture->theme, TH_COLOR_BACKGROUND)));
      /* The outcome follows the bar, in a color that is not that of an error. */
      g_assert_cmpuint (count (surface,
                               th_color_pack (th_theme_get_color (fixture->theme,
                                                                  TH_COLOR_BACKGROUND)), 222, 360),
                        <,
                        138 * (guint) cairo_image_surface_get_height (surface) - 100);
      g_assert_cmpuint (count (surface,
                               th_color_pack (th_theme_get_color (fixture->theme, TH_COLOR_ERROR)),
                               0, 400), ==, 0);
      cairo_surface_destroy (surface);
    }
}

static void
test_dropped (Fixture       *fixture,
              gconstpointer  data)
{
  guint lane = pin (fixture, TEST_FLOW_DROPPED);
  guint32 error = th_color_pack (th_theme_get_color (fixture->theme, TH_COLOR_ERROR));

  for (guint d = 0; d < G_N_ELEMENTS (doors); d++)
    {
      cairo_surface_t *surface = test_draw_lane (fixture->scene, lane, &view, 1, doors[d]);

      /* There is a line at the end, followed by a cross and text. */
      g_assert_cmphex (test_pixel (surface, 69, bar_row (fixture, lane) - 2), ==, error);
      g_assert_cmpuint (count (surface, error, 76, 400), >, 20);
      cairo_surface_destroy (surface);
    }
}

/* Without room after the bar, the text is before it. */
static void
test_outcome_place (Fixture       *fixture,
                    gconstpointer  data)
{
  static const ThView late = { FLOW_START - 330000, FLOW_START + 70000, 400 };
  guint lane = pin (fixture, TEST_FLOW_DROPPED);
  guint32 error = th_color_pack (th_theme_get_color (fixture->theme, TH_COLOR_ERROR));
  cairo_surface_t *surface = test_draw_lane (fixture->scene, lane, &late, 1, TH_RENDER_PIXELS);

  g_assert_cmpuint (count (surface, error, 200, 372), >, 20);
  cairo_surface_destroy (surface);
}

/* Where there is no room for the outcome beside the bar, the total is there alone, and as a
 * whole. */
static void
test_outcome_room (Fixture       *fixture,
                   gconstpointer  data)
{
  /* The bar goes from 0 to 300. */
  static const ThView narrow = { FLOW_AT (40), FLOW_AT (40) + 175000 / 3 * 4, 400 };
  guint lane = pin (fixture, TEST_FLOW_DELIVERED);
  guint32 ink = th_color_pack (th_theme_get_color (fixture->theme, TH_COLOR_INK));
  cairo_surface_t *surface = test_draw_lane (fixture->scene, lane, &narrow, 1, TH_RENDER_PIXELS);
  PangoLayout *total = th_theme_get_layout (fixture->theme, "175.000 µs", .9, TRUE);
  gint end = 308 + ceil (th_draw_text_width (total));

  g_assert_cmpuint (count (surface, ink, 308, end), >, 20);
  g_assert_cmpuint (count (surface, ink, end, 400), ==, 0);
  cairo_surface_destroy (surface);
}

static void
test_backwards (Fixture       *fixture,
                gconstpointer  data)
{
  guint lane = pin (fixture, TEST_FLOW_BACKWARDS);
  guint32 wakeup = context (fixture, TH_CONTEXT_WAKEUP);
  guint32 back = th_color_pack (th_theme_get_color (fixture->theme, TH_COLOR_BACKGROUND));

  for (guint d = 0; d < G_N_ELEMENTS (doors); d++)
    {
      cairo_surface_t *surface = test_draw_lane (fixture->scene, lane, &view, 1, doors[d]);
      gint y = bar_row (fixture, lane);

      /* Hatched from 120 to 130: neither its color nor the background alone. */
      g_assert_cmpuint (count (surface, wakeup, 120, 130), >, 5);
      g_assert_cmpuint (count (surface, back, 121, 129), >, 5);
      g_assert_cmphex (test_pixel (surface, 118, y), ==, context (fixture, TH_CONTEXT_STACK));
      g_assert_cmphex (test_pixel (surface, 133, y), ==, context (fixture, TH_CONTEXT_COPY));
      cairo_surface_destroy (surface);
    }
}

/* The shortest flow is visible, and one far out of view takes no time to draw. */
static void
test_zooms (Fixture       *fixture,
            gconstpointer  data)
{
  static const ThView views[] = {
    { FLOW_START - G_GINT64_CONSTANT (1000000000000),
      FLOW_START + G_GINT64_CONSTANT (1000000000000), 400 },
    { FLOW_AT (120), FLOW_AT (120) + 20, 400 },
    { FLOW_AT (300), FLOW_AT (400), 400 },
    { G_MININT64 + 2, G_MAXINT64 - 2, 400 },
  };
  guint lane = pin (fixture, TEST_FLOW_DELIVERED);
  guint32 back = th_color_pack (th_theme_get_color (fixture->theme, TH_COLOR_BACKGROUND));

  th_scene_follow (fixture->scene, fixture->results, TEST_FLOW_DELIVERED, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      cairo_surface_t *surface = test_draw_lane (fixture->scene, lane, &views[i], 1,
                                                 TH_RENDER_PIXELS);
      cairo_t *cr = cairo_create (surface);
      gint y = bar_row (fixture, lane);
      guint n = 0;

      for (gint x = 0; x < 400; x++)
        n += test_pixel (surface, x, y) != back;
      if (i == 0)
        g_assert_true (n >= 2 && n <= 120);
      else if (i == 1)
        g_assert_cmpuint (n, ==, 400);
      else if (i == 2)
        g_assert_cmpuint (n, ==, 0);
      th_scene_draw_arrows (fixture->scene, &views[i], &(ThViewport) { 0, 0, 400 }, cr);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

static void
test_hit (Fixture       *fixture,
          gconstpointer  data)
{
  guint lane = pin (fixture, TEST_FLOW_DELIVERED);
  double y = th_scene_get_lane (fixture->scene, lane)->y + 10;
  ThHit hit = th_scene_hit (fixture->scene, &view, 150, y);

  g_assert_cmpuint (hit.lane, ==, lane);
  g_assert_true (hit.results == fixture->results);
  g_assert_null (hit.track);
  g_assert_cmpuint (hit.leg, ==, 3); /* wakeup: irq, napi and stack came before */
  g_assert_cmpuint (hit.ref.cpu, ==, 1);
  g_assert_cmpuint (hit.ref.row, ==, 4);

  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 39, y).leg, ==, 0);
  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 30, y).leg, ==, G_MAXUINT32);
  g_assert_true (th_ref_is_none (th_scene_hit (fixture->scene, &view, 30, y).ref));
  g_assert_cmpuint (th_scene_hit (fixture->scene, &view, 150, 20).leg, ==, G_MAXUINT32);
}

/* --- following --------------------------------------------------------- */

static void
test_dim (Fixture       *fixture,
          gconstpointer  data)
{
  cairo_surface_t *before = test_draw_lane (fixture->scene, 1, &view, 1, TH_RENDER_PIXELS);
  gint height = cairo_image_surface_get_height (before) - 1;

  pin (fixture, TEST_FLOW_DELIVERED);
  for (guint d = 0; d < G_N_ELEMENTS (doors); d++)
    {
      cairo_surface_t *after;

      /* The flow is on CPU 0 from 40 to 120. */
      th_scene_follow (fixture->scene, fixture->results, TEST_FLOW_DELIVERED, TRUE);
      after = test_draw_lane (fixture->scene, 1, &view, 1, doors[d]);
      g_assert_cmpuint (test_count_different (before, after, 40, 0, 120, height, 40), ==, 0);
      g_assert_cmpuint (test_count_different (before, after, 0, 0, 35, height, 4), >, 100);
      g_assert_cmpuint (test_count_different (before, after, 125, 0, 240, height, 4), >, 100);
      cairo_surface_destroy (after);

      th_scene_follow (fixture->scene, fixture->results, TEST_FLOW_DELIVERED, FALSE);
      after = test_draw_lane (fixture->scene, 1, &view, 1, doors[d]);
      g_assert_cmpuint (test_count_different (before, after, 0, 0, 240, height, 40), ==, 0);
      cairo_surface_destroy (after);
    }
  cairo_surface_destroy (before);
}

/* The highest contrast in the columns x1 to x2 with the fill of the bar that is behind them and at
 * column @bar. */
static double
best_contrast (Fixture         *fixture,
               cairo_surface_t *surface,
               gint             x1,
               gint             x2,
               gint             bar)
{
  guint32 back = th_color_pack (th_theme_get_color (fixture->theme, TH_COLOR_BACKGROUND));
  double best = 1;

  for (gint y = 0; y < cairo_image_surface_get_height (surface); y++)
    for (gint x = x1; x < x2 && test_pixel (surface, bar, y) != back; x++)
      best = MAX (best, th_color_contrast (th_color_unpack (test_pixel (surface, x, y)),
                                           th_color_unpack (test_pixel (surface, bar, y))));

  return best;
}

/* A name that begins where the bar is bright and goes on where it is dimmed is legible in both
 * parts, also if one needs black ink and the other white. */
static void
test_dim_within_name (Fixture       *fixture,
                      gconstpointer  data)
{
  /* CPU 0 runs a task from 80 to 150, and the flow leaves it at 120.  1 px is 0.1 µs. */
  const ThView near = { FLOW_AT (118.5), FLOW_AT (158.5), 400 };
  g_autoptr(ThTheme) light = fixture->theme;
  cairo_surface_t *surface;

  fixture->theme = th_theme_new (TH_THEME_DARK | TH_THEME_HIGH_CONTRAST, "Sans 10", 1);
  th_scene_set_theme (fixture->scene, fixture->theme);
  pin (fixture, TEST_FLOW_DELIVERED);
  th_scene_follow (fixture->scene, fixture->results, TEST_FLOW_DELIVERED, TRUE);

  surface = test_draw_lane (fixture->scene, 1, &near, 1, TH_RENDER_PIXELS);
  g_assert_cmpfloat (best_contrast (fixture, surface, 24, 80, 250), >=, 4.5);
  cairo_surface_destroy (surface);
}

static cairo_surface_t *
draw_arrows (Fixture      *fixture,
             const ThView *seen)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 400, 400);
  cairo_t *cr = cairo_create (surface);

  th_scene_draw_arrows (fixture->scene, seen, &(ThViewport) { 0, 0, 400 }, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);

  return surface;
}

static guint
count_painted (cairo_surface_t *surface,
               gint             x1,
               gint             x2)
{
  return 400 * (x2 - x1) - count (surface, 0, x1, x2);
}

static void
test_arrows (Fixture       *fixture,
             gconstpointer  data)
{
  const ThView dense = { FLOW_START - 4000000, FLOW_START + 4000000, 400 };
  cairo_surface_t *surface;
  double top, bottom;

  surface = draw_arrows (fixture, &view);
  g_assert_cmpuint (count_painted (surface, 0, 400), ==, 0);
  cairo_surface_destroy (surface);

  /* From the interrupt to the softirq at 62, from there to CPU 1 at 180. */
  th_scene_follow (fixture->scene, fixture->results, TEST_FLOW_DELIVERED, FALSE);
  surface = draw_arrows (fixture, &view);
  g_assert_cmpuint (count_painted (surface, 50, 72), >, 30);
  g_assert_cmpuint (count_painted (surface, 125, 175), >, 100);
  g_assert_cmpuint (count_painted (surface, 0, 45), ==, 0);
  g_assert_cmpuint (count_painted (surface, 190, 400), ==, 0);
  cairo_surface_destroy (surface);

  /* The whole flow in nine pixels. */
  surface = draw_arrows (fixture, &dense);
  g_assert_cmpuint (count_painted (surface, 0, 400), >, 20);
  g_assert_cmpuint (count_painted (surface, 0, 180), ==, 0);
  g_assert_cmpuint (count_painted (surface, 235, 400), ==, 0);
  cairo_surface_destroy (surface);

  g_assert_true (th_scene_get_followed_range (fixture->scene, &top, &bottom));
  g_assert_cmpfloat (top, ==, th_scene_get_lane (fixture->scene, 1)->y);
  g_assert_cmpfloat (bottom, ==, th_scene_get_lane (fixture->scene, 3)->y);
}

/* --- the bar ----------------------------------------------------------- */

/* 22 of 175 are the interrupt, 33 napi, 25 the stack, 60 the wakeup, 35 the copy. */
static void
test_bar (Fixture       *fixture,
          gconstpointer  data)
{
  ThFlows *flows = th_results_get_flows (fixture->results);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 350, 12);
  cairo_t *cr = cairo_create (surface);
  static const struct { gint x; ThContext context; } expected[] = {
    { 0, TH_CONTEXT_IRQ }, { 43, TH_CONTEXT_IRQ }, { 44, TH_CONTEXT_NAPI },
    { 109, TH_CONTEXT_NAPI }, { 110, TH_CONTEXT_STACK },
    { 159, TH_CONTEXT_STACK }, { 160, TH_CONTEXT_WAKEUP }, { 279, TH_CONTEXT_WAKEUP },
    { 280, TH_CONTEXT_COPY }, { 349, TH_CONTEXT_COPY }
  };

  th_path_draw_bar (fixture->theme, flows, th_flows_get (flows, TEST_FLOW_DELIVERED), 350, 12, cr);
  cairo_surface_flush (surface);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmphex (test_pixel (surface, expected[i].x, 6), ==,
                     context (fixture, expected[i].context));
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Each sign has a different shape, so that confidence is not shown by color alone. */
static void
test_signs (Fixture       *fixture,
            gconstpointer  data)
{
  cairo_surface_t *signs[TH_N_CONFIDENCES];

  for (guint i = 0; i < TH_N_CONFIDENCES; i++)
    {
      cairo_t *cr;

      signs[i] = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 12, 12);
      cr = cairo_create (signs[i]);
      cairo_set_source_rgb (cr, 1, 1, 1);
      cairo_paint (cr);
      th_path_draw_confidence (th_theme_get_color (fixture->theme, TH_COLOR_INK_DIM), i, 12, cr);
      cairo_destroy (cr);
      cairo_surface_flush (signs[i]);
      for (guint j = 0; j < i; j++)
        {
          g_assert_cmpuint (test_count_different (signs[i], signs[j], 0, 0, 12, 12, 60), >, 8);
          g_assert_cmpstr (th_confidence_get_word (i), !=, th_confidence_get_word (j));
        }
    }
  for (guint i = 0; i < TH_N_CONFIDENCES; i++)
    cairo_surface_destroy (signs[i]);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, test_scene_tear_down)
  ADD ("/canvas/flows/pin", test_pin);
  ADD ("/canvas/flows/label", test_label);
  ADD ("/canvas/flows/legs", test_legs);
  ADD ("/canvas/flows/dropped", test_dropped);
  ADD ("/canvas/flows/outcome-place", test_outcome_place);
  ADD ("/canvas/flows/outcome-room", test_outcome_room);
  ADD ("/canvas/flows/backwards", test_backwards);
  ADD ("/canvas/flows/zooms", test_zooms);
  ADD ("/canvas/flows/hit", test_hit);
  ADD ("/canvas/flows/dim", test_dim);
  ADD ("/canvas/flows/dim-within-name", test_dim_within_name);
  ADD ("/canvas/flows/arrows", test_arrows);
  ADD ("/canvas/flows/bar", test_bar);
  ADD ("/canvas/flows/signs", test_signs);
#undef ADD

  return g_test_run ();
}
