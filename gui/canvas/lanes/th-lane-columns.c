/* th-lane-columns.c - what the model says of the columns of a CPU's lane
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Columns cover the same time wherever the view is, so a view that moved keeps
 * those that it still shows and asks for the rest alone.
 */
#include "config.h"

#include <string.h>

#include "th-scene-private.h"

/* Pictures wider than screens are drawn once. */
#define MAX_COLUMNS 10000
#define MAX_LANES 256

struct _ThLaneColumns
{
  __int128     span;
  __int128     first;
  gint         n;
  gint         pad;
  ThCpu       *runs;
  guint32      n_rows;    /* with these there was nothing else to know */
  guint32      n_runs;
  gint64       complete;
  gint64       runs_complete;
  ThTaskPixel *tasks;     /* element i is column i - pad */
  ThPixel     *pixels;
};

static void
lane_columns_free (ThLaneColumns *self)
{
  g_free (self->tasks);
  g_free (self->pixels);
  g_free (self);
}

/* Columns [@begin, @end), of at least a unit of time each. */
static void
ask (ThLaneDraw *draw,
     gint        begin,
     gint        end)
{
  const ThGrid *grid = &draw->grid;

  if (begin >= end)
    return;

  th_cpu_get_task_pixels (draw->runs, th_grid_time_at (grid, begin), th_grid_time_at (grid, end), end - begin,
                          draw->tasks + begin + draw->pad);
  th_cpu_get_pixels (draw->cpu, th_grid_time (grid, begin), th_grid_time (grid, end), end - begin,
                     draw->pixels + begin + draw->pad);
}

/* Columns shorter than the unit of time: ask once for each unit. */
static void
ask_units (ThLaneDraw *draw)
{
  const ThGrid *grid = &draw->grid;
  gint n = grid->n + 2 * draw->pad;
  gint64 from = th_grid_time_at (grid, -draw->pad);
  gint64 to = th_grid_time_at (grid, grid->n + draw->pad);

  th_cpu_get_task_pixels (draw->runs, from, to + 1, to + 1 - from, draw->tasks);
  for (gint i = n - 1; i >= 0; i--)
    draw->tasks[i] = draw->tasks[th_grid_time_at (grid, i - draw->pad) - from];

  from = th_grid_time (grid, -draw->pad);
  to = th_grid_time (grid, grid->n + draw->pad);
  th_cpu_get_pixels (draw->cpu, from, to, to - from, draw->pixels);
  th_lane_spread_counts (draw, draw->pixels, from, to - from);
}

/* Each unit goes to the first column that it covers. */
void
th_lane_spread_counts (ThLaneDraw *draw,
                       ThPixel    *pixels,
                       gint64      from,
                       gint        units)
{
  gint n = draw->grid.n + 2 * draw->pad;

  for (gint i = units; i < n; i++)
    pixels[i] = (ThPixel) { 0, 0 };
  for (gint i = units - 1; i >= 0; i--)
    {
      ThPixel pixel = pixels[i];

      pixels[i] = (ThPixel) { 0, 0 };
      pixels[th_grid_column (&draw->grid, from + i, -draw->pad, draw->grid.n + draw->pad - 1) + draw->pad] = pixel;
    }
}

/* --- keeping ----------------------------------------------------------- */

static ThLaneColumns *
columns_of (ThLaneDraw *draw)
{
  ThScene *scene = draw->scene;
  ThLaneColumns *self;

  if (scene->columns == NULL)
    scene->columns = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) lane_columns_free);
  self = g_hash_table_lookup (scene->columns, draw->cpu);
  if (self != NULL)
    return self;

  if (g_hash_table_size (scene->columns) >= MAX_LANES)
    g_hash_table_remove_all (scene->columns);
  self = g_new0 (ThLaneColumns, 1);
  g_hash_table_insert (scene->columns, draw->cpu, self);

  return self;
}

static gboolean
columns_fit (const ThLaneColumns *self,
             const ThLaneDraw    *draw,
             const ThLaneColumns *now)
{
  return self->tasks != NULL && self->span == now->span && self->n == now->n && self->pad == now->pad &&
         self->runs == now->runs && self->n_rows == now->n_rows && self->n_runs == now->n_runs &&
         self->complete == now->complete && self->runs_complete == now->runs_complete;
}

/* Moves what stays and asks for the rest. */
static void
columns_move (ThLaneDraw *draw,
              __int128    shift)
{
  gint n = draw->grid.n + 2 * draw->pad;
  gint low = -draw->pad, high = draw->grid.n + draw->pad;
  gint by = shift;

  if (shift <= -n || shift >= n)
    {
      ask (draw, low, high);
      return;
    }

  memmove (draw->tasks + MAX (-by, 0), draw->tasks + MAX (by, 0), (n - ABS (by)) * sizeof *draw->tasks);
  memmove (draw->pixels + MAX (-by, 0), draw->pixels + MAX (by, 0), (n - ABS (by)) * sizeof *draw->pixels);
  if (by > 0)
    ask (draw, high - by, high);
  else
    ask (draw, low, low - by);
}

void
th_lane_read_columns (ThLaneDraw *draw)
{
  const ThGrid *grid = &draw->grid;
  gint n = grid->n + 2 * draw->pad;
  ThLaneColumns now = {
    grid->span, grid->first, grid->n, draw->pad, draw->runs, th_cpu_get_n_rows (draw->cpu), th_cpu_get_n_runs (draw->runs),
    th_cpu_get_complete (draw->cpu), th_cpu_get_complete (draw->runs)
  };
  ThLaneColumns *kept;

  draw->tasks = draw->scene->tasks;
  draw->pixels = draw->scene->pixels;
  if (grid->span < grid->n)
    {
      ask_units (draw);
      return;
    }
  if (n > MAX_COLUMNS)
    {
      ask (draw, -draw->pad, grid->n + draw->pad);
      return;
    }

  kept = columns_of (draw);
  now.tasks = kept->n == now.n && kept->pad == now.pad ? kept->tasks : g_renew (ThTaskPixel, kept->tasks, n);
  now.pixels = kept->n == now.n && kept->pad == now.pad ? kept->pixels : g_renew (ThPixel, kept->pixels, n);
  draw->tasks = now.tasks;
  draw->pixels = now.pixels;
  if (columns_fit (kept, draw, &now))
    columns_move (draw, now.first - kept->first);
  else
    ask (draw, -draw->pad, grid->n + draw->pad);
  *kept = now;
}
