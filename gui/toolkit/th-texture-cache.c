/* th-texture-cache.c - caches a picture until it would differ
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-texture-cache.h"

#include <math.h>

/* No window is larger; a wrong size must not exhaust memory. */
#define MAX_PIXELS 32767

/* A picture stretched further is useless. */
#define MAX_STRETCH 64

/* Memory of replaced pictures is kept for the next ones: clearing and faulting in
 * 20 MB per frame costs more than drawing the lanes. */
#define MAX_SPARE_BYTES (48u << 20)

typedef struct _Pixels Pixels;

struct _Pixels
{
  Pixels *next;
  gsize   size;
  guint8  data[] __attribute__ ((aligned (64)));
};

G_LOCK_DEFINE_STATIC (spare);
static Pixels *spare; /* last in, first out */

static Pixels *
pixels_new (gsize size)
{
  Pixels *found = NULL;

  G_LOCK (spare);
  for (Pixels **at = &spare; *at != NULL && found == NULL; at = &(*at)->next)
    if ((*at)->size == size)
      {
        found = *at;
        *at = found->next;
        break;
      }
  G_UNLOCK (spare);

  if (found == NULL && (found = g_try_malloc (sizeof (Pixels) + size)) != NULL)
    found->size = size;

  return found;
}

static void
pixels_free (gpointer data)
{
  Pixels *self = data, *rest = NULL;
  gsize sum = 0;

  G_LOCK (spare);
  self->next = spare;
  spare = self;
  for (Pixels *at = spare; at != NULL; at = at->next)
    {
      sum += at->size;
      if (sum > MAX_SPARE_BYTES)
        {
          rest = at->next;
          at->next = NULL;
        }
    }
  G_UNLOCK (spare);

  while (rest != NULL)
    {
      Pixels *next = rest->next;

      g_free (rest);
      rest = next;
    }
}

gboolean
th_picture_key_equal (const ThPictureKey *a,
                      const ThPictureKey *b)
{
  return a->from == b->from && a->to == b->to && a->width == b->width && a->height == b->height &&
         a->scale == b->scale && a->serial == b->serial && a->what == b->what;
}

static int
picture_width (const ThPictureKey *key)
{
  return ceil (key->width * key->scale);
}

static int
picture_height (const ThPictureKey *key)
{
  return ceil (key->height * key->scale);
}

static int
picture_stride (const ThPictureKey *key)
{
  return cairo_format_stride_for_width (CAIRO_FORMAT_ARGB32, MAX (picture_width (key), 1));
}

GBytes *
th_texture_cache_draw (const ThPictureKey *key,
                       ThDraw              draw,
                       gpointer            data)
{
  int width = picture_width (key), height = picture_height (key), stride = picture_stride (key);
  cairo_surface_t *surface;
  Pixels *pixels;
  cairo_t *cr;

  if (width < 1 || height < 1 || width > MAX_PIXELS || height > MAX_PIXELS ||
      (pixels = pixels_new ((gsize) stride * height)) == NULL)
    return NULL;

  /* The memory is not cleared, as every picture paints its background first. */
  surface = cairo_image_surface_create_for_data (pixels->data, CAIRO_FORMAT_ARGB32, width, height,
                                                 stride);
  cairo_surface_set_device_scale (surface, key->scale, key->scale);
  cr = cairo_create (surface);
  draw (cr, data);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  cairo_surface_destroy (surface);

  return g_bytes_new_with_free_func (pixels->data, pixels->size, pixels_free, pixels);
}

static void
drop_picture (ThTextureCache *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_object (&self->texture);
  g_clear_pointer (&self->pixels, g_bytes_unref);
}

void
th_texture_cache_put (ThTextureCache     *self,
                      const ThPictureKey *key,
                      GBytes             *pixels)
{
  drop_picture (self);
  if (pixels != NULL)
    {
      self->pixels = g_bytes_ref (pixels);
      self->texture = gdk_memory_texture_new (picture_width (key), picture_height (key),
                                              GDK_MEMORY_DEFAULT, pixels, picture_stride (key));
    }
  self->key = *key;
  self->n_drawn++;
}

/* --- showing --------------------------------------------------------------------- */

