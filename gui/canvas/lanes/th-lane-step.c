/* th-lane-step.c - steps from event to event in a lane of slices, points or values
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-lane-rows.h"
#include "th-scene-hit.h"

/* Limits how many neighboring slices are examined, as many may share an event or a time. */
#define MAX_LOOKS 64

typedef struct
{
  ThScene *scene;
  gint64   time;
  int      step;
  ThRef    best;
  gint64   best_time;
} Walk;

/* Track @i of a lane other than a CPU's; %NULL after the last. */
static ThTrack *
get_track (ThScene *self,
           guint    lane,
           guint    i)
{
  ThTrack *track = th_scene_get_lane_track (self, lane, i);

  return track != NULL && th_scene_get_lane (self, lane)->kind != TH_LANE_CPU ? track : NULL;
}

/* Returns TRUE once all following anchors are farther away than the best one. */
static gboolean
offer (Walk  *walk,
       ThRef  anchor)
{
  gint64 time;

  if (th_ref_is_none (anchor))
    return FALSE;
  time = th_recording_get_time (th_scene_get_recording (walk->scene), anchor);
  if (walk->step > 0 ? time <= walk->time : time >= walk->time)
    return FALSE;
  if (th_ref_is_none (walk->best) ||
      (walk->step > 0 ? time < walk->best_time : time > walk->best_time))
    {
      walk->best = anchor;
      walk->best_time = time;
    }

  return TRUE;
}

static void
walk_slices (Walk     *walk,
             ThSlices *slices,
             guint     depth)
{
  guint32 n = th_slices_get_n (slices, depth), found = th_slices_find (slices, depth, walk->time);
  gint64 index = found == G_MAXUINT32 ? 0 : found;

  /* A slice may be anchored at its end: see TH_SLICE_NO_BEGIN. */
  index = MIN (index - walk->step, (gint64) n - 1);
  for (guint looks = 0; looks < MAX_LOOKS && index < n; looks++, index += walk->step)
    {
      if (index < 0 && walk->step < 0)
        return;
      if (index >= 0 && offer (walk, th_slices_get (slices, depth, index)->anchor))
        return;
    }
}

static void
walk_points (Walk    *walk,
             ThTrack *track)
{
  guint32 n = th_track_get_n_points (track), found = th_track_find_point (track, walk->time);

  for (gint64 index = found == G_MAXUINT32 ? (walk->step > 0 ? 0 : -1) : found;
       index >= 0 && index < n; index += walk->step)
    if (offer (walk, th_track_get_point (track, index)->anchor))
      return;
}

ThRef
th_scene_step_lane (ThScene *self,
                    guint    lane,
                    gint64   time,
                    int      step)
{
  Walk walk = { self, time, step, TH_REF_NONE, 0 };
  ThTrack *track;

  for (guint i = 0; (track = get_track (self, lane, i)) != NULL; i++)
    {
      ThSlices *slices = th_track_get_slices (track);

      if (slices == NULL)
        walk_points (&walk, track);
      for (guint depth = 0; slices != NULL && depth < th_slices_get_depth (slices); depth++)
        walk_slices (&walk, slices, depth);
    }

  return walk.best;
}

static gboolean
slices_have (ThSlices *slices,
             guint     depth,
             gint64    time,
             ThRef     ref)
{
  guint32 n = th_slices_get_n (slices, depth), found = th_slices_find (slices, depth, time);
  /* a later slice may be anchored here */
  guint32 end = found == G_MAXUINT32 ? 1 : found + 2;

  for (guint32 i = MIN (end, n); i > 0 && end - i < MAX_LOOKS; i--)
    if (th_ref_equal (th_slices_get (slices, depth, i - 1)->anchor, ref))
      return TRUE;

  return FALSE;
}

static gboolean
points_have (ThTrack *track,
             gint64   time,
             ThRef    ref)
{
  guint32 found = th_track_find_point (track, time);

  for (gint64 i = found;
       found != G_MAXUINT32 && i >= 0 && th_track_get_point (track, i)->time == time; i--)
    if (th_ref_equal (th_track_get_point (track, i)->anchor, ref))
      return TRUE;

  return FALSE;
}

gboolean
th_scene_lane_has (ThScene *self,
                   guint    lane,
                   ThRef    ref)
{
  gint64 time = th_recording_get_time (th_scene_get_recording (self), ref);
  ThTrack *track;

  for (guint i = 0; (track = get_track (self, lane, i)) != NULL; i++)
    {
      ThSlices *slices = th_track_get_slices (track);

      if (slices == NULL && points_have (track, time, ref))
        return TRUE;
      for (guint depth = 0; slices != NULL && depth < th_slices_get_depth (slices); depth++)
        if (slices_have (slices, depth, time, ref))
          return TRUE;
    }

  return FALSE;
}
