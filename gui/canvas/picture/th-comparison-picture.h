/* th-comparison-picture.h - a comparison as one picture, for files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From top to bottom: title, recording conditions, the timelines of one run of each side, and
 * the rows of the comparison.  Beside them are the details of the first row: the shift of its
 * quantiles, both distributions, and the parts of the difference.
 *
 * The timelines show equal spans of time, so that both have the same time per pixel.
 *
 * Main thread (or the one thread of `thresh`), as for ThScene.
 */
#pragma once

#include "th-comparison.h"
#include "th-scene-draw.h"

G_BEGIN_DECLS

/**
 * ThPictureSide:
 * @name: name of the side: "before"
 * @run: the run on the timeline
 * @scene: its lanes; NULL if there is no recording, only a baseline
 * @first, @last: the span to show; times are shown since @first
 */
typedef struct
{
  const char         *name;
  const ThCompareRun *run;
  ThScene            *scene;
  gint64              first;
  gint64              last;
} ThPictureSide;

/**
 * ThComparisonPicture:
 * @comparison: what is drawn; not owned, like all members
 * @sides: A and B
 * @width: width of the picture, at least th_comparison_picture_get_min_width()
 * @n_others: number of rows to list besides those that changed
 */
typedef struct
{
  const ThComparison *comparison;
  ThTheme            *theme;
  ThPictureSide       sides[2];
  double              width;
  guint               n_others;
} ThComparisonPicture;

/* The width that the columns of the rows and the details need with the text of @theme. */
int    th_comparison_picture_get_min_width (ThTheme        *theme);
/* Draws unless @cr is NULL, and returns the height. */
double th_comparison_picture_draw (const ThComparisonPicture  *self,
                                   cairo_t                    *cr,
                                   ThRenderBackend             backend);

G_END_DECLS
