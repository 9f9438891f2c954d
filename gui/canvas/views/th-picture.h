/* th-picture.h - the timeline as one picture, for files and the clipboard
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-scene-draw.h"
#include "th-scene-times.h"

G_BEGIN_DECLS

/**
 * ThTimelinePicture:
 * @view: the span of time; @view.width is the width of the labels and the lanes together
 * @format: the times of the ruler
 * @heading: what they count from, beside the ruler
 * @from, @to: the span that matters; lanes are dimmed outside of it
 * @max_height: only the first lanes whose heights add up to this much; 0 for all of them
 * @mark: a time to draw a line at, or %NULL
 */
typedef struct
{
  ThView        view;
  ThTimeFormat  format;
  const char   *heading;
  gint64        from;
  gint64        to;
  double        max_height;
  const gint64 *mark;
} ThTimelinePicture;

/* Draws ruler, labels and lanes, and returns their height; @cr may be NULL.  @n_left gets the
 * number of lanes that are not drawn. */
double th_scene_draw_timeline (ThScene                 *self,
                               const ThTimelinePicture *timeline,
                               cairo_t                 *cr,
                               ThRenderBackend          backend,
                               guint                   *n_left);

/* Draws title, overview, ruler, labels and lanes, and returns the height of the picture.
 * With NULL for @cr, it only computes the height.  @view->width is the width of the whole
 * picture. */
double th_scene_draw_picture (ThScene         *self,
                              const ThView    *view,
                              const char      *title,
                              cairo_t         *cr,
                              ThRenderBackend  backend);

G_END_DECLS
