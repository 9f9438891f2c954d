/* th-value-columns.c - points and values of the columns of a row
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-lane-draw.h"

const ThValuePixel *
th_lane_read_values (ThLaneDraw *draw,
                     ThTrack    *track)
{
  const ThGrid *grid = &draw->grid;
  ThValuePixel *pixels = draw->cache->scratch.value_pixels;
  gint n = grid->n + 2 * draw->pad;
  gint64 from = th_grid_time (grid, -draw->pad);
  gint64 to = th_grid_time (grid, grid->n + draw->pad);
  gint units = grid->span >= grid->n ? n : to - from;

  th_track_get_value_pixels (track, from, to, units, pixels);
  if (grid->span >= grid->n)
    return pixels + draw->pad;

  /* Columns narrower than the unit of time: each unit goes to its first column. */
  for (gint i = units; i < n; i++)
    pixels[i] = (ThValuePixel) { 0, };
  for (gint i = units - 1; i >= 0; i--)
    {
      ThValuePixel pixel = pixels[i];

      pixels[i] = (ThValuePixel) { 0, };
      pixels[th_grid_column (grid, from + i, -draw->pad, n - draw->pad - 1) + draw->pad] = pixel;
    }

  return pixels + draw->pad;
}
