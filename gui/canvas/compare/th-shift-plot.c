/* th-shift-plot.c - draws the factor by which each quantile changed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-compare-colors.h"
#include "th-draw.h"
#include "th-factor-axis.h"
#include "th-shift-plot.h"

#define SMALL .86
#define LEFT_PX 40
#define LABEL_GAP_PX 6
#define RIGHT_PX 10
#define TOP_PX 8
#define TICK_ROOM_PX 24
#define BAND_ALPHA .2
#define LINE_ALPHA .6
/* The axis fits the band between these quantiles only, so that the wide band at the outer ones
 * does not flatten the rest. */
#define BAND_FROM .05
#define BAND_TO .991

static const double ticks[] = { .01, .05, .25, .5, .75, .95, .99, .999 };

typedef struct
{
  ThTheme           *theme;
  const ThShiftPlot *plot;
  ThFactorAxis       axis;
  double             left, right, top, bottom;
  cairo_t           *cr;
} Area;

/* --- positions -------------------------------------------------------------- */

static void
widen (double  value,
       double *low,
       double *high)
{
  if (!isfinite (value))
    return;

  *low = MIN (*low, value);
  *high = MAX (*high, value);
}

static void
fit_axis (ThFactorAxis  *axis,
          const ThShift *shift)
{
  double low = 0, high = 0;

  for (guint i = 0; i < TH_SHIFT_N_POINTS; i++)
    {
      for (guint line = 0; line < shift->n_lines; line++)
        widen (shift->lines[line][i], &low, &high);
      if (shift->has_band && shift->p[i] >= BAND_FROM && shift->p[i] <= BAND_TO)
        {
          widen (shift->low[i], &low, &high);
          widen (shift->high[i], &low, &high);
        }
    }
  th_factor_axis_init (axis, low, high);
}

/* The labels of the factors end where the plot begins. */
static double
get_left (ThTheme            *theme,
          const ThFactorAxis *axis)
{
  const double ends[] = { axis->low, axis->high };
  double left = th_theme_grow (theme, LEFT_PX);

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *text = th_factor_axis_format (round (ends[i] / G_LN2) * G_LN2);

      left = MAX (left, th_draw_text_width (th_theme_get_layout (theme, text, SMALL, FALSE)) +
                        LABEL_GAP_PX + 2);
    }
  return left;
}

static void
area_init_x (Area              *area,
             ThTheme           *theme,
             const ThShiftPlot *plot,
             double             width)
{
  area->theme = theme;
  area->plot = plot;
  fit_axis (&area->axis, plot->shift);
  area->left = get_left (theme, &area->axis);
  area->right = MAX (width - th_theme_grow (theme, RIGHT_PX), area->left + 1);
}

static double
get_x (const Area *area,
       double      p)
{
  const double *points = area->plot->shift->p;
  double first = th_shift_logit (points[0]);
  double last = th_shift_logit (points[TH_SHIFT_N_POINTS - 1]);

  return area->left + (th_shift_logit (p) - first) / (last - first) * (area->right - area->left);
}

static double
get_y (const Area *area,
       double      value)
{
  return area->bottom - th_factor_axis_get_share (&area->axis, value) *
                        (area->bottom - area->top);
}

guint
th_shift_plot_find_point (ThTheme           *theme,
                          const ThShiftPlot *plot,
                          double             width,
                          double             x)
{
  guint best = 0;
  Area area;

  area_init_x (&area, theme, plot, width);
  for (guint i = 1; i < TH_SHIFT_N_POINTS; i++)
    if (fabs (get_x (&area, plot->shift->p[i]) - x) <
        fabs (get_x (&area, plot->shift->p[best]) - x))
      best = i;
  return best;
}

/* --- axes ------------------------------------------------------------------- */

