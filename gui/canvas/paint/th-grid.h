/* th-grid.h - the columns of a view: device pixels on a grid fixed in time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Column k of a zoom always covers the same time, whatever the view shows: a
 * view only says which columns are seen.  So panning moves a picture and never
 * counts an event into another column.  Column 0 is the left one of the view;
 * columns before and behind it exist too.
 *
 * Where a column is shorter than the unit of time, an instant lies in the
 * first column that its unit covers.
 */
#pragma once

#include "th-view.h"

G_BEGIN_DECLS

typedef struct
{
  __int128 span;  /* of the view */
  __int128 first; /* absolute number of column 0 */
  gint     n;     /* columns in the view */
  double   scale; /* device pixels of a logical one */
} ThGrid;

/* More device pixels than any screen has; a picture may still ask for it. */
#define TH_GRID_MAX_COLUMNS 65536

ThGrid   th_grid_make     (const ThView *view,
                           double        scale);
/* The first time of column @column. */
gint64   th_grid_time     (const ThGrid *self,
                           gint          column);
/* The time that its left edge lies in; differs only where it lies between two. */
gint64   th_grid_time_at  (const ThGrid *self,
                           gint          column);
/* The column of @time, between @low and @high. */
gint     th_grid_column   (const ThGrid *self,
                           gint64        time,
                           gint          low,
                           gint          high);
/* @column modulo @period, counted from the beginning of time: what is
 * periodic in the picture hangs on this. */
gint     th_grid_phase    (const ThGrid *self,
                           gint          column,
                           gint          period);

G_END_DECLS
