/* th-tick-layers.c - draws event ticks, with cairo or as pixels
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-lane-draw.h"

/* In device pixels; more than the height of ticks at the largest scale. */
#define MAX_HEIGHT 511

/* --- vectors ----------------------------------------------------------- */

/* Element 0 of the layer is column 0. */
static void
paint_layer (ThLaneDraw    *draw,
             const guint32 *colors,
             const guint32 *heights)
{
  double scale = draw->grid.scale;
  gint base = th_draw_device (&draw->grid, draw->shape->ticks_base);
  gint end;

  for (gint i = 0; i < draw->grid.n; i = end)
    {
      end = i + 1;
      if (heights[i] == 0)
        continue;

      while (end < draw->grid.n && heights[end] == heights[i] && colors[end] == colors[i])
        end++;
      cairo_rectangle (draw->cr, i / scale, (base - (gint) heights[i]) / scale, (end - i) / scale,
                       heights[i] / scale);
      th_draw_color (draw->cr, th_color_unpack (colors[i]));
      cairo_fill (draw->cr);
    }
}

void
th_lane_paint_event_ticks (ThLaneDraw         *draw,
                           const ThEventTicks *ticks)
{
  paint_layer (draw, ticks->all.colors + draw->pad, ticks->all.heights + draw->pad);
  if (ticks->matched.heights != NULL)
    paint_layer (draw, ticks->matched.colors + draw->pad, ticks->matched.heights + draw->pad);
}

/* --- pixels ------------------------------------------------------------ */

/* Marks a column of the second layer. */
#define LAYER_BIT 0x80000000u

/* Sorts the columns [left, right) by height, the highest first.  Returns the number of columns
 * with a tick, and in *@begins the index at which each height begins.  @over, if not NULL, is a
 * second layer, whose columns come after those of the first of equal height. */
static guint
sort_heights (const guint32 *heights,
              const guint32 *over,
              gint           left,
              gint           right,
              guint32       *order,
              guint          begins[MAX_HEIGHT + 1])
{
  guint n = 0;

  memset (begins, 0, sizeof *begins * (MAX_HEIGHT + 1));
  for (gint i = left; i < right; i++)
    begins[MIN (heights[i], MAX_HEIGHT)]++;
  for (gint i = left; over != NULL && i < right; i++)
    begins[MIN (over[i], MAX_HEIGHT)]++;

  for (gint height = MAX_HEIGHT; height > 0; height--)
    {
      guint count = begins[height];

      begins[height] = n;
      n += count;
    }

  for (gint i = left; i < right; i++)
    if (heights[i] > 0)
      order[begins[MIN (heights[i], MAX_HEIGHT)]++] = i;
  for (gint i = left; over != NULL && i < right; i++)
    if (over[i] > 0)
      order[begins[MIN (over[i], MAX_HEIGHT)]++] = i | LAYER_BIT;

  return n;
}

/* Going down, each row is the row above plus the columns that begin there. */
void
th_lane_copy_event_ticks (ThLaneDraw         *draw,
                          const ThEventTicks *ticks,
                          const ThPixels     *pixels)
{
  const guint32 *colors = ticks->all.colors + draw->pad;
  const guint32 *heights = ticks->all.heights + draw->pad;
  gboolean layered = ticks->matched.heights != NULL;
  const guint32 *over_colors = layered ? ticks->matched.colors + draw->pad : NULL;
  const guint32 *over_heights = layered ? ticks->matched.heights + draw->pad : NULL;
  guint32 *row = draw->cache->scratch.row, *order = draw->cache->scratch.order;
  gint base = th_draw_device (&draw->grid, draw->shape->ticks_base);
  gint left = MAX (pixels->left, 0);
  gint right = MIN (pixels->right, draw->grid.n);
  guint begins[MAX_HEIGHT + 1];
  guint n, next = 0;

  if (left >= right)
    return;

  n = sort_heights (heights, over_heights, left, right, order, begins);
  for (gint i = left; i < right; i++)
    row[i] = draw->back;

  for (gint y = 0; y < MIN (base, pixels->bottom); y++)
    {
      for (; next < n; next++)
        {
          guint32 column = order[next] & ~LAYER_BIT;
          gboolean over = (order[next] & LAYER_BIT) != 0;

          if ((gint) (over ? over_heights : heights)[column] < base - y)
            break;
          row[column] = (over ? over_colors : colors)[column];
        }
      if (y >= pixels->top)
        memcpy (th_pixels_row (pixels, y) + left, row + left, sizeof *row * (right - left));
    }
}
