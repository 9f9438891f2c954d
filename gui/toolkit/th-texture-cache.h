/* th-texture-cache.h - caches a picture until it would differ
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The picture is drawn with cairo into memory and kept as a texture until its #ThPictureKey
 * changes, which contains everything that the picture depends on.  A worker thread may draw it
 * (th_texture_cache_draw()); everything else is for the main thread.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct
{
  gint64 from;
  gint64 to;
  double width;
  double height;
  int    scale;
  guint  serial; /* of the document: data, theme, folding */
  guint  what;   /* which lane */
} ThPictureKey;

typedef struct
{
  GBytes        *pixels;
  GdkTexture    *texture;
  GskRenderNode *node;    /* shows the same pixels in the cairo renderer; made when it is needed */
  ThPictureKey   key;
  guint          n_drawn;
} ThTextureCache;

/* Must paint every pixel, as the memory is not cleared. */
typedef void (*ThDraw) (cairo_t  *cr,
                        gpointer  data);

gboolean th_picture_key_equal  (const ThPictureKey *a,
                                const ThPictureKey *b);

/* Draws a picture into memory: premultiplied ARGB.  NULL if it has no size
 * or there is no memory.  Any thread. */
GBytes *th_texture_cache_draw  (const ThPictureKey *key,
                                ThDraw              draw,
                                gpointer            data);
/* Replaces the picture by one that was drawn elsewhere; @pixels may be NULL. */
void th_texture_cache_put      (ThTextureCache     *self,
                                const ThPictureKey *key,
                                GBytes             *pixels);
/* Draws the picture if it is out of date, and shows it in @widget. */
void th_texture_cache_snapshot (ThTextureCache     *self,
                                GtkWidget          *widget,
                                GtkSnapshot        *snapshot,
                                double              x,
                                double              y,
                                const ThPictureKey *key,
                                ThDraw              draw,
                                gpointer            data);
/* Returns whether th_texture_cache_snapshot() would draw. */
gboolean th_texture_cache_is_stale (const ThTextureCache *self,
                                const ThPictureKey *key);
/* Shows the last picture, moved and stretched to the times of @key; leaves pixels outside it
 * untouched.  Only if th_texture_cache_can_move(). */
void th_texture_cache_snapshot_moved (ThTextureCache *self,
                                GtkWidget          *widget,
                                GtkSnapshot        *snapshot,
                                double              x,
                                double              y,
                                const ThPictureKey *key);
gboolean th_texture_cache_can_move (const ThTextureCache *self,
                                const ThPictureKey *key);
void th_texture_cache_clear    (ThTextureCache     *self);

G_END_DECLS
