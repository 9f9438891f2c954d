/* th-pixels.h - writing rows of pixels into the image behind a cairo_t
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Open it, write, close it; no cairo calls in between.  It opens only where
 * the target is an image of 32 bits a pixel, drawn at a whole pixel without
 * rotation and with one rectangle as its clip.  Elsewhere draw vectors.
 */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  cairo_surface_t *surface;
  guint8          *data;
  gint             stride;
  gint             x, y;           /* device pixel of the origin */
  gint             left, top, right, bottom; /* clip, device pixels from the origin */
} ThPixels;

/* Device pixels of a logical one, for what @cr draws on. */
double   th_pixels_get_scale (cairo_t    *cr);

gboolean th_pixels_open      (ThPixels   *self,
                              cairo_t    *cr);
void     th_pixels_close     (ThPixels   *self);

/* The row, so that [x] is the pixel of column x; only [left, right) may be
 * touched, only rows [top, bottom) exist. */
static inline guint32 *
th_pixels_row (const ThPixels *self,
               gint            y)
{
  return (guint32 *) (self->data + (gssize) (self->y + y) * self->stride) + self->x;
}

G_END_DECLS