static void
draw_factor_axis (const Area *area)
{
  double rows = (area->bottom - area->top) / th_theme_grow (area->theme, TICK_ROOM_PX);
  double step = th_factor_axis_get_step (&area->axis, rows);

  for (double i = ceil (area->axis.low / step - 1e-9); i * step <= area->axis.high + 1e-9; i++)
    {
      g_autofree char *text = th_factor_axis_format (i * step);
      PangoLayout *layout = th_theme_get_layout (area->theme, text, SMALL, FALSE);
      double y = round (get_y (area, i * step));

      th_draw_role (area->cr, area->theme, TH_COLOR_INK_DIM);
      th_draw_text (area->cr, layout, area->left - LABEL_GAP_PX - th_draw_text_width (layout), y);
      th_draw_role (area->cr, area->theme, TH_COLOR_LINE);
      cairo_rectangle (area->cr, area->left, y, area->right - area->left, 1);
      cairo_fill (area->cr);
    }
}

static char *
format_quantile (double p)
{
  g_autofree char *text = g_strdup_printf ("%.3g", p);

  return g_strdup (text + (text[0] == '0'));
}

static void
draw_quantile_axis (const Area *area)
{
  double line = th_theme_get_line_height (area->theme), from = 0;

  th_draw_role (area->cr, area->theme, TH_COLOR_INK_DIM);
  for (guint i = 0; i < G_N_ELEMENTS (ticks); i++)
    {
      g_autofree char *text = format_quantile (ticks[i]);
      PangoLayout *layout = th_theme_get_layout (area->theme, text, SMALL, FALSE);
      double x = get_x (area, ticks[i]), width = th_draw_text_width (layout);
      double at = MIN (x - width / 2, area->right + th_theme_grow (area->theme, RIGHT_PX) - width);

      cairo_rectangle (area->cr, round (x), area->bottom, 1, 4);
      cairo_fill (area->cr);
      if (at < from)
        continue;
      th_draw_text (area->cr, layout, at, area->bottom + 4 + line / 2);
      from = at + width + 4;
    }
}

/* --- lines ------------------------------------------------------------------ */

static void
use_side_b (const Area *area,
            double      alpha)
{
  ThColor color = th_compare_get_side_color (area->theme, 1);

  cairo_set_source_rgba (area->cr, color.red, color.green, color.blue, alpha);
}

