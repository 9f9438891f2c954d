/* th-lane-flow.c - the lane of one flow: its legs one after the other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A flow has few legs, so cairo draws them for both render backends.
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-journey-text.h"
#include "th-lane-draw.h"
#include "th-path.h"

#define NAME_SCALE 0.85
#define NAME_PAD_PX 4
#define NAME_MIN_PX 18
#define NAME_MIN_CHARS 3
#define OUTCOME_SCALE 0.9
#define OUTCOME_GAP_PX 8
#define CROSS_PX 7
#define END_PX 2
#define HATCH_PX 4

/* How many columns beyond the view a bar is clamped to, so that its ends stay
 * invisible. */
#define OUTSIDE 8

/* The least width, so that a short flow is visible. */
#define BAR_MIN_PX 2

typedef struct
{
  double top;
  double height;
  double left;  /* of the whole bar; may lie outside the view */
  double right;
} Bar;

static double
x_of (ThLaneDraw *draw,
      gint64      time)
{
  return th_grid_column (&draw->grid, time, -OUTSIDE, draw->grid.n + OUTSIDE) / draw->grid.scale;
}

/* --- legs -------------------------------------------------------------- */

static void
draw_leg_name (ThLaneDraw    *draw,
               const Bar     *bar,
               const ThFlows *flows,
               const ThLeg   *leg,
               double         left,
               double         right)
{
  guint32 fill = th_color_pack (th_path_get_color (draw->theme, flows, leg->stage));

  left = MAX (left, 0);
  right = MIN (right, draw->width);
  if (right - left < NAME_MIN_PX)
    return;

  th_draw_color (draw->cr, th_color_unpack (th_lane_colors_get_ink (draw->cache->colors, fill)));
  th_draw_text_fit (draw->cr, draw->theme, th_flows_get_stage_title (flows, leg->stage), NAME_SCALE,
                    FALSE, left + NAME_PAD_PX,
                    bar->top + bar->height / 2, right - left - 2 * NAME_PAD_PX, NAME_MIN_CHARS);
}

static void
draw_leg (ThLaneDraw    *draw,
          const Bar     *bar,
          const ThFlows *flows,
          const ThLeg   *leg)
{
  double left = x_of (draw, leg->begin), right = x_of (draw, leg->end);

  if (right <= left)
    return;

  th_draw_color (draw->cr, th_path_get_color (draw->theme, flows, leg->stage));
  cairo_rectangle (draw->cr, left, bar->top, right - left, bar->height);
  cairo_fill (draw->cr);
  draw_leg_name (draw, bar, flows, leg, left, right);
}

/* Draws a leg that runs backwards, because the clocks of two CPUs disagree, over its
 * neighbors. */
static void
draw_backwards (ThLaneDraw    *draw,
                const Bar     *bar,
                const ThFlows *flows,
                const ThLeg   *leg)
{
  double left = x_of (draw, leg->end), right = MAX (x_of (draw, leg->begin), left + BAR_MIN_PX);
  double phase = th_grid_phase (&draw->grid, 0,
                                MAX (th_draw_device (&draw->grid, HATCH_PX), 1)) / draw->grid.scale;

  cairo_save (draw->cr);
  cairo_rectangle (draw->cr, left, bar->top - 1, right - left, bar->height + 2);
  th_draw_role (draw->cr, draw->theme, TH_COLOR_BACKGROUND);
  cairo_fill_preserve (draw->cr);
  cairo_clip_preserve (draw->cr);
  th_draw_color (draw->cr, th_path_get_color (draw->theme, flows, leg->stage));
  cairo_set_line_width (draw->cr, 2);
  cairo_stroke (draw->cr);
  cairo_set_line_width (draw->cr, 1.2);
  for (double x = floor (left / HATCH_PX) * HATCH_PX - phase; x < right + bar->height + HATCH_PX;
       x += HATCH_PX)
    {
      cairo_move_to (draw->cr, x, bar->top - 1);
      cairo_line_to (draw->cr, x - bar->height, bar->top + bar->height + 1);
    }
  cairo_stroke (draw->cr);
  cairo_restore (draw->cr);
}

static void
draw_legs (ThLaneDraw    *draw,
           const Bar     *bar,
           const ThFlows *flows,
           const GArray  *legs)
{
  guint longest = th_journey_find_longest (legs);

  cairo_save (draw->cr);
  th_bar_add_path (draw->cr, bar->left, bar->top, bar->right - bar->left, bar->height);
  cairo_clip (draw->cr);
  /* All legs may be shorter than a pixel, so fill the whole bar first. */
  th_draw_color (draw->cr, th_path_get_color (draw->theme, flows,
                                              longest != G_MAXUINT
                                              ? g_array_index (legs, ThLeg, longest).stage
                                              : TH_FLOW_NO_STAGE));
  cairo_paint (draw->cr);
  for (guint i = 0; i < legs->len; i++)
    draw_leg (draw, bar, flows, &g_array_index (legs, ThLeg, i));
  cairo_restore (draw->cr);

  for (guint i = 0; i < legs->len; i++)
    if (g_array_index (legs, ThLeg, i).end < g_array_index (legs, ThLeg, i).begin)
      draw_backwards (draw, bar, flows, &g_array_index (legs, ThLeg, i));
}

