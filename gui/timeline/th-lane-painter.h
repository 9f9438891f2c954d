/* th-lane-painter.h - draws pictures of lanes on worker threads
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A frame orders the pictures that it lacks, the most wanted first; workers draw them in that
 * order, and the frame takes those that are ready.  The next order replaces the one before: what
 * has not been begun of it is dropped, so nothing is drawn for a view that is no longer shown,
 * or for a lane that has left the window.  A lane is never drawn by two workers at once.
 * The workers read copies of the lanes (th-lane-content.h), and run only while there is something
 * to draw: when all pictures are ready, there is no timer and no idle handler.
 * th_thread_pool_wait() waits for them.
 * All functions are called on the main thread.
 */
#pragma once

#include "th-lane-content.h"
#include "th-texture-cache.h"

G_BEGIN_DECLS

typedef struct _ThLanePainter ThLanePainter;

/* Uses at most @n_workers threads.  Calls @ready on the main thread when there are pictures that
 * no frame has taken yet. */
ThLanePainter *th_lane_painter_new    (guint                n_workers,
                                       GSourceFunc          ready,
                                       gpointer             data);
/* Drops the order and all pictures.  Does not wait for a lane that is being drawn: its worker
 * needs nothing but the copy. */
void           th_lane_painter_free   (ThLanePainter       *self);
/* Drops the order and all pictures, so that the painter can be used for another recording. */
void           th_lane_painter_clear  (ThLanePainter       *self);

/* Begins a new order. */
void           th_lane_painter_begin  (ThLanePainter       *self);
/* Orders the picture @key of @content, unless it is being drawn or ready.  Takes ownership of
 * @content. */
void           th_lane_painter_order  (ThLanePainter       *self,
                                       const ThPictureKey  *key,
                                       ThLaneContent       *content);
/* Hands the order to the workers. */
void           th_lane_painter_commit (ThLanePainter       *self);
/* Waits until everything that was ordered is ready, or until the monotonic time @until. */
void           th_lane_painter_wait   (ThLanePainter       *self,
                                       gint64               until);
/* Moves the picture of the lane @what into @cache, if one is ready. */
gboolean       th_lane_painter_take   (ThLanePainter       *self,
                                       guint                what,
                                       ThTextureCache      *cache);

G_END_DECLS
