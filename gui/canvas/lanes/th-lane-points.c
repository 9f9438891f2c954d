/* th-lane-points.c - a row of points: ticks, with their names where there is room
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-lane-draw.h"

#define NAME_SCALE 0.8
#define NAME_GAP_PX 3
#define NAME_MIN_PX 22
#define NAME_MIN_CHARS 2

/* The greatest width of a name; a point may be this far left of the view and its name
 * still be visible. */
#define NAME_MAX_PX 400

static void
add_ticks (ThLaneDraw         *draw,
           const ThTrackRow   *row,
           const ThValuePixel *pixels)
{
  double scale = draw->grid.scale;
  gint thick = MAX (th_draw_device (&draw->grid, 1), 1);
  gint top = th_draw_device (&draw->grid, row->top + 2);
  gint bottom = th_draw_device (&draw->grid, row->top + row->height - 2);
  gint end;

  for (gint i = -thick; i < draw->grid.n; i = end)
    {
      end = i + 1;
      if (pixels[i].n == 0)
        continue;
      while (end < draw->grid.n && pixels[end].n > 0)
        end++;
      cairo_rectangle (draw->cr, i / scale, top / scale, (end - i - 1 + thick) / scale,
                       (bottom - top) / scale);
    }
}

/* Draws a name between the tick of its point and the next one. */
static void
draw_name (ThLaneDraw       *draw,
           const ThTrackRow *row,
           guint32           index,
           gint              next)
{
  const ThPoint *point = th_track_get_point (row->track, index);
  gint column = th_grid_column (&draw->grid, point->time, -TH_GRID_MAX_COLUMNS, draw->grid.n);
  double x = column / draw->grid.scale + NAME_GAP_PX;
  double room = MIN (next / draw->grid.scale - x - NAME_GAP_PX, NAME_MAX_PX);

  if (room < NAME_MIN_PX || x + NAME_MAX_PX <= 0)
    return;

  th_lane_set_ink (draw, draw->back, x, x + room);
  th_draw_text_fit (draw->names, draw->theme, th_results_get_word (row->results, point->name),
                    NAME_SCALE, FALSE,
                    x, row->top + row->height / 2, room, NAME_MIN_CHARS);
}

/* Goes from right to left, so that the next tick is known. */
static void
draw_names (ThLaneDraw         *draw,
            const ThTrackRow   *row,
            const ThValuePixel *pixels)
{
  gint next = draw->grid.n + draw->pad;
  guint32 index;

  for (gint i = next - 1; i >= 0; i--)
    {
      if (pixels[i].n == 0)
        continue;
      if (pixels[i].n == 1 && i < draw->grid.n && next - i > NAME_MIN_PX * draw->grid.scale)
        {
          index = th_track_find_point (row->track, th_grid_time_at (&draw->grid, i + 1));
          while (index != G_MAXUINT32 && index > 0 &&
                 th_grid_column (&draw->grid, th_track_get_point (row->track, index)->time, i,
                                 i + 1) > i)
            index--;
          if (index != G_MAXUINT32)
            draw_name (draw, row, index, next);
        }
      next = i;
    }

  index = th_track_find_point (row->track, th_grid_time_at (&draw->grid, 0));
  if (index != G_MAXUINT32 &&
      th_grid_column (&draw->grid, th_track_get_point (row->track, index)->time, -1, 0) < 0)
    draw_name (draw, row, index, next);
}

void
th_lane_draw_points (ThLaneDraw       *draw,
                     const ThTrackRow *row)
{
  const ThValuePixel *pixels;

  if (th_track_get_n_points (row->track) == 0)
    return;

  pixels = th_lane_read_values (draw, row->track);
  cairo_save (draw->cr);
  cairo_rectangle (draw->cr, 0, row->top, draw->width, row->height);
  cairo_clip (draw->cr);
  draw_names (draw, row, pixels);
  th_draw_color (draw->cr,
                 th_color_unpack (th_lane_colors_get_context (draw->cache->colors,
                                                              TH_CONTEXT_WAKEUP)));
  add_ticks (draw, row, pixels);
  cairo_fill (draw->cr);
  cairo_restore (draw->cr);
}
