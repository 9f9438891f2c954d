/* th-lane-rows.c - the rows of a lane that show tracks of analyses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-scene-private.h"

/* The number of depths with a row of their own, unless the track specifies it; deeper slices
 * share the last row. */
#define USUAL_DEPTHS 6

/* Bounds the rows of one lane, however many tracks it has. */
#define MAX_ROWS 40

#define LANE_TOP_PX 6
#define LOW_TOP_PX 3
#define ROW_GAP_PX 1
#define MIN_ROW_PX 16
#define POINTS_PX 17
#define VALUES_PX 34

static double
row_height (ThScene            *self,
            const ThTrackGroup *group,
            ThTrackKind         kind,
            ThLaneSize          size)
{
  double line = th_theme_get_line_height (self->theme);
  const ThLaneShape *shape = &self->shapes[size];

  if (kind == TH_TRACK_POINTS)
    return MAX (POINTS_PX, ceil (line * 0.85) + 2);
  if (kind == TH_TRACK_VALUES)
    return round (MAX (VALUES_PX, ceil (line * 1.9)) * shape->stretch);
  if (group->kind != TH_LANE_CPU && group->rows->len == 0)
    return shape->runs_height;

  return round (MAX (MIN_ROW_PX, ceil (line * 0.94)) * MAX (shape->stretch, 1));
}

static void
group_add_row (ThScene            *self,
               ThTrackGroup       *group,
               const ThTrackPlace *place,
               guint               depth,
               gboolean            deeper)
{
  ThTrackKind kind = th_track_get_info (place->track)->kind;
  ThTrackRow row = { place->results, place->track, depth, depth == 0, deeper, group->bottom,
                     row_height (self, group, kind, th_scene_get_group_size (self, group)) };

  if (group->rows->len >= MAX_ROWS)
    return;

  if (group->rows->len > 0)
    row.top += ROW_GAP_PX;
  if (kind == TH_TRACK_VALUES)
    th_track_get_range (row.track, &row.low, &row.high);
  group->bottom = row.top + row.height;
  th_track_group_own_array (self, &group->rows, sizeof (ThTrackRow));
  g_array_append_val (group->rows, row);
}

/* Returns where the first track row begins. */
static double
get_rows_top (ThScene            *self,
              const ThTrackGroup *group,
              ThLaneSize          size)
{
  const ThLaneShape *shape = &self->shapes[size];

  if (group->kind == TH_LANE_CPU)
    return shape->runs_top + shape->runs_height + 2;

  return size == TH_LANE_LOW ? LOW_TOP_PX : LANE_TOP_PX;
}

void
th_track_group_make_rows (ThScene      *self,
                          ThTrackGroup *group)
{
  g_array_set_size (group->rows, 0);
  group->bottom = get_rows_top (self, group, th_scene_get_group_size (self, group));
  for (guint i = 0; i < group->tracks->len; i++)
    {
      const ThTrackPlace *place = &g_array_index (group->tracks, ThTrackPlace, i);
      ThSlices *slices = th_track_get_slices (place->track);
      guint depth = slices != NULL ? th_slices_get_depth (slices) : 1;
      guint wanted = th_track_get_info (place->track)->n_rows;
      guint most = wanted > 0 ? wanted : USUAL_DEPTHS;

      for (guint d = 0; d < MIN (depth, most); d++)
        group_add_row (self, group, place, d, d == most - 1 && depth > most);
    }
}

double
th_track_group_measure_rows (ThScene            *self,
                             const ThTrackGroup *group,
                             ThLaneSize          size)
{
  double bottom = get_rows_top (self, group, size);

  for (guint i = 0; i < group->rows->len; i++)
    {
      const ThTrackRow *row = &g_array_index (group->rows, ThTrackRow, i);

      bottom += (i > 0 ? ROW_GAP_PX : 0) +
                row_height (self, group, th_track_get_info (row->track)->kind, size);
    }

  return bottom;
}

/* --- public functions --------------------------------------------------------- */

static const ThTrackGroup *
get_group (ThScene *self,
           guint    lane)
{
  const ThLaneOwner *owner = th_lane_list_get_owner (&self->list, lane);

  return owner != NULL ? owner->group : NULL;
}

const ThTrackRow *
th_scene_get_lane_rows (ThScene *self,
                        guint    lane,
                        guint   *n)
{
  const ThTrackGroup *group = get_group (self, lane);

  *n = th_scene_opens_group (self, group) ? group->rows->len : 0;
  return *n > 0 ? (const ThTrackRow *) (gpointer) group->rows->data : NULL;
}

const ThTrackRow *
th_scene_find_lane_row (ThScene *self,
                        guint    lane,
                        double   y)
{
  guint n;
  const ThTrackRow *rows = th_scene_get_lane_rows (self, lane, &n);

  for (guint i = 0; i < n; i++)
    if (y >= rows[i].top - ROW_GAP_PX / 2.0 &&
        y < rows[i].top + rows[i].height + ROW_GAP_PX / 2.0)
      return &rows[i];

  return NULL;
}

ThTrack *
th_scene_get_lane_track (ThScene *self,
                         guint    lane,
                         guint    index)
{
  const ThTrackGroup *group = get_group (self, lane);

  if (group == NULL || index >= group->tracks->len)
    return NULL;

  return g_array_index (group->tracks, ThTrackPlace, index).track;
}
