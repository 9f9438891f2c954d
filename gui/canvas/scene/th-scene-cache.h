/* th-scene-cache.h - what those who draw a scene keep with it between frames
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The scene does not know what is kept.  It owns it, and counts its changes, so
 * that whoever keeps something notices that it is out of date.
 */
#pragma once

#include "th-scene.h"

G_BEGIN_DECLS

/* How often something changed. */
typedef struct
{
  guint theme;
  guint names;   /* of tasks may have changed: th_scene_update() */
  guint results; /* some were removed, and with them their words and tracks */
  guint filter;  /* another one was set */
} ThSceneChanges;

const ThSceneChanges *th_scene_get_changes (ThScene        *self);

/* Keeps @cache, which is freed with @free when the scene is, or when another one
 * is set under the same @key. */
void                  th_scene_set_cache   (ThScene        *self,
                                            GQuark          key,
                                            gpointer        cache,
                                            GDestroyNotify  free);
/* %NULL if there is none. */
gpointer              th_scene_get_cache   (ThScene *self,
                                            GQuark   key);

G_END_DECLS
