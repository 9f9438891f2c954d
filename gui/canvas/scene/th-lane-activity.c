/* th-lane-activity.c - whether a lane is active in a span
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scene-private.h"

/* The number of slices of a task to examine, from the end of the span: every second or third of
 * its states is not sleep. */
#define MAX_ACTIVE_LOOKS 8

static gboolean
slices_are_active (ThSlices *slices,
                   gint64    from,
                   gint64    to)
{
  guint32 index = th_slices_find (slices, 0, to);

  for (guint i = 0; i < MAX_ACTIVE_LOOKS && index != G_MAXUINT32; i++, index--)
    {
      const ThSlice *slice = th_slices_get (slices, 0, index);

      if (slice->end < from)
        return FALSE;
      if (slice->context != TH_CONTEXT_BLOCKED && slice->context != TH_CONTEXT_BLOCKED_HARD &&
          slice->context != TH_CONTEXT_IDLE)
        return TRUE;
    }

  return FALSE;
}

static gboolean
track_is_active (const ThTrack *track,
                 gint64         from,
                 gint64         to)
{
  ThSlices *slices = th_track_get_slices (track);
  guint32 point;

  if (slices != NULL)
    return slices_are_active (slices, from, to);

  point = th_track_find_point (track, to);
  return point != G_MAXUINT32 && th_track_get_point (track, point)->time >= from;
}

static gboolean
cpu_is_active (ThScene            *self,
               const ThTrackGroup *group)
{
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (self->recording, group->stream),
                                  group->cpu);

  return th_cpu_has_rows_between (cpu, th_cpu_get_n_rows (cpu), self->active.from,
                                  self->active.to);
}

gboolean
th_track_group_is_empty (ThScene            *self,
                         const ThTrackGroup *group)
{
  ThCpu *cpu;

  if (group->kind != TH_LANE_CPU || group->tracks->len > 0 || group->vcpu != NULL)
    return FALSE;

  cpu = th_stream_get_cpu (th_recording_get_stream (self->recording, group->stream), group->cpu);
  return th_cpu_get_n_rows (cpu) == 0 && th_cpu_get_n_lost (cpu) == 0;
}

gboolean
th_track_group_is_active (ThScene            *self,
                          const ThTrackGroup *group)
{
  if (self->active.from == TH_TIME_NONE || group->kind == TH_LANE_PROCESS)
    return TRUE;
  if (group->kind == TH_LANE_CPU)
    return cpu_is_active (self, group);

  for (guint i = 0; i < group->tracks->len; i++)
    if (track_is_active (g_array_index (group->tracks, ThTrackPlace, i).track, self->active.from,
                         self->active.to))
      return TRUE;

  return FALSE;
}
