/* th-stage-map-private.h - converts JSON to a stage map
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-stage-map.h"

G_BEGIN_DECLS

/* @strings and @arrays own everything that a map points to. */
typedef struct
{
  ThStageMap    map;
  GStringChunk *strings;
  GPtrArray    *arrays;   /* memory to be freed with g_free() */
} StageMap;

/* Parses a stage map.  NULL if @error is set.
 * @maps: (element-type ThStageMap): the maps whose stages it may refer to. */
StageMap *th_stage_map_read (const char  *name,
                             const char  *text,
                             gsize        length,
                             GPtrArray   *maps,
                             GError     **error);
void      th_stage_map_free (StageMap    *self);

G_END_DECLS
