/* th-pixels.h - writes rows of pixels into the image of a cairo_t
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Open it, write, close it, without cairo calls in between.  Opening succeeds only if
 * the target is an image of 32 bits per pixel, at a whole pixel position, without
 * rotation, and clipped to one rectangle.  Otherwise draw with cairo.
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
  gint             x, y;           /* device pixels of the origin */
  gint             left, top, right, bottom; /* clip, device pixels from the origin */
} ThPixels;

/* Device pixels per logical pixel of the target of @cr. */
double   th_pixels_get_scale (cairo_t    *cr);

gboolean th_pixels_open      (ThPixels   *self,
                              cairo_t    *cr);
void     th_pixels_close     (ThPixels   *self);

/* A row of pixels, indexed by column.  Only columns [left, right) of rows
 * [top, bottom) may be accessed. */
static inline guint32 *
th_pixels_row (const ThPixels *self,
               gint            y)
{
  return (guint32 *) (self->data + (gssize) (self->y + y) * self->stride) + self->x;
}

G_END_DECLS
