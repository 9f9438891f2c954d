/* th-lane-order.c - which lane of a section comes first
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scene-private.h"

/* Slices that are looked at to learn how busy tasks are: of one, of all. */
#define MAX_SAMPLES 1024
#define MAX_ALL_SAMPLES 200000
#define MIN_SAMPLES 16

/* Slices of a task that are looked at, at the end of a span: of its states one
 * in two or three is more than sleep. */
#define MAX_ACTIVE_LOOKS 8

/* --- how busy ---------------------------------------------------------- */

static guint32
scramble (guint32 number)
{
  number *= 0x9e3779b1u;
  return number ^ number >> 15;
}

/* One slice out of each of many parts of equal number, not the same in each:
 * states take turns, so equal steps would meet only one of them. */
static gint64
slices_busy (ThSlices *slices,
             guint     n_samples)
{
  guint32 n = th_slices_get_n (slices, 0);
  guint32 n_parts = MIN (n, n_samples);
  double busy = 0;

  for (guint32 i = 0; i < n_parts; i++)
    {
      guint32 from = (guint64) i * n / n_parts;
      guint32 to = ((guint64) i + 1) * n / n_parts;
      const ThSlice *slice = th_slices_get (slices, 0, from + scramble (i) % (to - from));

      if (slice->context == TH_CONTEXT_RUNNING)
        busy += ((double) slice->end - (double) slice->begin) * (to - from);
    }

  return MIN (busy, (double) (G_MAXINT64 / 2));
}

static void
measure_task (ThTrackGroup *group,
              guint         n_samples)
{
  group->busy = 0;
  for (guint i = 0; i < group->tracks->len; i++)
    {
      ThSlices *slices = th_track_get_slices (g_array_index (group->tracks, ThTrackPlace, i).track);

      if (slices != NULL)
        group->busy += slices_busy (slices, n_samples);
    }
}

static void
measure_cpu (ThScene      *self,
             ThTrackGroup *group)
{
  ThStream *stream = th_recording_get_stream (self->recording, group->stream);
  ThCpu *runs = th_recording_get_runs_cpu (self->recording, stream, th_stream_get_cpu (stream, group->cpu));

  group->busy = self->has_range && self->last > self->first ? th_cpu_get_busy (runs, self->first, self->last) : 0;
}

/* --- sorting ----------------------------------------------------------- */

typedef struct
{
  ThTasks    *tasks;
  ThLaneSort  sort;
} Order;

static guint32
group_number (const Order        *order,
              const ThTrackGroup *group)
{
  return group->kind == TH_LANE_TASK ? (guint32) th_tasks_get_pid (order->tasks, group->key) : group->key;
}

/* Of a process the name of its first task. */
static const char *
group_name (const Order        *order,
            const ThTrackGroup *group)
{
  if (group->kind == TH_LANE_PROCESS && group->members->groups->len > 0)
    group = g_ptr_array_index (group->members->groups, 0);
  if (group->kind == TH_LANE_TASK)
    return th_tasks_get_name (order->tasks, group->key, G_MAXINT64);
  if (group->tracks->len > 0)
    return th_track_get_info (g_array_index (group->tracks, ThTrackPlace, 0).track)->title;

  return "";
}

static gint
compare_groups (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  const ThTrackGroup *left = *(const ThTrackGroup *const *) a;
  const ThTrackGroup *right = *(const ThTrackGroup *const *) b;
  const Order *order = data;
  guint ranks[] = { left->state->rank, right->state->rank }; /* -1 comes last */
  guint32 numbers[2];
  gint by_name;

  if (ranks[0] != ranks[1])
    return ranks[0] < ranks[1] ? -1 : 1;
  if (order->sort == TH_SORT_BUSY && left->busy != right->busy)
    return left->busy < right->busy ? 1 : -1;
  if (order->sort == TH_SORT_NAME &&
      (by_name = g_ascii_strcasecmp (group_name (order, left), group_name (order, right))) != 0)
    return by_name;

  numbers[0] = group_number (order, left);
  numbers[1] = group_number (order, right);
  if (order->sort != TH_SORT_USUAL && numbers[0] != numbers[1])
    return numbers[0] < numbers[1] ? -1 : 1;

  return left->serial < right->serial ? -1 : left->serial > right->serial;
}

void
th_section_sort (ThScene   *self,
                 ThSection *section)
{
  gboolean of_tasks = section->kind == TH_SECTION_TASKS || section->kind == TH_SECTION_PROCESS;
  Order order = { th_recording_get_tasks (self->recording), section->state->sort };

  if (of_tasks && order.sort == TH_SORT_USUAL)
    order.sort = TH_SORT_BUSY;

  for (guint i = 0; section->kind == TH_SECTION_TASKS && i < section->groups->len; i++)
    {
      ThTrackGroup *process = g_ptr_array_index (section->groups, i);

      if (process->kind != TH_LANE_PROCESS)
        continue;
      /* As all tasks are, if not told otherwise. */
      if (process->members->state->sort == TH_SORT_USUAL)
        {
          process->members->state->sort = section->state->sort;
          th_section_sort (self, process->members);
          process->members->state->sort = TH_SORT_USUAL;
        }
      else
        th_section_sort (self, process->members);
      process->busy = 0;
      for (guint j = 0; j < process->members->groups->len; j++)
        process->busy += ((ThTrackGroup *) g_ptr_array_index (process->members->groups, j))->busy;
    }

  g_ptr_array_sort_with_data (section->groups, compare_groups, &order);
}