/* Returns a node that paints the pixels with cairo. */
static GskRenderNode *
cairo_node_new (const ThTextureCache *self)
{
  static const cairo_user_data_key_t pixels_key, surface_key;
  int width = picture_width (&self->key), height = picture_height (&self->key);
  GskRenderNode *node =
    gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, width / (float) self->key.scale,
                                             height / (float) self->key.scale));
  cairo_surface_t *surface =
    cairo_image_surface_create_for_data ((guchar *) g_bytes_get_data (self->pixels, NULL),
                                         CAIRO_FORMAT_ARGB32, width, height,
                                         picture_stride (&self->key));
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  cairo_surface_set_device_scale (surface, self->key.scale, self->key.scale);
  cairo_surface_set_user_data (surface, &pixels_key, g_bytes_ref (self->pixels),
                               (cairo_destroy_func_t) g_bytes_unref);
  cairo_set_source_surface (cr, surface, 0, 0);
  /* These two settings only matter while a picture is shown stretched, which is never for long.
   * Its edges stay sharp, as those of a texture do.  Cairo's default filter takes twenty times as
   * long if the picture is made smaller. */
  cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_PAD);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_BILINEAR);
  cairo_paint (cr);
  cairo_destroy (cr);
  /* The node keeps the surface alive: cairo copies the pixels of a surface that is destroyed while
   * it is in use. */
  cairo_surface_set_user_data (gsk_cairo_node_get_surface (node), &surface_key, surface,
                               (cairo_destroy_func_t) cairo_surface_destroy);

  return node;
}

/* Whether a picture is better shown by a cairo node: the cairo renderer of GTK 4.8 converts a
 * texture to floating point and back in every frame, which takes twenty times as long as painting
 * it. */
static gboolean
is_drawn_by_cairo (GtkWidget *widget)
{
  GtkNative *native = gtk_widget_get_native (widget);

  return native != NULL && GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (native));
}

/* Appends the picture, stretched to @width by @height. */
static void
append_picture (ThTextureCache *self,
                GtkWidget      *widget,
                GtkSnapshot    *snapshot,
                float           x,
                float           y,
                float           width,
                float           height)
{
  if (!is_drawn_by_cairo (widget))
    {
      gtk_snapshot_append_texture (snapshot, self->texture,
                                   &GRAPHENE_RECT_INIT (x, y, width, height));
      return;
    }

  if (self->node == NULL)
    self->node = cairo_node_new (self);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y));
  gtk_snapshot_scale (snapshot,
                      width * self->key.scale / picture_width (&self->key),
                      height * self->key.scale / picture_height (&self->key));
  gtk_snapshot_append_node (snapshot, self->node);
  gtk_snapshot_restore (snapshot);
}

void
th_texture_cache_snapshot (ThTextureCache     *self,
                           GtkWidget          *widget,
                           GtkSnapshot        *snapshot,
                           double              x,
                           double              y,
                           const ThPictureKey *key,
                           ThDraw              draw,
                           gpointer            data)
{
  if (th_texture_cache_is_stale (self, key))
    {
      g_autoptr(GBytes) pixels = th_texture_cache_draw (key, draw, data);

      th_texture_cache_put (self, key, pixels);
    }

  if (self->texture != NULL)
    append_picture (self, widget, snapshot, x, y,
                    picture_width (key) / (float) key->scale,
                    picture_height (key) / (float) key->scale);
}

gboolean
th_texture_cache_is_stale (const ThTextureCache *self,
                           const ThPictureKey   *key)
{
  return !th_picture_key_equal (&self->key, key);
}

gboolean
th_texture_cache_can_move (const ThTextureCache *self,
                           const ThPictureKey   *key)
{
  return self->texture != NULL && self->key.width == key->width &&
         self->key.height == key->height &&
         self->key.scale == key->scale && self->key.what == key->what;
}

void
th_texture_cache_snapshot_moved (ThTextureCache     *self,
                                 GtkWidget          *widget,
                                 GtkSnapshot        *snapshot,
                                 double              x,
                                 double              y,
                                 const ThPictureKey *key)
{
  /* Subtract as integers first: a double cannot hold large times to the ns. */
  double span = (double) ((guint64) key->to - (guint64) key->from);
  double stretch = (double) ((guint64) self->key.to - (guint64) self->key.from) / span;
  double left = (double) ((__int128) self->key.from - key->from) / span * key->width;

  /* Written so that NaN fails, too. */
  if (!(stretch <= MAX_STRETCH && stretch >= 1. / MAX_STRETCH && left < key->width &&
        left + stretch * key->width > 0))
    return;

  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (x, y, key->width, key->height));
  append_picture (self, widget, snapshot, x + left, y, stretch * key->width, key->height);
  gtk_snapshot_pop (snapshot);
}

void
th_texture_cache_clear (ThTextureCache *self)
{
  drop_picture (self);
  self->key = (ThPictureKey) { 0, };
}
