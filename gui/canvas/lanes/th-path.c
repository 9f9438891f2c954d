/* th-path.c - small pictures of one flow: its path as a bar, symbols of confidence
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-path.h"

ThColor
th_path_get_color (ThTheme       *theme,
                   const ThFlows *flows,
                   guint          stage)
{
  const ThFlowsInfo *info = th_flows_get_info (flows);

  /* Lighter than any stage. */
  if (stage >= info->n_stages)
    return th_theme_get_color (theme, TH_COLOR_NOT_LOADED);

  return th_theme_get_context_color (theme, info->stages[stage].context);
}

/* --- the bar ----------------------------------------------------------- */

static void
set_color (cairo_t *cr,
           ThColor  color)
{
  cairo_set_source_rgb (cr, color.red, color.green, color.blue);
}

static double
leg_length (const ThLeg *leg)
{
  return MAX ((double) leg->end - (double) leg->begin, 0);
}

/* Rounds edges to whole pixels of the target; otherwise neighboring legs of one color
 * would show a seam. */
static double
snap (cairo_t *cr,
      double   x)
{
  double y = 0;

  cairo_user_to_device_distance (cr, &x, &y);
  x = round (x);
  cairo_device_to_user_distance (cr, &x, &y);

  return x;
}

/* A separator, as two stages may look alike to some users. */
static void
draw_joint (ThTheme *theme,
            double   x,
            double   height,
            cairo_t *cr)
{
  set_color (cr, th_theme_get_color (theme, TH_COLOR_INK));
  cairo_rectangle (cr, x - 0.5, 0, 1, height);
  cairo_fill (cr);
}

void
th_path_draw_bar (ThTheme       *theme,
                  const ThFlows *flows,
                  const ThFlow  *flow,
                  double         width,
                  double         height,
                  cairo_t       *cr)
{
  g_autoptr(GArray) legs = th_flows_list_legs (flows, flow);
  double total = 0, done = 0;

  for (guint i = 0; i < legs->len; i++)
    total += leg_length (&g_array_index (legs, ThLeg, i));

  if (total <= 0)
    {
      set_color (cr, th_theme_get_color (theme, TH_COLOR_INK_DIM));
      cairo_rectangle (cr, 0, floor (height / 2), width, 1);
      cairo_fill (cr);
      return;
    }

  for (guint i = 0; i < legs->len; i++)
    {
      const ThLeg *leg = &g_array_index (legs, ThLeg, i);
      double from = snap (cr, width * (done / total)), to;

      done += leg_length (leg);
      to = snap (cr, width * (done / total));
      if (to <= from)
        continue;
      set_color (cr, th_path_get_color (theme, flows, leg->stage));
      cairo_rectangle (cr, from, 0, to - from, height);
      cairo_fill (cr);
      if (th_theme_has_high_contrast (theme) && from > 0)
        draw_joint (theme, from, height, cr);
    }
}

/* --- confidence -------------------------------------------------------- */

/* Drawn as paths, because not every font has the symbols. */
void
th_path_draw_confidence (ThColor       color,
                         ThConfidence  confidence,
                         double        size,
                         cairo_t      *cr)
{
  double middle = size / 2, radius = size / 2 - 1;

  cairo_save (cr);
  set_color (cr, color);
  cairo_set_line_width (cr, 1.2);
  switch (confidence)
    {
    case TH_CONFIDENCE_EXACT:
      cairo_arc (cr, middle, middle, radius, 0, 2 * G_PI);
      cairo_fill (cr);
      break;

    case TH_CONFIDENCE_INFERRED:
      cairo_arc (cr, middle, middle, radius - 0.6, 0, 2 * G_PI);
      cairo_stroke (cr);
      cairo_arc (cr, middle, middle, radius - 0.6, G_PI_2, 3 * G_PI_2);
      cairo_fill (cr);
      break;

    case TH_CONFIDENCE_AMBIGUOUS:
      cairo_move_to (cr, middle, middle - radius);
      cairo_line_to (cr, middle + radius, middle);
      cairo_line_to (cr, middle, middle + radius);
      cairo_line_to (cr, middle - radius, middle);
      cairo_close_path (cr);
      cairo_stroke (cr);
      break;

    case TH_CONFIDENCE_BROKEN:
      cairo_set_line_width (cr, 1.6);
      cairo_move_to (cr, middle - radius + 1, middle - radius + 1);
      cairo_line_to (cr, middle + radius - 1, middle + radius - 1);
      cairo_move_to (cr, middle + radius - 1, middle - radius + 1);
      cairo_line_to (cr, middle - radius + 1, middle + radius - 1);
      cairo_stroke (cr);
      break;

    case TH_CONFIDENCE_OPEN:
    case TH_N_CONFIDENCES:
    default:
      cairo_arc (cr, middle, middle, radius - 0.6, 0, 2 * G_PI);
      cairo_stroke (cr);
    }
  cairo_restore (cr);
}
