/* th-pixel-grid.c - divides a span of time into equal parts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-pixel-grid.h"

static GPrivate last_grid = G_PRIVATE_INIT (g_free);

static PixelGrid *
pixel_grid_new (gint64 from,
                gint64 to,
                guint  n)
{
  PixelGrid *grid = g_malloc (sizeof (PixelGrid) + (n + 1) * sizeof (gint64));
  guint64 span = (guint64) to - (guint64) from;
  guint64 step = span / n, rest = span % n, carry = 0;
  guint64 edge = from;

  *grid = (PixelGrid) { from, to, (double) n / (double) span, n };
  for (guint i = 0; i <= n; i++)
    {
      grid->edges[i] = edge;
      edge += step;
      carry += rest;
      if (carry >= n)
        {
          carry -= n;
          edge++;
        }
    }

  return grid;
}

const PixelGrid *
th_pixel_grid_get (gint64 from,
                   gint64 to,
                   guint  n)
{
  PixelGrid *grid = g_private_get (&last_grid);

  if (grid == NULL || grid->from != from || grid->to != to || grid->n != n)
    {
      grid = pixel_grid_new (from, to, n);
      g_private_replace (&last_grid, grid);
    }

  return grid;
}
