/* th-track-groups.c - sorts tracks of analyses into groups that share a lane
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scene-private.h"

/* A section whose position was set before it existed. */
static void
section_add (ThSection    *section,
             ThTrackGroup *group)
{
  g_ptr_array_add (section->groups, group);
  if (group->state->rank >= 0)
    section->n_sorted = 0;
}

static ThTrackGroup *
task_group (ThScene *self,
            guint32  task)
{
  ThTrackGroup *group = g_hash_table_lookup (self->tree.tasks_by_id, GUINT_TO_POINTER (task));
  ThTasks *tasks = th_recording_get_tasks (self->recording);

  if (group == NULL && task < th_tasks_get_n (tasks))
    {
      group = th_track_group_new (self, TH_LANE_TASK, task);
      group->state =
        th_scene_take_state (self, g_strdup_printf ("task/%d", th_tasks_get_pid (tasks, task)));
      g_hash_table_insert (self->tree.tasks_by_id, GUINT_TO_POINTER (task), group);
      g_ptr_array_add (self->tree.tasks, group);
      section_add (self->tree.task_section, group);
    }

  return group;
}

const char *
th_scene_get_task_name (ThScene *self,
                        guint32  task)
{
  ThTrackGroup *group = g_hash_table_lookup (self->tree.tasks_by_id, GUINT_TO_POINTER (task));

  return group != NULL ? group->state->name : NULL;
}

static void
extend_range (ThSlices *slices,
              gint64   *first,
              gint64   *last)
{
  guint32 n = slices != NULL ? th_slices_get_n (slices, 0) : 0;

  if (n == 0)
    return;

  *first = MIN (*first, th_slices_get (slices, 0, 0)->begin);
  *last = MAX (*last, th_slices_get (slices, 0, n - 1)->end);
}

gboolean
th_scene_get_task_range (ThScene *self,
                         guint32  task,
                         gint64  *first,
                         gint64  *last)
{
  ThTrackGroup *group = g_hash_table_lookup (self->tree.tasks_by_id, GUINT_TO_POINTER (task));

  *first = G_MAXINT64;
  *last = G_MININT64;
  for (guint i = 0; group != NULL && i < group->tracks->len; i++)
    extend_range (th_track_get_slices (g_array_index (group->tracks, ThTrackPlace, i).track),
                  first, last);

  return *first <= *last;
}

static ThTrackGroup *
named_group (ThScene    *self,
             ThResults  *results,
             const char *id)
{
  ThTrackGroup *group = th_track_group_new (self, TH_LANE_TRACK, 0);
  ThSection *section = NULL;

  for (guint i = 0; i < self->tree.sections->len && section == NULL; i++)
    if (((ThSection *) g_ptr_array_index (self->tree.sections, i))->results == results)
      section = g_ptr_array_index (self->tree.sections, i);

  if (section == NULL)
    {
      section = th_section_new (self, TH_SECTION_ANALYSIS, results,
                                g_strdup_printf ("analysis/%s", th_results_get_id (results)));
      g_ptr_array_add (self->tree.sections, section);
    }
  group->state =
    th_scene_take_state (self, g_strdup_printf ("analysis/%s/%s", th_results_get_id (results), id));
  section_add (section, group);

  return group;
}

/* A track of a CPU or task that the recording does not know gets a lane of its own. */
static void
gather_track (ThScene   *self,
              ThResults *results,
              ThTrack   *track)
{
  const ThTrackInfo *info = th_track_get_info (track);
  ThTrackPlace place = { results, track };
  ThTrackGroup *group = NULL;

  if (info->attach == TH_ATTACH_CPU)
    group = g_hash_table_lookup (self->tree.cpus_by_number,
                                 th_scene_cpu_key (th_results_get_part (results), info->key));
  else if (info->attach == TH_ATTACH_TASK)
    group = task_group (self, info->key);
  if (group == NULL)
    group = named_group (self, results, info->id);

  th_track_group_add_places (self, group, &place, 1);
  if (group->kind == TH_LANE_TASK)
    th_scene_gather_vcpu (self, group, &place);
}

/* --- processes ------------------------------------------------------------- */

/* The key of a task's process. */
static gpointer
process_key (ThScene            *self,
             const ThTrackGroup *group)
{
  return th_scene_process_key (th_scene_get_part (self, group), group->tgid);
}

static ThTrackGroup *
process_group (ThScene            *self,
               const ThTrackGroup *group)
{
  ThTrackGroup *process = g_hash_table_lookup (self->tree.processes, process_key (self, group));
  gint32 tgid = group->tgid;

  if (process == NULL)
    {
      process = th_track_group_new (self, TH_LANE_PROCESS, tgid);
      process->members = th_section_new (self, TH_SECTION_PROCESS, NULL,
                                         g_strdup_printf ("process/%d", tgid));
      process->state = process->members->state;
      g_hash_table_insert (self->tree.processes, process_key (self, group), process);
    }

  return process;
}

