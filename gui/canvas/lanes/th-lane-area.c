/* th-lane-area.c - the time area of a lane of any kind
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-lane-draw.h"

#define OFFSET_X 8
#define OFFSET_SCALE 0.8

static void
draw_heading (ThLaneDraw *draw)
{
  const ThLane *lane = draw->lane;
  gboolean is_section = lane->kind == TH_LANE_SECTION;

  th_draw_role (draw->cr, draw->theme, is_section ? TH_COLOR_BACKGROUND_ALT : TH_COLOR_BACKGROUND);
  cairo_rectangle (draw->cr, 0, 0, draw->width, lane->height);
  cairo_fill (draw->cr);

  /* An offset is too long for the label. */
  if (draw->content->is_cpu_heading)
    {
      th_draw_role (draw->cr, draw->theme, TH_COLOR_INK_DIM);
      th_draw_text_fit (draw->cr, draw->theme, lane->detail, OFFSET_SCALE, FALSE, OFFSET_X,
                        lane->height / 2,
                        draw->width - 2 * OFFSET_X, 1);
    }
}

static void
draw_bottom_line (ThLaneDraw *draw)
{
  th_draw_role (draw->cr, draw->theme, TH_COLOR_LINE);
  cairo_rectangle (draw->cr, 0, draw->height - 1, draw->width, 1);
  cairo_fill (draw->cr);
}

static void
lane_draw_init (ThLaneDraw          *draw,
                const ThLaneContent *content,
                ThLaneCache         *cache,
                const ThView        *view,
                cairo_t             *cr)
{
  const ThLane *lane = &content->lane;
  ThRecording *recording = content->recording;
  ThTheme *theme = cache->theme;

  *draw = (ThLaneDraw) {
    .content = content,
    .theme = theme,
    .cache = cache,
    .lane = lane,
    .shape = &content->shape,
    .grid = th_grid_make (view, th_pixels_get_scale (cr)),
    .cr = cr,
    .width = view->width,
    .height = lane->height,
    .back = th_color_pack (th_theme_get_color (theme, TH_COLOR_BACKGROUND)),
    .idle = th_color_pack (th_theme_get_color (theme, TH_COLOR_IDLE)),
    .tick = th_color_pack (th_theme_get_color (theme, TH_COLOR_TICK))
  };
  draw->pad = ceil (TH_LANE_PAD_PX * draw->grid.scale);
  th_lane_cache_reserve (draw->cache, draw->grid.n + 2 * draw->pad + 4);

  if (lane->kind == TH_LANE_CPU)
    {
      draw->stream = th_recording_get_stream (recording, lane->stream);
      draw->cpu = th_stream_get_cpu (draw->stream, lane->cpu);
      draw->runs = th_recording_get_runs_cpu (recording, draw->stream, draw->cpu);
    }
}

static void
draw_content (ThLaneDraw      *draw,
              ThRenderBackend  backend)
{
  switch (draw->lane->kind)
    {
    case TH_LANE_CPU:
      th_lane_draw_cpu (draw, backend);
      break;

    case TH_LANE_FLOW:
      th_lane_draw_flow (draw);
      break;

    case TH_LANE_TASK:
    case TH_LANE_TRACK:
    case TH_LANE_PROCESS:
      draw->direct = backend == TH_RENDER_PIXELS;
      th_lane_draw_background (draw);
      th_lane_draw_rows (draw);
      break;

    case TH_LANE_SECTION:
    case TH_LANE_MORE:
    case TH_LANE_UNHIDE:
    default:
      draw_heading (draw);
    }
}

void
th_lane_content_draw (const ThLaneContent *self,
                      ThLaneCache         *cache,
                      const ThView        *view,
                      cairo_t             *cr,
                      ThRenderBackend      backend)
{
  ThLaneDraw draw;

  if (self->lane.height <= 0 || view->width <= 0)
    return;

  th_lane_cache_follow (cache, self);
  cairo_save (cr);
  lane_draw_init (&draw, self, cache, view, cr);
  th_lane_begin_dim (&draw);
  draw_content (&draw, backend);
  th_lane_end_dim (&draw);
  draw_bottom_line (&draw);
  cairo_restore (cr);
}

void
th_scene_draw_lane (ThScene         *self,
                    guint            index,
                    const ThView    *view,
                    cairo_t         *cr,
                    ThRenderBackend  backend)
{
  g_autoptr(ThLaneContent) content = NULL;

  g_return_if_fail (index < th_scene_get_n_lanes (self));

  content = th_lane_content_new (self, index);
  th_lane_content_draw (content, th_lane_cache_get (self), view, cr, backend);
}
