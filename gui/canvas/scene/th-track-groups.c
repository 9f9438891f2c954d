/* th-track-groups.c - which tracks of analyses share a lane, and their rows in it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-scene-private.h"

/* Depths with a row of their own, where the track does not say; deeper ones
 * share the last. */
#define USUAL_DEPTHS 6

/* However many tracks one CPU or task may get. */
#define MAX_ROWS 40

/* More CPUs than this without events are folded into one lane. */
#define MAX_EMPTY_CPUS 64

#define LANE_TOP_PX 6
#define LOW_TOP_PX 3
#define ROW_GAP_PX 1
#define MIN_ROW_PX 16
#define POINTS_PX 17
#define VALUES_PX 34

void
th_track_group_init (ThTrackGroup *group,
                     ThScene      *self,
                     ThLaneKind    kind,
                     guint32       key)
{
  group->kind = kind;
  group->key = key;
  group->lane = G_MAXUINT;
  group->tgid = -1;
  group->serial = self->n_groups++;
  group->tracks = g_array_ref (self->nothing);
  group->rows = g_array_ref (self->nothing);
}

ThTrackGroup *
th_track_group_new (ThScene    *self,
                    ThLaneKind  kind,
                    guint32     key)
{
  ThTrackGroup *group = g_new0 (ThTrackGroup, 1);

  th_track_group_init (group, self, kind, key);
  return group;
}

/* Most of the CPUs of a recording with very many have neither tracks nor rows. */
static void
own_array (ThScene *self,
           GArray **array,
           guint    size)
{
  if (*array != self->nothing)
    return;

  g_array_unref (*array);
  *array = g_array_new (FALSE, TRUE, size);
}

void
th_track_group_add_places (ThScene            *self,
                           ThTrackGroup       *group,
                           const ThTrackPlace *places,
                           guint               n)
{
  own_array (self, &group->tracks, sizeof (ThTrackPlace));
  g_array_append_vals (group->tracks, places, n);
}

void
th_track_group_clear (ThTrackGroup *group)
{
  g_clear_pointer (&group->members, th_section_free);
  g_clear_pointer (&group->vcpu, th_track_group_free);
  g_array_unref (group->tracks);
  g_array_unref (group->rows);
}

void
th_track_group_free (ThTrackGroup *group)
{
  th_track_group_clear (group);
  g_free (group);
}

ThSection *
th_section_new (ThScene       *self,
                ThSectionKind  kind,
                ThResults     *results,
                char          *name)
{
  ThSection *section = g_new0 (ThSection, 1);

  section->kind = kind;
  section->results = results;
  section->state = th_scene_take_state (self, name);
  section->groups = g_ptr_array_new ();
  if (kind == TH_SECTION_ANALYSIS)
    g_ptr_array_set_free_func (section->groups, (GDestroyNotify) th_track_group_free);

  return section;
}

void
th_section_free (ThSection *section)
{
  g_ptr_array_unref (section->groups);
  g_free (section);
}

/* Few are shown at once; where hardly more remain, all. */
guint
th_section_get_first (const ThSection *section)
{
  guint few = section->kind == TH_SECTION_ANALYSIS ? 24 : 8;

  if (section->kind == TH_SECTION_CPUS)
    return section->n_empty > MAX_EMPTY_CPUS ? 0 : section->groups->len;

  return section->groups->len <= few * 3 / 2 ? section->groups->len : few;
}

/* --- gathering --------------------------------------------------------- */

/* One that was moved before it was there. */
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
  ThTrackGroup *group = g_hash_table_lookup (self->task_groups, GUINT_TO_POINTER (task));
  ThTasks *tasks = th_recording_get_tasks (self->recording);

  if (group == NULL && task < th_tasks_get_n (tasks))
    {
      group = th_track_group_new (self, TH_LANE_TASK, task);
      group->state = th_scene_take_state (self, g_strdup_printf ("task/%d", th_tasks_get_pid (tasks, task)));
      g_hash_table_insert (self->task_groups, GUINT_TO_POINTER (task), group);
      g_ptr_array_add (self->tasks_all, group);
      section_add (self->task_section, group);
    }

  return group;
}

