/* test-view.c - arithmetic of views and of their pixel grid
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>

#include "th-grid.h"
#include "th-view.h"

#define FIRST G_GINT64_CONSTANT (1000000000000000000)
#define LAST (FIRST + G_GINT64_CONSTANT (2184000000))

static void
test_exact (void)
{
  ThView view = { FIRST + 7, FIRST + 107, 1000 };

  g_assert_cmpfloat (th_view_ns_per_px (&view), ==, 0.1);
  for (gint i = 0; i < 100; i++)
    {
      g_assert_cmpfloat_with_epsilon (th_view_time_to_x (&view, FIRST + 7 + i), i * 10, 1e-9);
      g_assert_cmpint (th_view_x_to_time (&view, i * 10 + 0.5), ==, FIRST + 7 + i);
    }
  g_assert_cmpint (th_view_x_to_time (&view, -0.5), ==, FIRST + 6);
  g_assert_cmpfloat_with_epsilon (th_view_time_to_x (&view, FIRST), -70, 1e-9);
}

static void
test_zoom_returns (void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (1);

  for (guint i = 0; i < 20000; i++)
    {
      gint64 span = g_rand_int_range (random, 40000, 400000000);
      gint64 from = FIRST + g_rand_int_range (random, 500000000, 900000000);
      ThView start = { from, from + span, 1400 };
      double factor = g_rand_double_range (random, 1.01, 3);
      double x = g_rand_double_range (random, 0, 1400);
      ThView in = th_view_zoom (&start, factor, x, FIRST, LAST);
      ThView back = th_view_zoom (&in, 1 / factor, x, FIRST, LAST);
      double px = th_view_ns_per_px (&start);

      g_assert_cmpfloat (fabs ((double) (back.from - start.from)), <=, px);
      g_assert_cmpfloat (fabs ((double) (back.to - start.to)), <=, px);
      /* The time under the pointer stays there. */
      g_assert_cmpfloat (fabs (th_view_time_to_x (&in, th_view_x_to_time (&start, x)) - x), <=,
                         1 + 2 / th_view_ns_per_px (&in));
    }
}

static void
test_limits (void)
{
  ThView view = th_view_fit (FIRST, LAST, 1000);
  ThView other;

  g_assert_cmpint (view.from, ==, FIRST - 43680000);
  g_assert_cmpint (view.to, ==, LAST + 43680000);

  other = th_view_zoom (&view, 0.5, 300, FIRST, LAST);
  g_assert_cmpint (other.from, ==, view.from);
  g_assert_cmpint (other.to, ==, view.to);

  other = th_view_zoom (&view, 1e30, 300, FIRST, LAST);
  g_assert_cmpint (other.to - other.from, ==, TH_VIEW_MIN_SPAN);
  view = th_view_zoom (&other, 2, 999, FIRST, LAST);
  g_assert_cmpint (view.from, ==, other.from);

  view = (ThView) { FIRST, FIRST + 1000, 1000 };
  other = th_view_pan (&view, G_MAXINT64, FIRST, LAST);
  g_assert_cmpint (other.to, ==, LAST + 43680000);
  g_assert_cmpint (other.to - other.from, ==, 1000);
  other = th_view_pan (&view, G_MININT64, FIRST, LAST);
  g_assert_cmpint (other.from, ==, FIRST - 43680000);
  g_assert_cmpint (other.to - other.from, ==, 1000);
  other = th_view_pan (&view, 17, FIRST, LAST);
  g_assert_cmpint (other.from, ==, FIRST + 17);
}

/* Times of a damaged file, and a recording of one event. */
static void
test_odd (void)
{
  static const gint64 times[] = { G_MININT64, G_MININT64 + 1, -5, 0, 5, FIRST, G_MAXINT64 - 1,
                                  G_MAXINT64 };
  const double factors[] = { 0, -1, NAN, INFINITY, 1e-300, 1e300, 2 };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    for (guint j = 0; j < G_N_ELEMENTS (times); j++)
      for (guint k = 0; k < G_N_ELEMENTS (factors); k++)
        {
          ThView fit = th_view_fit (times[i], times[j], 1000);
          ThView zoomed = th_view_zoom (&fit, factors[k], 400, times[i], times[j]);
          ThView panned = th_view_pan (&zoomed, times[j], times[i], times[j]);

          g_assert_cmpint (fit.from, <, fit.to);
          g_assert_cmpint (zoomed.from, <, zoomed.to);
          g_assert_cmpint (zoomed.to - zoomed.from, >=, TH_VIEW_MIN_SPAN);
          g_assert_cmpint (panned.to - panned.from, ==, zoomed.to - zoomed.from);
        }
}

static void
test_grid (void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (2);

  for (guint i = 0; i < 5000; i++)
    {
      gint64 from = FIRST + g_rand_int_range (random, 0, 900000000);
      gint64 span = g_rand_int_range (random, 20, i % 2 == 0 ? 3000 : 90000000);
      ThView view = { from, from + span, 1400 };
      ThGrid grid = th_grid_make (&view, 1);
      gint64 time = from + g_rand_int_range (random, 0, span);
      gint column = th_grid_column (&grid, time, -100, 2000);

      /* A column contains the times that begin in it and not those of the next column. */
      g_assert_cmpint (th_grid_time (&grid, column), <=, time);
      g_assert_cmpint (th_grid_time (&grid, column + 1), >, time);
      g_assert_cmpfloat (fabs (th_view_time_to_x (&view, time) - column), <=, 1.6);
    }
}

/* At one zoom level, columns cover the same times wherever the view is. */
static void
test_grid_pans (void)
{
  for (gint shift = 0; shift < 3000; shift++)
    {
      ThView view = { FIRST + shift * 131, FIRST + shift * 131 + 183456, 1400 };
      ThGrid grid = th_grid_make (&view, 1);
      ThView origin = { FIRST, FIRST + 183456, 1400 };
      ThGrid base = th_grid_make (&origin, 1);
      gint column = th_grid_column (&base, FIRST + shift * 131 + 90000, 0, 10000);
      gint moved = th_grid_column (&grid, FIRST + shift * 131 + 90000, 0, 10000);

      g_assert_cmpint (th_grid_time (&base, column), ==, th_grid_time (&grid, moved));
      g_assert_cmpint (th_grid_phase (&base, column, 16), ==, th_grid_phase (&grid, moved, 16));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/canvas/view/exact", test_exact);
  g_test_add_func ("/canvas/view/zoom-returns", test_zoom_returns);
  g_test_add_func ("/canvas/view/limits", test_limits);
  g_test_add_func ("/canvas/view/odd", test_odd);
  g_test_add_func ("/canvas/view/grid", test_grid);
  g_test_add_func ("/canvas/view/grid-pans", test_grid_pans);

  return g_test_run ();
}
