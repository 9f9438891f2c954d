/* th-hit.c - what is under the pointer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-scene-private.h"

/* How far the pointer may be from an event. */
#define REACH_PX 4
#define LOST_REACH_PX 2

static guint32
nearest_row (ThCpu        *cpu,
             const ThView *view,
             double        x)
{
  guint32 n = th_cpu_get_n_rows (cpu);
  guint32 right = th_cpu_lower_bound (cpu, n, th_view_x_to_time (view, x));
  guint32 best = G_MAXUINT32;
  double reach = REACH_PX;

  for (guint32 row = right > 0 ? right - 1 : 0; row < n && row <= right; row++)
    {
      double distance = fabs (th_view_time_to_x (view, th_cpu_get_time (cpu, row)) - x);

      if (distance <= reach)
        {
          reach = distance;
          best = row;
        }
    }

  return best;
}

static guint32
count_at (ThCpu        *cpu,
          const ThView *view,
          double        x)
{
  ThGrid grid = th_grid_make (view, 1);
  gint column = CLAMP (floor (x), 0, grid.n);
  guint32 n = th_cpu_get_n_rows (cpu);

  return th_cpu_lower_bound (cpu, n, th_grid_time (&grid, column + 1)) -
         th_cpu_lower_bound (cpu, n, th_grid_time (&grid, column));
}

static guint32
run_at (ThCpu  *runs,
        gint64  time)
{
  guint32 index = th_cpu_find_run (runs, time);

  if (index == G_MAXUINT32 || time > th_cpu_get_run (runs, index).end)
    return G_MAXUINT32;

  return index;
}

static guint32
lost_at (ThScene      *self,
         ThCpu        *cpu,
         const ThView *view,
         double        x)
{
  guint32 index = th_lost_find (cpu, th_view_x_to_time (view, x - LOST_REACH_PX));
  ThLost lost;

  if (index >= th_cpu_get_n_lost (cpu))
    return G_MAXUINT32;

  lost = th_cpu_get_lost (cpu, index);
  return th_view_time_to_x (view, th_lost_begin (self, &lost)) <= x ? index : G_MAXUINT32;
}

ThHit
th_scene_hit (ThScene      *self,
              const ThView *view,
              double        x,
              double        y)
{
  ThHit hit = { th_scene_find_lane (self, y), TH_REF_NONE, G_MAXUINT32, 0, G_MAXUINT32 };
  const ThLane *lane;
  ThStream *stream;
  ThCpu *cpu;
  guint32 row;

  if (hit.lane == G_MAXUINT || x < 0 || x > view->width)
    return hit;

  lane = th_scene_get_lane (self, hit.lane);
  if (lane->kind != TH_LANE_CPU)
    return hit;

  stream = th_recording_get_stream (self->recording, lane->stream);
  cpu = th_stream_get_cpu (stream, lane->cpu);
  row = nearest_row (cpu, view, x);
  if (row != G_MAXUINT32)
    hit.ref = (ThRef) { lane->stream, lane->cpu, row };
  hit.count = count_at (cpu, view, x);
  hit.run = run_at (th_recording_get_runs_cpu (self->recording, stream, cpu), th_view_x_to_time (view, x));
  hit.lost = lost_at (self, cpu, view, x);

  return hit;
}
