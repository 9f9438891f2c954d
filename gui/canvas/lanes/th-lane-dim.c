/* th-lane-dim.c - dims everything off the path of the followed flow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-lane-draw.h"

#define MAX_STEPS 4096

static void
add_dimmed (ThLaneDraw *draw,
            double      from,
            double      to)
{
  ThDimmedSpan one = { from, to };

  if (to > from)
    g_array_append_val (draw->cache->scratch.dimmed, one);
}

static double
x_of (ThLaneDraw *draw,
      gint64      time)
{
  return th_grid_column (&draw->grid, time, 0, draw->grid.n) / draw->grid.scale;
}

/* Dims from *@done to @begin, and leaves @begin to @end bright. */
static void
dim_before (ThLaneDraw *draw,
            gint64      begin,
            gint64      end,
            double     *done)
{
  add_dimmed (draw, *done, MIN (x_of (draw, begin) - TH_BRIGHT_PAD_PX, draw->width));
  *done = MAX (*done, x_of (draw, end) + TH_BRIGHT_PAD_PX);
}

/* Leaves the span of consecutive steps on this CPU bright. */
static void
dim_cpu (ThLaneDraw   *draw,
         ThFlows      *flows,
         const ThFlow *flow)
{
  const ThLane *lane = draw->lane;
  gint64 begin = 0, end = 0;
  gboolean there = FALSE;
  double done = 0;

  for (guint32 i = 0; i < MIN (flow->n_steps, MAX_STEPS); i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);
      gboolean here = step.anchor.stream == lane->stream && step.anchor.cpu == lane->cpu;

      if (here)
        {
          begin = there ? MIN (begin, step.time) : step.time;
          end = there ? MAX (end, step.time) : step.time;
        }
      else if (there)
        dim_before (draw, begin, end, &done);
      there = here;
    }
  if (there)
    dim_before (draw, begin, end, &done);

  add_dimmed (draw, done, draw->width);
}

static void
find_dimmed (ThLaneDraw *draw)
{
  const ThLane *lane = draw->lane;
  ThResults *followed = draw->content->followed;
  const ThFlow *flow;
  ThFlows *flows;
  double done = 0;

  g_array_set_size (draw->cache->scratch.dimmed, 0);
  if (followed == NULL || th_lane_is_heading (lane) || lane->kind == TH_LANE_FLOW)
    return;

  flows = th_results_get_flows (followed);
  flow = th_flows_get (flows, draw->content->followed_row);
  if (lane->kind == TH_LANE_CPU)
    {
      dim_cpu (draw, flows, flow);
      return;
    }

  dim_before (draw, flow->first, flow->last, &done);
  add_dimmed (draw, done, draw->width);
}

void
th_lane_begin_dim (ThLaneDraw *draw)
{
  cairo_surface_t *over;

  find_dimmed (draw);
  draw->names = draw->cr;
  if (draw->cache->scratch.dimmed->len == 0)
    return;

  over = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  draw->names = cairo_create (over);
  cairo_surface_destroy (over);
}

void
th_lane_end_dim (ThLaneDraw *draw)
{
  ThColor back = th_theme_get_color (draw->theme, TH_COLOR_BACKGROUND);

  if (draw->names == draw->cr)
    return;

  cairo_set_source_rgba (draw->cr, back.red, back.green, back.blue, TH_DIMMED_ALPHA);
  for (guint i = 0; i < draw->cache->scratch.dimmed->len; i++)
    {
      const ThDimmedSpan *one = &g_array_index (draw->cache->scratch.dimmed, ThDimmedSpan, i);

      cairo_rectangle (draw->cr, one->from, 0, one->to - one->from, draw->height);
    }
  cairo_fill (draw->cr);

  cairo_set_source_surface (draw->cr, cairo_get_target (draw->names), 0, 0);
  cairo_rectangle (draw->cr, 0, 0, draw->width, draw->height);
  cairo_fill (draw->cr);
  cairo_destroy (draw->names);
  draw->names = draw->cr;
}

static gboolean
is_inside (double x,
           double from,
           double to)
{
  return x > from && x < to;
}

/* Adds the change from one ink to another at @x to a gradient from @from to @to. */
static void
add_change (cairo_pattern_t *inks,
            double           from,
            double           to,
            double           x,
            guint32          before,
            guint32          after)
{
  ThColor left = th_color_unpack (before), right = th_color_unpack (after);
  double offset = (x - from) / (to - from);

  if (!is_inside (x, from, to))
    return;

  cairo_pattern_add_color_stop_rgb (inks, offset, left.red, left.green, left.blue);
  cairo_pattern_add_color_stop_rgb (inks, offset, right.red, right.green, right.blue);
}

/* Sets a source whose color changes where the lane begins or ceases to be dimmed. */
static void
set_inks (ThLaneDraw *draw,
          guint32     bright,
          guint32     pale,
          double      from,
          double      to)
{
  const GArray *dimmed = draw->cache->scratch.dimmed;
  cairo_pattern_t *inks = cairo_pattern_create_linear (from, 0, to, 0);

  for (guint i = 0; i < dimmed->len; i++)
    {
      const ThDimmedSpan *one = &g_array_index (dimmed, ThDimmedSpan, i);

      add_change (inks, from, to, one->from, bright, pale);
      add_change (inks, from, to, one->to, pale, bright);
    }
  cairo_set_source (draw->names, inks);
  cairo_pattern_destroy (inks);
}

void
th_lane_set_ink (ThLaneDraw *draw,
                 guint32     fill,
                 double      from,
                 double      to)
{
  const GArray *dimmed = draw->cache->scratch.dimmed;
  ThLaneColors *colors = draw->cache->colors;
  guint32 bright = th_lane_colors_get_ink (colors, fill), ink = bright;
  gboolean changes = FALSE;

  for (guint i = 0; draw->names != draw->cr && i < dimmed->len; i++)
    {
      const ThDimmedSpan *one = &g_array_index (dimmed, ThDimmedSpan, i);

      if (from >= one->from && from < one->to)
        ink = th_lane_colors_get_dimmed_ink (colors, fill);
      changes |= is_inside (one->from, from, to) || is_inside (one->to, from, to);
    }

  if (changes)
    set_inks (draw, bright, th_lane_colors_get_dimmed_ink (colors, fill), from, to);
  else
    th_draw_color (draw->names, th_color_unpack (ink));
}
