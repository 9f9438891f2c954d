/* th-stage-map-private.h - from JSON to a stage map
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-stage-map.h"

G_BEGIN_DECLS

/* All that a map points to lives in @strings and @arrays. */
typedef struct
{
  ThStageMap    map;
  GStringChunk *strings;
  GPtrArray    *arrays;   /* of what g_free() frees */
} StageMap;

/* @maps: of StageMap: whose stages it may name. */
StageMap *th_stage_map_read (const char  *name,
                             const char  *text,
                             gsize        length,
                             GPtrArray   *maps,
                             GError     **error);
void      th_stage_map_free (StageMap    *self);

G_END_DECLS
