/* th-lane-cpu.c - the time part of a lane, put together
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-scene-private.h"

#define OFFSET_X 8
#define OFFSET_SCALE 0.8

static void
fill_rows (ThLaneDraw     *draw,
           const ThPixels *pixels,
           gint            top,
           gint            bottom)
{
  guint32 *row = draw->scene->row;
  gint left = MAX (pixels->left, 0);
  gint right = MIN (pixels->right, draw->grid.n);

  for (gint x = left; x < right; x++)
    row[x] = draw->back;
  for (gint y = MAX (top, pixels->top); left < right && y < MIN (bottom, pixels->bottom); y++)
    memcpy (th_pixels_row (pixels, y) + left, row + left, sizeof *row * (right - left));
}

/* Every pixel is written once: background, marks, background, runs, background. */
static void
copy_lane (ThLaneDraw *draw,
           ThPixels   *pixels)
{
  const ThLaneShape *shape = draw->shape;
  const ThGrid *grid = &draw->grid;
  gint runs_top = th_draw_device (grid, shape->runs_top);
  gint runs_height = th_draw_device (grid, shape->runs_height);

  th_lane_copy_event_ticks (draw, pixels);
  fill_rows (draw, pixels, th_draw_device (grid, shape->ticks_base), runs_top);
  fill_rows (draw, pixels, runs_top + runs_height, th_draw_device (grid, draw->height));
  th_lane_copy_runs (draw, pixels);
}

static void
paint_lane (ThLaneDraw *draw)
{
  th_draw_role (draw->cr, draw->scene->theme, TH_COLOR_BACKGROUND);
  cairo_rectangle (draw->cr, 0, 0, draw->width, th_draw_device (&draw->grid, draw->height) / draw->grid.scale);
  cairo_fill (draw->cr);
  th_lane_paint_runs (draw);
  th_lane_paint_event_ticks (draw);
}

/* What is still to come: dotted lines, which are neither idle nor lost. */
static void
draw_not_loaded (ThLaneDraw *draw)
{
  ThScene *scene = draw->scene;
  gint64 complete = th_cpu_get_complete (draw->cpu);
  const double dots[] = { 1, 5 };
  double x = 0;

  if (th_recording_get_state (scene->recording) != TH_LOAD_RUNNING || complete == G_MAXINT64)
    return;

  if (complete != TH_TIME_NONE)
    x = th_grid_column (&draw->grid, complete, 0, draw->grid.n) / draw->grid.scale;
  if (x >= draw->width)
    return;

  cairo_save (draw->cr);
  cairo_rectangle (draw->cr, x, 0, draw->width - x, draw->height);
  cairo_clip (draw->cr);
  th_draw_role (draw->cr, scene->theme, TH_COLOR_NOT_LOADED);
  cairo_set_line_width (draw->cr, 1);
  for (double y = 6.5; y < draw->height - 1; y += 6)
    {
      /* Dots stay where they are in time while the view moves. */
      cairo_set_dash (draw->cr, dots, 2, th_grid_phase (&draw->grid, 0, MAX (th_draw_device (&draw->grid, 6), 1)) / draw->grid.scale);
      cairo_move_to (draw->cr, 0, y);
      cairo_line_to (draw->cr, draw->width, y);
      cairo_stroke (draw->cr);
    }
  cairo_restore (draw->cr);
}

static void
draw_line (ThScene *scene,
           double   width,
           double   height,
           cairo_t *cr)
{
  th_draw_role (cr, scene->theme, TH_COLOR_LINE);
  cairo_rectangle (cr, 0, height - 1, width, 1);
  cairo_fill (cr);
}

static void
draw_section (ThScene *scene,
              guint    index,
              double   width,
              cairo_t *cr)
{
  const ThLane *lane = th_scene_get_lane (scene, index);

  th_draw_role (cr, scene->theme, lane->kind == TH_LANE_SECTION ? TH_COLOR_BACKGROUND_ALT : TH_COLOR_BACKGROUND);
  cairo_rectangle (cr, 0, 0, width, lane->height);
  cairo_fill (cr);

  if (th_lane_tells_beside (scene, index))
    {
      th_draw_role (cr, scene->theme, TH_COLOR_INK_DIM);
      th_draw_text_fit (cr, scene->theme, lane->detail, OFFSET_SCALE, FALSE, OFFSET_X, lane->height / 2, width - 2 * OFFSET_X, 1);
    }
}

static void
draw_cpu (ThLaneDraw      *draw,
          ThRenderBackend  backend)
{
  ThPixels pixels;

  th_lane_read_columns (draw);
  th_lane_read_runs (draw);
  th_lane_read_event_ticks (draw);

  if (backend == TH_RENDER_PIXELS && th_pixels_open (&pixels, draw->cr))
    {
      draw->direct = TRUE;
      copy_lane (draw, &pixels);
      th_pixels_close (&pixels);
    }
  else
    paint_lane (draw);

  th_lane_draw_names (draw);
  th_lane_draw_rows (draw);
  th_lane_draw_lost (draw);
  draw_not_loaded (draw);
}

static void
draw_init (ThLaneDraw   *draw,
           ThScene      *scene,
           guint         index,
           const ThView *view,
           cairo_t      *cr)
{
  const ThLane *lane = th_scene_get_lane (scene, index);
  ThTrackGroup *group = g_array_index (scene->owners, ThLaneOwner, index).group;

  *draw = (ThLaneDraw) {
    .scene = scene,
    .group = group,
    .shape = &scene->shapes[lane->size],
    .grid = th_grid_make (view, th_pixels_get_scale (cr)),
    .cr = cr,
    .width = view->width,
    .height = lane->height,
    .back = th_color_pack (th_theme_get_color (scene->theme, TH_COLOR_BACKGROUND)),
    .idle = th_color_pack (th_theme_get_color (scene->theme, TH_COLOR_IDLE)),
    .tick = th_color_pack (th_theme_get_color (scene->theme, TH_COLOR_TICK))
  };
  draw->pad = ceil (TH_LANE_PAD_PX * draw->grid.scale);
  th_scene_reserve (scene, draw->grid.n + 2 * draw->pad + 4);

  if (lane->kind == TH_LANE_CPU)
    {
      draw->stream = th_recording_get_stream (scene->recording, lane->stream);
      draw->cpu = th_stream_get_cpu (draw->stream, lane->cpu);
      draw->cpu_index = lane->cpu;
      draw->runs = th_recording_get_runs_cpu (scene->recording, draw->stream, draw->cpu);
    }
}

void
th_scene_draw_lane (ThScene         *self,
                    guint            index,
                    const ThView    *view,
                    cairo_t         *cr,
                    ThRenderBackend  backend)
{
  const ThLane *lane;
  ThLaneDraw draw;

  g_return_if_fail (index < self->lanes->len);

  lane = th_scene_get_lane (self, index);
  if (lane->height <= 0 || view->width <= 0)
    return;

  cairo_save (cr);
  draw_init (&draw, self, index, view, cr);
  th_lane_begin_dim (&draw, lane);
  if (lane->kind == TH_LANE_CPU)
    draw_cpu (&draw, backend);
  else if (lane->kind == TH_LANE_FLOW)
    th_lane_draw_flow (&draw, lane);
  else if (draw.group != NULL)
    {
      draw.direct = backend == TH_RENDER_PIXELS;
      th_lane_draw_track (&draw);
    }
  else
    draw_section (self, index, view->width, cr);
  th_lane_end_dim (&draw);
  draw_line (self, view->width, lane->height, cr);
  cairo_restore (cr);
}
