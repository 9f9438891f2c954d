/* th-lane-columns.c - tasks and events of the columns of a CPU's lane
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Columns cover the same time wherever the view is, so after panning only the newly
 * visible columns are read.
 */
#include "config.h"

#include <string.h>

#include "th-lane-draw.h"

/* Wider pictures are image files, which are drawn only once. */
#define MAX_COLUMNS 10000
#define MAX_LANES 256

typedef struct
{
  __int128     span;
  __int128     first;
  gint         n;
  gint         pad;
  ThCpu       *runs;
  guint32      n_rows;    /* rows of the CPU when the columns were read */
  guint32      n_runs;
  gint64       complete;
  gint64       runs_complete;
  ThTaskPixel *tasks;     /* element i is column i - pad */
  ThPixel     *pixels;
} KeptColumns;

static void
kept_columns_free (KeptColumns *self)
{
  g_free (self->tasks);
  g_free (self->pixels);
  g_free (self);
}

/* Reads which tasks ran in @n columns.  None does on a network interface. */
static void
read_tasks (ThLaneDraw  *draw,
            gint64       from,
            gint64       to,
            gint         n,
            ThTaskPixel *tasks)
{
  if (!th_stream_is_interface (draw->stream))
    {
      th_cpu_get_task_pixels (draw->runs, from, to, n, tasks);
      return;
    }
  for (gint i = 0; i < n; i++)
    tasks[i] = (ThTaskPixel) { .task = TH_TASK_NONE, .run = G_MAXUINT32 };
}

/* Reads columns [@begin, @end), each at least one unit of time wide. */
static void
ask (ThLaneDraw        *draw,
     const KeptColumns *to,
     gint               begin,
     gint               end)
{
  const ThGrid *grid = &draw->grid;

  if (begin >= end)
    return;

  read_tasks (draw, th_grid_time_at (grid, begin), th_grid_time_at (grid, end), end - begin,
              to->tasks + begin + draw->pad);
  th_cpu_get_pixels (draw->cpu, th_grid_time (grid, begin), th_grid_time (grid, end), end - begin,
                     to->pixels + begin + draw->pad);
}

/* Reads columns narrower than the unit of time, with one lookup per unit. */
static void
ask_units (ThLaneDraw        *draw,
           const KeptColumns *into)
{
  const ThGrid *grid = &draw->grid;
  gint n = grid->n + 2 * draw->pad;
  gint64 from = th_grid_time_at (grid, -draw->pad);
  gint64 to = th_grid_time_at (grid, grid->n + draw->pad);

  read_tasks (draw, from, to + 1, to + 1 - from, into->tasks);
  for (gint i = n - 1; i >= 0; i--)
    into->tasks[i] = into->tasks[th_grid_time_at (grid, i - draw->pad) - from];

  from = th_grid_time (grid, -draw->pad);
  to = th_grid_time (grid, grid->n + draw->pad);
  th_cpu_get_pixels (draw->cpu, from, to, to - from, into->pixels);
  th_lane_spread_counts (draw, into->pixels, from, to - from);
}

/* Moves the counts of each unit to the first column that it covers. */
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
      pixels[th_grid_column (&draw->grid, from + i, -draw->pad,
                             draw->grid.n + draw->pad - 1) + draw->pad] = pixel;
    }
}

/* --- cache ----------------------------------------------------------- */

static KeptColumns *
columns_of (ThLaneDraw *draw)
{
  ThLaneCache *cache = draw->cache;
  KeptColumns *self;

  if (cache->columns == NULL)
    cache->columns = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) kept_columns_free);
  self = g_hash_table_lookup (cache->columns, draw->cpu);
  if (self != NULL)
    return self;

  if (g_hash_table_size (cache->columns) >= MAX_LANES)
    g_hash_table_remove_all (cache->columns);
  self = g_new0 (KeptColumns, 1);
  g_hash_table_insert (cache->columns, draw->cpu, self);

  return self;
}

static gboolean
columns_fit (const KeptColumns *self,
             const KeptColumns *now)
{
  return self->tasks != NULL && self->span == now->span && self->n == now->n &&
         self->pad == now->pad &&
         self->runs == now->runs && self->n_rows == now->n_rows && self->n_runs == now->n_runs &&
         self->complete == now->complete && self->runs_complete == now->runs_complete;
}

/* Moves the columns that stay visible and reads the others. */
static void
columns_move (ThLaneDraw        *draw,
              const KeptColumns *to,
              __int128           shift)
{
  gint n = draw->grid.n + 2 * draw->pad;
  gint low = -draw->pad, high = draw->grid.n + draw->pad;
  gint by = shift;

  if (shift <= -n || shift >= n)
    {
      ask (draw, to, low, high);
      return;
    }

  memmove (to->tasks + MAX (-by, 0), to->tasks + MAX (by, 0), (n - ABS (by)) * sizeof *to->tasks);
  memmove (to->pixels + MAX (-by, 0), to->pixels + MAX (by, 0),
           (n - ABS (by)) * sizeof *to->pixels);
  if (by > 0)
    ask (draw, to, high - by, high);
  else
    ask (draw, to, low, low - by);
}

/* Reads into cached columns. */
static KeptColumns *
read_kept (ThLaneDraw  *draw,
           KeptColumns *now)
{
  KeptColumns *kept = columns_of (draw);
  gboolean same_size = kept->n == now->n && kept->pad == now->pad;
  gint n = now->n + 2 * now->pad;

  now->tasks = same_size ? kept->tasks : g_renew (ThTaskPixel, kept->tasks, n);
  now->pixels = same_size ? kept->pixels : g_renew (ThPixel, kept->pixels, n);
  if (columns_fit (kept, now))
    columns_move (draw, now, now->first - kept->first);
  else
    ask (draw, now, -draw->pad, draw->grid.n + draw->pad);

  *kept = *now;
  return kept;
}

ThCpuColumns
th_lane_read_columns (ThLaneDraw *draw)
{
  const ThGrid *grid = &draw->grid;
  KeptColumns now = {
    grid->span, grid->first, grid->n, draw->pad, draw->runs,
    th_cpu_get_n_rows (draw->cpu), th_cpu_get_n_runs (draw->runs),
    th_cpu_get_complete (draw->cpu), th_cpu_get_complete (draw->runs),
    draw->cache->scratch.tasks, draw->cache->scratch.pixels
  };

  if (grid->span < grid->n)
    ask_units (draw, &now);
  else if (grid->n + 2 * draw->pad > MAX_COLUMNS)
    ask (draw, &now, -draw->pad, grid->n + draw->pad);
  else
    now = *read_kept (draw, &now);

  return (ThCpuColumns) { now.tasks, now.pixels };
}
