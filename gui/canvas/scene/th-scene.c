/* th-scene.c - the list of lanes of a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scene-private.h"

/* --- construction ---------------------------------------------------------------- */

static void
lane_tree_init (ThLaneTree *self)
{
  self->sources = g_array_new (FALSE, TRUE, sizeof (ThTrackSource));
  self->empty = g_array_new (FALSE, FALSE, 1);
  self->cpus = g_ptr_array_new_with_free_func ((GDestroyNotify) th_track_group_clear);
  self->cpu_blocks = g_ptr_array_new_with_free_func (g_free);
  self->first_cpus = g_array_new (FALSE, FALSE, sizeof (guint));
  self->cpus_by_number = g_hash_table_new (NULL, NULL);
  self->tasks = g_ptr_array_new_with_free_func ((GDestroyNotify) th_track_group_free);
  self->tasks_by_id = g_hash_table_new (NULL, NULL);
  self->processes = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) th_track_group_free);
  self->sections = g_ptr_array_new_with_free_func ((GDestroyNotify) th_section_free);
}

static void
lane_tree_clear (ThLaneTree *self)
{
  for (guint i = 0; i < self->sources->len; i++)
    th_results_unref (g_array_index (self->sources, ThTrackSource, i).results);
  g_array_unref (self->sources);
  g_array_unref (self->first_cpus);
  g_hash_table_unref (self->cpus_by_number);
  g_hash_table_unref (self->tasks_by_id);
  g_hash_table_unref (self->processes);
  g_ptr_array_unref (self->tasks);
  g_ptr_array_unref (self->cpus);
  g_ptr_array_unref (self->cpu_blocks);
  g_ptr_array_unref (self->sections);
  g_array_unref (self->empty);
}

static void
vcpu_maps_init (ThVcpuMaps *self)
{
  self->by_pid = g_hash_table_new (NULL, NULL);
  self->by_number = g_hash_table_new (NULL, NULL);
  self->by_task = g_hash_table_new (NULL, NULL);
}

static void
vcpu_maps_clear (ThVcpuMaps *self)
{
  g_hash_table_unref (self->by_pid);
  g_hash_table_unref (self->by_number);
  g_hash_table_unref (self->by_task);
}

/* Does not rebuild the lanes; the caller refreshes them. */
static void
take_theme (ThScene *self,
            ThTheme *theme)
{
  th_theme_ref (theme);
  g_clear_pointer (&self->theme, th_theme_unref);
  self->theme = theme;

  self->changes.theme++;
  th_scene_make_shapes (self);
}

ThScene *
th_scene_new (ThRecording *recording,
              ThTheme     *theme)
{
  ThScene *self;

  g_return_val_if_fail (recording != NULL && theme != NULL, NULL);

  self = g_new0 (ThScene, 1);
  self->recording = th_recording_ref (recording);
  self->states = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                        (GDestroyNotify) th_lane_state_free);
  self->active.from = TH_TIME_NONE;
  self->times.zero = TH_TIME_NONE;
  self->flows.places = g_array_new (FALSE, FALSE, sizeof (ThFlowPlace));
  lane_tree_init (&self->tree);
  vcpu_maps_init (&self->vcpus);
  th_lane_list_init (&self->list);
  g_datalist_init (&self->caches);

  th_scene_fill (self);
  take_theme (self, theme);
  th_scene_update (self);

  return self;
}

void
th_scene_free (ThScene *self)
{
  g_datalist_clear (&self->caches);
  th_scene_set_rows (self, NULL, FALSE);
  th_scene_set_rules (self, NULL, NULL, 0);
  th_lane_list_clear (&self->list);
  g_array_unref (self->flows.places);
  th_section_free (self->flows.section);
  vcpu_maps_clear (&self->vcpus);
  lane_tree_clear (&self->tree);
  g_hash_table_unref (self->states);
  th_theme_unref (self->theme);
  th_recording_unref (self->recording);
  g_free (self);
}