/* A line is interrupted where a value is unknown. */
static void
stroke (const Area   *area,
        const double *values,
        double        width)
{
  gboolean is_open = FALSE;

  for (guint i = 0; i < TH_SHIFT_N_POINTS; i++)
    {
      double x = get_x (area, area->plot->shift->p[i]);

      if (!isfinite (values[i]))
        is_open = FALSE;
      else if (is_open)
        cairo_line_to (area->cr, x, get_y (area, values[i]));
      else
        cairo_move_to (area->cr, x, get_y (area, values[i]));
      is_open = isfinite (values[i]);
    }
  cairo_set_line_width (area->cr, width);
  cairo_set_line_join (area->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (area->cr);
}

static void
draw_band (const Area *area)
{
  const ThShift *shift = area->plot->shift;
  gboolean is_first = TRUE;

  for (guint i = 0; i < TH_SHIFT_N_POINTS; i++)
    if (isfinite (shift->high[i]))
      {
        double x = get_x (area, shift->p[i]), y = get_y (area, shift->high[i]);

        if (is_first)
          cairo_move_to (area->cr, x, y);
        else
          cairo_line_to (area->cr, x, y);
        is_first = FALSE;
      }
  for (gint i = TH_SHIFT_N_POINTS - 1; i >= 0; i--)
    if (isfinite (shift->low[i]))
      cairo_line_to (area->cr, get_x (area, shift->p[i]), get_y (area, shift->low[i]));
  cairo_close_path (area->cr);
  use_side_b (area, BAND_ALPHA);
  cairo_fill (area->cr);
}

static void
draw_lines (const Area *area)
{
  const ThShift *shift = area->plot->shift;

  cairo_save (area->cr);
  cairo_rectangle (area->cr, area->left, area->top, area->right - area->left,
                   area->bottom - area->top);
  cairo_clip (area->cr);
  if (shift->has_band)
    draw_band (area);
  use_side_b (area, LINE_ALPHA);
  for (guint line = 0; shift->n_lines > 1 && line < shift->n_lines; line++)
    stroke (area, shift->lines[line], 1);
  use_side_b (area, 1);
  stroke (area, shift->mean, 2.4);
  cairo_restore (area->cr);
}

/* --- the marked quantile ------------------------------------------------------ */

static char *
format_factor (double value)
{
  double factor = exp (value);

  return g_strdup_printf (factor < 100 ? "×%.3g" : "×%.0f", factor);
}

static char *
format_short (const ThShift *shift,
              guint          point)
{
  g_autofree char *factor = format_factor (shift->mean[point]);

  return g_strdup_printf ("p%.3g %s", 100 * shift->p[point],
                          isfinite (shift->mean[point]) ? factor : "–");
}

char *
th_shift_plot_format_point (const ThShift *shift,
                            guint          point)
{
  g_autofree char *text = format_short (shift, point);
  g_autofree char *low = format_factor (shift->low[point]);
  g_autofree char *high = format_factor (shift->high[point]);

  if (!shift->has_band || !isfinite (shift->mean[point]))
    return g_steal_pointer (&text);

  return g_strdup_printf ("%s (%s … %s)", text, low, high);
}

/* Makes a text legible where it is above lines. */
static void
draw_ground (const Area              *area,
             const cairo_rectangle_t *label)
{
  ThColor ground = th_theme_get_color (area->theme, TH_COLOR_BACKGROUND_LABEL);

  cairo_set_source_rgba (area->cr, ground.red, ground.green, ground.blue, .85);
  cairo_rectangle (area->cr, label->x, label->y, label->width, label->height);
  cairo_fill (area->cr);
}

/* The label of the marked quantile, on the side of the line that has more room. */
static cairo_rectangle_t
place_mark (const Area *area,
            const char *text)
{
  const ThShift *shift = area->plot->shift;
  PangoLayout *layout = th_theme_get_layout (area->theme, text, SMALL, TRUE);
  double x = get_x (area, shift->p[area->plot->point]);
  double y = get_y (area, shift->mean[area->plot->point]);
  double width = th_draw_text_width (layout), line = th_theme_get_line_height (area->theme);
  double below = area->bottom - y > y - area->top ? 1 : -1;

  return (cairo_rectangle_t) {
    CLAMP (x - width / 2, area->left + 4, area->right - width - 4) - 3,
    y + below * line - line / 2, width + 6, line
  };
}

static void
draw_mark (const Area *area)
{
  const ThShift *shift = area->plot->shift;
  guint point = area->plot->point;
  g_autofree char *text = format_short (shift, point);
  PangoLayout *layout = th_theme_get_layout (area->theme, text, SMALL, TRUE);
  double x = get_x (area, shift->p[point]), y = get_y (area, shift->mean[point]);
  cairo_rectangle_t label = place_mark (area, text);

  if (!isfinite (y))
    return;

  use_side_b (area, 1);
  cairo_arc (area->cr, x, y, th_theme_grow (area->theme, 8) / 2.0, 0, 2 * G_PI);
  cairo_fill (area->cr);
  draw_ground (area, &label);
  th_draw_role (area->cr, area->theme, TH_COLOR_INK);
  th_draw_text (area->cr, layout, label.x + 3, label.y + label.height / 2);
}

/* --- the brush ------------------------------------------------------------------ */

static void
draw_brush (const Area *area)
{
  const double *p = area->plot->shift->p;
  ThColor color = th_theme_get_color (area->theme, TH_COLOR_SELECTION);
  double left, right;

  if (area->plot->from >= area->plot->to)
    return;

  left = round (get_x (area, p[area->plot->from]));
  right = round (get_x (area, p[area->plot->to]));
  cairo_set_source_rgba (area->cr, color.red, color.green, color.blue, BAND_ALPHA);
  cairo_rectangle (area->cr, left, area->top, right - left, area->bottom - area->top);
  cairo_fill (area->cr);
  th_draw_color (area->cr, color);
  cairo_rectangle (area->cr, left, area->top, 1, area->bottom - area->top);
  cairo_rectangle (area->cr, right - 1, area->top, 1, area->bottom - area->top);
  cairo_fill (area->cr);
}

/* --- the margin ---------------------------------------------------------------- */

static gboolean
overlap (const cairo_rectangle_t *a,
         const cairo_rectangle_t *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width &&
         a->y < b->y + b->height && b->y < a->y + a->height;
}

static PangoLayout *
get_margin_layout (const Area *area)
{
  g_autofree char *text = g_strdup_printf (_("margin ±%.3g %%"),
                                           100 * expm1 (area->plot->margin));

  return th_theme_get_layout (area->theme, text, .8, FALSE);
}

/* The label of the margin: below its right end, or else at another end where it does not cover
 * that of the marked quantile. */
static cairo_rectangle_t
place_margin (const Area *area)
{
  g_autofree char *text = format_short (area->plot->shift, area->plot->point);
  double margin = area->plot->margin, line = th_theme_get_line_height (area->theme);
  double width = th_draw_text_width (get_margin_layout (area));
  cairo_rectangle_t mark = place_mark (area, text), label = { 0 };

  for (guint i = 0; i < 4; i++)
    {
      gboolean is_above = i % 2 == 1, is_left = i >= 2;

      label = (cairo_rectangle_t) {
        is_left ? area->left + 2 : area->right - width - 2,
        is_above ? get_y (area, margin) - line : get_y (area, -margin), width, line
      };
      if (!isfinite (mark.y) || !overlap (&label, &mark))
        break;
    }
  return label;
}

static void
draw_margin (const Area *area)
{
  double top = get_y (area, area->plot->margin), bottom = get_y (area, -area->plot->margin);

  th_draw_color (area->cr, th_compare_get_margin_color (area->theme));
  cairo_rectangle (area->cr, area->left, top, area->right - area->left, bottom - top);
  cairo_fill (area->cr);
  th_draw_color (area->cr, th_compare_get_side_color (area->theme, 0));
  cairo_rectangle (area->cr, area->left, round (get_y (area, 0)) - .5, area->right - area->left,
                   1.5);
  cairo_fill (area->cr);
}

static void
draw_margin_label (const Area *area)
{
  cairo_rectangle_t label = place_margin (area);

  draw_ground (area, &label);
  th_draw_role (area->cr, area->theme, TH_COLOR_INK_DIM);
  th_draw_text (area->cr, get_margin_layout (area), label.x, label.y + label.height / 2);
}

static gboolean
area_init (Area              *area,
           ThTheme           *theme,
           const ThShiftPlot *plot,
           double             width,
           double             height)
{
  area_init_x (area, theme, plot, width);
  area->top = th_theme_grow (theme, TOP_PX);
  area->bottom = height - th_theme_get_line_height (theme) - 8;
  return area->bottom > area->top;
}

gboolean
th_shift_plot_find_labels (ThTheme           *theme,
                           const ThShiftPlot *plot,
                           double             width,
                           double             height,
                           cairo_rectangle_t *mark,
                           cairo_rectangle_t *margin)
{
  g_autofree char *text = format_short (plot->shift, plot->point);
  Area area = { 0 };

  if (!area_init (&area, theme, plot, width, height))
    return FALSE;

  *mark = place_mark (&area, text);
  *margin = place_margin (&area);
  return isfinite (mark->y);
}

void
th_shift_plot_draw (ThTheme           *theme,
                    const ThShiftPlot *plot,
                    double             width,
                    double             height,
                    cairo_t           *cr)
{
  Area area = { .cr = cr };

  if (!area_init (&area, theme, plot, width, height))
    return;

  draw_factor_axis (&area);
  draw_margin (&area);
  draw_lines (&area);
  draw_brush (&area);
  draw_quantile_axis (&area);
  draw_margin_label (&area);
  draw_mark (&area);
}
