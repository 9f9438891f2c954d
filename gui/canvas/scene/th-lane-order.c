/* th-lane-order.c - sorts the lanes of a section, and the sections
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scene-private.h"

/* Slices to sample for how busy tasks are: of one task, and of all. */
#define MAX_SAMPLES 1024
#define MAX_ALL_SAMPLES 200000
#define MIN_SAMPLES 16

/* --- sampling ---------------------------------------------------------- */

static guint32
scramble (guint32 number)
{
  number *= 0x9e3779b1u;
  return number ^ number >> 15;
}

/* Picks one slice from each of many parts of equal size, at varying offsets: states
 * alternate, so equal steps would always meet the same state. */
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
  ThCpu *runs = th_recording_get_runs_cpu (self->recording, stream,
                                           th_stream_get_cpu (stream, group->cpu));

  group->busy = self->times.has_range && self->times.last > self->times.first
                ? th_cpu_get_busy (runs, self->times.first, self->times.last) : 0;
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
  return group->kind == TH_LANE_TASK ? (guint32) th_tasks_get_pid (order->tasks, group->key)
                                     : group->key;
}

/* The name to sort by; that of a process is the name of its first task. */
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
      /* Sorted like all tasks, unless the user chose otherwise. */
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

  for (guint i = 0; i < self->tree.tasks->len; i++)
    {
      const ThTrackGroup *group = g_ptr_array_index (self->tree.tasks, i);
      ThSlices *slices = group->tracks->len > 0
                         ? th_track_get_slices (g_array_index (group->tracks, ThTrackPlace,
                                                               0).track) : NULL;

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

      n += th_cpu_get_n_rows (th_stream_get_cpu (th_recording_get_stream (self->recording,
                                                                          group->stream),
                                                 group->cpu));
    }

  return MIN (n, G_MAXUINT32);
}

static gboolean
all_finished (ThScene *self)
{
  for (guint i = 0; i < self->tree.sources->len; i++)
    if (!th_results_is_finished (g_array_index (self->tree.sources, ThTrackSource, i).results))
      return FALSE;

  return TRUE;
}

/* Lanes must not change places all the time, so while the recording loads they are sorted again
 * only when twice as much is known. */
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
  guint n = self->tree.tasks->len;

  if (!is_due (self->tree.task_section, count_tasks (self), all_finished (self)))
    return;

  for (guint i = 0; i < n; i++)
    measure_task (g_ptr_array_index (self->tree.tasks, i),
                  CLAMP (MAX_ALL_SAMPLES / n, MIN_SAMPLES, MAX_SAMPLES));
  th_section_sort (self, self->tree.task_section);
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
  for (guint i = 0; i < self->tree.sections->len; i++)
    {
      ThSection *section = g_ptr_array_index (self->tree.sections, i);

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
  guint left = (guint) (*(const ThSection *const *) a)->state->rank;
  guint right = (guint) (*(const ThSection *const *) b)->state->rank;

  return left < right ? -1 : left > right;
}

/* Whether the two may swap places: both hold CPUs of the same recording, and the user moved
 * neither. */
static gboolean
are_alike (ThScene         *self,
           const ThSection *a,
           const ThSection *b)
{
  return a->kind == TH_SECTION_CPUS && b->kind == TH_SECTION_CPUS &&
         a->state->rank < 0 && b->state->rank < 0 &&
         th_stream_get_recording (th_recording_get_stream (self->recording, a->stream)) ==
         th_stream_get_recording (th_recording_get_stream (self->recording, b->stream));
}

/* Moves all sections from @quiet to the end of @list. */
static void
take_all (GPtrArray *list,
          GPtrArray *quiet)
{
  g_ptr_array_extend (list, quiet, NULL, NULL);
  g_ptr_array_set_size (quiet, 0);
}

/* Puts quiet sections below the other buffers of their recording, in the order that they had. */
static GPtrArray *
sink_quiet (ThScene   *self,
            GPtrArray *sections)
{
  g_autoptr(GPtrArray) quiet = g_ptr_array_new ();
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; i < sections->len; i++)
    {
      ThSection *section = g_ptr_array_index (sections, i);

      if (quiet->len > 0 && !are_alike (self, g_ptr_array_index (quiet, 0), section))
        take_all (list, quiet);
      g_ptr_array_add (section->is_quiet && section->state->rank < 0 ? quiet : list, section);
    }

  take_all (list, quiet);
  return list;
}

GPtrArray *
th_scene_order_sections (ThScene *self)
{
  g_autoptr(GPtrArray) list = g_ptr_array_copy (self->tree.sections, NULL, NULL);

  /* The sort is stable: sections that were not moved (-1, the greatest as unsigned)
   * keep their order. */
  g_ptr_array_set_free_func (list, NULL);
  g_ptr_array_sort (list, compare_sections);
  return sink_quiet (self, list);
}