const char *
th_scene_get_task_name (ThScene *self,
                        guint32  task)
{
  ThTrackGroup *group = g_hash_table_lookup (self->task_groups, GUINT_TO_POINTER (task));

  return group != NULL ? group->state->name : NULL;
}

static ThTrackGroup *
named_group (ThScene     *self,
             ThResults   *results,
             const char  *id)
{
  ThTrackGroup *group = th_track_group_new (self, TH_LANE_TRACK, 0);
  ThSection *section = NULL;

  for (guint i = 0; i < self->sections->len && section == NULL; i++)
    if (((ThSection *) g_ptr_array_index (self->sections, i))->results == results)
      section = g_ptr_array_index (self->sections, i);

  if (section == NULL)
    {
      section = th_section_new (self, TH_SECTION_ANALYSIS, results, g_strdup_printf ("analysis/%s", th_results_get_id (results)));
      g_ptr_array_add (self->sections, section);
    }
  group->state = th_scene_take_state (self, g_strdup_printf ("analysis/%s/%s", th_results_get_id (results), id));
  section_add (section, group);

  return group;
}

/* A CPU or task that the recording does not know has no lane that the track
 * could join: it gets one. */
static void
gather_track (ThScene   *self,
              ThResults *results,
              ThTrack   *track)
{
  const ThTrackInfo *info = th_track_get_info (track);
  ThTrackPlace place = { results, track };
  ThTrackGroup *group = NULL;

  if (info->attach == TH_ATTACH_CPU)
    group = g_hash_table_lookup (self->cpu_groups, th_scene_cpu_key (th_results_get_part (results), info->key));
  else if (info->attach == TH_ATTACH_TASK)
    group = task_group (self, info->key);
  if (group == NULL)
    group = named_group (self, results, info->id);

  th_track_group_add_places (self, group, &place, 1);
  if (group->kind == TH_LANE_TASK)
    th_scene_gather_vcpu (self, group, &place);
}

/* --- rows -------------------------------------------------------------- */

static double
row_height (ThScene           *self,
            const ThTrackGroup *group,
            ThTrackKind        kind)
{
  double line = th_theme_get_line_height (self->theme);
  const ThLaneShape *shape = &self->shapes[group->state->size];

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
  ThTrackRow row = { place->results, place->track, depth, depth == 0, deeper, group->bottom, row_height (self, group, kind) };

  if (group->rows->len >= MAX_ROWS)
    return;

  if (group->rows->len > 0)
    row.top += ROW_GAP_PX;
  if (kind == TH_TRACK_VALUES)
    th_track_get_range (row.track, &row.low, &row.high);
  group->bottom = row.top + row.height;
  own_array (self, &group->rows, sizeof (ThTrackRow));
  g_array_append_val (group->rows, row);
}

void
th_track_group_make_rows (ThScene      *self,
                          ThTrackGroup *group)
{
  const ThLaneShape *shape = &self->shapes[group->state->size];

  g_array_set_size (group->rows, 0);
  group->bottom = group->kind == TH_LANE_CPU ? shape->runs_top + shape->runs_height + 2
                  : group->state->size == TH_LANE_LOW ? LOW_TOP_PX : LANE_TOP_PX;
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

const ThTrackRow *
th_track_group_find_row (const ThTrackGroup *group,
                         double              y)
{
  if (!th_track_group_is_open (group))
    return NULL;

  for (guint i = 0; i < group->rows->len; i++)
    {
      const ThTrackRow *row = &g_array_index (group->rows, ThTrackRow, i);

      if (y >= row->top - ROW_GAP_PX / 2.0 && y < row->top + row->height + ROW_GAP_PX / 2.0)
        return row;
    }

  return NULL;
}

/* --- processes --------------------------------------------------------- */

guint
th_scene_get_part (ThScene            *self,
                   const ThTrackGroup *group)
{
  return th_tasks_get_source (th_recording_get_tasks (self->recording), group->key);
}

/* Of a task's. */
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
  ThTrackGroup *process = g_hash_table_lookup (self->processes, process_key (self, group));
  gint32 tgid = group->tgid;

  if (process == NULL)
    {
      process = th_track_group_new (self, TH_LANE_PROCESS, tgid);
      process->members = th_section_new (self, TH_SECTION_PROCESS, NULL, g_strdup_printf ("process/%d", tgid));
      process->state = process->members->state;
      g_hash_table_insert (self->processes, process_key (self, group), process);
    }

  return process;
}

