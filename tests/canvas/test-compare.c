/* test-compare.c - the pictures of comparisons: positions, colors and hit-testing
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>

#include "compare-fixture.h"
#include "th-color.h"
#include "th-compare-colors.h"
#include "th-evidence-strip.h"
#include "th-parts-bar.h"
#include "th-shift-plot.h"
#include "th-sides-histogram.h"

#define WIDTH 400
#define HEIGHT 60

/* Side A has medians of 1000 ns, B of @factor times as much. */
static ThComparison *
make (double factor)
{
  GPtrArray *sides[2];

  for (guint side = 0; side < 2; side++)
    {
      sides[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
      for (guint i = 0; i < 5; i++)
        {
          g_autofree char *name = g_strdup_printf ("%c%u", 'a' + side, i);
          ThCompareRun *run = test_run_new (name, (2 * i + side) * G_GINT64_CONSTANT (2000000000));
          const TestSamples samples = { "packet.reader", "", TH_SPENT_RUNNING, 2000,
                                        1000 * (side == 1 ? factor : 1) * (1 + .01 * i),
                                        10 * side + i };

          test_run_add (run, &samples);
          g_ptr_array_add (sides[side], test_run_end (run));
        }
    }
  return test_compare (sides[0], sides[1]);
}

static const ThComparisonRow *
get_row (const ThComparison *comparison)
{
  return test_find_row (comparison, "packet.reader", "", 0);
}

typedef struct
{
  cairo_surface_t *surface;
  cairo_t         *cr;
  ThTheme         *theme;
} Canvas;

/* Pictures are drawn over a background, here that of labels. */
static void
canvas_init (Canvas       *self,
             ThThemeFlags  flags)
{
  ThColor ground;

  self->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  self->cr = cairo_create (self->surface);
  self->theme = th_theme_new (flags, "Sans 10", 1);
  ground = th_theme_get_color (self->theme, TH_COLOR_BACKGROUND_LABEL);
  cairo_set_source_rgb (self->cr, ground.red, ground.green, ground.blue);
  cairo_paint (self->cr);
}

static void
canvas_clear (Canvas *self)
{
  g_assert_cmpint (cairo_status (self->cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (self->cr);
  cairo_surface_destroy (self->surface);
  th_theme_unref (self->theme);
}

static guint32
get_pixel (Canvas *self,
           double  x,
           double  y)
{
  const guint8 *data;

  cairo_surface_flush (self->surface);
  data = cairo_image_surface_get_data (self->surface) +
         (int) y * cairo_image_surface_get_stride (self->surface);
  return ((const guint32 *) data)[(int) x];
}

/* cairo rounds colors its own way. */
static gboolean
is_near (guint32 pixel,
         ThColor color)
{
  ThColor found = th_color_unpack (pixel);

  return fabs (found.red - color.red) + fabs (found.green - color.green) +
         fabs (found.blue - color.blue) < .02;
}

static guint
count_pixels (Canvas  *self,
              ThColor  color)
{
  guint n = 0;

  for (guint i = 0; i < WIDTH * HEIGHT; i++)
    n += is_near (get_pixel (self, i % WIDTH, i / WIDTH), color);
  return n;
}

/* --- axes --------------------------------------------------------------------- */

static void
test_axis (void)
{
  ThFactorAxis axis;
  g_autofree char *half = th_factor_axis_format (-G_LN2);
  g_autofree char *eight = th_factor_axis_format (3 * G_LN2);
  g_autofree char *small = th_factor_axis_format (-4 * G_LN2);

  th_factor_axis_init (&axis, 0, 0);
  g_assert_cmpfloat_with_epsilon (exp (axis.low), .5, 1e-9);
  g_assert_cmpfloat_with_epsilon (exp (axis.high), 2, 1e-9);
  th_factor_axis_init (&axis, log (.3), log (17));
  g_assert_cmpfloat_with_epsilon (exp (axis.low), .25, 1e-9);
  g_assert_cmpfloat_with_epsilon (exp (axis.high), 32, 1e-9);
  th_factor_axis_init (&axis, -INFINITY, 1e9);
  g_assert_cmpfloat_with_epsilon (exp (axis.high), 1 << 20, 1e-3);
  th_factor_axis_init (&axis, log (.25), log (4));
  g_assert_cmpfloat_with_epsilon (th_factor_axis_get_share (&axis, 0), .5, 1e-9);
  g_assert_cmpfloat_with_epsilon (th_factor_axis_get_share (&axis, G_LN2), .75, 1e-9);

  g_assert_cmpstr (half, ==, "×½");
  g_assert_cmpstr (eight, ==, "×8");
  g_assert_cmpstr (small, ==, "×1/16");
}

/* The whole interval of a change fits on the axis, however uncertain the change is. */
static void
test_axis_fits (void)
{
  g_autoptr(ThComparison) comparison = make (100);
  const ThComparisonRow *row = get_row (comparison);
  ThFactorAxis axis;

  g_assert_cmpint (row->verdict, ==, TH_VERDICT_SLOWER);
  th_factor_axis_fit (&axis, comparison);
  g_assert_cmpfloat (axis.high, >=, row->difference);
  g_assert_cmpfloat (exp (axis.high), <=, 1024);
}

/* --- evidence ------------------------------------------------------------------- */

static void
check_strip (ThThemeFlags flags)
{
  g_autoptr(ThComparison) comparison = make (4);
  const ThComparisonRow *row = get_row (comparison);
  ThFactorAxis axis;
  Canvas canvas;

  th_factor_axis_init (&axis, -3 * G_LN2, 3 * G_LN2);
  canvas_init (&canvas, flags);
  th_evidence_strip_draw (canvas.theme, &axis, comparison, row, WIDTH, HEIGHT, canvas.cr);
  for (gint run = 0; run < 10; run++)
    {
      double factor, x, y = HEIGHT * (run < 5 ? .28 : .72);
      gint found;

      g_assert_true (th_evidence_strip_get_run (row, run, &factor));
      /* Medians rise by 1 % from run to run; samples add about 1 %. */
      g_assert_cmpfloat_with_epsilon (factor, (run >= 5 ? log (4) : 0) + .01 * (run % 5 - 2), .03);
      x = th_factor_axis_get_x (&axis, canvas.theme, WIDTH, factor);
      found = th_evidence_strip_find_run (canvas.theme, &axis, comparison, row, WIDTH, HEIGHT, x,
                                          y);
      g_assert_true (found / 5 == run / 5);
      if (run >= 5) /* full */
        g_assert_true (is_near (get_pixel (&canvas, x, y),
                                th_compare_get_side_color (canvas.theme, 1)));
    }
  g_assert_cmpint (th_evidence_strip_find_run (canvas.theme, &axis, comparison, row, WIDTH, HEIGHT,
                                               5, 5), ==, -1);
  g_assert_cmpuint (count_pixels (&canvas, th_compare_get_verdict_color (canvas.theme,
                                                                         TH_VERDICT_SLOWER)),
                    >, 10);
  g_assert_cmpuint (count_pixels (&canvas, th_compare_get_margin_color (canvas.theme)), >, 100);
  canvas_clear (&canvas);
}

static void
test_strip (void)
{
  for (guint flags = 0; flags < 4; flags++)
    check_strip (flags);
}

/* Beyond the end of the axis, dots become triangles that can still be hit. */
static void
test_strip_beyond (void)
{
  g_autoptr(ThComparison) comparison = make (40);
  ThFactorAxis axis;
  Canvas canvas;
  double x;

  th_factor_axis_init (&axis, 0, G_LN2);
  canvas_init (&canvas, 0);
  th_evidence_strip_draw (canvas.theme, &axis, comparison, get_row (comparison), WIDTH, HEIGHT,
                          canvas.cr);
  x = th_factor_axis_get_x (&axis, canvas.theme, WIDTH, axis.high);
  g_assert_cmpint (th_evidence_strip_find_run (canvas.theme, &axis, comparison,
                                               get_row (comparison), WIDTH, HEIGHT, x,
                                               HEIGHT * .72), >=, 5);
  g_assert_true (is_near (get_pixel (&canvas, x, HEIGHT * .72),
                          th_compare_get_side_color (canvas.theme, 1)));
  canvas_clear (&canvas);
}

/* Text in the colors of the sides is legible. */
static void
test_colors (void)
{
  for (guint flags = 0; flags < 4; flags++)
    {
      g_autoptr(ThTheme) theme = th_theme_new (flags, "Sans 10", 1);
      ThColor ground = th_theme_get_color (theme, TH_COLOR_BACKGROUND_LABEL);

      for (guint side = 0; side < 2; side++)
        g_assert_cmpfloat (th_color_contrast (th_compare_get_side_color (theme, side), ground), >=,
                           flags & TH_THEME_HIGH_CONTRAST ? 7 : 4.5);
    }
}

/* --- plots ---------------------------------------------------------------------- */

/* Whatever quantile is marked, its label leaves that of the margin readable. */
static void
check_labels (double factor)
{
  g_autoptr(ThComparison) comparison = make (factor);
  g_autoptr(ThShift) shift = th_shift_new (comparison, get_row (comparison));
  ThShiftPlot plot = { shift, log (1.1) };
  guint n_labels = 0;
  Canvas canvas;

  canvas_init (&canvas, 0);
  for (plot.point = 0; plot.point < TH_SHIFT_N_POINTS; plot.point++)
    for (guint height = 100; height < 300; height += 10)
      {
        cairo_rectangle_t mark, margin;

        if (!th_shift_plot_find_labels (canvas.theme, &plot, 300, height, &mark, &margin))
          continue;
        n_labels++;
        g_assert_true (mark.x + mark.width <= margin.x || margin.x + margin.width <= mark.x ||
                       mark.y + mark.height <= margin.y || margin.y + margin.height <= mark.y);
      }
  g_assert_cmpuint (n_labels, >, 100);
  canvas_clear (&canvas);
}

static void
test_shift_labels (void)
{
  check_labels (1);
  check_labels (.9);
  check_labels (4);
  check_labels (40);
}

static void
test_shift_plot (void)
{
  g_autoptr(ThComparison) comparison = make (4);
  g_autoptr(ThShift) shift = th_shift_new (comparison, get_row (comparison));
  ThShiftPlot plot = { shift, log (1.1), th_shift_find (shift, .5) };
  g_autofree char *text = th_shift_plot_format_point (shift, plot.point);
  guint last = 0;
  Canvas canvas;

  canvas_init (&canvas, 0);
  th_shift_plot_draw (canvas.theme, &plot, WIDTH, HEIGHT, canvas.cr);
  g_assert_cmpuint (count_pixels (&canvas, th_compare_get_side_color (canvas.theme, 1)), >, 50);
  for (guint x = 0; x < WIDTH; x++)
    {
      guint point = th_shift_plot_find_point (canvas.theme, &plot, WIDTH, x);

      g_assert_cmpuint (point, >=, last);
      last = point;
    }
  g_assert_cmpuint (last, ==, TH_SHIFT_N_POINTS - 1);
  g_assert_cmpuint (th_shift_plot_find_point (canvas.theme, &plot, WIDTH, 0), ==, 0);
  g_assert_true (g_regex_match_simple ("^p50 ×(3\\.9\\d|4|4\\.0\\d) \\(×[23]\\.\\d+ … ×[45].*\\)$",
                                       text, 0, 0));
  canvas_clear (&canvas);
}

static void
test_histogram (void)
{
  g_autoptr(ThComparison) comparison = make (4);
  g_autoptr(ThLogHistogram) histogram = th_log_histogram_new (comparison, get_row (comparison),
                                                              64);
  ThSidesHistogram plot = { histogram, TH_UNIT_TIME, 0, 0 };
  Canvas canvas;
  guint n;

  canvas_init (&canvas, 0);
  th_sides_histogram_draw (canvas.theme, &plot, WIDTH, HEIGHT, canvas.cr);
  /* A is at the left and B at the right; they do not overlap. */
  g_assert_cmpuint (count_pixels (&canvas, th_compare_get_side_color (canvas.theme, 0)), >, 10);
  for (guint i = 0; i <= histogram->n_bins; i++)
    {
      double x = th_sides_histogram_get_x (&plot, WIDTH, i);

      g_assert_cmpuint (th_sides_histogram_find_edge (&plot, WIDTH, x), ==, i);
    }
  n = count_pixels (&canvas, th_theme_get_color (canvas.theme, TH_COLOR_INK));
  plot.from = 10;
  plot.to = 20;
  th_sides_histogram_draw (canvas.theme, &plot, WIDTH, HEIGHT, canvas.cr);
  g_assert_cmpuint (count_pixels (&canvas, th_theme_get_color (canvas.theme, TH_COLOR_INK)), >,
                    n + 10);
  canvas_clear (&canvas);
}

/* The stages copy and queue have a quarter and three quarters of the time on each side. */
static void
test_parts (void)
{
  g_autoptr(ThComparison) comparison = make (4);
  const ThComparisonRow *row = get_row (comparison);
  guint begin, end, widths[2] = { 0, 0 };
  Canvas canvas;

  g_assert_false (th_parts_bar_find_dimension (row, "ran", &begin, &end));
  g_assert_cmpint (th_parts_bar_find_part (row, "ran", WIDTH, 10), ==, -1);
  g_assert_true (th_parts_bar_find_dimension (row, "stage", &begin, &end));
  g_assert_cmpuint (end - begin, ==, 2);
  for (guint x = 0; x < WIDTH; x++)
    widths[th_parts_bar_find_part (row, "stage", WIDTH, x + .5) - begin]++;
  g_assert_cmpuint (widths[0], ==, 300);
  g_assert_cmpuint (widths[1], ==, 100);

  canvas_init (&canvas, 0);
  th_parts_bar_draw (canvas.theme, row, "stage", WIDTH, HEIGHT, canvas.cr);
  g_assert_true (is_near (get_pixel (&canvas, 150, 30),
                          th_theme_get_context_color (canvas.theme, TH_CONTEXT_QUEUE)));
  g_assert_true (is_near (get_pixel (&canvas, 350, 30),
                          th_theme_get_context_color (canvas.theme, TH_CONTEXT_COPY)));
  canvas_clear (&canvas);
}

/* Parts against the difference are at the end, hatched. */
static void
test_parts_against (void)
{
  ThComparisonPart parts[] = { { .dimension = "cpu", .key = "0", .values = 300 },
                               { .dimension = "cpu", .key = "1", .values = -100 } };
  g_autoptr(GArray) array = g_array_new (FALSE, FALSE, sizeof (ThComparisonPart));
  ThComparisonRow row = { .mean_a = 100, .mean_b = 300, .parts = array };

  g_array_append_vals (array, parts, G_N_ELEMENTS (parts));
  g_assert_false (th_parts_bar_is_against (&row, &parts[0]));
  g_assert_true (th_parts_bar_is_against (&row, &parts[1]));
  /* Three quarters and one quarter of 400, after the gap of 4. */
  g_assert_cmpint (th_parts_bar_find_part (&row, "cpu", 404, 299), ==, 0);
  g_assert_cmpint (th_parts_bar_find_part (&row, "cpu", 404, 302), ==, -1);
  g_assert_cmpint (th_parts_bar_find_part (&row, "cpu", 404, 305), ==, 1);
  g_assert_cmpint (th_parts_bar_find_part (&row, "cpu", 404, 403), ==, 1);
}

/* Verdicts are legible on their grounds, and grounds differ from what is behind them. */
static void
test_pills (void)
{
  static const ThVerdict verdicts[] = {
    TH_VERDICT_SLOWER, TH_VERDICT_FASTER, TH_VERDICT_SAME, TH_VERDICT_CANT_TELL, TH_VERDICT_ONLY_A
  };

  for (guint flags = 0; flags < 4; flags++)
    for (guint i = 0; i < G_N_ELEMENTS (verdicts); i++)
      {
        g_autoptr(ThTheme) theme = th_theme_new (flags, "Sans 10", 1);
        ThComparisonRow row = { .verdict = verdicts[i] };
        ThColor ground = th_compare_get_pill_color (theme, &row);

        g_assert_cmpfloat (th_color_contrast (ground, th_compare_get_pill_ink (theme, &row)), >=,
                           (flags & TH_THEME_HIGH_CONTRAST) != 0 ? 7 : 4.5);
        g_assert_cmpfloat (th_color_contrast (ground, th_theme_get_color (
                             theme, TH_COLOR_BACKGROUND_LABEL)), >, 1.08);
      }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/canvas/compare/pills", test_pills);
  g_test_add_func ("/canvas/compare/axis", test_axis);
  g_test_add_func ("/canvas/compare/axis-fits", test_axis_fits);
  g_test_add_func ("/canvas/compare/strip", test_strip);
  g_test_add_func ("/canvas/compare/strip-beyond", test_strip_beyond);
  g_test_add_func ("/canvas/compare/colors", test_colors);
  g_test_add_func ("/canvas/compare/shift-plot", test_shift_plot);
  g_test_add_func ("/canvas/compare/shift-labels", test_shift_labels);
  g_test_add_func ("/canvas/compare/histogram", test_histogram);
  g_test_add_func ("/canvas/compare/parts", test_parts);
  g_test_add_func ("/canvas/compare/parts-against", test_parts_against);
  return g_test_run ();
}
