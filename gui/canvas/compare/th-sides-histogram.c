/* th-sides-histogram.c - draws the distributions of both sides in one histogram
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-compare-colors.h"
#include "th-draw.h"
#include "th-sides-histogram.h"

#define SMALL .86
#define EDGE_PX 2
#define TINT_ALPHA .24
#define BRUSH_ALPHA .16
#define LEGEND_PX 22
#define LABEL_GAP 10

typedef struct
{
  ThTheme                *theme;
  const ThSidesHistogram *self;
  double                  width;
  double                  top, bottom;
  double                  most; /* the largest share of a side in a bin */
  cairo_t                *cr;
} Area;

/* --- positions -------------------------------------------------------------- */

static double
get_log (gint64 value)
{
  return log (MAX (value, 1));
}

/* The x coordinate of the value whose logarithm is @at. */
static double
place (const ThSidesHistogram *self,
       double                  width,
       double                  at)
{
  const ThLogHistogram *histogram = self->histogram;
  double low = get_log (histogram->edges[0]);
  double high = get_log (histogram->edges[histogram->n_bins]);

  return EDGE_PX + (at - low) / MAX (high - low, 1e-9) * (width - 2 * EDGE_PX);
}

double
th_sides_histogram_get_x (const ThSidesHistogram *self,
                          double                  width,
                          guint                   edge)
{
  return place (self, width, get_log (self->histogram->edges[edge]));
}

guint
th_sides_histogram_find_edge (const ThSidesHistogram *self,
                              double                  width,
                              double                  x)
{
  guint best = 0;

  for (guint i = 1; i <= self->histogram->n_bins; i++)
    if (fabs (th_sides_histogram_get_x (self, width, i) - x) <
        fabs (th_sides_histogram_get_x (self, width, best) - x))
      best = i;
  return best;
}

static double
get_share (const ThLogHistogram *histogram,
           guint                 side,
           guint                 bin)
{
  return histogram->n[side] > 0 ? histogram->counts[side][bin] / (double) histogram->n[side] : 0;
}

static double
find_most (const ThLogHistogram *histogram)
{
  double most = 0;

  for (guint i = 0; i < 2 * histogram->n_bins; i++)
    most = MAX (most, get_share (histogram, i % 2, i / 2));
  return most;
}

/* --- sides -------------------------------------------------------------------- */

static void
use_side (const Area *area,
          guint       side,
          double      alpha)
{
  ThColor color = th_compare_get_side_color (area->theme, side);

  cairo_set_source_rgba (area->cr, color.red, color.green, color.blue, alpha);
}

/* Has a minimum, so that a few samples among many remain visible. */
static double
get_y (const Area *area,
       guint       side,
       guint       bin)
{
  double share = get_share (area->self->histogram, side, bin);
  double height = share / area->most * (area->bottom - area->top);

  return area->bottom - (share > 0 ? MAX (height, 2) : 0);
}

static void
trace_steps (const Area *area,
             guint       side)
{
  guint n = area->self->histogram->n_bins;

  cairo_move_to (area->cr, th_sides_histogram_get_x (area->self, area->width, 0), area->bottom);
  for (guint i = 0; i < n; i++)
    {
      double y = get_y (area, side, i);

      cairo_line_to (area->cr, th_sides_histogram_get_x (area->self, area->width, i), y);
      cairo_line_to (area->cr, th_sides_histogram_get_x (area->self, area->width, i + 1), y);
    }
  cairo_line_to (area->cr, th_sides_histogram_get_x (area->self, area->width, n), area->bottom);
}

static void
set_line (const Area *area,
          guint       side)
{
  static const double dashes[] = { 4, 2.5 };

  cairo_set_line_width (area->cr, 1.6);
  cairo_set_dash (area->cr, dashes, side == 1 ? G_N_ELEMENTS (dashes) : 0, 0);
}

static void
draw_side (const Area *area,
           guint       side)
{
  if (area->self->histogram->n[side] == 0)
    return;

  trace_steps (area, side);
  use_side (area, side, TINT_ALPHA);
  cairo_fill_preserve (area->cr);
  use_side (area, side, 1);
  set_line (area, side);
  cairo_stroke (area->cr);
  cairo_set_dash (area->cr, NULL, 0, 0);
}

