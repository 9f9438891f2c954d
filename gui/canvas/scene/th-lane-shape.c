/* th-lane-shape.c - the heights of lanes, and of the parts in them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-scene-private.h"

/* The margin below the last track row of a CPU. */
#define CPU_BOTTOM_PX 6

/* Sizes for text of 10 pt; they grow with the text. */
static void
shape_normal (ThLaneShape *shape,
              double       line)
{
  *shape = (ThLaneShape) { .ticks_top = 4, .ticks_base = 28, .tick_height = 7, .runs_top = 31,
                           .stretch = 1 };
  shape->runs_height = MAX (18, ceil (line * 0.85) + 3);
  shape->height = MAX (56, shape->runs_top + shape->runs_height + 6);
  shape->height = MAX (shape->height, ceil (line * 1.9) + 10);
}

/* A lane with one line of label. */
static void
shape_low (ThLaneShape *shape,
           double       line)
{
  *shape = (ThLaneShape) { .ticks_top = 2, .ticks_base = 12, .tick_height = 4, .runs_top = 13,
                           .stretch = 0.6 };
  shape->runs_height = MAX (13, ceil (line * 0.72));
  shape->height = MAX (shape->runs_top + shape->runs_height + 3, ceil (line) + 4);
}

static void
shape_high (ThLaneShape *shape,
            double       line)
{
  *shape = (ThLaneShape) { .ticks_top = 5, .ticks_base = 58, .tick_height = 10, .runs_top = 62,
                           .stretch = 1.8 };
  shape->runs_height = MAX (30, ceil (line * 1.4) + 4);
  shape->height = MAX (shape->runs_top + shape->runs_height + 8, ceil (line * 1.9) + 10);
}

void
th_scene_make_shapes (ThScene *self)
{
  double line = th_theme_get_line_height (self->theme);

  shape_normal (&self->shapes[TH_LANE_NORMAL], line);
  shape_low (&self->shapes[TH_LANE_LOW], line);
  shape_high (&self->shapes[TH_LANE_HIGH], line);
  self->section_height = MAX (20, ceil (line) + 3);
}

const ThLaneShape *
th_scene_get_shape (ThScene    *self,
                    ThLaneSize  size)
{
  return &self->shapes[size];
}

/* --- heights ------------------------------------------------------------------ */

/* @bottom: where its track rows end; 0 if they are folded */
static double
cpu_height (const ThLaneShape *shape,
            double             bottom)
{
  return bottom > 0 ? MAX (shape->height, bottom + CPU_BOTTOM_PX) : shape->height;
}

double
th_scene_measure_cpus (ThScene  *self,
                       guint     n,
                       gboolean  is_tight)
{
  ThLaneSize size = is_tight ? TH_LANE_LOW : TH_LANE_NORMAL;
  double height = self->section_height;

  for (guint i = 0; i < self->list.lanes->len && n > 0; i++)
    {
      const ThLane *lane = th_lane_list_get (&self->list, i);
      const ThTrackGroup *group = g_array_index (self->list.owners, ThLaneOwner, i).group;
      double bottom = 0;

      if (lane->kind != TH_LANE_CPU || lane->hidden)
        continue;

      if (!is_tight && group->rows->len > 0)
        bottom = th_track_group_measure_rows (self, group, size);
      height += cpu_height (&self->shapes[size], bottom);
      n--;
    }

  return height;
}

/* --- positions ---------------------------------------------------------------- */

static double
lane_height (ThScene           *self,
             const ThLane      *lane,
             const ThLaneOwner *owner)
{
  double line = th_theme_get_line_height (self->theme);
  const ThLaneShape *shape = &self->shapes[lane->size];
  double bottom = th_scene_opens_group (self, owner->group) ? owner->group->bottom : 0;

  switch (lane->kind)
    {
    case TH_LANE_CPU:
      return cpu_height (shape, bottom);

    case TH_LANE_TASK:
    case TH_LANE_TRACK:
    case TH_LANE_FLOW:
      if (lane->size == TH_LANE_LOW)
        return MAX (ceil (line) + 4, bottom > 0 ? bottom + 4 : 0);
      /* At least two lines of label. */
      return MAX (ceil (line * 1.75) + 3, bottom > 0 ? bottom + 7 : 0);

    default:
      return self->section_height;
    }
}

void
th_scene_place_lanes (ThScene *self)
{
  self->list.height = self->list.pinned_height = 0;
  for (guint i = 0; i < self->list.lanes->len; i++)
    {
      ThLane *lane = th_lane_list_get (&self->list, i);
      const ThLaneOwner *owner = &g_array_index (self->list.owners, ThLaneOwner, i);

      lane->y = self->list.height;
      lane->height = owner->closed || lane->hidden ? 0 : lane_height (self, lane, owner);
      self->list.height += lane->height;
      if (lane->pinned)
        self->list.pinned_height = self->list.height;
    }
}
