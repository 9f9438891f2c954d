/* th-scene-draw.h - draws lanes, their labels, and arrows between them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Every draw function paints at the origin of its cairo_t, and nothing outside the
 * given size.  There are two render backends, which give the same picture:
 * TH_RENDER_PIXELS writes dense lanes as pixels (the target must be an image surface,
 * of any device scale); TH_RENDER_VECTOR emits merged rectangles, for SVG and PDF.
 * At every zoom, a lane shows task runs, with names where there is room; where several
 * runs share a pixel, the task that ran longest, shaded by how busy the pixel was;
 * events as ticks where they can be told apart, and otherwise as density (the height
 * is the logarithm of events per pixel), so that one rare event in 20 million stays
 * visible; lost events as a hatched band; and spans that are not loaded yet as such,
 * never as idle.
 * The cost is pixels × log events.  The functions that take a scene are called on its thread
 * (the main thread, or the one thread of `thresh`) and keep their caches with it
 * (th-scene-cache.h).  th_lane_content_draw() gives the same picture as th_scene_draw_lane() on
 * any thread, with a cache that no other thread uses meanwhile.
 */
#pragma once

#include <cairo.h>

#include "th-lane-content.h"
#include "th-scene.h"
#include "th-view.h"
#include "th-viewport.h"

G_BEGIN_DECLS

typedef enum
{
  TH_RENDER_PIXELS,
  TH_RENDER_VECTOR
} ThRenderBackend;

/* Draws the time area of a lane, view->width × lane->height. */
void     th_scene_draw_lane    (ThScene         *self,
                                guint            index,
                                const ThView    *view,
                                cairo_t         *cr,
                                ThRenderBackend  backend);
/* What drawing on a worker thread keeps between lanes; it holds a reference to the recording that
 * was drawn last. */
typedef struct _ThLaneCache ThLaneCache;

ThLaneCache *th_lane_cache_new    (void);
void         th_lane_cache_free   (ThLaneCache *self);
void         th_lane_content_draw (const ThLaneContent *self,
                                   ThLaneCache         *cache,
                                   const ThView        *view,
                                   cairo_t             *cr,
                                   ThRenderBackend      backend);
/* Draws the label of a lane, @width × lane->height; @mirrored for right-to-left. */
void     th_scene_draw_label   (ThScene  *self,
                                guint     index,
                                double    width,
                                gboolean  mirrored,
                                cairo_t  *cr);
/* Whether the arrow that folds the lane is at @x, counted from the edge where reading
 * starts. */
gboolean th_scene_is_arrow     (ThScene *self,
                                guint    index,
                                double   x);

/* Draws the path of the followed flow over the lanes, with curves between steps on
 * different CPUs or rows.  The origin is the top of the viewport. */
void     th_scene_draw_arrows  (ThScene          *self,
                                const ThView     *view,
                                const ThViewport *viewport,
                                cairo_t          *cr);

/* A wakeup between two tasks whose lanes are both visible: an arrow at @x from one lane
 * to the other.  Coordinates are those of th_scene_draw_arrows(). */
typedef struct
{
  guint  from; /* lanes */
  guint  to;
  double x;
  double y1;
  double y2;
  gboolean dimmed; /* off the path of the followed flow, or the filter omits the wakeup */
} ThWakeup;

/* Lists the visible wakeups; free with g_array_unref().  Omits those whose events the filter hides
 * and those of dense lanes, merges arrows that are close to each other, and returns none if there
 * are too many to distinguish. */
GArray  *th_scene_list_wakeups (ThScene          *self,
                                const ThView     *view,
                                const ThViewport *viewport);
void     th_scene_draw_wakeups (ThScene      *self,
                                const GArray *wakeups,
                                cairo_t      *cr);

G_END_DECLS
