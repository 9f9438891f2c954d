/* th-lane-content.c - a copy of everything that the picture of one lane shows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-lane-content.h"
#include "th-scene-private.h"

static void
copy_lane (ThLaneContent *self,
           ThScene       *scene,
           guint          lane)
{
  self->lane = *th_scene_get_lane (scene, lane);
  self->shape = *th_scene_get_shape (scene, self->lane.size);
  self->is_cpu_heading = th_scene_is_cpu_heading (scene, lane);
  self->lane.title = self->lane.name = NULL;
  self->lane.detail = self->is_cpu_heading ? g_strdup (self->lane.detail) : NULL;
  if (self->lane.results != NULL)
    th_results_ref (self->lane.results);
}

static void
copy_rows (ThLaneContent *self,
           ThScene       *scene,
           guint          lane)
{
  const ThTrackRow *rows = th_scene_get_lane_rows (scene, lane, &self->n_rows);

  self->rows = g_memdup2 (rows, sizeof *rows * self->n_rows);
  for (guint i = 0; i < self->n_rows; i++)
    th_results_ref (self->rows[i].results);
}

static void
copy_filter (ThLaneContent *self,
             ThScene       *scene)
{
  self->filter = scene->filter.rows != NULL ? th_rows_ref (scene->filter.rows) : NULL;
  self->hides = scene->filter.hide;
  self->rules = scene->rules;
  for (guint i = 0; i < self->rules.n; i++)
    th_rows_ref (self->rules.rows[i]);
}

static void
copy_followed (ThLaneContent *self,
               ThScene       *scene)
{
  const ThFlowPlace *followed = &scene->flows.followed;

  if (!scene->flows.dims || followed->results == NULL)
    return;

  self->followed = th_results_ref (followed->results);
  self->followed_row = followed->row;
}

ThLaneContent *
th_lane_content_new (ThScene *scene,
                     guint    lane)
{
  ThLaneContent *self;

  g_return_val_if_fail (lane < th_scene_get_n_lanes (scene), NULL);

  self = g_new0 (ThLaneContent, 1);
  self->recording = th_recording_ref (scene->recording);
  self->theme = th_theme_ref (scene->theme);
  self->most_events = scene->most_events;
  self->resolution = th_scene_get_resolution (scene);
  self->has_range = th_scene_get_range (scene, &self->first, &self->last);
  self->changes = scene->changes;
  copy_lane (self, scene, lane);
  copy_rows (self, scene, lane);
  copy_filter (self, scene);
  copy_followed (self, scene);

  return self;
}

void
th_lane_content_free (ThLaneContent *self)
{
  for (guint i = 0; i < self->n_rows; i++)
    th_results_unref (self->rows[i].results);
  g_free (self->rows);
  for (guint i = 0; i < self->rules.n; i++)
    th_rows_unref (self->rules.rows[i]);
  g_clear_pointer (&self->filter, th_rows_unref);
  g_clear_pointer (&self->followed, th_results_unref);
  g_clear_pointer (&self->lane.results, th_results_unref);
  g_free ((char *) self->lane.detail);
  th_theme_unref (self->theme);
  th_recording_unref (self->recording);
  g_free (self);
}
