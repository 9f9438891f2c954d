/* th-pixels.c - writes rows of pixels into the image of a cairo_t
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-pixels.h"

double
th_pixels_get_scale (cairo_t *cr)
{
  cairo_matrix_t matrix;
  double x, y;

  cairo_get_matrix (cr, &matrix);
  cairo_surface_get_device_scale (cairo_get_group_target (cr), &x, &y);

  return CLAMP (fabs (matrix.xx) * x, 0.1, 16);
}

/* Reads the clip if it is one rectangle, in device pixels from the origin. */
static gboolean
read_clip (ThPixels *self,
           cairo_t  *cr,
           double    scale)
{
  cairo_rectangle_list_t *list = cairo_copy_clip_rectangle_list (cr);
  gboolean simple = list->status == CAIRO_STATUS_SUCCESS && list->num_rectangles <= 1;

  self->left = self->top = self->right = self->bottom = 0;
  if (simple && list->num_rectangles == 1)
    {
      cairo_rectangle_t clip = list->rectangles[0];

      self->left = ceil (clip.x * scale - 0.01);
      self->top = ceil (clip.y * scale - 0.01);
      self->right = floor ((clip.x + clip.width) * scale + 0.01);
      self->bottom = floor ((clip.y + clip.height) * scale + 0.01);
    }

  cairo_rectangle_list_destroy (list);
  return simple;
}

static gboolean
is_image (cairo_surface_t *surface)
{
  if (cairo_surface_get_type (surface) != CAIRO_SURFACE_TYPE_IMAGE ||
      cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS)
    return FALSE;

  return cairo_image_surface_get_format (surface) == CAIRO_FORMAT_ARGB32 ||
         cairo_image_surface_get_format (surface) == CAIRO_FORMAT_RGB24;
}

gboolean
th_pixels_open (ThPixels *self,
                cairo_t  *cr)
{
  cairo_surface_t *surface = cairo_get_group_target (cr);
  cairo_matrix_t m;
  double sx, sy, dx, dy, x, y;

  cairo_get_matrix (cr, &m);
  cairo_surface_get_device_scale (surface, &sx, &sy);
  cairo_surface_get_device_offset (surface, &dx, &dy);
  x = m.x0 * sx + dx;
  y = m.y0 * sy + dy;

  if (!is_image (surface) || m.xy != 0 || m.yx != 0 || m.xx <= 0 ||
      fabs (m.xx * sx - m.yy * sy) > 1e-6 ||
      fabs (x - round (x)) > 0.01 || fabs (y - round (y)) > 0.01 ||
      !read_clip (self, cr, m.xx * sx))
    return FALSE;

  cairo_surface_flush (surface);
  self->surface = surface;
  self->data = cairo_image_surface_get_data (surface);
  self->stride = cairo_image_surface_get_stride (surface);
  self->x = round (x);
  self->y = round (y);
  /* cairo clips to the surface, but we write to memory ourselves, so clamp again. */
  self->left = MAX (self->left, -self->x);
  self->top = MAX (self->top, -self->y);
  self->right = MIN (self->right, cairo_image_surface_get_width (surface) - self->x);
  self->bottom = MIN (self->bottom, cairo_image_surface_get_height (surface) - self->y);

  return self->data != NULL;
}

void
th_pixels_close (ThPixels *self)
{
  cairo_surface_mark_dirty (self->surface);
}
