/* th-factor-axis.c - a logarithmic axis of factors: ×½, ×1, ×2, ×4
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-draw.h"
#include "th-factor-axis.h"

#define MAX_OCTAVES 20
/* The axis extends at most this far for uncertain rows; longer whiskers get arrowheads. */
#define MAX_UNCERTAIN (4 * G_LN2)
/* The share of the uncertain rows that must fit. */
#define MOST .75
/* The axis shows a whisker of a change up to this distance from the change. */
#define MAX_WHISKER (1.5 * G_LN2)
#define SMALL .86
#define LABEL_ROOM 44

void
th_factor_axis_init (ThFactorAxis *self,
                     double        low,
                     double        high)
{
  low = isfinite (low) ? low : 0;
  high = isfinite (high) ? high : 0;
  /* A rounding error must not add an octave. */
  self->low = CLAMP (floor (low / G_LN2 + 1e-9), -MAX_OCTAVES, -1) * G_LN2;
  self->high = CLAMP (ceil (high / G_LN2 - 1e-9), 1, MAX_OCTAVES) * G_LN2;
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Returns the quantile @p of @values, which it sorts. */
static double
get_rank (GArray *values,
          double  p)
{
  if (values->len == 0)
    return 0;

  g_array_sort (values, compare_doubles);
  return g_array_index (values, double, (guint) (p * (values->len - 1) + .5));
}

void
th_factor_axis_fit (ThFactorAxis       *self,
                    const ThComparison *comparison)
{
  g_autoptr(GArray) lows = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr(GArray) highs = g_array_new (FALSE, FALSE, sizeof (double));
  double low = 0, high = 0;

  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);
      double from = row->has_interval ? row->low : row->difference;
      double to = row->has_interval ? row->high : row->difference;

      if (row->verdict == TH_VERDICT_SLOWER || row->verdict == TH_VERDICT_FASTER)
        {
          low = MIN (low, MAX (from, row->difference - MAX_WHISKER));
          high = MAX (high, MIN (to, row->difference + MAX_WHISKER));
        }
      else if (row->is_tested && row->a.n_runs > 0 && row->b.n_runs > 0)
        {
          g_array_append_val (lows, from);
          g_array_append_val (highs, to);
        }
    }
  low = MIN (low, MAX (get_rank (lows, 1 - MOST), -MAX_UNCERTAIN));
  high = MAX (high, MIN (get_rank (highs, MOST), MAX_UNCERTAIN));
  th_factor_axis_init (self, low, high);
}

double
th_factor_axis_get_share (const ThFactorAxis *self,
                          double              value)
{
  return (value - self->low) / (self->high - self->low);
}

double
th_factor_axis_get_x (const ThFactorAxis *self,
                      ThTheme            *theme,
                      double              width,
                      double              value)
{
  double margin = MIN (th_theme_grow (theme, LABEL_ROOM / 2.0), width / 4);

  return margin + th_factor_axis_get_share (self, value) * (width - 2 * margin);
}

double
th_factor_axis_get_step (const ThFactorAxis *self,
                         guint               max)
{
  double octaves = round ((self->high - self->low) / G_LN2), step = 1;

  while (octaves / step > MAX (max, 2))
    step++;
  return step * G_LN2;
}

char *
th_factor_axis_format (double value)
{
  static const char *const fractions[] = { "×1", "×½", "×¼", "×⅛" };
  int octave = lround (value / G_LN2);

  if (octave > 0)
    return g_strdup_printf ("×%d", 1 << octave);
  if (octave > -(int) G_N_ELEMENTS (fractions))
    return g_strdup (fractions[-octave]);

  return g_strdup_printf ("×1/%d", 1 << -octave);
}

static void
draw_label (const ThFactorAxis *self,
            ThTheme            *theme,
            double              width,
            double              height,
            cairo_t            *cr,
            double              value)
{
  g_autofree char *text = th_factor_axis_format (value);
  PangoLayout *layout = th_theme_get_layout (theme, text, SMALL, FALSE);
  double x = th_factor_axis_get_x (self, theme, width, value);

  th_draw_text (cr, layout, round (x - th_draw_text_width (layout) / 2), height / 2);
}

/* Ticks are multiples of the step, so that ×1 is always one of them. */
void
th_factor_axis_draw (const ThFactorAxis *self,
                     ThTheme            *theme,
                     double              width,
                     double              height,
                     cairo_t            *cr)
{
  double step = th_factor_axis_get_step (self, width / th_theme_grow (theme, LABEL_ROOM));

  th_draw_role (cr, theme, TH_COLOR_INK_DIM);
  for (double i = ceil (self->low / step - 1e-9); i * step <= self->high + 1e-9; i++)
    draw_label (self, theme, width, height, cr, i * step);
}
