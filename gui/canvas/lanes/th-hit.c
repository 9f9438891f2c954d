/* th-hit.c - finds the item under the pointer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-flow-hit.h"
#include "th-grid.h"
#include "th-lane-rows.h"
#include "th-lost.h"
#include "th-scene-filter.h"
#include "th-scene-hit.h"
#include "th-scene-times.h"

/* The greatest distance of the pointer from an event. */
#define REACH_PX 4
#define LOST_REACH_PX 2
#define SLICE_REACH_PX 2

static gboolean
is_in (ThRows *rows,
       ThRef   ref)
{
  return ref.row >= th_rows_get_decided (rows, ref.stream, ref.cpu) || th_rows_contains (rows, ref);
}

/* The nearest event that matches the filter. */
static guint32
nearest_in (ThRows       *rows,
            const ThLane *lane,
            ThCpu        *cpu,
            const ThView *view,
            double        x)
{
  guint32 n = th_cpu_get_n_rows (cpu);
  guint32 right = th_cpu_lower_bound (cpu, n, th_view_x_to_time (view, x));
  guint32 found[] = { G_MAXUINT32, G_MAXUINT32 };
  guint32 best = G_MAXUINT32;
  double reach = REACH_PX;

  if (right < n)
    found[0] = is_in (rows, (ThRef) { lane->stream, lane->cpu, right }) ? right
               : th_rows_next (rows, lane->stream, lane->cpu, right);
  if (right > 0)
    found[1] = is_in (rows, (ThRef) { lane->stream, lane->cpu, right - 1 }) ? right - 1
               : th_rows_previous (rows, lane->stream, lane->cpu, right);

  for (guint i = 0; i < 2; i++)
    {
      double distance = found[i] < n
                        ? fabs (th_view_time_to_x (view, th_cpu_get_time (cpu, found[i])) - x)
                        : G_MAXDOUBLE;

      if (distance <= reach)
        {
          reach = distance;
          best = found[i];
        }
    }

  return best;
}

/* Prefers a near event that matches the filter to a nearer one that is dimmed; hidden
 * events cannot be hit. */
static guint32
nearest_row (ThScene      *self,
             const ThLane *lane,
             ThCpu        *cpu,
             const ThView *view,
             double        x)
{
  guint32 n = th_cpu_get_n_rows (cpu);
  guint32 right = th_cpu_lower_bound (cpu, n, th_view_x_to_time (view, x));
  ThRows *rows = th_scene_get_rows (self);
  guint32 best = rows != NULL ? nearest_in (rows, lane, cpu, view, x) : G_MAXUINT32;
  double reach = REACH_PX;

  if (best != G_MAXUINT32 || (rows != NULL && th_scene_hides_events (self)))
    return best;

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
  gint64 first, last;
  ThLost lost;

  if (index >= th_cpu_get_n_lost (cpu))
    return G_MAXUINT32;

  lost = th_cpu_get_lost (cpu, index);
  th_scene_get_range (self, &first, &last);
  return th_view_time_to_x (view, th_lost_begin (&lost, first)) <= x ? index : G_MAXUINT32;
}

/* The slice of @depth at @x, or within reach of it. */
static guint32
slice_at (ThSlices     *slices,
          guint         depth,
          const ThView *view,
          double        x)
{
  gint64 time = th_view_x_to_time (view, x);
  guint32 n = th_slices_get_n (slices, depth);
  guint32 index = th_slices_find (slices, depth, time);
  guint32 best = G_MAXUINT32;
  double reach = SLICE_REACH_PX;

  if (index != G_MAXUINT32 && th_slices_get (slices, depth, index)->end >= time)
    return index;

  if (index != G_MAXUINT32 &&
      x - th_view_time_to_x (view, th_slices_get (slices, depth, index)->end) <= reach)
    {
      reach = x - th_view_time_to_x (view, th_slices_get (slices, depth, index)->end);
      best = index;
    }
  index++; /* before the first slice: try that one */
  if (index < n &&
      th_view_time_to_x (view, th_slices_get (slices, depth, index)->begin) - x < reach)
    best = index;

  return best;
}

