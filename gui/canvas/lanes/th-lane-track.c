/* th-lane-track.c - the rows of a lane that analyses filled
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scene-private.h"

void
th_lane_read_values (ThLaneDraw *draw,
                     ThTrack    *track)
{
  const ThGrid *grid = &draw->grid;
  ThValuePixel *pixels = draw->scene->value_pixels;
  gint n = grid->n + 2 * draw->pad;
  gint64 from = th_grid_time (grid, -draw->pad);
  gint64 to = th_grid_time (grid, grid->n + draw->pad);
  gint units = grid->span >= grid->n ? n : to - from;

  th_track_get_value_pixels (track, from, to, units, pixels);
  if (grid->span >= grid->n)
    return;

  /* Columns shorter than the unit of time: each unit goes to its first one. */
  for (gint i = units; i < n; i++)
    pixels[i] = (ThValuePixel) { 0, };
  for (gint i = units - 1; i >= 0; i--)
    {
      ThValuePixel pixel = pixels[i];

      pixels[i] = (ThValuePixel) { 0, };
      pixels[th_grid_column (grid, from + i, -draw->pad, n - draw->pad - 1) + draw->pad] = pixel;
    }
}

void
th_lane_draw_rows (ThLaneDraw *draw)
{
  if (!th_track_group_is_open (draw->group))
    return;

  for (guint i = 0; i < draw->group->rows->len; i++)
    {
      const ThTrackRow *row = &g_array_index (draw->group->rows, ThTrackRow, i);

      switch (th_track_get_info (row->track)->kind)
        {
        case TH_TRACK_SLICES:
          th_lane_draw_slices (draw, row);
          break;

        case TH_TRACK_POINTS:
          th_lane_draw_points (draw, row);
          break;

        case TH_TRACK_VALUES:
          th_lane_draw_values (draw, row);
          break;
        }
    }
}

void
th_lane_draw_track (ThLaneDraw *draw)
{
  th_draw_role (draw->cr, draw->scene->theme, TH_COLOR_BACKGROUND);
  cairo_rectangle (draw->cr, 0, 0, draw->width, th_draw_device (&draw->grid, draw->height) / draw->grid.scale);
  cairo_fill (draw->cr);
  th_lane_draw_rows (draw);
}
