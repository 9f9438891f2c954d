/* th-bar.c - bars with round corners, in pixels and in vectors
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-lane-draw.h"

#define BAR_RADIUS 2.0
#define MAX_RADIUS 48
#define DASH_PX 3

void
th_bar_add_path (cairo_t *cr,
                 double   x,
                 double   y,
                 double   width,
                 double   height)
{
  double r = BAR_RADIUS;

  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - r, y + r, r, -G_PI_2, 0);
  cairo_arc (cr, x + width - r, y + height - r, r, 0, G_PI_2);
  cairo_arc (cr, x + r, y + height - r, r, G_PI_2, G_PI);
  cairo_arc (cr, x + r, y + r, r, G_PI, 3 * G_PI_2);
  cairo_close_path (cr);
}

/* The coverage, 0 … 256, of the pixel at @x, @y from a corner. */
static guint
corner_share (double scale,
              gint   x,
              gint   y)
{
  double radius = BAR_RADIUS * scale;
  guint share = 0;

  for (gint i = 0; i < 16; i++)
    {
      double dx = radius - x - (i % 4 + 0.5) / 4;
      double dy = radius - y - (i / 4 + 0.5) / 4;

      if (dx <= 0 || dy <= 0 || dx * dx + dy * dy <= radius * radius)
        share += 16;
    }

  return share;
}

static void
make_corner (ThBarCorner *self,
             double       scale)
{
  gint n = CLAMP (ceil (BAR_RADIUS * scale), 1, MAX_RADIUS);

  if (self->scale == scale)
    return;

  self->scale = scale;
  self->n = n;
  self->shares = g_renew (guint16, self->shares, n * n);
  for (gint i = 0; i < n * n; i++)
    self->shares[i] = corner_share (scale, i % n, i / n);
}

static inline void
cut_pixel (const ThLaneDraw *draw,
           const ThPixels   *pixels,
           guint32          *row,
           gint              x,
           guint32           share)
{
  if (x >= MAX (pixels->left, 0) && x < MIN (pixels->right, draw->grid.n))
    row[x] = th_pixel_mix (draw->back, row[x], share);
}

void
th_bar_cut (ThLaneDraw     *draw,
            const ThPixels *pixels,
            gint            begin,
            gint            end,
            gint            top,
            gint            height)
{
  ThBarCorner *corner = &draw->cache->corner;

  make_corner (corner, draw->grid.scale);
  for (gint i = 0; i < 2 * corner->n; i++)
    {
      gint line = i / 2;
      gint y = i % 2 == 0 ? top + line : top + height - 1 - line;
      const guint16 *shares = corner->shares + line * corner->n;

      if (y < pixels->top || y >= pixels->bottom)
        continue;
      for (gint x = 0; x < corner->n && shares[x] < 256; x++)
        {
          cut_pixel (draw, pixels, th_pixels_row (pixels, y), begin + x, shares[x]);
          cut_pixel (draw, pixels, th_pixels_row (pixels, y), end - 1 - x, shares[x]);
        }
    }
}

void
th_bar_draw_dashes (ThLaneDraw *draw,
                    gint        begin,
                    gint        end,
                    double      y,
                    ThColor     color)
{
  double scale = draw->grid.scale;
  gint dash = MAX (th_draw_device (&draw->grid, DASH_PX), 1);

  begin = CLAMP (begin, 0, draw->grid.n);
  end = CLAMP (end, 0, draw->grid.n);
  y = th_draw_device (&draw->grid, y) / scale;
  for (gint x = begin - th_grid_phase (&draw->grid, begin, 2 * dash); x < end; x += 2 * dash)
    {
      gint from = MAX (x, begin);
      gint to = MIN (x + dash, end);

      if (from < to)
        cairo_rectangle (draw->cr, from / scale, y, (to - from) / scale,
                         MAX (round (scale), 1) / scale);
    }

  th_draw_color (draw->cr,
                 th_color_mix (color, th_theme_get_color (draw->theme, TH_COLOR_INK), 0.25));
  cairo_fill (draw->cr);
}