static void
hit_slice (ThHit            *hit,
           const ThTrackRow *row,
           const ThView     *view,
           double            x)
{
  ThSlices *slices = th_track_get_slices (row->track);

  hit->depth = row->depth;
  hit->slice = slice_at (slices, row->depth, view, x);
  /* The last row also shows deeper slices; the deepest one counts. */
  for (guint depth = row->depth + 1; row->deeper && depth < th_slices_get_depth (slices); depth++)
    {
      guint32 deeper = slice_at (slices, depth, view, x);

      if (deeper == G_MAXUINT32)
        break;
      hit->depth = depth;
      hit->slice = deeper;
    }

  if (hit->slice != G_MAXUINT32)
    hit->ref = th_slices_get (slices, hit->depth, hit->slice)->anchor;
}

static void
hit_point (ThHit            *hit,
           const ThTrackRow *row,
           const ThView     *view,
           double            x)
{
  gboolean holds = th_track_get_info (row->track)->kind == TH_TRACK_VALUES;
  guint32 n = th_track_get_n_points (row->track);
  guint32 index = th_track_find_point (row->track, th_view_x_to_time (view, x));
  double reach = REACH_PX;

  if (holds)
    hit->point = index;
  for (guint32 i = index == G_MAXUINT32 ? 0 : index; i < n && i <= index + 1; i++)
    {
      double distance =
        fabs (th_view_time_to_x (view, th_track_get_point (row->track, i)->time) - x);

      if (distance > reach)
        continue;
      reach = distance;
      hit->ref = th_track_get_point (row->track, i)->anchor;
      if (!holds)
        hit->point = i;
    }
}

static void
hit_row (ThHit            *hit,
         const ThTrackRow *row,
         const ThView     *view,
         double            x)
{
  hit->results = row->results;
  hit->track = row->track;
  if (th_track_get_info (row->track)->kind == TH_TRACK_SLICES)
    hit_slice (hit, row, view, x);
  else
    hit_point (hit, row, view, x);
}

static void
hit_cpu (ThScene      *self,
         ThHit        *hit,
         const ThLane *lane,
         const ThView *view,
         double        x)
{
  ThRecording *recording = th_scene_get_recording (self);
  ThStream *stream = th_recording_get_stream (recording, lane->stream);
  ThCpu *cpu = th_stream_get_cpu (stream, lane->cpu);
  guint32 row;

  hit->lost = lost_at (self, cpu, view, x);
  hit->count = count_at (cpu, view, x);
  if (hit->track != NULL)
    return;

  row = nearest_row (self, lane, cpu, view, x);
  if (row != G_MAXUINT32)
    hit->ref = (ThRef) { lane->stream, lane->cpu, row };
  if (th_stream_is_interface (stream))
    return;
  hit->run = run_at (th_recording_get_runs_cpu (recording, stream, cpu),
                     th_view_x_to_time (view, x));
}

ThHit
th_scene_hit (ThScene      *self,
              const ThView *view,
              double        x,
              double        y)
{
  ThHit hit = {
    th_scene_find_lane (self, y), TH_REF_NONE, G_MAXUINT32, 0, G_MAXUINT32, NULL, NULL, 0,
    G_MAXUINT32, G_MAXUINT32,
    G_MAXUINT32
  };
  const ThTrackRow *row;
  const ThLane *lane;

  if (hit.lane == G_MAXUINT || x < 0 || x > view->width)
    return hit;

  lane = th_scene_get_lane (self, hit.lane);
  row = th_scene_find_lane_row (self, hit.lane, y - lane->y);
  if (row != NULL)
    hit_row (&hit, row, view, x);
  if (lane->kind == TH_LANE_CPU)
    hit_cpu (self, &hit, lane, view, x);
  else if (lane->kind == TH_LANE_FLOW)
    th_flow_lane_hit (lane, view, x, &hit);

  return hit;
}