static guint32
count_tasks (ThScene *self)
{
  guint32 n = 0;

  for (guint i = 0; i < self->tasks_all->len; i++)
    {
      const ThTrackGroup *group = g_ptr_array_index (self->tasks_all, i);
      ThSlices *slices = group->tracks->len > 0 ? th_track_get_slices (g_array_index (group->tracks, ThTrackPlace, 0).track) : NULL;

      n += slices != NULL ? th_slices_get_n (slices, 0) : 0;
    }

  return n;
}

static guint32
count_cpus (ThScene         *self,
            const ThSection *section)
{
  guint64 n = 0;

  for (guint i = 0; i < section->groups->len; i++)
    {
      const ThTrackGroup *group = g_ptr_array_index (section->groups, i);

      n += th_cpu_get_n_rows (th_stream_get_cpu (th_recording_get_stream (self->recording, group->stream), group->cpu));
    }

  return MIN (n, G_MAXUINT32);
}

static gboolean
all_finished (ThScene *self)
{
  for (guint i = 0; i < self->sources->len; i++)
    if (!th_results_is_finished (g_array_index (self->sources, ThTrackSource, i).results))
      return FALSE;

  return TRUE;
}

/* Lanes that change places all the time are of no use: while there is more to
 * come they do so only when there is twice as much to go by. */
static gboolean
is_due (ThSection *section,
        guint32    n,
        gboolean   ended)
{
  if (n == section->n_sorted || (n / 2 < section->n_sorted && !ended))
    return FALSE;

  section->n_sorted = n;
  return TRUE;
}

static void
sort_tasks (ThScene *self)
{
  guint n = self->tasks_all->len;

  if (!is_due (self->task_section, count_tasks (self), all_finished (self)))
    return;

  for (guint i = 0; i < n; i++)
    measure_task (g_ptr_array_index (self->tasks_all, i), CLAMP (MAX_ALL_SAMPLES / n, MIN_SAMPLES, MAX_SAMPLES));
  th_section_sort (self, self->task_section);
}

static void
sort_cpus (ThScene   *self,
           ThSection *section)
{
  gboolean ended = th_recording_get_state (self->recording) != TH_LOAD_RUNNING;

  if (section->state->sort != TH_SORT_BUSY || !is_due (section, count_cpus (self, section), ended))
    return;

  for (guint i = 0; i < section->groups->len; i++)
    measure_cpu (self, g_ptr_array_index (section->groups, i));
  th_section_sort (self, section);
}

void
th_scene_sort (ThScene *self)
{
  sort_tasks (self);
  for (guint i = 0; i < self->sections->len; i++)
    {
      ThSection *section = g_ptr_array_index (self->sections, i);

      if (section->kind == TH_SECTION_CPUS)
        sort_cpus (self, section);
      else if (section->kind == TH_SECTION_ANALYSIS && is_due (section, section->groups->len, TRUE))
        th_section_sort (self, section);
    }
}

/* --- sections ---------------------------------------------------------- */

static gint
compare_sections (gconstpointer a,
                  gconstpointer b)
{
  guint left = (guint) (*(const ThSection *const *) a)->state->rank, right = (guint) (*(const ThSection *const *) b)->state->rank;

  return left < right ? -1 : left > right;
}

GPtrArray *
th_scene_order_sections (ThScene *self)
{
  GPtrArray *list = g_ptr_array_copy (self->sections, NULL, NULL);

  /* Stable: what was not moved (-1, the greatest) is as it came. */
  g_ptr_array_set_free_func (list, NULL);
  g_ptr_array_sort (list, compare_sections);
  return list;
}

/* --- in view ----------------------------------------------------------- */

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
      if (slice->context != TH_CONTEXT_BLOCKED && slice->context != TH_CONTEXT_BLOCKED_HARD && slice->context != TH_CONTEXT_IDLE)
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
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (self->recording, group->stream), group->cpu);
  guint32 n = th_cpu_get_n_rows (cpu);
  guint32 row = th_cpu_lower_bound (cpu, n, self->active_from);

  return row < n && th_cpu_get_time (cpu, row) <= self->active_to;
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
  if (self->active_from == TH_TIME_NONE || group->kind == TH_LANE_PROCESS)
    return TRUE;
  if (group->kind == TH_LANE_CPU)
    return cpu_is_active (self, group);

  for (guint i = 0; i < group->tracks->len; i++)
    if (track_is_active (g_array_index (group->tracks, ThTrackPlace, i).track, self->active_from, self->active_to))
      return TRUE;

  return FALSE;
}
