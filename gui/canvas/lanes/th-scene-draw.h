/* th-scene-draw.h - draws lanes, their labels, and arrows between them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Every draw function paints at the origin of the cairo_t it is given, and
 * nothing outside the size it is told.  It works for any target, by one of two
 * backends that give the same picture: TH_RENDER_PIXELS writes dense lanes as
 * pixels (the target must be an image surface, of any device scale);
 * TH_RENDER_VECTOR emits merged rectangles, for SVG and PDF.
 *
 * What is drawn at any zoom: task runs with names where there is room; where
 * several runs share a pixel, the task that ran longest, shaded by how busy the
 * pixel was; events as ticks where they can be told apart and as density
 * (height = logarithm of events per pixel) where not, so that one rare event in
 * 20 million stays visible; lost events as a hatched band; what is not loaded
 * yet is shown as such, never as idle.
 *
 * The cost is pixels × log events.  What is worth keeping between frames is kept
 * with the scene (th-scene-cache.h).  Main thread (or the one thread of
 * `thresh`).
 */
#pragma once

#include <cairo.h>

#include "th-scene.h"
#include "th-view.h"
#include "th-viewport.h"

G_BEGIN_DECLS

typedef enum
{
  TH_RENDER_PIXELS,
  TH_RENDER_VECTOR
} ThRenderBackend;

/* The time part of a lane: view->width × lane->height. */
void     th_scene_draw_lane    (ThScene         *self,
                                guint            index,
                                const ThView    *view,
                                cairo_t         *cr,
                                ThRenderBackend  backend);
/* The label part: @width × lane->height; @mirrored: reading begins on the right. */
void     th_scene_draw_label   (ThScene  *self,
                                guint     index,
                                double    width,
                                gboolean  mirrored,
                                cairo_t  *cr);
/* Whether the arrow that folds the lane is at @x, counted from where reading
 * begins. */
gboolean th_scene_is_arrow     (ThScene *self,
                                guint    index,
                                double   x);

/* The path of the followed flow, over the lanes: curves from step to step where
 * it goes to another CPU or row.  The origin is the top of the viewport. */
void     th_scene_draw_arrows  (ThScene          *self,
                                const ThView     *view,
                                const ThViewport *viewport,
                                cairo_t          *cr);

/* One task wakes another, and the lanes of both are seen: an arrow at @x from one
 * lane to the other.  Places are as for th_scene_draw_arrows(). */
typedef struct
{
  guint  from; /* lanes */
  guint  to;
  double x;
  double y1;
  double y2;
} ThWakeup;

/* Free with g_array_unref().  Arrows near each other are merged, those of dense
 * lanes left out; there is none where there are too many to tell apart. */
GArray  *th_scene_list_wakeups (ThScene          *self,
                                const ThView     *view,
                                const ThViewport *viewport);
void     th_scene_draw_wakeups (ThScene      *self,
                                const GArray *wakeups,
                                cairo_t      *cr);

G_END_DECLS
