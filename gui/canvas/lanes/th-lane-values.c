/* th-lane-values.c - a row of values: a line of steps between lowest and highest
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A value holds until the next one.  A column with several values gets a band from the
 * lowest to the highest, with the line at the last.
 */
#include "config.h"

#include <math.h>

#include "th-lane-draw.h"

/* Maps values to device pixels from the top of the lane. */
typedef struct
{
  gint   top;
  gint   bottom;
  double low;
  double high;
} Scale;

static gint
scale_value (const Scale *scale,
             double       value)
{
  /* Halved, because the difference of two doubles may be infinite. */
  double range = scale->high / 2 - scale->low / 2;
  double share = range > 0 ? (value / 2 - scale->low / 2) / range : 0.5;

  if (!(share >= 0))
    share = 0;

  return scale->bottom - 1 - round (MIN (share, 1) * (scale->bottom - scale->top - 1));
}

static void
add_column (ThLaneDraw *draw,
            gint        begin,
            gint        end,
            gint        top,
            gint        bottom)
{
  double scale = draw->grid.scale;

  cairo_rectangle (draw->cr, begin / scale, top / scale, (end - begin) / scale,
                   (bottom - top) / scale);
}

static void
add_bands (ThLaneDraw         *draw,
           const ThValuePixel *pixels,
           const Scale        *scale)
{
  for (gint i = 0; i < draw->grid.n; i++)
    if (pixels[i].n > 1)
      add_column (draw, i, i + 1, scale_value (scale, pixels[i].max),
                  scale_value (scale, pixels[i].min) + 1);
}

/* The end of the line: the last value holds to the end of the recording. */
static gint
last_column (ThLaneDraw *draw)
{
  if (!draw->content->has_range)
    return 0;

  return th_grid_column (&draw->grid, draw->content->last, -1, draw->grid.n - 1) + 1;
}

static void
add_line (ThLaneDraw         *draw,
          const ThTrackRow   *row,
          const ThValuePixel *pixels,
          const Scale        *scale)
{
  gint thick = MAX (th_draw_device (&draw->grid, 1), 1);
  guint32 before = th_track_find_point (row->track, th_grid_time (&draw->grid, -draw->pad) - 1);
  gboolean known = before != G_MAXUINT32;
  gint level = known ? scale_value (scale, th_track_get_point (row->track, before)->value) : 0;
  gint begin = -draw->pad, last = last_column (draw);

  for (gint i = -draw->pad; i < last; i++)
    {
      gint y;

      if (pixels[i].n == 0)
        continue;
      y = scale_value (scale, pixels[i].last);
      if (known && i > begin)
        add_column (draw, begin, i, level, level + thick);
      if (known)
        add_column (draw, i, i + thick, MIN (level, y), MAX (level, y) + thick);
      level = y;
      known = TRUE;
      begin = i;
    }
  if (known && last > begin)
    add_column (draw, begin, last, level, level + thick);
}

void
th_lane_draw_values (ThLaneDraw       *draw,
                     const ThTrackRow *row)
{
  guint32 color = th_lane_colors_get_context (draw->cache->colors, TH_CONTEXT_COPY);
  const ThValuePixel *pixels;
  Scale scale = {
    th_draw_device (&draw->grid, row->top + 2),
    th_draw_device (&draw->grid, row->top + row->height - 2), row->low, row->high
  };

  if (th_track_get_n_points (row->track) == 0)
    return;

  pixels = th_lane_read_values (draw, row->track);
  cairo_save (draw->cr);
  cairo_rectangle (draw->cr, 0, row->top, draw->width, row->height);
  cairo_clip (draw->cr);
  th_draw_color (draw->cr, th_color_unpack (th_pixel_mix (draw->back, color, 90)));
  add_bands (draw, pixels, &scale);
  cairo_fill (draw->cr);
  th_draw_color (draw->cr, th_color_unpack (color));
  add_line (draw, row, pixels, &scale);
  cairo_fill (draw->cr);
  cairo_restore (draw->cr);
}
