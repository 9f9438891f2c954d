/* th-grid.c - the columns of a view: device pixels on a grid fixed in time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-grid.h"

static __int128
floor_div (__int128 a,
           __int128 b)
{
  __int128 quotient = a / b;

  return a % b < 0 ? quotient - 1 : quotient;
}

ThGrid
th_grid_make (const ThView *view,
              double        scale)
{
  ThGrid grid;

  grid.scale = scale;
  grid.n = CLAMP (round (view->width * scale), 1, TH_GRID_MAX_COLUMNS);
  grid.span = MAX ((__int128) view->to - view->from, 1);
  grid.first = floor_div (2 * (__int128) view->from * grid.n + grid.span, 2 * grid.span);

  return grid;
}

gint64
th_grid_time (const ThGrid *self,
              gint          column)
{
  /* Rounds up: a time belongs to the column that begins at or before it. */
  __int128 time = -floor_div (-((self->first + column) * self->span), self->n);

  return CLAMP (time, G_MININT64 + 1, G_MAXINT64);
}

gint64
th_grid_time_at (const ThGrid *self,
                 gint          column)
{
  return CLAMP (floor_div ((self->first + column) * self->span, self->n), G_MININT64 + 1,
                G_MAXINT64);
}

gint
th_grid_column (const ThGrid *self,
                gint64        time,
                gint          low,
                gint          high)
{
  __int128 column = floor_div ((__int128) time * self->n, self->span) - self->first;

  return CLAMP (column, low, high);
}

gint
th_grid_phase (const ThGrid *self,
               gint          column,
               gint          period)
{
  __int128 number = self->first + column;

  return number - floor_div (number, period) * period;
}
