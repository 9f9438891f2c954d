/* th-evidence-strip.c - the runs of a row as dots, with the interval and the margin
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-compare-colors.h"
#include "th-draw.h"
#include "th-evidence-strip.h"

#define DOT_PX 3.2
#define CAP_PX 3.5
#define REACH_PX 6
#define LEGEND_PX 14
#define LEGEND_GAP_PX 10
#define LEGEND_SCALE .88
#define DOT_A_Y .28
#define DOT_B_Y .72

typedef struct
{
  ThTheme            *theme;
  const ThFactorAxis *axis;
  double              width;
  double              height;
  cairo_t            *cr;
} Strip;

static double
get_x (const Strip *strip,
       double       value)
{
  return th_factor_axis_get_x (strip->axis, strip->theme, strip->width,
                               CLAMP (value, strip->axis->low, strip->axis->high));
}

/* -1 or 1 if @value is beyond the low or the high end of the axis. */
static int
get_side_beyond (const Strip *strip,
                 double       value)
{
  return (value > strip->axis->high + 1e-9) - (value < strip->axis->low - 1e-9);
}

gboolean
th_evidence_strip_get_run (const ThComparisonRow *row,
                           guint                  number,
                           double                *factor)
{
  const ThCompareClass *class = row->classes != NULL ? row->classes[number] : NULL;

  if (class == NULL || class->n == 0 || row->a.n_runs == 0)
    return FALSE;

  *factor = th_verdict_log (class->quantiles[row->level]) - th_verdict_log (row->a.value);
  return TRUE;
}

static double
get_run_y (const Strip        *strip,
           const ThComparison *comparison,
           guint               number)
{
  return strip->height * (number < th_comparison_get_n_runs (comparison, 0) ? DOT_A_Y : DOT_B_Y);
}

static guint
count_runs (const ThComparison *comparison)
{
  return th_comparison_get_n_runs (comparison, 0) + th_comparison_get_n_runs (comparison, 1);
}

/* --- drawing ---------------------------------------------------------------- */

static void
draw_margin (const Strip           *strip,
             const ThComparisonRow *row)
{
  double margin = row->margin, left = get_x (strip, -margin), right = get_x (strip, margin);

  if (row->kind == TH_COMPARISON_QUANTILE && margin > 0)
    {
      th_draw_color (strip->cr, th_compare_get_margin_color (strip->theme));
      cairo_rectangle (strip->cr, left, 0, right - left, strip->height);
      cairo_fill (strip->cr);
    }
  th_draw_role (strip->cr, strip->theme, TH_COLOR_TICK);
  cairo_rectangle (strip->cr, round (get_x (strip, 0)), 0, 1, strip->height);
  cairo_fill (strip->cr);
}

static void
draw_triangle (cairo_t *cr,
               double   x,
               double   y,
               double   size,
               int      side)
{
  cairo_move_to (cr, x + side * size, y);
  cairo_line_to (cr, x - side * size * .6, y - size);
  cairo_line_to (cr, x - side * size * .6, y + size);
  cairo_close_path (cr);
}

static void
draw_cap (const Strip *strip,
          double       value,
          double       y,
          double       size)
{
  int side = get_side_beyond (strip, value);

  if (side == 0)
    {
      cairo_rectangle (strip->cr, round (get_x (strip, value)) - .75, y - size, 1.5, 2 * size);
      cairo_fill (strip->cr);
      return;
    }
  draw_triangle (strip->cr, get_x (strip, value) + side * size, y, size, side);
  cairo_fill (strip->cr);
}

static void
draw_whisker (const Strip           *strip,
              const ThComparisonRow *row)
{
  double size = th_theme_grow (strip->theme, CAP_PX), y = round (strip->height / 2);

  /* There is no factor to or from 0. */
  if (row->a.n_runs == 0 || row->b.n_runs == 0 || row->a.value <= 0 || row->b.value <= 0)
    return;

  th_draw_color (strip->cr, th_compare_get_verdict_color (strip->theme, row->verdict));
  if (row->has_interval)
    {
      double left = get_x (strip, row->low), right = get_x (strip, row->high);

      cairo_rectangle (strip->cr, left, y - .75, right - left, 1.5);
      cairo_fill (strip->cr);
      draw_cap (strip, row->low, y, size);
      draw_cap (strip, row->high, y, size);
    }
  if (get_side_beyond (strip, row->difference) != 0)
    draw_cap (strip, row->difference, y, size);
  else
    cairo_rectangle (strip->cr, round (get_x (strip, row->difference)) - 1.5, y - size - .5, 3,
                     2 * size + 1);
  cairo_fill (strip->cr);
}

