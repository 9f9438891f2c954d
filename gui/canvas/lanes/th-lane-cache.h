/* th-lane-cache.h - what the drawing of lanes keeps between frames
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One for each scene, which owns it (th-scene-cache.h).
 */
#pragma once

#include <cairo.h>

#include "th-lane-colors.h"
#include "th-scene-cache.h"

G_BEGIN_DECLS

/* Buffers that are grown once and used again for every lane.  Element i is
 * column i - pad of the lane that is drawn. */
typedef struct
{
  guint         n;               /* columns that there is room for */
  ThPixel      *pixels;
  ThTaskPixel  *tasks;
  ThPixel      *matched_pixels;  /* of the events that match the filter */
  ThPixel      *rule_pixels;     /* of the events that match a colour rule */
  guint32      *tick_colors;
  guint32      *tick_heights;
  guint32      *matched_colors;  /* the same of the events that match the filter */
  guint32      *matched_heights;
  ThSlicePixel *slice_pixels;
  ThValuePixel *value_pixels;
  guint32      *row;             /* a row of pixels */
  guint32      *order;           /* columns by height, of two layers */
  GArray       *bars;            /* ThBarSpan */
  GArray       *dimmed;          /* ThDimmedSpan */
} ThLaneScratch;

/* Counts whose height is looked up; most columns have few events. */
#define TH_N_HEIGHTS 512

/* Heights of event ticks in lanes of one size. */
typedef struct
{
  double  scale;    /* of the screen that they are made for; 0: none */
  double  log_top;
  guint16 of_count[TH_N_HEIGHTS];
} ThTickHeights;

/* The round corner of a bar. */
typedef struct
{
  guint16 *shares; /* how much of a pixel lies inside, of 256 */
  gint     n;      /* pixels along one side */
  double   scale;
} ThBarCorner;

/* The tile of lost events. */
typedef struct
{
  cairo_surface_t *tile;
  double           scale;
} ThHatch;

typedef struct
{
  ThSceneChanges  seen;          /* what it is up to date with */
  ThLaneColors   *colors;
  GHashTable     *columns;       /* ThCpu: what th-lane-columns.c keeps; or NULL */
  GHashTable     *slice_columns; /* place in ThSlices: what th-lane-slices.c keeps; or NULL */
  ThTickHeights   heights[TH_N_LANE_SIZES];
  ThBarCorner     corner;
  ThHatch         hatch;
  ThLaneScratch   scratch;
} ThLaneCache;

/* Up to date with the scene; lent. */
ThLaneCache *th_lane_cache_get     (ThScene     *scene);
/* Makes room for so many columns. */
void         th_lane_cache_reserve (ThLaneCache *self,
                                    guint        n_columns);

G_END_DECLS