/* --- accessors ------------------------------------------------------------- */

void
th_scene_set_theme (ThScene *self,
                    ThTheme *theme)
{
  take_theme (self, theme);
  th_scene_gather (self);
  th_scene_refresh (self);
}

ThTheme *
th_scene_get_theme (ThScene *self)
{
  return self->theme;
}

ThRecording *
th_scene_get_recording (ThScene *self)
{
  return self->recording;
}

guint
th_scene_get_n_cpus (ThScene *self)
{
  return self->tree.cpus->len;
}

static ThCpu *
group_get_cpu (ThScene            *self,
               const ThTrackGroup *group)
{
  return th_stream_get_cpu (th_recording_get_stream (self->recording, group->stream), group->cpu);
}

ThCpu *
th_scene_get_cpu (ThScene *self,
                  guint    index,
                  guint   *stream,
                  guint   *cpu)
{
  const ThTrackGroup *group = g_ptr_array_index (self->tree.cpus, index);

  *stream = group->stream;
  *cpu = group->cpu;
  return group->left_out ? NULL : group_get_cpu (self, group);
}

/* --- caches of drawing code ---------------------------------------------- */

const ThSceneChanges *
th_scene_get_changes (ThScene *self)
{
  return &self->changes;
}

void
th_scene_set_cache (ThScene        *self,
                    GQuark          key,
                    gpointer        cache,
                    GDestroyNotify  free)
{
  g_datalist_id_set_data_full (&self->caches, key, cache, free);
}

gpointer
th_scene_get_cache (ThScene *self,
                    GQuark   key)
{
  return g_datalist_id_get_data (&self->caches, key);
}

/* --- updates while loading ------------------------------------------- */

static guint32
count_most_events (ThScene *self)
{
  guint32 most = 0;

  for (guint i = 0; i < self->tree.cpus->len; i++)
    {
      const ThTrackGroup *group = g_ptr_array_index (self->tree.cpus, i);

      most = MAX (most, th_cpu_get_n_rows (group_get_cpu (self, group)));
    }

  return most;
}

static void
update_range (ThScene *self)
{
  self->times.has_range = th_recording_get_range (self->recording, &self->times.first,
                                                  &self->times.last);
  self->times.has_ticks = FALSE;
  for (guint i = 0; i < th_recording_get_n_streams (self->recording); i++)
    self->times.has_ticks |= th_stream_get_clock (th_recording_get_stream (self->recording,
                                                                           i))->ticks;
}

void
th_scene_update (ThScene *self)
{
  update_range (self);
  self->most_events = count_most_events (self);
  self->changes.names++;
  th_scene_choose_homes (self);
  th_scene_gather (self);
  th_scene_refresh (self);
}

/* --- results --------------------------------------------------------------- */

void
th_scene_add_results (ThScene   *self,
                      ThResults *results)
{
  ThTrackSource source = { results, 0 };

  g_return_if_fail (results != NULL);

  for (guint i = 0; i < self->tree.sources->len; i++)
    if (g_array_index (self->tree.sources, ThTrackSource, i).results == results)
      return;

  th_results_ref (results);
  g_array_append_val (self->tree.sources, source);
  /* An analysis that has just started has no tracks, so no lane changes. */
  if (th_results_get_n_tracks (results) == 0)
    return;

  th_scene_gather (self);
  th_scene_refresh (self);
}

void
th_scene_remove_results (ThScene   *self,
                         ThResults *results)
{
  for (guint i = 0; i < self->tree.sources->len; i++)
    {
      if (g_array_index (self->tree.sources, ThTrackSource, i).results != results)
        continue;

      g_array_remove_index (self->tree.sources, i);
      th_scene_drop_tracks (self, results);
      th_scene_forget_flows (self, results);
      self->changes.results++;
      th_scene_gather (self);
      th_scene_refresh (self);
      th_results_unref (results);
      return;
    }
}
