/* th-pixel-grid.h - divides a span of time into equal parts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * For the files of model/ that summarize events by pixel.
 */
#pragma once

#include <glib.h>

/* Equal parts of a span of time: pixel i is [edges[i], edges[i + 1]).  The edges are computed
 * once for a picture, by addition, since a division per event would be an eighth of its
 * cost.  The span may be all of time, as a damaged file may claim. */
typedef struct
{
  gint64 from;
  gint64 to;
  double scale;   /* pixels per ns */
  guint  n;
  gint64 edges[]; /* n + 1 */
} PixelGrid;

/* Returns the grid, valid until the next call of this thread; all lanes of a picture share
 * one. */
const PixelGrid *th_pixel_grid_get (gint64 from,
                                    gint64 to,
                                    guint  n);

/* Returns the pixel of @time, which is in the span and not before @pixel. */
static inline guint
pixel_grid_find (const PixelGrid *grid,
                 guint            pixel,
                 gint64           time)
{
  guint guess;

  if (G_LIKELY (pixel + 2 >= grid->n || time < grid->edges[pixel + 2]))
    return pixel + 1 < grid->n && time >= grid->edges[pixel + 1] ? pixel + 1 : pixel;

  guess = (double) ((guint64) time - (guint64) grid->from) * grid->scale;
  guess = MIN (guess, grid->n - 1);
  while (guess > 0 && grid->edges[guess] > time)
    guess--;
  while (guess + 1 < grid->n && grid->edges[guess + 1] <= time)
    guess++;

  return guess;
}
