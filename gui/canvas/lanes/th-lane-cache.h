/* th-lane-cache.h - caches of the code that draws lanes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A scene owns one (th-scene-cache.h), with which its thread draws.  A worker thread that draws
 * copies of lanes (th-lane-content.h) has one of its own.  A cache is used by one thread at a
 * time.
 */
#pragma once

#include <cairo.h>

#include "th-lane-colors.h"
#include "th-lane-content.h"
#include "th-scene-draw.h"

G_BEGIN_DECLS

/* Scratch buffers, reused for every lane.  Element i is column i - pad of the lane
 * being drawn. */
typedef struct
{
  guint         n;               /* capacity in columns */
  ThPixel      *pixels;
  ThTaskPixel  *tasks;
  ThPixel      *matched_pixels;  /* of events that match the filter */
  ThPixel      *rule_pixels;     /* of events that match a color rule */
  guint32      *tick_colors;
  guint32      *tick_heights;
  guint32      *matched_colors;  /* colors of events that match the filter */
  guint32      *matched_heights;
  ThSlicePixel *slice_pixels;
  ThValuePixel *value_pixels;
  guint32      *row;             /* a row of pixels */
  guint32      *order;           /* columns by height, of two layers */
  GArray       *bars;            /* ThBarSpan */
  GArray       *dimmed;          /* ThDimmedSpan */
} ThLaneScratch;

/* Event counts whose height is precomputed; most columns have few events. */
#define TH_N_HEIGHTS 512

/* Heights of event ticks in lanes of one size. */
typedef struct
{
  double  scale;    /* the device scale they were computed for; 0: none */
  double  log_top;
  guint16 of_count[TH_N_HEIGHTS];
} ThTickHeights;

/* The coverage mask of a bar's rounded corner. */
typedef struct
{
  guint16 *shares; /* coverage of each pixel, 0 … 256 */
  gint     n;      /* pixels along one side */
  double   scale;
} ThBarCorner;

/* The hatch pattern of lost events. */
typedef struct
{
  cairo_surface_t *tile;
  double           scale;
} ThHatch;

struct _ThLaneCache
{
  ThSceneChanges  seen;          /* the changes that the cache reflects */
  ThRecording    *recording;     /* the one that it was last used for, or NULL */
  gboolean        copies_theme;  /* draws text with fonts of its own */
  ThTheme        *theme;         /* the theme to draw with, or its copy */
  ThLaneColors   *colors;
  GHashTable     *columns;       /* ThCpu: the cached columns of th-lane-columns.c; or NULL */
  /* address in ThSlices: the cached columns of th-lane-slices.c; or NULL */
  GHashTable     *slice_columns;
  ThTickHeights   heights[TH_N_LANE_SIZES];
  ThBarCorner     corner;
  ThHatch         hatch;
  ThLaneScratch   scratch;
};

/* The cache of @scene, up to date; owned by the scene. */
ThLaneCache *th_lane_cache_get     (ThScene     *scene);
/* Drops what is out of date for drawing @content. */
void         th_lane_cache_follow  (ThLaneCache         *self,
                                    const ThLaneContent *content);
/* Makes room for @n columns. */
void         th_lane_cache_reserve (ThLaneCache *self,
                                    guint        n_columns);

G_END_DECLS
