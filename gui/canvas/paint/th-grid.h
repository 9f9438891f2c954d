/* th-grid.h - the columns of a view: device pixels on a grid fixed in time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * At one zoom level, column k always covers the same time; the view only selects the
 * visible columns.  So panning moves a picture, and never counts an event into another
 * column.  Column 0 is the leftmost one of the view; columns before and after the
 * view exist, too.
 * Where a column is shorter than the unit of time, an instant lies in the first
 * column that its unit covers.
 */
#pragma once

#include "th-view.h"

G_BEGIN_DECLS

typedef struct
{
  __int128 span;  /* of the view */
  __int128 first; /* absolute number of column 0 */
  gint     n;     /* columns in the view */
  double   scale; /* device pixels per logical pixel */
} ThGrid;

/* More device pixels than any screen has, though an image file may have as many. */
#define TH_GRID_MAX_COLUMNS 65536

ThGrid   th_grid_make     (const ThView *view,
                           double        scale);
/* The first time in column @column. */
gint64   th_grid_time     (const ThGrid *self,
                           gint          column);
/* The time at the left edge of @column, rounded down; th_grid_time() rounds up. */
gint64   th_grid_time_at  (const ThGrid *self,
                           gint          column);
/* The column of @time, clamped to @low … @high. */
gint     th_grid_column   (const ThGrid *self,
                           gint64        time,
                           gint          low,
                           gint          high);
/* @column modulo @period, counted from time 0.  Periodic patterns start at this phase,
 * so that they move with the picture. */
gint     th_grid_phase    (const ThGrid *self,
                           gint          column,
                           gint          period);

G_END_DECLS
