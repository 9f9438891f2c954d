/* th-texture-cache.c - a picture that is drawn again only when it would differ
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-texture-cache.h"

#include <math.h>

/* No window is larger; a wrong size must not take the memory of the machine. */
#define MAX_PIXELS 32767

static gboolean
keys_are_equal (const ThPictureKey *a,
                const ThPictureKey *b)
{
  return a->from == b->from && a->to == b->to && a->width == b->width && a->height == b->height &&
         a->scale == b->scale && a->serial == b->serial && a->what == b->what;
}

static GdkTexture *
draw_texture (const ThPictureKey *key,
              ThDraw              draw,
              gpointer            data)
{
  int width = ceil (key->width * key->scale);
  int height = ceil (key->height * key->scale);
  g_autoptr(GBytes) bytes = NULL;
  cairo_surface_t *surface;
  gsize stride;
  cairo_t *cr;

  if (width < 1 || height < 1 || width > MAX_PIXELS || height > MAX_PIXELS)
    return NULL;

  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_destroy (surface);
      return NULL;
    }

  cairo_surface_set_device_scale (surface, key->scale, key->scale);
  cr = cairo_create (surface);
  draw (cr, data);
  cairo_destroy (cr);
  cairo_surface_flush (surface);

  stride = cairo_image_surface_get_stride (surface);
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface), stride * height,
                                      (GDestroyNotify) cairo_surface_destroy, surface);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}

void
th_texture_cache_snapshot (ThTextureCache     *self,
                           GtkSnapshot        *snapshot,
                           double              x,
                           double              y,
                           const ThPictureKey *key,
                           ThDraw              draw,
                           gpointer            data)
{
  if (self->texture == NULL || !keys_are_equal (&self->key, key))
    {
      g_clear_object (&self->texture);
      self->texture = draw_texture (key, draw, data);
      self->key = *key;
      self->n_drawn++;
    }

  if (self->texture != NULL)
    gtk_snapshot_append_texture (snapshot, self->texture,
                                 &GRAPHENE_RECT_INIT (x, y,
                                                      gdk_texture_get_width (self->texture) / (float) key->scale,
                                                      gdk_texture_get_height (self->texture) / (float) key->scale));
}

void
th_texture_cache_clear (ThTextureCache *self)
{
  g_clear_object (&self->texture);
}
