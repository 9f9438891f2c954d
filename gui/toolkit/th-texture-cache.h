/* th-texture-cache.h - a picture that is drawn again only when it would differ
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Drawn with cairo into memory and kept as a texture, which costs a copy to
 * show, until anything that the picture follows from changes: #ThPictureKey.
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
  GdkTexture  *texture;
  ThPictureKey key;
  guint        n_drawn;
} ThTextureCache;

/* Must paint all of the picture: what is in the memory before is anything. */
typedef void (*ThDraw) (cairo_t  *cr,
                        gpointer  data);

void th_texture_cache_snapshot (ThTextureCache     *self,
                                GtkSnapshot        *snapshot,
                                double              x,
                                double              y,
                                const ThPictureKey *key,
                                ThDraw              draw,
                                gpointer            data);
/* Whether that would draw. */
gboolean th_texture_cache_is_stale (const ThTextureCache *self,
                                const ThPictureKey *key);
/* The last picture, moved and stretched so that its times lie where @key has
 * them; what it does not reach stays as it is.  Only if it is of the same kind:
 * th_texture_cache_can_move(). */
void th_texture_cache_snapshot_moved (const ThTextureCache *self,
                                GtkSnapshot        *snapshot,
                                double              x,
                                double              y,
                                const ThPictureKey *key);
gboolean th_texture_cache_can_move (const ThTextureCache *self,
                                const ThPictureKey *key);
void th_texture_cache_clear    (ThTextureCache     *self);

G_END_DECLS