static void
draw_legend (const Area *area)
{
  static const char *const names[] = { "A", "B" };
  double y = round (th_theme_get_line_height (area->theme) / 2), x = EDGE_PX;

  for (guint side = 0; side < 2; side++)
    {
      double length = th_theme_grow (area->theme, LEGEND_PX);

      use_side (area, side, 1);
      set_line (area, side);
      cairo_move_to (area->cr, x, y + .5);
      cairo_line_to (area->cr, x + length, y + .5);
      cairo_stroke (area->cr);
      cairo_set_dash (area->cr, NULL, 0, 0);
      x += length + 6;
      x += th_draw_text (area->cr, th_theme_get_layout (area->theme, names[side], SMALL, TRUE), x,
                         y) + 18;
    }
}

/* --- the axis ----------------------------------------------------------------- */

static char *
format_tick (ThUnit unit,
             double value)
{
  static const struct
  {
    double      size;
    const char *name;
  } scales[] = { { 1e9, "s" }, { 1e6, "ms" }, { 1e3, "µs" }, { 1, "ns" } };
  guint i = 0;

  if (unit != TH_UNIT_TIME)
    return g_strdup_printf (unit == TH_UNIT_BYTES ? "%g B" : "%g", value);

  while (i < G_N_ELEMENTS (scales) - 1 && value < scales[i].size)
    i++;
  return g_strdup_printf ("%g %s", value / scales[i].size, scales[i].name);
}

/* Draws the label of a tick unless it would touch the previous one; returns the position from
 * which the next one may start. */
static double
draw_tick_label (const Area *area,
                 double      value,
                 double      x,
                 double      from)
{
  g_autofree char *text = format_tick (area->self->unit, value);
  PangoLayout *layout = th_theme_get_layout (area->theme, text, SMALL, FALSE);
  double width = th_draw_text_width (layout);

  x = CLAMP (x - width / 2, 0, MAX (area->width - width, 0));
  if (x < from)
    return from;

  th_draw_text (area->cr, layout, x,
                area->bottom + 5 + th_theme_get_line_height (area->theme) / 2);
  return x + width + LABEL_GAP;
}

/* Draws labels at powers of ten; on an axis with fewer than two of these, also at 2 and 5 times
 * a power of ten. */
static void
draw_axis (const Area *area)
{
  const ThLogHistogram *histogram = area->self->histogram;
  double low = MAX (histogram->edges[0], 1), high = MAX (histogram->edges[histogram->n_bins], 1);
  gboolean is_short = high / low < 100;
  double from = 0;

  th_draw_role (area->cr, area->theme, TH_COLOR_INK_DIM);
  cairo_rectangle (area->cr, 0, area->bottom, area->width, 1);
  for (double decade = pow (10, floor (log10 (low))); decade <= high; decade *= 10)
    for (guint digit = 1; digit < 10; digit++)
      {
        double value = decade * digit, x = place (area->self, area->width, log (value));

        if (value < low || value > high)
          continue;
        cairo_rectangle (area->cr, round (x), area->bottom, 1, digit == 1 ? 5 : 3);
        cairo_fill (area->cr);
        if (digit == 1 || (is_short && (digit == 2 || digit == 5)))
          from = draw_tick_label (area, value, x, from);
      }
  cairo_fill (area->cr);
}

/* --- the brush ---------------------------------------------------------------- */

static void
draw_brush (const Area *area)
{
  double left = th_sides_histogram_get_x (area->self, area->width, area->self->from);
  double right = th_sides_histogram_get_x (area->self, area->width, area->self->to);
  ThColor color = th_theme_get_color (area->theme, TH_COLOR_INK);

  if (area->self->from >= area->self->to)
    return;

  cairo_set_source_rgba (area->cr, color.red, color.green, color.blue, BRUSH_ALPHA);
  cairo_rectangle (area->cr, left, area->top, right - left, area->bottom - area->top);
  cairo_fill (area->cr);
  th_draw_color (area->cr, color);
  cairo_rectangle (area->cr, round (left) - .5, area->top, 1.5, area->bottom - area->top);
  cairo_rectangle (area->cr, round (right) - .5, area->top, 1.5, area->bottom - area->top);
  cairo_fill (area->cr);
}

void
th_sides_histogram_draw (ThTheme                *theme,
                         const ThSidesHistogram *self,
                         double                  width,
                         double                  height,
                         cairo_t                *cr)
{
  double line = th_theme_get_line_height (theme);
  const Area area = { theme, self, width, line + 4, height - line - 8,
                      find_most (self->histogram), cr };

  if (width <= 2 * EDGE_PX || area.bottom <= area.top)
    return;

  draw_side (&area, 0);
  draw_side (&area, 1);
  draw_brush (&area);
  draw_axis (&area);
  draw_legend (&area);
}