/* --- outcome ------------------------------------------------------ */

static char *
total_text (ThLaneDraw *draw)
{
  const ThLane *lane = draw->lane;

  return th_format_duration (th_journey_get_total (lane->results, lane->flow),
                             draw->content->resolution, 0);
}

static char *
outcome_text (ThLaneDraw *draw,
              gboolean    dropped)
{
  const ThLane *lane = draw->lane;
  const char *outcome = th_journey_get_word (lane->results, lane->flow, "outcome");
  const char *reason = th_journey_get_word (lane->results, lane->flow, "reason");
  g_autofree char *total = total_text (draw);

  if (outcome == NULL)
    return g_steal_pointer (&total);
  if (dropped && reason != NULL)
    return g_strdup_printf (_("dropped: %s"), reason);

  return g_strdup_printf ("%s · %s", th_journey_get_outcome_title (outcome), total);
}

static void
draw_cross (ThLaneDraw *draw,
            double      x,
            double      y)
{
  double half = CROSS_PX / 2.0;

  cairo_set_line_width (draw->cr, 1.6);
  cairo_move_to (draw->cr, x, y - half);
  cairo_line_to (draw->cr, x + CROSS_PX, y + half);
  cairo_move_to (draw->cr, x + CROSS_PX, y - half);
  cairo_line_to (draw->cr, x, y + half);
  cairo_stroke (draw->cr);
}

/* Returns the text for a room of @width: all of it, the total alone, or "".  A duration whose
 * end is cut off would be read as a different one. */
static char *
fit_text (ThLaneDraw *draw,
          char       *text,
          double      width)
{
  g_autofree char *all = text, *total = NULL;

  if (th_draw_text_width (th_theme_get_layout (draw->theme, all, OUTCOME_SCALE, TRUE)) <= width)
    return g_steal_pointer (&all);

  total = total_text (draw);
  if (th_draw_text_width (th_theme_get_layout (draw->theme, total, OUTCOME_SCALE, TRUE)) <= width)
    return g_steal_pointer (&total);

  return g_strdup ("");
}

/* Draws the text after the bar, or before it if there is more room.  A reason is ellipsized. */
static void
draw_outcome (ThLaneDraw   *draw,
              const Bar    *bar,
              const ThLane *lane)
{
  gboolean dropped = th_journey_is_dropped (lane->results, lane->flow);
  g_autofree char *text = outcome_text (draw, dropped);
  PangoLayout *layout = th_theme_get_layout (draw->theme, text, OUTCOME_SCALE, TRUE);
  double sign = dropped ? CROSS_PX + 5 : 0;
  double width = ceil (th_draw_text_width (layout)) + sign;
  double x = bar->right + OUTCOME_GAP_PX, y = bar->top + bar->height / 2;

  if (bar->right < -OUTSIDE / 2.0 || bar->left > draw->width)
    return;

  th_draw_role (draw->cr, draw->theme, dropped ? TH_COLOR_ERROR : TH_COLOR_INK);
  if (dropped)
    {
      cairo_rectangle (draw->cr, bar->right - END_PX / 2.0, bar->top - 2, END_PX, bar->height + 4);
      cairo_fill (draw->cr);
    }
  if (x + width > draw->width && bar->left - OUTCOME_GAP_PX - width >= 0)
    x = MIN (bar->left, draw->width) - OUTCOME_GAP_PX - width;
  if (x + sign > draw->width)
    return;

  if (dropped)
    draw_cross (draw, x, y);
  else
    text = fit_text (draw, text, draw->width - x);
  th_draw_text_fit (draw->cr, draw->theme, text, OUTCOME_SCALE, TRUE, x + sign, y,
                    draw->width - x - sign, NAME_MIN_CHARS);
}

void
th_lane_draw_flow (ThLaneDraw *draw)
{
  const ThLane *lane = draw->lane;
  ThFlows *flows = th_results_get_flows (lane->results);
  const ThFlow *flow = th_flows_get (flows, lane->flow);
  g_autoptr(GArray) legs = th_flows_list_legs (flows, flow);
  Bar bar;

  th_lane_draw_background (draw);

  bar.height = th_draw_device (&draw->grid, draw->shape->runs_height) / draw->grid.scale;
  bar.top = th_draw_device (&draw->grid, (draw->height - bar.height) / 2) / draw->grid.scale;
  bar.left = x_of (draw, flow->first);
  bar.right =
    MAX (x_of (draw, legs->len > 0 ? g_array_index (legs, ThLeg, legs->len - 1).end : flow->last),
         bar.left + BAR_MIN_PX);
  draw_legs (draw, &bar, flows, legs);
  draw_outcome (draw, &bar, lane);
}
