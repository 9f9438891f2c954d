/* th-overview.c - the whole recording as one density, with its losses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-scene-private.h"

/* Bars and the gaps between them. */
#define BAR_PX 2
#define PERIOD_PX 3
#define TOP_PX 3
#define BASE_PX 2

static guint
count_bars (ThScene      *self,
            const ThView *view,
            guint64      *counts,
            guint         n)
{
  guint64 most = 0;

  for (guint i = 0; i < self->lanes->len; i++)
    {
      const ThLane *lane = th_scene_get_lane (self, i);
      ThStream *stream = th_recording_get_stream (self->recording, lane->stream);

      if (lane->kind != TH_LANE_CPU)
        continue;

      th_cpu_get_pixels (th_stream_get_cpu (stream, lane->cpu), view->from, view->to, n, self->pixels);
      for (guint j = 0; j < n; j++)
        counts[j] += self->pixels[j].count;
    }

  for (guint j = 0; j < n; j++)
    most = MAX (most, counts[j]);

  return MIN (most, G_MAXUINT);
}

static void
draw_bars (ThScene      *self,
           const ThView *view,
           double        height,
           cairo_t      *cr)
{
  guint n = CLAMP (view->width / PERIOD_PX, 1, TH_GRID_MAX_COLUMNS);
  g_autofree guint64 *counts = g_new0 (guint64, n);
  double room = height - TOP_PX - BASE_PX;
  double top;

  th_scene_reserve (self, n);
  top = log2 (1.0 + MAX (count_bars (self, view, counts, n), 1));

  for (guint i = 0; i < n; i++)
    if (counts[i] > 0)
      {
        double bar = MAX (1, round (room * log2 (1.0 + counts[i]) / top));

        cairo_rectangle (cr, i * PERIOD_PX, height - BASE_PX - bar, BAR_PX, bar);
      }

  th_draw_color (cr, th_color_mix (th_theme_get_color (self->theme, TH_COLOR_TICK),
                                   th_theme_get_color (self->theme, TH_COLOR_BACKGROUND_LABEL), 0.25));
  cairo_fill (cr);
}

static void
draw_losses (ThScene      *self,
             const ThView *view,
             double        height,
             cairo_t      *cr,
             ThDoor        door)
{
  ThGrid grid = th_grid_make (view, th_pixels_get_scale (cr));

  cairo_new_path (cr);
  for (guint i = 0; i < self->lanes->len; i++)
    {
      const ThLane *lane = th_scene_get_lane (self, i);
      ThStream *stream = th_recording_get_stream (self->recording, lane->stream);

      if (lane->kind == TH_LANE_CPU)
        th_lost_add_path (self, th_stream_get_cpu (stream, lane->cpu), &grid, 0, height - 1, cr);
    }

  th_lost_hatch (self, &grid, view->width, height, cr, door == TH_DOOR_PIXELS);
}

void
th_scene_draw_overview (ThScene *self,
                        double   width,
                        double   height,
                        cairo_t *cr,
                        ThDoor   door)
{
  ThView view = th_view_fit (self->first, self->last, width);

  if (width <= 0 || height <= 0)
    return;

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  th_draw_role (self, cr, TH_COLOR_BACKGROUND_LABEL);
  cairo_paint (cr);

  if (self->has_range)
    {
      draw_bars (self, &view, height, cr);
      draw_losses (self, &view, height, cr, door);
    }

  th_draw_role (self, cr, TH_COLOR_LINE);
  cairo_rectangle (cr, 0, height - 1, width, 1);
  cairo_fill (cr);
  cairo_restore (cr);
}
