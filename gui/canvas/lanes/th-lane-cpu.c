/* th-lane-cpu.c - the time area of a CPU's lane
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-lane-draw.h"

static void
fill_rows (ThLaneDraw     *draw,
           const ThPixels *pixels,
           gint            top,
           gint            bottom)
{
  guint32 *row = draw->cache->scratch.row;
  gint left = MAX (pixels->left, 0);
  gint right = MIN (pixels->right, draw->grid.n);

  for (gint x = left; x < right; x++)
    row[x] = draw->back;
  for (gint y = MAX (top, pixels->top); left < right && y < MIN (bottom, pixels->bottom); y++)
    memcpy (th_pixels_row (pixels, y) + left, row + left, sizeof *row * (right - left));
}

/* Writes every pixel once: background, ticks, background, runs, background. */
static void
copy_lane (ThLaneDraw         *draw,
           const GArray       *runs,
           const ThEventTicks *ticks,
           const ThPixels     *pixels)
{
  const ThLaneShape *shape = draw->shape;
  const ThGrid *grid = &draw->grid;
  gint runs_top = th_draw_device (grid, shape->runs_top);
  gint runs_bottom = runs_top + th_draw_device (grid, shape->runs_height);

  th_lane_copy_event_ticks (draw, ticks, pixels);
  fill_rows (draw, pixels, th_draw_device (grid, shape->ticks_base), runs_top);
  fill_rows (draw, pixels, runs_bottom, th_draw_device (grid, draw->height));
  th_bar_spans_copy (draw, runs, pixels, runs_top, runs_bottom);
}

static void
paint_lane (ThLaneDraw         *draw,
            const GArray       *runs,
            const ThEventTicks *ticks)
{
  gint runs_top = th_draw_device (&draw->grid, draw->shape->runs_top);
  gint runs_bottom = runs_top + th_draw_device (&draw->grid, draw->shape->runs_height);

  th_lane_draw_background (draw);
  th_bar_spans_paint (draw, runs, runs_top, runs_bottom, TRUE);
  th_lane_paint_event_ticks (draw, ticks);
}

/* Draws dotted lines where the recording is not loaded yet, neither idle nor lost. */
static void
draw_not_loaded (ThLaneDraw *draw)
{
  gint64 complete = th_cpu_get_complete (draw->cpu);
  const double dots[] = { 1, 5 };
  double x = 0;

  if (th_recording_get_state (draw->content->recording) != TH_LOAD_RUNNING ||
      complete == G_MAXINT64)
    return;

  if (complete != TH_TIME_NONE)
    x = th_grid_column (&draw->grid, complete, 0, draw->grid.n) / draw->grid.scale;
  if (x >= draw->width)
    return;

  cairo_save (draw->cr);
  cairo_rectangle (draw->cr, x, 0, draw->width - x, draw->height);
  cairo_clip (draw->cr);
  th_draw_role (draw->cr, draw->theme, TH_COLOR_NOT_LOADED);
  cairo_set_line_width (draw->cr, 1);
  for (double y = 6.5; y < draw->height - 1; y += 6)
    {
      /* The phase keeps the dots fixed in time while the view moves. */
      cairo_set_dash (draw->cr, dots, 2,
                      th_grid_phase (&draw->grid, 0,
                                     MAX (th_draw_device (&draw->grid, 6), 1)) / draw->grid.scale);
      cairo_move_to (draw->cr, 0, y);
      cairo_line_to (draw->cr, draw->width, y);
      cairo_stroke (draw->cr);
    }
  cairo_restore (draw->cr);
}

void
th_lane_draw_cpu (ThLaneDraw      *draw,
                  ThRenderBackend  backend)
{
  ThCpuColumns columns = th_lane_read_columns (draw);
  const GArray *runs = th_lane_read_runs (draw, columns.tasks);
  ThEventTicks ticks = th_lane_read_event_ticks (draw, columns.pixels, runs);
  ThPixels pixels;

  if (backend == TH_RENDER_PIXELS && th_pixels_open (&pixels, draw->cr))
    {
      draw->direct = TRUE;
      copy_lane (draw, runs, &ticks, &pixels);
      th_pixels_close (&pixels);
    }
  else
    paint_lane (draw, runs, &ticks);

  th_lane_draw_run_names (draw, runs);
  th_lane_draw_rows (draw);
  th_lane_draw_lost (draw);
  draw_not_loaded (draw);
}