/* @beyond: -1 or 1 for a dot that is outside of the axis. */
static void
draw_dot (ThTheme *theme,
          guint    side,
          double   x,
          double   y,
          int      beyond,
          cairo_t *cr)
{
  double size = th_theme_grow (theme, DOT_PX * 2) / 2.0;

  cairo_new_path (cr);
  if (beyond != 0)
    draw_triangle (cr, x, y, size, beyond);
  else
    cairo_arc (cr, x, y, size, 0, 2 * G_PI);
  if (side == 0)
    {
      th_draw_role (cr, theme, TH_COLOR_BACKGROUND_LABEL);
      cairo_fill_preserve (cr);
    }
  th_draw_color (cr, th_compare_get_side_color (theme, side));
  if (side == 1)
    cairo_fill_preserve (cr);
  cairo_set_line_width (cr, side == 0 ? 1.5 : .5);
  cairo_stroke (cr);
}

static void
draw_run (const Strip        *strip,
          const ThComparison *comparison,
          guint               number,
          double              value)
{
  draw_dot (strip->theme, number >= th_comparison_get_n_runs (comparison, 0), get_x (strip, value),
            get_run_y (strip, comparison, number), get_side_beyond (strip, value), strip->cr);
}

void
th_evidence_strip_draw (ThTheme               *theme,
                        const ThFactorAxis    *axis,
                        const ThComparison    *comparison,
                        const ThComparisonRow *row,
                        double                 width,
                        double                 height,
                        cairo_t               *cr)
{
  const Strip strip = { theme, axis, width, height, cr };
  double value;

  draw_margin (&strip, row);
  draw_whisker (&strip, row);
  for (guint i = 0; i < count_runs (comparison); i++)
    if (th_evidence_strip_get_run (row, i, &value))
      draw_run (&strip, comparison, i, value);
}

gint
th_evidence_strip_find_run (ThTheme               *theme,
                            const ThFactorAxis    *axis,
                            const ThComparison    *comparison,
                            const ThComparisonRow *row,
                            double                 width,
                            double                 height,
                            double                 x,
                            double                 y)
{
  const Strip strip = { theme, axis, width, height, NULL };
  double least = th_theme_grow (theme, REACH_PX), value;
  gint best = -1;

  for (guint i = 0; i < count_runs (comparison); i++)
    if (th_evidence_strip_get_run (row, i, &value))
      {
        double distance = hypot (get_x (&strip, value) - x, get_run_y (&strip, comparison, i) - y);

        if (distance <= least)
          {
            least = distance;
            best = i;
          }
      }

  return best;
}

/* --- the legend ----------------------------------------------------------------- */

typedef enum
{
  LEGEND_A,
  LEGEND_B,
  LEGEND_INTERVAL,
  LEGEND_MARGIN,
  N_LEGENDS
} Legend;

static void
draw_sample (ThTheme *theme,
             Legend   legend,
             double   x,
             double   y,
             double   width,
             cairo_t *cr)
{
  double size = th_theme_grow (theme, CAP_PX);

  if (legend == LEGEND_A || legend == LEGEND_B)
    {
      draw_dot (theme, legend == LEGEND_B, x + width / 2, y, 0, cr);
      return;
    }
  if (legend == LEGEND_MARGIN)
    {
      th_draw_color (cr, th_compare_get_margin_color (theme));
      cairo_rectangle (cr, x + 2, y - size - 1, width - 4, 2 * size + 2);
    }
  else
    {
      th_draw_role (cr, theme, TH_COLOR_INK_DIM);
      cairo_rectangle (cr, x, y - .75, width, 1.5);
      cairo_rectangle (cr, x, y - size, 1.5, 2 * size);
      cairo_rectangle (cr, x + width - 1.5, y - size, 1.5, 2 * size);
    }
  cairo_fill (cr);
}

double
th_evidence_strip_draw_legend (ThTheme *theme,
                               double   x,
                               double   height,
                               cairo_t *cr)
{
  static const char *const texts[N_LEGENDS] = {
    [LEGEND_A] = N_("run of A"), [LEGEND_B] = N_("run of B"), [LEGEND_INTERVAL] = N_("interval"),
    [LEGEND_MARGIN] = N_("margin")
  };
  double sample = th_theme_grow (theme, LEGEND_PX), start = x, y = round (height / 2);

  for (guint i = 0; i < N_LEGENDS; i++)
    {
      PangoLayout *layout = th_theme_get_layout (theme, _(texts[i]), LEGEND_SCALE, FALSE);

      if (cr != NULL)
        {
          draw_sample (theme, i, x, y, sample, cr);
          th_draw_role (cr, theme, TH_COLOR_INK_DIM);
          th_draw_text (cr, layout, x + sample + LEGEND_GAP_PX / 2.0, y);
        }
      x += sample + 1.5 * LEGEND_GAP_PX + th_draw_text_width (layout);
    }
  return x - LEGEND_GAP_PX - start;
}