/* By process, where that is known: TRUE if it is another than before. */
static gboolean
tasks_take_tgids (ThScene *self)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  gboolean grouped = !th_lane_state_has (self->task_section->state, TH_LANE_IS_UNGROUPED);
  gboolean differs = FALSE;

  for (guint i = 0; i < self->tasks_all->len; i++)
    {
      ThTrackGroup *group = g_ptr_array_index (self->tasks_all, i);
      gint32 tgid = grouped ? th_tasks_get_tgid (tasks, group->key) : -1;

      differs |= tgid != group->tgid;
      group->tgid = tgid;
    }

  return differs;
}

/* A process with one task needs no heading. */
static void
group_tasks (ThScene *self)
{
  g_autoptr(GHashTable) counts = NULL;
  GHashTableIter iter;
  gpointer process;

  if (!tasks_take_tgids (self))
    return;

  counts = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < self->tasks_all->len; i++)
    {
      gpointer key = process_key (self, g_ptr_array_index (self->tasks_all, i));

      g_hash_table_insert (counts, key, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, key)) + 1));
    }

  g_ptr_array_set_size (self->task_section->groups, 0);
  g_hash_table_iter_init (&iter, self->processes);
  while (g_hash_table_iter_next (&iter, NULL, &process))
    g_ptr_array_set_size (((ThTrackGroup *) process)->members->groups, 0);

  for (guint i = 0; i < self->tasks_all->len; i++)
    {
      ThTrackGroup *group = g_ptr_array_index (self->tasks_all, i), *over;

      if (group->tgid < 0 || GPOINTER_TO_UINT (g_hash_table_lookup (counts, process_key (self, group))) < 2)
        {
          g_ptr_array_add (self->task_section->groups, group);
          continue;
        }
      over = process_group (self, group);
      if (over->members->groups->len == 0)
        g_ptr_array_add (self->task_section->groups, over);
      g_ptr_array_add (over->members->groups, group);
    }
  th_section_sort (self, self->task_section);
}

/* --- all of it --------------------------------------------------------- */

void
th_scene_gather (ThScene *self)
{
  for (guint i = 0; i < self->sources->len; i++)
    {
      ThTrackSource *source = &g_array_index (self->sources, ThTrackSource, i);
      guint n = th_results_get_n_tracks (source->results);

      for (; source->n_tracks < n; source->n_tracks++)
        gather_track (self, source->results, th_results_get_track (source->results, source->n_tracks));
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
  for (guint i = 0; i < self->cpus->len; i++)
    g_array_set_size (((ThTrackGroup *) g_ptr_array_index (self->cpus, i))->tracks, 0);
  th_scene_drop_vcpus (self);

  for (guint i = 0; i < self->tasks_all->len; i++)
    release (self, g_ptr_array_index (self->tasks_all, i));
  g_hash_table_remove_all (self->task_groups);
  for (guint i = 0; i < self->task_section->groups->len; i++)
    if (((ThTrackGroup *) g_ptr_array_index (self->task_section->groups, i))->kind == TH_LANE_PROCESS)
      release (self, g_ptr_array_index (self->task_section->groups, i));
  g_ptr_array_set_size (self->task_section->groups, 0);
  g_hash_table_remove_all (self->processes);
  g_ptr_array_set_size (self->tasks_all, 0);
  self->task_section->n_sorted = 0;

  for (guint i = self->sections->len; i-- > 0;)
    {
      ThSection *section = g_ptr_array_index (self->sections, i);

      if (section->kind != TH_SECTION_ANALYSIS)
        continue;
      for (guint j = 0; j < section->groups->len; j++)
        release (self, g_ptr_array_index (section->groups, j));
      section->n_sorted = 0;
      g_ptr_array_set_size (section->groups, 0);
      if (section->results != removed)
        continue;
      th_scene_release_state (self, section->state);
      g_ptr_array_remove_index (self->sections, i);
    }
  for (guint i = 0; i < self->sources->len; i++)
    g_array_index (self->sources, ThTrackSource, i).n_tracks = 0;
}
