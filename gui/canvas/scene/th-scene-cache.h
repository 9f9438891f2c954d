/* th-scene-cache.h - caches that drawing code attaches to a scene
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The scene owns the caches without knowing their content.  It counts its own changes,
 * so that drawing code notices when a cache is out of date.
 */
#pragma once

#include "th-scene.h"

G_BEGIN_DECLS

/* Counters of changes. */
typedef struct
{
  guint theme;
  guint names;   /* task names may have changed, in th_scene_update() */
  guint results; /* results were removed, with their words and tracks */
  guint filter;  /* another filter was set */
} ThSceneChanges;

const ThSceneChanges *th_scene_get_changes (ThScene        *self);

/* Attaches @cache, which the scene frees with @free when it is freed itself, or when
 * another cache is set under the same @key. */
void                  th_scene_set_cache   (ThScene        *self,
                                            GQuark          key,
                                            gpointer        cache,
                                            GDestroyNotify  free);
/* The cache under @key, or %NULL. */
gpointer              th_scene_get_cache   (ThScene *self,
                                            GQuark   key);

G_END_DECLS