/* Groups a task by its process, if that is known; TRUE if the process changed. */
static gboolean
tasks_take_tgids (ThScene *self)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  gboolean grouped = !th_lane_state_has (self->tree.task_section->state, TH_LANE_IS_UNGROUPED);
  gboolean differs = FALSE;

  for (guint i = 0; i < self->tree.tasks->len; i++)
    {
      ThTrackGroup *group = g_ptr_array_index (self->tree.tasks, i);
      gint32 tgid = grouped ? th_tasks_get_tgid (tasks, group->key) : -1;

      differs |= tgid != group->tgid;
      group->tgid = tgid;
    }

  return differs;
}

/* A process with a single task needs no heading. */
static void
group_tasks (ThScene *self)
{
  g_autoptr(GHashTable) counts = NULL;
  GHashTableIter iter;
  gpointer process;

  if (!tasks_take_tgids (self))
    return;

  counts = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < self->tree.tasks->len; i++)
    {
      gpointer key = process_key (self, g_ptr_array_index (self->tree.tasks, i));

      g_hash_table_insert (counts, key,
                           GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, key)) +
                                             1));
    }

  g_ptr_array_set_size (self->tree.task_section->groups, 0);
  g_hash_table_iter_init (&iter, self->tree.processes);
  while (g_hash_table_iter_next (&iter, NULL, &process))
    g_ptr_array_set_size (((ThTrackGroup *) process)->members->groups, 0);

  for (guint i = 0; i < self->tree.tasks->len; i++)
    {
      ThTrackGroup *group = g_ptr_array_index (self->tree.tasks, i), *over;

      if (group->tgid < 0 ||
          GPOINTER_TO_UINT (g_hash_table_lookup (counts, process_key (self, group))) < 2)
        {
          g_ptr_array_add (self->tree.task_section->groups, group);
          continue;
        }
      over = process_group (self, group);
      if (over->members->groups->len == 0)
        g_ptr_array_add (self->tree.task_section->groups, over);
      g_ptr_array_add (over->members->groups, group);
    }
  th_section_sort (self, self->tree.task_section);
}

/* --- gathering ------------------------------------------------------------- */

void
th_scene_gather (ThScene *self)
{
  for (guint i = 0; i < self->tree.sources->len; i++)
    {
      ThTrackSource *source = &g_array_index (self->tree.sources, ThTrackSource, i);
      guint n = th_results_get_n_tracks (source->results);

      for (; source->n_tracks < n; source->n_tracks++)
        gather_track (self, source->results,
                      th_results_get_track (source->results, source->n_tracks));
    }

  group_tasks (self);
  th_scene_sort (self);
}

static void
release (ThScene            *self,
         const ThTrackGroup *group)
{
  th_scene_release_state (self, group->state);
}

void
th_scene_drop_tracks (ThScene   *self,
                      ThResults *removed)
{
  for (guint i = 0; i < self->tree.cpus->len; i++)
    g_array_set_size (((ThTrackGroup *) g_ptr_array_index (self->tree.cpus, i))->tracks, 0);
  th_scene_drop_vcpus (self);

  for (guint i = 0; i < self->tree.tasks->len; i++)
    release (self, g_ptr_array_index (self->tree.tasks, i));
  g_hash_table_remove_all (self->tree.tasks_by_id);
  for (guint i = 0; i < self->tree.task_section->groups->len; i++)
    if (((ThTrackGroup *) g_ptr_array_index (self->tree.task_section->groups, i))->kind ==
        TH_LANE_PROCESS)
      release (self, g_ptr_array_index (self->tree.task_section->groups, i));
  g_ptr_array_set_size (self->tree.task_section->groups, 0);
  g_hash_table_remove_all (self->tree.processes);
  g_ptr_array_set_size (self->tree.tasks, 0);
  self->tree.task_section->n_sorted = 0;

  for (guint i = self->tree.sections->len; i-- > 0;)
    {
      ThSection *section = g_ptr_array_index (self->tree.sections, i);

      if (section->kind != TH_SECTION_ANALYSIS)
        continue;
      for (guint j = 0; j < section->groups->len; j++)
        release (self, g_ptr_array_index (section->groups, j));
      section->n_sorted = 0;
      g_ptr_array_set_size (section->groups, 0);
      if (section->results != removed)
        continue;
      th_scene_release_state (self, section->state);
      g_ptr_array_remove_index (self->tree.sections, i);
    }
  for (guint i = 0; i < self->tree.sources->len; i++)
    g_array_index (self->tree.sources, ThTrackSource, i).n_tracks = 0;
}

ThSection *
th_scene_find_home (ThScene            *self,
                    const ThTrackGroup *group)
{
  ThTrackGroup *process;

  if (group->over != NULL)
    group = group->over;
  if (group->kind == TH_LANE_TASK)
    {
      process = g_hash_table_lookup (self->tree.processes,
                                     th_scene_process_key (th_scene_get_part (self, group),
                                                           group->tgid));
      return process != NULL && process->members->groups->len > 0 ? process->members
                                                                  : self->tree.task_section;
    }

  for (guint i = 0; i < self->tree.sections->len; i++)
    if (g_ptr_array_find (((ThSection *) g_ptr_array_index (self->tree.sections, i))->groups, group,
                          NULL))
      return g_ptr_array_index (self->tree.sections, i);

  return self->tree.task_section;
}
